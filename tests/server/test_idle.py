"""Players who are connected but do not move: after two time-outs a bot plays, until the owner of the seat moves."""

from pathlib import Path

import pytest

from paiju.protocol.messages import BackMessage
from paiju.protocol.rooms import SeatedAnswer
from paiju.server.match.table import Table
from tests.server.clock import ManualClock
from tests.server.serving import Client, Running, first_turn, seat_of, serving, until

pytestmark = pytest.mark.anyio

PACE = {"pace_min_ms": 1000, "pace_max_ms": 1000, "absent_seconds": 86400, "open_rooms": 0}
"""Bots answer after a second; nobody counts as absent."""
TURN = 10


async def two_people(server: Running, client: Client) -> tuple[Table, list[SeatedAnswer]]:
    ada = await seat_of(client, clock=TURN, seats=2, bots=[], start=False, options={"targetScore": 10000})
    seated = [ada, await client.join(ada.room, "Bo")]
    await client.start(ada.room, ada.secret)
    await first_turn(client, *seated)
    return await server.service.lobby.table(ada.room), seated


async def let_time_run_out(
    clock: ManualClock, client: Client, table: Table, idle: int, seated: list[SeatedAnswer]
) -> None:
    """Until the next time-out of the seat `idle`. The other seat draws or passes whenever it may."""
    await other_plays(client, table, idle, seated)
    await clock.advance(TURN)


async def other_plays(client: Client, table: Table, idle: int, seated: list[SeatedAnswer]) -> None:
    """The other seat plays, without laying a card where it may draw, until it is the turn of the seat `idle`."""
    other = seated[1 - idle]
    while table.clock()[0] != idle:
        legal = (await client.view(other.room, other.secret)).legal
        quiet = [a for a in legal if a["type"] in ("DRAW_CARD", "SKIP_TURN", "ACCEPT_WILD_DRAW_FOUR", "CHOOSE_COLOR")]
        await client.act(other.room, other.secret, quiet[0])


async def kinds(server: Running, match: str) -> list[str]:
    """Changes of the room and time-outs, in order."""
    wanted = ("away", "back", "TIMEOUT")
    entries = await server.service.log.read(match)
    return [kind for entry in entries for kind in wanted if f'"type":"{kind}"' in entry.data]


async def test_after_two_time_outs_a_bot_plays_until_the_owner_moves(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock, **PACE) as server, Client(server.base) as client:
        table, seated = await two_people(server, client)
        idle = table.clock()[0]
        owner = seated[idle]
        await let_time_run_out(clock, client, table, idle, seated)
        assert not table.folded.places[idle].driver
        await let_time_run_out(clock, client, table, idle, seated)
        assert await kinds(server, owner.match) == ["TIMEOUT", "away", "TIMEOUT"]
        assert (await client.room(owner.room)).seats[idle].away
        # The bot needs a second, not the whole time of a turn.
        await other_plays(client, table, idle, seated)
        before = table.folded.game_seq
        await clock.advance(1)
        assert table.folded.game_seq > before
        # Looking is not moving.
        await client.view(owner.room, owner.secret)
        assert table.folded.places[idle].driver


async def test_a_move_takes_the_seat_back_and_counts(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock, **{**PACE, "pace_min_ms": 5000, "pace_max_ms": 5000}) as server:
        async with Client(server.base) as client:
            table, seated = await two_people(server, client)
            idle = table.clock()[0]
            owner = seated[idle]
            await let_time_run_out(clock, client, table, idle, seated)
            await let_time_run_out(clock, client, table, idle, seated)
            await other_plays(client, table, idle, seated)
            view = await client.view(owner.room, owner.secret)
            done = await client.act(owner.room, owner.secret, {"type": "DRAW_CARD"})
            assert done.seq > view.seq
            assert not table.folded.places[idle].driver
            assert (await kinds(server, owner.match))[-1] == "back"
            # Two time-outs in a row are needed again.
            await let_time_run_out(clock, client, table, idle, seated)
            assert not table.folded.places[idle].driver


async def test_the_owner_can_say_so_and_so_does_opening_the_table_again(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock, **PACE) as server, Client(server.base) as client:
        table, seated = await two_people(server, client)
        idle = table.clock()[0]
        owner = seated[idle]
        async with client.table(owner.room, owner.secret) as live:
            await let_time_run_out(clock, client, table, idle, seated)
            await let_time_run_out(clock, client, table, idle, seated)
            assert table.folded.places[idle].driver
            await live.ask(BackMessage())
            assert not table.folded.places[idle].driver
            await let_time_run_out(clock, client, table, idle, seated)
            await let_time_run_out(clock, client, table, idle, seated)
            assert table.folded.places[idle].driver
        async with client.table(owner.room, owner.secret):
            await until(lambda: not table.folded.places[idle].driver)


async def test_it_can_be_switched_off(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock, **PACE, idle_timeouts=0) as server, Client(server.base) as client:
        table, seated = await two_people(server, client)
        idle = table.clock()[0]
        for _ in range(4):
            await let_time_run_out(clock, client, table, idle, seated)
        assert "away" not in await kinds(server, seated[0].match)
