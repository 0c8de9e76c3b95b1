"""UnoRules: every choice a table can make, and the four rulebooks as presets of all of them.

A rule is one row in `KNOBS`, one column entry in each preset, one attribute here and one place that reads it: mostly in
`refusals`, which says what is forbidden, or in `effects`, which says what happens.
"""

from collections.abc import Mapping
from typing import Final, cast

from paiju.engine.errors import BadRules
from paiju.engine.game import Knob, Rules

_BOOLEAN: Final[list[object]] = [False, True]

KNOBS: Final = [
    Knob("minPlayers", "int", [], 2, 10),
    Knob("maxPlayers", "int", [], 2, 10),
    Knob("initialCards", "int", [], 1, 10),
    Knob("dealerRule", "choice", ["lastSeat", "highPoints", "highNumber"]),
    Knob("dealerRotation", "choice", ["left", "none"]),
    Knob("firstDiscard", "choice", ["nonWild", "number", "returnWild", "official"]),
    Knob("firstReverse", "choice", ["dealer", "dealersRight"]),
    Knob("drawMode", "choice", ["one", "untilPlayable"]),
    Knob("drawOnlyIfStuck", "bool", _BOOLEAN),
    Knob("endTurn", "choice", ["auto", "manual"]),
    Knob("forcedDraw", "choice", ["auto", "manual"]),
    Knob("wd4Rule", "choice", ["free", "challenge", "strict"]),
    Knob("unoEnforcement", "choice", ["catch", "windowThenAuto", "immediate", "endOfTurn", "none"]),
    Knob("unoCallTurnOnly", "bool", _BOOLEAN),
    Knob("drawPenalty", "int", [], 0, 10),
    Knob("wrongUnoPenalty", "int", [], 0, 10),
    Knob("falseCatchPenalty", "int", [], 0, 10),
    Knob("outOfTurnPenalty", "int", [], 0, 10),
    Knob("illegalPlayPenalty", "int", [], 0, 10),
    Knob("lastCardDraw", "bool", _BOOLEAN),
    Knob("scoring", "choice", ["winnerTakesAll", "negative", "handTotals"]),
    Knob("targetScore", "int", [None], 1, 10000),
    Knob("stackDrawCards", "bool", _BOOLEAN),
    Knob("stackMode", "choice", ["same", "ascending", "any"]),
    Knob("forcePlay", "bool", _BOOLEAN),
    Knob("sevenSwap", "bool", _BOOLEAN),
    Knob("zeroRotate", "bool", _BOOLEAN),
    Knob("jumpIn", "bool", _BOOLEAN),
]

OFFICIAL: Final[dict[str, object]] = {
    "minPlayers": 2,
    "maxPlayers": 10,
    "initialCards": 7,
    "dealerRule": "highNumber",
    "dealerRotation": "left",
    "firstDiscard": "official",
    "firstReverse": "dealer",
    "drawMode": "one",
    "drawOnlyIfStuck": False,
    "endTurn": "auto",
    "forcedDraw": "auto",
    "wd4Rule": "challenge",
    "unoEnforcement": "catch",
    "unoCallTurnOnly": False,
    "drawPenalty": 2,
    "wrongUnoPenalty": 0,
    "falseCatchPenalty": 0,
    "outOfTurnPenalty": 0,
    "illegalPlayPenalty": 0,
    "lastCardDraw": True,
    "scoring": "winnerTakesAll",
    "targetScore": 500,
    "stackDrawCards": False,
    "stackMode": "ascending",
    "forcePlay": False,
    "sevenSwap": False,
    "zeroRotate": False,
    "jumpIn": False,
}
PLATFORM: Final[dict[str, object]] = OFFICIAL | {
    "dealerRule": "lastSeat",
    "firstDiscard": "nonWild",
    "firstReverse": "dealersRight",
    "forcedDraw": "manual",
    "wd4Rule": "free",
    "lastCardDraw": False,
    "targetScore": None,
}
CONSOLE: Final[dict[str, object]] = OFFICIAL | {
    "minPlayers": 4,
    "maxPlayers": 4,
    "dealerRule": "lastSeat",
    "dealerRotation": "none",
    "firstDiscard": "number",
    "firstReverse": "dealersRight",
    "endTurn": "manual",
    "unoEnforcement": "endOfTurn",
    "unoCallTurnOnly": True,
    "wrongUnoPenalty": 2,
    "lastCardDraw": False,
    "scoring": "negative",
    "targetScore": None,
}
ARENA: Final[dict[str, object]] = OFFICIAL | {
    "maxPlayers": 4,
    "dealerRule": "highPoints",
    "firstDiscard": "returnWild",
    "firstReverse": "dealersRight",
    "unoEnforcement": "windowThenAuto",
    "falseCatchPenalty": 2,
    "outOfTurnPenalty": 2,
    "illegalPlayPenalty": 2,
    "targetScore": 1000,
}

