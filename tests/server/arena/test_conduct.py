"""Penalties, clock, limits, leaving and reconnecting on the arena (conformance 5–10)."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from paiju.server.arena import uno_moves
from paiju.server.arena.arena_room import ArenaRoom
from paiju.server.arena.wire import Json
from tests.server.arena.legacy import LegacyBot
from tests.server.arena.playing import (
    ArenaServer,
    actions,
    all_heard,
    hand_of,
    penalties,
    public_id,
    serving_arena,
)
from tests.server.deals import uno_deal
from tests.server.serving import until

pytestmark = pytest.mark.anyio


# --- penalties ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("move", [("play", {"cardIndex": 0}), ("draw", {})], ids=["play", "draw"])
async def test_moving_out_of_turn_costs_two_cards(arena: ArenaServer, move: tuple[str, dict[str, int]]) -> None:
    _, bob = await arena.pair()
    before = len(await hand_of(bob))
    status, data = await bob.post(f"/api/rooms/{bob.room}/{move[0]}", {"playerId": bob.me, **move[1]})
    assert (status, data["success"], data["code"]) == (200, False, "NOT_YOUR_TURN")
    assert data["result"]["penalty"] is True
    assert data["result"]["penaltyTitle"] == "Out of turn"
    assert len(await hand_of(bob)) == before + 2
    shown = await until(lambda: penalties(bob))
    assert shown[0]["result"]["count"] == 2


async def test_a_card_that_does_not_match_costs_two_cards_and_the_decision_is_offered_again(
    arena: ArenaServer,
) -> None:
    ada, _ = await arena.pair(["b1 g2", "y5 y6"], "r9")
    turn = ada.turns[-1]
    data = await ada.request("play", cardIndex=0)
    assert data["code"] == "INVALID_CARD"
    assert data["result"]["penaltyTitle"] == "Illegal play"
    await until(lambda: len(ada.turns) == 2)
    again = ada.turns[-1]
    assert again["turnId"] > turn["turnId"]
    assert len(again["hand"]) == len(turn["hand"]) + 2
    status, stale = await ada.post(f"/api/rooms/{ada.room}/draw", {"playerId": ada.me, "turnId": turn["turnId"]})
    assert (status, stale.get("code")) == (409, "STALE_TURN")


async def _caught(player: LegacyBot, other: LegacyBot) -> None:
    data = await other.request("catchout", targetId=public_id(other, player))
    assert data["result"] == {"caught": True, "count": 2}
    assert len(await hand_of(player)) == 3
    shown = await until(lambda: penalties(player))
    assert shown[0]["result"]["penaltyTitle"] == "Caught without UNO"


async def _bypassed(player: LegacyBot, other: LegacyBot) -> None:
    await until(lambda: other.turns)
    data = await other.request("draw")
    assert data["success"]
    shown = await until(lambda: penalties(player))
    assert shown[0]["result"]["penaltyTitle"] == "UNO bypass"
    assert len(await hand_of(player)) == 3


async def _saved(player: LegacyBot, other: LegacyBot) -> None:
    assert (await player.request("uno"))["result"] == {"called": True}
    data = await other.request("catchout", targetId=public_id(other, player))
    assert data["success"] is True
    assert data["result"]["caught"] is False
    assert data["result"]["penaltyTitle"] == "Failed catch-out"
    shown = await until(lambda: penalties(other))
    assert shown[0]["result"]["count"] == 2


@pytest.mark.parametrize("ending", [_caught, _bypassed, _saved])
async def test_a_missing_call_is_caught_bypassed_or_made_up_for(
    arena: ArenaServer, ending: Callable[[LegacyBot, LegacyBot], Awaitable[None]]
) -> None:
    ada, bob = await arena.pair(["r1 g2", "y5 y6"], "r9")
    assert (await ada.request("play", cardIndex=0))["result"]["unoMissing"] is True
    await ending(ada, bob)


# --- time -----------------------------------------------------------------------------------------------------------


async def test_a_silent_player_is_timed_out_in_competitive_rooms_only(arena: ArenaServer) -> None:
    free = await arena.pair(sandbox=True)
    timed = await arena.pair(sandbox=False)
    assert timed[0].turns[-1]["timeoutSeconds"] == 15
    assert free[0].turns[-1]["timeoutSeconds"] is None
    await arena.clock.advance(14.9)
    await all_heard(*timed)
    assert not timed[0].heard("action")
    await arena.clock.advance(0.2)
    await until(lambda: all(actions(bot, "timeout") for bot in timed))
    await arena.clock.advance(100)
    await free[0].request("draw")
    await until(lambda: free[1].heard("action"))
    await all_heard(*free)
    assert [data["type"] for data in free[1].heard("action")] == ["draw"]


async def test_a_pass_after_an_unplayable_draw_is_excused_once_and_a_repeated_move_is_forgiven(
    arena: ArenaServer,
) -> None:
    ada, _ = await arena.pair()
    assert (await ada.request("draw"))["result"]["turnEnded"]
    await arena.clock.advance(1.9)
    again = await ada.request("draw")
    assert (again["code"], again.get("result")) == ("NOT_YOUR_TURN", None)
    assert (await ada.request("pass"))["result"] == {"passed": True, "alreadyEnded": True}
    assert (await ada.request("pass"))["code"] == "NOT_YOUR_TURN"
    await all_heard(ada)
    assert penalties(ada) == []


async def test_after_two_seconds_a_pass_is_late_and_a_repeated_move_out_of_turn(arena: ArenaServer) -> None:
    ada, _ = await arena.pair()
    assert (await ada.request("draw"))["result"]["turnEnded"]
    await arena.clock.advance(2.1)
    late = await ada.request("pass")
    assert (late["code"], late.get("result")) == ("NOT_YOUR_TURN", None)
    assert (await ada.request("draw"))["result"]["penaltyTitle"] == "Out of turn"


async def test_the_next_turn_comes_a_little_after_the_answer(tmp_path: Path) -> None:
    async with serving_arena(tmp_path, event_gap_ms=50) as arena:
        ada, bob = await arena.pair(pile="r1")
        assert (await ada.request("draw"))["result"]["playable"]
        await until(lambda: actions(ada, "draw"))
        await arena.clock.settled()
        await all_heard(ada)
        assert len(ada.turns) == 1
        await arena.clock.advance(0.05)
        await until(lambda: len(ada.turns) == 2 and len(bob.heard("turn")) == 2)
        assert ada.turns[-1]["drawnCardIndex"] == 3


async def test_a_turn_is_offered_although_something_else_happens_before_its_event(
    arena: ArenaServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a sandbox, where there is no clock, a decision that is lost stops the room for good."""
    ada, bob = await arena.pair()
    table = await arena.service.lobby.table(ada.room)
    begun: list[str] = []
    move = uno_moves.move

    async def noted(arena_room: ArenaRoom, seat: int, verb: str, body: Json, language: str) -> Json:
        begun.append(verb)
        return await move(arena_room, seat, verb, body, language)

    monkeypatch.setattr(uno_moves, "move", noted)
    requests = []
    async with table.lock:  # both are under way before the first is carried out; events wait for both answers
        for verb, fields in (("draw", {}), ("catchout", {"targetId": public_id(ada, bob)})):
            requests.append(asyncio.create_task(ada.request(verb, **fields)))
            await until(partial(begun.count, verb))
    drawn, caught = await asyncio.gather(*requests)
    assert (drawn["result"]["turnEnded"], caught["result"]["caught"]) == (True, False)
    await until(lambda: penalties(ada))
    await all_heard(ada, bob)
    assert [len(turn["hand"]) for turn in bob.turns] == [3]
    assert len(ada.heard("turn")) == len(bob.heard("turn")) == 2


