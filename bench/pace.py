"""How many actions a server accepts: beside boardgame.io, on PostgreSQL, and with one room or a thousand.

Closed loops: everybody acts as soon as possible. A real `paiju serve` on one core, clients on the other, synced
commits. Both servers are warmed up and measured in turn, several times, and the medians are compared; boardgame.io
keeps its matches in memory, which is its own default.
"""

import asyncio
from collections.abc import Sequence
from statistics import median
from typing import Final

from bench.boardgame import measured
from bench.postgres import postgres
from bench.row import REPEATS, SHORT, Row
from bench.server import Server, folder_for, make_rooms
from bench.wsload import Gate, Load, Pace, pin, sit

BUILDS = ("compiled",)
ROOMS: Final = 32
GROWTH: Final = (1, 32, 320, 1000)
WARM_UP: Final = 0.5 if SHORT else 5.0
SECONDS: Final = 1.0 if SHORT else 4.0


async def _closed_loop(server: Server, rooms: int) -> Pace:
    load = Load()
    gate = Gate(load)
    for room, secrets in await make_rooms(server.port, rooms):
        for secret in secrets:
            await sit(server.port, room, secret, load)
    gate.open()
    await asyncio.sleep(WARM_UP)
    before = load.pace(server.process.pid)
    await asyncio.sleep(SECONDS)
    return load.pace(server.process.pid).since(before)


def _run(rooms: int, database: str | None = None) -> Pace:
    with folder_for("pace") as folder:
        server = Server(folder) if database is None else Server(folder, database=database)
        try:
            return asyncio.run(_closed_loop(server, rooms))
        finally:
            server.kill()


def _cost(paces: Sequence[Pace]) -> float:
    """Microseconds of processor time per action."""
    return median(1e6 / pace.per_cpu_second for pace in paces)


def _beside_boardgame() -> tuple[list[Row], float]:
    ours, theirs = [], []
    for _ in range(REPEATS):
        ours.append(_run(ROOMS))
        found = measured(ROOMS, WARM_UP, SECONDS)
        if found is not None:
            theirs.append(found)
    per_cpu_second = median(pace.per_cpu_second for pace in ours)
    rate = median(pace.rate for pace in ours)
    peer_cpu = median(pace.per_cpu_second for pace in theirs) if theirs else None
    peer_rate = median(pace.rate for pace in theirs) if theirs else None
    what = f"accepted actions, native WebSocket, {ROOMS} rooms × 4 seats, against boardgame.io"
    rows = [
        Row(f"{what}, per second of processor time", per_cpu_second, "1/s", peer_cpu, least_ratio=4),
        Row("  processor time per action", 1e6 / per_cpu_second, "µs", 1e6 / peer_cpu if peer_cpu else None),
        Row("  by the clock", rate, "1/s", at_least=4000),
        Row("  by the clock, against boardgame.io", rate, "1/s", peer_rate, least_ratio=3),
        Row("  events delivered per action", median(pace.delivered for pace in ours), ""),
    ]
    return rows, _cost(ours)


def rows() -> list[Row]:
    """About five minutes."""
    pin(1)
    found, cost = _beside_boardgame()
    with postgres() as address:
        if address is not None:
            paces = [_run(ROOMS, address) for _ in range(min(3, REPEATS))]
            found.append(Row("processor time per action, PostgreSQL", _cost(paces), "µs"))
            found.append(Row("  against SQLite", _cost(paces) / cost, "×", at_most=1.15))
    costs = {rooms: cost if rooms == ROOMS else _cost([_run(rooms)]) for rooms in GROWTH}
    found.extend(Row(f"processor time per action, {rooms} rooms", each, "µs") for rooms, each in costs.items())
    found.append(Row("  most against least", max(costs.values()) / min(costs.values()), "×", at_most=1.25))
    return found
