"""Things of the arena that happen at the same time or at a bad moment: several requests, lost connections."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import httpx2
import pytest

from paiju.games.uno.actions import DRAW
from paiju.server.arena import rooms
from paiju.server.arena.arena import Arena
from paiju.server.arena.arena_room import ArenaRoom
from paiju.server.auth import hashed
from paiju.server.match.table import Table
from tests.server.arena.legacy import PATIENCE, LegacyBot
from tests.server.arena.playing import (
    ArenaServer,
    actions,
    all_heard,
    hand_of,
    public_id,
    serving_arena,
)
from tests.server.arena.test_memory import person
from tests.server.arena.test_rights import rooms_of
from tests.server.arena.test_watching import watcher
from tests.server.arena.test_wd4 import GUILTY, window
from tests.server.deals import uno_deal
from tests.server.serving import until

pytestmark = pytest.mark.anyio

POLLING = "/socket.io/?EIO=4&transport=polling"


async def side_of(arena: ArenaServer, bot: LegacyBot) -> tuple[Table, ArenaRoom, int]:
    """The table of a bot, its arena side, and the seat of the bot."""
    table = await arena.service.lobby.table(bot.room)
    side = next(watching for watching in arena.service.watchers if isinstance(watching, Arena)).arena_room(table)
    seat = table.folded.seat_of(hashed(bot.me))
    assert seat is not None
    return table, side, seat


async def at_once(table: Table, *requests: Callable[[], Awaitable[dict[str, Any]]]) -> list[dict[str, Any]]:
    """The answers to requests that all wait for the table, in this order."""
    under_way: list[asyncio.Future[dict[str, Any]]] = []
    async with table.lock:
        for number, request in enumerate(requests, 1):
            under_way.append(asyncio.ensure_future(request()))
            await until(lambda number=number: len(table.lock._waiting) == number)  # type: ignore[misc]  # bool, then True
    return list(await asyncio.gather(*under_way))


# --- requests ------------------------------------------------------------------------------------------------------


async def test_the_same_request_twice_at_once_is_carried_out_once(arena: ArenaServer) -> None:
    ada, bob = await arena.pair()
    table, _, _ = await side_of(arena, ada)
    first, second = await at_once(table, *[partial(ada.request, "draw", actionId="once")] * 2)
    assert first["result"] == second["result"]
    assert len(await hand_of(ada)) == 4
    accuse = partial(ada.request, "catchout", targetId=public_id(ada, bob), actionId="accuse")
    before = len(await hand_of(ada))
    first, second = await at_once(table, accuse, accuse)
    assert first["result"] == second["result"]
    assert len(await hand_of(ada)) == before + first["result"]["count"]


async def test_a_card_is_looked_up_when_its_turn_has_begun(arena: ArenaServer) -> None:
    """The request came a moment before the turn: what its index names is known only then."""
    ada, bob = await arena.pair(["b1 g2 y3", "r5 y6 g7"], "r9", "b2 b3 b4 b5")
    table, _, _ = await side_of(arena, ada)
    draw, play = await at_once(table, partial(ada.request, "draw"), partial(bob.request, "play", cardIndex=0))
    assert draw["result"]["turnEnded"]
    assert play["success"], play
    assert len(await hand_of(bob)) == 2


async def test_of_two_bots_that_ask_for_the_last_seat_one_gets_it(arena: ArenaServer) -> None:
    host, first, second = (arena.bot(only_players=True) for _ in range(3))
    _, made = await host.post("/api/rooms", {"isSandbox": True, "maxPlayers": 2})
    await host.join(made["roomId"])
    table = await arena.service.lobby.table(host.room)

    async def join(bot: LegacyBot) -> dict[str, Any]:
        _, data = await bot.post(f"/api/rooms/{host.room}/join", person(bot, onlyPlayers=True))
        return dict(data)

    granted, refused = await at_once(table, partial(join, first), partial(join, second))
    assert granted["playerId"]
    assert refused["code"] == "ROOM_FULL"


async def test_only_so_many_bots_are_remembered_the_last_ones_longest(
    arena: ArenaServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "_MOST_MODES", 1)
    remembered = rooms_of(arena)._modes
    remembered.clear()
    seen: list[str] = []
    for _ in range(2):
        bot = arena.bot(sandbox=True)
        await bot.post("/api/rooms/find-join", person(bot, playerName="Nobody"))
        assert len(remembered) == 1
        seen.extend(remembered)
    assert seen[0] != seen[1]


# --- events --------------------------------------------------------------------------------------------------------


async def test_a_decision_that_is_answered_before_it_was_offered_is_told_to_the_others_only(
    arena: ArenaServer,
) -> None:
    ada, bob = await arena.pair()
    table, side, seat = await side_of(arena, ada)
    offered = len(bob.turns), len(ada.heard("turn"))
    async with side.answering(seat):  # events wait
        await table.act(seat, DRAW)
        await table.act(1 - seat, DRAW)
    await until(lambda: len(ada.turns) == 2)
    await all_heard(ada, bob)
    assert len(bob.turns) == offered[0]
    turns = [turn["playerId"] for turn in ada.heard("turn")[offered[1] :]]
    assert turns == [public_id(ada, bob), ada.me]


async def test_events_wait_for_an_answer_only_so_long(tmp_path: Path) -> None:
    async with serving_arena(tmp_path) as arena:
        ada, bob = await arena.pair()
        table, side, seat = await side_of(arena, ada)
        async with side.answering(seat):
            await table.act(seat, DRAW)
            await until(lambda: arena.clock.waiting_for(1.0))
            await all_heard(bob)
            assert not actions(bob, "draw")
            await arena.clock.advance(1.0, settle=False)
            await until(lambda: actions(bob, "draw"))


async def test_a_player_who_connects_during_the_own_turn_gets_it_at_once(arena: ArenaServer) -> None:
    ada, bob = await arena.pair()
    table, _, seat = await side_of(arena, bob)
    assert bob.socket is not None
    await bob.socket.disconnect()
    await until(lambda: not table.is_present(seat))
    await ada.request("draw")
    await until(lambda: len(ada.heard("turn")) == 2)
    assert bob.turns == []
    await bob.connect()
    await until(lambda: len(bob.turns) == 1)


async def test_when_the_last_player_leaves_nobody_has_won(arena: ArenaServer) -> None:
    ada = arena.bot()
    ada.silent = True
    arena.deals.current.stack(uno_deal(["b1 g2", "y5 y6", "g7 g8", "b7 b8"], "r9", rulebook="arena"))
    _, made = await ada.post("/api/rooms", {"isSandbox": True, "maxPlayers": 4, "options": {"initialCards": 2}})
    await ada.join(made["roomId"])
    await ada.connect()
    await arena.clock.advance(arena.service.settings.countdown_seconds)
    heard: list[tuple[str, dict[str, Any]]] = []
    socket = await watcher(arena.base, ada.room, heard)
    await until(lambda: [name for name, _ in heard if name == "turn"])
    await ada.request("leave")
    table = await arena.service.lobby.table(ada.room)
    assert table.folded.finished is not None
    await until(lambda: arena.clock.waiting_for(arena.service.settings.post_game_ms / 1000))
    await arena.clock.advance(arena.service.settings.post_game_ms / 1000)
    await until(lambda: not socket.connected)
    assert "gameEnd" not in [name for name, _ in heard]


async def test_a_window_that_is_open_when_its_match_is_read_again_closes_after_its_time(tmp_path: Path) -> None:
    async with serving_arena(tmp_path) as arena:
        _, victim = await window(arena, GUILTY)
        lobby = arena.service.lobby
        (await lobby.table(victim.room)).stop()
        lobby.tables.clear()  # as after a restart
        table = await lobby.table(victim.room)
        seat, left = table.clock()
        assert left == arena.service.settings.wd4_window_ms, "nobody has said again that it answers"
        await arena.clock.advance(2)
        assert table.clock()[0] != seat


# --- connections ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("found", [True, False])
async def test_a_client_that_goes_while_its_room_is_looked_up_enters_nothing(
    arena: ArenaServer, monkeypatch: pytest.MonkeyPatch, found: bool
) -> None:
    ada, _ = await arena.pair()
    table, _, _ = await side_of(arena, ada)
    lobby = arena.service.lobby
    look, looking, gone, done = lobby.table, asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def look_slowly(room: str) -> Table:
        looking.set()
        await gone.wait()
        try:
            return await look(room)
        finally:
            done.set()

    listeners, incidents = set(table.listeners), arena.incidents()
    socket = await watcher(arena.base, "", [])
    monkeypatch.setattr(lobby, "table", look_slowly)
    counted = len(arena.service.tasks())
    await socket.emit("joinRoom", {"roomId": ada.room if found else "NOROOM"})
    await asyncio.wait_for(looking.wait(), 60)
    await socket.disconnect()
    connections = next(part for part in arena.service.watchers if isinstance(part, Arena)).connections
    await until(lambda: connections.of("127.0.0.1") == 2)
    gone.set()
    await done.wait()
    await arena.clock.settled()
    assert set(table.listeners) == listeners
    assert (arena.incidents(), counted) == (incidents, counted)


async def test_connecting_is_limited(tmp_path: Path) -> None:
    async with serving_arena(tmp_path, limits_enabled=1, limits_sockets="2/90000") as arena:
        async with httpx2.AsyncClient(base_url=arena.base, trust_env=False, timeout=PATIENCE) as http:
            answers = [await http.get(POLLING) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 503]


async def test_a_client_may_go_from_polling_to_a_websocket(arena: ArenaServer) -> None:
    ada = arena.bot(only_players=True)
    ada.transports = ["polling", "websocket"]
    await ada.join()
    socket = await ada.connect()
    assert socket.transport() == "websocket"
    await ada.catch_up()
