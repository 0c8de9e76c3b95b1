"""All rooms: create, find, list, rematch, close. Tables are loaded from their logs on demand."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec
import structlog
from sqlalchemy.exc import SQLAlchemyError

from paiju.engine.errors import GameError
from paiju.engine.game import Game, Rules
from paiju.engine.shuffle import commitment
from paiju.games.registry import find_game
from paiju.server.auth import new_match_id, new_room_code
from paiju.server.errors import Refusal
from paiju.server.match.bots import bot_of_level, is_slow
from paiju.server.match.changes import Change, PreparedStep, Watcher
from paiju.server.match.context import MatchContext
from paiju.server.match.derived_rows import open_statements, seat_statements, status_statement
from paiju.server.match.draft import Draft
from paiju.server.match.entries import (
    ROOM,
    AnyRoomEntry,
    Away,
    HostMoved,
    Opened,
    RematchMade,
    RematchWanted,
    Seated,
    encode,
    version_of,
)
from paiju.server.match.replay import Folded, fold, seated_again
from paiju.server.match.table import Table
from paiju.server.match.timers import tick
from paiju.server.rooms import seating
from paiju.server.rooms.directory import Directory, SharedDirectory
from paiju.storage.faults import DamagedLog, StoreError, VersionConflict
from paiju.storage.log import Append, Entry
from paiju.storage.schema import LIVE

_SWEEP_SECONDS: Final = 5.0
_IDLE_IN_MEMORY: Final = 120.0

_log: Final = structlog.get_logger("paiju.lobby")


class RoomPlan:
    """The game, rules and seats of a new room, checked."""

    def __init__(self, game: str, rulebook: str, options: Mapping[str, Any], seats: int) -> None:
        """Raises `Refusal` for unknown rules or a wrong number of seats. 0 seats means four if possible."""
        try:
            self.game: Final[Game] = find_game(game)
            self.rules: Final[Rules] = self.game.rules(rulebook or self.game.default_rulebook, options)
            low, high = self.game.seat_range(self.rules)
            self.seats: Final = seats or min(max(4, low), high)
            self.game.new(self.rules, self.seats)
        except GameError as error:
            raise Refusal("bad_rules", {"reason": error.code, **error.params}) from None


class _Asleep(NamedTuple):
    """A paused match that is not in memory: when somebody was last active, and when to close it."""

    touched: float
    closes_at: float


class Lobby(Watcher[Table]):
    """The rooms of a server."""

    def __init__(self, context: MatchContext) -> None:
        self.context: Final = context
        context.watchers.append(self)
        self.rooms: Final[dict[str, str]] = {}
        """Room code → its current match."""
        self.tables: Final[dict[str, Table]] = {}
        self.changes = 0
        """Counts rooms that were opened, loaded or changed. Moves do not count."""
        self.directory: Final[Directory] = (
            SharedDirectory(context, self.rooms, self.tables, self.load)
            if context.cluster.shared
            else Directory(context, self.rooms, self.tables)
        )
        self._loading: Final[dict[str, asyncio.Future[Table]]] = {}
        self._asleep: Final[dict[str, _Asleep]] = {}
        """Paused matches that are not in memory."""
        self._tidying: asyncio.Task[None] | None = None
        self._warming: asyncio.Task[None] | None = None

    # --- start and stop -------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Read the list of live rooms. Their tables are replayed on demand, and in the background."""
        if not self.context.cluster.shared:  # otherwise each node loads the matches that it holds
            for match, room in await self.context.log.match_ids(*LIVE):
                self.rooms[room] = match
            self._warming = asyncio.create_task(self._warm(list(self.rooms.values())))
        self._tidying = asyncio.create_task(self._tidy_forever())

    async def _warm(self, matches: list[str]) -> None:
        """Load running matches one after the other, so that their clocks go on."""
        for match in matches:
            try:
                await self.load(match)
            except (Refusal, StoreError):
                continue
            await asyncio.sleep(0)

    async def all_loaded(self) -> None:
        """Wait until every table that was live at the start has been loaded."""
        if self._warming is not None:
            await asyncio.wait([self._warming])

    async def close(self) -> None:
        """Stop background work and all timers."""
        for task in (self._tidying, self._warming):
            if task is not None:
                task.cancel()
        for table in self.tables.values():
            table.stop()

    # --- finding --------------------------------------------------------------------------------------------

    async def table(self, room: str) -> Table:
        """The table of a room code, in any letter case. Raises `Refusal("no_room")`."""
        try:
            match = await self.directory.find(room)
        except StoreError as error:
            raise Refusal("store_away") from error
        if match is None:
            raise Refusal("no_room")
        table = await self.load(match)
        await table.look()
        return table

    async def load(self, match: str) -> Table:
        """The table of a live match, replayed from its log if necessary. A damaged log is quarantined."""
        table = self.tables.get(match)
        if table is not None:
            return table
        waiting = self._loading.get(match)
        if waiting is not None:
            return await asyncio.shield(waiting)
        future: asyncio.Future[Table] = asyncio.get_running_loop().create_future()
        self._loading[match] = future
        try:
            table = await self._replay(match)
        except BaseException as error:
            if isinstance(error, Refusal):
                future.set_exception(error)
                future.exception()  # marks the exception as retrieved if nobody waits
            else:
                future.cancel()
            raise
        else:
            asleep = self._asleep.pop(match, None)
            if asleep is not None:
                table.touched = asleep.touched
            self.tables[match] = table
            self.changes += 1
            future.set_result(table)
            return table
        finally:
            del self._loading[match]

    async def _replay(self, match: str) -> Table:
        cluster = self.context.cluster
        try:
            held = await cluster.take(match)
            entries = await self.context.log.read(match)
            table = Table(fold(match, entries, self.context.deals.source), self.context, tick)
            if held and not table.held:
                table.hold()
            table.chat.recall(*await cluster.chat(match))
            return table
        except DamagedLog as error:
            _log.error("match put aside", match=match, reason=str(error))
            await self._put_aside(match)
            raise Refusal("damaged") from error
        except StoreError as error:
            raise Refusal("store_away") from error

    async def _put_aside(self, match: str) -> None:
        self._asleep.pop(match, None)
        for room in [room for room, current in self.rooms.items() if current == match]:
            del self.rooms[room]
        try:
            await self.context.log.database.write(lambda c: c.execute(status_statement(match, "quarantined")))
        except SQLAlchemyError:
            _log.warning("could not mark the match", match=match)

    async def listed(self, game: str | None = None, dialect: str | None = None) -> list[Table]:
        """Listed rooms, joinable ones first, then the oldest."""
        found = await self.directory.open_tables(game=game, dialect=dialect, listed=True)
        return sorted(found, key=lambda table: table.folded.state is not None)

    async def joinable(self, game: str) -> list[Table]:
        """Listed casual rooms of a game in which a person waits and a seat is free: those with a countdown first, then
        those with the most people."""
        found = [
            table
            for table in await self.listed(game, "native")
            if table.folded.state is None
            and table.folded.header.mode == "casual"
            and (table.anybody() or table.folded.countdown is not None)
            and any(place.free for place in table.folded.places)
        ]
        return sorted(found, key=lambda table: (table.folded.countdown is None, -len(table.folded.people())))

    async def on_countdown(self, table: Table) -> None:
        """A native room whose countdown has ended begins: bots take the free seats."""
        if table.folded.header.dialect == "native" and table.folded.state is None:
            await seating.start_now(table)

    def slow_bots_of(self, address: str) -> int:
        """How many slow bots were put into open rooms from this address."""
        return sum(
            1
            for table in self.tables.values()
            if table.folded.status in ("waiting", "playing")
            for place in table.folded.places
            if place.bot and place.address == address
            if place.bot not in self.context.bots.makers and is_slow(place.bot, table.folded.game)
        )

    # --- making ---------------------------------------------------------------------------------------------

    async def create(self, header: Opened, entries: Sequence[AnyRoomEntry], *, start: bool = False) -> Table:
        """Create and store a room with its first match."""
        try:
            if await self.directory.count() >= self.context.settings.max_rooms:
                raise Refusal("too_many_rooms")
            while True:
                table, append, step = self._first_step(new_match_id(), header, entries, start=start)
                try:
                    await self.context.log.append(append)
                except VersionConflict:  # another node has just made a room with this code
                    header = msgspec.structs.replace(header, room=self.free_code())
                else:
                    break
        except StoreError as error:
            raise Refusal("store_away") from error
        self._add(table, step)
        return table

    def _first_step(
        self, match: str, header: Opened, entries: Sequence[AnyRoomEntry], *, start: bool
    ) -> tuple[Table, Append, PreparedStep | None]:
        """The table of a new match, and what has to be stored before it counts."""
        now = self.context.clock.now_ms()
        folded = Folded(match, header, now, self.context.deals.source)
        lines = [Entry(0, now, ROOM, encode(header))]
        for seq, entry in enumerate(entries, start=1):
            folded.room_entry(seq, now, entry)
            lines.append(Entry(seq, now, ROOM, encode(entry), version=version_of(entry)))
        also = open_statements(match, header, now, self.context.cluster.id)
        for entry in entries:
            also.extend(seat_statements(match, entry))
        table = Table(folded, self.context, tick)
        table.hold()
        append = Append(match, lines, also)
        if not start:
            return table, append, None
        draft = Draft(folded)
        seating.begin(table, draft)
        step = table.prepare(draft)
        append.rows.extend(step.append.rows)
        append.also.extend([status_statement(match, "playing"), *step.append.also])
        return table, append, step

    def _add(self, table: Table, step: PreparedStep | None) -> None:
        self.tables[table.folded.match] = table
        self.changes += 1
        self.rooms[table.folded.header.room] = table.folded.match
        if step is not None:
            table.take(step)

    def header(self, **fields: Any) -> Opened:
        """A header with a new seed and its commitment."""
        seed = self.context.deals.new_seed(fields["dialect"])
        return Opened(**{**fields, "seed": seed.hex(), "commitment": commitment(seed)})

    def free_code(self) -> str:
        """An unused room code."""
        code = new_room_code()
        while code in self.rooms:
            code = new_room_code()
        return code

    # --- another match --------------------------------------------------------------------------------------

    async def rematch(self, table: Table, seat: int) -> Table | None:
        """Ask for another match. It begins when everybody present has asked; returns its table then, otherwise None."""

        async def ask() -> Table | None:
            folded = table.folded
            if folded.finished is None or folded.closed:
                raise Refusal("not_over")
            if folded.next_match:
                return await self.load(folded.next_match)
            if seat not in folded.rematch_wanted:
                draft = Draft(folded)
                draft.room(RematchWanted(seat=seat))
                await table.store(draft)
            return await self._rematch(table)

        return await table.write(ask)

    def on_change(self, table: Table, change: Change) -> None:
        """The room of a table has changed, or may have gone on with another match."""
        if change.of_room or change.before is None:
            self.changes += 1
            for line in change.entries:
                if isinstance(line.data, RematchMade):
                    self.rooms[table.folded.header.room] = line.data.match

    def on_departure(self, table: Table) -> None:
        """Begin a rematch if everybody who is still present has asked for it."""
        if table.folded.rematch_wanted and table.held:
            self.context.spawn(self._perhaps_rematch(table))

    async def _perhaps_rematch(self, table: Table) -> None:
        """Begin a rematch unless one was made meanwhile."""

        async def perhaps() -> None:
            folded = table.folded
            if folded.finished is not None and not folded.closed and not folded.next_match:
                await self._rematch(table)

        await table.write(perhaps)

    async def _rematch(self, table: Table) -> Table | None:
        """Begin a rematch if everybody present has asked for it. The caller holds the lock."""
        wanted = table.folded.rematch_wanted
        there = [seat for seat in table.folded.people() if table.is_present(seat) or seat in wanted]
        if not there or any(seat not in wanted for seat in there):
            return None
        return await self._make_rematch(table, there)

    async def _make_rematch(self, table: Table, there: list[int]) -> Table:
        folded = table.folded
        kept = {name: getattr(folded.header, name) for name in folded.header.__struct_fields__}
        header = self.header(**{**kept, "previous": folded.match})
        match = new_match_id()
        following, append, step = self._first_step(match, header, next_seats(table, there), start=True)
        draft = Draft(folded)
        draft.room(RematchMade(match=match))
        # The old match releases the room code before the new one takes it.
        await table.store(draft, also=[status_statement(folded.match, "closed")], more=append)
        self._add(following, step)
        return following

    # --- tidying --------------------------------------------------------------------------------------------

    async def _tidy_forever(self) -> None:
        while True:
            await self.context.clock.sleep(_SWEEP_SECONDS)
            try:
                await self.tidy()
            except (Refusal, StoreError) as error:
                _log.warning("tidying failed", reason=str(error))

    async def tidy(self) -> None:
        """Close ended and abandoned rooms, drop closed ones and paused matches from memory."""
        now = self.context.clock.monotonic()
        for match in [match for match, asleep in self._asleep.items() if asleep.closes_at <= now]:
            await self.load(match)
        for match, table in list(self.tables.items()):
            folded = table.folded
            closes_at = table.policy.closes_at(folded, table.touched)
            if folded.closed or folded.next_match:
                if not table.listeners:
                    self._forget(match)
            elif not table.held:
                if not table.listeners and not table.busy() and now - table.touched > _IDLE_IN_MEMORY:
                    table.stop()
                    del self.tables[match]
            elif (table.listeners or table.elsewhere) and folded.finished is None:
                continue
            elif closes_at is not None and closes_at <= now:
                await seating.close(table, "idle")
                self._forget(match)
            elif self.context.cluster.shared:
                continue  # a player may come back at another node, which would not load it here
            elif folded.status == "playing" and now - table.touched > _IDLE_IN_MEMORY and not table.busy():
                table.stop()
                del self.tables[match]
                if closes_at is not None:
                    self._asleep[match] = _Asleep(table.touched, closes_at)

    def _forget(self, match: str) -> None:
        table = self.tables.pop(match, None)
        if table is not None:
            table.stop()
            if self.rooms.get(table.folded.header.room) == match:
                del self.rooms[table.folded.header.room]


def bots_for(plan: RoomPlan, specs: Sequence[str], address: str) -> list[Seated]:
    """The entries that put bots on the last seats for somebody at this address. Raises `Refusal` for an unknown bot."""
    for spec in specs:
        bot_of_level(spec, plan.game)
    first = plan.seats - len(specs)
    return [seating.house_bot(first + index, spec, address) for index, spec in enumerate(specs)]


def next_seats(table: Table, there: list[int]) -> list[AnyRoomEntry]:
    """Who sits where in a rematch: the same people, those who waited for a seat, otherwise bots. Bots play
    for absent people until they are back."""
    folded = table.folded
    entries: list[AnyRoomEntry] = []
    host: int | None = None
    for seat, place in enumerate(folded.places):
        owner = folded.queue.get(seat) or (place if place.person else None)
        if owner is None:
            entries.append(seating.house_bot(seat, place.bot or table.policy.takeover_bot(folded), place.address))
            continue
        entries.append(seated_again(seat, owner))
        if owner is place and seat not in there:
            entries.append(Away(seat=seat, bot=table.policy.takeover_bot(folded)))
        elif host is None or seat == folded.host:
            host = seat
    entries.append(HostMoved(seat=host))
    return entries
