"""What a secret is good for on the arena, and what a connection may expect (§1.3, §3.4, §5, §9)."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest

from paiju.server.arena import wire
from paiju.server.arena.arena import Arena
from paiju.server.arena.arena_room import ArenaRoom
from paiju.server.arena.rooms import Rooms
from paiju.server.arena.wire import Json
from paiju.server.auth import hashed
from paiju.server.match.changes import Change
from tests.server.arena.legacy import PATIENCE, LegacyBot
from tests.server.arena.playing import ArenaServer, all_heard, hand_of, public_id, serving_arena
from tests.server.serving import until

pytestmark = pytest.mark.anyio

POLLING = "/socket.io/?EIO=4&transport=polling"


async def test_a_secret_is_no_name_for_a_target(arena: ArenaServer) -> None:
    ada, bob = await arena.pair()
    hand = await hand_of(ada)
    answers = [await ada.request("catchout", targetId=target) for target in ("made-up", bob.me, ada.me, None, 5)]
    assert {(answer["success"], answer["code"]) for answer in answers} == {(False, "INVALID_CHALLENGE")}
    assert len({str(answer) for answer in answers}) == 1
    assert await hand_of(ada) == hand
    named = await ada.request("catchout", targetId=public_id(ada, bob))
    assert named["result"]["penalty"] is True


async def test_the_room_shows_whoever_asks_the_own_hand_and_no_other(arena: ArenaServer) -> None:
    pair = await arena.pair()
    folded = (await arena.service.lobby.table(pair[0].room)).folded
    state = wire.position_of(folded)
    assert state is not None
    for bot in pair:
        seat = folded.seat_of(hashed(bot.me))
        assert seat is not None
        assert await hand_of(bot) == wire.cards(state.hands[seat])
    room = (await pair[0].http.get(f"/api/rooms/{pair[0].room}")).json()["result"]
    assert "hand" not in room
    assert not {bot.me for bot in pair} & {row["id"] for row in room["players"]}


async def test_no_request_changes_a_match_that_is_over(arena: ArenaServer) -> None:
    ada, bob = await arena.pair()
    table = await arena.service.lobby.table(ada.room)
    assert (await ada.post(f"/api/rooms/{ada.room}/leave", {"playerId": ada.me}))[0] == 200
    await until(lambda: bob.ends)
    before = table.folded.seq
    for verb in ("play", "draw", "pass", "uno", "catchout", "challenge", "accept"):
        answer = await bob.request(verb, cardIndex=0, targetId="p-1")
        assert (answer["success"], answer["code"]) == (False, "GAME_ENDED"), verb
        assert (await ada.request(verb))["code"] == "PLAYER_NOT_IN_ROOM"
    assert table.folded.seq == before


async def test_play_does_not_count_as_requests(tmp_path: Path) -> None:
    limits = {"limits_enabled": 1, "limits_game": "50/9000", "limits_global": "4/90000", "ip_factor": 1}
    async with serving_arena(tmp_path, **limits) as arena:
        bot = arena.bot()
        await bot.join()  # looks at the list and makes a room first
        for _ in range(20):
            assert (await bot.request("uno"))["code"] != "RATE_LIMITED"
        assert [(await bot.http.get("/api/rooms/list")).status_code for _ in range(2)] == [200, 429]
        assert (await bot.request("uno"))["code"] != "RATE_LIMITED"


async def test_a_new_socket_waits_for_a_decision_that_the_older_one_was_just_offered(arena: ArenaServer) -> None:
    ada, _ = await arena.pair()
    older = ada.socket
    await ada.connect()
    await until(lambda: older is not None and not older.connected)  # it has been replaced
    await arena.clock.advance(2.9)
    await all_heard(ada)
    assert len(ada.turns) == 1
    await arena.clock.advance(0.2)
    await until(lambda: len(ada.turns) == 2)
    assert ada.turns[-1]["turnId"] > ada.turns[-2]["turnId"]


async def test_a_client_that_does_not_poll_loses_its_connection(tmp_path: Path) -> None:
    """It would be sent everything at last: what waits for it is bounded."""
    async with serving_arena(tmp_path, queue_messages=12) as arena:
        ada, bob = await arena.pair()
        async with httpx2.AsyncClient(base_url=arena.base, trust_env=False, timeout=PATIENCE) as http:
            sid = json.loads((await http.get(POLLING)).text[1:])["sid"]
            path = f"{POLLING}&sid={sid}"
            assert (await http.post(path, content=b"40")).status_code == 200
            watch = "42" + json.dumps(["joinRoom", {"roomId": ada.room}])
            assert (await http.post(path, content=watch.encode())).status_code == 200
            await ada.catch_up()
            for told in range(1, 14):  # it has two events already, and Socket.IO's greeting
                await bob.request("draw")  # out of turn: everybody hears of the penalty
                await all_heard(ada, bob)
                if told == 8:
                    assert (await http.post(path, content=b"3")).status_code == 200
            await arena.clock.settled()  # the connection is closed by a background task
            answer = await http.post(path, content=b"3")
            assert (answer.status_code, answer.json()["code"]) == (400, 1)


async def test_a_seat_keeps_its_public_id_when_a_system_bot_takes_it_over(arena: ArenaServer) -> None:
    ada, bob = arena.bot(), arena.bot()
    for bot in (ada, bob):
        bot.silent = True
        await bot.join(ada.room or None)
        await bot.connect()
    await arena.clock.advance(arena.service.settings.countdown_seconds)
    await until(lambda: ada.heard("gameStart") and bob.heard("gameStart"))
    known = public_id(ada, bob)
    assert (await bob.post(f"/api/rooms/{bob.room}/leave", {"playerId": bob.me}))[0] == 200
    names = [row["name"] for row in ada.heard("gameStart")[0]["players"]]
    await until(lambda: ada.heard("roomUpdate") and [row["name"] for row in _players(ada)] != names)
    taken = next(row for row in _players(ada) if row["id"] == known)
    assert (taken["isBot"], taken["name"].startswith("System Bot")) == (True, True)


def _players(bot: LegacyBot) -> list[dict[str, Any]]:
    """Everybody in the room, as the bot was told last."""
    return list(bot.heard("roomUpdate")[-1]["players"])


async def test_a_method_that_a_path_does_not_have_is_refused(arena: ArenaServer) -> None:
    bot = arena.bot()
    await bot.join()
    for method, path, status in (
        ("GET", "health", 200),
        ("DELETE", "health", 405),
        ("GET", f"rooms/{bot.room}/play", 405),
        ("GET", f"rooms/{bot.room}/join", 405),
        ("GET", f"rooms/{bot.room}/nonsense", 404),
    ):
        answer = await bot.http.request(method, f"/api/{path}")
        assert (answer.status_code, answer.json()["success"]) == (status, status == 200), path


async def test_a_join_says_who_joins(arena: ArenaServer) -> None:
    bot = arena.bot()
    await bot.join()
    wish = {"firstName": "Ann", "lastName": "Bot", "isSandbox": False}
    sender: dict[str, str] = {"x-mac-address": "02:00:00:00:00:01"}
    wrong: list[tuple[dict[str, str], Json, str]] = [
        ({}, {}, "MAC_REQUIRED"),
        (sender, {"MAC": "02:00:00:00:00:02"}, "MAC_MISMATCH"),
        (sender, {"isSandbox": "yes"}, "BAD_REQUEST"),
        (sender, {"firstName": 7}, "BAD_REQUEST"),
    ]
    async with httpx2.AsyncClient(base_url=arena.base, trust_env=False, timeout=PATIENCE) as http:
        for headers, changed, code in wrong:
            answer = await http.post(f"/api/rooms/{bot.room}/join", json={**wish, **changed}, headers=headers)
            assert answer.json()["code"] == code


async def test_looking_for_a_player_needs_a_name(arena: ArenaServer) -> None:
    bot = arena.bot(sandbox=True)
    wish = {"firstName": "Ann", "lastName": "Bot", "MAC": bot.mac, "isSandbox": True}
    for name in (None, 7, "  "):
        status, answer = await bot.post("/api/rooms/find-join", {**wish, "playerName": name})
        assert (status, answer["code"]) == (400, "BAD_REQUEST")


async def test_wrong_secrets_are_limited(tmp_path: Path) -> None:
    async with serving_arena(tmp_path, limits_enabled=1, limits_secrets="2/90000") as arena:
        bot = arena.bot()
        await bot.join()
        answers = [await bot.http.get(f"/api/rooms/{bot.room}?playerId=made-up") for _ in range(3)]
        assert [answer.json()["code"] for answer in answers] == ["PLAYER_NOT_IN_ROOM"] * 2 + ["RATE_LIMITED"]


async def test_a_request_that_is_sent_twice_is_carried_out_once(arena: ArenaServer) -> None:
    ada, bob = await arena.pair(["r1 b2 y3", "y5 y6 g7"], "r9", "r2 b3 b4 b5")
    first = await ada.request("draw", actionId="once")
    assert first["result"]["playable"] is True
    assert (await ada.request("draw", actionId="once"))["result"] == first["result"]
    passed = [await ada.request("pass", actionId="two") for _ in range(2)]
    assert [answer["result"]["passed"] for answer in passed] == [True, True]
    assert len(await hand_of(ada)) == 4
    caught = [await bob.request("catchout", targetId=public_id(bob, ada), actionId="three") for _ in range(2)]
    assert caught[0]["result"] == caught[1]["result"]
    assert len(await hand_of(bob)) == 5, "one false catch"


async def test_a_draw_of_several_cards_names_them_all(arena: ArenaServer) -> None:
    ada, _ = await arena.pair(["b1 g2 y3", "y5 y6 g7"], "r9", "b2 b3 r4", drawMode="untilPlayable")
    result = (await ada.request("draw"))["result"]
    assert (result["count"], len(result["cards"]), result["playable"]) == (3, 3, True)


async def test_too_many_refused_moves_end_the_turn(tmp_path: Path) -> None:
    async with serving_arena(tmp_path, max_rejects_per_turn=1) as arena:
        ada, bob = await arena.pair(["b1 g2", "y5 y6"], "r9")
        assert (await ada.request("play", cardIndex=0))["code"] == "INVALID_CARD"
        await until(lambda: len(bob.turns) == 1)


async def test_entering_rooms_is_limited(tmp_path: Path) -> None:
    async with serving_arena(tmp_path, limits_enabled=1, limits_enter="2/90000") as arena:
        bot = arena.bot()
        await bot.join()
        socket = await bot.connect()
        for _ in range(2):
            await socket.call("joinRoom", {"roomId": bot.room, "playerId": bot.me}, timeout=PATIENCE)
        assert [error["code"] for error in bot.heard("joinError")] == ["RATE_LIMITED"]


async def test_a_socket_is_in_the_room_that_it_entered_last(arena: ArenaServer) -> None:
    ada, bob = arena.bot(only_players=True), arena.bot()
    rooms = [(await ada.post("/api/rooms", {"isSandbox": True}))[1]["roomId"] for _ in range(2)]
    await bob.join(rooms[0])
    socket = await bob.connect()
    await until(lambda: bob.heard("countdownStart"))
    await socket.call("joinRoom", {"roomId": rooms[1]}, timeout=PATIENCE)
    first, second = [(await arena.service.lobby.table(room)) for room in rooms]
    assert not first.listeners and len(second.listeners) == 1
    before = len(bob.events)
    await ada.join(rooms[1])
    await until(lambda: len(bob.events) > before)
    assert {data["roomId"] for _, data in bob.events[before:]} == {rooms[1]}


async def test_the_name_of_a_room_is_exact(arena: ArenaServer) -> None:
    bot = arena.bot()
    await bot.join()
    shouted = bot.room.swapcase()
    assert shouted != bot.room
    status, answer = await bot.post(f"/api/rooms/{shouted}/join", {"firstName": "A", "lastName": "B", "MAC": bot.mac})
    assert (status, answer["code"]) == (404, "ROOM_NOT_FOUND")


async def test_a_drawn_card_that_must_be_played_is_played_for_a_bot_that_draws_again(arena: ArenaServer) -> None:
    ada, bob = await arena.pair(["b1 g2", "y5 y6"], "r9", "r2 r3", forcePlay=True)
    assert (await ada.request("draw"))["result"]["playable"] is True
    answer = await ada.request("draw")
    assert (answer["code"], answer["result"]) == ("ALREADY_DRAWN", {"rejected": True, "turnEnded": True})
    await until(lambda: len(bob.turns) == 1)
    assert len(await hand_of(ada)) == 2, "the drawn card was played"


def rooms_of(arena: ArenaServer) -> Rooms:
    return next(watcher.rooms for watcher in arena.service.watchers if isinstance(watcher, Arena))


async def test_two_requests_to_leave_at_once_give_up_one_seat(arena: ArenaServer) -> None:
    ada, _ = await arena.pair()
    table = await arena.service.lobby.table(ada.room)
    before = table.folded.seq
    rooms = rooms_of(arena)
    async with anyio.create_task_group() as both:
        for _ in range(2):
            both.start_soon(partial(rooms.give_up, table, 0))
    assert [entry.seq for entry in await table.entries_after(before)] == [before + 1, before + 2]


async def test_a_countdown_that_ends_over_an_empty_or_a_running_room_begins_nothing(arena: ArenaServer) -> None:
    ada, _ = await arena.pair()
    empty = (await ada.post("/api/rooms", {"isSandbox": True}))[1]["roomId"]
    for room in (ada.room, empty):
        table = await arena.service.lobby.table(room)
        before = table.folded.seq
        await table.write(partial(rooms_of(arena).begin, table))
        assert table.folded.seq == before


async def test_an_error_nobody_expected_loses_one_event_and_not_the_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving_arena(tmp_path) as arena:
        ada, bob = await arena.pair()

        async def tell(self: ArenaRoom, change: Change) -> None:
            raise RuntimeError("of the test")

        with monkeypatch.context() as fault:
            fault.setattr(ArenaRoom, "_tell", tell)
            assert (await ada.request("draw"))["success"]
            await until(lambda: arena.incidents() == 1)
        assert (await bob.request("draw"))["success"]
        await until(lambda: len(ada.turns) == 2)
        assert arena.incidents() == 1
        told = [action["playerId"] for action in ada.heard("action")]
        assert told == [public_id(ada, bob)], "what ada did is in no event"
