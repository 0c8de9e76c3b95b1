"""The leak test: permute what a seat cannot see, and everything it is told must stay the same."""

from collections.abc import Iterable, Mapping

from paiju.engine.game import SPECTATOR, Action, Game, Rules, Seat, State
from paiju.engine.shuffle import FastSource, Source
from paiju.testing.options import random_rules, random_seats
from paiju.testing.walk import ContractBroken, Walk


def told(state: State, seat: Seat, attempts: Iterable[Action]) -> dict[str, object]:
    """Everything that `seat` can learn from the program about this position."""
    return {
        "view": state.view(seat).to_json(),
        "legal in view": [action.text() for action in state.view(seat).legal],
        "legal": [action.text() for action in state.legal(seat)],
        "refusals": [(a.text(), state.refusal(seat, a), state.refusal_params(seat, a)) for a in attempts],
        "spectator's view": state.view(SPECTATOR).to_json(),
        "turn": state.turn(),
        "reactors": state.reactors(),
        "patience": state.patience_ms(),
    }


def check_position_hides(state: State, seat: Seat, source: Source, attempts: Iterable[Action] = ()) -> bool:
    """Raise `ContractBroken` if `seat` could tell this position from one with other hidden cards.

    Returns whether the hidden cards really were different, so that a test can see that it tested something.
    """
    attempts = list(attempts)
    other = state.resampled(seat, source)
    before, after = told(state, seat, attempts), told(other, seat, attempts)
    for what, value in before.items():
        if value != after[what]:
            raise ContractBroken(f"seat {seat} can see hidden cards in {what}:\n  {value}\n  {after[what]}")
    if other.census() != state.census():
        raise ContractBroken(f"dealing the hidden cards anew lost or doubled cards for seat {seat}")
    return other.snapshot() != state.snapshot()


def check_no_leak(
    game: Game,
    rules: Rules | None = None,
    seats: int | None = None,
    *,
    seeds: Iterable[int] = range(10),
    fixed: Mapping[str, object] | None = None,
    every: int = 5,
    most_actions: int = 400,
) -> None:
    """Random matches; every few actions each seat's knowledge is tested. `rules` None: random ones each time."""
    different = 0
    for seed in seeds:
        source = FastSource(seed)
        table = rules if rules is not None else random_rules(game, source, fixed)
        walk = Walk(game, table, seats or random_seats(game, table, source), source)
        steps = 0
        while walk.step() and steps < most_actions:
            steps += 1
            if steps % every == 0:
                walk.settle()
                for seat in walk.seats():
                    different += check_position_hides(walk.state, seat, source, walk.pool)
    if not different:
        raise ContractBroken("`resampled` never changed anything, so nothing was tested")
