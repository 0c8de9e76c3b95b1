"""A live match: actions are checked, stored, and then told to everybody. The state in memory is a cache of the log.

HTTP, WebSocket and the arena call `act`, `check` and the functions of `rooms.seating`, and receive changes as
`Listener`s. Nothing here depends on a transport.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy import Executable

from paiju.engine.drive import MOST_IN_A_ROW, carry_out, judge
from paiju.engine.errors import BadNotation
from paiju.engine.game import CHANCE, HOST, NOBODY, SPECTATOR, Action, Seat, State
from paiju.server.auth import hashed
from paiju.server.errors import Refusal, store_refusal
from paiju.server.match.changes import Accepted, Change, Listener, PreparedStep
from paiju.server.match.context import MatchContext
from paiju.server.match.draft import Draft
from paiju.server.match.entries import (
    MOVED,
    ROOM,
    Back,
    Closed,
    Finished,
    GameEntry,
    LogEntry,
    Seated,
    Unseated,
    decode_game,
    encode,
    version_of,
)
from paiju.server.match.lock import TableLock
from paiju.server.match.projection import finish_statements, seat_statements
from paiju.server.match.replay import Folded, entries_with_facts, fold, follow
from paiju.server.match.schedule import Schedule
from paiju.server.rooms.chat import Chat, Said
from paiju.storage.faults import DamagedLog, Repeated, StoreAway, StoreError, VersionConflict
from paiju.storage.log import Append, Entry

T = TypeVar("T")

_TRIES: Final = 3
_GATHER_SECONDS: Final = 0.02
STALLED: Final = "stalled"
"""`Table.act_for_bot`: the bot took so many actions in a row that the default action ended its turn."""
_RECENT: Final = 32
"""Entries kept with their facts for clients that reconnect soon. Older ones are read from the log."""


class Table(Schedule):
    """One live match and its room. All changes go through `lock`: there is one writer per match."""

    def __init__(self, folded: Folded, context: MatchContext, tick: "Tick") -> None:
        """`tick` carries out what is due, see `match.timers`."""
        super().__init__(folded, context)
        self._do_due: Final = tick
        self.lock: Final = TableLock()
        self.listeners: Final[dict[Listener[Table], int]] = {}
        """Listeners, and the seat (or SPECTATOR) that each of them shows."""
        self.present: Final[dict[int, Listener[Table]]] = {}
        """The connection of each seat; a seat has at most one."""
        self.elsewhere: Final[dict[int, Sequence[str]]] = {}
        """Seats whose owners are connected to other nodes, and what their clients can do."""
        self.chat: Final = Chat()
        self._options: msgspec.Raw | None = None
        self._stale = False
        self._newest = 0
        """The newest seq that another node has told of."""
        self._in_doubt = False
        """Whether a commit failed with an unknown outcome, or the database may have lost one."""
        self._telling = False
        self._catch_pause: Final[dict[int, float]] = {}
        """Until when (monotonic) a seat may not catch."""
        self._last_actor = int(NOBODY)
        self._in_a_row = 0
        """How many actions the last seat that acted has taken without another seat acting."""
        self._recent: Final[deque[LogEntry]] = deque(maxlen=_RECENT)
        self.restart_clocks()

    def is_present(self, seat: int) -> bool:
        return seat in self.present or seat in self.elsewhere

    def anybody(self) -> bool:
        return bool(self.present or self.elsewhere)

    def encoded_options(self) -> msgspec.Raw:
        """The options of this match as encoded JSON. Cached: they never change and are a third of every view."""
        if self._options is None:
            self._options = msgspec.Raw(msgspec.json.encode(self.folded.rules.options()))
        return self._options

    # --- who is asking --------------------------------------------------------------------------------------

    def seat_of(self, secret: str) -> int:
        """The seat of a secret. Raises `Refusal("bad_secret")` for anything else."""
        seat = None if self.folded.closed else self.folded.seat_of(hashed(secret))
        if seat is None:
            raise Refusal("bad_secret")
        return seat

    # --- playing --------------------------------------------------------------------------------------------

    def read_action(self, seat: int, data: dict[str, Any]) -> Action:
        """Read an action of this seat from JSON. Raises `Refusal` if it is malformed or names another player."""
        who = data.get("playerId")
        if who is not None and who != f"p{seat + 1}":
            raise Refusal("not_yours")
        try:
            return self.folded.game.action_from_json(data)
        except BadNotation as error:
            raise Refusal("bad_action", {"detail": error.code}) from None

    async def act(
        self,
        seat: int,
        action: Action,
        *,
        before: Action | None = None,
        action_id: str | None = None,
        expected_seq: int | None = None,
        ack: Callable[[Accepted], None] | None = None,
        forgive: Callable[[str], bool] | None = None,
    ) -> Accepted:
        """Check an action, store it, tell everybody. A repeated `action_id` returns the first answer.

        Raises `Refusal` if the action is refused; nothing has changed then. With `before`, another action goes first:
        both are stored together, or neither. `ack` is called when the action is stored, before anybody is told of it.
        `forgive(code)` decides whether a refused action goes unpunished although the rulebook has a penalty for it.
        """
        async with self.lock:
            for _ in range(_TRIES):
                await self.refresh()
                key = self.folded.key_of(seat, action_id) if action_id is not None else None
                try:
                    actions = (action,) if before is None else (before, action)
                    return await self._act(Seat(seat), actions, key, expected_seq, ack, forgive)
                except VersionConflict:
                    continue  # somebody else wrote first: look again
                except Repeated as repeat:
                    return await self._first_answer(repeat.seq)
                except Refusal as refusal:
                    if refusal.code != "store_away" and await self._has_moved_on():
                        continue  # another node wrote first: look again
                    first = None if action_id is None else await self.answered(seat, action_id)
                    if first is None:
                        raise
                    return first
        raise Refusal("stale")

    async def _has_moved_on(self) -> bool:
        """Read on where other nodes may have written; returns whether they have. The caller holds the lock."""
        if not self.context.cluster.shared:
            return False
        seq, self._stale = self.folded.seq, True
        await self.refresh()
        return self.folded.seq > seq

    async def write(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do `work` with the lock, on the newest state; again if another node was quicker.

        Raises `Refusal`: that of `work`, "store_away", or "stale" when others were quicker every time.
        """
        async with self.lock:
            for _ in range(_TRIES):
                await self.refresh()
                try:
                    return await work()
                except VersionConflict:
                    continue  # somebody else wrote first: look again
                except Refusal as refusal:
                    if refusal.code == "store_away" or not await self._has_moved_on():
                        raise
        raise Refusal("stale")

    async def answered(self, seat: int, action_id: str) -> Accepted | None:
        """The earlier answer to an action id of this seat, or None if it is new."""
        seq = await self._seq_of(self.folded.key_of(seat, action_id))
        return None if seq is None else await self._first_answer(seq)

    async def _seq_of(self, key: str) -> int | None:
        """The seq of an action key in the log, or None if it is new."""
        keys = self.folded.keys
        seq = keys.seq(key)
        if seq is None and keys.may_know(key):
            try:
                seq = await self.context.log.find(self.folded.match, key)
            except StoreError as error:
                raise Refusal("store_away") from error
        return seq

    async def _first_answer(self, seq: int) -> Accepted:
        """The answer that was given when this entry was stored. In the log, a penalty is an action of the host."""
        try:
            entry = (await self.context.log.read(self.folded.match, since=seq - 1, limit=1))[0]
        except StoreError as error:
            raise Refusal("store_away") from error
        penalty = None
        if entry.actor == HOST:
            header = self.folded.header
            code = str(decode_game(entry.data).a.get("code"))
            penalty = Refusal(code, {"rulebook": header.rulebook}, game=header.game)
        return Accepted(seq, repeated=True, penalty=penalty)

    async def _act(
        self,
        seat: Seat,
        actions: Sequence[Action],
        key: str | None,
        expected_seq: int | None,
        ack: Callable[[Accepted], None] | None,
        forgive: Callable[[str], bool] | None,
    ) -> Accepted:
        folded = self.folded
        if key is not None:
            first = await self._seq_of(key)
            if first is not None:
                raise Repeated(first)
        state = self.running()
        if expected_seq is not None and not folded.game_seq <= expected_seq <= folded.seq:
            raise Refusal("stale", {"seq": folded.seq})
        draft = self._draft_of_owner(seat)
        now = state
        penalty: Refusal | None = None
        for action in actions:
            self._check_catch_timing(seat, action)
            code = now.refusal(seat, action)
            if code:
                penalty = Refusal(code, now.refusal_params(seat, action), game=folded.header.game)
                self._note_false_catch(seat, action)
                answer = None if forgive is not None and forgive(code) else state.penalty(seat, action, code)
                if answer is None:
                    raise penalty
                draft = self._draft_of_owner(seat)  # nothing of what was asked for
                draft.act(HOST, answer)
                break
            if folded.game.catch_target(action) != now.exposed_seat():
                self._note_false_catch(seat, action)
            now = draft.act(seat, action)
        facts = next(facts for actor, _, facts in reversed(draft.lines) if actor != CHANCE)
        accepted = Accepted(folded.seq + 1, facts, penalty=penalty)
        draft.advance(self.host_step)
        await self.store(draft, key, ack=None if ack is None else partial(ack, accepted))
        return accepted

    async def act_for_bot(self, seat: int, answer: object, seq: int) -> str:
        """Carry out what a bot answered about position `seq`; returns the code that refused it, or "".

        A refused answer is treated as everywhere else, see `engine.drive.carry_out`. None is no answer; a bot that
        keeps its turn too long has none either. Raises `Refusal` when the match has moved on, when a catch comes too
        early and when the store is away; nothing has changed then.
        """
        async with self.lock:
            for _ in range(_TRIES):
                await self.refresh()
                state = self.running()
                if self.folded.game_seq != seq:
                    raise Refusal("stale", {"seq": self.folded.seq})
                try:
                    return await self._act_for_bot(state, Seat(seat), answer)
                except VersionConflict:
                    continue  # somebody else wrote first: look again
        raise Refusal("stale")

    async def _act_for_bot(self, state: State, seat: Seat, answer: object) -> str:
        code = judge(state, seat, answer)
        if isinstance(answer, Action) and not code:
            self._check_catch_timing(seat, answer)
            if self.folded.game.catch_target(answer) != state.exposed_seat():
                self._note_false_catch(seat, answer)
        if state.turn() == seat and self._in_a_row >= MOST_IN_A_ROW and seat == self._last_actor:
            code, answer, self._in_a_row = STALLED, None, 0
        draft = Draft(self.folded)
        carry_out(draft.position(), seat, answer, draft.act)
        if draft.lines:
            draft.advance(self.host_step)
            await self.store(draft)
        return code

    async def host(self, action: Action, key: str | None = None) -> int:
        """Carry out an action of the host, such as a time-out or a removal; returns its seq."""

        async def work() -> int:
            self.running()
            draft = Draft(self.folded)
            draft.act(HOST, action)
            draft.advance(self.host_step)
            return await self.store(draft, key)

        return await self.write(work)

    def check(self, seat: int, action: Action) -> Refusal | None:
        """Why an action would be refused now, or None. Changes nothing."""
        state = self.running()
        try:
            self._check_catch_timing(seat, action)
        except Refusal as refusal:
            return refusal
        code = state.refusal(Seat(seat), action)
        if not code:
            return None
        return Refusal(code, state.refusal_params(Seat(seat), action), game=self.folded.header.game)

    def reading(self, seat: int, action: Action) -> dict[str, object] | None:
        """What a legal action is in the words of its game; see `State.reading`."""
        return self.running().reading(Seat(seat), action)

    def running(self) -> State:
        """The position of a running match. Raises `Refusal` before the start and after the end."""
        if self.folded.closed:
            raise Refusal("closed")
        if self.folded.finished is not None:
            raise self._outside(self.folded.game.ended_code, "match_over")
        if self.folded.state is None:
            raise self._outside(self.folded.game.not_started_code, "not_started")
        return self.folded.state

    def _outside(self, code: str, own: str) -> Refusal:
        """The refusal of an action before the start or after the end: by the rules if they have a code for it."""
        return Refusal(code, game=self.folded.header.game) if code else Refusal(own)

    # --- catching under latency -----------------------------------------------------------------------------

    def _check_catch_timing(self, seat: int, action: Action) -> None:
        """Refuse a catch that comes too soon after the seat was exposed, or after a false catch of the same player."""
        target = self.folded.game.catch_target(action)
        if target is None:
            return
        now = self.now()
        wait = self._catch_pause.get(seat, 0.0) - now
        if wait > 0:
            raise Refusal("catch_paused", {"ms": int(wait * 1000) + 1})
        if self._exposed is not None and self._exposed[0] == target:
            wait = self._exposed[1] + self.policy.catch_grace_ms(self.folded) / 1000 - now
            if wait > 0:
                raise Refusal("catch_too_early", {"ms": int(wait * 1000) + 1})

    def _note_false_catch(self, seat: int, action: Action) -> None:
        if self.folded.game.catch_target(action) is not None:
            self._catch_pause[seat] = self.now() + self.policy.false_catch_pause_ms(self.folded) / 1000

    # --- storing --------------------------------------------------------------------------------------------

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
        append = Append(self.folded.match, step.entries, [*step.statements, *also])
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
        return step.entries[0].seq

    def not_stored(self, fault: StoreError) -> None:
        """Note that an append failed. `refresh` reads on if the log may be ahead of memory."""
        self._in_doubt |= isinstance(fault, StoreAway)
        self._stale |= isinstance(fault, VersionConflict | StoreAway)

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
        step = PreparedStep(draft, self.context.clock.now_ms(), *self.due_after(state))
        now = step.at
        due = None if step.due is None else now + step.due
        seq = folded.seq
        last = len(draft.lines) - 1
        for index, (actor, what, facts) in enumerate(draft.lines):
            seq += 1
            if isinstance(what, Action):
                data = what.to_json()
                text = encode(GameEntry(data, due if index == last else None))
                step.told.append(LogEntry(seq, now, actor, data, facts))
                step.game_seq = seq
                version = 1
            else:
                text = encode(what)
                step.told.append(LogEntry(seq, now, ROOM, what))
                version = version_of(what)
                if version > self.context.cluster.entry_version:
                    raise Refusal("upgrading")
                if isinstance(what, Finished):
                    step.statements.extend(finish_statements(folded, what, state, now))
                step.statements.extend(seat_statements(folded.match, what, folded.places))
            step.entries.append(Entry(seq, now, actor, text, key if index == 0 else None, version))
        return step

    def take(self, step: PreparedStep, ack: Callable[[], None] | None = None) -> None:
        """Apply a stored step: call `ack` first, then tell everybody."""
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
        key = step.entries[0].key
        if key is not None:
            folded.keys.add(key, step.entries[0].seq)
        if ack is not None:
            ack()
        self.tell(Change(step.told, before, folded.state), step.due, step.decision)

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
        for _, step in groupby(fresh, key=lambda entry: entry.at):  # what was stored at once has one time
            self._follow_step(list(step))

    def _follow_step(self, step: list[Entry]) -> None:
        folded = self.folded
        before = folded.state
        lines: list[LogEntry] = []
        follow(folded, step, lines.append)
        for line in lines:
            self._count_in_a_row(line)
        self._recent.extend(lines)
        self.touched = self.now()
        state = folded.state
        due, decision = self.due_after(state)
        if decision != self._decision and state is not None and not state.over():
            due = None if folded.due is None else max(0, folded.due - folded.last_at)
        self.tell(Change(lines, before, state), due, decision)

    def _wake(self) -> None:
        self._timer = None
        self._tick()

    def _tick(self) -> None:
        self.context.spawn(self._do_due(self))

    # --- what happened --------------------------------------------------------------------------------------

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

    # --- presence -------------------------------------------------------------------------------------------

    async def enter(self, listener: "Listener[Table]", seat: int) -> None:
        """Add a listener. A new connection of a seat replaces its older one."""
        self.touched = self.now()
        self.listeners[listener] = seat
        self.context.cluster.followed(self.folded.match)
        if seat != SPECTATOR:
            older = self.present.get(seat)
            self.present[seat] = listener
            if older is not None and older is not listener:
                self.listeners.pop(older, None)
                older.on_gone(self, "replaced")
            self.context.cluster.entered(self.folded.match, seat, listener.features)
            await self.seen(seat)
        self.plan()
        self.tell_room()

    def leave(self, listener: "Listener[Table]") -> None:
        """Remove a listener. The owner keeps the seat."""
        seat = self.listeners.pop(listener, None)
        self.touched = self.now()
        if seat is None:
            return
        if seat != SPECTATOR and self.present.get(seat) is listener:
            del self.present[seat]
            if seat not in self.elsewhere:
                self.absent_since[seat] = self.now()
            self.context.cluster.left(self.folded.match, seat)
            self._tell_departure()
            self.plan()
        self.tell_room()

    async def seen(self, seat: int) -> None:
        """Note that the owner of a seat is active: a bot that played because it was absent stops, and a paused match
        goes on."""
        asleep = self.frozen()
        self.touched = self.now()
        if self.is_present(seat):
            self.absent_since.pop(seat, None)
        else:
            self.absent_since[seat] = self.now()  # active by HTTP only: the time until a bot takes over starts again
            self.context.cluster.seen(self.folded.match, seat)
        if asleep:
            self.restart_clocks()
        if not self.folded.places[seat].idle:
            await self.take_back(seat)

    async def take_back(self, seat: int) -> None:
        """The owner of a seat plays it again, if a bot did so meanwhile."""
        if self.folded.places[seat].away_bot:
            await self.write(partial(self.take_back_now, seat))

    async def take_back_now(self, seat: int) -> None:
        """As `take_back`. The caller holds the lock."""
        draft = self._draft_of_owner(seat)
        if draft.lines and self.folded.finished is None and not self.folded.closed:
            await self.store(draft)

    def _draft_of_owner(self, seat: int) -> Draft:
        """A draft for an action of the owner, which ends the play of a bot in the owner's place."""
        draft = Draft(self.folded)
        if self.folded.places[seat].away_bot:
            draft.room(Back(seat=seat))
        return draft

    def connected_elsewhere(self, seats: Mapping[int, Sequence[str]]) -> None:
        """The seats whose owners are connected to other nodes, and what their clients can do."""
        before = set(self.elsewhere)
        asleep = self.frozen()
        self.elsewhere.clear()
        self.elsewhere.update(seats)
        now = self.now()
        for seat in self.folded.people():
            if self.is_present(seat):
                self.absent_since.pop(seat, None)
            else:
                self.absent_since.setdefault(seat, now)
        if before == set(seats):
            return
        self.touched = now
        if asleep:
            self.restart_clocks()
        self.plan()
        self.tell_room()
        if not before <= set(seats):
            self._tell_departure()

    def hear(self, line: Said) -> None:
        """Tell a chat line to everybody here who has not muted its speaker."""
        self.chat.add(line)
        for listener, seat in list(self.listeners.items()):
            if self.chat.hears(self.public_of(seat), line.public):
                listener.on_chat(self, line)

    def public_of(self, seat: int) -> str:
        """The public id of a seat; "" for spectators."""
        return "" if seat < 0 else self.folded.places[seat].public

    def send_away(self, seat: int, reason: str) -> None:
        """Disconnect a seat that was given up or taken away."""
        listener = self.present.pop(seat, None)
        self.absent_since.pop(seat, None)
        self.bots.pop(seat, None)
        if listener is not None:
            self.context.cluster.left(self.folded.match, seat)
            self.listeners.pop(listener, None)
            listener.on_gone(self, reason)
        self._tell_departure()

    def replaced(self, seat: int) -> None:
        """The owner of a seat has connected to another node: the connection here is the older one."""
        older = self.present.pop(seat, None)
        if older is not None:
            self.listeners.pop(older, None)
            older.on_gone(self, "replaced")

    def _tell_departure(self) -> None:
        for watcher in self.context.watchers:
            watcher.on_departure(self)

    def tell_room(self) -> None:
        """Tell everybody who is present and ready, soon. Changes within a short time are told together."""
        if not self._telling:
            self._telling = True
            asyncio.get_running_loop().call_later(_GATHER_SECONDS, self._tell_room)

    def _tell_room(self) -> None:
        self._telling = False
        memo: dict[object, Any] = {}
        for listener in list(self.listeners):
            listener.on_room(self, memo)

    def busy(self) -> bool:
        """Whether something is scheduled or running, so that the table must stay in memory."""
        return self._timer is not None or self.lock.locked() or bool(self._thinking)

    def stop(self) -> None:
        """Cancel the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


Tick = Callable[[Table], Coroutine[Any, Any, None]]
"""Carries out what is due at a table."""