# --- limits ---------------------------------------------------------------------------------------------------------


async def test_a_bot_slowed_by_limits_still_finishes(tmp_path: Path) -> None:
    """It takes a refused move for one that was made, so it is asked again when it may move."""
    limits = {"limits_enabled": 1, "limits_game": "2/20", "pace_turns": 0, "target_score": 1, "post_game_ms": 0}
    async with serving_arena(tmp_path, **limits) as arena:
        pair = await arena.pair(["r1 r2 r3 r4 r5", "r6 r7 r8 r9 r2"], "r1", silent=False)

        def refused() -> int:
            return sum(1 for bot in pair for _, status, _ in bot.answers if status == 429)

        def stuck_or_over(seen: int) -> bool:
            waiting = refused() > seen and not any(bot.busy.locked() for bot in pair)
            return waiting or all(bot.gone.is_set() for bot in pair)

        seen = 0
        while not all(bot.gone.is_set() for bot in pair):
            await until(partial(stuck_or_over, seen))
            seen = refused()
            await arena.clock.advance(20, settle=False)  # all at once: there are two tokens when it is asked again
        assert refused() == 3  # every time ada has had two tokens
        for bot in pair:
            assert bot.ends[0]["reason"] == "target score reached"
            assert penalties(bot) == []


async def test_a_turn_is_held_back_until_its_player_may_answer_it(tmp_path: Path) -> None:
    limits = {"limits_enabled": 1, "limits_game": "4/40"}
    async with serving_arena(tmp_path, **limits) as arena:
        ada, _ = await arena.pair(pile="r1")
        for _ in range(3):
            assert (await ada.request("challenge"))["code"] == "NO_WD4_TO_CHALLENGE"
        assert (await ada.request("draw"))["result"]["playable"]
        await until(lambda: actions(ada, "draw"))
        await arena.clock.advance(29.9)
        await all_heard(ada)
        assert len(ada.turns) == 1
        await arena.clock.advance(0.2)  # three of four tokens are back
        await until(lambda: len(ada.turns) == 2)


