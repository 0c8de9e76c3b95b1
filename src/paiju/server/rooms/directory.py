"""Finding and counting rooms: in memory when this server is alone, by queries when others make rooms too."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from sqlalchemy import func, select

from paiju.server.errors import Refusal
from paiju.server.match.context import MatchContext
from paiju.server.match.table import Table
from paiju.storage.schema import LIVE, MATCHES, SEATS

_OPEN: Final = ("waiting", "playing")
_MOST_LISTED: Final = 500
_CACHE_SECONDS: Final = 0.5


class Directory:
    """The rooms of a server that is alone: all of them are in memory."""

    def __init__(self, context: MatchContext, rooms: dict[str, str], tables: dict[str, Table]) -> None:
        self.context: Final = context
        self._rooms: Final = rooms
        """Room code → its current match."""
        self._tables: Final = tables

    async def find(self, room: str) -> str | None:
        """The current match of a room code, in any letter case."""
        return self._rooms.get(room.upper()) or self._rooms.get(room)

    async def count(self) -> int:
        """How many rooms there are."""
        return len(self._rooms)

    async def open_tables(
        self, *, game: str | None = None, dialect: str | None = None, listed: bool = False
    ) -> list[Table]:
        """The tables of rooms whose match has not ended, oldest first."""
        found = [table for table in self._tables.values() if _fits(table, game, dialect, listed)]
        return sorted(found, key=lambda table: table.folded.created_at)

    async def seats_of(self, address: str) -> int:
        """How many seats in open rooms are held from this address."""
        return sum(place.address == address for table in await self.open_tables() for place in _people(table))

    async def with_label(self, label: str) -> list[Table]:
        """The tables of open rooms in which somebody with this label sits, oldest first."""
        return [table for table in await self.open_tables() if any(p.label == label for p in _people(table))]


class SharedDirectory(Directory):
    """The rooms of several nodes: a node has only some of them in memory. Answers are at most half a second old."""

    def __init__(
        self,
        context: MatchContext,
        rooms: dict[str, str],
        tables: dict[str, Table],
        load: Callable[[str], Awaitable[Table]],
    ) -> None:
        super().__init__(context, rooms, tables)
        self._load: Final = load
        self._cache: Final[dict[object, tuple[float, Sequence[Any]]]] = {}

    async def find(self, room: str) -> str | None:
        for code in (room.upper(), room):
            match = self._rooms.get(code)
            if match in self._tables:  # this node follows its log and would know of a rematch at another node
                return match
            query = select(MATCHES.c.match).where(MATCHES.c.room == code, MATCHES.c.status.in_(LIVE))
            rows = await self.context.log.rows(query)
            if rows:
                self._rooms[code] = rows[0][0]
                return str(rows[0][0])
            self._rooms.pop(code, None)
        return None

    async def count(self) -> int:
        query = select(func.count()).select_from(MATCHES).where(MATCHES.c.status.in_(LIVE))
        return int((await self._cached("count", query))[0][0])

    async def open_tables(
        self, *, game: str | None = None, dialect: str | None = None, listed: bool = False
    ) -> list[Table]:
        query = select(MATCHES.c.match).where(MATCHES.c.status.in_(_OPEN))
        if game is not None:
            query = query.where(MATCHES.c.game == game)
        if dialect is not None:
            query = query.where(MATCHES.c.dialect == dialect)
        if listed:
            query = query.where(MATCHES.c.visibility == "listed")
        query = query.order_by(MATCHES.c.status.desc(), MATCHES.c.created_at, MATCHES.c.match).limit(_MOST_LISTED)
        rows = await self._cached((game, dialect, listed), query)
        tables = await self._loaded([row[0] for row in rows])
        found = [table for table in tables if _fits(table, game, dialect, listed)]
        return sorted(found, key=lambda table: table.folded.created_at)

    async def seats_of(self, address: str) -> int:
        query = select(func.count()).select_from(SEATS).where(SEATS.c.address == address)
        return int((await self.context.log.rows(query))[0][0])

    async def with_label(self, label: str) -> list[Table]:
        query = select(SEATS.c.match).where(SEATS.c.label == label)
        rows = await self.context.log.rows(query)
        tables = await self._loaded([row[0] for row in rows])
        return [table for table in tables if any(place.label == label for place in _people(table))]

    async def _loaded(self, matches: Sequence[str]) -> list[Table]:
        tables = []
        for match in matches:
            try:
                tables.append(await self._load(match))
            except Refusal:
                continue  # damaged, or closed meanwhile
        not_followed = {table.folded.match: table for table in tables if not table.held and not table.listeners}
        known = {match: table.folded.seq for match, table in not_followed.items()}
        for match, entries in (await self.context.log.read_several(known)).items() if known else ():
            not_followed[match].follow_at_once(entries)
        return tables

    async def _cached(self, key: object, query: Any) -> Sequence[Any]:
        now = self.context.clock.monotonic()
        found = self._cache.get(key)
        if found is None or now - found[0] > _CACHE_SECONDS:
            found = self._cache[key] = (now, await self.context.log.rows(query))
        return found[1]


def _fits(table: Table, game: str | None, dialect: str | None, listed: bool) -> bool:
    header = table.folded.header
    return (
        table.folded.status in _OPEN
        and (game is None or header.game == game)
        and (dialect is None or header.dialect == dialect)
        and (not listed or header.visibility == "listed")
    )


def _people(table: Table) -> list[Any]:
    return [place for place in table.folded.places if place.person]
