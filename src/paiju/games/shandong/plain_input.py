"""Cards, levels and options as programs write them, for `plain` and `validators`; what is made from them is kept."""

from collections.abc import Mapping, Sequence
from typing import Final, TypedDict

from mypy_extensions import i64

from paiju.engine.errors import BadNotation
from paiju.games.shandong import patterns
from paiju.games.shandong.cards import BIT, CARD_IDS, NO_SUIT, NUMBER_BY_ID, RANKS, SUITS, Cards, card_from_text
from paiju.games.shandong.patterns import Pattern
from paiju.games.shandong.rules import DEFAULT_RULEBOOK, make_rules, not_allowed
from paiju.games.shandong.trump import Context, context


class Card(TypedDict):
    """A card object."""

    suit: str
    rank: str
    id: str


CardLike = str | Mapping[str, object]
Level = str | int
Options = Mapping[str, object]
NO_OPTIONS: Final[Options] = {}
DEFAULT_LEVEL: Final = 2
_MOST_KEPT: Final = 4096
_CONTEXTS: Final[dict[tuple[Level, str | None], Context]] = {}
_CONTEXTS_WITH_OPTIONS: Final[dict[tuple[Level, str | None, str], Context]] = {}
_RECOGNISED: Final[dict[tuple[Context, int, int], Pattern]] = {}
"""By context (level, trump suit, options) and cards."""


def context_of(level: Level, trump_suit: str | None, config: Options = NO_OPTIONS) -> Context:
    """The order of cards for a level, a trump suit and options of §11. Raises `BadRules` for unknown words."""
    if not config:
        found = _CONTEXTS.get((level, trump_suit))
        if found is None:
            found = _CONTEXTS[(level, trump_suit)] = _new_context(level, trump_suit, config)
        return found
    key = (level, trump_suit, repr(sorted(config.items())))
    found = _CONTEXTS_WITH_OPTIONS.get(key)
    if found is None:
        if len(_CONTEXTS_WITH_OPTIONS) >= _MOST_KEPT:
            _CONTEXTS_WITH_OPTIONS.clear()
        found = _CONTEXTS_WITH_OPTIONS[key] = _new_context(level, trump_suit, config)
    return found


def _new_context(level: Level, trump_suit: str | None, config: Options) -> Context:
    rank = str(level)
    if rank not in RANKS:
        raise not_allowed("level", ", ".join(RANKS), level)
    if trump_suit is not None and trump_suit not in SUITS:
        raise not_allowed("trumpSuit", ", ".join([*SUITS, "null"]), trump_suit)
    trump = NO_SUIT if trump_suit is None else SUITS.index(trump_suit)
    return context(make_rules(DEFAULT_RULEBOOK, config), RANKS.index(rank), trump)


def number_of(card: CardLike) -> int:
    """The number of a card. Raises `BadNotation`."""
    if isinstance(card, str):
        number = NUMBER_BY_ID.get(card, -1)
        return number if number >= 0 else int(card_from_text(card))
    name = id_of(card)
    number = NUMBER_BY_ID.get(name, -1)
    if number < 0:
        raise BadNotation("unknown_card", name, {"card": name})
    return number


def id_of(card: CardLike) -> str:
    """The id of a card; that of an object without one names the first deck. It need not exist."""
    if isinstance(card, str):
        return card
    name = card.get("id")
    return name if isinstance(name, str) else f"{card.get('suit')}_{card.get('rank')}_0"


def cards_from_ids(cards: Sequence[CardLike]) -> Cards:
    """The set of these cards. Raises `BadNotation`."""
    first: i64 = 0
    second: i64 = 0
    for card in cards:
        number = number_of(card)
        bit: i64 = BIT[number >> 1]
        if number & 1:
            second |= bit
        else:
            first |= bit
    return Cards(first, second)


def faces_from(cards: Sequence[CardLike]) -> Cards:
    """As `cards_from_ids`, but the same id written twice means both copies: for questions about faces alone."""
    first: i64 = 0
    second: i64 = 0
    for card in cards:
        number = number_of(card)
        bit: i64 = BIT[number >> 1]
        if first & second & bit:
            raise BadNotation("duplicate_card", CARD_IDS[number], {"card": CARD_IDS[number]})
        if second & bit if number & 1 else first & bit:
            number ^= 1
        if number & 1:
            second |= bit
        else:
            first |= bit
    return Cards(first, second)


def list_flaw(play: Sequence[CardLike], hand: Sequence[CardLike] | None = None) -> str:
    """The common checks of §12 on ids or objects: the code of the first that fails, or ""."""
    return flaw_in(play, cards_from_ids(hand) if hand is not None else None)


def flaw_in(play: Sequence[CardLike], hand: Cards | None) -> str:
    """As `list_flaw`, for a hand that has been read."""
    if not play:
        return "empty_play"
    first: i64 = 0
    second: i64 = 0
    twice = False
    for card in play:
        number = NUMBER_BY_ID.get(id_of(card), -1)
        if number < 0:
            return "unknown_card"
        bit: i64 = BIT[number >> 1]
        if number & 1:
            twice = twice or second & bit != 0
            second |= bit
        else:
            twice = twice or first & bit != 0
            first |= bit
    if twice:
        return "duplicate_card"
    if hand is not None and (first & ~hand.first or second & ~hand.second):
        return "card_not_in_hand"
    return ""


def recognise(ctx: Context, cards: Cards) -> Pattern:
    """What a set of cards is (§4). The answer is kept."""
    key = (ctx, int(cards.first), int(cards.second))
    found = _RECOGNISED.get(key)
    if found is None:
        found = patterns.identify(ctx, cards)
        if len(_RECOGNISED) >= _MOST_KEPT:
            _RECOGNISED.clear()
        _RECOGNISED[key] = found
    return found


def forget_recognised() -> None:
    """Forget all recognised sets of cards, because the patterns have changed."""
    _RECOGNISED.clear()
