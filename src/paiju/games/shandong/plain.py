"""The rules on plain data (§15): cards, words and options in, plain answers out, no running game needed.

    create_test_card("hearts", "A")                          {"suit": "hearts", "rank": "A", "id": "hearts_A_0"}
    is_card_trump("hearts_3_0", 10, "spades")                True
    identify_card_type(["hearts_9_0", "hearts_9_1"])         {"type": "pair", "name": "对子", …}
    validate_follow_cards(play, lead, hand, 2, "spades")     {"valid": False, "code": …, "message": …}
    follow_refusal(lead, hand, play, "2", "spades")          "" or a code of §12
    throw_test(play, others, "2", "spades")                  what becomes of a lead
    winner([lead, play, play, play], "2", "spades")          index of the winning play

A card is an id (`hearts_A_0`), a text (`hA`) or an object `{suit, rank, id}`; without `id` it is the copy of the first
deck. A level is a rank or, for 2 … 10, its number. Everything raises `BadNotation` for a card that does not exist and
`BadRules` for a level, suit or option that does not.

The tables of a level, a trump suit and options are made once, recognised patterns are kept (§15, D53): a check costs
little more than reading its cards.
"""

from collections.abc import Mapping, Sequence
from typing import Final, final

from paiju.engine.errors import BadNotation
from paiju.games.shandong import patterns
from paiju.games.shandong.answers import DOCUMENT_LANGUAGE, Answer, Result, words
from paiju.games.shandong.cards import CARD_IDS, NO_SUIT, NUMBER_BY_ID, Cards
from paiju.games.shandong.follow import follow_params
from paiju.games.shandong.follow import follow_refusal as follow_check
from paiju.games.shandong.patterns import INVALID, THROW, Pattern, lead_refusal
from paiju.games.shandong.plain_input import (
    DEFAULT_LEVEL,
    NO_OPTIONS,
    Card,
    CardLike,
    Level,
    Options,
    cards_from_ids,
    context_of,
    faces_from,
    flaw_in,
    id_of,
    list_flaw,
    number_of,
    recognise,
)
from paiju.games.shandong.throws import beatable_units, throw_choices
from paiju.games.shandong.trump import Context
from paiju.games.shandong.winner import winner as winner_check

__all__ = [
    "create_test_card",
    "is_card_trump",
    "identify_card_type",
    "check_mandatory_follow",
    "validate_follow_cards",
    "is_trump",
    "order",
    "card_value",
    "sequential_value",
    "identify",
    "split",
    "follow_refusal",
    "check_follow",
    "throw_test",
    "lead_test",
    "winner",
    "Answer",
    "Card",
    "CardLike",
    "LeadTest",
    "Level",
    "Options",
    "Result",
    "cards_from_ids",
    "context_of",
    "list_flaw",
    "number_of",
]

Lead = Sequence[CardLike] | Mapping[str, object]
"""The cards led, or an object that has them as `cards`."""


def create_test_card(suit: str, rank: str | int, index: int = 0) -> Card:
    """A card object from suit and rank, of the first deck unless told. Raises `BadNotation`."""
    number = number_of(f"{suit}_{rank}_{index}")
    return card_object(number)


def card_object(number: int) -> Card:
    """The object of a card number."""
    name = CARD_IDS[number]
    suit, rank, _ = name.split("_")
    return {"suit": suit, "rank": rank, "id": name}


def is_card_trump(card: CardLike, current_level: Level = DEFAULT_LEVEL, trump_suit: str | None = None) -> bool:
    """§3.1: a joker, a level card, a 2, 3 or 5, or a card of the trump suit."""
    return context_of(current_level, trump_suit).is_trump(number_of(card))


def identify_card_type(
    cards: Sequence[CardLike],
    current_level: Level = DEFAULT_LEVEL,
    trump_suit: str | None = None,
    config: Options = NO_OPTIONS,
    language: str = DOCUMENT_LANGUAGE,
) -> dict[str, object]:
    """§4: `{type, name, message, cards}` and what the type has besides, cards as objects.

    Only faces count, so the same id may stand for both copies of a card.
    """
    found = recognise(context_of(current_level, trump_suit, config), faces_from(cards))
    return _with_objects(found.report(words(language)), found)


