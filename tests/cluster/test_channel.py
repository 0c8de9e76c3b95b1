"""Messages over a real Valkey that restarts."""

import asyncio
from typing import Any

import pytest
from redis.asyncio import Redis
from structlog.testing import capture_logs

from paiju.server.clock import SYSTEM
from paiju.server.cluster.channel import Channel
from tools.cluster.servers import Valkey

pytestmark = pytest.mark.anyio


async def test_a_restart_of_valkey_is_noticed_and_what_it_did_not_take_is_sent_again() -> None:
    valkey = await asyncio.to_thread(Valkey)
    channel = Channel(valkey.address, SYSTEM)
    subscriptions: asyncio.Queue[None] = asyncio.Queue()
    heard: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()
    channel.listeners.append(lambda kind, content: heard.put_nowait((kind, content)))

    async def subscribed() -> None:
        subscriptions.put_nowait(None)

    listening = asyncio.create_task(channel.listen(("pokes", "room"), subscribed))
    try:
        async with asyncio.timeout(120):
            await subscriptions.get()
            channel.publish("pokes", ["one", []])
            assert await heard.get() == ("pokes", ["one", []])

            async with Redis.from_url(valkey.address) as stranger:
                with capture_logs() as logs:
                    await stranger.publish(channel.key("pokes"), "{")
                    channel.publish("pokes", ["two", []])
                    assert await heard.get() == ("pokes", ["two", []])
            assert [line["event"] for line in logs] == ["a message from Valkey cannot be read"]

            await asyncio.to_thread(valkey.stop)
            while channel.heard:
                await asyncio.sleep(0.01)
            channel.publish("room", ["one", "said"])
            channel.publish("pokes", ["one", [["match", 7]]], again=True)
            assert channel._sending is not None
            await channel._sending
            await asyncio.to_thread(valkey.start)

            await subscriptions.get()  # whoever listens learns that something may have been missed
            channel.publish("pokes", ["one", []])
            assert await heard.get() == ("pokes", ["one", [["match", 7]]])
            assert await heard.get() == ("pokes", ["one", []])
    finally:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        await channel.close()
        await asyncio.to_thread(valkey.close)
