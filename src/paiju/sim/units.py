"""What the two games call a deal: how seats change in a duplicate, when one round is over, what a round is worth."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from paiju.engine.game import State
from paiju.sim.match import Ended, Referee

if TYPE_CHECKING:
    from paiju.sim.plan import Plan

ROUND_STARTS = ("START", "NEXT_ROUND", "NEXT_HAND")
"""Host actions that deal cards."""


def seatings(game: str, seats: int) -> list[tuple[int, ...]]:
    """How a deal is played again: UNO with every rotation of the seats, Shandong with the sides swapped.

    Each tuple says which player of the original order sits on seat 0, 1, 2 …
    """
    turns = 2 if game == "shandong" else seats
    return [tuple((seat - turn) % seats for seat in range(seats)) for turn in range(turns)]


def enough_of(plan: "Plan") -> Callable[[State], bool] | None:
    """When to stop before the match is over, or None to play to its end. UNO rounds end by their own rules."""
    return None


def ended(plan: "Plan", referee: Referee) -> Ended:
    """What a match came to. One without an end was won by nobody."""
    outcome = referee.state.outcome()
    seats = range(plan.seats)
    rounds = sum(kind in ROUND_STARTS for kind in referee.host_actions)
    if outcome is None:
        nothing = tuple(0 for _ in seats)
        return Ended(tuple(0.0 for _ in seats), nothing, tuple(1 for _ in seats), rounds, referee.decisions)
    return Ended(
        wins=tuple(float(seat in outcome.winners) for seat in seats),
        scores=tuple(outcome.scores),
        placements=tuple(outcome.placements),
        rounds=rounds,
        decisions=referee.decisions,
    )
