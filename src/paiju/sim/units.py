"""What the two games call a deal: how seats change in a duplicate, when one round is over, what a round is worth."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from paiju.engine.game import State
from paiju.games.shandong.state import ShandongState
from paiju.games.shandong.table import HandResult
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
    return _hand_is_scored if plan.game == "shandong" and not plan.whole_match else None


def _hand_is_scored(state: State) -> bool:
    return isinstance(state, ShandongState) and state.result is not None


def ended(plan: "Plan", referee: Referee) -> Ended:
    """What a match, a round or a hand came to. One without an end was won by nobody."""
    state = referee.state
    outcome = state.outcome()
    seats = range(plan.seats)
    rounds = sum(kind in ROUND_STARTS for kind in referee.host_actions)
    if isinstance(state, ShandongState) and state.result is not None and not plan.whole_match:
        return _hand(state.result, rounds, referee.decisions)
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


def _hand(result: HandResult, rounds: int, decisions: int) -> Ended:
    """One hand of Shandong: levels gained against the other side; without any, whoever is banker next has won."""
    gained = [after - before for before, after in zip(result.levels_before, result.levels_after, strict=True)]
    if result.match_winner >= 0:
        gained[result.match_winner] += 1
    ahead = gained[0] - gained[1]
    winner = (0 if ahead > 0 else 1) if ahead else result.next_banker % 2
    sides = [seat % 2 for seat in range(4)]
    return Ended(
        wins=tuple(float(side == winner) for side in sides),
        scores=tuple(gained[side] for side in sides),
        placements=tuple(1 if side == winner else 2 for side in sides),
        rounds=rounds,
        decisions=decisions,
        levels=tuple(float(ahead if side == 0 else -ahead) for side in sides),
    )
