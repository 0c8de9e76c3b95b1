"""The conformance walk: random matches on which every promise of the engine's contract is checked."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from paiju.engine.errors import BadNotation, IllegalAction
from paiju.engine.game import CHANCE, HOST, NOBODY, SPECTATOR, Action, Fields, Game, Rules, Seat, State
from paiju.engine.shuffle import FastSource
from paiju.testing.facts import FactCheck
from paiju.testing.options import random_rules, random_seats
from paiju.testing.replay import check_replay
from paiju.testing.walk import ContractBroken, Walk

Complete = Callable[[State, Seat], bool]
"""Whether `legal` lists everything here, or only a documented sample of too many choices."""

NONSENSE: Final[tuple[object, ...]] = (
    None,
    True,
    -1,
    10**30,
    1.5,
    "",
    "\u0000",
    "no such thing",
    [],
    ["x"],
    {},
    {"a": 1},
)


def everywhere(state: State, seat: Seat) -> bool:
    """For games whose lists are always complete."""
    return True


def check_game(
    game: Game,
    *,
    seeds: Iterable[int] = range(20),
    fixed: Mapping[str, object] | None = None,
    complete: Complete = everywhere,
    most_actions: int = 50_000,
    every: int = 7,
) -> None:
    """Random matches under random rules, seats and options. Raises `ContractBroken` with seed and story.

    `fixed` options are the same in every match, for example those that make matches short.
    """
    for seed in seeds:
        source = FastSource(seed)
        rules = random_rules(game, source, fixed)
        seats = random_seats(game, rules, source)
        try:
            check_match(game, rules, seats, seed, complete=complete, most_actions=most_actions, every=every)
        except ContractBroken as broken:
            raise ContractBroken(f"seed {seed}: {broken}") from broken


def check_match(
    game: Game,
    rules: Rules,
    seats: int,
    seed: int,
    *,
    complete: Complete = everywhere,
    most_actions: int = 50_000,
    every: int = 7,
) -> None:
    """One random match. Cheap promises are checked at every action, expensive ones at every `every`-th."""
    walk = Walk(game, rules, seats, FastSource(seed))
    told = FactCheck(walk)
    cards: list[str] = []
    steps = 0
    while True:
        walk.settle()
        cards = check_cards(walk, cards)
        told.check()
        chosen = walk.next_action()
        if chosen is None:
            break
        check_accepted(walk, *chosen)
        if steps % every == 0:
            check_position(walk, complete)
            check_copy(walk, *chosen)
            check_notation(game, chosen[1])
        walk.apply(*chosen)
        steps += 1
        if steps > most_actions:
            raise ContractBroken(f"the match did not end within {most_actions} actions\n{walk.story()}")
    check_end(walk)
    check_replay(game, rules, walk.state, walk.log, walk.facts)


def check_cards(walk: Walk, before: list[str]) -> list[str]:
    """No card is lost or doubled."""
    now = walk.state.census()
    if before and now != before:
        lost, gained = [c for c in before if c not in now], [c for c in now if c not in before]
        raise ContractBroken(f"cards are not conserved: lost {lost}, gained {gained}\n{walk.story()}")
    return now


def check_accepted(walk: Walk, seat: Seat, action: Action) -> None:
    """What is listed, and what the host announces, is accepted; a player cannot do what only the host may."""
    code = walk.state.refusal(seat, action)
    if code:
        raise ContractBroken(f"{action} of {seat} was offered, but is refused with {code}\n{walk.story()}")
    if seat == HOST:
        for player in walk.seats():
            if not walk.state.refusal(player, action):
                raise ContractBroken(f"seat {player} may do what only the host may: {action}\n{walk.story()}")


def check_position(walk: Walk, complete: Complete) -> None:
    """Looking changes nothing; lists keep their order and agree with `refusal`; refused actions change nothing."""
    state = walk.state
    before = state.snapshot()
    if json.loads(json.dumps(before)) != before:
        raise ContractBroken(f"the snapshot is not plain JSON\n{walk.story()}")
    for seat in walk.seats():
        listed = state.legal(seat)
        if [a.text() for a in listed] != [a.text() for a in state.copy().legal(seat)]:
            raise ContractBroken(f"the order of legal({seat}) is not fixed\n{walk.story()}")
        allowed = [a for a in state.candidates(seat) if not state.refusal(seat, a)]
        if listed != allowed:
            raise ContractBroken(f"legal({seat}) is {listed}, but refusal allows {allowed}\n{walk.story()}")
        check_view(walk, seat, listed)
        check_attempts(walk, seat, listed, complete(state, seat))
        if state.snapshot() != before:
            raise ContractBroken(f"looking, or a refused action of seat {seat}, changed the position\n{walk.story()}")
    if state.view(SPECTATOR).legal:
        raise ContractBroken(f"a spectator has legal actions\n{walk.story()}")


def check_view(walk: Walk, seat: Seat, listed: list[Action]) -> None:
    """A view belongs to its seat, lists the same actions, is plain JSON and names what in it is its own; what is
    imagined from it fits it."""
    view = walk.state.view(seat)
    if view.seat != seat or view.legal != listed:
        raise ContractBroken(f"the view of seat {seat} says {view.seat}: {view.legal}, not {listed}\n{walk.story()}")
    shown = view.to_json()
    if json.loads(json.dumps(shown)) != shown:
        raise ContractBroken(f"the view of seat {seat} is not plain JSON\n{walk.story()}")
    fields = [_read(view.own_part()), _read(walk.state.view(SPECTATOR).shared_part())]
    legal = [_read(action.fields()) for action in view.listed()]
    if {**fields[0], **fields[1], "legal": legal} != {"legal": [], **shown} or fields[0].keys() & fields[1].keys():
        raise ContractBroken(f"the fields of seat {seat} are not those of its view\n{walk.story()}")
    imagined = walk.game.imagine(view, walk.source)
    if imagined.view(seat).to_json() != shown:
        raise ContractBroken(f"what seat {seat} imagines does not fit its view\n{walk.story()}")
    if imagined.census() != walk.state.census():
        raise ContractBroken(f"what seat {seat} imagines has other cards\n{walk.story()}")


def _read(fields: Fields) -> dict[str, object]:
    found: dict[str, object] = json.loads(fields) if isinstance(fields, str) else fields
    return found


def check_attempts(walk: Walk, seat: Seat, listed: list[Action], complete: bool) -> None:
    """Actions from elsewhere are listed or refused; `refusal` and `play` refuse with the same code."""
    state = walk.state
    offered = {action.text() for action in listed}
    for action in walk.pool:
        code = state.refusal(seat, action)
        if not code and complete and action.text() not in offered:
            raise ContractBroken(f"{action} is legal for seat {seat}, but not listed in {listed}\n{walk.story()}")
        if code:
            check_refused(walk, seat, action, code)


def check_refused(walk: Walk, seat: Seat, action: Action, code: str) -> None:
    """`play` refuses what `refusal` refuses."""
    try:
        walk.state.play(seat, action)
    except IllegalAction as refused:
        if refused.code != code:
            raise ContractBroken(f"refusal says {code}, play says {refused.code}\n{walk.story()}") from refused
    else:
        raise ContractBroken(f"{action} of seat {seat} should be refused with {code}\n{walk.story()}")


def check_copy(walk: Walk, seat: Seat, action: Action) -> None:
    """A copy is equal at first and independent afterwards, in both directions."""
    before = walk.state.snapshot()
    copy = walk.state.copy()
    if copy.snapshot() != before:
        raise ContractBroken(f"the copy is another position\n{walk.story()}")
    second = copy.copy()
    copy.apply(seat, action)
    if walk.state.snapshot() != before or second.snapshot() != before:
        raise ContractBroken(f"{action} on a copy changed the original\n{walk.story()}")


def check_notation(game: Game, action: Action) -> None:
    """Text and JSON lead back to the same action; nonsense is `BadNotation` and nothing else."""
    data = action.to_json()
    again = game.action_from_json(json.loads(json.dumps(data)))
    if again != action or again.to_json() != data:
        raise ContractBroken(f"{action} comes back from JSON as {again}: {data} {again.to_json()}")
    parsed = game.parse_action(action.text())
    if parsed != action or parsed.to_json() != data:
        raise ContractBroken(f"{action} comes back from its text as {parsed}: {data} {parsed.to_json()}")
    for key in data:
        _read_json(game, {k: v for k, v in data.items() if k != key})
        for value in NONSENSE:
            _read_json(game, {**data, key: value})
    for text in ("", " ", "\u0000", action.text() + " x", action.text()[:-1], "shuffle", "shuffle 0,0", "中文"):
        try:
            game.parse_action(text)
        except BadNotation:
            continue


def _read_json(game: Game, data: Mapping[str, object]) -> None:
    try:
        game.action_from_json(data)
    except BadNotation:
        return
    except Exception as error:
        raise ContractBroken(f"{data!r} should be BadNotation, not {error!r}") from error


def check_end(walk: Walk) -> None:
    """A match that is over has an outcome, and nobody can do anything any more."""
    state = walk.state
    outcome = state.outcome()
    if outcome is None:
        raise ContractBroken(f"the match is over without an outcome\n{walk.story()}")
    if len(outcome.scores) != state.seats or len(outcome.placements) != state.seats:
        raise ContractBroken(f"the outcome has not one score and place for each seat\n{walk.story()}")
    if not set(outcome.winners) <= set(walk.seats()):
        raise ContractBroken(f"the winners {outcome.winners} are not seats\n{walk.story()}")
    if state.turn() != NOBODY or state.upkeep() is not None or state.chance():
        raise ContractBroken(f"the match is over, but somebody is awaited\n{walk.story()}")
    for seat in [*walk.seats(), HOST, CHANCE]:
        if state.legal(seat):
            raise ContractBroken(f"the match is over, but {seat} can still act\n{walk.story()}")
        for action in walk.pool:
            if not state.refusal(seat, action):
                raise ContractBroken(f"the match is over, but {action} of {seat} is accepted\n{walk.story()}")
