"""The Game object UNO."""

from collections.abc import Mapping
from typing import Final, cast, final

from paiju.engine.errors import BadRules
from paiju.engine.game import Action, Game, Knob, Rules, State, View
from paiju.engine.shuffle import Source
from paiju.games.uno.actions import action_from_json, parse_action
from paiju.games.uno.hidden import imagined
from paiju.games.uno.rules import KNOBS, RULEBOOKS, UnoRules, uno_rules
from paiju.games.uno.state import UnoState
from paiju.games.uno.view import UnoView


@final
class Uno(Game):
    """UNO in four rulebooks."""

    def __init__(self) -> None:
        self.name = "uno"
        self.default_rulebook = "official"

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


UNO: Final = Uno()