def _with_objects(data: dict[str, object], pattern: Pattern) -> dict[str, object]:
    data["cards"] = [card_object(number) for number in pattern.cards.numbers()]
    if "units" in data:
        data["units"] = [_with_objects(unit.to_json(), unit) for unit in pattern.units]
    return data


def check_mandatory_follow(
    lead_card: Lead,
    cards_to_play: Sequence[CardLike],
    available_cards: Sequence[CardLike],
    current_level: Level = DEFAULT_LEVEL,
    trump_suit: str | None = None,
    config: Options = NO_OPTIONS,
    language: str = DOCUMENT_LANGUAGE,
) -> Result:
    """§8: whether a play serves what the lead asks for. `available_cards` is the hand, or its cards of the suit led."""
    held = cards_from_ids(available_cards)
    played = cards_from_ids(cards_to_play)
    ctx = context_of(current_level, trump_suit, config)
    lead = recognise(ctx, cards_from_ids(_led(lead_card)))
    code = lead_refusal(ctx, lead, True) if lead.kind == INVALID else follow_check(ctx, lead, held, played)
    params = follow_params(ctx, lead, held, played, code) if lead.kind != INVALID else {}
    return Answer(code, params).result(language)


def validate_follow_cards(
    selected_cards: Sequence[CardLike],
    lead_card: Lead,
    my_cards: Sequence[CardLike],
    current_level: Level = DEFAULT_LEVEL,
    trump_suit: str | None = None,
    config: Options = NO_OPTIONS,
    language: str = DOCUMENT_LANGUAGE,
) -> Result:
    """§8 with the common checks of §12: whether these cards may be played now."""
    answer = check_follow(_led(lead_card), my_cards, selected_cards, current_level, trump_suit, config)
    return answer.result(language)


def _led(lead: Lead) -> Sequence[CardLike]:
    if isinstance(lead, Mapping):
        cards = lead.get("cards")
        if not isinstance(cards, list):
            raise BadNotation("bad_lead", "a lead is a list of cards or an object with cards")
        return cards
    return lead


# --- single questions -----------------------------------------------------------------------------


def is_trump(card: CardLike, level: Level, trump_suit: str | None, config: Options = NO_OPTIONS) -> bool:
    """§3.1: whether a card is trump."""
    return context_of(level, trump_suit, config).is_trump(number_of(card))


def order(
    cards: Sequence[CardLike], level: Level, trump_suit: str | None, config: Options = NO_OPTIONS
) -> list[list[str]]:
    """§3.2: cards of one effective suit in tiers, strongest first."""
    ctx = context_of(level, trump_suit, config)
    by_strength: dict[int, list[str]] = {}
    for card in cards:
        number = number_of(card)
        by_strength.setdefault(ctx.strength[number >> 1], []).append(CARD_IDS[number])
    return [by_strength[strength] for strength in sorted(by_strength, reverse=True)]


def card_value(card: CardLike, level: Level, trump_suit: str | None, config: Options = NO_OPTIONS) -> int:
    """The reference value `getCardValue` of §3.5."""
    return context_of(level, trump_suit, config).card_value(number_of(card) >> 1)


def sequential_value(card: CardLike, level: Level, trump_suit: str | None, config: Options = NO_OPTIONS) -> int:
    """The reference value `getSequentialValue` of §3.5."""
    return context_of(level, trump_suit, config).sequential_value(number_of(card) >> 1)


def identify(cards: Sequence[CardLike], level: Level, trump_suit: str | None, config: Options = NO_OPTIONS) -> Pattern:
    """§4: what a set of cards is."""
    return recognise(context_of(level, trump_suit, config), cards_from_ids(cards))


def split(
    cards: Sequence[CardLike], level: Level, trump_suit: str | None, config: Options = NO_OPTIONS
) -> list[Pattern]:
    """§5: the units of cards of one effective suit, in unit priority; [] for cards of several suits."""
    ctx = context_of(level, trump_suit, config)
    found = cards_from_ids(cards)
    suit = patterns.suit_of_cards(ctx, found)
    return [] if suit == NO_SUIT else patterns.split(ctx, suit, found)


