"""UNO in the plain console: what the questions of rarer positions lead to, on given deals."""

import io
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from paiju.engine.game import Action
from paiju.games.uno.actions import DRAW, play_card
from paiju.games.uno.cards import RED, parse_card
from paiju.terminal.console.desk import Leave
from paiju.terminal.console.play import play
from paiju.terminal.console.talk import Talk
from paiju.terminal.saves import Save, resume
from paiju.terminal.session import Session
from paiju.terminal.uno.desk import UnoDesk
from paiju.terminal.words import Words
from tests.terminal.dealt import dealt_match

FOUR = ["y1 y2 y4", "y6 y7 y9", "b6 b7 b9"]
"""Hands of the others under `console`, where four play."""

BLIND = """
from paiju.bots.base import Bot

class Blind(Bot):
    def choose(self, view, source):
        return view.legal[0]
"""
"""A bot that does nothing out of turn."""


class Table:
    """A desk whose player gives these answers."""

    def __init__(self, session: Session, answers: Sequence[str]) -> None:
        self._sink = io.StringIO()
        source = io.StringIO("".join(f"{answer}\n" for answer in answers))
        self.session = session
        self.desk = UnoDesk(Talk(Words("en-US"), source=source, sink=self._sink), session)

    def said(self) -> str:
        """Everything said so far, in one line."""
        return " ".join(self._sink.getvalue().split())

    def hand(self) -> list[str]:
        return [card.rsplit("-", 1)[0] for card in self.session.state.view(self.session.viewer).own_cards()]

    def count(self, seat: int) -> int:
        return self.desk.look().counts[seat]


Opened = Callable[..., Table]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    """Opens a match on a deal for somebody who gives the answers."""
    saves: list[Save] = []

    def open_table(answers: Sequence[str], hands: Sequence[str], top: str, **options: object) -> Table:
        rulebook = str(options.pop("rulebook", "official"))
        path = tmp_path / f"{len(saves)}.paiju"
        dealt_match(path, hands, top, rulebook=rulebook, **options)  # type: ignore[arg-type]
        session, save = resume(path)
        saves.append(save)
        return Table(session, answers)

    yield open_table
    for save in saves:
        save.close()


def laid(text: str, colour: int | None = None) -> Action:
    card = parse_card(text if "." in text else f"{text}.1")
    return play_card(card) if colour is None else play_card(card, colour)


def test_a_wild_that_begins_the_round_asks_its_first_player_for_a_colour(opened: Opened) -> None:
    table = opened(["h", "3"], ["r3 b9 g1", "r1 r2 r4"], "w")
    table.desk.decide()
    assert "choose" in table.said()
    look = table.desk.look()
    assert (look.colour, look.phase) == ("green", "turn")


def test_who_forgot_uno_may_still_call_it_once_nobody_caught_it(opened: Opened) -> None:
    for answer, called in (("1", True), ("0", False)):
        table = opened([answer], ["r3 b9", "r1 r2"], "r7", played=[(0, laid("r3"))])
        assert table.desk.late_call() is called
        assert (table.desk.look().exposed == 0) is not called
        assert not table.desk.late_call(), "nobody is asked twice"


def test_a_late_call_against_bots_that_catch_nobody_is_the_next_thing_that_happens(tmp_path: Path) -> None:
    (tmp_path / "blind.py").write_text(BLIND, "utf-8")
    path, bots = tmp_path / "late.paiju", f"{tmp_path / 'blind.py'}:Blind"
    dealt_match(path, ["r3 b9", "r1 r2"], "r7", played=[(0, laid("r3"))], rulebook="official", bots=bots)
    sink = io.StringIO()
    talk = Talk(Words("en-US"), source=io.StringIO("1\nq\n"), sink=sink)
    assert not play(talk, *resume(path), resumed=True)
    said = " ".join(sink.getvalue().split())
    assert "You forgot to say UNO. Say it now? 1 say UNO 0 stay silent" in said
    assert "You say UNO" in said.partition("stay silent")[2].partition("P2")[0], said


def test_the_menu_offers_a_catch_while_it_is_possible(opened: Opened) -> None:
    table = opened(["3"], ["r3 b9", "r1 r2"], "r7", you=1, played=[(0, laid("r3"))])
    table.desk.decide()
    assert "3 catch P1 without UNO" in table.said()
    assert table.count(0) == 3, "one card and the two of the penalty"


def test_a_seven_that_is_not_exchanged_is_not_played(opened: Opened) -> None:
    table = opened(["2", "1", "1", "0", "0", "0", "0"], ["r7 b9 g1", "r1 r2 r4"], "r5", sevenSwap=True)
    table.desk.decide()
    assert table.hand() == ["red-7", "blue-9", "green-1"]


def test_a_seven_that_jumps_in_is_not_laid_without_an_exchange(opened: Opened) -> None:
    house = {"sevenSwap": True, "jumpIn": True}
    for target, left in (("0", 3), ("1", 3), ("2", 3)):
        table = opened(["1", target], ["b9 g1 g2", "r7 b8 g4", "y1 y2 y3"], "r7", you=1, **house)
        assert table.desk.react() is (target != "0")
        assert ("red-7" in table.hand()) is (target == "0")
        assert len(table.hand()) == left


def test_a_drawn_card_that_must_be_played_is_the_only_question(opened: Opened) -> None:
    table = opened(["1"], ["b9 g1 g2", "y1 y2 y3"], "r7", pile="r5", played=[(0, DRAW)], forcePlay=True)
    table.desk.decide()
    assert "end turn" not in table.said()
    assert table.hand() == ["blue-9", "green-1", "green-2"]


def test_a_drawn_card_is_not_played_from_the_hand_under_console(opened: Opened) -> None:
    table = opened(
        ["2", "1", "1", "0", "0"], ["b9 g1 g2", *FOUR], "r7", pile="r5", played=[(0, DRAW)], rulebook="console"
    )
    table.desk.decide()
    assert "After drawing you cannot play from your hand" in table.said()
    assert len(table.hand()) == 4


def test_a_four_is_answered_with_a_four_where_that_is_allowed(opened: Opened) -> None:
    stacked = {"stackDrawCards": True, "stackMode": "same"}
    hands = ["w4 b9 g1", "w4 r2 r4", "y1 y2 y3"]
    table = opened(["2", "1", "4"], hands, "r7", you=1, played=[(0, laid("w4", RED))], **stacked)
    table.desk.decide()
    look = table.desk.look()
    assert (look.draw_pending, look.colour, look.current) == (8, "blue", 2)


def test_h_names_the_colour_of_a_wild(opened: Opened) -> None:
    table = opened(["h", "q"], ["w b9 b8 b2", "r1 r2 r4 r6"], "g7")
    with pytest.raises(Leave):
        table.desk.decide()
    assert "play Wild and choose blue" in table.said()


def test_h_has_nothing_to_say_while_another_is_awaited(opened: Opened) -> None:
    table = opened([], ["r3 b9 g1", "r1 r2 r4"], "r7", you=1)
    table.desk.hint()
    assert "No hint" in table.said()
