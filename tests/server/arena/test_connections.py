"""The connections under the sockets (§3): what a client is sent, and in which order."""

import asyncio
from typing import cast

import pytest

from paiju.server.arena.connections import PacketQueue
from paiju.server.live.protocol import LiveProtocol

pytestmark = pytest.mark.anyio


async def test_a_poll_takes_sixteen_packets_at_most_and_loses_none() -> None:
    queue = PacketQueue()
    for packet in range(40):
        queue.put_nowait(packet)
    answers = []
    while not queue.empty():
        answer = [await queue.get()]
        try:
            while True:
                answer.append(queue.get_nowait())
        except asyncio.QueueEmpty:
            answers.append(answer)
    assert [len(answer) for answer in answers] == [16, 16, 8]
    assert [packet for answer in answers for packet in answer] == list(range(40))


class Wire:
    """Stands for the protocol of a WebSocket."""

    def __init__(self) -> None:
        self.reads = True
        self.sent: list[str] = []

    def send_text(self, text: bytes) -> bool:
        if self.reads:
            self.sent.append(text.decode())
        return self.reads


async def test_packets_pass_an_idle_queue_and_overtake_nothing() -> None:
    queue, wire = PacketQueue(), Wire()
    queue.protocol = cast("LiveProtocol", wire)
    assert not queue.send_at_once("1")  # nobody waits for packets yet: earlier ones may still be on their way
    writer = asyncio.create_task(queue.get())
    await asyncio.sleep(0)
    assert queue.send_at_once("2")
    wire.reads = False
    assert not queue.send_at_once("3")
    wire.reads = True
    queue.put_nowait("4")
    assert not queue.send_at_once("5")  # 4 comes first
    assert await writer == "4"
    assert not queue.send_at_once("6")  # the writer has 4 and has not sent it
    assert wire.sent == ["2"]


async def test_a_client_without_a_websocket_gets_everything_through_its_queue() -> None:
    queue = PacketQueue()
    poll = asyncio.create_task(queue.get())
    await asyncio.sleep(0)
    assert not queue.send_at_once("1")
    poll.cancel()