async def test_the_clock_of_a_player_who_ran_into_the_limit_twice_goes_on(tmp_path: Path) -> None:
    limits = {"limits_enabled": 1, "limits_game": "4/12", "pace_turns": 0}
    async with serving_arena(tmp_path, **limits) as arena:
        ada, bob = await arena.pair(sandbox=False)
        await arena.clock.advance(5)
        for _ in range(6):  # one token has come back meanwhile; four are all there can be
            await ada.request("challenge")
        assert [answer["code"] for _, _, answer in ada.answers[-2:]] == ["RATE_LIMITED"] * 2
        await arena.clock.advance(3)  # there is a token again; the clock stood meanwhile
        await until(lambda: len(ada.turns) == 2)
        await arena.clock.advance(9.9)
        await all_heard(bob)
        assert not bob.heard("action")
        await arena.clock.advance(0.2)
        await until(lambda: actions(bob, "timeout"))


async def test_limits_answer_429_with_the_time_to_wait(tmp_path: Path) -> None:
    async with serving_arena(tmp_path, limits_enabled=1, limits_game="5/3000") as arena:
        flood = arena.bot()
        await flood.join()
        replies = [await flood.http.post(f"/api/rooms/{flood.room}/uno", json={"playerId": flood.me}) for _ in range(6)]
        assert [reply.status_code for reply in replies] == [409] * 5 + [429]
        assert replies[-1].headers["retry-after"] == "600"
        body = replies[-1].json()
        assert (body["success"], body["code"], body["retryAfter"]) == (False, "RATE_LIMITED", 600)


async def test_limits_count_by_mac_and_by_address(tmp_path: Path) -> None:
    async with serving_arena(tmp_path, limits_enabled=1, limits_rooms="1/3600", ip_factor=2) as arena:
        answers = [[(await bot.post("/api/rooms", {}))[0] for _ in range(2)] for bot in [arena.bot() for _ in range(3)]]
        assert answers == [[200, 429], [200, 429], [429, 429]], "one room for a MAC, two for an address"


