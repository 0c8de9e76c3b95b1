"""A game of another package, without screens of its own, is played in the console and on the table."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from paiju.cli import main
from paiju.engine.facts import Fact
from paiju.games import registry
from paiju.games.registry import all_games, find_game
from paiju.terminal.console.play import play
from paiju.terminal.console.talk import Talk
from paiju.terminal.faces import find_face, game_title
from paiju.terminal.opening import Wanted, open_match
from paiju.terminal.words import Words
from tests.terminal.console.player import Home
from tests.terminal.tui.tables import settled, shown, table
from tests.toy.package import install

TOY = "high-card"


@pytest.fixture(autouse=True)
def installed(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The package of the toy game, as pip would install it."""
    folder = tmp_path_factory.mktemp("site")
    install(folder)
    monkeypatch.syspath_prepend(str(folder))
    yield
    registry._loaded.pop(TOY, None)


def test_it_has_a_title_and_its_facts_are_told() -> None:
    game, words = find_game(TOY), Words("en-US")
    assert game in all_games()
    assert game_title(game, game.default_rulebook, words).startswith(game.name)
    teller = find_face(game).narrator(game, words, lambda seat: f"seat {seat}", 0)
    assert teller.tell([Fact("trick_won", 1, {"trick": [3, 9], "tricks": 2})]) == ["seat 1 wins the trick."]
    unheard_of = Fact("bid_made", 1, {"for": {"tricks": 2}, "cards": [3, 9], "trump": None})
    assert teller.tell([unheard_of]) == ["seat 1: bid made, for tricks 2, cards 3 9, trump –"]


def test_a_match_is_played_in_the_console(home: Home) -> None:
    session, save = open_match(Wanted(TOY, seed=4), Words("en-US"))
    sink = io.StringIO()
    talk = Talk(Words("en-US"), source=io.StringIO("h\n9\n?\n" + "1\n" * 20), sink=sink)
    assert play(talk, session, save)
    said = sink.getvalue()
    assert "Your cards: " in said and "1 play " in said and "Which? 1-3:" in said
    assert "You play " in said and " wins the trick." in said
    assert "The match is over." in said and "1. " in said


def test_paiju_play_takes_its_name(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", TOY, "--plain", "--lang", "en", "--bots", ",".join(["random"] * 4), "--seed", "1"]) == 0
    assert " wins the trick." in capsys.readouterr().out
    assert main(["play", "chess", "--plain", "--lang", "en"]) == 2
    assert "uno, shandong, high-card" in capsys.readouterr().err


@pytest.mark.anyio
async def test_a_match_is_played_on_the_table(home: Home, tmp_path: Path) -> None:
    async with table(tmp_path, TOY).run_test(size=(80, 24)) as pilot:
        screen = await settled(pilot)
        assert "high-card" in shown(pilot) and "YOUR TURN" in shown(pilot)
        await pilot.press("h")
        await pilot.pause()
        assert "HINT" in shown(pilot)
        await pilot.press("question_mark", "escape", "w", "escape")
        while not screen.match.over():
            await pilot.press("down", "enter")
            screen = await settled(pilot)
        assert screen.face.resting() and "The match is over." in shown(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert screen not in pilot.app.screen_stack
