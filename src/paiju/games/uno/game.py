"""The Game object UNO."""

from collections.abc import Mapping
from typing import Final, cast, final

from paiju.engine.errors import BadNotation, BadRules, GameError
from paiju.engine.game import NO_NAMES, Action, Game, Knob, Rules, Seat, State, View
from paiju.engine.shuffle import Source
from paiju.engine.trace import Clock, Trace, no_clock
from paiju.games.uno import trace
from paiju.games.uno.actions import (
    CHALLENGE_UNO,
    MOST_SEATS,
    PUBLIC_FIELDS,
    ROUND_TYPES,
    UnoAction,
    action_from_json,
    parse_action,
)
from paiju.games.uno.hidden import imagined
from paiju.games.uno.rule_sections import SECTION_OF_CODE
from paiju.games.uno.rules import KNOBS, RULEBOOKS, UnoRules, uno_rules
from paiju.games.uno.state import UnoState
from paiju.games.uno.view import UnoView

LEVEL_BOTS: Final = {"easy": ("casual", "random"), "normal": ("regular",), "hard": ("champion", "net")}
VECTOR_FORMAT: Final = "uno-vectors/1"
VECTOR_KEYS: Final = ("format", "about", "vectors")


@final
class Uno(Game):
    """The game UNO with its four rulebooks."""

    def __init__(self) -> None:
        self.name = "uno"
        self.default_rulebook = "official"
        self.not_started_code = "GAME_NOT_STARTED"
        self.ended_code = "GAME_ENDED"

    def rulebooks(self) -> list[str]:
        return list(RULEBOOKS)

    def knobs(self) -> list[Knob]:
        return list(KNOBS)

    def rules(self, rulebook: str, options: Mapping[str, object]) -> UnoRules:
        return uno_rules(rulebook, options)

    def seat_range(self, rules: Rules) -> tuple[int, int]:
        uno = cast(UnoRules, rules)
        return uno.min_players, uno.max_players

    def new(self, rules: Rules, seats: int) -> UnoState:
        fewest, most = self.seat_range(rules)
        if not fewest <= seats <= most:
            allowed = str(fewest) if fewest == most else f"{fewest}–{most}"
            raise BadRules(
                "INVALID_PLAYER_COUNT", f"{seats} players; allowed are {allowed}", {"why": "range", "allowed": allowed}
            )
        return UnoState(cast(UnoRules, rules), seats)

    def action_from_json(self, data: Mapping[str, object]) -> Action:
        return action_from_json(data)

    def parse_action(self, text: str) -> Action:
        return parse_action(text)

    def imagine(self, view: View, source: Source) -> State:
        uno = cast(UnoView, view)
        state = UnoState(uno.rules, len(uno.scores))
        imagined(state, uno, source)
        return state

    def public_fields(self, kind: str) -> frozenset[str]:
        return PUBLIC_FIELDS.get(kind, NO_NAMES)

    def round_types(self) -> frozenset[str]:
        return ROUND_TYPES

    def catch_target(self, action: Action) -> Seat | None:
        if isinstance(action, UnoAction) and action.kind == CHALLENGE_UNO and 0 <= action.target < MOST_SEATS:
            return Seat(action.target)
        return None

    def default_bot(self) -> str:
        return "colour"

    def level_bots(self, level: str) -> tuple[str, ...]:
        return LEVEL_BOTS.get(level, ())

    def one_round_options(self) -> dict[str, object]:
        return {"targetScore": None}

    def resources(self) -> str:
        return "paiju.games.uno"

    def rule_section(self, code: str) -> str:
        return SECTION_OF_CODE.get(code, "")

    def explain_options(self) -> tuple[str, ...]:
        return trace.OPTIONS

    def explain(self, rules: Rules, question: Mapping[str, str], clock: Clock = no_clock) -> Trace:
        return trace.explain(rules, question, clock)

    def reads_vectors(self, header: Mapping[str, object]) -> bool:
        found = str(header.get("format", ""))
        if not found.startswith("uno-vectors/"):
            return False
        if found != VECTOR_FORMAT:
            raise BadNotation("bad_vectors", params={"why": "version", "found": found, "known": VECTOR_FORMAT})
        unknown = sorted([key for key in header if key not in VECTOR_KEYS])
        if unknown:
            raise BadNotation("bad_vectors", params={"why": "keys", "keys": ", ".join(unknown)})
        return True

    def run_vector(self, vector: Mapping[str, object]) -> list[GameError]:
        from paiju.games.uno.vectors import run_vector  # interpreted, and only tests need it

        return run_vector(vector)


UNO: Final = Uno()