async def test_a_request_that_is_refused_takes_nothing_from_any_bucket(tmp_path: Path) -> None:
    limits = {"limits_enabled": 1, "limits_rooms": "1/3600", "limits_global": "5/9000", "ip_factor": 1}
    async with serving_arena(tmp_path, **limits) as arena:
        bot, other = arena.bot(), arena.bot()
        assert [(await bot.post("/api/rooms", {}))[0] for _ in range(20)] == [200] + [429] * 19
        assert [(await other.http.get("/api/rooms/list")).status_code for _ in range(6)] == [200] * 4 + [429] * 2


# --- who may do what ------------------------------------------------------------------------------------------------


async def test_every_request_refuses_everybody_but_the_owner_of_the_seat_alike(arena: ArenaServer) -> None:
    ada, bob = await arena.pair()
    stranger, gone = arena.bot(only_players=True), arena.bot(only_players=True)
    for bot in (stranger, gone):
        _, elsewhere = await bot.post("/api/rooms", {"isSandbox": True})
        await bot.join(elsewhere["roomId"])
    await gone.post(f"/api/rooms/{gone.room}/leave", {"playerId": gone.me})
    table = await arena.service.lobby.table(ada.room)
    before = table.folded.seq
    wrong: list[object] = [
        None, "", 5, {"a": 1}, "made-up", public_id(ada, bob), public_id(bob, ada), stranger.me, gone.me,
        table.folded.header.seed, table.folded.places[0].secret_hash,
    ]  # fmt: skip
    for verb in ("play", "draw", "pass", "uno", "catchout", "challenge", "accept", "leave"):
        own = "challengerId" if verb == "catchout" else "playerId"
        answers = [await stranger.post(f"/api/rooms/{ada.room}/{verb}", {own: value}) for value in wrong]
        assert {(status, data["code"]) for status, data in answers} == {(403, "PLAYER_NOT_IN_ROOM")}, verb
        assert len({str(answer) for answer in answers}) == 1, verb
        mine = await stranger.post(f"/api/rooms/{ada.room}/{verb}", {own: ada.me, "cardIndex": 0})
        assert (mine[0], mine[1]["code"]) == (403, "MAC_MISMATCH"), verb
    for value in ("made-up", public_id(ada, bob), stranger.me):
        answer = await stranger.http.get(f"/api/rooms/{ada.room}", params={"playerId": value})
        assert (answer.status_code, answer.json()["code"]) == (403, "PLAYER_NOT_IN_ROOM")
    stranger.room = ada.room
    for tries, value in enumerate(("made-up", public_id(ada, bob), gone.me), 1):
        stranger.me = value
        await stranger.connect()
        await stranger.catch_up()
        assert [name for name, _ in stranger.events] == ["joinError"] * tries
        assert stranger.events[-1][1]["code"] == "PLAYER_NOT_IN_ROOM"
    assert table.folded.seq == before


async def test_one_room_per_mac_mode_mismatch_find_join_and_leaving(arena: ArenaServer) -> None:
    ada, bob = arena.bot(), arena.bot()
    name = ada.name[1]
    await ada.join()
    await ada.connect()
    await until(lambda: ada.heard("countdownStart"))
    person = {"firstName": "Ada", "lastName": "Again", "MAC": ada.mac, "isSandbox": True}
    _, made = await bob.post("/api/rooms", {"isSandbox": True})
    status, data = await ada.post(f"/api/rooms/{made['roomId']}/join", person)
    assert (status, data["code"]) == (409, "ALREADY_IN_ROOM")
    other = {"firstName": "Bob", "lastName": "Bot", "MAC": bob.mac}
    status, data = await bob.post(f"/api/rooms/{ada.room}/join", {**other, "isSandbox": False})
    assert (status, data["code"]) == (409, "ROOM_MODE_MISMATCH")
    status, data = await bob.post("/api/rooms/find-join", {**other, "playerName": name})
    assert (status, data["code"]) == (403, "SANDBOX_ONLY")
    wanted = {**other, "isSandbox": True, "playerName": "nobody"}
    assert (await bob.post("/api/rooms/find-join", wanted))[1]["code"] == "PLAYER_NOT_FOUND"
    status, data = await bob.post("/api/rooms/find-join", {**wanted, "playerName": name.lower()})
    assert (status, data["roomId"]) == (200, ada.room)
    left = await bob.post(f"/api/rooms/{ada.room}/leave", {"playerId": data["playerId"]})
    assert left == (200, {"success": True, "result": {"left": True}})
    assert (await bob.post(f"/api/rooms/{ada.room}/leave", {"playerId": data["playerId"]}))[0] == 403


