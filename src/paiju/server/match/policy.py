"""What rooms of a dialect allow, and their time limits and pauses. `arena.policy` has those of the arena."""

import secrets
from typing import Final

from mypy_extensions import mypyc_attr

from paiju.engine.game import State
from paiju.server.clock import Clock
from paiju.server.errors import Refusal
from paiju.server.match.replay import Folded
from paiju.server.settings import Settings

NATIVE: Final = "native"
REACT_MS: Final = 1500
"""The shortest pause of a bot on turn while people may act out of turn (jump in, catch)."""
WATCH: Final = "watch"
"""The verb of spectators. All other verbs speak for a seat."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy:
    """Native rooms. Times are in milliseconds; None means no limit."""

    def __init__(self, settings: Settings, clock: Clock, dialect: str = NATIVE) -> None:
        self.settings: Final = settings
        self.clock: Final = clock
        self.dialect: Final = dialect

    def refusal(self, verb: str, folded: Folded, dialect: str) -> str:
        """The code that refuses `verb` to a caller who speaks `dialect`; "" where the room allows it.

        Every transport of every dialect asks this first. A seat is used in the dialect of its room; in others the room
        can only be watched.
        """
        return "" if dialect == self.dialect or verb == WATCH else "wrong_dialect"

    def permit(self, verb: str, folded: Folded, dialect: str) -> None:
        """Raise `Refusal` unless the room allows `verb`, see `refusal`."""
        code = self.refusal(verb, folded, dialect)
        if code:
            raise Refusal(code)

    def turn_ms(self, folded: Folded, state: State) -> int | None:
        """The time limit for the decision that `state` waits for."""
        return folded.header.clock_ms or None

    def round_pause_ms(self, folded: Folded) -> int:
        """The pause between two rounds. It ends early when everybody is ready."""
        people = any(place.person and not place.away_bot for place in folded.places)
        return int(self.settings.ready_pause_seconds * 1000) if people else 0

    def window_ms(self, folded: Folded, patience: int) -> int:
        """How long a window of the game stays open for reactions."""
        return patience

    def deals_slowly(self, folded: Folded) -> bool:
        """Whether people see cards being dealt a few at a time."""
        return self.settings.deal_slowly and any(place.person and not place.away_bot for place in folded.places)

    def absent_ms(self, folded: Folded) -> int | None:
        """The time after which a bot plays for an absent player."""
        return int(self.settings.absent_seconds * 1000)

    def most_timeouts(self, folded: Folded) -> int | None:
        """The number of time-outs in a row after which a bot plays for a player."""
        return self.settings.idle_timeouts or None

    def host_away_ms(self, folded: Folded) -> int | None:
        """The time after which an absent host is replaced."""
        return int(self.settings.host_away_seconds * 1000)

    def bot_delay_ms(self, folded: Folded) -> int:
        """The pause before a bot acts, so that people can follow, and can act out of turn where the rules let them."""
        low, high = self.settings.pace_min_ms, self.settings.pace_max_ms
        state = folded.state
        if high and state is not None and state.turn() >= 0:
            reacting = [folded.places[seat] for seat in state.reactors()]
            if any(place.person and not place.away_bot for place in reacting):
                low = high = max(high, REACT_MS)
        return low + secrets.randbelow(high - low + 1)

    def catch_grace_ms(self, folded: Folded) -> int:
        """The time between `State.exposed_seat` naming a seat and the first catch that counts."""
        return self.settings.catch_grace_ms

    def false_catch_pause_ms(self, folded: Folded) -> int:
        """The time for which a seat may not catch after a false catch."""
        return self.settings.false_catch_pause_ms

    def freezes(self, folded: Folded) -> bool:
        """Whether a match pauses while all of its people are absent."""
        return True

    def closes_at(self, folded: Folded, touched: float) -> float | None:
        """When (monotonic) to close a room in which somebody was last active at `touched`. A finished room is closed
        some time after the end even if people are still connected."""
        if folded.ended_at is not None:
            return self.clock.monotonic_at(folded.ended_at) + self.settings.ended_seconds
        return touched + (self.settings.room_idle_seconds if folded.state is None else self.settings.match_idle_seconds)

    def takeover_bot(self, folded: Folded) -> str:
        """The level of the bot that plays for absent players and on free seats."""
        return "normal"
