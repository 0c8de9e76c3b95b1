"""Who comes late gets the whole log: every public event of the running match, and what came of it."""

import asyncio
import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from paiju.client import LiveTable
from paiju.protocol import play as m
from paiju.protocol.messages import Update
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


async def whole_log(client: Client, room: str) -> tuple[list[m.Event], dict[int, m.Note]]:
    events: list[m.Event] = []
    notes: list[m.Note] = []
    while True:
        answer = await client.events(room, events[-1].seq if events else 0, notes=True)
        events += answer.events
        notes += answer.notes
        if answer.complete:
            return events, {note.seq: note for note in notes}


def cards(view: dict[str, Any]) -> int:
    return sum(player["handCount"] for player in view["players"])


def told(event: m.Event) -> tuple[int, dict[str, Any]]:
    return event.seq, event.action


@pytest.mark.parametrize("game", ["uno", "shandong"])
async def test_a_spectator_who_comes_late_reads_what_one_who_was_there_saw(tmp_path: Path, game: str) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        host = await seat_of(client, game, options={**SHORT[game], **LONGER.get(game, {})}, start=False)
        async with client.table(host.room) as there, client.table(host.room, host.secret, views="turn") as table:
            await client.start(host.room, host.secret)
            seen, _ = await asyncio.gather(watched(there), play_out(table, random.Random(8)))
        events, notes = await whole_log(client, host.room)
        live = [event for update in seen for event in update.events]
        assert [told(event) for event in events[-len(live) :]] == [told(event) for event in live]
        assert not any(note.seq not in {event.seq for event in events} for note in notes.values())
        checked = 0
        for earlier, later in pairwise(seen):
            if earlier.view is None or later.view is None or len(later.events) != 1:
                continue
            event = later.events[0]
            note = notes.get(event.seq)
            if game == "uno" and event.action["type"] == "DRAW_CARD":
                assert note is not None
                assert note.count == cards(later.view) - cards(earlier.view)
                checked += 1
            elif (
                game == "shandong" and later.view["lastTrick"] != earlier.view["lastTrick"] and later.view["lastTrick"]
            ):
                taken = later.view["lastTrick"]
                assert note is not None
                assert note.trick == m.TrickNote(
                    n=earlier.view["trickNumber"], winner=taken["winner"], points=taken["points"]
                )
                checked += 1
        assert checked >= 1
