"""Where people are connected, over a real Valkey that does not always answer in time."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from redis.asyncio.client import Pipeline

from paiju.server.clock import SYSTEM
from paiju.server.cluster.channel import Channel
from paiju.server.cluster.presence import Presence
from tools.cluster.servers import Valkey

pytestmark = pytest.mark.anyio

NODES = ("here", "there")


class Away(Channel):
    """A channel whose messages arrive at once, and whose commands fail while `away` is set."""

    def __init__(self, address: str) -> None:
        super().__init__(address, SYSTEM)
        self.prefix = "paiju:test"
        self.away = False
        self.hears: Callable[[str], object] = bool

    def publish(self, _kind: str, content: Any, again: bool = False) -> None:
        if not self.away:
            self.hears(content[2])

    async def run(self, commands: Callable[[Pipeline], object]) -> list[Any]:
        if self.away:
            raise TimeoutError
        return await super().run(commands)


class Room:
    """What presence needs of a table."""

    def __init__(self) -> None:
        self.held = True
        self.listeners: dict[object, int] = {}
        self.present: dict[int, Any] = {}
        self.absent_since: dict[int, float] = {}
        self.folded = SimpleNamespace(places=[None, None])
        self.elsewhere: set[int] = set()

    def plan(self) -> None:
        """Nothing is due."""

    def replaced(self, seat: int) -> None:
        self.present.pop(seat, None)

    def connected_elsewhere(self, seats: Mapping[int, Sequence[str]]) -> None:
        self.elsewhere = set(seats)


class Member:
    """A node with one room."""

    def __init__(self, name: str, address: str) -> None:
        self.channel = Away(address)
        self.room = Room()
        tables: Any = {"m": self.room}
        self.presence = Presence(name, self.channel, tables)

    async def enter(self, seat: int) -> None:
        """Somebody connects here."""
        self.room.present[seat] = SimpleNamespace(features=())
        self.presence.entered("m", seat, ())
        await self.done()

    async def enter_unheard(self, seat: int) -> None:
        """Somebody connects here while Valkey does not answer; then it does, and the node beats."""
        self.channel.away = True
        await self.enter(seat)
        self.channel.away = False
        await self.beat()

    async def done(self) -> None:
        """Everything that was begun has ended."""
        if self.presence._working is not None:
            await asyncio.wait_for(asyncio.shield(self.presence._working), 60)

    async def beat(self) -> None:
        await self.presence.beat(NODES)
        await self.done()


@pytest.fixture
async def members() -> AsyncIterator[tuple[Member, Member]]:
    valkey = await asyncio.to_thread(Valkey)
    here, there = (Member(name, valkey.address) for name in NODES)
    here.channel.hears = lambda match: there.presence.ask([match])
    there.channel.hears = lambda match: here.presence.ask([match])
    for member in (here, there, here, there):
        await member.beat()
    assert here.presence.known
    assert there.presence.known
    try:
        yield here, there
    finally:
        for member in (here, there):
            await member.channel.close()
        await asyncio.to_thread(valkey.close)


async def test_who_connects_is_seen_at_the_other_node(members: tuple[Member, Member]) -> None:
    here, there = members
    await there.enter(1)
    await here.done()
    assert here.room.elsewhere == {1}


async def test_who_connects_while_valkey_does_not_answer_is_seen_after_the_next_beat(
    members: tuple[Member, Member],
) -> None:
    here, there = members
    await there.enter_unheard(1)
    await here.done()
    assert here.room.elsewhere == {1}


async def test_a_seat_is_replaced_by_a_connection_made_while_valkey_does_not_answer(
    members: tuple[Member, Member],
) -> None:
    here, there = members
    await here.enter(0)
    await there.enter_unheard(0)
    await here.done()
    assert 0 not in here.room.present


async def test_what_could_not_be_read_is_read_after_the_next_beat(members: tuple[Member, Member]) -> None:
    here, there = members
    here.channel.away = True
    await there.enter(1)
    await here.done()
    here.channel.away = False
    await here.beat()
    assert here.room.elsewhere == {1}
