"""A game of another package works in every command that plays or explains games."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from paiju.engine.drive import advance
from paiju.engine.game import Action, Seat
from paiju.engine.record import entry_line, header_line, result_line
from paiju.engine.shuffle import FairSource, commitment
from tests.toy.high_card import HIGH_CARD, Play
from tests.toy.package import install


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    install(folder)
    return folder


def paiju(package: Path, *words: object) -> subprocess.CompletedProcess[str]:
    """Run the command where the package is installed."""
    return python(package, "-m", "paiju", *words)


def python(package: Path, *words: object) -> subprocess.CompletedProcess[str]:
    """Run Python in a process that finds the package, and only it, beside what is installed."""
    environment = {**os.environ, "PYTHONPATH": str(package), "PAIJU_LANG": "en"}
    command = [sys.executable, *map(str, words)]
    return subprocess.run(
        command, check=False, env=environment, cwd=package, capture_output=True, text=True, timeout=240
    )


def test_the_package_alone_brings_the_game(package: Path) -> None:
    code = "from paiju.games.registry import find_game; print(type(find_game('high-card')).__module__)"
    done = python(package, "-c", code)
    assert done.stdout.strip() == "high_card_game"


def test_bots_play_a_tournament(package: Path) -> None:
    done = paiju(package, "sim", "high-card", "--bots", "random,random,random", "--games", 12, "--duplicate", "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["plan"]["seats"] == 3
    assert report["result"]["games"] == 12
    assert report["result"]["deals"] == 4
    rows = report["result"]["rows"]
    assert sum(row["share"]["mean"] for row in rows) >= 1  # ties are won by all
    assert all(row["levels"] is None and not any(row["verdicts"].values()) for row in rows)


def test_processes_play_the_same_tournament(package: Path) -> None:
    words = ("sim", "high-card", "--bots", "random,random", "--games", 8, "--json", "--match", "--rated")
    alone, together = (paiju(package, *words, "--jobs", jobs) for jobs in (1, 2))
    assert json.loads(alone.stdout)["result"] == json.loads(together.stdout)["result"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("sim", "high-card", "--bots", "colour,random"), 'high-card has no bot "colour"; choose from random'),
        (("sim", "high-card", "--bots", ",".join(["random"] * 5)), "2 to 4 can play, not 5"),
        (
            ("sim", "high-card", "--bots", "random,random", "--rulebook", "middle"),
            'no rulebook "middle"; choose from high, low',
        ),
        (("rules", "high-card", "--option", "handSize=9"), "handSize is 1 to 3, not 9"),
        (("sim", "high-card", "--bots", "./net.json,random"), 'weights in "./net.json" are for uno'),
        (("train", "high-card"), 'no network for "high-card"'),
    ],
)
def test_one_sentence_for_every_mistake(package: Path, words: tuple[str, ...], sentence: str) -> None:
    done = paiju(package, *words)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_rules_say_what_the_game_tells_about_itself(package: Path) -> None:
    usual = paiju(package, "rules", "high-card")
    assert usual.returncode == 0, usual.stderr
    assert "## high\n" in usual.stdout
    assert "players: 2–4" in usual.stdout
    assert "handSize: 3" in usual.stdout
    assert "Nothing." in usual.stdout
    changed = paiju(package, "rules", "high-card", "--rulebook", "low", "--option", "handSize=2", "--lang", "zh")
    assert "## low\n" in changed.stdout
    assert "与通常规则的不同" in changed.stdout
    assert "- handSize：2" in changed.stdout


def test_its_bots_are_listed_with_ours_or_alone(package: Path) -> None:
    everything = paiju(package, "bots").stdout
    assert "high-card  random" in " ".join(everything.split("\n"))
    assert "champion" in everything
    rows = json.loads(paiju(package, "bots", "high-card", "--json").stdout)
    assert [(row["name"], row["level"], row["rating"]) for row in rows] == [("random", "hard", None)]


def test_a_record_is_shown_and_verified(package: Path, tmp_path: Path) -> None:
    seed, state = bytes(32), HIGH_CARD.new(HIGH_CARD.rules("low", {}), 2)
    fair, log = FairSource(seed), list[tuple[Seat, Action]]()
    while not state.over():
        log += advance(state, fair)
        log.append((state.turn(), state.legal(state.turn())[0]))
        state.apply(*log[-1])
    outcome = state.outcome()
    assert outcome is not None
    lines = [header_line(HIGH_CARD, HIGH_CARD.rules("low", {}), ["Ann", "Bo"], commitment(seed))]
    lines += [entry_line(seq, *what, "2026-01-01T12:00:00Z") for seq, what in enumerate(log, 1)]
    file = tmp_path / "match.paiju"
    file.write_text("".join([*lines, result_line(outcome.result, seed)]), encoding="utf-8")
    shown = paiju(package, "replay", file, "--plain")
    assert shown.returncode == 0, shown.stderr
    assert f"Ann plays {log[2][1].to_json()['card']}." in shown.stdout
    assert paiju(package, "replay", file, "--verify").returncode == 0


def test_a_file_of_vectors_that_no_game_reads_is_refused(package: Path, tmp_path: Path) -> None:
    file = tmp_path / "toy.json"
    file.write_text(json.dumps({"format": "high-card/1", "vectors": [{"id": "a"}]}))
    done = paiju(package, "vectors", file)
    assert done.returncode == 2
    assert 'no game reads the format "high-card/1"' in done.stderr


def test_a_package_that_cannot_be_loaded_is_named_and_leaves_the_others_alone(tmp_path: Path) -> None:
    install(tmp_path)
    metadata = tmp_path / "broken-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n", encoding="utf-8")
    games, bots = "whist = no_such_module:WHIST", "mine = high_card_game:CARDS\nyours = no_such_module:BOT"
    points = f"[paiju.games]\n{games}\n[paiju.bots]\n{bots}\n"
    (metadata / "entry_points.txt").write_text(points, encoding="utf-8")
    done = paiju(tmp_path, "bots")
    assert done.returncode == 0
    assert 'The game "whist" cannot be loaded (ModuleNotFoundError' in done.stderr
    assert 'The bot "mine" cannot be loaded: its type is int, not BotKind' in done.stderr
    assert 'The bot "yours" cannot be loaded: ModuleNotFoundError' in done.stderr
    assert "high-card" in done.stdout and "champion" in done.stdout
    asked = paiju(tmp_path, "rules", "whist")
    assert (asked.returncode, asked.stdout) == (2, "") and "ModuleNotFoundError" in asked.stderr


def test_a_game_that_explains_no_plays_says_so(package: Path) -> None:
    done = paiju(package, "explain", "high-card", "--play", "play 3")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "paiju: Plays of high-card cannot be explained.\n"


def test_actions_that_say_the_same_are_one_member_of_a_set() -> None:
    assert {Play(3), Play(3), Play(4)} == {Play(4), Play(3)} and len({Play(3), Play(3), Play(4)}) == 2
