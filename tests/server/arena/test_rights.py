"""What a secret is good for on the arena, and what a connection may expect (§1.3, §3.4, §5, §9)."""

import asyncio
import json
from pathlib import Path

import httpx2
import pytest

from paiju.server.arena import desk, wire
from paiju.server.auth import hashed
from tests.server.arena.legacy import LegacyBot
from tests.server.arena.test_conduct import hand_of, on_turn, public_id, two_silent, until
from tests.server.arena.test_matches import QUICK
from tests.server.serving import serving

pytestmark = pytest.mark.anyio

POLLING = "/socket.io/?EIO=4&transport=polling"


async def test_a_secret_is_no_name_for_a_target(tmp_path: Path) -> None:
    async with two_silent(tmp_path) as (_, (ada, bob)):
        hand = await hand_of(ada)
        answers = [await ada.request("catchout", targetId=target) for target in ("made-up", bob.me, ada.me, None, 5)]
        assert {(answer["success"], answer["code"]) for answer in answers} == {(False, "INVALID_CHALLENGE")}
        assert len({str(answer) for answer in answers}) == 1
        assert await hand_of(ada) == hand
        named = await ada.request("catchout", targetId=public_id(ada, bob))
        assert named["result"]["penalty"] is True


async def test_the_room_shows_whoever_asks_the_own_hand_and_no_other(tmp_path: Path) -> None:
    async with two_silent(tmp_path) as (server, pair):
        folded = (await server.service.lobby.table(pair[0].room)).folded
        state = wire.position_of(folded)
        assert state is not None
        for bot in pair:
            seat = folded.seat_of(hashed(bot.me))
            assert seat is not None
            assert await hand_of(bot) == wire.cards(state.hands[seat])
        room = (await pair[0].http.get(f"/api/rooms/{pair[0].room}")).json()["result"]
        assert "hand" not in room
        assert not {bot.me for bot in pair} & {row["id"] for row in room["players"]}


async def test_no_request_changes_a_match_that_is_over(tmp_path: Path) -> None:
    async with two_silent(tmp_path, post_game_ms="60000") as (server, (ada, bob)):
        table = await server.service.lobby.table(ada.room)
        assert (await ada.post(f"/api/rooms/{ada.room}/leave", {"playerId": ada.me}))[0] == 200
        await until(lambda: bob.ends)
        before = table.folded.seq
        for verb in ("play", "draw", "pass", "uno", "catchout", "challenge", "accept"):
            answer = await bob.request(verb, cardIndex=0, targetId="p-1")
            assert (answer["success"], answer["code"]) == (False, "GAME_ENDED"), verb
            assert (await ada.request(verb))["code"] == "PLAYER_NOT_IN_ROOM"
        assert table.folded.seq == before


async def test_play_does_not_count_as_requests(tmp_path: Path) -> None:
    limits = {"limits_enabled": "1", "limits_game": "50/9000", "limits_global": "3/90000", "ip_factor": "1"}
    async with serving(tmp_path, **{**QUICK, **limits}) as server:
        bot = LegacyBot(server.base, 1)
        await bot.join()  # looks at the list first
        for _ in range(20):
            assert (await bot.request("uno"))["code"] != "RATE_LIMITED"
        assert [(await bot.http.get("/api/rooms/list")).status_code for _ in range(2)] == [200, 429]
        assert (await bot.request("uno"))["code"] != "RATE_LIMITED"
        await bot.close()


async def test_a_new_socket_waits_for_a_decision_that_the_older_one_was_just_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk, "_AGAIN_SECONDS", 1000.0)
    async with two_silent(tmp_path) as (_, pair):
        player, other = on_turn(pair)
        offered = len(player.turns)
        older = player.socket
        await player.connect()
        await until(lambda: older is not None and not older.connected)  # it has been replaced
        news = len(player.events)
        await other.request("draw")  # out of turn: everybody hears of the penalty, the new socket after its welcome
        await until(lambda: [name for name, _ in player.events[news:] if name == "action"])
        assert len(player.turns) == offered
        monkeypatch.setattr(desk, "_AGAIN_SECONDS", 0.1)
        await player.connect()
        await until(lambda: len(player.turns) > offered)
        assert player.turns[-1]["turnId"] > player.turns[-2]["turnId"]


async def test_a_client_that_does_not_poll_loses_its_connection(tmp_path: Path) -> None:
    """It would be sent everything at last: what waits for it is bounded."""
    settings = {**QUICK, "queue_messages": "12", "ping_interval": "600", "ping_timeout": "600"}
    async with serving(tmp_path, **settings) as server:
        async with httpx2.AsyncClient(base_url=server.base, trust_env=False, timeout=60) as http:
            bot = LegacyBot(server.base, 1)
            await bot.join()
            sid = json.loads((await http.get(POLLING)).text[1:])["sid"]
            path = f"{POLLING}&sid={sid}"
            assert (await http.post(path, content=b"40")).status_code == 200
            watch = "42" + json.dumps(["joinRoom", {"roomId": bot.room}])
            assert (await http.post(path, content=watch.encode())).status_code == 200
            await bot.connect()
            async with asyncio.timeout(200):
                await bot.gone.wait()
            assert bot.ends
            answer = await http.post(path, content=b"3")
            assert (answer.status_code, answer.json()["code"]) == (400, 1)
            await bot.close()
