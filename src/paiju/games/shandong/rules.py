"""Every choice of §11 as one frozen object, and the rulebooks that fill it in."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from paiju.engine.errors import BadRules
from paiju.engine.game import Knob, Rules
from paiju.games.shandong.cards import RANKS

DEFAULT_RULEBOOK: Final = "standard"

KNOBS: Final = [
    Knob("permanentTrumps", "list", list(RANKS)),
    Knob("allowMixedTrumpInMixed", "bool", [True, False]),
    Knob("strictFollowRules", "bool", [True, False]),
    Knob("mustPlayLargest", "bool", [True, False]),
    Knob("largestOnThrow", "bool", [False, True]),
    Knob("specialFollowChain", "choice", ["largest", "pairsFirst"]),
    Knob("tractorAdjacency", "choice", ["closed", "natural"]),
    Knob("levelJokerTractors", "bool", [True, False]),
    Knob("jokerFlash", "bool", [True, False]),
    Knob("killMatch", "choice", ["contains", "exact"]),
    Knob("failedThrowChoice", "choice", ["smallest", "nextPlayer", "highestUnit"]),
    Knob("failedThrowPenalty", "int", [], 0, 200),
    Knob("trumpPairNeedsBigJoker", "bool", [True, False]),
    Knob("hiddenDeclaration", "bool", [True, False]),
    Knob("allowSnatch", "bool", [True, False]),
    Knob("allowStick", "bool", [True, False]),
    Knob("snatchOverSnatch", "bool", [False, True]),
    Knob("declareWindowMs", "int", [], 0, 600000),
    Knob("snatchWindowMs", "int", [], 0, 600000),
    Knob("stickWindowMs", "int", [], 0, 600000),
    Knob("noDeclareLater", "choice", ["idlePlus3", "idleTakesOver"]),
    Knob("startLevel", "choice", list(RANKS)),
    Knob("mandatoryLevels", "list", list(RANKS)),
    Knob("idleMaxAdvance", "int", [None], 0, 100),
    Knob("kittyMode", "choice", ["pattern", "cardCount"]),
    Knob("kittyDeduct", "bool", [True, False]),
    Knob("kittyTrumpOnly", "bool", [True, False]),
    Knob("tractorMultiplier", "choice", ["linear", "power"]),
    Knob("singlesThrowMultiplier", "int", [], 2, 3),
    Knob("hookJack", "bool", [False, True]),
]
"""In the order of §11."""

ONLY_DEFAULT: Final[dict[str, object]] = {"rainCarriesTrumps": False, "allowNoTrump": False}
"""Optional keys of §11 that are not implemented: their default is accepted, anything else refused."""


@dataclass(frozen=True)
class ShandongRules(Rules):
    """All keys of §11; the defaults are the book. Lists are kept in the order of ranks."""

    rulebook: str = DEFAULT_RULEBOOK
    permanent_trumps: tuple[str, ...] = ("2", "3", "5")
    allow_mixed_trump_in_mixed: bool = True
    strict_follow_rules: bool = True
    must_play_largest: bool = True
    largest_on_throw: bool = False
    special_follow_chain: str = "largest"
    tractor_adjacency: str = "closed"
    level_joker_tractors: bool = True
    joker_flash: bool = False
    kill_match: str = "contains"
    failed_throw_choice: str = "smallest"
    failed_throw_penalty: int = 0
    trump_pair_needs_big_joker: bool = True
    hidden_declaration: bool = True
    allow_snatch: bool = True
    allow_stick: bool = True
    snatch_over_snatch: bool = False
    declare_window_ms: int = 10000
    snatch_window_ms: int = 10000
    stick_window_ms: int = 10000
    no_declare_later: str = "idlePlus3"
    start_level: str = "2"
    mandatory_levels: tuple[str, ...] = ("A",)
    idle_max_advance: int | None = 3
    kitty_mode: str = "pattern"
    kitty_deduct: bool = False
    kitty_trump_only: bool = False
    tractor_multiplier: str = "linear"
    singles_throw_multiplier: int = 3
    hook_jack: bool = False

    def __reduce__(self) -> tuple[object, ...]:
        return make_rules, (self.rulebook, self.overrides())

    def options(self) -> dict[str, object]:
        """Every key of §11 with its value, lists as lists."""
        found: dict[str, object] = {}
        for knob in KNOBS:
            value: object = getattr(self, field_name(knob.name))
            found[knob.name] = list(value) if isinstance(value, tuple) else value
        return found

    def overrides(self) -> dict[str, object]:
        book = ShandongRules(self.rulebook).options()
        book.update(RULEBOOKS[self.rulebook])
        return {key: value for key, value in self.options().items() if value != book[key]}


RULEBOOKS: Final[dict[str, dict[str, object]]] = {
    "standard": {},
    "open-trump": {"hiddenDeclaration": False},
    "must-play": {"mandatoryLevels": ["5", "10", "K", "A"]},
    "first-program": {
        "levelJokerTractors": False,
        "tractorAdjacency": "natural",
        "failedThrowChoice": "highestUnit",
        "killMatch": "exact",
        "hiddenDeclaration": False,
        "kittyMode": "cardCount",
        "kittyDeduct": True,
    },
}
"""Name → what differs from the book. `first-program` plays as the code of the game's first public program does
where §11 names that code as the origin of a value."""


def field_name(key: str) -> str:
    """`kittyMode` → `kitty_mode`."""
    return "".join(["_" + c.lower() if c.isupper() else c for c in key])


def value_text(value: object) -> str:
    """A value as people write it in options."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "null" if value is None else str(value)


