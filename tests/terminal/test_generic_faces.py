"""A game of another package, without screens of its own, is played in the console and on the table."""

import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import cast

import pytest

from paiju.cli import main
from paiju.engine.facts import Fact
from paiju.engine.game import Action, Outcome, Seat
from paiju.games import registry
from paiju.games.registry import all_games, find_game
from paiju.terminal.console.play import play
from paiju.terminal.console.talk import Talk
from paiju.terminal.faces import find_face, game_title
from paiju.terminal.generic.desk import GenericDesk
from paiju.terminal.library import kept_matches, state_of
from paiju.terminal.opening import Wanted, open_match
from paiju.terminal.session import ActionResult, Awaited, Match
from paiju.terminal.settings import Settings
from paiju.terminal.tui.app import PaijuApp
from paiju.terminal.tui.replay import Replay, ReplayScreen, open_replay
from paiju.terminal.words import Words
from tests.terminal.console.player import Home
from tests.terminal.tui.tables import click, plain_appearance, settled, shown, table, until
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


@pytest.mark.anyio
async def test_the_list_is_chosen_from_by_digits_and_by_the_mouse(home: Home, tmp_path: Path) -> None:
    async with table(tmp_path, TOY).run_test(size=(80, 24)) as pilot:
        screen = await settled(pilot)
        assert "▸ 1" in shown(pilot)
        await pilot.press("9", "0")
        await pilot.pause()
        assert "▸ 1" in shown(pilot), "there are only three cards"
        await pilot.press("3")
        await pilot.pause()
        assert "▸ 3" in shown(pilot)
        seq, hand = screen.match.seq, cast(list[int], screen.view["hand"])
        await click(pilot, "choice:1")
        assert "▸ 2" in shown(pilot) and screen.match.seq == seq
        await click(pilot, "choice:1")
        await until(pilot, lambda: screen.match.seq > seq)
        await settled(pilot)
        left = cast(list[int], screen.view["hand"])
        assert left == [hand[0], hand[2]]
        await click(pilot, "choice:1", times=2)
        await until(pilot, lambda: screen.view["hand"] == [hand[0]])


@pytest.mark.anyio
async def test_while_others_play_there_is_nothing_to_choose(home: Home, tmp_path: Path) -> None:
    async with table(tmp_path, TOY, settings=Settings(pace=1.0)).run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: "YOUR TURN" not in shown(pilot))
        for key, said in (("enter", "It is not your turn"), ("h", "there is nothing for you to decide now")):
            await pilot.press(key)
            await pilot.pause()
            assert said in shown(pilot)


@pytest.mark.anyio
async def test_a_record_shows_all_hands_and_who_won(home: Home) -> None:
    session, save = open_match(Wanted(TOY, bots=("random",) * 4, seed=4), Words("en-US"))
    while not session.over():
        session.step()
    replay = open_replay(save.path, None)
    app = PaijuApp(Settings(), "en-US", replay=replay, appearance=plain_appearance())
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: bool(app.screen_stack[1:]))
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        for every in (True, False):  # nobody played: all hands are open
            text = screen.board.canvas.text()
            hands = enumerate(hands_of(replay))
            lines = [screen.texts.labelled(session.names[seat], screen.texts.names(hand)) for seat, hand in hands]
            assert [line in text for line in lines] == [every] * 4
            await pilot.press("a")
            await pilot.pause()
    outcome = session.outcome()
    assert outcome is not None
    match = kept_matches()[0]
    assert match.winners == outcome.winners
    assert all(session.names[seat] in state_of(match, Words("en-US")) for seat in outcome.winners)


def hands_of(replay: Replay) -> list[list[str]]:
    """The cards of every seat at the deal."""
    state = replay.position(replay.start)
    return [state.view(Seat(seat)).own_cards() for seat in range(state.seats)]


class Reacting:
    """A match in which the player may say something while others decide, and no bot has advice."""

    def __init__(self, legal: Sequence[Action]) -> None:
        self.game = find_game(TOY)
        self.names = ["You", "Lin"]
        self.viewer = Seat(0)
        self.seq = 1
        self.said: list[Action] = []
        self._legal = list(legal)

    def awaited(self) -> Awaited:
        return Awaited(False, Seat(1), [self.viewer])

    def look(self) -> dict[str, object]:
        return {"turn": 1}

    def legal(self) -> list[Action]:
        return self._legal

    def act(self, action: Action) -> ActionResult:
        self.said.append(action)
        return ActionResult("", {}, [])

    def hint(self) -> Action | None:
        return None

    def outcome(self) -> Outcome | None:
        return None


def test_who_may_react_is_asked_once_in_a_position() -> None:
    game = find_game(TOY)
    match = Reacting([game.action_from_json({"type": "PLAY", "card": card}) for card in (3, 9)])
    sink = io.StringIO()
    source = io.StringIO("h\n0\n2\n")
    desk = GenericDesk(Talk(Words("en-US"), source=source, sink=sink), cast(Match, match))
    assert not desk.react() and not match.said
    said = sink.getvalue()
    assert "1 play 3" in said and "2 play 9" in said
    assert "No hint for this one." in said, "h has no advice"
    assert not desk.react() and sink.getvalue() == said, "declined"
    match.seq = 2
    assert desk.react()
    assert [action.text() for action in match.said] == ["play 9"]
    desk.finish()
    assert sink.getvalue().endswith("The match is over.\n"), "a room keeps its standings in the view"
