"""The rules on plain data (§15): ids, words and options in, plain answers out, no running game needed.

is_trump("hearts_3_0", level="10", trump_suit="spades")                      True
identify(["hearts_9_0", "hearts_9_1"], "2", "spades").to_json()             {"type": "pair", …}
follow_refusal(lead, hand, play, "2", "spades", {"mustPlayLargest": False})  "" or a code of §12
throw_test(play, others, "2", "spades")                                      what becomes of a lead
winner([lead, play, play, play], "2", "spades")                              index of the winning play
"""

from collections.abc import Mapping
from typing import Final, final

from paiju.games.shandong import patterns
from paiju.games.shandong.cards import (
    CARD_IDS,
    NO_SUIT,
    RANKS,
    SUITS,
    Cards,
    card_from_text,
    cards_of,
)
from paiju.games.shandong.follow import follow_params
from paiju.games.shandong.follow import follow_refusal as follow_check
from paiju.games.shandong.patterns import INVALID, THROW, Pattern, lead_refusal
from paiju.games.shandong.rules import DEFAULT_RULEBOOK, make_rules, not_allowed
from paiju.games.shandong.throws import beatable_units, throw_choices
from paiju.games.shandong.trump import Context, context
from paiju.games.shandong.validators import Answer
from paiju.games.shandong.winner import winner as winner_check

Options = Mapping[str, object]
NO_OPTIONS: Final[Options] = {}


def context_of(level: str, trump_suit: str | None, config: Options = NO_OPTIONS) -> Context:
    """The order of cards for a level, a trump suit and options of §11. Raises `BadRules` for unknown words."""
    if level not in RANKS:
        raise not_allowed("level", ", ".join(RANKS), level)
    if trump_suit is not None and trump_suit not in SUITS:
        raise not_allowed("trumpSuit", ", ".join([*SUITS, "null"]), trump_suit)
    trump = NO_SUIT if trump_suit is None else SUITS.index(trump_suit)
    return context(make_rules(DEFAULT_RULEBOOK, config), RANKS.index(level), trump)


def number_of(name: str) -> int:
    """The number of a card named by id or text. Raises `BadNotation`."""
    return int(card_from_text(name))


def cards_from_ids(names: list[str]) -> Cards:
    """The set of cards named by ids or texts. Raises `BadNotation`."""
    return cards_of([number_of(name) for name in names])


def list_flaw(names: list[str], hand: list[str] | None = None) -> str:
    """The common checks of §12 on a list of ids: the code of the first that fails, or ""."""
    if not names:
        return "empty_play"
    if any(name not in CARD_IDS for name in names):
        return "unknown_card"
    if len(set(names)) != len(names):
        return "duplicate_card"
    if hand is not None and any(name not in hand for name in names):
        return "card_not_in_hand"
    return ""


def is_trump(name: str, level: str, trump_suit: str | None, config: Options = NO_OPTIONS) -> bool:
    """§3.1: whether a card is trump."""
    return context_of(level, trump_suit, config).is_trump(number_of(name))


def order(names: list[str], level: str, trump_suit: str | None, config: Options = NO_OPTIONS) -> list[list[str]]:
    """§3.2: cards of one effective suit in tiers, strongest first."""
    ctx = context_of(level, trump_suit, config)
    by_strength: dict[int, list[str]] = {}
    for name in names:
        by_strength.setdefault(ctx.strength[number_of(name) >> 1], []).append(name)
    return [by_strength[strength] for strength in sorted(by_strength, reverse=True)]


def card_value(name: str, level: str, trump_suit: str | None, config: Options = NO_OPTIONS) -> int:
    """The reference value `getCardValue` of §3.5."""
    return context_of(level, trump_suit, config).card_value(number_of(name) >> 1)


def sequential_value(name: str, level: str, trump_suit: str | None, config: Options = NO_OPTIONS) -> int:
    """The reference value `getSequentialValue` of §3.5."""
    return context_of(level, trump_suit, config).sequential_value(number_of(name) >> 1)


