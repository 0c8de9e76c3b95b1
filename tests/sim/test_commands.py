"""`paiju sim`, `paiju bots`, `paiju train`: what they print, and one sentence for every mistake."""

import json
from pathlib import Path

import numpy as np
import pytest

from paiju.bots.base import BotKind
from paiju.bots.levels import LEVELS, bots_by_level, listed
from paiju.bots.registry import bot_kinds
from paiju.bots.uno_layout import FEATURES
from paiju.bots.uno_moves import GOALS
from paiju.cli import main
from paiju.sim.train_uno import Learner, Training, train

SIM = ["sim", "uno", "--bots", "colour,random", "--games", "4", "--seed", "1"]


def test_a_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SIM, "--duplicate", "--control"]) == 0
    out = capsys.readouterr().out
    for word in ("colour", "random", "wins", "p95", "rounds/s", "decisions/s", "fair share is 50.00 %", "control"):
        assert word in out


def test_json_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SIM, "--json", "--rated", "--control"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["plan"]["seed"] == 1
    rows = data["result"]["rows"]
    assert rows[0]["bot"] == "colour"
    assert 0 <= rows[0]["share"]["low"] <= rows[0]["share"]["mean"] <= rows[0]["share"]["high"] <= 1
    assert rows[0]["rating"]["mu"] > rows[1]["rating"]["mu"]
    assert data["speed"]["decisions_per_second"] > 0
    control = data["result"]["control"]
    assert control["bot"] == "colour" and set(control["share"]) == set(control["null"]) == {
        "mean",
        "low",
        "high",
        "deals",
    }


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_a_chart(ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / f"chart.{ending}"
    assert main([*SIM, "--plot", str(file)]) == 0
    assert file.stat().st_size > 1000
    capsys.readouterr()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["sim", "uno", "--bots", "colour,nobody"], "nobody"),
        (["sim", "uno", "--bots", "colour,:cat:"], '":cat:"'),
        (["sim", "chess", "--bots", "colour"], "chess"),
        (["sim", "uno", "--bots", ","], "names with commas"),
        ([*SIM, "--jobs", "0"], "jobs"),
        (["sim", "uno", "--bots", "colour,random", "--games", "0"], "at least 1"),
        ([*SIM, "--plot", "chart.txt"], ".png or .svg"),
        ([*SIM, "--rulebook", "bridge"], "bridge"),
        ([*SIM, "--option", "stackDraw=1"], "stackDraw"),
        (["sim", "uno", "--bots", "./none.py:Bot,colour"], "none.py"),
        (["sim", "uno", "--bots", "./none.json,colour"], "none.json"),
        (["sim", "uno", "--bots", "search:world=3,colour"], "worlds"),
        (["train", "shandong"], "shandong"),
        (["train", "uno", "--rounds", "0"], "at least 1"),
        (["train", "uno", "--out", "weights.txt"], ".json"),
        (["bots", "chess"], "chess"),
    ],
)
def test_one_sentence_for_every_mistake(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert "Traceback" not in error


def test_a_missing_extra_says_which_command_installs_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("paiju.extras.find_spec", lambda package: None)
    assert main([*SIM, "--plot", "chart.png"]) == 2
    assert 'pip install "paiju[lab]"' in capsys.readouterr().err
    assert main([*SIM, "--cluster", "tcp://127.0.0.1:1"]) == 2
    assert 'pip install "paiju[cluster]"' in capsys.readouterr().err


def test_the_list_of_bots_has_a_character_for_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bots"]) == 0
    out = capsys.readouterr().out
    for game in ("uno", "shandong"):
        assert all(bot.character for bot in listed(game))
        for kind in bot_kinds(game):
            assert kind.name in out


def test_a_bot_of_another_package_need_not_say_what_it_is_like(monkeypatch: pytest.MonkeyPatch) -> None:
    silent = BotKind("silent", "uno", "elsewhere:SilentBot", 1)
    kinds = [*bot_kinds("uno"), silent]
    monkeypatch.setattr("paiju.bots.levels.bot_kinds", lambda game: kinds)
    assert [bot.character for bot in listed("uno") if bot.name == silent.name] == [""]


@pytest.mark.parametrize("game", ["uno", "shandong"])
def test_every_level_is_a_bot_that_exists(game: str) -> None:
    known = [kind.name for kind in bot_kinds(game)]
    assert tuple(bots_by_level(game)) == LEVELS
    assert all(name in known for name in bots_by_level(game).values())


def test_training_learns_what_it_is_shown_and_the_same_plan_gives_the_same_network() -> None:
    learner = Learner(4, seed=1, rate=0.02)
    rows = np.eye(3, FEATURES, dtype=np.uint8)
    targets = np.array([[0.9] * GOALS, [0.1] * GOALS, [0.5] * GOALS], np.float32)
    chance = np.random.default_rng(1)
    errors = [learner.fit_all(rows, targets, chance, 2) for _ in range(200)]
    assert errors[-1] < errors[0] / 10

    plan = Training(rounds=8, tables=2, hidden=4, gathered=20, batch=10, seed=3)
    told: list[int] = []
    first = train(plan, "train", lambda rounds, error: told.append(rounds))
    again = train(plan, "train")
    assert told == sorted(told) != []
    assert first.offsets == again.offsets
    assert first.offsets != [0.0] * GOALS, "something was learned"
