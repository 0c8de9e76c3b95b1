"""Bots from files at a table: written as docs/writing-a-bot.md says, trained, or broken."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from paiju.bots.base import BotKind
from paiju.bots.files import any_bot_maker
from paiju.bots.registry import bot_maker
from paiju.engine.errors import BadRules
from paiju.games.registry import find_game
from paiju.i18n import LANGUAGES, error_text
from paiju.terminal.narrator import Narrator
from paiju.terminal.opening import Wanted, open_match
from paiju.terminal.session import BOT_FAILED, MatchEvent, Session
from paiju.terminal.words import Words
from tests.house.documents import ROOT, pieces

pytestmark = pytest.mark.usefixtures("home")
UNO = find_game("uno")
WORDS = Words("en-US")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The files of docs/writing-a-bot.md, as a reader saves them."""
    for piece in pieces(ROOT / "docs" / "writing-a-bot.md"):
        kind, _, name = piece.label.partition("=")
        if kind == "file":
            (tmp_path / name).write_text(piece.text, encoding="utf-8")
    return tmp_path


def paiju(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The command as it is installed: unlike `python -m`, it cannot import from the folder somebody is in."""
    environ = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder / "data"), "PAIJU_LANG": "en"}
    command = [sys.executable, "-P", "-m", "paiju", *words]
    return subprocess.run(
        command, cwd=folder, env=environ, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )


def test_the_bots_of_the_document_play_in_a_tournament_and_at_a_table(folder: Path) -> None:
    careful = "./careful_bot.py:CarefulBot:draws=0.3"
    tournament = paiju(folder, "sim", "uno", "--bots", f"{careful},colour", "--games", "4")
    assert (tournament.returncode, tournament.stderr) == (0, "")
    assert "CarefulBot" in tournament.stdout and "crash" not in tournament.stdout
    table = paiju(folder, "play", "uno", "--bots", f"./my_bot.py:MyBot,{careful}", "--seed", "1")
    assert (table.returncode, table.stderr) == (0, "")
    assert "mistake" not in table.stdout


def test_the_bot_of_the_document_calls_uno(folder: Path) -> None:
    session = table(f"{folder}/my_bot.py:MyBot")
    facts = [fact for event in played(session) for fact in event.facts]
    assert any(fact.type == "called_uno" for fact in facts)
    assert not any(fact.type in (BOT_FAILED, "caught") for fact in facts)


def test_a_trained_network_plays_at_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = next((ROOT / "src" / "paiju" / "bots" / "data").glob("*net*.json"))
    (tmp_path / "my-net.json").write_bytes(shipped.read_bytes())
    monkeypatch.chdir(tmp_path)
    assert not any(fact.type == BOT_FAILED for event in played(table("./my-net.json")) for fact in event.facts)


def test_a_match_with_a_bot_from_a_file_is_resumed_from_any_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    specs = table("./my_bot.py:MyBot").seats.specs.values()
    assert set(specs) == {f"{folder}/my_bot.py:MyBot"}


BROKEN = """
import sys
from paiju.bots.base import Bot


class Init(Bot):
    def __init__(self):
        raise RuntimeError("no weights")


class Exits(Bot):
    def __init__(self):
        sys.exit(3)


class Raises(Bot):
    def choose(self, view, source):
        raise ValueError("what now")


class Leaves(Bot):
    def choose(self, view, source):
        sys.exit("bye")


class Silent(Bot):
    def choose(self, view, source):
        return None


class Wrong(Bot):
    def choose(self, view, source):
        return "r5"
"""


@pytest.fixture
def broken(tmp_path: Path) -> str:
    (tmp_path / "broken.py").write_text(BROKEN, encoding="utf-8")
    (tmp_path / "leaves.py").write_text("raise SystemExit(1)", encoding="utf-8")
    return str(tmp_path / "broken.py")


@pytest.mark.parametrize(("name", "cause"), [("Init", "RuntimeError: no weights"), ("Exits", "SystemExit: 3")])
def test_a_bot_that_cannot_be_made_is_refused_by_name(broken: str, name: str, cause: str) -> None:
    with pytest.raises(BadRules) as refused:
        any_bot_maker(f"{broken}:{name}", UNO)()
    for language in LANGUAGES:
        sentence = error_text(refused.value, language)
        assert f"{broken}:{name}" in sentence and cause in sentence


def test_a_file_without_the_bot_that_was_named_is_refused(broken: str) -> None:
    with pytest.raises(BadRules) as refused:
        any_bot_maker(f"{broken}:Nobody", UNO)
    for language in LANGUAGES:
        assert "broken.py" in error_text(refused.value, language)
        assert "Nobody" in error_text(refused.value, language)


def test_a_file_that_ends_the_program_is_refused_by_name(broken: str) -> None:
    with pytest.raises(BadRules) as refused:
        any_bot_maker(broken.replace("broken.py", "leaves.py:Bot"), UNO)
    assert "leaves.py" in error_text(refused.value, "en-US")


@pytest.mark.parametrize(
    ("name", "cause"),
    [("Raises", "ValueError: what now"), ("Leaves", "SystemExit: bye"), ("Silent", "None"), ("Wrong", "'r5'")],
)
def test_a_bot_that_fails_at_a_table_is_named_once_and_the_match_goes_on(broken: str, name: str, cause: str) -> None:
    session = table(f"{broken}:{name}")
    facts = [fact for event in played(session) for fact in event.facts if fact.type == BOT_FAILED]
    assert sorted(fact.seat or 0 for fact in facts) == sorted(session.seats.bots)
    for language in LANGUAGES:
        told = Narrator(UNO, Words(language), str, -3).tell(facts)[0]
        assert f"{broken}:{name}" in told and cause in told


@pytest.mark.parametrize("spec", ["search:worlds=-1", "search:ms=nan", "search:ms=inf", "search:worlds=2.5"])
def test_a_parameter_that_makes_no_sense_is_refused(spec: str) -> None:
    with pytest.raises(BadRules) as refused:
        bot_maker(spec, UNO)
    assert refused.value.code == "bad_bot_parameter"
    assert error_text(refused.value, "en-US") != error_text(refused.value, "zh-CN")


def test_a_negative_number_is_fine_where_the_default_is_zero_or_negative(monkeypatch: pytest.MonkeyPatch) -> None:
    from paiju.bots.uno_simple import RandomBot

    monkeypatch.setattr(RandomBot, "parameters", {"bias": 0.0})
    monkeypatch.setattr(RandomBot, "__init__", lambda self, bias: setattr(self, "bias", bias))
    monkeypatch.setattr(BotKind, "load", lambda self: RandomBot)
    assert vars(bot_maker("random:bias=-0.5", UNO)())["bias"] == -0.5


def table(bot: str) -> Session:
    """Four bots of one kind; nobody has to be waited for."""
    return open_match(Wanted("uno", bots=(bot,) * 4, seed=1, options={"targetScore": None}), WORDS)[0]


def played(session: Session) -> list[MatchEvent]:
    events: list[MatchEvent] = []
    while not session.over() and len(events) < 400:
        events += session.step()
    return events