RULEBOOKS: Final = {"official": OFFICIAL, "platform": PLATFORM, "console": CONSOLE, "arena": ARENA}
ALIASES: Final = {"rc2": "console"}

# Values of `stack_mode`, `enforcement`, `first_discard` and `dealer_rule` as numbers, for the engine.
SAME: Final = 0
ASCENDING: Final = 1
ANY: Final = 2

CATCH: Final = 0
WINDOW_THEN_AUTO: Final = 1
IMMEDIATE: Final = 2
END_OF_TURN: Final = 3
UNENFORCED: Final = 4

NON_WILD: Final = 0
NUMBER: Final = 1
RETURN_WILD: Final = 2
RETURN_DRAW_FOUR: Final = 3

LAST_SEAT: Final = 0
HIGH_POINTS: Final = 1
HIGH_NUMBER: Final = 2

WINNER_TAKES_ALL: Final = 0
NEGATIVE: Final = 1
HAND_TOTALS: Final = 2


class UnoRules(Rules):
    """A rulebook with single options changed; frozen. Make one with `uno_rules`.

    Choices that the engine asks for in every turn are kept as booleans and small numbers.
    """

    rulebook: str
    _values: dict[str, object]
    min_players: int
    max_players: int
    initial_cards: int
    dealer_rule: int
    dealer_rotates: bool
    first_discard: int
    reverse_starts_dealer: bool
    draw_until_playable: bool
    draw_only_if_stuck: bool
    manual_end: bool
    stacking: bool
    manual_debt: bool
    """Stacking makes every forced draw manual, because the victim must be able to answer."""
    stack_mode: int
    wd4_challenge: bool
    wd4_strict: bool
    enforcement: int
    call_in_turn_only: bool
    draw_penalty: int
    wrong_uno_penalty: int
    false_catch_penalty: int
    out_of_turn_penalty: int
    illegal_play_penalty: int
    last_card_draw: bool
    scoring: int
    target_score: int
    """0 = a single round."""
    force_play: bool
    seven_swap: bool
    zero_rotate: bool
    jump_in: bool
    plain_plays: bool
    """Any card that fits may be laid, without a target."""
    always_calls: bool
    """Somebody with many cards may call, or catch somebody who is not exposed."""
    most_drawn: int

    __slots__ = tuple(__annotations__)
    """Interpreted, an object with more than 30 attributes is quicker with slots; compiled it makes no difference."""

    def __init__(self, rulebook: str, values: dict[str, object]) -> None:
        self.rulebook = rulebook
        self._values = values
        self.min_players = _number(values, "minPlayers")
        self.max_players = _number(values, "maxPlayers")
        self.initial_cards = _number(values, "initialCards")
        self.dealer_rule = _choice(values, "dealerRule")
        self.dealer_rotates = values["dealerRotation"] == "left"
        self.first_discard = _choice(values, "firstDiscard")
        self.reverse_starts_dealer = values["firstReverse"] == "dealer"
        self.draw_until_playable = values["drawMode"] == "untilPlayable"
        self.draw_only_if_stuck = values["drawOnlyIfStuck"] is True
        self.manual_end = values["endTurn"] == "manual"
        self.stacking = values["stackDrawCards"] is True
        self.manual_debt = self.stacking or values["forcedDraw"] == "manual"
        self.stack_mode = _choice(values, "stackMode")
        self.wd4_challenge = values["wd4Rule"] == "challenge"
        self.wd4_strict = values["wd4Rule"] == "strict"
        self.enforcement = _choice(values, "unoEnforcement")
        self.call_in_turn_only = values["unoCallTurnOnly"] is True
        self.draw_penalty = _number(values, "drawPenalty")
        self.wrong_uno_penalty = _number(values, "wrongUnoPenalty")
        self.false_catch_penalty = _number(values, "falseCatchPenalty")
        self.out_of_turn_penalty = _number(values, "outOfTurnPenalty")
        self.illegal_play_penalty = _number(values, "illegalPlayPenalty")
        self.last_card_draw = values["lastCardDraw"] is True
        self.scoring = _choice(values, "scoring")
        self.target_score = _number(values, "targetScore") if values["targetScore"] is not None else 0
        self.force_play = values["forcePlay"] is True
        self.seven_swap = values["sevenSwap"] is True
        self.zero_rotate = values["zeroRotate"] is True
        self.jump_in = values["jumpIn"] is True
        self.plain_plays = not self.seven_swap and not self.wd4_strict
        self.always_calls = self.call_in_turn_only or self.false_catch_penalty > 0
        self.most_drawn = self._most_drawn()

    def __reduce__(self) -> tuple[object, ...]:
        return UnoRules, (self.rulebook, self._values)

    def _most_drawn(self) -> int:
        """The most cards that one action can draw besides a debt: two penalties and a lost challenge, or all cards."""
        if self.draw_until_playable:
            return 108
        worst = max(
            self.draw_penalty,
            self.wrong_uno_penalty,
            self.false_catch_penalty,
            self.out_of_turn_penalty,
            self.illegal_play_penalty,
        )
        return 6 + 2 * worst

    def options(self) -> dict[str, object]:
        return dict(self._values)

    def overrides(self) -> dict[str, object]:
        preset = RULEBOOKS[self.rulebook]
        return {name: value for name, value in self._values.items() if preset[name] != value}

    def turn_seconds(self) -> int:
        return 15 if self.rulebook == "arena" else 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, UnoRules) and self.rulebook == other.rulebook and self._values == other._values

    def __hash__(self) -> int:
        return hash((self.rulebook, str(self._values)))


