"""Runs a server for `paiju serve`: opens the store, listens, and shuts down in order."""

import asyncio
import gc
import os
import signal
import socket as sockets
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import structlog
import uvicorn

from paiju.server.arena.arena import Arena
from paiju.server.cluster.clock import NodeClock
from paiju.server.deals import Deals, deals_of
from paiju.server.live.protocol import LiveProtocol
from paiju.server.logs import set_up_logs
from paiju.server.services import Services
from paiju.server.settings import Settings
from paiju.server.web.app import create_app, start, stop
from paiju.server.web.http_protocol import HttpProtocol
from paiju.storage.faults import BadStore, StoreError
from paiju.storage.log import EventLog
from paiju.storage.opening import full_address, open_database, synchronous_replicas

if TYPE_CHECKING:
    from paiju.storage.claim import Claim
    from paiju.storage.database import Database

_STOP_SECONDS: Final = 8
SWITCH_SECONDS: Final = 0.0002
"""Thread switch interval: short, so that bots and the store do not delay the event loop."""
_GARBAGE: Final = 20_000
"""Allocations between two runs of the garbage collector. Nearly all objects are freed by reference counting."""


class CannotServe(BadStore):
    """The settings or the address cannot be used."""


def serve(settings: Settings, ready: Callable[[str], None]) -> int:
    """Serve until told to stop. Returns 0, or 1 when the store failed to sync.

    `ready` is called once, with the address for a browser on this machine, at the moment that requests are answered.
    """
    set_up_logs(settings.log_level)
    sys.setswitchinterval(SWITCH_SECONDS)
    if sys.platform == "win32":
        return asyncio.run(_serve(settings, ready))
    import uvloop

    return uvloop.run(_serve(settings, ready))


async def _serve(settings: Settings, ready: Callable[[str], None]) -> int:
    deals = deals_of(settings, os.environ)
    if settings.redis and full_address(settings.database).get_backend_name() == "sqlite":
        raise CannotServe("serve.redis_alone")
    listener = listen(settings)
    try:
        database = await open_database(settings.database)
    except BadStore:
        listener.close()
        raise
    failed: list[StoreError] = []
    server: _Server | None = None

    def fatal(error: StoreError) -> None:
        """The store cannot be trusted any more: stop."""
        failed.append(error)
        structlog.get_logger("paiju").error("stopping because of the store", reason=str(error))
        if server is not None:
            server.should_exit = True

    try:
        claim = await claimed(settings, fatal)
    except (BadStore, OSError, TimeoutError) as error:
        await database.close()
        listener.close()
        if isinstance(error, BadStore):
            raise
        raise _unopened(database, error) from error
    log = EventLog(database, fatal)
    service = make_services(settings, log, deals) if settings.redis else Services(settings, log, deals=deals)
    await tell_of_replica(log)
    server = server_for(service, lambda: ready(address_of(*listener.getsockname()[:2])))
    gc.freeze()  # imported modules stay: exclude them from garbage collection
    gc.set_threshold(_GARBAGE)
    try:
        await server.serve(sockets=[listener])
    except StoreError as error:  # while the rooms were opened
        raise _unopened(database, error) from error
    finally:
        await database.close()
        if claim is not None:
            await claim.close()
    return 1 if failed else 0


def _unopened(database: "Database", error: Exception) -> BadStore:
    return BadStore("store.unopened", address=database.url.render_as_string(hide_password=True), reason=error)


async def claimed(settings: Settings, fatal: Callable[[StoreError], None]) -> "Claim | None":
    """Claim a PostgreSQL database for this server, or for the nodes of one cluster. Raises `BadStore` if another server
    uses it: both would carry out the time-outs of the same matches. (A SQLite file is locked when it is opened.)"""
    if full_address(settings.database).get_backend_name() == "sqlite":
        return None
    from paiju.storage.claim import Claim  # asyncpg takes long to import

    shared = bool(settings.redis)
    claim = Claim(settings.database, lambda: fatal(BadStore("store.taken")), shared=shared)
    await claim.take()
    return claim


def make_services(settings: Settings, log: EventLog, deals: Deals) -> Services:
    """The services of a node among others."""
    from paiju.server.cluster.node import make_node  # imports the client of Valkey, which a single server does not need

    clock = NodeClock()
    node = make_node(settings, log.database, clock)
    service = Services(settings, log, clock, deals, node)
    node.attach(service)
    return service


async def tell_of_replica(log: EventLog) -> None:
    """Log whether acknowledged actions would survive the loss of the database's disk."""
    names = await synchronous_replicas(log.database)
    if names is not None:
        told = structlog.get_logger("paiju")
        if names:
            told.info("PostgreSQL has a synchronous replica: its failover loses no acknowledged action", replicas=names)
        else:
            told.info("PostgreSQL has no synchronous replica: the loss of its disk loses acknowledged actions")


def address_of(host: str, port: int) -> str:
    """The address for a browser on this machine."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def server_for(service: Services, ready: Callable[[], None] = lambda: None) -> "_Server":
    """A uvicorn server with the limits of the settings; run it with `serve(sockets=[…])`."""
    settings = service.settings
    arena = Arena(service)

    class Http(HttpProtocol):
        clock = service.clock

    class Live(LiveProtocol):
        clock = service.clock
        frames_rate = settings.limits_frames if settings.limits_enabled else None
        on_flood = staticmethod(service.metrics.floods.inc)

    config = uvicorn.Config(
        create_app(service, arena),
        log_config=None,
        access_log=False,
        server_header=False,
        http=Http,
        ws=Live,
        ws_max_size=settings.body_bytes,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=_STOP_SECONDS,
        proxy_headers=False,
        lifespan="off",
    )
    return _Server(config, service, arena, ready)


class _Server(uvicorn.Server):
    """uvicorn's server, which closes sockets with 1012 before it stops and calls `ready` when it accepts requests."""

    def __init__(self, config: uvicorn.Config, service: Services, arena: Arena, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._service: Final = service
        self._arena: Final = arena
        self._ready: Final = ready

    async def startup(self, sockets: list[sockets.socket] | None = None) -> None:
        await start(self._service, self._arena)
        await super().startup(sockets)
        if self.started:
            self._ready()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on SIGTERM and SIGINT. Unlike uvicorn, do not raise the signal again afterwards."""

        if threading.current_thread() is not threading.main_thread():
            yield  # a server inside another program: signals are that program's
            return

        def ask(_signal: int, _frame: object) -> None:
            self.should_exit = True

        before = {number: signal.signal(number, ask) for number in (signal.SIGTERM, signal.SIGINT)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def shutdown(self, sockets: list[sockets.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        await stop(self._service)
        await super().shutdown(sockets)


def listen(settings: Settings) -> sockets.socket:
    """A listening socket. Raises `CannotServe` with one sentence if the address cannot be used."""
    family = sockets.AF_INET6 if ":" in settings.host else sockets.AF_INET
    listener = sockets.socket(family, sockets.SOCK_STREAM)
    listener.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
        listener.listen(2048)
    except OSError as error:
        listener.close()
        raise CannotServe("serve.no_listener", host=settings.host, port=settings.port, reason=error.strerror) from error
    listener.setblocking(False)
    return listener