async def test_two_joins_of_one_mac_at_the_same_time_give_one_seat(arena: ArenaServer) -> None:
    bot = arena.bot()
    rooms = [(await bot.post("/api/rooms", {"isSandbox": True}))[1]["roomId"] for _ in range(4)]
    body = {"firstName": "Ada", "lastName": "Bot", "MAC": bot.mac, "isSandbox": True, "onlyPlayers": True}
    tables = [await arena.service.lobby.table(room) for room in rooms]
    await asyncio.gather(*[bot.post(f"/api/rooms/{room}/join", body) for room in rooms])
    assert sum(len(table.folded.people()) for table in tables) == 1


# --- leaving and coming back ------------------------------------------------------------------------------------------


async def test_the_end_of_a_match_reaches_the_successor_of_a_lost_socket_and_nobody_twice(arena: ArenaServer) -> None:
    ada, bob = await arena.pair()
    assert (await ada.post(f"/api/rooms/{ada.room}/leave", {"playerId": ada.me}))[0] == 200
    await until(lambda: bob.ends)
    assert bob.socket is not None
    await bob.socket.disconnect()
    for told in (2, 2):  # the first socket may have lost it; the second was sent away by the server
        await bob.connect()
        await until(bob.gone.is_set)
        assert len(bob.ends) == told


async def test_leaving_a_running_match_is_refused_in_competitive_and_allowed_in_sandbox(arena: ArenaServer) -> None:
    ada, _ = await arena.pair(sandbox=False)
    status, data = await ada.post(f"/api/rooms/{ada.room}/leave", {"playerId": ada.me})
    assert (status, data["code"]) == (409, "CANNOT_LEAVE_WHILE_PLAYING")
    ada, bob = await arena.pair()
    status, _ = await ada.post(f"/api/rooms/{ada.room}/leave", {"playerId": ada.me})
    assert status == 200
    end = await until(lambda: bob.ends)
    assert end[0]["winner"]["id"] == bob.me


async def three_players(arena: ArenaServer) -> tuple[LegacyBot, LegacyBot, LegacyBot]:
    """Three silent people in a waiting room without system bots."""
    ada, bob, cleo = (arena.bot(only_players=True) for _ in range(3))
    _, made = await ada.post("/api/rooms", {"isSandbox": True})
    for bot in (ada, bob, cleo):
        bot.silent = True
        await bot.join(made["roomId"])
        await bot.connect()
    return ada, bob, cleo


async def test_players_close_up_when_somebody_left_before_the_start(arena: ArenaServer) -> None:
    arena.deals.current.stack(uno_deal(["b1 b2 b3 b4 b5 b6 b7", "g1 g2 g3 g4 g5 g6 g7"], "r9", rulebook="arena"))
    ada, bob, cleo = await three_players(arena)
    assert (await bob.post(f"/api/rooms/{bob.room}/leave", {"playerId": bob.me}))[0] == 200
    await arena.clock.advance(arena.service.settings.countdown_seconds)
    await until(lambda: ada.heard("gameStart") and cleo.heard("gameStart"))
    players = cleo.heard("gameStart")[0]["players"]
    assert [row["name"] for row in players] == [" ".join(bot.name) for bot in (ada, cleo)]
    hands = [await hand_of(bot) for bot in (ada, cleo)]  # the secret of a seat moves up with its player
    assert [len(hand) for hand in hands] == [7, 7]
    assert hands[0] != hands[1]
    assert (await cleo.post(f"/api/rooms/{cleo.room}/leave", {"playerId": cleo.me}))[0] == 200
    await until(lambda: ada.ends)


