"""Short cuts for tests: sets of cards, contexts, and a table whose cards are dealt as the test wants."""

from paiju.engine.drive import settle
from paiju.engine.facts import Fact, known_to
from paiju.engine.game import CHANCE, HOST, SPECTATOR, Action, Seat, Shuffle
from paiju.engine.shuffle import FastSource
from paiju.games.shandong.actions import Deal, parse_action
from paiju.games.shandong.cards import Cards, parse_cards
from paiju.games.shandong.game import SHANDONG
from paiju.games.shandong.patterns import Pattern, identify
from paiju.games.shandong.plain import context_of
from paiju.games.shandong.rules import make_rules
from paiju.games.shandong.state import ShandongState
from paiju.games.shandong.trump import Context


def ctx_of(level: str = "2", trump: str | None = "spades", **options: object) -> Context:
    return context_of(level, trump, options)


def pattern(ctx: Context, text: str) -> Pattern:
    return identify(ctx, parse_cards(text))


def kind(text: str, level: str = "2", trump: str | None = "spades", **options: object) -> str:
    """The type of these cards."""
    return pattern(ctx_of(level, trump, **options), text).type_name()


def started(**options: object) -> ShandongState:
    """A match that waits for its first shuffle."""
    state = SHANDONG.new(make_rules("standard", options), 4)
    start = state.upkeep()
    assert start is not None
    state.apply(HOST, start)
    return state


def deck_with(hands: list[str], kitty: str = "", first_seat: int = 0) -> list[int]:
    """A pack that deals each seat these cards (and others up to 26) and leaves these in the kitty."""
    wanted = [[int(n) for n in parse_cards(text).numbers()] for text in hands]
    buried = [int(n) for n in parse_cards(kitty).numbers()]
    named = [n for cards in [*wanted, buried] for n in cards]
    used = set(named)
    assert len(used) == len(named), "a card is dealt twice"
    free = [n for n in FastSource(5).order(108) if n not in used]
    for cards in wanted:
        while len(cards) < 26:
            cards.append(free.pop())
    buried += free
    order: list[int] = []
    for i in range(26):
        for j in range(4):
            order.append(wanted[(first_seat + j) % 4][i])
    return [*order, *buried]


def dealt(hands: list[str], kitty: str = "", **options: object) -> ShandongState:
    """The first hand of a match, all cards dealt, nobody has declared."""
    state = started(**options)
    state.apply(CHANCE, Shuffle(deck_with(hands, kitty)))
    do(state, HOST, Deal(104))
    return state


def do(state: ShandongState, seat: int, action: Action | str) -> None:
    """Check and apply an action, given as object or text."""
    state.play(Seat(seat), parse_action(action) if isinstance(action, str) else action)


def facts_of(state: ShandongState, seat: int, action: Action | str) -> list[Fact]:
    """Check and apply an action; what it brought about."""
    wanted = parse_action(action) if isinstance(action, str) else action
    assert not state.refusal(Seat(seat), wanted)
    return state.apply_with_facts(Seat(seat), wanted)


def types(facts: list[Fact], seat: int = SPECTATOR) -> list[str]:
    """The types of the facts that a seat may know."""
    return [fact.type for fact in known_to(facts, seat)]


def one(facts: list[Fact], kind: str) -> dict[str, object]:
    """The only fact of this type, as JSON without its type."""
    found = [fact.to_json() for fact in facts if fact.type == kind]
    assert len(found) == 1, (kind, facts)
    return {name: value for name, value in found[0].items() if name != "type"}


def ids(text: str) -> list[str]:
    """Card ids of a set of cards."""
    return parse_cards(text).ids()


def refused(state: ShandongState, seat: int, text: str) -> str:
    """The code with which an action is refused, "" if it is legal."""
    return state.refusal(Seat(seat), parse_action(text))


def cards(text: str) -> Cards:
    return parse_cards(text)


def pass_all(state: ShandongState) -> None:
    """Everybody who may act in the open window passes."""
    for seat in list(state.reactors()):
        do(state, seat, "pass")


def shuffle_and_deal(state: ShandongState, seed: int = 1) -> None:
    settle(state, FastSource(seed))
    do(state, HOST, Deal(104))