def follow_refusal(
    lead: Sequence[CardLike],
    hand: Sequence[CardLike],
    play: Sequence[CardLike],
    level: Level,
    trump_suit: str | None,
    config: Options = NO_OPTIONS,
) -> str:
    """§8: the code of the rule that forbids following `lead` with `play` out of `hand`, or ""."""
    held = cards_from_ids(hand)
    flaw = flaw_in(play, held)
    if flaw:
        return flaw
    ctx = context_of(level, trump_suit, config)
    pattern = recognise(ctx, cards_from_ids(lead))
    if pattern.kind == INVALID:
        return lead_refusal(ctx, pattern, True) or "empty_play"
    return follow_check(ctx, pattern, held, cards_from_ids(play))


# --- answers --------------------------------------------------------------------------------------


def check_follow(
    lead: Sequence[CardLike],
    hand: Sequence[CardLike],
    play: Sequence[CardLike],
    level: Level,
    trump_suit: str | None,
    config: Options = NO_OPTIONS,
) -> Answer:
    """`follow_refusal` as an answer with parameters: `check_follow(…).to_json(translator("shandong", "zh-CN"))`."""
    code = follow_refusal(lead, hand, play, level, trump_suit, config)
    if code in ("unknown_card", "duplicate_card", "card_not_in_hand"):
        return Answer(code, {"card": _culprit(code, cards_from_ids(hand), [id_of(card) for card in play])})
    if code in ("", "empty_play"):
        return Answer(code)
    ctx = context_of(level, trump_suit, config)
    pattern = recognise(ctx, cards_from_ids(lead))
    if pattern.kind == INVALID:
        return Answer(code)
    return Answer(code, follow_params(ctx, pattern, cards_from_ids(hand), cards_from_ids(play), code))


def _culprit(code: str, hand: Cards, play: list[str]) -> str:
    """The first card that fails a common check of §12."""
    if code == "unknown_card":
        return next(name for name in play if name not in NUMBER_BY_ID)
    if code == "duplicate_card":
        return next(name for i, name in enumerate(play) if name in play[:i])
    return next(name for name in play if not hand.has(NUMBER_BY_ID[name]))


@final
class LeadTest:
    """The answer to cards put down as a lead (§7)."""

    def __init__(self, code: str, pattern: Pattern, choices: list[Pattern]) -> None:
        self.code: Final = code
        """Why it is not a legal lead, or ""."""
        self.pattern: Final = pattern
        self.choices: Final = choices
        """Empty: the lead stands. One unit: it is forced. Several: the next player chooses."""

    def to_json(self) -> dict[str, object]:
        """`{ok}`, `{ok, code}`, `{ok, forced}` or `{ok, choices}`."""
        if self.code:
            return {"ok": False, "code": self.code}
        if not self.choices:
            return {"ok": True}
        if len(self.choices) == 1:
            return {"ok": False, "forced": self.choices[0].cards.ids()}
        return {"ok": False, "choices": [unit.cards.ids() for unit in self.choices]}


def lead_test(ctx: Context, cards: Cards, others: list[Cards], big_joker_played: bool) -> LeadTest:
    """§7 on card sets."""
    pattern = recognise(ctx, cards)
    code = lead_refusal(ctx, pattern, big_joker_played)
    if code or pattern.kind != THROW:
        return LeadTest(code, pattern, [])
    beatable = beatable_units(ctx, pattern, others)
    return LeadTest("", pattern, throw_choices(ctx, beatable) if beatable else [])


def throw_test(
    play: Sequence[CardLike],
    others: Sequence[Sequence[CardLike]],
    level: Level,
    trump_suit: str | None,
    config: Options = NO_OPTIONS,
    big_joker_played: bool = True,
) -> LeadTest:
    """§7: whether cards may be led and, for a throw, whether it stands against the other three hands."""
    ctx = context_of(level, trump_suit, config)
    flaw = list_flaw(play)
    if flaw:
        return LeadTest(flaw, recognise(ctx, cards_from_ids([])), [])
    return lead_test(ctx, cards_from_ids(play), [cards_from_ids(hand) for hand in others], big_joker_played)


def winner(
    plays: Sequence[Sequence[CardLike]], level: Level, trump_suit: str | None, config: Options = NO_OPTIONS
) -> int:
    """§9: the index of the winning play; the first is the lead in force."""
    ctx = context_of(level, trump_suit, config)
    sets = [cards_from_ids(play) for play in plays]
    return winner_check(ctx, recognise(ctx, sets[0]), sets)
