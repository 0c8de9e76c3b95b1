"""The nodes in the database: beats, which node holds which match, and which one keeps house.

All times are those of the database's clock, so the clocks of the nodes need not agree.
"""

from typing import Final, NamedTuple

from sqlalchemy import TextClause, text
from sqlalchemy.ext.asyncio import AsyncConnection

from paiju.server.clock import Clock
from paiju.storage.database import Database
from paiju.storage.postgresql import ERRORS
from paiju.storage.rows import VERSION

DEAD_MS: Final = 5000
"""A node is dead when its last beat is older."""
_FORGET_MS: Final = 3_600_000
_HOUSE: Final = 0x7061696A77
"""The advisory lock of the node that keeps house."""
_NOW: Final = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
_DEAD: Final = f"SELECT id FROM nodes WHERE beat <= {_NOW} - {DEAD_MS}"
_FREE: Final = f"(holder IS NULL OR holder IN ({_DEAD}))"
_IS_LIVE: Final = "status IN ('waiting', 'playing', 'ended')"

_BEAT: Final = text(
    f"INSERT INTO nodes (id, url, entry_version, beat) VALUES (:id, :url, :version, {_NOW}) "
    "ON CONFLICT (id) DO UPDATE SET beat = excluded.beat RETURNING beat"
)
_LIVE_NODES: Final = text(f"SELECT id, entry_version FROM nodes WHERE beat > {_NOW} - {DEAD_MS}")
_FORGET: Final = text(
    f"DELETE FROM nodes WHERE beat < {_NOW} - {_FORGET_MS} "
    f"AND NOT EXISTS (SELECT 1 FROM matches WHERE holder = nodes.id AND {_IS_LIVE})"
)
_TAKE: Final = text(
    "UPDATE matches SET holder = :id, epoch = epoch + CASE WHEN holder = :id THEN 0 ELSE 1 END "
    f"WHERE match = :match AND (holder = :id OR {_FREE}) RETURNING match"
)
_TAKE_FREE: Final = text(
    f"WITH free AS (SELECT match FROM matches WHERE {_IS_LIVE} AND {_FREE} "
    "ORDER BY match LIMIT :most FOR UPDATE SKIP LOCKED) "
    "UPDATE matches SET holder = :id, epoch = epoch + 1 FROM free WHERE matches.match = free.match "
    "RETURNING matches.match"
)
_OWN: Final = text(f"SELECT match FROM matches WHERE holder = :id AND {_IS_LIVE}")
_RELEASE: Final = text(f"UPDATE matches SET holder = NULL WHERE holder = :id AND {_IS_LIVE}")
_LEAVE: Final = text("DELETE FROM nodes WHERE id = :id")
_ANY: Final = text("SELECT 1")
_KEEP: Final = text("SELECT pg_try_advisory_lock(:lock)")


class Beat(NamedTuple):
    """What the database says at a beat."""

    now_ms: int
    """The time of the database, told between these two monotonic times."""
    asked_at: float
    answered_at: float
    nodes: frozenset[str]
    """The nodes that are alive, this one included."""
    entry_version: int
    """The newest version of entries that all of them can read."""


class Registry:
    """This node in the tables `nodes` and `matches`. Methods raise `storage.postgresql.ERRORS`."""

    def __init__(self, database: Database, node: str, url: str, clock: Clock) -> None:
        self._now: Final = clock.monotonic
        self._engine: Final = database.engine
        self.node: Final = node
        self._who: Final[dict[str, object]] = {"id": node}
        self._url: Final = url[:200]
        self._house: AsyncConnection | None = None

    async def beat(self) -> Beat:
        """Show that this node is alive."""
        async with self._engine.begin() as connection:
            row = {**self._who, "url": self._url, "version": VERSION}
            await connection.execute(_ANY)  # SQLAlchemy begins its transaction with the first statement
            asked_at = self._now()
            now = (await connection.execute(_BEAT, row)).scalar_one()
            answered_at = self._now()
            nodes = (await connection.execute(_LIVE_NODES)).all()
        versions = [node[1] for node in nodes]
        return Beat(
            int(now),
            asked_at,
            answered_at,
            frozenset({*(node[0] for node in nodes), self.node}),
            min([VERSION, *versions]),
        )

    async def take(self, match: str) -> bool:
        """Become the holder of a match that nobody alive holds; returns whether this node holds it now."""
        return bool(await self._matches(_TAKE, {**self._who, "match": match}))

    async def take_free(self, most: int) -> list[str]:
        """Become the holder of matches that nobody alive holds."""
        return await self._matches(_TAKE_FREE, {**self._who, "most": most})

    async def own(self) -> list[str]:
        """The matches that this node holds."""
        return await self._matches(_OWN, self._who)

    async def leave(self) -> None:
        """Give up all matches and leave the table `nodes`."""
        async with self._engine.begin() as connection:
            await connection.execute(_RELEASE, self._who)
            await connection.execute(_LEAVE, self._who)

    async def keeps_house(self) -> bool:
        """Try to become the node that keeps house; returns whether this node is it."""
        try:
            if self._house is None:
                house = await self._engine.connect()
                if not (await house.execute(_KEEP, {"lock": _HOUSE})).scalar_one():
                    await house.close()
                    return False
                await house.commit()
                self._house = house
                async with self._engine.begin() as connection:
                    await connection.execute(_FORGET)
            else:
                await self._house.execute(_ANY)
                await self._house.commit()
        except ERRORS:
            await self.stop_keeping_house()
            raise
        return True

    async def stop_keeping_house(self) -> None:
        """Let another node keep house."""
        house, self._house = self._house, None
        if house is not None:
            try:
                await house.invalidate()  # closing the connection releases the lock
                await house.close()
            except ERRORS:
                pass

    async def _matches(self, statement: TextClause, values: dict[str, object]) -> list[str]:
        async with self._engine.begin() as connection:
            return [str(row[0]) for row in (await connection.execute(statement, values)).all()]
