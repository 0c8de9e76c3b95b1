"""The leak test: permute what a seat cannot see; everything the seat is told must stay the same."""

from collections.abc import Iterable, Iterator, Mapping

from paiju.engine.facts import known_to
from paiju.engine.game import CHANCE, SPECTATOR, Action, Game, Rules, Seat, Shuffle, State
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
        raise ContractBroken(f"dealing the hidden cards again lost or doubled cards for seat {seat}")
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


def check_action_shows(game: Game, state: State, recipient: Seat, actor: Seat, action: Action) -> None:
    """Raise `ContractBroken` if `Game.visible` shows a card of the actor's hand that is still hidden afterwards.

    `recipient`, another seat or SPECTATOR, may see the cards that its facts and its view tell it, and no others.
    """
    held = set(state.view(actor).own_cards()) if actor >= 0 else set()
    after = state.copy()
    facts = known_to(after.apply_with_facts(actor, action), recipient)
    told = set(_names([after.view(recipient).to_json(), *[fact.data for fact in facts]]))
    secret = held & set(_names(game.visible(action.to_json(), actor, recipient))) - told
    if secret:
        raise ContractBroken(f"seat {recipient} can see hidden cards in the action {action}: {sorted(secret)}")


def check_shuffle_hides(game: Game, recipient: Seat) -> None:
    """Raise `ContractBroken` if `Game.visible` shows the order of a shuffle: it tells where every card is."""
    if "order" in game.visible(Shuffle([1, 0]).to_json(), CHANCE, recipient):
        raise ContractBroken(f"seat {recipient} can see the order of a shuffle")


def _names(value: object) -> Iterator[str]:
    """Every text and number inside a JSON value, as text: names of cards among them."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from _names(item)
    elif value is not None:
        yield str(value)


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
    check_shuffle_hides(game, Seat(0))
    check_shuffle_hides(game, SPECTATOR)
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
                for recipient in [*walk.seats(), SPECTATOR]:
                    if recipient != chosen[0]:
                        check_action_shows(game, walk.state, recipient, *chosen)
            walk.apply(*chosen)
    if not different:
        raise ContractBroken("`resampled` never changed anything, so nothing was tested")
