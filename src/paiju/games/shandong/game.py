"""The Game object SHANDONG."""

from collections.abc import Mapping
from typing import Final, cast, final

from paiju.engine.errors import BadNotation, BadRules, GameError
from paiju.engine.game import NO_NAMES, Action, Game, Knob, Rules, Seat, State, View
from paiju.engine.shuffle import Source
from paiju.engine.trace import Clock, Trace, no_clock
from paiju.games.shandong import trace
from paiju.games.shandong.actions import action_from_json, parse_action
from paiju.games.shandong.hidden import fill_from
from paiju.games.shandong.position import SEATS
from paiju.games.shandong.rule_sections import SECTION_OF_CODE
from paiju.games.shandong.rules import DEFAULT_RULEBOOK, KNOBS, RULEBOOKS, ShandongRules, make_rules
from paiju.games.shandong.state import ShandongState
from paiju.games.shandong.view import ShandongView

CARDS: Final = frozenset(("cards",))
PUBLIC_FIELDS: Final = {
    "STICK": CARDS,
    "PLAY": CARDS,
    "CHOOSE_UNIT": CARDS,
    "TIMEOUT": frozenset(("playerId",)),
    "DEAL": frozenset(("count",)),
}
OWN_FIELDS: Final = {"DECLARE": CARDS, "SNATCH": CARDS, "GIVE_BACK": CARDS, "BURY": CARDS}
"""The others learn from facts what they may know of these cards: the jokers shown, or how many cards."""
LOSSES: Final = frozenset(("led", "followed", "killed", "discarded", "gave"))
ROUND_TYPES: Final = frozenset(("NEXT_HAND",))
LEVEL_BOTS: Final = {"easy": ("random",), "normal": ("rules",), "hard": ("memory", "rules")}
VECTOR_KEYS: Final = ("spec", "schema", "version")


@final
class Shandong(Game):
    """The game Shandong Upgrade (山东升级): four players, two decks, fixed partners."""

    def __init__(self) -> None:
        self.name = "shandong"
        self.default_rulebook = DEFAULT_RULEBOOK

    def rulebooks(self) -> list[str]:
        return list(RULEBOOKS)

    def knobs(self) -> list[Knob]:
        return list(KNOBS)

    def rules(self, rulebook: str, options: Mapping[str, object]) -> ShandongRules:
        return make_rules(rulebook, options)

    def seat_range(self, rules: Rules) -> tuple[int, int]:
        return SEATS, SEATS

    def new(self, rules: Rules, seats: int) -> ShandongState:
        if seats != SEATS:
            raise BadRules(
                "bad_player_count", f"{seats} players; allowed are {SEATS}", {"count": seats, "allowed": str(SEATS)}
            )
        return ShandongState(cast(ShandongRules, rules))

    def action_from_json(self, data: Mapping[str, object]) -> Action:
        return action_from_json(data)

    def parse_action(self, text: str) -> Action:
        return parse_action(text)

    def imagine(self, view: View, source: Source) -> State:
        shandong = cast(ShandongView, view)
        state = ShandongState(shandong.rules)
        fill_from(state, shandong, source)
        return state

    def public_fields(self, kind: str) -> frozenset[str]:
        return PUBLIC_FIELDS.get(kind, NO_NAMES)

    def own_fields(self, kind: str) -> frozenset[str]:
        return OWN_FIELDS.get(kind, NO_NAMES)

    def losses(self) -> frozenset[str]:
        return LOSSES

    def teams(self, seats: int) -> list[list[Seat]]:
        """Partners sit opposite each other."""
        return [[Seat(0), Seat(2)], [Seat(1), Seat(3)]]

    def round_types(self) -> frozenset[str]:
        return ROUND_TYPES

    def default_bot(self) -> str:
        return "rules"

    def level_bots(self, level: str) -> tuple[str, ...]:
        return LEVEL_BOTS.get(level, ())

    def resources(self) -> str:
        return "paiju.games.shandong"

    def rule_section(self, code: str) -> str:
        return SECTION_OF_CODE.get(code, "")

    def explain_options(self) -> tuple[str, ...]:
        return trace.OPTIONS

    def explain(self, rules: Rules, question: Mapping[str, str], clock: Clock = no_clock) -> Trace:
        return trace.explain(cast(ShandongRules, rules), question, clock)

    def reads_vectors(self, header: Mapping[str, object]) -> bool:
        if not all(key in header for key in VECTOR_KEYS):
            return False
        if header["version"] != 1:
            raise BadNotation("bad_vectors", params={"why": "version", "found": header["version"], "known": 1})
        return True

    def run_vector(self, vector: Mapping[str, object]) -> list[GameError]:
        from paiju.games.shandong.vectors import run_vector  # only tests need it

        return run_vector(vector)


SHANDONG: Final = Shandong()
