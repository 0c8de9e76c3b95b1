"""Perft: how many ways a match can go on. Counts that were checked by hand pin down the rules in a position."""

from paiju.engine.drive import advance
from paiju.engine.game import Seat, State
from paiju.engine.shuffle import FastSource


def perft(state: State, depth: int, seed: int = 0) -> int:
    """The number of sequences of `depth` actions by seats. CHANCE and the host act in between, from `seed`."""
    return 1 if depth == 0 else sum(divide(state, depth, seed).values())


def divide(state: State, depth: int, seed: int = 0) -> dict[str, int]:
    """As `perft`, for each first action (`"0 r5"` is seat 0 playing r5): shows where two counts differ."""
    counts: dict[str, int] = {}
    for seat in range(state.seats):
        for action in state.legal(Seat(seat)):
            after = state.copy()
            after.apply(Seat(seat), action)
            advance(after, FastSource(seed))
            counts[f"{seat} {action}"] = perft(after, depth - 1, seed)
    return counts
