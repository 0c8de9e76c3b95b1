"""Quick match: people first, bots after a short while."""

from pathlib import Path

import pytest

from paiju.protocol.rooms import CreateRoom, QuickMatch
from tests.server.clock import ManualClock
from tests.server.serving import Client, serving

pytestmark = pytest.mark.anyio


def quick(name: str, game: str = "uno", player: str | None = None) -> QuickMatch:
    return QuickMatch(game=game, name=name, player=player)


async def test_strangers_meet_in_one_room_and_bots_come_after_a_short_while(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock, open_rooms=0, quick_seconds=15) as server, Client(server.base) as client:
        ada = await client.quick(quick("Ada"))
        info = await client.room(ada.room)
        assert (info.status, info.visibility, info.starts_in_ms) == ("waiting", "listed", 15_000)
        async with client.table(ada.room, ada.secret):
            await clock.advance(10)
            bo = await client.quick(quick("Bo"))
            assert bo.room == ada.room
            other = await client.quick(quick("Cy", game="shandong"))
            assert other.room != ada.room
            await clock.advance(4)
            assert (await client.room(ada.room)).status == "waiting"
            await clock.advance(1)
            info = await client.room(ada.room)
            assert info.status == "playing"
            assert info.starts_in_ms is None
            assert [bool(seat.bot) for seat in info.seats] == [False, False, True, True]


async def test_a_full_room_begins_at_once(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock, open_rooms=0) as server, Client(server.base) as client:
        seated = [await client.quick(quick(name)) for name in ("Ada", "Bo", "Cy", "Di")]
        assert len({one.room for one in seated}) == 1
        assert (await client.room(seated[0].room)).status == "playing"


async def test_a_room_that_somebody_listed_is_joined_and_a_private_one_is_not(tmp_path: Path) -> None:
    async with serving(tmp_path, ManualClock(), open_rooms=0) as server, Client(server.base) as client:
        private = await client.create(CreateRoom(game="uno", name="Ada"))
        ranked = await client.create(CreateRoom(game="uno", name="Bo", visibility="listed", ranked=True))
        async with client.table(private.room, private.secret), client.table(ranked.room, ranked.secret):
            listed = await client.create(CreateRoom(game="uno", name="Cy", visibility="listed"))
            async with client.table(listed.room, listed.secret):
                assert (await client.quick(quick("Di"))).room == listed.room


async def test_nobody_is_matched_with_himself(tmp_path: Path) -> None:
    async with serving(tmp_path, ManualClock(), open_rooms=0) as server, Client(server.base) as client:
        secret = "s" * 43
        first = await client.quick(quick("Ada", player=secret))
        assert (await client.quick(quick("Ada 2", player=secret))).room != first.room
