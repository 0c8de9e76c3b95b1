"""The actions of players and of the host, with JSON and one-line text both ways.

| action | JSON | text |
|---|---|---|
| Declare, Snatch, Stick, GiveBack, Bury, Play, ChooseUnit | `{"type": "PLAY", "cards": ["hearts_9_0"]}` | `play h9` |
| Pass | `{"type": "PASS"}` | `pass` |
| HOST: Start, CloseWindow, NextHand | `{"type": "START"}` | `start` |
| HOST: Deal | `{"type": "DEAL", "count": 4}` | `deal 4` |
| HOST: Timeout | `{"type": "TIMEOUT", "playerId": "p1"}` | `timeout p1` |

A card action can be built from any list of words: whether the words are cards of the hand is a question of the
rules (`empty_play`, `unknown_card`, `duplicate_card`, `card_not_in_hand`), not of notation.
"""

from collections.abc import Mapping
from typing import ClassVar, Final, final

from paiju.engine.errors import BadNotation
from paiju.engine.game import Action, Seat, Shuffle, shuffle_from_json
from paiju.games.shandong.cards import CARD_IDS, NO_CARDS, Cards, card_from_text, cards_of, is_card_id

SEATS: Final = 4


_NOTHING_GIVEN: Final[list[str]] = []
"""Shared by all actions without a flaw; never changed."""


class CardAction(Action):
    """An action with cards. `flaw` is the code of the common check of §12 that the list of cards fails, or ""."""

    kind: ClassVar[str] = ""
    word: ClassVar[str] = ""

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self.flaw = "empty_play" if cards.empty() else ""
        self.culprit = ""
        """The word that is not a card, or the id that came twice."""
        self.given: list[str] = _NOTHING_GIVEN
        """The words as given when there is a flaw; a set cannot hold them."""

    def __reduce__(self) -> tuple[object, ...]:
        if not self.flaw:
            return type(self), (self.cards,)
        return type(self), (self.cards,), {"flaw": self.flaw, "culprit": self.culprit, "given": self.given}

    def ids(self) -> list[str]:
        return self.given if self.flaw else self.cards.ids()

    def text(self) -> str:
        words = " ".join(self.given) if self.flaw else self.cards.text()
        return f"{self.word} {words}" if words else self.word

    def to_json(self) -> dict[str, object]:
        return {"type": self.kind, "cards": self.ids()}


@final
class Declare(CardAction):
    """A joker and a pair (§6.2)."""

    kind = "DECLARE"
    word = "declare"


@final
class Snatch(CardAction):
    """Two identical jokers and a pair (§6.3)."""

    kind = "SNATCH"
    word = "snatch"


@final
class Stick(CardAction):
    """A joker and a two-pair tractor (§6.4)."""

    kind = "STICK"
    word = "stick"


@final
class GiveBack(CardAction):
    """The three cards a sticker returns (§6.4)."""

    kind = "GIVE_BACK"
    word = "give"


@final
class Bury(CardAction):
    """The four cards of the new kitty (§6.7)."""

    kind = "BURY"
    word = "bury"


@final
class Play(CardAction):
    """Cards led or followed with (§7, §8)."""

    kind = "PLAY"
    word = "play"


@final
class ChooseUnit(CardAction):
    """The unit that the next player makes the leader of a failed throw lead (§7.5, `nextPlayer`)."""

    kind = "CHOOSE_UNIT"
    word = "choose"


class PlainAction(Action):
    """An action without particulars."""

    kind: ClassVar[str] = ""
    word: ClassVar[str] = ""

    def text(self) -> str:
        return self.word

    def to_json(self) -> dict[str, object]:
        return {"type": self.kind}


@final
class Pass(PlainAction):
    """Do nothing in the open window (§6). It ends early once everybody who may act in it has passed."""

    kind = "PASS"
    word = "pass"


@final
class Start(PlainAction):
    """HOST begins the match."""

    kind = "START"
    word = "start"


@final
class CloseWindow(PlainAction):
    """HOST ends `declaring`, `snatching` or `sticking`: its time is over."""

    kind = "CLOSE_WINDOW"
    word = "close"


@final
class NextHand(PlainAction):
    """HOST clears the table of a scored hand for the next one."""

    kind = "NEXT_HAND"
    word = "next"


@final
class Deal(Action):
    """HOST deals the next `count` cards. A host with people deals few at a time, a simulator all at once."""

    def __init__(self, count: int) -> None:
        self.count: Final = count

    def __reduce__(self) -> tuple[object, ...]:
        return Deal, (self.count,)

    def text(self) -> str:
        return f"deal {self.count}"

    def to_json(self) -> dict[str, object]:
        return {"type": "DEAL", "count": self.count}


@final
class Timeout(Action):
    """HOST plays the default of §12 for a seat whose time ran out."""

    def __init__(self, seat: Seat) -> None:
        self.seat: Final = seat

    def __reduce__(self) -> tuple[object, ...]:
        return Timeout, (self.seat,)

    def text(self) -> str:
        return f"timeout p{self.seat + 1}"

    def to_json(self) -> dict[str, object]:
        return {"type": "TIMEOUT", "playerId": f"p{self.seat + 1}"}


