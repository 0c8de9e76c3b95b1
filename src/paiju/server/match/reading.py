"""How a table follows its log: what other nodes have stored, what a failed commit left open, what happened before."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from itertools import groupby
from typing import Final, TypeVar

from paiju.server.errors import Refusal, store_refusal
from paiju.server.match.changes import Change
from paiju.server.match.log_entry import LogEntry
from paiju.server.match.replay import entries_with_facts, fold, follow
from paiju.server.match.writing import TableWriter
from paiju.storage.faults import DamagedLog, StoreError, VersionConflict
from paiju.storage.log import Entry

T = TypeVar("T")

TRIES: Final = 3
"""How often work is retried because another node was quicker."""


class TableReader(TableWriter):
    """The state in memory is a cache of the log: `refresh` reads on where the log may be ahead."""

    async def write(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do `work` with the lock, on the newest state; again if another node was quicker.

        Raises `Refusal`: that of `work`, "store_away", or "stale" when others were quicker every time.
        """
        async with self.lock:
            for _ in range(TRIES):
                await self.refresh()
                try:
                    return await work()
                except VersionConflict:
                    continue  # somebody else wrote first: look again
                except Refusal as refusal:
                    if refusal.code == "store_away" or not await self._has_moved_on():
                        raise
        raise Refusal("stale")

    async def has_moved_on(self) -> bool:
        """Read on where other nodes may have written; returns whether they have."""
        if not self.context.cluster.shared:
            return False
        async with self.lock:
            return await self._has_moved_on()

    async def _has_moved_on(self) -> bool:
        """Read on where other nodes may have written; returns whether they have. The caller holds the lock."""
        if not self.context.cluster.shared:
            return False
        seq, self._stale = self.folded.seq, True
        await self.refresh()
        return self.folded.seq > seq

    def reload_soon(self) -> None:
        """The log may be ahead of memory: read on, then carry out what is due."""
        self._stale = True
        self._timer = self.context.clock.call_later(0, self._wake)

    def drop_hold(self) -> None:
        """Stop carrying out what is due here: another node may do it already."""
        self.held = False
        self._stale = True
        self.stop()

    # --- reading what others have stored ------------------------------------------------------------------------

    def note_newer(self, seq: int) -> bool:
        """Another node has stored entries up to `seq`. Returns whether the log is ahead of memory now."""
        self._newest = max(self._newest, seq)
        return not self.is_current()

    async def look(self) -> None:
        """Read on if the log may be ahead of memory; with several nodes it always may."""
        if self.context.cluster.shared or not self.is_current():
            async with self.lock:
                self._stale = True
                await self.refresh()

    async def refresh(self) -> None:
        """Read on in the log if it may be ahead of memory. The caller holds the lock."""
        if self.is_current():
            return
        folded, in_doubt = self.folded, self._in_doubt
        self._stale = self._in_doubt = False
        self._newest = 0
        try:
            entries = await self.context.log.read(folded.match, folded.seq - in_doubt)
            if in_doubt and (not entries or (entries[0].seq, entries[0].at) != (folded.seq, folded.last_at)):
                raise DamagedLog("the store has lost entries")
            self.follow(entries[in_doubt:])
        except DamagedLog:
            await self._replay_all()
        except StoreError as error:
            self._stale, self._in_doubt = True, in_doubt
            raise Refusal("store_away") from error
        if in_doubt:
            self.restart_clocks()
            self.tell_room()

    def follow_at_once(self, entries: Sequence[Entry]) -> bool:
        """As `catch_up` without waiting. Returns False, and does nothing, while the table is being written to."""
        if not self.lock.try_acquire():
            return False
        try:
            self.follow(entries)
        except DamagedLog:
            self._stale = self._in_doubt = True
            self.context.spawn(self.look())
        finally:
            self.lock.release()
        return True

    async def catch_up(self, entries: Sequence[Entry]) -> None:
        """Apply entries that were read for this table, see `follow`; read again what does not fit."""
        async with self.lock:
            try:
                self.follow(entries)
            except DamagedLog:
                await self._replay_all()

    async def _replay_all(self) -> None:
        """Forget what is in memory and replay the whole log."""
        try:
            entries = await self.context.log.read(self.folded.match)
        except StoreError as error:
            self._stale = self._in_doubt = True
            raise store_refusal(error) from error
        self.folded = fold(self.folded.match, entries, self.context.deals.source)
        self._recent.clear()
        self.restart_clocks()
        self.tell_room()

    def follow(self, entries: Sequence[Entry]) -> None:
        """Apply what others have stored and tell everybody. The caller holds the lock. Raises `DamagedLog`."""
        fresh = [entry for entry in entries if entry.seq > self.folded.seq]
        if any(listener.step_by_step for listener in self.listeners):
            for _, step in groupby(fresh, key=lambda entry: entry.at):  # what was stored at once has one time
                self._follow_steps(list(step))
        elif fresh:
            self._follow_steps(fresh)

    def _follow_steps(self, entries: list[Entry]) -> None:
        folded = self.folded
        before = folded.state
        lines: list[LogEntry] = []
        follow(folded, entries, lines.append)
        for line in lines:
            self._count_in_a_row(line)
        self._recent.extend(lines)
        self.touched = self.now()
        state = folded.state
        due, decision = self.due_after(state)
        if decision != self._decision and state is not None and not state.over():
            due = None if folded.due is None else max(0, folded.due - folded.last_at)
        self.tell(Change(lines, before, state), due, decision)

    async def entries_after(self, since: int) -> list[LogEntry]:
        """All entries after `since` up to the position in memory, with their facts. Raises `Refusal` if the store is
        away."""
        found = self._recent_after(since)
        while found is None:
            try:
                stored = await self.context.log.read(self.folded.match)
            except StoreError as error:
                raise store_refusal(error) from error
            lines = await asyncio.to_thread(
                entries_with_facts, self.folded.match, stored, since, self.context.deals.source
            )
            later = self._recent_after(stored[-1].seq)
            # What another node has stored since is told when this table follows it.
            found = None if later is None else [line for line in lines + later if line.seq <= self.folded.seq]
        return found

    def _recent_after(self, since: int) -> list[LogEntry] | None:
        """Entries after `since`, or None if some of them are no longer in memory."""
        if since >= self.folded.seq:
            return []
        if not self._recent or self._recent[0].seq > since + 1:
            return None
        return [line for line in self._recent if line.seq > since]
