"""Turn clocks: one time-out for one decision, and none for time that passed without the store."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from paiju.client import Refused
from paiju.protocol.rooms import SeatedAnswer
from paiju.server.match import timers as due
from paiju.storage.faults import StoreAway
from tests.server.clock import ManualClock
from tests.server.serving import Client, Running, first_turn, seat_of, serving

pytestmark = pytest.mark.anyio

HOUR = 3600


async def three_people(client: Client) -> list[SeatedAnswer]:
    """A running match with an hour for each turn, and nobody who plays by itself."""
    host = await seat_of(client, clock=HOUR, seats=3, bots=[], start=False, options={"targetScore": 10000})
    seated = [host, await client.join(host.room, "Bo"), await client.join(host.room, "Cy")]
    await client.start(host.room, host.secret)
    await first_turn(client, *seated)
    return seated


async def time_outs(server: Running, match: str) -> int:
    return sum('"TIMEOUT"' in entry.data for entry in await server.service.log.read(match))


async def test_a_turn_times_out_once_and_not_after_its_player_has_acted(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock, absent_seconds=86400) as server, Client(server.base) as client:
        seated = await three_people(client)
        table = await server.service.lobby.table(seated[0].room)
        mine = next(who for who in seated if who.seat == table.clock()[0])
        await clock.advance(HOUR - 1)
        assert table.clock() == (mine.seat, 1000)
        await clock.advance(1)
        assert await time_outs(server, mine.match) == 1
        assert table.clock()[0] != mine.seat
        assert table.clock()[1] == HOUR * 1000
        table.set_due(0)
        await asyncio.gather(*[due.tick(table) for _ in range(3)])
        assert await time_outs(server, mine.match) == 2
        # The time is up while the action waits to be stored: the action was first.
        mine = next(who for who in seated if who.seat == table.clock()[0])
        acting = asyncio.create_task(client.act(mine.room, mine.secret, {"type": "DRAW_CARD"}))
        while not table.lock.locked() and not acting.done():
            await asyncio.sleep(0)
        table.set_due(0)
        await asyncio.gather(acting, due.tick(table))
        await due.tick(table)
        assert await time_outs(server, mine.match) == 2


@pytest.mark.parametrize("noticed", ["by the player on turn", "elsewhere"])
async def test_clocks_stand_still_while_the_store_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, noticed: str
) -> None:
    """A table whose own action failed reads on in its log, which restarts its clocks too."""
    clock = ManualClock()
    async with serving(tmp_path, clock, absent_seconds=86400, open_rooms=0) as server, Client(server.base) as client:
        seated = await three_people(client)
        table = await server.service.lobby.table(seated[0].room)
        mine = next(who for who in seated if who.seat == table.clock()[0])

        async def away(_work: Any) -> Any:
            raise OSError("gone")

        with monkeypatch.context() as outage:
            outage.setattr(server.service.log.database, "write", away)
            outage.setattr(server.service.log.database, "commit", lambda _appends, done: done(StoreAway("gone")))
            if noticed == "elsewhere":
                assert not await server.service.log.probe()
            else:
                with pytest.raises(Refused, match="store_away"):
                    await client.act(mine.room, mine.secret, {"type": "DRAW_CARD"})
            await clock.advance(HOUR + 10)
        await clock.advance(1)
        assert await time_outs(server, mine.match) == 0
        seat, left = table.clock()
        assert seat == mine.seat
        assert left is not None
        assert left >= (HOUR - 1) * 1000
        await client.act(mine.room, mine.secret, {"type": "DRAW_CARD"})