PASS: Final = Pass()
START: Final = Start()
CLOSE_WINDOW: Final = CloseWindow()
NEXT_HAND: Final = NextHand()

_PLAIN: Final[list[PlainAction]] = [PASS, START, CLOSE_WINDOW, NEXT_HAND]
CARD_ACTIONS: Final = ("DECLARE", "SNATCH", "STICK", "GIVE_BACK", "BURY", "PLAY", "CHOOSE_UNIT")
_CARD_WORDS: Final = {
    "declare": "DECLARE",
    "snatch": "SNATCH",
    "stick": "STICK",
    "give": "GIVE_BACK",
    "bury": "BURY",
    "play": "PLAY",
    "choose": "CHOOSE_UNIT",
}


def _card_action(kind: str, cards: Cards) -> CardAction:
    if kind == "DECLARE":
        return Declare(cards)
    if kind == "SNATCH":
        return Snatch(cards)
    if kind == "STICK":
        return Stick(cards)
    if kind == "GIVE_BACK":
        return GiveBack(cards)
    if kind == "BURY":
        return Bury(cards)
    if kind == "CHOOSE_UNIT":
        return ChooseUnit(cards)
    return Play(cards)


def card_action(kind: str, words: list[str]) -> CardAction:
    """The action of that JSON type on these ids or texts. An unknown card is reported before one that comes twice."""
    numbers: list[int] = []
    unknown = ""
    for word in words:
        try:
            number = int(card_from_text(word))
        except BadNotation:
            unknown = unknown or word
            continue
        if number in numbers and "." not in word and not is_card_id(word) and number % 2 == 0:
            number += 1
        numbers.append(number)
    if not unknown and len(set(numbers)) == len(numbers):
        return _card_action(kind, cards_of(numbers))
    action = _card_action(kind, NO_CARDS)
    action.given = list(words)
    if unknown:
        action.flaw, action.culprit = "unknown_card", unknown
    else:
        twice = next(n for i, n in enumerate(numbers) if n in numbers[:i])
        action.flaw, action.culprit = "duplicate_card", CARD_IDS[twice]
    return action


def _seat_from(player: object) -> Seat:
    if isinstance(player, str) and len(player) == 2 and player[0] == "p" and player[1] in "1234":
        return Seat(int(player[1]) - 1)
    raise BadNotation("bad_player", f"a player is p1 … p{SEATS}, not {player!r}")


def _deal_from(count: object) -> Deal:
    if isinstance(count, int) and not isinstance(count, bool) and 1 <= count <= 104:
        return Deal(count)
    raise BadNotation("bad_count", f"a deal has 1 to 104 cards, not {count!r}")


def action_from_json(data: Mapping[str, object]) -> Action:
    """Read any actor's action. Raises `BadNotation`, also for fields that do not belong to it."""
    kind = data.get("type")
    if not isinstance(kind, str):
        raise BadNotation("bad_action", "an action is an object with a type")
    if kind == "SHUFFLE":
        return shuffle_from_json(data)
    allowed = {"type", "playerId"}
    if kind in CARD_ACTIONS:
        allowed.add("cards")
    elif kind == "DEAL":
        allowed.add("count")
    extra = [key for key in data if key not in allowed]
    if extra:
        raise BadNotation("bad_action", f"{kind} has no field {extra[0]!r}")
    if kind in CARD_ACTIONS:
        cards = data.get("cards")
        if not isinstance(cards, list) or not all(isinstance(word, str) for word in cards):
            raise BadNotation("bad_action", f"{kind} needs cards, a list of card ids")
        return card_action(kind, [str(word) for word in cards])
    if kind == "DEAL":
        return _deal_from(data.get("count"))
    if kind == "TIMEOUT":
        return Timeout(_seat_from(data.get("playerId")))
    for plain in _PLAIN:
        if plain.kind == kind:
            return plain
    raise BadNotation("bad_action", f"no action {kind!r}")


def parse_action(text: str) -> Action:
    """Read the one-line form. Raises `BadNotation`."""
    words = text.split()
    if not words:
        raise BadNotation("bad_action", "an empty line is not an action")
    head, rest = words[0], words[1:]
    if head in _CARD_WORDS:
        return card_action(_CARD_WORDS[head], rest)
    if head == "shuffle" and len(rest) == 1:
        numbers = rest[0].split(",")
        if all(number.isdigit() for number in numbers):
            return shuffle_from_json({"order": [int(number) for number in numbers]})
    if head == "deal" and len(rest) == 1 and rest[0].isdigit():
        return _deal_from(int(rest[0]))
    if head == "timeout" and len(rest) == 1:
        return Timeout(_seat_from(rest[0]))
    for plain in _PLAIN:
        if words == [plain.word]:
            return plain
    raise BadNotation("bad_action", f"{text!r} is not an action")


__all__ = [
    "CLOSE_WINDOW",
    "NEXT_HAND",
    "PASS",
    "START",
    "Bury",
    "CardAction",
    "ChooseUnit",
    "CloseWindow",
    "Deal",
    "Declare",
    "GiveBack",
    "NextHand",
    "Pass",
    "PlainAction",
    "Play",
    "Shuffle",
    "Snatch",
    "Start",
    "Stick",
    "Timeout",
    "action_from_json",
    "card_action",
    "parse_action",
]
