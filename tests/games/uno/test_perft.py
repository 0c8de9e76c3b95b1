"""Counts of all ways to play on from small positions, agreed by hand before they were written down."""

import pytest

from paiju.engine.game import Seat
from paiju.games.uno.state import UnoState
from paiju.games.uno.vectors import position
from tests.games.uno.script import book


def perft(state: UnoState, depth: int) -> int:
    """Sequences of turn actions: calls and catches are left out, because they do not advance play."""
    if depth == 0 or state.over() or state.turn() < 0:
        return 1
    total = 0
    seat = state.turn()
    for action in state.legal(seat):
        if action.to_json()["type"] in ("CALL_UNO", "CHALLENGE_UNO"):
            continue
        after = state.copy()
        after.play(seat, action)
        total += perft(after, depth - 1)
    return total


@pytest.mark.parametrize(
    ("state", "counts"),
    [
        # p1: r6, r<, draw (the pile is empty: a pass). r6: p2 has r8, draw. r<: p1 again has r6, draw. Pass: r8, draw.
        (position("r5", "r6 r< g2", "b7 r8"), [3, 6]),
        (position("r5", "r6 g2", "b7 r8"), [2, 4]),
        # A wild counts once for each colour: 4 + draw. On yellow p2 has two cards and the draw, otherwise the draw.
        (position("r5", "w b1", "y7 y8", rules=book("platform")), [5, 7]),
        # The victim of a +4 may challenge, accept, or draw (which accepts): 4 colours × 3, and p2's 1 after a pass.
        (position("r5", "w4 b1", "y7 y8", pile="g1 g2 g3 g4 g6 g7"), [5, 13]),
        # Owed cards: only the draw, or a stack.
        (position("r+2", "g+2 r1", "b1 b2", rules=book("platform", stackDrawCards=True), pending=2, pile="y1 y2"), [2]),
        # A swapping 7 counts once for each other player.
        (position("r5", "r7 g1", "b1", "b2", "b3", rules=book("official", sevenSwap=True)), [4]),
    ],
)
def test_counts_of_small_positions(state: UnoState, counts: list[int]) -> None:
    assert [perft(state, depth + 1) for depth in range(len(counts))] == counts


def test_the_order_of_legal_is_colours_plays_draw_skip_answers_call_catches() -> None:
    state = position("r5", "r6 w", "b7 r8", pile="y1 y2 y3 y4")
    assert [str(a) for a in state.legal(Seat(0))] == ["r6", "w:r", "w:b", "w:g", "w:y", "draw", "uno"]
    assert [str(a) for a in state.legal(Seat(1))] == ["uno"]
