"""The customs of a house: how long everybody is waited for. One object per dialect; the arena has its own."""

import secrets

from paiju.engine.game import State
from paiju.server.clock import Clock
from paiju.server.match.replay import Folded
from paiju.server.settings import Settings


class Policy:
    """Native rooms. Times in milliseconds; None = for ever."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self.settings = settings
        self.clock = clock

    def turn_ms(self, folded: Folded, state: State) -> int | None:
        """Time for the decision that `state` waits for."""
        return folded.header.clock_ms or None

    def round_pause_ms(self, folded: Folded) -> int:
        """Pause between two rounds; it ends early when all people are ready."""
        people = any(place.person and not place.away_bot for place in folded.places)
        return int(self.settings.ready_pause_seconds * 1000) if people else 0

    def window_ms(self, folded: Folded, patience: int) -> int:
        """How long a window of the game stays open for reactions."""
        return patience

    def deals_slowly(self, folded: Folded) -> bool:
        """Whether people see cards being dealt a few at a time."""
        return self.settings.deal_slowly and any(place.person and not place.away_bot for place in folded.places)

    def absent_ms(self, folded: Folded) -> int | None:
        """After which a bot plays for somebody who is not there."""
        return int(self.settings.absent_seconds * 1000)

    def host_away_ms(self, folded: Folded) -> int | None:
        """After which the host's rights move on."""
        return int(self.settings.host_away_seconds * 1000)

    def bot_delay_ms(self, folded: Folded) -> int:
        """A house bot's pause before it acts: people want to see what happens. Bots among themselves are quicker."""
        low, high = self.settings.pace_min_ms, self.settings.pace_max_ms
        return low + secrets.randbelow(high - low + 1)

    def catch_grace_ms(self, folded: Folded) -> int:
        """UNO: a catch counts only so long after the missing call became visible."""
        return self.settings.catch_grace_ms

    def false_catch_pause_ms(self, folded: Folded) -> int:
        """UNO: after a false catch the same seat cannot catch for so long."""
        return self.settings.false_catch_pause_ms

    def freezes(self, folded: Folded) -> bool:
        """Whether a match stands still while none of its people is there."""
        return True

    def closes_at(self, folded: Folded, touched: float) -> float | None:
        """When (monotonic) a room is closed in which somebody was last at `touched`. A finished one does not wait until
        all have gone: secrets of seats die some time after the end."""
        if folded.ended_at is not None:
            return self.clock.monotonic_at(folded.ended_at) + self.settings.ended_seconds
        return touched + (self.settings.room_idle_seconds if folded.state is None else self.settings.match_idle_seconds)

    def takeover_bot(self, folded: Folded) -> str:
        """The bot that plays for somebody absent, and the default for free seats."""
        return "normal"
