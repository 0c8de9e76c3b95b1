"""A real server on a real port inside a test, and players that only use the client."""

import asyncio
import os
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar

import httpx2
from websockets.asyncio.client import connect

from paiju import client as library
from paiju.client import LiveTable, Refused
from paiju.protocol.play import ViewAnswer
from paiju.protocol.rooms import CreateRoom, SeatedAnswer
from paiju.server.clock import SYSTEM
from paiju.server.deals import Deals, KnownDeals
from paiju.server.run import listen, server_for
from paiju.server.services import Services
from paiju.server.settings import read_settings
from paiju.storage.log import EventLog
from paiju.storage.opening import open_database
from tests.server.clock import ManualClock

T = TypeVar("T")

SEED = os.environ.get("PAIJU_TEST_SEED") or "paiju"
"""Of all deals in tests; see tests/conftest.py."""

FAST = {
    "limits_enabled": "0",
    "pace_min_ms": "0",
    "pace_max_ms": "0",
    "ready_pause_seconds": "0.05",
    "catch_grace_ms": "0",
    "false_catch_pause_ms": "0",
    "deal_slowly": "0",
    "bot_processes": "0",
    "bot_threads": "1",
    "queue_messages": "5000",
    "queue_bytes": "60000000",
}
"""No waiting: bots answer at once, limits are off. One thread: which bot is first is not left to chance."""


class Running:
    """A server in this process."""

    def __init__(self, service: Services, base: str) -> None:
        self.service = service
        self.base = base


class Client(library.Client):
    """The client, for a machine that may be busy."""

    def __init__(self, base: str) -> None:
        super().__init__(base, timeout=120)


def http_client(base: str, **more: Any) -> httpx2.AsyncClient:
    """HTTP without our client."""
    return httpx2.AsyncClient(base_url=base, trust_env=False, timeout=120, verify=False, **more)


class HasBase(Protocol):
    """Where a server is."""

    base: str


def open_socket(server: HasBase, path: str = "/api/v1/ws", **more: Any) -> connect:
    """A live socket without our client."""
    url = server.base.replace("http", "ws", 1) + path
    return connect(url, proxy=None, open_timeout=120, ping_interval=None, **more)


@asynccontextmanager
async def serving(folder: Path, *world: ManualClock | Deals, **settings: Any) -> AsyncIterator[Running]:
    """Serve on a free port with the store in `folder`.

    Deals are the same every time. With a `ManualClock` time stands still until the test moves it on. With `Deals` of
    the test's own the arena opens no rooms by itself: they would use them up.
    """
    clock = next((part for part in world if isinstance(part, ManualClock)), None)
    deals = next((part for part in world if isinstance(part, Deals)), None)
    rooms = {} if deals is None else {"open_rooms": 0}
    flags = {**FAST, "port": 0, "database": f"sqlite:///{folder / 'server.db'}", **rooms, **settings}
    chosen, _ = read_settings(flags, {})
    database = await open_database(chosen.database)
    service = Services(chosen, EventLog(database), clock or SYSTEM, deals or KnownDeals(settings.get("seed", SEED)))
    if clock is not None:
        clock.tasks = service.tasks
    listener = listen(chosen)
    server = server_for(service)
    task = asyncio.create_task(server.serve(sockets=[listener]))
    host, port = listener.getsockname()[:2]
    while not server.started:
        if task.done():
            task.result()
        await asyncio.sleep(0.01)
    try:
        yield Running(service, f"http://{host}:{port}")
    finally:
        server.should_exit = True
        await task
        await database.close()


async def until(condition: Callable[[], T]) -> T:
    """Wait for what nobody tells, and return it. The time limit is there only against hanging."""
    async with asyncio.timeout(120):
        while not (found := condition()):
            await asyncio.sleep(0.005)
    return found


def wish(game: str = "uno", **fields: Any) -> CreateRoom:
    """A room with Ada and three bots that starts at once, unless told otherwise."""
    standard = {"game": game, "name": "Ada", "bots": ["easy"] * 3, "seats": 4, "clock": 0, "start": True}
    return CreateRoom(**{**standard, **fields})


SHORT: dict[str, dict[str, Any]] = {
    "uno": {"targetScore": None, "initialCards": 4},
    "shandong": {"startLevel": "A", "declareWindowMs": 300, "snatchWindowMs": 300, "stickWindowMs": 300},
}
"""Options that make a match short."""


async def play_out(
    table: LiveTable, rng: random.Random, most: int = 5000, after: Callable[[], None] | None = None
) -> int:
    """Play random legal actions until the match is over; returns how many were accepted."""
    done = 0
    async for position in table.turns():
        actions = [a for a in position.legal if a["type"] not in ("CALL_UNO", "CHALLENGE_UNO")]
        if not actions:
            continue
        plays = [a for a in actions if a["type"] == "PLAY_CARD"]
        if plays and rng.random() < 0.9:
            actions = plays  # who draws at random plays a round of UNO for ever
        try:
            await table.act(rng.choice(actions), expected_seq=position.seq)
            done += 1
        except Refused as refusal:
            if refusal.problem.code not in ("stale", "match_over", "GAME_ENDED"):  # somebody was quicker
                raise
        if after is not None:
            after()
        if done >= most:
            break
    return done


async def first_turn(client: library.Client, *people: SeatedAnswer) -> ViewAnswer:
    """Wait until one of these is on turn and may play, draw or pass: a first card that wants a colour gets it."""
    async with asyncio.timeout(120):
        while True:
            for who in people:
                view = await client.view(who.room, who.secret)
                colours = [action for action in view.legal if action["type"] == "CHOOSE_COLOR"]
                if colours:
                    await client.act(who.room, who.secret, colours[0])
                elif view.clock.seat == who.seat and view.legal:
                    return view
            await asyncio.sleep(0.02)


async def seat_of(client: library.Client, game: str = "uno", **fields: Any) -> SeatedAnswer:
    """Ada's seat in a new room."""
    return await client.create(wish(game, **fields))
