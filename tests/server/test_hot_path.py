"""The fast path of an ordinary action: the same promises as the usual way, in the order of the messages."""

import asyncio
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from paiju.server.live import recipient
from paiju.server.match.draft import Draft
from paiju.server.match.hot_path import try_act
from paiju.server.match.lock import TableLock
from paiju.server.match.table import Table
from paiju.storage.database import Answers
from paiju.storage.faults import DamagedLog, StoreAway, StoreError, VersionConflict
from paiju.storage.log import Append
from tests.server.compiled import replaces_internals
from tests.server.deals import StackedDeals, uno_deal
from tests.server.serving import Client, Running, first_turn, open_socket, seat_of, serving

pytestmark = pytest.mark.anyio

DRAW = {"type": "DRAW_CARD"}


async def entered(server: Running, client: Client, **fields: Any) -> tuple[Any, Any, int]:
    """Ada's seat, her socket in the room, and the seq at her first turn."""
    mine = await seat_of(client, **fields)
    view = await first_turn(client, mine)
    socket = await open_socket(server)
    await socket.send(json.dumps({"type": "enter", "id": 1, "room": mine.room, "secret": mine.secret, "views": "none"}))
    await answer_to(socket, 1)
    return mine, socket, view.seq


async def answer_to(socket: Any, request: int) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 60))
        if message.get("re") == request:
            return message


def acked(request: int, seq: int, *, repeated: bool = False) -> dict[str, Any]:
    return {"type": "acked", "re": request, "seq": seq, "repeated": repeated, "penalty": None}


def act(request: int, **fields: Any) -> str:
    return json.dumps({"type": "act", "id": request, "action": DRAW, **fields})


@replaces_internals
async def test_an_ordinary_action_needs_no_task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine, socket, seq = await entered(server, client)

        async def never(*_arguments: object, **_named: object) -> None:
            raise AssertionError("the ordinary way was taken")

        monkeypatch.setattr(Table, "act", never)
        await socket.send(act(2, expectedSeq=seq, actionId="once"))
        assert await answer_to(socket, 2) == acked(2, seq + 1)
        entries = await server.service.log.read(mine.match, since=seq)
        assert (entries[0].actor, entries[0].key) == (0, "0:once")
        await socket.close()


async def test_messages_that_follow_an_action_wait_for_it(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        _, socket, seq = await entered(server, client)
        for message in (act(2), json.dumps({"type": "view", "id": 3}), act(4), json.dumps({"type": "ping", "id": 5})):
            await socket.send(message)
        answered: list[dict[str, Any]] = []
        while len(answered) < 4:
            message = json.loads(await asyncio.wait_for(socket.recv(), 60))
            if "re" in message:
                answered.append(message)
        assert [message["re"] for message in answered] == [2, 3, 4, 5]
        assert answered[1]["snapshot"]["seq"] > seq
        await socket.close()


@pytest.mark.parametrize(
    "fault", [VersionConflict(), StoreAway("gone"), DamagedLog("a page")], ids=["conflict", "away", "damaged"]
)
async def test_an_action_that_is_not_stored_takes_the_ordinary_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: StoreError
) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        _, socket, seq = await entered(server, client)
        database = server.service.log.database
        commit = database.commit
        failed: list[int] = []

        def once(appends: Sequence[Append], done: Callable[[Answers], None]) -> None:
            if failed:
                commit(appends, done)
                return
            failed.append(len(appends))
            done(fault if isinstance(fault, StoreAway) else [fault])

        monkeypatch.setattr(database, "commit", once)
        await socket.send(act(2, expectedSeq=seq))
        assert (await answer_to(socket, 2))["seq"] == seq + 1
        assert failed == [1]
        await socket.close()


