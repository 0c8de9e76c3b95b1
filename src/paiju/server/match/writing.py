"""How a table changes: a step is prepared, stored, applied and told, in this order."""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

from sqlalchemy import Executable

from paiju.engine.game import HOST, NOBODY, Action
from paiju.server.errors import Refusal
from paiju.server.match.changes import Change, PreparedStep
from paiju.server.match.context import MatchContext
from paiju.server.match.derived_rows import finish_statements, seat_statements
from paiju.server.match.draft import Draft
from paiju.server.match.entries import (
    MOVED,
    ROOM,
    Closed,
    Finished,
    Seated,
    Unseated,
    encode,
    version_of,
)
from paiju.server.match.lock import TableLock
from paiju.server.match.log_entry import LogEntry, encode_game, text_of
from paiju.server.match.presence import TablePresence
from paiju.server.match.replay import Folded
from paiju.storage.faults import DamagedLog, Repeated, StoreAway, StoreError, VersionConflict
from paiju.storage.log import Append

_RECENT: Final = 32
"""Entries kept with their facts for clients that reconnect soon. Older ones are read from the log."""


class TableWriter(TablePresence):
    """Stores steps. All of them go through `lock`: there is one writer per match."""

    def __init__(self, folded: Folded, context: MatchContext) -> None:
        super().__init__(folded, context)
        self.lock: Final = TableLock()
        self._stale = False
        self._newest = 0
        """The newest seq that another node has told of."""
        self._in_doubt = False
        """Whether a commit failed with an unknown outcome, or the database may have lost one."""
        self._last_actor = int(NOBODY)
        self._in_a_row = 0
        """How many actions the last seat that acted has taken without another seat acting."""
        self._recent: Final[deque[LogEntry]] = deque(maxlen=_RECENT)

    async def store(
        self,
        draft: Draft,
        key: str | None = None,
        also: Sequence[Executable] = (),
        ack: Callable[[], None] | None = None,
        more: Append | None = None,
    ) -> int:
        """Store a draft, apply it, tell everybody; returns its first seq. The caller holds the lock. `more` is stored
        in the same transaction, after it.

        Raises `VersionConflict`, `Repeated` or `Refusal("store_away")`; nothing has changed then.
        """
        step = self.prepare(draft, key)
        append = step.append
        append.also.extend(also)
        if more is not None:
            append.rows.extend(more.rows)
            append.also.extend(more.also)
        try:
            await self.context.log.append(append)
        except StoreError as error:
            self.not_stored(error)
            if isinstance(error, VersionConflict | Repeated):
                raise
            raise Refusal("store_away") from error
        except BaseException:
            self._stale = self._in_doubt = True
            raise
        self.take(step, ack)
        return step.told[0].seq

    def not_stored(self, fault: StoreError) -> None:
        """Note that an append failed. `refresh` reads on if the log may be ahead of memory."""
        self._in_doubt |= isinstance(fault, StoreAway)
        self._stale |= isinstance(fault, VersionConflict | StoreAway | DamagedLog)

    def is_current(self) -> bool:
        """Whether the state in memory is known to agree with the log."""
        return not self._stale and self._newest <= self.folded.seq

    def prepare(self, draft: Draft, key: str | None = None) -> PreparedStep:
        """The entries and statements to store for a draft, including the end of the match if it is reached."""
        folded = self.folded
        state = draft.state
        if folded.finished is None:
            if state is not None and state.over():
                outcome = state.outcome()
                draft.room(Finished(reason="complete", result=outcome.result if outcome is not None else {}))
            elif folded.seq + len(draft.lines) > self.context.settings.max_entries:
                draft.room(Finished(reason="abandoned", result={}))
        now = self.context.clock.now_ms()
        left, decision = self.due_after(state)
        due = None if left is None else now + left
        match = folded.match
        append = Append(match, (), ())
        step = PreparedStep(append, draft, key, now, left, decision)
        seq = folded.seq
        last = len(draft.lines) - 1
        for index, (actor, what, facts) in enumerate(draft.lines):
            seq += 1
            if isinstance(what, Action):
                data = what.to_json()
                shown = text_of(what.fields())
                text = encode_game(shown, due if index == last else None)
                step.told.append(LogEntry(seq, now, actor, data, facts, shown))
                step.game_seq = seq
                version = 1
            else:
                text = encode(what)
                step.told.append(LogEntry(seq, now, ROOM, what))
                version = version_of(what)
                if version > self.context.cluster.entry_version:
                    raise Refusal("upgrading")
                if isinstance(what, Finished):
                    append.also.extend(finish_statements(folded, what, state, now))
                append.also.extend(seat_statements(match, what, folded.places))
            append.rows.append((match, seq, now, actor, version, text, key if index == 0 else None))
        return step

    def take(self, step: PreparedStep, ack: Callable[[], None] | None = None) -> None:
        """Apply a stored step, call `ack`, tell everybody."""
        change = self.apply(step)
        if ack is not None:
            ack()
        self.tell(change, step.due, step.decision)

    def apply(self, step: PreparedStep) -> Change:
        """Apply a stored step to the state in memory. Nobody is told of it yet."""
        folded = self.folded
        before = folded.state
        for line in step.told:
            if not isinstance(line.data, dict):
                folded.room_entry(line.seq, line.at, line.data)
            elif line.actor == HOST:
                folded.host_acted(line.data)
            self._count_in_a_row(line)
        if step.draft.state is not None:
            due = None if step.due is None else step.at + step.due
            folded.game_entry(step.game_seq, step.at, step.draft.state, step.draft.source, due)
        folded.seq = step.told[-1].seq
        self._recent.extend(step.told)
        if step.key is not None:
            folded.keys.add(step.key, step.told[0].seq)
        return Change(step.told, before, folded.state)

    def _count_in_a_row(self, line: LogEntry) -> None:
        if line.actor >= 0:
            self._in_a_row = self._in_a_row + 1 if line.actor == self._last_actor else 1
            self._last_actor = line.actor
            if self.timeouts:
                self.timeouts.pop(line.actor, None)

    def tell(self, change: Change, due: int | None, decision: object) -> None:
        """Set the clocks after a stored step and notify listeners and watchers."""
        if change.after is not change.before:
            self.set_clocks(due, decision)
        for listener in list(self.listeners):
            listener.on_change(self, change)
        for watcher in self.context.watchers:
            watcher.on_change(self, change)
        if change.of_room:
            for line in change.entries:
                if line.actor == ROOM:
                    self._after_room_entry(line.data)
        self.plan()

    def _after_room_entry(self, entry: object) -> None:
        """Disconnect people who have lost their seat or room."""
        match entry:
            case Unseated(queued=False) if entry.reason != MOVED:
                self.send_away(entry.seat, entry.reason)
                self.restart_bots()
            case Seated() if not entry.secret_hash:
                self.send_away(entry.seat, "left")
                self.restart_bots()
            case Seated() if not self.is_present(entry.seat):
                self.absent_since.setdefault(entry.seat, self.now())
            case Closed():
                for listener in list(self.listeners):
                    self.listeners.pop(listener, None)
                    listener.on_gone(self, "closed")
                self.present.clear()
                self.stop()

    def busy(self) -> bool:
        """Whether something is scheduled or running, so that the table must stay in memory."""
        return self._timer is not None or self.lock.locked() or bool(self._thinking)

    def stop(self) -> None:
        """Cancel the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
