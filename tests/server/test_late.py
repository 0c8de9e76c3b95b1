"""A spectator who comes late gets the whole log: every event of the running match with its public facts."""

import asyncio
import random
from pathlib import Path

import pytest

from paiju.client import LiveTable
from paiju.protocol.messages import Update
from paiju.protocol.play import Event
from tests.server.serving import SHORT, Client, play_out, seat_of, serving

pytestmark = pytest.mark.anyio

LONGER = {"uno": {"initialCards": 10}}
"""Nobody gets rid of ten cards before anybody has drawn one."""


async def watched(table: LiveTable) -> list[Update]:
    """All updates a spectator gets, views included, to the end of the match."""
    updates: list[Update] = []
    while True:
        message = await asyncio.wait_for(table.inbox.get(), 120)
        if isinstance(message, Update):
            updates.append(message)
            if any(event.action["type"] == "finished" for event in message.events):
                return updates


async def whole_log(client: Client, room: str) -> list[Event]:
    events: list[Event] = []
    while True:
        answer = await client.events(room, events[-1].seq if events else 0)
        events += answer.events
        if answer.complete:
            return events


@pytest.mark.parametrize(("game", "fact"), [("uno", "drew"), ("shandong", "trick_won")])
async def test_a_spectator_who_comes_late_reads_what_one_who_was_there_saw(
    tmp_path: Path, game: str, fact: str
) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        host = await seat_of(client, game, options={**SHORT[game], **LONGER.get(game, {})}, start=False)
        async with client.table(host.room) as there, client.table(host.room, host.secret, views="turn") as table:
            await client.start(host.room, host.secret)
            seen, _ = await asyncio.gather(watched(there), play_out(table, random.Random(8)))
        events = await whole_log(client, host.room)
        live = [event for update in seen for event in update.events]
        assert events[-len(live) :] == live
        assert any(told["type"] == fact for event in events for told in event.facts)
