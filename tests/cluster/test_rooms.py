"""What people of one room at two nodes see of each other, on a real PostgreSQL and a real Valkey."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from signal import SIGTERM
from typing import Any

import pytest
from redis.asyncio import Redis
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from paiju.client import Client
from paiju.protocol.rooms import CreateRoom, SeatedAnswer
from paiju.server.run import CannotServe, _serve
from paiju.server.settings import read_settings
from paiju.storage.opening import full_address
from tests.cluster.world import Member, World, world

pytestmark = pytest.mark.anyio

Message = dict[str, Any]


async def entered(member: Member, who: SeatedAnswer) -> ClientConnection:
    """A socket of this seat at a node."""
    return (await entering(member, who))[0]


async def entering(member: Member, who: SeatedAnswer) -> tuple[ClientConnection, Message]:
    """A socket of this seat at a node, and what it was told first."""
    url = member.base.replace("http", "ws", 1) + f"/api/v1/ws?room={who.room}"
    line = await connect(url, proxy=None, open_timeout=120, ping_interval=None)
    await line.send(json.dumps({"type": "enter", "id": 1, "room": who.room, "secret": who.secret}))
    return line, await told(line, lambda message: message["type"] == "entered")


async def told(line: ClientConnection, wanted: Callable[[Message], bool]) -> Message:
    """Wait for a message."""
    async with asyncio.timeout(120):
        while True:
            message: Message = json.loads(await line.recv())
            if wanted(message):
                return message


def connected(seat: int) -> Callable[[Message], bool]:
    return lambda message: message["type"] == "room" and message["info"]["seats"][seat]["connected"]


async def the_chat_of_a_room_is_known_where_it_is_read_later(place: World, client: Client) -> None:
    here, there = place.members
    ada = await client.create(CreateRoom(game="uno", name="Ada", seats=2, clock=0))
    bob = await client.join(ada.room, "Bob")
    first = await entered(here, ada)
    await first.send(json.dumps({"type": "say", "id": 2, "text": "early"}))
    await first.send(json.dumps({"type": "mute", "id": 3, "seat": 1, "mute": True}))
    kept = Redis.from_url(place.valkey.address)
    match = await place.match_of(ada.room)
    async with asyncio.timeout(120):
        while len([key async for key in kept.scan_iter(f"*{match}*") if b"chat" in key or b"muted" in key]) < 2:
            await asyncio.sleep(0)
    await kept.aclose()

    second, seen = await entering(there, bob)
    assert [line["text"] for line in seen["chat"]] == ["early"]
    await first.close()
    await second.close()


async def test_people_at_two_nodes_share_a_room(tmp_path: Path) -> None:
    async with world(tmp_path, nodes=2) as place:
        here, there = place.members
        await place.all_hear()
        async with Client(here.base, timeout=120) as client, Client(there.base, timeout=120) as other:
            wish = CreateRoom(game="uno", name="Ada", seats=2, clock=0, visibility="listed")
            ada = await client.create(wish)
            assert ada.room in [room.room for room in await other.rooms()]
            bob = await other.join(ada.room, "Bob")
            first = await entered(here, ada)
            second = await entered(there, bob)
            await told(first, connected(1))

            await second.send(json.dumps({"type": "say", "id": 2, "text": "hello"}))
            assert (await told(first, lambda message: message["type"] == "chatted"))["text"] == "hello"
            await first.send(json.dumps({"type": "say", "id": 2, "text": "hi"}))
            assert (await told(second, lambda message: message["type"] == "chatted" and message["seat"] == 0))[
                "text"
            ] == "hi"

            newer = await entered(there, ada)
            assert (await told(first, lambda message: message["type"] == "gone"))["reason"] == "replaced"
            await first.close()

            await newer.send(json.dumps({"type": "ready", "id": 3, "ready": True}))
            await client.ready(bob.room, bob.secret)
            await told(second, lambda message: message["type"] == "update" and message.get("view") is not None)

            await the_chat_of_a_room_is_known_where_it_is_read_later(place, client)

            assert await there.node.end(SIGTERM) == 0
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    await asyncio.wait_for(newer.recv(), 120)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012

            for who in (ada, bob):
                line = await entered(here, who)
                await line.send(json.dumps({"type": "view", "id": 4}))
                position = await told(line, lambda message: message["type"] == "snapshot")
                if position["snapshot"]["clock"]["seat"] == who.seat:
                    action = position["snapshot"]["legal"][0]
                    await line.send(json.dumps({"type": "act", "id": 5, "action": action}))
                    assert (await told(line, lambda message: message.get("re") == 5))["type"] == "acked"
                await line.close()
            await second.close()


def chatted(message: Message) -> bool:
    return bool(message["type"] == "chatted")


@pytest.mark.parametrize("cut_off", ["who reads", "who writes"])
async def test_what_was_said_while_valkey_could_not_be_reached_is_told_once_afterwards(
    tmp_path: Path, cut_off: str
) -> None:
    async with world(tmp_path, nodes=2) as place:
        here, there = place.members
        await place.all_hear()
        async with Client(here.base, timeout=120) as client:
            ada = await client.create(CreateRoom(game="uno", name="Ada", seats=2, clock=0))
            bob = await client.join(ada.room, "Bob")
        first, second = await entered(here, ada), await entered(there, bob)
        relay = (there if cut_off == "who reads" else here).to_valkey
        relay.cut()
        for text in ("early", "again"):
            await first.send(json.dumps({"type": "say", "id": 2, "text": text}))
            assert (await told(first, chatted))["text"] == text
        relay.mend()
        assert [(await told(second, chatted))["text"] for _ in range(2)] == ["early", "again"]
        await first.send(json.dumps({"type": "say", "id": 3, "text": "late"}))
        assert (await told(second, chatted))["text"] == "late"
        await first.close()
        await second.close()


async def test_nodes_need_postgresql() -> None:
    settings, _ = read_settings({"redis": "redis://127.0.0.1:1/0", "database": "sqlite:///nowhere.db"}, {})
    with pytest.raises(CannotServe, match="postgresql://"):
        await _serve(settings, print)


def test_an_address_may_name_several_hosts() -> None:
    url = full_address("postgresql://paiju:secret@one:5433,two/cards?ssl=require")
    assert url.query["host"] == ("one:5433", "two:5432")
    assert (url.username, url.database, url.query["ssl"]) == ("paiju", "cards", "require")