async def test_a_match_of_three_players_goes_on_without_one_of_them(arena: ArenaServer) -> None:
    ada, bob, cleo = await three_players(arena)
    await arena.clock.advance(arena.service.settings.countdown_seconds)
    await until(lambda: all(bot.heard("turn") for bot in (ada, bob, cleo)))
    table = await arena.service.lobby.table(ada.room)
    on_turn = next(bot for bot in (ada, bob, cleo) if bot.turns)
    others = [bot for bot in (ada, bob, cleo) if bot is not on_turn]
    assert (await on_turn.post(f"/api/rooms/{ada.room}/leave", {"playerId": on_turn.me}))[0] == 200
    await until(lambda: any(bot.turns for bot in others))
    assert (table.folded.status, len(table.folded.people())) == ("playing", 2)
    assert not any(bot.ends for bot in others)
    last = others[0]
    assert (await last.post(f"/api/rooms/{ada.room}/leave", {"playerId": last.me}))[0] == 200
    end = await until(lambda: others[1].ends)
    assert end[0]["winner"]["id"] == others[1].me


async def test_a_dead_bot_never_stops_a_sandbox_room(arena: ArenaServer) -> None:
    bots = arena.bot(), arena.bot()
    _, made = await bots[0].post("/api/rooms", {"isSandbox": True, "targetScore": 1, "maxPlayers": 3})
    bots[1].silent = True
    for bot in bots:
        await bot.join(made["roomId"])
        await bot.connect()
    await arena.clock.advance(10)
    await until(lambda: bots[1].turns)
    await bots[1].close()
    table = await arena.service.lobby.table(made["roomId"])
    await until(lambda: not table.is_present(1))
    await arena.clock.advance(59)
    assert table.folded.people() == [0, 1]
    await arena.clock.advance(1.5)
    await until(lambda: table.folded.people() == [0])
    async with asyncio.timeout(120):
        while not bots[0].gone.is_set():
            await arena.clock.advance(2)  # what a bot of old does not answer, and the end
    assert bots[0].ends


async def test_a_new_socket_gets_the_open_decision_and_the_match_goes_on(arena: ArenaServer) -> None:
    ada, bob = await arena.pair(["r1 r2", "y5 y6"], "r9")
    first = ada.turns[0]
    assert ada.socket is not None
    await ada.socket.disconnect()
    await ada.connect()
    await arena.clock.advance(3)
    await until(lambda: len(ada.turns) == 2)
    assert ada.turns[1]["turnId"] > first["turnId"]
    assert len(ada.heard("gameStart")) == 1
    assert (await ada.request("play", cardIndex=0, turnId=ada.turns[1]["turnId"]))["success"]
    await until(lambda: bob.turns)


async def test_every_answer_is_json_and_no_input_causes_a_5xx(arena: ArenaServer) -> None:
    http = arena.bot().http
    bodies: list[dict[str, Any]] = [
        {"content": b"{", "headers": {"content-type": "application/json"}},
        {"content": b"[1]", "headers": {"content-type": "application/json"}},
        {"content": b"x=1", "headers": {"content-type": "text/plain"}},
        {"json": {"options": {"noSuchOption": 1}}},
        {"json": {"maxPlayers": 99}},
        {"content": b'{"a":"' + b"x" * 20000 + b'"}'},
    ]
    nobody = {"isSandbox": True, "firstName": "\u0000", "lastName": ""}
    replies = [
        await http.get("/api/nothing"),
        await http.get("/api/rooms/NOPE"),
        await http.delete("/api/rooms/list"),
        *[await http.post("/api/rooms", **body) for body in bodies],
        await http.post("/api/rooms/NOPE/play", json={"playerId": 5}),
        await http.post("/api/rooms/find-join", json=nobody),
    ]
    for reply in replies:
        body = reply.json()
        assert 400 <= reply.status_code < 500, body
        assert body["success"] is False
        assert isinstance(body["error"], str)
        assert body["code"]