def identify(names: list[str], level: str, trump_suit: str | None, config: Options = NO_OPTIONS) -> Pattern:
    """§4: what a set of cards is."""
    return patterns.identify(context_of(level, trump_suit, config), cards_from_ids(names))


def split(names: list[str], level: str, trump_suit: str | None, config: Options = NO_OPTIONS) -> list[Pattern]:
    """§5: the units of cards of one effective suit, in unit priority; [] for cards of several suits."""
    ctx = context_of(level, trump_suit, config)
    cards = cards_from_ids(names)
    suit = patterns.suit_of_cards(ctx, cards)
    return [] if suit == NO_SUIT else patterns.split(ctx, suit, cards)


def follow_refusal(
    lead: list[str],
    hand: list[str],
    play: list[str],
    level: str,
    trump_suit: str | None,
    config: Options = NO_OPTIONS,
) -> str:
    """§8: the code of the rule that forbids following `lead` with `play` out of `hand`, or ""."""
    flaw = list_flaw(play, hand)
    if flaw:
        return flaw
    ctx = context_of(level, trump_suit, config)
    pattern = patterns.identify(ctx, cards_from_ids(lead))
    if pattern.kind == INVALID:
        return lead_refusal(ctx, pattern, True) or "empty_play"
    return follow_check(ctx, pattern, cards_from_ids(hand), cards_from_ids(play))


def check_follow(
    lead: list[str],
    hand: list[str],
    play: list[str],
    level: str,
    trump_suit: str | None,
    config: Options = NO_OPTIONS,
) -> Answer:
    """`follow_refusal` as an answer with parameters: `check_follow(…).to_json(translator("shandong", "zh-CN"))`."""
    code = follow_refusal(lead, hand, play, level, trump_suit, config)
    if code in ("unknown_card", "duplicate_card", "card_not_in_hand"):
        return Answer(code, {"card": _culprit(code, hand, play)})
    if code in ("", "empty_play"):
        return Answer(code)
    ctx = context_of(level, trump_suit, config)
    pattern = patterns.identify(ctx, cards_from_ids(lead))
    if pattern.kind == INVALID:
        return Answer(code)
    return Answer(code, follow_params(ctx, pattern, cards_from_ids(hand), cards_from_ids(play), code))


def _culprit(code: str, hand: list[str], play: list[str]) -> str:
    """The first card that fails a common check of §12."""
    for i, name in enumerate(play):
        if code == "unknown_card" and name not in CARD_IDS:
            return name
        if code == "duplicate_card" and name in play[:i]:
            return name
        if code == "card_not_in_hand" and name not in hand:
            return name
    return ""


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
    pattern = patterns.identify(ctx, cards)
    code = lead_refusal(ctx, pattern, big_joker_played)
    if code or pattern.kind != THROW:
        return LeadTest(code, pattern, [])
    beatable = beatable_units(ctx, pattern, others)
    return LeadTest("", pattern, throw_choices(ctx, beatable) if beatable else [])


def throw_test(
    play: list[str],
    others: list[list[str]],
    level: str,
    trump_suit: str | None,
    config: Options = NO_OPTIONS,
    big_joker_played: bool = True,
) -> LeadTest:
    """§7: whether cards may be led and, for a throw, whether it stands against the other three hands."""
    ctx = context_of(level, trump_suit, config)
    flaw = list_flaw(play)
    if flaw:
        return LeadTest(flaw, patterns.identify(ctx, cards_of([])), [])
    return lead_test(ctx, cards_from_ids(play), [cards_from_ids(hand) for hand in others], big_joker_played)


def winner(plays: list[list[str]], level: str, trump_suit: str | None, config: Options = NO_OPTIONS) -> int:
    """§9: the index of the winning play; the first is the lead in force."""
    ctx = context_of(level, trump_suit, config)
    sets = [cards_from_ids(play) for play in plays]
    return winner_check(ctx, patterns.identify(ctx, sets[0]), sets)
