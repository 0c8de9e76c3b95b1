"""The claim of one server on a PostgreSQL database. A SQLite file is locked instead, see `storage.sqlite`."""

import asyncio
from collections.abc import Callable
from typing import Any, ClassVar, Final

import asyncpg

from paiju.storage.faults import BadStore
from paiju.storage.opening import full_address
from paiju.storage.postgresql import connect_arguments

_CONNECT_SECONDS: Final = 5
_SETTINGS: Final = {
    # The claim of a machine that fails is released after half a minute; TCP would wait for hours.
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}


class Claim:
    """An advisory lock, held by a connection of its own: it is released when that connection ends for any reason."""

    NUMBER: ClassVar[int] = int.from_bytes(b"paiju", "big")

    def __init__(
        self, address: str, lost: Callable[[], object], again_after: float = 1.0, *, shared: bool = False
    ) -> None:
        """`lost` is called when the connection was interrupted and another server took the database meanwhile. Shared
        claims do not exclude each other: the nodes of a cluster use one database."""
        self._url: Final = full_address(address)
        self._take: Final = "pg_try_advisory_lock_shared" if shared else "pg_try_advisory_lock"
        self._lost: Final = lost
        self._again_after: Final = again_after
        self._connection: asyncpg.Connection[Any] | None = None
        self._again: asyncio.Task[None] | None = None
        self.taken = 0
        """How often the claim was taken. Each interruption adds one."""

    async def take(self) -> None:
        """Take the claim. Raises `BadStore` while another server has the database."""
        arguments = {**connect_arguments(self._url), "timeout": _CONNECT_SECONDS, "server_settings": _SETTINGS}
        connection = await asyncpg.connect(**arguments)
        if not await connection.fetchval(f"SELECT {self._take}($1)", self.NUMBER, timeout=_CONNECT_SECONDS):
            await connection.close()
            shown = self._url.set(drivername="postgresql").render_as_string(hide_password=True)
            raise BadStore("store.in_use", name=shown)
        self._connection = connection
        self.taken += 1
        connection.add_termination_listener(self._interrupted)

    def _interrupted(self, _connection: object) -> None:
        if self._connection is not None:
            self._connection = None
            self._again = asyncio.get_running_loop().create_task(self._take_again())

    async def _take_again(self) -> None:
        while True:
            try:
                await self.take()
            except BadStore:
                self._lost()
                return
            except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError):
                await asyncio.sleep(self._again_after)
            else:
                return

    async def close(self) -> None:
        """Release the claim."""
        if self._again is not None:
            self._again.cancel()
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close(timeout=_CONNECT_SECONDS)
