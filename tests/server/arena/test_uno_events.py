"""Events of the arena that are not for everybody."""

from paiju.engine.game import Seat
from paiju.games.uno.game import UNO
from paiju.games.uno.vectors import position
from paiju.server.arena.uno_events import narrate
from tests.games.uno.script import play


def test_a_hand_is_shown_to_its_challenger_only() -> None:
    before = play(position("r5", "w4 r1 g1", "b1 b2", "y5 y6", pile="y1 y2 y3 y4 g2 g3"), "p1 w4:b")
    after = before.copy()
    events = narrate(after.apply_with_facts(Seat(1), UNO.parse_action("challenge")), after)
    assert [(event.name, event.only) for event in events if event.name == "handShown"] == [("handShown", 1)]
    others = [event.build(lambda seat: f"p{seat}", "en-US") for event in events if event.only is None]
    assert others
    assert "color" not in str(others)  # as in a card
