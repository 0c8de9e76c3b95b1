"""Running rule vectors, the examples of the rules as data.

`run_vector` computes every field of `expect` with the same functions that the game uses.
A field, kind or option it does not know is a miss, never a pass.
"""

from collections.abc import Callable, Mapping
from typing import Final

from paiju.engine.errors import GameError, VectorMiss, differs
from paiju.games.shandong import bidding, patterns, plain, scoring
from paiju.games.shandong.cards import RANKS, SUITS, Cards
from paiju.games.shandong.rules import DEFAULT_RULEBOOK, ShandongRules, make_rules
from paiju.games.shandong.trump import Context

Vector = Mapping[str, object]
Answer = dict[str, object]

_UNORDERED: Final = ("trump", "side", "cards", "units", "choices", "forced", "taken")
"""Keys of `expect` whose lists are compared as sets."""


def _bad(key: str, wanted: str) -> VectorMiss:
    """The vector itself cannot be read: its field `key` should be something else."""
    return VectorMiss("vector.wanted", {"key": key, "wanted": wanted})


def _words(key: str, value: object) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise _bad(key, "strings")
    return [str(word) for word in value]


def _number(key: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _bad(key, "whole")
    return value


def _objects(key: str, value: object) -> list[Vector]:
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise _bad(key, "objects")
    return list(value)


def _levels(value: object) -> list[int]:
    words = _words("levels", value)
    if len(words) != 2 or any(word not in RANKS for word in words):
        raise _bad("levels", "levels")
    return [RANKS.index(word) for word in words]


class _Case:
    """The common fields of a vector, read once."""

    def __init__(self, vector: Vector) -> None:
        level = vector.get("level", "2")
        suit = vector.get("trumpSuit")
        config = vector.get("config")
        if config is None:
            config = {}
        if not isinstance(level, str):
            raise _bad("level", "word")
        if not (suit is None or isinstance(suit, str)):
            raise _bad("trumpSuit", "word")
        if not isinstance(config, dict):
            raise _bad("config", "object")
        self.vector: Final = vector
        self.level: Final = level
        self.suit: Final[str | None] = suit
        self.config: Final[dict[str, object]] = config
        self.rules: Final[ShandongRules] = make_rules(DEFAULT_RULEBOOK, config)
        self.ctx: Final[Context] = plain.context_of(level, suit, config)

    def words(self, key: str) -> list[str]:
        return _words(key, self.vector.get(key))

    def cards(self, key: str) -> Cards:
        return plain.cards_from_ids(self.words(key))

    def number(self, key: str) -> int:
        return _number(key, self.vector.get(key))

    def truth(self, key: str, default: bool = False) -> bool:
        value = self.vector.get(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise _bad(key, "truth")
        return value

    def word(self, key: str) -> str:
        value = self.vector.get(key)
        if not isinstance(value, str):
            raise _bad(key, "word")
        return value

    def with_suit(self, suit: int) -> Context:
        """The context after a declaration made `suit` trump."""
        return plain.context_of(self.level, None if suit < 0 else SUITS[suit], self.config)


def _trump(case: _Case) -> Answer:
    names = case.words("cards")
    trump = [name for name in names if case.ctx.is_trump(plain.number_of(name))]
    return {"trump": trump, "side": [name for name in names if name not in trump]}


def _order(case: _Case) -> Answer:
    tiers = plain.order(case.words("cards"), case.level, case.suit, case.config)
    return {"tiers": [sorted(tier) for tier in tiers]}


def _identify(case: _Case) -> Answer:
    pattern = patterns.identify(case.ctx, case.cards("cards"))
    answer = pattern.to_json()
    answer["units"] = [{"type": unit.type_name(), "cards": unit.cards.ids()} for unit in pattern.units]
    return answer


def _follow(case: _Case) -> Answer:
    code = plain.follow_refusal(
        case.words("lead"), case.words("hand"), case.words("play"), case.level, case.suit, case.config
    )
    return {"legal": False, "code": code} if code else {"legal": True}


def _throw(case: _Case) -> Answer:
    others = case.vector.get("others")
    if not isinstance(others, list):
        raise _bad("others", "hands")
    hands = [_words("others", hand) for hand in others]
    played = case.truth("bigJokerPlayed", True)
    return plain.throw_test(case.words("play"), hands, case.level, case.suit, case.config, played).to_json()


def _winner(case: _Case) -> Answer:
    plays = _objects("plays", case.vector.get("plays"))
    if len(plays) != 4:
        raise _bad("plays", "four_plays")
    index = plain.winner([_words("cards", play.get("cards")) for play in plays], case.level, case.suit, case.config)
    return {"seat": plays[index].get("seat")}


def _score_points(case: _Case) -> Answer:
    return {"points": case.cards("cards").points()}


def _score_kitty(case: _Case) -> Answer:
    lead = patterns.identify(case.ctx, case.cards("lead"))
    last = case.word("lastWinner")
    if last not in ("idle", "banker"):
        raise _bad("lastWinner", "side")
    gain = scoring.kitty_gain(case.rules, lead, case.cards("kitty"), last == "idle", case.truth("wonWithTrump", True))
    return {"multiplier": scoring.multiplier(case.rules, lead), "points": gain}


def _score_result(case: _Case) -> Answer:
    levels, seat, won = scoring.hand_result(
        case.rules, case.number("score"), case.number("bankerSeat"), _levels(case.vector.get("levels"))
    )
    return {
        "levels": [RANKS[level] for level in levels],
        "bankerSeat": seat,
        "matchWinner": None if won == scoring.NO_SIDE else won,
    }


def _refused(code: str) -> Answer:
    return {"ok": False, "code": code}


def _declaration(case: _Case) -> tuple[int, Cards] | None:
    """Seat and cards of the declaration that stands, if any."""
    data = case.vector.get("declaration")
    if data is None:
        return None
    if not isinstance(data, dict):
        raise _bad("declaration", "object")
    return _number("seat", data.get("seat")), plain.cards_from_ids(_words("cards", data.get("cards")))


def _declare(case: _Case) -> Answer:
    code = bidding.declare_phase_refusal(case.word("phase")) or plain.list_flaw(case.words("cards"), case.words("hand"))
    if not code and _declaration(case) is not None:
        code = "already_declared"
    if code:
        return _refused(code)
    cards = case.cards("cards")
    code = bidding.declare_refusal(cards)
    return _refused(code) if code else {"ok": True, "trumpSuit": SUITS[bidding.pair_suit(cards)]}


def _snatch(case: _Case) -> Answer:
    code = bidding.snatch_phase_refusal(case.word("phase"), case.rules)
    code = code or plain.list_flaw(case.words("cards"), case.words("hand"))
    declared = _declaration(case)
    setter, closed = -1, case.truth("snatched")
    if declared is not None:
        setter = declared[0]
        closed = closed and bidding.is_final_snatch(case.rules, bidding.jokers_of(declared[1]))
    code = code or bidding.snatch_standing_refusal(setter, closed, case.number("seat"))
    if code:
        return _refused(code)
    cards = case.cards("cards")
    code = bidding.snatch_refusal(cards)
    if code:
        return _refused(code)
    return {"ok": True, "trumpSuit": SUITS[bidding.pair_suit(cards)], "setter": case.number("seat")}


def _stick(case: _Case) -> Answer:
    code = bidding.stick_phase_refusal(case.word("phase"), case.rules)
    code = code or plain.list_flaw(case.words("cards"), case.words("hand"))
    if code:
        return _refused(code)
    declared = _declaration(case)
    if declared is None:
        raise _bad("declaration", "object")
    setter, declaration = declared
    code = bidding.stick_standing_refusal(setter, case.truth("stuck"), case.number("seat"))
    if code:
        return _refused(code)
    suit = bidding.pair_suit(declaration)
    ctx = case.with_suit(suit)
    shown, hand = case.cards("cards"), case.cards("hand")
    code = bidding.stick_refusal(ctx, hand, shown)
    if code:
        return _refused(code)
    jokers = bidding.jokers_of(declaration)
    taken = bidding.taken_by_stick(jokers, declaration.minus(jokers))
    if case.vector.get("giveBack") is not None:
        back = case.words("giveBack")
        code = plain.list_flaw(back, hand.plus(taken).ids())
        code = code or bidding.giveback_refusal(ctx, shown, taken, plain.cards_from_ids(back))
        if code:
            return _refused(code)
    return {"ok": True, "taken": taken.ids(), "trumpSuit": SUITS[suit], "setter": setter}


def _kitty_owner(case: _Case) -> Answer:
    seat, owner = bidding.banker_and_owner(case.truth("firstHand"), case.number("setter"), case.number("bankerSeat"))
    return {"kittyOwner": owner, "bankerSide": seat % 2, "bankerSeat": seat, "firstLeader": owner}


def _bury(case: _Case) -> Answer:
    code = bidding.bury_phase_refusal(case.word("phase")) or plain.list_flaw(case.words("cards"), case.words("hand"))
    if not code and case.number("seat") != case.number("kittyOwner"):
        code = "not_kitty_owner"
    code = code or bidding.bury_refusal(case.cards("cards"))
    return _refused(code) if code else {"ok": True}


def _nobody(case: _Case) -> Answer:
    levels, seat = scoring.nobody_declared(
        case.rules, case.truth("firstHand"), case.number("bankerSeat"), _levels(case.vector.get("levels"))
    )
    return {"redeal": True, "levels": [RANKS[level] for level in levels], "bankerSeat": seat}


_ANSWERS: Final[dict[str, Callable[[_Case], Answer]]] = {
    "trump": _trump,
    "order": _order,
    "identify": _identify,
    "follow": _follow,
    "throw": _throw,
    "winner": _winner,
    "score/points": _score_points,
    "score/kitty": _score_kitty,
    "score/result": _score_result,
    "declare/declare": _declare,
    "declare/snatch": _snatch,
    "declare/stick": _stick,
    "declare/kittyOwner": _kitty_owner,
    "declare/bury": _bury,
    "declare/nobody": _nobody,
}
_COMMON: Final = ("id", "kind", "sub", "level", "trumpSuit", "config", "expect", "why")
_INPUTS: Final[dict[str, tuple[str, ...]]] = {
    "trump": ("cards",),
    "order": ("cards",),
    "identify": ("cards",),
    "follow": ("lead", "hand", "play"),
    "throw": ("play", "others", "bigJokerPlayed"),
    "winner": ("plays",),
    "score/points": ("cards",),
    "score/kitty": ("lead", "kitty", "lastWinner", "wonWithTrump"),
    "score/result": ("score", "bankerSeat", "levels"),
    "declare/declare": ("phase", "declaration", "seat", "hand", "cards"),
    "declare/snatch": ("phase", "declaration", "snatched", "seat", "hand", "cards"),
    "declare/stick": ("phase", "declaration", "stuck", "seat", "hand", "cards", "giveBack"),
    "declare/kittyOwner": ("firstHand", "setter", "bankerSeat"),
    "declare/bury": ("phase", "seat", "kittyOwner", "hand", "cards"),
    "declare/nobody": ("firstHand", "bankerSeat", "levels"),
}


def _comparable(key: str, value: object) -> object:
    """A form in which lists whose order never matters are equal when their members are."""
    if key == "tiers" and isinstance(value, list):
        return [sorted(str(word) for word in tier) for tier in value]
    if key in _UNORDERED and isinstance(value, list):
        return sorted(repr(_unordered(item)) for item in value)
    return value


def _unordered(item: object) -> object:
    if isinstance(item, dict):
        return [(key, _unordered(item[key])) for key in sorted(item)]
    return sorted(repr(_unordered(part)) for part in item) if isinstance(item, list) else item


def run_vector(vector: Vector) -> list[GameError]:
    """The expectations of a vector that were not met; [] when it passes. Raises `GameError` if it cannot be set up."""
    kind = str(vector.get("kind"))
    if "sub" in vector:
        kind = f"{kind}/{vector['sub']}"
    if kind not in _ANSWERS:
        return [VectorMiss("vector.kind", {"kind": kind})]
    strange = [key for key in vector if key not in _COMMON and key not in _INPUTS[kind]]
    if strange:
        return [VectorMiss("vector.unknown", {"place": "vector", "keys": ", ".join(strange)})]
    expect = vector.get("expect")
    if not isinstance(expect, dict) or not expect:
        return [VectorMiss("vector.nothing", {})]
    answer = _ANSWERS[kind](_Case(vector))
    misses: list[GameError] = []
    for key, wanted in expect.items():
        if key not in answer or _comparable(key, wanted) != _comparable(key, answer[key]):
            misses.append(differs(key, answer.get(key), wanted))
    return misses
