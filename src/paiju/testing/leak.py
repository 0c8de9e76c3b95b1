"""The leak test: permute what a seat cannot see; everything the seat is told must stay the same."""

from collections.abc import Iterable, Mapping

from paiju.engine.facts import known_to
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


def check_action_hides(state: State, seat: Seat, source: Source, actor: Seat, action: Action) -> None:
    """Raise `ContractBroken` unless the facts of an action tell `seat` exactly as much as its view afterwards.

    The action is applied to this position and to one that looks the same to `seat`. Facts that differ while the views
    do not have told a secret; views that differ while the facts do not have changed in silence.
    """
    other = state.resampled(seat, source)
    if other.refusal(actor, action):
        return  # with those hidden cards it could not have happened
    here, there = state.copy(), other
    facts = known_to(here.apply_with_facts(actor, action), seat)
    others = known_to(there.apply_with_facts(actor, action), seat)
    view, another = here.view(seat).to_json(), there.view(seat).to_json()
    if view == another and facts != others:
        raise ContractBroken(f"seat {seat} can see hidden cards in the facts of {action}:\n  {facts}\n  {others}")
    if view != another and facts == others:
        shown = [name for name in view if view[name] != another[name]]
        raise ContractBroken(f"no fact of {action} tells seat {seat} what its view shows in {shown}:\n  {facts}")


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
    """Random matches; every few actions: what each seat knows, and what the next action tells it.

    Without `rules` each match has random ones.
    """
    different = 0
    for seed in seeds:
        source = FastSource(seed)
        table = rules if rules is not None else random_rules(game, source, fixed)
        walk = Walk(game, table, seats or random_seats(game, table, source), source)
        for step in range(most_actions):
            walk.settle()
            chosen = walk.next_action()
            if chosen is None:
                break
            if step % every == 0:
                for seat in walk.seats():
                    different += check_position_hides(walk.state, seat, source, walk.pool)
                    check_action_hides(walk.state, seat, source, *chosen)
            walk.apply(*chosen)
    if not different:
        raise ContractBroken("`resampled` never changed anything, so nothing was tested")