def not_allowed(key: str, allowed: str, value: object) -> BadRules:
    """The error for a value that a key cannot have."""
    return BadRules("bad_option", f"{key} can be {allowed}, not {value!r}", {"option": key, "allowed": allowed})


def _rank_list(key: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(rank, str) and rank in RANKS for rank in value):
        raise not_allowed(key, f"[{', '.join(RANKS)}]", value)
    if len(set(value)) != len(value):
        raise not_allowed(key, f"[{', '.join(RANKS)}]", value)
    if key == "mandatoryLevels" and "A" not in value:
        value = [*value, "A"]
    return tuple([rank for rank in RANKS if rank in value])


def _checked(knob: Knob, value: object) -> object:
    """The value as the field stores it, or `BadRules` with what would be allowed."""
    if knob.kind == "list":
        return _rank_list(knob.name, value)
    if knob.kind == "int":
        if value is None and None in knob.values:
            return None
        if isinstance(value, int) and not isinstance(value, bool) and knob.low <= value <= knob.high:
            return value
        raise not_allowed(knob.name, f"{knob.low}–{knob.high}" + (", null" if None in knob.values else ""), value)
    for allowed_value in knob.values:
        if type(allowed_value) is type(value) and allowed_value == value:
            return value
    raise not_allowed(knob.name, ", ".join([value_text(v) for v in knob.values]), value)


def make_rules(rulebook: str, options: Mapping[str, object]) -> ShandongRules:
    """A rulebook with single keys of §11 changed. Raises `BadRules` for anything unknown or not implemented."""
    if rulebook not in RULEBOOKS:
        names = ", ".join(RULEBOOKS)
        params: dict[str, object] = {"rulebook": rulebook, "allowed": names}
        raise BadRules("unknown_rulebook", f"no rulebook {rulebook!r}; there are {names}", params)
    known = {knob.name: knob for knob in KNOBS}
    wanted: dict[str, object] = dict(RULEBOOKS[rulebook])
    wanted.update(options)
    values: dict[str, object] = {"rulebook": rulebook}
    for key, value in wanted.items():
        if key in ONLY_DEFAULT:
            if value is not ONLY_DEFAULT[key]:
                allowed = value_text(ONLY_DEFAULT[key])
                message = f"{key} can only be {allowed} here"
                raise BadRules("option_not_offered", message, {"option": key, "allowed": allowed})
            continue
        if key not in known:
            names = ", ".join(known)
            raise BadRules("unknown_option", f"no option {key!r}", {"option": key, "allowed": names})
        values[field_name(key)] = _checked(known[key], value)
    return ShandongRules(**values)  # type: ignore[arg-type]  # every value was checked against its knob


STANDARD: Final = make_rules(DEFAULT_RULEBOOK, {})
