"""Shared resources: threads in which bots think, and limits under which programs play each other to the end."""

import asyncio
import importlib.metadata
import threading
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from paiju import client as library
from paiju.protocol import messages as m
from paiju.protocol.rooms import CreateRoom
from paiju.server.match.bot_process import BotFailed
from paiju.server.match.bots import BotThreads, Decision, SeatBot
from paiju.server.match.table import Table
from paiju.server.rooms import seating
from tests.server.clock import ManualClock
from tests.server.deals import StackedDeals, dealt
from tests.server.serving import Client, seat_of, serving, until, wish
from tests.server.test_rooms import refused

pytestmark = pytest.mark.anyio

API = Path(__file__).parents[2] / "docs" / "api.md"


async def test_rooms_take_turns_at_the_threads() -> None:
    bots = BotThreads(1, ManualClock())
    go, order = threading.Event(), []

    def thought(name: str) -> Any:
        go.wait(60)
        order.append(name)

    work = [asyncio.create_task(bots.run(partial(thought, f"greedy {n}"), 1.0, "greedy")) for n in range(6)]
    await asyncio.sleep(0)
    work.append(asyncio.create_task(bots.run(partial(thought, "modest"), 1.0, "modest")))
    await asyncio.sleep(0)
    go.set()
    await asyncio.gather(*work)
    bots.close()
    assert order.index("modest") <= 2
    assert order[0] == "greedy 0"


async def test_waiting_for_a_thread_is_not_thinking() -> None:
    clock = ManualClock()
    bots = BotThreads(1, clock)
    go = threading.Event()

    def slow() -> Any:
        go.wait(60)

    first = asyncio.create_task(bots.run(slow, 1.0, "a"))
    second = asyncio.create_task(bots.run(lambda: None, 1.0, "b"))
    await asyncio.sleep(0)
    await clock.advance(5, settle=False)
    with pytest.raises(TimeoutError):
        await first
    assert not second.done()  # the thread is still busy with the first
    go.set()
    assert await asyncio.wait_for(second, 60) is None
    bots.close()


async def test_nothing_is_looked_for_on_the_disk_while_people_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Looking through the installed packages takes the event loop longer than dozens of actions."""
    searches = 0
    distributions = importlib.metadata.distributions

    def counted(**more: Any) -> Any:
        nonlocal searches
        searches += 1
        return distributions(**more)

    async with serving(tmp_path, bot_processes=1, think_seconds=60) as server, Client(server.base) as client:
        for _ in range(2):
            searches = 0
            monkeypatch.setattr(importlib.metadata, "distributions", counted)
            mine = await seat_of(client, bots=["search", "easy", "hard"])
            table = await server.service.lobby.table(mine.room)
            await until(partial(_on_turn, table, mine.seat))
            async with client.table(mine.room, mine.secret) as live:
                await live.hint()
            assert await refused(client.create(wish("nosuch"))) == "bad_rules"
        assert searches == 0


def _on_turn(table: Table, seat: int) -> bool:
    return table.folded.state is not None and table.folded.state.turn() == seat


async def test_a_bot_that_waits_while_the_server_stops_gets_no_thread() -> None:
    bots = BotThreads(1, ManualClock())
    go = threading.Event()

    def slow() -> Any:
        go.wait(60)

    first = asyncio.create_task(bots.run(slow, 1.0, "a"))
    second = asyncio.create_task(bots.run(lambda: None, 1.0, "b"))
    await asyncio.sleep(0)
    bots.close()
    go.set()
    await first
    with pytest.raises(BotFailed, match="stopping"):
        await second


async def test_an_address_has_only_so_many_bots_that_think_long(tmp_path: Path) -> None:
    async with serving(tmp_path, slow_bots_per_address=2) as server, Client(server.base) as client:
        mine = await seat_of(client, bots=["search", "easy"], start=False)
        assert await refused(client.create(wish(bots=["search", "search", "easy"]))) == "too_many_slow_bots"
        async with client.table(mine.room, mine.secret) as table:
            await table.ask(m.SetBot(seat=1, bot="search"))
            with pytest.raises(library.Refused, match="too_many_slow_bots"):
                await table.ask(m.SetBot(seat=2, bot="search"))
            await table.ask(m.SetBot(seat=2, bot="normal"))
        await client.create(wish())


async def test_bots_in_rooms_where_nobody_sits_count_too(tmp_path: Path) -> None:
    async with serving(tmp_path, slow_bots_per_address=3) as server, Client(server.base) as client:
        for _ in range(3):
            await client.open_room(CreateRoom(game="uno", seats=2, bots=["search"]))
        assert await refused(client.open_room(CreateRoom(game="uno", seats=2, bots=["search"]))) == "too_many_slow_bots"
        assert await refused(client.create(wish(bots=["search"]))) == "too_many_slow_bots"
        await client.open_room(CreateRoom(game="uno", seats=2, bots=["easy"]))


async def test_all_hints_for_an_address_wait_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for hints in a hundred rooms must not be served a hundred times before anybody else."""
    lines: list[str] = []

    class Noted(SeatBot):
        async def decide(self, decision: Decision) -> object:
            lines.append(decision.room)
            return None

    deals = StackedDeals()
    async with serving(tmp_path, deals) as server, Client(server.base) as client:
        monkeypatch.setattr(server.service.bots, "make", lambda _spec, _game: Noted())
        for _ in range(2):
            mine, _other = await dealt(client, deals, ["r1 b2", "b3 b4"], "r9")
            async with client.table(mine.room, mine.secret) as table:
                await table.hint()
        assert len(lines) == 2
        assert lines[0] == lines[1]


