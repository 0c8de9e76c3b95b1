"""The policy of arena rooms: clocks, pauses, and what is never allowed there."""

import secrets
from collections.abc import Callable
from typing import Final

from paiju.engine.game import State
from paiju.games.uno.position import Position
from paiju.games.uno.view import WD4
from paiju.server.clock import Clock
from paiju.server.match.policy import Policy
from paiju.server.match.replay import Folded
from paiju.server.settings import Settings

DIALECT: Final = "arena"
SYSTEM: Final = "system"
"""The name of system bots in the log."""


class ArenaPolicy(Policy):
    """Absent players time out (competitive) or lose their seat (sandbox). No bot plays for them meanwhile."""

    def __init__(self, settings: Settings, clock: Clock, challenges: Callable[[str, int], bool]) -> None:
        super().__init__(settings, clock, DIALECT)
        self._challenges: Final = challenges
        """Whether the client of this match and seat said that it answers a Wild Draw Four."""

    def refusal(self, verb: str, folded: Folded, dialect: str) -> str:
        """Seats are taken before the match only; nobody leaves a competitive match."""
        code = super().refusal(verb, folded, dialect)
        if not code and verb == "join" and folded.status != "waiting":
            return "already_started"
        if not code and verb == "leave" and folded.status == "playing" and folded.header.mode != "sandbox":
            return "cannot_leave"
        return code

    def turn_ms(self, folded: Folded, state: State) -> int | None:
        seat = int(state.turn())
        if folded.places[seat].bot:
            return None
        sandbox = folded.header.mode == "sandbox"
        if isinstance(state, Position) and state.phase == WD4:
            if not self._challenges(folded.match, seat):
                return self.settings.wd4_window_ms
            if sandbox:
                return int(self.settings.wd4_sandbox_seconds * 1000)
        return None if sandbox else int(self.settings.turn_seconds * 1000)

    def round_pause_ms(self, folded: Folded) -> int:
        return self.settings.round_pause_ms

    def absent_ms(self, folded: Folded) -> int | None:
        return None

    def most_timeouts(self, folded: Folded) -> int | None:
        return None

    def host_away_ms(self, folded: Folded) -> int | None:
        return None

    def bot_delay_ms(self, folded: Folded) -> int:
        low, high = self.settings.bot_delay_min_ms, self.settings.bot_delay_max_ms
        return low + secrets.randbelow(high - low + 1)

    def catch_grace_ms(self, folded: Folded) -> int:
        return 0

    def false_catch_pause_ms(self, folded: Folded) -> int:
        return 0

    def freezes(self, folded: Folded) -> bool:
        return False

    def closes_at(self, folded: Folded, touched: float) -> float | None:
        """When an ended room is closed. Waiting rooms are closed by `Rooms.tidy`."""
        return None if folded.ended_at is None else super().closes_at(folded, touched)