def _number(values: dict[str, object], name: str) -> int:
    return cast(int, values[name])


def _choice(values: dict[str, object], name: str) -> int:
    return knob(name).values.index(values[name])


def knob(name: str) -> Knob:
    """The knob with this name. Raises `BadRules`."""
    for row in KNOBS:
        if row.name == name:
            return row
    known = ", ".join([row.name for row in KNOBS])
    raise BadRules(
        "INVALID_OPTION",
        f"there is no option {name!r}; there are {known}",
        {"why": "unknown", "name": name, "allowed": known},
    )


def allowed_values(row: Knob) -> str:
    """What an option may be, for messages."""
    if row.kind == "int":
        return f"{row.low}–{row.high}" + (", null" if row.values else "")
    return ", ".join([_shown(value) for value in row.values])


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "null" if value is None else str(value)


def _suits(row: Knob, value: object) -> bool:
    if row.kind == "bool":
        return isinstance(value, bool)
    if row.kind == "choice":
        return isinstance(value, str) and value in row.values
    if value is None:
        return bool(row.values)
    return isinstance(value, int) and not isinstance(value, bool) and row.low <= value <= row.high


def uno_rules(rulebook: str, options: Mapping[str, object]) -> UnoRules:
    """A rulebook with single options changed. Raises `BadRules` naming the problem and what is allowed."""
    name = ALIASES.get(rulebook, rulebook)
    if name not in RULEBOOKS:
        known = ", ".join(RULEBOOKS)
        raise BadRules(
            "unknown_rulebook",
            f"there is no rulebook {rulebook!r}; there are {known}",
            {"name": rulebook, "allowed": known},
        )
    values = dict(RULEBOOKS[name])
    for option, value in options.items():
        row = knob(option)
        if not _suits(row, value):
            allowed = allowed_values(row)
            raise BadRules(
                "INVALID_OPTION",
                f"{option} cannot be {_shown(value)}; it can be {allowed}",
                {"why": "value", "name": option, "value": _shown(value), "allowed": allowed},
            )
        values[option] = value
    _check_together(values)
    return UnoRules(name, values)


def _check_together(values: dict[str, object]) -> None:
    if _number(values, "minPlayers") > _number(values, "maxPlayers"):
        raise BadRules("INVALID_OPTION", "minPlayers is greater than maxPlayers", {"why": "seats"})
    if values["unoEnforcement"] == "endOfTurn" and not (values["endTurn"] == "manual" and values["unoCallTurnOnly"]):
        raise BadRules(
            "INVALID_OPTION",
            "unoEnforcement endOfTurn needs endTurn manual and unoCallTurnOnly true",
            {"why": "end_of_turn"},
        )