async def test_bots_of_the_documentation_play_each_other_to_the_end_under_the_usual_limits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = ManualClock()
    waited: list[float] = []
    one_at_a_time = asyncio.Lock()

    async def sleep(seconds: float) -> None:
        waited.append(seconds)
        async with one_at_a_time:
            await clock.advance(seconds)

    monkeypatch.setattr(library, "_sleep", sleep)
    source = API.read_text(encoding="utf-8").split("```python file=thirty.py\n")[1].split("```")[0]
    program: dict[str, Any] = {}
    exec(source.rsplit("asyncio.run(", 1)[0], program)  # everything but its last line
    async with serving(tmp_path, clock, limits_enabled=1) as server, Client(server.base) as client:
        room = await client.open_room(CreateRoom(game="uno", seats=2, options={"targetScore": 300}))
        monkeypatch.setattr(program["Client"], "join", _as_somebody(program["Client"].join))
        monkeypatch.setattr(library.LiveTable, "ask", _without_limits(library.LiveTable.ask))
        playing = [asyncio.create_task(program["main"](server.base, room.room)) for _ in range(2)]
        table = await server.service.lobby.table(room.room)
        await until(lambda: len(table.present) == 2)
        await seating.start(table, 0)
        async with asyncio.timeout(300):
            await asyncio.wait(playing, return_when=asyncio.FIRST_EXCEPTION)
        for bot in playing:
            bot.cancel()  # the other one, if one has failed
        for end in await asyncio.gather(*playing, return_exceptions=True):
            if isinstance(end, Exception):  # not the one that was cancelled
                raise end
        assert table.folded.finished is not None
        assert table.folded.finished.reason == "complete"
        entries = await server.service.log.read(table.folded.match)
    assert len(entries) > 150, "too short to meet the limit"
    assert waited
    assert not [entry for entry in entries if '"TIMEOUT"' in entry.data]


def _as_somebody(join: Any) -> Any:
    """Two players cannot have the same name."""
    names = iter(("Thirty", "Forty"))

    async def renamed(client: Any, room: str, _name: str) -> Any:
        return await join(client, room, next(names))

    return renamed


def _without_limits(ask: Any) -> Any:
    """The bots catch `Refused` and wait for the next turn, which never comes after a limit: their move is missing."""

    async def asked(table: library.LiveTable, message: Any) -> Any:
        try:
            return await ask(table, message)
        except library.Refused as refusal:
            if refusal.problem.code == "rate_limited":
                raise AssertionError("the bot has to deal with a limit itself") from refusal
            raise

    return asked


async def test_a_decision_that_is_lost_to_a_limit_gets_its_time_back_once(tmp_path: Path) -> None:
    clock, deals = ManualClock(), StackedDeals()
    limits = {"limits_enabled": 1, "limits_game": "1/100", "limits_check": "100000/1", "limits_global": "100000/1"}
    async with serving(tmp_path, clock, deals, **limits) as server, Client(server.base) as client:
        ada, bo, _ = await dealt(client, deals, ["r1 b2", "b3 b4", "b5 b6"], "r9")
        table = await server.service.lobby.table(ada.room)
        table.set_due(30_000)
        server.service.limits.game.take(table.folded.places[ada.seat].public)
        async with client.table(ada.room, ada.secret) as live:
            for _ in range(3):
                answer = await _raw(live, m.Act(action={"type": "DRAW_CARD"}))
                assert answer == "rate_limited"
        assert table.clock()[1] == 130_000
        async with client.table(bo.room, bo.secret) as other:
            server.service.limits.game.take(table.folded.places[bo.seat].public)
            assert await _raw(other, m.Act(action={"type": "DRAW_CARD"})) == "rate_limited"
        assert table.clock()[1] == 130_000  # somebody else's attempt gives nothing


async def _raw(table: library.LiveTable, message: Any) -> str:
    """The code of a refusal, without the patience of the client."""
    try:
        await table.ask(message)
    except library.Refused as refusal:
        return refusal.problem.code
    return "accepted"
