"""Events of the arena, and what its house bots do out of turn."""

from paiju.engine.game import Seat
from paiju.engine.shuffle import FastSource
from paiju.games.uno.game import UNO
from paiju.games.uno.vectors import position
from paiju.server.arena.bots import SystemBot
from paiju.server.arena.uno_events import ActionFacts, narrate
from paiju.server.settings import read_settings
from tests.games.uno.script import book, play


def test_a_hand_is_shown_to_its_challenger_only() -> None:
    before = play(position("r5", "w4 r1 g1", "b1 b2", "y5 y6", pile="y1 y2 y3 y4 g2 g3"), "p1 w4:b")
    after = before.copy()
    events = narrate(after.apply_with_facts(Seat(1), UNO.parse_action("challenge")), after)
    assert [(event.name, event.only) for event in events if event.name == "handShown"] == [("handShown", 1)]
    others = [event.build(lambda seat: f"p{seat}", "en-US") for event in events if event.only is None]
    assert others
    assert "color" not in str(others)  # as in a card


def test_cards_left_are_counted_after_the_hands_were_swapped() -> None:
    before = play(position("r5", "r7 g1 g2", "b1 b2 b3 b4", rules=book("arena", sevenSwap=True)))
    told = ActionFacts(before.copy().apply_with_facts(Seat(0), UNO.parse_action("r7@p2")))
    assert told.left(told.of("played")[0]) == 4


def test_a_draw_that_finds_no_card_is_reported() -> None:
    after = play(position("r5", "g1 g2", "b1 b2", pile="", rules=book("arena")))
    events = narrate(after.apply_with_facts(Seat(0), UNO.parse_action("draw")), after)
    built = [event.build(lambda seat: f"p{seat}", "en-US") for event in events]
    draws = [payload["result"] for payload in built if payload.get("type") == "draw"]
    assert draws == [{"count": 0, "reason": "turn"}]


def test_house_bots_call_and_catch_as_often_as_the_settings_say() -> None:
    state = play(position("r1", "r2 g3", "r4 b2 b3", pile="y1 y2 y3 y4", rules=book("arena")), "p1 r2")
    for seat, setting, chance, answer in (
        (0, "bot_forget_uno", 0.0, "uno"),
        (0, "bot_forget_uno", 1.0, None),
        (1, "bot_catch", 1.0, "catch p1"),
        (1, "bot_catch", 0.0, None),
    ):
        action = SystemBot(read_settings({setting: chance}, {})[0]).react(state.view(Seat(seat)), FastSource(1))
        assert (action.text() if action is not None else None) == answer
