"""What people see when something fails: the rows of the table in docs/hosting.md, with its times.

Where a row promises a time, three nodes share one process and a manual clock. The others are about processes, which
take long to start, so one after the other happens to the same two: one of them is paused and has a wrong clock, and
PostgreSQL restarts.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from signal import SIGCONT, SIGSTOP
from typing import Any

import httpx2
import pytest

from paiju.client import Client, Refused
from paiju.engine.game import SPECTATOR
from paiju.protocol.rooms import CreateRoom, SeatedAnswer
from paiju.server.match.changes import Listener
from paiju.server.match.table import Table
from tests.cluster.history import History, check
from tests.cluster.model import CLOCK, Model
from tests.cluster.test_rooms import entered, told
from tests.cluster.world import Member, World, world

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def modelled(**settings: int) -> AsyncIterator[Model]:
    """Three nodes in this process; at each of them somebody watches the match."""
    model = Model(**settings)
    await model.start()
    try:
        for number in range(3):
            await (await model.table(number)).enter(Listener[Table](), SPECTATOR)
        yield model
    finally:
        await model.close()


def holders(model: Model) -> list[bool]:
    """Which nodes carry out what is due in the match."""
    tables = (member.service.lobby.tables.get(model.match) for member in model.members)
    return [table is not None and table.held for table in tables]


def time_outs(model: Model) -> int:
    return sum('"TIMEOUT"' in entry.data for entry in model.log())


async def test_killed_node_the_next_action_at_once_and_clocks_within_eight_seconds() -> None:
    async with modelled() as model:
        assert holders(model) == [True, False, False]
        await model.kill(0)
        before = len(model.log())
        await model.act(0, 0)
        assert model.history.requests[-1].seq is not None
        assert len(model.log()) > before

        assert holders(model) == [False, False, False]
        await model.pass_time(8)
        assert holders(model).count(True) == 1
        assert time_outs(model) == 0  # a turn gets its full time from the new holder
        await model.pass_time(CLOCK)
        assert time_outs(model) == 1
        assert await model.finish() == []


async def test_node_without_postgresql_says_so_and_others_take_its_matches() -> None:
    async with modelled() as model:
        model.switch(0, "store", True)
        await model.act(0, 0)
        assert model.history.requests[-1].seq is None
        await model.pass_time(5)
        assert not model.members[0].node.is_ready()  # `/readyz` answers 503
        assert holders(model)[0] is False
        await model.pass_time(3)
        assert sorted(holders(model)) == [False, False, True]
        assert model.members[1].node.is_ready()
        await model.act(1, 0)
        assert model.history.requests[-1].seq is not None
        assert await model.finish() == []


async def test_valkey_gone_no_action_fails_others_see_it_within_two_seconds_and_nobody_is_absent() -> None:
    async with modelled(absent_seconds=5) as model:
        for number, member in enumerate(model.members):
            model.switch(number, "others", True)
            member.channel.heard = False  # what a closed connection means
        for number in range(3):
            await model.act(number, 0)
            assert model.history.requests[-1].seq is not None
            await model.pass_time(2)
            assert {(await model.table(other)).folded.seq for other in range(3)} == {len(model.log()) - 1}
        await model.pass_time(60)
        assert not any('"away"' in entry.data for entry in model.log())
        assert await model.finish() == []


# --- processes ------------------------------------------------------------------------------------------------------


async def room_of_two(host: Member, guest: Member, clock: int) -> list[SeatedAnswer]:
    """A match of two people; the first node holds it."""
    async with Client(host.base, timeout=120) as client, Client(guest.base, timeout=120) as other:
        ada = await client.create(
            CreateRoom(game="uno", name="Ada", seats=2, clock=clock, options={"targetScore": 5000})
        )
        bob = await other.join(ada.room, "Bob")
        await client.start(ada.room, ada.secret)
    return [ada, bob]


async def act(place: Member, seats: list[SeatedAnswer], number: int) -> int:
    """Whoever is on turn acts at this node, again as long as that cannot store it; returns the seat."""
    async with Client(place.base, timeout=120) as client, asyncio.timeout(120):
        while True:
            try:
                for seat, who in enumerate(seats):
                    position = await client.view(who.room, who.secret)
                    moves = [move for move in position.legal if move["type"] not in ("CALL_UNO", "CHALLENGE_UNO")]
                    if moves:
                        await client.act(who.room, who.secret, moves[0], action_id=f"a{number}")
                        return seat
            except Refused as refused:
                if refused.problem.code != "store_away":
                    raise
            await asyncio.sleep(0.05)


async def status(place: Member, path: str) -> int:
    async with httpx2.AsyncClient(trust_env=False, timeout=120) as http:
        return int((await http.get(f"{place.base}{path}")).status_code)


async def test_paused_node_wrong_clock_and_restarted_postgresql(tmp_path: Path) -> None:
    async with world(tmp_path, nodes=2, skew=3600) as place:
        await a_clock_an_hour_off_changes_nothing(place)
        await the_late_write_of_a_paused_node_is_refused_and_it_reads_again(place)
        await while_postgresql_restarts_503_nothing_is_lost_and_no_node_restarts(place)


async def the_late_write_of_a_paused_node_is_refused_and_it_reads_again(place: World) -> None:
    here, there = place.members
    seats = await room_of_two(here, there, clock=0)
    lines = [await entered(here, seats[0]), await entered(there, seats[1])]
    await act(there, seats, 0)
    async with Client(here.base, timeout=120) as client:
        known = await client.view(seats[0].room, seats[0].secret)

    here.node.send(SIGSTOP)
    late = {"type": "act", "id": 5, "action": {"type": "DRAW"}, "actionId": "late", "expectedSeq": known.seq}
    await lines[0].send(json.dumps(late))
    for number in range(1, 5):
        await act(there, seats, number)
    here.node.send(SIGCONT)

    newest = len((await place.logs())[seats[0].match]) - 1
    answer = await told(lines[0], lambda message: message.get("re") == 5)
    assert answer["type"] == "refused"
    await lines[0].send(json.dumps({"type": "events", "id": 6, "since": 0}))
    events = (await told(lines[0], lambda message: message.get("re") == 6))["events"]
    assert events[-1]["seq"] == newest
    assert check(History(), await place.logs(), {}) == []
    await asyncio.gather(*(line.close() for line in lines))


async def a_clock_an_hour_off_changes_nothing(place: World) -> None:
    wrong, right = place.members
    seats = await room_of_two(wrong, right, clock=2)  # the node with the wrong clock carries out the time-outs
    lines = [await entered(wrong, seats[0]), await entered(right, seats[1])]
    match = seats[0].match
    for line in [*lines, *lines]:
        await told(line, timed_out)
    found = await place.logs()
    assert check(History(), found, {match: 2000}) == []
    assert all(abs(entry.at / 1000 - time.time()) < 1800 for entry in found[match])
    await asyncio.gather(*(line.close() for line in lines))


def timed_out(message: dict[str, Any]) -> bool:
    return message["type"] == "update" and any(event["action"].get("type") == "TIMEOUT" for event in message["events"])


async def while_postgresql_restarts_503_nothing_is_lost_and_no_node_restarts(place: World) -> None:
    here, there = place.members
    seats = await room_of_two(here, there, clock=0)
    actors = [await act(here, seats, 0)]
    processes = [member.node.process for member in place.members]
    for member in place.members:
        member.to_postgres.cut()
    for member in place.members:
        async with asyncio.timeout(120):
            while await status(member, "/readyz") != 503:
                await asyncio.sleep(0.05)
    await asyncio.to_thread(place.postgres.restart)
    for member in place.members:
        member.to_postgres.mend()
    actors += [await act(member, seats, number) for number, member in enumerate((there, here), start=1)]
    found = await place.logs()
    assert check(History(), found, {}) == []
    keys = [entry.key for entry in found[seats[0].match] if entry.key is not None]
    assert keys == [f"{seat}:a{number}" for number, seat in enumerate(actors)]
    assert [member.node.process for member in place.members] == processes
    assert all(process is not None and process.poll() is None for process in processes)
