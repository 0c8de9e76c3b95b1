"""The connections under the sockets (§3): what a polling client may be sent at once."""

import asyncio

import pytest

from paiju.server.arena.connections import ShortQueue

pytestmark = pytest.mark.anyio


async def test_a_poll_takes_sixteen_packets_at_most_and_loses_none() -> None:
    queue = ShortQueue()
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
