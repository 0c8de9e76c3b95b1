"""When things are due at a table: turn clocks, pauses, windows, bots, absences. One timer per table, monotonic time."""

import asyncio
from typing import Any, Final

from paiju.engine.game import NOBODY, Action, State
from paiju.server.match.context import MatchContext
from paiju.server.match.replay import Folded

_STORE_PAUSE: Final = 1.0
"""Seconds between two attempts to reach a store that is away."""


class Schedule:
    """The timing of a table. `match.timers` carries out what is due."""

    def __init__(self, folded: Folded, context: MatchContext) -> None:
        self.folded = folded
        self.context: Final = context
        self.now: Final = context.clock.monotonic
        """The clock that all times in this class refer to."""
        self.policy: Final = context.policies[folded.header.dialect]
        self.bots: Final[dict[int, Any]] = {}
        """Bots of this table by seat, created when first needed."""
        self.absent_since: Final[dict[int, float]] = {}
        self.timeouts: Final[dict[int, int]] = {}
        """How many turns in a row the owner of a seat has let pass."""
        self.touched = self.now()
        """When somebody was last active here."""
        self.held = not context.cluster.shared
        """Whether this node carries out what is due here. On other nodes clocks are only shown."""
        self._decision: object = None
        self._due: float | None = None
        self._given_back: object = None
        """The last decision whose time was prolonged, see `give_back`."""
        self._window: object = None
        self._upkeep_at: float | None = None
        self._bot_at: float | None = None
        self._exposed: tuple[int, float] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._thinking: set[tuple[int, int]] = set()
        for seat in folded.people():
            self.absent_since[seat] = self.touched

    def is_present(self, seat: int) -> bool:
        """Whether the seat's owner is connected."""
        raise NotImplementedError

    def anybody(self) -> bool:
        """Whether any seat's owner is connected."""
        raise NotImplementedError

    def _wake(self) -> None:
        """The timer has run out."""
        raise NotImplementedError

    def _tick(self) -> None:
        """Do what is due."""
        raise NotImplementedError

    # --- clocks ---------------------------------------------------------------------------------------------

    def host_step(self, state: State) -> tuple[Action | None, int]:
        """The next host action, and how many milliseconds to wait before it so that people can watch or react."""
        slow = state.slow_upkeep()
        if slow is not None and self.policy.deals_slowly(self.folded):
            return slow
        action = state.upkeep()
        if action is None:
            return None, 0
        wait = self.policy.window_ms(self.folded, state.patience_ms())
        if self.begins_round(action):
            # Late joiners take their seats in a step of its own, also where nobody needs a pause.
            wait = max(wait, self.policy.round_pause_ms(self.folded), 1 if self.folded.queue else 0)
        return action, wait

    def begins_round(self, action: Action) -> bool:
        """Whether this host action begins a new round."""
        return str(action.to_json().get("type", "")) in self.folded.game.round_types()

    def due_after(self, state: State | None) -> tuple[int | None, object]:
        """The decision that `state` waits for and its time limit. A decision that was open before keeps its time."""
        if state is None or state.over():
            return None, None
        decision = state.decision()
        if decision == self._decision:
            left = None if self._due is None else max(0, int((self._due - self.now()) * 1000))
            return left, decision
        return (self.policy.turn_ms(self.folded, state) if state.turn() >= 0 else None), decision

    def set_clocks(self, due: int | None, decision: object) -> None:
        now = self.now()
        if decision != self._decision or due is None:
            self._due = None if due is None else now + due / 1000
        self._decision = decision
        state = self.folded.state
        if state is None or state.over():
            self._due = self._upkeep_at = self._bot_at = None
            return
        action, wait = self.host_step(state)
        window = (decision, "" if action is None else action.text())
        if action is None:
            self._upkeep_at = None
        elif window != self._window or self._upkeep_at is None:  # a pass or a call does not prolong a window
            self._upkeep_at = now + wait / 1000
        self._window = window
        self._bot_at = now + self.policy.bot_delay_ms(self.folded) / 1000 if self.bot_seats(state) else None
        exposed = state.exposed_seat()
        if exposed is None:
            self._exposed = None
        elif self._exposed is None or self._exposed[0] != exposed:
            self._exposed = (exposed, now)

    def restart_clocks(self) -> None:
        """Give the current decision its full time, after loading a match or an outage of the store."""
        state = self.folded.state
        self._decision = self._window = None
        due, decision = self.due_after(state)
        self.set_clocks(due, decision)
        self.plan()

    def pause_clocks(self) -> None:
        """Pause all clocks until the store is back."""
        self._decision = None
        self._timer = self.context.clock.call_later(_STORE_PAUSE, self._after_outage)

    def hold(self) -> None:
        """Carry out what is due here from now on. The open decision gets its full time."""
        self.held = True
        for seat in self.absent_since:
            self.absent_since[seat] = self.now()
        self.restart_clocks()

    def _after_outage(self) -> None:
        self.restart_clocks()
        self._tick()

    def due_now(self) -> str:
        """What is due: `step` (the host goes on), `timeout` of the seat on turn, `bots`, or "" for nothing."""
        now = self.now() + 0.001
        state = self.folded.state
        if self._upkeep_at is not None and self._upkeep_at <= now:
            return "step"
        if self._due is not None and self._due <= now and state is not None and state.turn() >= 0:
            return "timeout"
        return "bots" if self._bot_at is not None and self._bot_at <= now else ""

    def bots_to_ask(self, state: State) -> list[int]:
        """Seats whose bots have to be asked now. They count as thinking until `thought` is called."""
        self._bot_at = None
        seats = self.bot_seats(state)
        self._thinking.update((seat, self.folded.game_seq) for seat in seats)
        return seats

    def set_due(self, milliseconds: int | None) -> None:
        """Set the time left for the open decision (None: no limit)."""
        self._due = None if milliseconds is None else self.now() + milliseconds / 1000
        self.plan()

    def give_back(self, seat: int, seconds: float) -> None:
        """Prolong the open decision of this seat, once: an attempt to answer it was lost to a rate limit."""
        state = self.folded.state
        if state is None or state.turn() != seat or self._due is None or self._given_back == self._decision:
            return
        self._given_back = self._decision
        self._due += seconds
        self.plan()

    def clock(self) -> tuple[int, int | None]:
        """Whose time runs (a seat, HOST or NOBODY), and the milliseconds left."""
        state = self.folded.state
        if state is None or self.folded.finished is not None:
            return int(NOBODY), None
        seat = state.turn()
        at = self._due if seat >= 0 else self._upkeep_at
        return int(seat), None if at is None else max(0, int((at - self.now()) * 1000))

    def bot_seats(self, state: State) -> list[int]:
        """Seats played by bots that could do something now."""
        folded = self.folded
        seats = []
        for seat in (state.turn(), *state.reactors()):
            if seat >= 0 and folded.places[seat].driver and (int(seat), folded.game_seq) not in self._thinking:
                seats.append(int(seat))
        return seats

    def plan(self) -> None:
        """Set the one timer to the next thing that is due."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        folded = self.folded
        if not self.held or folded.closed or folded.finished is not None or self.frozen():
            return
        times = [at for at in (self._due, self._upkeep_at, self._bot_at) if at is not None]
        times.extend(self.absences())
        if folded.countdown is not None:
            times.append(self.context.clock.monotonic_at(folded.countdown))
        if times:
            at = min(times)
            self._timer = self.context.clock.call_later(max(0.0, at - self.now()), self._wake)

    def frozen(self) -> bool:
        """Whether the match is paused because everybody is absent."""
        if self.anybody() or not self.policy.freezes(self.folded) or not self.context.cluster.knows_presence():
            return False
        people = self.folded.people()
        if not people:
            return False
        patience = (self.policy.absent_ms(self.folded) or 0) / 1000
        now = self.now()
        return all(
            bool(self.folded.places[seat].away_bot) or now - self.absent_since.get(seat, now) >= patience
            for seat in people
        )

    def absences(self) -> list[float]:
        """When a bot starts to play for an absent player, and when an absent host is replaced."""
        times: list[float] = []
        if not self.absent_since or not self.context.cluster.knows_presence():
            return times
        folded = self.folded
        limit, host_limit = self.policy.absent_ms(folded), self.policy.host_away_ms(folded)
        for seat, since in self.absent_since.items():
            place = folded.places[seat]
            if limit is not None and folded.state is not None and place.person and not place.away_bot:
                times.append(since + limit / 1000)
            if host_limit is not None and seat == folded.host and self.next_host() is not None:
                times.append(since + host_limit / 1000)
        return times

    def next_host(self) -> int | None:
        for seat in self.folded.people():
            if self.is_present(seat) and seat != self.folded.host:
                return seat
        return None

    def restart_bots(self) -> None:
        """Ask bots again after a change of who plays a seat."""
        state = self.folded.state
        if state is not None and not state.over() and self.bot_seats(state):
            self._bot_at = self.now() + self.policy.bot_delay_ms(self.folded) / 1000
        self.plan()

    def thought(self, seat: int, seq: int, *, again: bool) -> None:
        """A bot has answered, or had no answer. With `again` it is asked once more about the same position."""
        if again:
            self._thinking.discard((seat, seq))
            self.restart_bots()
        self._thinking = {(s, q) for s, q in self._thinking if q >= self.folded.game_seq}
