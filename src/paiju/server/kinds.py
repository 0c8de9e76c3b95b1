"""The little a server must know of a game beyond the contract: where rounds begin, what of an action others may see.

Every part of an action is hidden unless it is listed here: a game without a row shows only the types of its actions.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from paiju.engine.game import State
from paiju.games.shandong.position import Position as ShandongPosition
from paiju.games.uno.position import Position as UnoPosition

_Json = dict[str, Any]


class Kind:
    """One game as the server sees it."""

    def __init__(
        self,
        rounds: frozenset[str],
        public: Mapping[str, frozenset[str]],
        own: Mapping[str, frozenset[str]],
        decision: Callable[[State], object],
        exposed: Callable[[State], int | None],
    ) -> None:
        self.rounds: Final = rounds
        """Types of host actions that begin a round: before them is a pause, with them late joiners get their seats."""
        self._public: Final = public
        self._own: Final = own
        self.decision: Final = decision
        """Equal as long as the same decision is awaited: the clock starts anew when it changes."""
        self.exposed: Final = exposed
        """The seat that can be caught for a missing call, if the game has such a thing."""

    def visible(self, action: _Json, actor: int, recipient: int) -> _Json:
        """The action as `recipient` may know it."""
        kind = str(action.get("type", ""))
        fields = self._public.get(kind, frozenset())
        if actor == recipient:
            fields |= self._own.get(kind, frozenset())
        return {"type": kind, **{name: value for name, value in action.items() if name in fields}}

    def same_for_all(self, kind: str) -> bool:
        """Whether every recipient sees such an action alike."""
        return kind not in self._own


def _nobody(_state: State) -> int | None:
    return None


def _turn(state: State) -> object:
    return state.turn()


def _uno_exposed(state: State) -> int | None:
    exposed = state.exposed if isinstance(state, UnoPosition) else -1
    return exposed if exposed >= 0 else None


def _uno_decision(state: State) -> object:
    return (
        (state.current, state.turn_number, state.phase, state.round_number) if isinstance(state, UnoPosition) else None
    )


def _shandong_decision(state: State) -> object:
    if not isinstance(state, ShandongPosition):
        return None
    stage = (state.hand_number, state.redeals, state.phase, state.dealt, state.trick_number)
    return (state.turn_seat, state.giving, state.failed is not None, stage)


_PLAIN: Final = Kind(frozenset(), {}, {}, _turn, _nobody)

KINDS: Final = {
    "uno": Kind(
        rounds=frozenset(("NEXT_ROUND",)),
        public={
            "PLAY_CARD": frozenset(("cardId", "chosenColor", "targetPlayerId")),
            "JUMP_IN": frozenset(("cardId", "targetPlayerId")),
            "CHALLENGE_UNO": frozenset(("targetPlayerId",)),
            "CHOOSE_COLOR": frozenset(("color",)),
            "START": frozenset(("dealer",)),
            "TIMEOUT": frozenset(("playerId",)),
            "REMOVE_PLAYER": frozenset(("playerId",)),
            "PENALTY": frozenset(("playerId", "count", "code")),
        },
        own={},
        decision=_uno_decision,
        exposed=_uno_exposed,
    ),
    "shandong": Kind(
        rounds=frozenset(("NEXT_HAND",)),
        public={
            "STICK": frozenset(("cards",)),
            "PLAY": frozenset(("cards",)),
            "CHOOSE_UNIT": frozenset(("cards",)),
            "TIMEOUT": frozenset(("playerId",)),
            "DEAL": frozenset(("count",)),
        },
        own={
            "DECLARE": frozenset(("cards",)),
            "SNATCH": frozenset(("cards",)),
            "GIVE_BACK": frozenset(("cards",)),
            "BURY": frozenset(("cards",)),
        },
        decision=_shandong_decision,
        exposed=_nobody,
    ),
}


def kind_of(game: str) -> Kind:
    """The row of a game, or one that shows nothing."""
    return KINDS.get(game, _PLAIN)
