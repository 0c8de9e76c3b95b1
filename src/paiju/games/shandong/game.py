"""The Game object SHANDONG."""

from collections.abc import Mapping
from typing import Final, cast, final

from paiju.engine.errors import BadRules
from paiju.engine.game import Action, Game, Knob, Rules, State, View
from paiju.engine.shuffle import Source
from paiju.games.shandong.actions import action_from_json, parse_action
from paiju.games.shandong.hidden import fill_from
from paiju.games.shandong.position import SEATS
from paiju.games.shandong.rules import DEFAULT_RULEBOOK, KNOBS, RULEBOOKS, ShandongRules, make_rules
from paiju.games.shandong.state import ShandongState
from paiju.games.shandong.view import ShandongView


@final
class Shandong(Game):
    """Shandong Upgrade (山东升级): four players, two decks, fixed partners."""

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


SHANDONG: Final = Shandong()
