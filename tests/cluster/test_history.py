"""The checker of histories finds what must not be: a history without faults, then one mistake at a time."""

import asyncio
import copy
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from paiju.client import Client
from paiju.protocol.rooms import CreateRoom
from paiju.storage.rows import Entry
from tests.cluster.history import History, Request, check
from tests.cluster.players import Player
from tests.server.serving import serving

pytestmark = pytest.mark.anyio

Log = list[Entry]


class Seen:
    """A history, its log, and the time for a turn."""

    def __init__(self, history: History, log: Log) -> None:
        self.history = history
        self.log = log

    def wrong(self) -> list[str]:
        match = self.history.requests[0].match
        return check(self.history, {match: self.log}, {match: 1000})

    def acked(self, number: int) -> Request:
        return [request for request in self.history.requests if request.seq is not None][number]


async def played(folder: Path) -> Seen:
    """Two people play on one server; one time-out happens."""
    history = History()
    async with serving(folder) as server, Client(server.base, timeout=120) as client:
        wish = CreateRoom(game="uno", name="A", seats=2, clock=1, options={"targetScore": 5000})
        first = await client.create(wish)
        second = await client.join(first.room, "B")
        await client.start(first.room, first.secret)
        players = [
            Player(lambda: [server.base], who.room, who.match, who.seat, who.secret, history, random.Random(who.seat))
            for who in (first, second)
        ]
        stop = asyncio.Event()
        playing = [asyncio.create_task(player.play(stop)) for player in players]
        async with asyncio.timeout(120):
            while True:
                log = await server.service.log.read(first.match)
                if sum(player.acked for player in players) >= 20 and any('"TIMEOUT"' in entry.data for entry in log):
                    break
                await asyncio.sleep(0.02)
            stop.set()
            await asyncio.gather(*playing)
        return Seen(history, await server.service.log.read(first.match))


def _acked_elsewhere(seen: Seen) -> None:
    seen.acked(3).seq = seen.acked(2).seq


def _lost(seen: Seen) -> None:
    place = seen.acked(-1).seq
    assert place is not None
    seen.log[place] = msgspec.structs.replace(seen.log[place], key=None)


def _doubled(seen: Seen) -> None:
    key = next(entry.key for entry in seen.log if entry.key is not None)
    seen.log[-1] = msgspec.structs.replace(seen.log[-1], key=key)


def _gap(seen: Seen) -> None:
    del seen.log[5]


def _refused_and_stored(seen: Seen) -> None:
    request = seen.acked(4)
    request.seq, request.refused = None, "stale"


def _stale_read(seen: Seen) -> None:
    seen.history.reads[-1].began = seen.acked(-1).ended + 1
    seen.history.reads[-1].seq = 0


def _out_of_order(seen: Seen) -> None:
    seen.acked(5).began = seen.acked(9).ended + 1


def _skipped_event(seen: Seen) -> None:
    stream = max(seen.history.streams, key=lambda stream: len(stream.events))
    del stream.events[len(stream.events) // 2]


def _invented_event(seen: Seen) -> None:
    stream = max(seen.history.streams, key=lambda stream: len(stream.events))
    stream.events[-1]["seat"] = 1 - stream.events[-1]["seat"]


def _early_time_out(seen: Seen) -> None:
    place = next(entry.seq for entry in seen.log if '"TIMEOUT"' in entry.data)
    for entry in seen.log[place:]:
        seen.log[entry.seq] = msgspec.structs.replace(entry, at=entry.at - 500)


def _foreign_hand(seen: Seen) -> None:
    streams = [stream for stream in seen.history.streams if stream.views]
    others = {seq: view for stream in streams if stream.seat == 1 for seq, view in stream.views}
    for stream in streams:
        if stream.seat == 0:
            stream.views = [(seq, {**view, "hand": others.get(seq, view)["hand"]}) for seq, view in stream.views]


MISTAKES: dict[str, tuple[Callable[[Seen], None], str]] = {
    "acknowledged at another place": (_acked_elsewhere, "was acknowledged at"),
    "acknowledged and lost": (_lost, "is lost"),
    "stored twice": (_doubled, "stands 2 times"),
    "a gap in the log": (_gap, "of the log is"),
    "refused and stored": (_refused_and_stored, "was refused"),
    "a read from the past": (_stale_read, "a read has place"),
    "an action before one that was acknowledged earlier": (_out_of_order, "although"),
    "a client misses an event": (_skipped_event, "was told"),
    "a client is told what is not in the log": (_invented_event, "not in the log"),
    "a time-out comes early": (_early_time_out, "came after"),
    "a hand of somebody else": (_foreign_hand, "the view of seat"),
}


@pytest.fixture(scope="module")
async def seen(tmp_path_factory: pytest.TempPathFactory, anyio_backend: Any) -> Seen:
    return await played(tmp_path_factory.mktemp("history"))


async def test_a_history_without_faults_is_right(seen: Seen) -> None:
    assert seen.wrong() == []


@pytest.mark.parametrize("mistake", MISTAKES)
async def test_it_notices(mistake: str, seen: Seen) -> None:
    make, words = MISTAKES[mistake]
    wrong = copy.deepcopy(seen)
    make(wrong)
    assert any(words in line for line in wrong.wrong()), wrong.wrong()