async def test_actions_over_a_socket_are_repeated_and_stale_like_all_others(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine, socket, seq = await entered(server, client)
        await socket.send(act(2, expectedSeq=seq, actionId="once"))
        assert await answer_to(socket, 2) == acked(2, seq + 1)
        await socket.send(act(3, expectedSeq=seq, actionId="once"))
        assert await answer_to(socket, 3) == acked(3, seq + 1, repeated=True)
        await first_turn(client, mine)
        length = (await client.view(mine.room, mine.secret)).seq
        await socket.send(act(4, actionId="once"))
        assert await answer_to(socket, 4) == acked(4, seq + 1, repeated=True)
        await socket.send(act(5, expectedSeq=seq, actionId="twice"))
        assert (await answer_to(socket, 5))["problem"]["code"] == "stale"
        assert (await client.view(mine.room, mine.secret)).seq == length
        await socket.close()


@replaces_internals
async def test_a_table_that_may_be_behind_its_log_reads_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine, socket, seq = await entered(server, client)
        table = await server.service.lobby.table(mine.room)
        happened: list[str] = []
        read, take = server.service.log.read, table.take

        async def watched_read(*arguments: Any) -> Any:
            happened.append("read")
            return await read(*arguments)

        def watched_take(*arguments: Any) -> None:
            happened.append("taken")
            take(*arguments)

        monkeypatch.setattr(server.service.log, "read", watched_read)
        monkeypatch.setattr(table, "take", watched_take)
        table.not_stored(VersionConflict())
        await socket.send(act(2, expectedSeq=seq))
        assert (await answer_to(socket, 2))["seq"] == seq + 1
        assert happened[:2] == ["read", "taken"]
        await socket.close()


@replaces_internals
async def test_an_unexpected_error_is_reported_and_leaves_the_table_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine, socket, seq = await entered(server, client)

        def broken(*_arguments: object) -> None:
            raise ZeroDivisionError

        with monkeypatch.context() as fault:
            fault.setattr(Draft, "advance", broken)
            await socket.send(act(2, expectedSeq=seq))
            with pytest.raises(ConnectionClosed):
                await answer_to(socket, 2)
        assert server.service.metrics.registry.get_sample_value("paiju_incidents_total") == 1
        assert (await client.act(mine.room, mine.secret, DRAW)).seq == seq + 1


@pytest.mark.parametrize("fault", [StoreAway("gone"), DamagedLog("a page")], ids=["away", "damaged"])
async def test_an_action_that_cannot_be_stored_is_refused_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: StoreError
) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine, socket, seq = await entered(server, client)
        before = await client.view(mine.room, mine.secret)
        with monkeypatch.context() as outage:
            outage.setattr(server.service.log.database, "commit", lambda _appends, done: done(fault))
            await socket.send(act(2, expectedSeq=seq))
            while (message := json.loads(await asyncio.wait_for(socket.recv(), 60))).get("re") != 2:
                assert message["type"] != "update"  # nobody is told of what did not happen
            assert message["problem"]["code"] == "store_away"
            assert (await client.view(mine.room, mine.secret)).view == before.view
        await socket.send(act(3, expectedSeq=seq))
        assert (await answer_to(socket, 3))["seq"] == seq + 1
        await socket.close()


@replaces_internals
@pytest.mark.parametrize(
    "message",
    [
        act(2, actionId=""),
        act(2, actionId="x" * 65),
        act(2, expectedSeq=-1),
        act(2, expectedSeq=True),
        act(2, unknown=1),
        act(-2),
        '{"type":"act","id":2,"action":{"type":"DRAW_CARD"},"action":{"type":"DRAW_CARD"}}',
        '{"type":"act","id":2,"action":{"type":"DRAW_CARD"},"id":2}',
        '{"type":"act","id":2,"action":[]}',
        '{"type":"act","id":2}',
    ],
)
async def test_whatever_is_unusual_is_left_to_the_ordinary_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, message: str
) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine, socket, seq = await entered(server, client)

        straight: list[bool] = []

        def watched(*arguments: Any) -> bool:
            straight.append(try_act(*arguments))
            return straight[-1]

        monkeypatch.setattr(recipient, "try_act", watched)
        await socket.send(message)
        while (answer := json.loads(await asyncio.wait_for(socket.recv(), 60)))["type"] != "refused":
            pass
        assert answer["problem"]["code"] in ("bad_fields", "bad_json")
        assert straight == [False]
        assert (await client.view(mine.room, mine.secret)).seq == seq
        await socket.close()


async def test_too_many_actions_are_refused_once_each(tmp_path: Path) -> None:
    deals = StackedDeals()
    deals.stack(uno_deal(["r5 r6 r7", "g1 g2 g3"], "b3", first=0))
    options = {"initialCards": 3}
    limits = {"limits_enabled": "1", "limits_game": "1/60"}
    async with serving(tmp_path, deals, **limits) as server, Client(server.base) as client:
        _, socket, _ = await entered(server, client, seats=2, bots=["easy"], options=options, rulebook="official")
        await socket.send(act(2))
        await socket.send(json.dumps({"type": "act", "id": 3, "action": {"type": "SKIP_TURN"}}))
        assert [(await answer_to(socket, request))["type"] for request in (2, 3)] == ["acked", "refused"]
        await socket.close()


class TestLock:
    async def test_it_is_given_in_the_order_of_asking(self) -> None:
        lock, got = TableLock(), []

        async def ask(name: str) -> None:
            async with lock:
                got.append(name)

        assert lock.try_acquire()
        assert not lock.try_acquire()
        waiting = [asyncio.create_task(ask(name)) for name in "abc"]
        await asyncio.sleep(0)
        assert not got
        lock.release()
        assert not lock.try_acquire()  # nobody overtakes those who wait
        await asyncio.gather(*waiting)
        assert got == ["a", "b", "c"]
        assert not lock.locked()

    async def test_whoever_gives_up_waiting_does_not_keep_it(self) -> None:
        lock = TableLock()
        await lock.acquire()
        first, second = (asyncio.create_task(lock.acquire()) for _ in range(2))
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        lock.release()
        await second
        second_again = asyncio.create_task(lock.acquire())
        await asyncio.sleep(0)
        lock.release()  # its turn comes and it is cancelled in the same moment
        second_again.cancel()
        await asyncio.gather(second_again, return_exceptions=True)
        assert not lock.locked()
