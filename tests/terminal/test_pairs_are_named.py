"""A Shandong player who must play a pair is told which pairs there are, at the table and in the console."""

import io

import pytest

from paiju.engine.game import Seat
from paiju.games.shandong.actions import card_action
from paiju.terminal.console.talk import Talk
from paiju.terminal.opening import Wanted, open_match
from paiju.terminal.session import Session
from paiju.terminal.shandong.desk import ShandongDesk
from paiju.terminal.shandong.look import ShandongLook, shandong_look
from paiju.terminal.words import Words

pytestmark = pytest.mark.usefixtures("home")


def following_a_pair() -> tuple[Session, ShandongLook]:
    """The first position of a few matches in which the player has several pairs to follow a pair with."""
    for seed in range(1, 60):
        session, save = open_match(Wanted("shandong", seed=seed), Words("en-US"))
        save.close()
        for _ in range(400):
            look = shandong_look(session.look())
            mine = session.awaited().person
            if mine and look.trick is not None and look.trick.lead.type == "pair" and len(look.pairs()) > 1:
                return session, look
            if session.over() or look.phase == "scored":
                break
            if not session.step():
                seat = Seat(session.state.turn())
                session.act(session.hint(seat) or session.legal(seat)[0], seat)
    raise AssertionError("there is no such position")


def test_the_pairs_are_named() -> None:
    session, look = following_a_pair()
    faces = {card.rsplit("_", 1)[0] for card in look.pairs()}
    assert all({f"{face}_0", f"{face}_1"} <= set(look.hand) for face in faces)
    suited = [card for card in look.hand if look.suit_of(card) == look.lead_suit()]
    other = next(card for card in suited if card.rsplit("_", 1)[0] != suited[0].rsplit("_", 1)[0])
    wrong = card_action("PLAY", [suited[0], other])
    assert session.check(wrong).code == "must_follow_pair"
    said = io.StringIO()
    desk = ShandongDesk(Talk(Words("en-US"), source=io.StringIO(), sink=said), session)
    desk.act(wrong)
    names = [desk.talk.words.poker_cards([card, card]) for card in look.pairs()]
    assert ", ".join(names) in " ".join(said.getvalue().split())
