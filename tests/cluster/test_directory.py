"""How a node finds and holds rooms: in the database, which may be away, and in logs, which may be damaged."""

from typing import Any

import pytest

from paiju.server.errors import Refusal
from paiju.storage.faults import StoreAway
from tests.cluster.model import Model

pytestmark = pytest.mark.anyio


async def away(*_: object) -> Any:
    raise StoreAway("cut")


async def test_a_room_is_found_in_the_database_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Model() as model:
        room = (await model.table(0)).folded.header.room
        lobby = model.members[1].service.lobby
        assert (await lobby.table(room.lower())).folded.match == model.match
        with pytest.raises(Refusal, match="no_room"):
            await lobby.table("NOROOM")
        monkeypatch.setattr(model.members[2].service.log, "rows", away)
        with pytest.raises(Refusal, match="store_away"):
            await model.members[2].service.lobby.table("NOROOM")


async def test_a_damaged_match_is_in_no_list() -> None:
    async with Model() as model:
        directory = model.members[1].service.lobby.directory
        assert [table.folded.match for table in await directory.open_tables(game="uno")] == [model.match]
        assert await directory.open_tables(game="shandong") == []
        log = model.world.store.logs[model.match]
        del log[3]
        assert await model.members[2].service.lobby.directory.open_tables(game="uno") == []


async def test_a_table_that_nobody_looks_at_is_forgotten_by_nodes_that_do_not_hold_it() -> None:
    async with Model() as model:
        await model.table(1)
        for _ in range(3):
            model.switch(1, "others", True)
            await model.pass_time(60)
            await model.members[1].service.lobby.tidy()
        assert model.match not in model.members[1].service.lobby.tables
        assert model.match in model.members[0].service.lobby.tables


async def test_a_match_that_cannot_be_taken_or_read_is_held_later() -> None:
    async with Model() as model:
        model.switch(1, "store", True)
        assert not await model.members[1].node.take(model.match)
        model.switch(1, "store", False)
        for number in (1, 2):
            model.switch(number, "answers", True)  # it can show that it is alive, but not read
        await model.kill(0)
        model.switch(2, "answers", True)
        await model.pass_time(8)
        assert not any(table.held for member in model.members for table in member.service.lobby.tables.values())
        assert await model.finish() == []
        held = [member.service.lobby.tables[model.match].held for member in model.members]
        assert held.count(True) == 1
