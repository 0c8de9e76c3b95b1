"""What a room allows: verbs × dialects × phases. A seat is used in its room's dialect; in others one can only watch."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from paiju.engine.game import Action, Seat
from paiju.server.auth import hashed, new_secret
from paiju.server.match.table import Table
from tests.server.arena.legacy import LegacyBot
from tests.server.arena.playing import ArenaServer, serving_arena
from tests.server.deals import uno_deal
from tests.server.serving import Client, http_client, open_socket, seat_of, until
from tests.server.test_gate import MESSAGES, OPEN_TO_ALL, VERBS, ask
from tests.server.test_limits import say

pytestmark = pytest.mark.anyio

PHASES = ("waiting", "playing", "ended")
GAME_VERBS = ("play", "draw", "pass", "uno", "catchout", "challenge", "accept")


@asynccontextmanager
async def arena_room(
    folder: Path, phase: str, *, sandbox: bool = False
) -> AsyncIterator[tuple[ArenaServer, LegacyBot, Table]]:
    """A server with an arena room in this phase, and a player of it."""
    async with serving_arena(folder) as arena:
        if phase == "waiting":
            bot = arena.bot(sandbox=sandbox, only_players=True)
            await bot.join()
        else:
            bot, other = await arena.pair(sandbox=sandbox)
            if phase == "ended":
                table = await arena.service.lobby.table(bot.room)
                seat = 1 - (table.folded.seat_of(hashed(bot.me)) or 0)
                await table.host(_removal(table, seat))
                await until(lambda: bot.ends and other.ends)
        table = await arena.service.lobby.table(bot.room)
        assert table.folded.status == phase
        yield arena, bot, table


def _removal(table: Table, seat: int) -> Action:
    state = table.folded.state
    assert state is not None
    removal = state.removal(Seat(seat))
    assert removal is not None
    return removal


@pytest.mark.parametrize("sandbox", [False, True], ids=["competitive", "sandbox"])
@pytest.mark.parametrize("phase", PHASES)
async def test_native_verbs_do_nothing_in_a_room_of_the_arena(tmp_path: Path, phase: str, sandbox: bool) -> None:
    async with arena_room(tmp_path, phase, sandbox=sandbox) as (arena, bot, table):
        before = (table.folded.seq, dict(table.absent_since), dict(table.present), set(table.folded.ready))
        for method, verb, body in (*VERBS, ("POST", "join", {"name": "Eve"})):
            path = f"/api/v1/rooms/{bot.room}/{verb}"
            for secret in (bot.me, new_secret()):
                answer = await ask(arena.base, method, path, body, secret)
                assert (answer.status_code, answer.json()["error"]["code"]) == (409, "wrong_dialect"), verb
            if verb in OPEN_TO_ALL:
                assert (await ask(arena.base, method, path, body)).status_code == 200
        async with open_socket(arena) as socket:
            for secret in (bot.me, new_secret()):
                entered = await say(socket, {"type": "enter", "room": bot.room, "secret": secret, "hints": True})
                assert entered == "wrong_dialect"
            for message in MESSAGES:
                assert await say(socket, message) == "not_entered", message
            assert await say(socket, {"type": "enter", "room": bot.room}) == "entered"
            for message in MESSAGES:
                assert await say(socket, message) in ("no_secret", "wrong_dialect"), message
        assert (table.folded.seq, table.absent_since, table.present, table.folded.ready) == before


@pytest.mark.parametrize("phase", PHASES)
async def test_arena_verbs_do_nothing_in_a_native_room(tmp_path: Path, phase: str) -> None:
    async with serving_arena(tmp_path) as arena, Client(arena.base) as client:
        arena.deals.current.stack(uno_deal(["b1 g2 y3", "y5 y6 g7", "y1 y2 g3", "y7 y8 g9"], "r9"))  # the person begins
        bots = ["easy"] * (3 if phase != "waiting" else 2)
        mine = await seat_of(
            client, start=phase != "waiting", bots=bots, rulebook="official", options={"initialCards": 3}
        )
        table = await arena.service.lobby.table(mine.room)
        if phase == "ended":
            for seat in (1, 2, 3):
                await table.host(_removal(table, seat))
        assert table.folded.status == phase
        before = table.folded.seq
        who = {"playerId": mine.secret, "challengerId": mine.secret}
        join = {"firstName": "Ada", "lastName": "Bot", "MAC": "02:00:00:00:00:01"}
        async with http_client(arena.base) as http:
            for verb in (*GAME_VERBS, "leave", "join"):
                answer = await http.post(f"/api/rooms/{mine.room}/{verb}", json={**who, **join})
                assert (answer.status_code, answer.json()["code"]) == (404, "ROOM_NOT_FOUND"), verb
            answer = await http.get(f"/api/rooms/{mine.room}", params={"playerId": mine.secret})
            assert (answer.status_code, answer.json()["code"]) == (404, "ROOM_NOT_FOUND")
        bot = arena.bot()
        socket = await bot.connect()
        await socket.emit("joinRoom", {"roomId": mine.room, "playerId": mine.secret})
        await until(lambda: bot.heard("joinError"))
        assert bot.heard("joinError")[-1]["code"] == "ROOM_NOT_FOUND"
        assert table.folded.seq == before


@pytest.mark.parametrize(
    ("phase", "sandbox", "verb", "expected"),
    [
        ("waiting", False, "join", "ok"),
        ("playing", False, "join", "ROOM_NOT_WAITING"),
        ("ended", False, "join", "ROOM_NOT_WAITING"),
        ("waiting", False, "leave", "ok"),
        ("playing", False, "leave", "CANNOT_LEAVE_WHILE_PLAYING"),
        ("playing", True, "leave", "ok"),
        ("ended", False, "leave", "ok"),
    ],
)
async def test_the_arena_allows_its_own_verbs_by_phase_and_mode(
    tmp_path: Path, phase: str, sandbox: bool, verb: str, expected: str
) -> None:
    async with arena_room(tmp_path, phase, sandbox=sandbox) as (_, bot, table):
        before = table.folded.seq
        body = {"playerId": bot.me}
        if verb == "join":
            body = {"firstName": "Eve", "lastName": "Bot", "MAC": "02:00:00:00:0e:0e"}
        async with http_client(bot.base) as http:
            answer = await http.post(f"/api/rooms/{bot.room}/{verb}", json=body)
        assert answer.json().get("code", "ok") == expected
        assert answer.status_code == (200 if expected == "ok" else 409)
        assert (table.folded.seq > before) == (expected == "ok")
