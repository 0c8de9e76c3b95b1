"""Penalties, clock, limits, leaving and reconnecting on the arena (conformance 5–10)."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.server.arena.legacy import LegacyBot, fits
from tests.server.arena.test_matches import QUICK, penalties
from tests.server.serving import Running, serving

Pair = tuple[LegacyBot, LegacyBot]
DEALS = "one card left"
"""A setting `seed` whose deals are short of surprises."""


async def until(check: Callable[[], Any], seconds: float = 60.0) -> Any:
    """Wait until something is there."""
    async with asyncio.timeout(seconds):
        while not (found := check()):
            await asyncio.sleep(0.005)
    return found


@asynccontextmanager
async def two_silent(
    tmp_path: Path, sandbox: bool = True, options: dict[str, Any] | None = None, **settings: Any
) -> AsyncIterator[tuple[Running, Pair]]:
    """Two people in a running match who do nothing by themselves."""
    async with serving(tmp_path, **{**QUICK, "wd4_window_ms": "60000", "open_rooms": "0", **settings}) as server:
        bots = [LegacyBot(server.base, n + 1, sandbox=sandbox, only_players=True) for n in range(2)]
        _, made = await bots[0].post("/api/rooms", {"isSandbox": sandbox, "options": options or {}})
        for bot in bots:
            bot.silent = True
            await bot.join(made["roomId"])
            await bot.connect()
        await until(lambda: any(bot.turns for bot in bots))
        try:
            yield server, (bots[0], bots[1])
        finally:
            for bot in bots:
                await bot.close()


async def more_turns(pair: Pair, seen: int) -> None:
    """Wait until the two have been offered more than so many decisions."""
    await until(lambda: len(pair[0].turns) + len(pair[1].turns) > seen)


def on_turn(pair: Pair) -> Pair:
    """Who is on turn, and the other one."""
    turns = [(bot.turns[-1]["turnId"] if bot.turns else 0) for bot in pair]
    return pair if turns[0] > turns[1] else (pair[1], pair[0])


async def hand_of(bot: LegacyBot) -> list[dict[str, Any]]:
    """The own hand as the room shows it."""
    room = (await bot.http.get(f"/api/rooms/{bot.room}", params={"playerId": bot.me})).json()
    return list(room["result"]["hand"])


def public_id(viewer: LegacyBot, other: LegacyBot) -> str:
    """How one player knows the other."""
    players = next(data["players"] for name, data in viewer.events if name == "gameStart")
    name = " ".join(other.name)
    return str(next(row["id"] for row in players if row["name"] == name))


async def go_down_to_one(pair: Pair) -> Pair:
    """Draw and play with two-card hands until somebody has laid a card in silence; returns that player first.

    With known deals it is known that this happens, and when.
    """
    for _ in range(100):
        player, other = on_turn(pair)
        turn = player.turns[-1]
        hand = turn["hand"]
        seen = len(player.turns) + len(other.turns)
        usable = [i for i, card in enumerate(hand) if fits(card, turn["topCard"], turn["currentColor"])]
        plain = [i for i in usable if hand[i]["type"] == "NUMBER"]
        if len(hand) == 2 and plain:
            answer = await player.request("play", cardIndex=plain[0])
            assert answer["result"]["unoMissing"] is True
            return player, other
        usable = [i for i in usable if hand[i]["type"] != "WILD_DRAW_FOUR"]
        if turn["drawnCardIndex"] is not None:
            usable = [i for i in usable if i == turn["drawnCardIndex"]]
        if len(hand) > 2 and usable:
            answer = await player.request("play", cardIndex=usable[0], wildColor="RED")
        else:
            answer = await player.request("pass" if turn["drawnCardIndex"] is not None else "draw")
        assert answer["success"], answer
        await more_turns(pair, seen)
    pytest.fail("nobody went down to one card")


def test_moving_out_of_turn_costs_two_cards(tmp_path: Path) -> None:
    async def run() -> None:
        async with two_silent(tmp_path) as (_, pair):
            _, other = on_turn(pair)
            before = len(await hand_of(other))
            status, data = await other.post(f"/api/rooms/{other.room}/play", {"playerId": other.me, "cardIndex": 0})
            assert (status, data["success"], data["code"]) == (200, False, "NOT_YOUR_TURN")
            assert data["result"]["penalty"] is True
            assert data["result"]["penaltyTitle"] == "Out of turn"
            assert len(await hand_of(other)) == before + 2
            shown = await until(lambda: penalties(other))
            assert shown[0]["result"]["count"] == 2

    asyncio.run(run())


def test_a_card_that_does_not_match_costs_two_cards_and_the_decision_is_offered_again(tmp_path: Path) -> None:
    async def run() -> None:
        async with two_silent(tmp_path, options={"initialCards": 10}) as (_, pair):
            player, _ = on_turn(pair)
            turn = player.turns[-1]
            wrong = [i for i, c in enumerate(turn["hand"]) if not fits(c, turn["topCard"], turn["currentColor"])]
            data = await player.request("play", cardIndex=wrong[0])
            assert data["code"] == "INVALID_CARD"
            assert data["result"]["penaltyTitle"] == "Illegal play"
            again = await until(lambda: player.turns[-1] if player.turns[-1] is not turn else None)
            assert again["turnId"] > turn["turnId"]
            assert len(again["hand"]) == len(turn["hand"]) + 2
            status, stale = await player.post(
                f"/api/rooms/{player.room}/draw", {"playerId": player.me, "turnId": turn["turnId"]}
            )
            assert (status, stale["code"]) == (409, "STALE_TURN")

    asyncio.run(run())


async def _caught(player: LegacyBot, other: LegacyBot) -> None:
    data = await other.request("catchout", targetId=public_id(other, player))
    assert data["result"] == {"caught": True, "count": 2}
    assert len(await hand_of(player)) == 3
    shown = await until(lambda: penalties(player))
    assert shown[0]["result"]["penaltyTitle"] == "Caught without UNO"


async def _bypassed(player: LegacyBot, other: LegacyBot) -> None:
    await until(lambda: other.turns and other.turns[-1]["turnId"] > player.turns[-1]["turnId"])
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
def test_a_missing_call_is_caught_bypassed_or_made_up_for(
    tmp_path: Path, ending: Callable[[LegacyBot, LegacyBot], Awaitable[None]]
) -> None:
    async def run() -> None:
        async with two_silent(tmp_path, options={"initialCards": 2}, seed=DEALS) as (_, pair):
            await ending(*await go_down_to_one(pair))

    asyncio.run(run())


def test_a_silent_player_is_timed_out_in_competitive_rooms_only(tmp_path: Path) -> None:
    async def run() -> None:
        async with two_silent(tmp_path, sandbox=False, turn_seconds="0.2") as (_, pair):
            timed_out = await until(lambda: [d for n, d in pair[0].events if n == "action" and d["type"] == "timeout"])
            assert timed_out
        async with two_silent(tmp_path / "sandbox", sandbox=True, turn_seconds="0.2") as (_, pair):
            await asyncio.sleep(0.6)
            assert not [d for n, d in pair[0].events if n == "action"]
            assert pair[0].events[-1][1]["timeoutSeconds"] is None

    asyncio.run(run())


def test_a_pass_after_an_unplayable_draw_is_excused_once_and_a_repeated_move_is_forgiven(tmp_path: Path) -> None:
    async def run() -> None:
        async with two_silent(tmp_path) as (_, pair):
            for _ in range(30):
                player, other = on_turn(pair)
                seen = len(player.turns) + len(other.turns)
                answer = await player.request("draw")
                if answer["result"]["turnEnded"]:
                    again = await player.request("draw")
                    assert (again["code"], again.get("result")) == ("NOT_YOUR_TURN", None)
                    assert (await player.request("pass"))["result"] == {"passed": True, "alreadyEnded": True}
                    assert (await player.request("pass"))["code"] == "NOT_YOUR_TURN"
                    assert penalties(player) == []
                    return
                await more_turns(pair, seen)
                await player.request("pass")
                await more_turns(pair, seen + 1)
            pytest.fail("every draw was playable")

    asyncio.run(run())


def test_a_bot_slowed_by_limits_still_finishes(tmp_path: Path) -> None:
    async def run() -> None:
        limits = {"limits_enabled": "1", "limits_game": "8/2", "limits_global": "1000/60", "target_score": "1"}
        async with serving(tmp_path, **{**QUICK, **limits}) as server:
            bot = LegacyBot(server.base, 1)
            await asyncio.wait_for(bot.play_match(), 200)
            assert penalties(bot) == []
            await bot.close()

    asyncio.run(run())


@pytest.mark.anyio
async def test_the_clock_of_a_player_who_ran_into_the_limit_twice_goes_on(tmp_path: Path) -> None:
    limits: dict[str, Any] = {"limits_enabled": "1", "limits_game": "4/12", "pace_turns": "0", "turn_seconds": "2"}
    async with two_silent(tmp_path, sandbox=False, **limits) as (_, pair):
        player, _other = on_turn(pair)
        for _ in range(4):
            await player.request("challenge")
        refused = [await player.request("challenge") for _ in range(2)]
        assert [answer["code"] for answer in refused] == ["RATE_LIMITED"] * 2
        await until(lambda: any(name == "action" and data["type"] == "timeout" for name, data in player.events))


def test_limits_answer_429_with_the_time_to_wait(tmp_path: Path) -> None:
    async def run() -> None:
        limits = {"limits_enabled": "1", "limits_game": "5/3000"}
        async with serving(tmp_path, **{**QUICK, **limits}) as server:
            flood = LegacyBot(server.base, 2)
            await flood.join()
            replies = [
                await flood.http.post(f"/api/rooms/{flood.room}/uno", json={"playerId": flood.me}) for _ in range(6)
            ]
            assert [reply.status_code for reply in replies] == [409] * 5 + [429]
            assert int(replies[-1].headers["retry-after"]) >= 1
            body = replies[-1].json()
            assert (body["success"], body["code"], body["retryAfter"] >= 1) == (False, "RATE_LIMITED", True)
            await flood.close()

    asyncio.run(run())


def test_a_request_that_is_refused_takes_nothing_from_any_bucket(tmp_path: Path) -> None:
    async def run() -> None:
        limits = {"limits_enabled": "1", "limits_rooms": "1/3600", "limits_global": "5/9000", "ip_factor": "1"}
        async with serving(tmp_path, **{**QUICK, **limits}) as server:
            bot, other = LegacyBot(server.base, 1), LegacyBot(server.base, 2)
            assert [(await bot.post("/api/rooms", {}))[0] for _ in range(20)] == [200] + [429] * 19
            assert [(await other.http.get("/api/rooms/list")).status_code for _ in range(6)] == [200] * 4 + [429] * 2
            await bot.close()
            await other.close()

    asyncio.run(run())


def test_every_request_refuses_everybody_but_the_owner_of_the_seat_alike(tmp_path: Path) -> None:
    async def run() -> None:
        async with two_silent(tmp_path, limits_secrets="100000/1") as (server, (ada, bob)):
            stranger, gone = [LegacyBot(server.base, number, only_players=True) for number in (8, 9)]
            for bot in (stranger, gone):
                _, elsewhere = await bot.post("/api/rooms", {"isSandbox": True})
                await bot.join(elsewhere["roomId"])
            await gone.post(f"/api/rooms/{gone.room}/leave", {"playerId": gone.me})
            table = await server.service.lobby.table(ada.room)
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
            for value in ("made-up", public_id(ada, bob), gone.me):
                stranger.me = value
                await stranger.connect()
                errors = await until(lambda: [data for name, data in stranger.events if name == "joinError"])
                assert errors[-1]["code"] == "PLAYER_NOT_IN_ROOM"
                assert {name for name, _ in stranger.events} == {"joinError"}
            assert table.folded.seq == before
            await stranger.close()
            await gone.close()

    asyncio.run(run())


def test_one_room_per_mac_mode_mismatch_find_join_and_leaving(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path, **{**QUICK, "countdown_seconds": "60"}) as server:
            ada, bob = LegacyBot(server.base, 1), LegacyBot(server.base, 2)
            await ada.join()
            await ada.connect()
            await until(lambda: [n for n, _ in ada.events if n == "countdownStart"])
            person = {"firstName": "Ada", "lastName": "Again", "MAC": ada.mac, "isSandbox": True}
            _, made = await bob.post("/api/rooms", {"isSandbox": True})
            status, data = await ada.post(f"/api/rooms/{made['roomId']}/join", person)
            assert (status, data["code"]) == (409, "ALREADY_IN_ROOM")
            other = {"firstName": "Bob", "lastName": "Bot", "MAC": bob.mac}
            status, data = await bob.post(f"/api/rooms/{ada.room}/join", {**other, "isSandbox": False})
            assert (status, data["code"]) == (409, "ROOM_MODE_MISMATCH")
            status, data = await bob.post("/api/rooms/find-join", {**other, "playerName": "Number1"})
            assert (status, data["code"]) == (403, "SANDBOX_ONLY")
            wanted = {**other, "isSandbox": True, "playerName": "nobody"}
            assert (await bob.post("/api/rooms/find-join", wanted))[1]["code"] == "PLAYER_NOT_FOUND"
            status, data = await bob.post("/api/rooms/find-join", {**wanted, "playerName": "number1"})
            assert (status, data["roomId"]) == (200, ada.room)
            left = await bob.post(f"/api/rooms/{ada.room}/leave", {"playerId": data["playerId"]})
            assert left == (200, {"success": True, "result": {"left": True}})
            assert (await bob.post(f"/api/rooms/{ada.room}/leave", {"playerId": data["playerId"]}))[0] == 403
            await ada.close()
            await bob.close()

    asyncio.run(run())


def test_two_joins_of_one_mac_at_the_same_time_give_one_seat(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path, **{**QUICK, "countdown_seconds": "60"}) as server:
            bot = LegacyBot(server.base, 1)
            rooms = [(await bot.post("/api/rooms", {"isSandbox": True}))[1]["roomId"] for _ in range(4)]
            body = {"firstName": "Ada", "lastName": "Bot", "MAC": bot.mac, "isSandbox": True, "onlyPlayers": True}
            tables = [await server.service.lobby.table(room) for room in rooms]
            await asyncio.gather(*[bot.post(f"/api/rooms/{room}/join", body) for room in rooms])
            assert sum(len(table.folded.people()) for table in tables) == 1
            await bot.close()

    asyncio.run(run())


def test_the_end_of_a_match_reaches_the_successor_of_a_lost_socket_and_nobody_twice(tmp_path: Path) -> None:
    async def run() -> None:
        async with two_silent(tmp_path, post_game_ms="2000") as (_, (ada, bob)):
            assert (await ada.post(f"/api/rooms/{ada.room}/leave", {"playerId": ada.me}))[0] == 200
            await until(lambda: bob.ends)
            assert bob.socket is not None
            await bob.socket.disconnect()
            for told in (2, 2):  # the first socket may have lost it; the second was sent away by the server
                await bob.connect()
                await asyncio.wait_for(bob.gone.wait(), 60)
                assert len(bob.ends) == told

    asyncio.run(run())


def test_leaving_a_running_match_is_refused_in_competitive_and_allowed_in_sandbox(tmp_path: Path) -> None:
    async def run() -> None:
        async with two_silent(tmp_path, sandbox=False) as (_, pair):
            status, data = await pair[0].post(f"/api/rooms/{pair[0].room}/leave", {"playerId": pair[0].me})
            assert (status, data["code"]) == (409, "CANNOT_LEAVE_WHILE_PLAYING")
        async with two_silent(tmp_path / "sandbox") as (_, pair):
            status, _ = await pair[0].post(f"/api/rooms/{pair[0].room}/leave", {"playerId": pair[0].me})
            assert status == 200
            end = await until(lambda: pair[1].ends)
            assert end[0]["winner"]["id"] == pair[1].me

    asyncio.run(run())


def test_a_dead_bot_never_stops_a_sandbox_room(tmp_path: Path) -> None:
    async def run() -> None:
        settings = {**QUICK, "sandbox_orphan_seconds": "0.3"}
        async with serving(tmp_path, **settings) as server:
            bots = [LegacyBot(server.base, n + 1) for n in range(2)]
            room = await bots[0].find_room()
            bots[1].silent = True
            for bot in bots:
                await bot.join(room)
                await bot.connect()
            await until(lambda: [n for n, _ in bots[1].events if n == "gameStart"])
            await bots[1].close()
            await asyncio.wait_for(bots[0].gone.wait(), 200)
            assert bots[0].ends
            await bots[0].close()

    asyncio.run(run())


def test_a_new_socket_gets_the_open_decision_and_the_match_goes_on(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path, **QUICK) as server:
            bot = LegacyBot(server.base, 1)
            bot.silent = True
            await bot.join()
            await bot.connect()
            first = (await until(lambda: bot.turns))[0]
            assert bot.socket is not None
            await bot.socket.disconnect()
            bot.silent = False
            await bot.connect()
            await asyncio.wait_for(bot.gone.wait(), 200)
            assert bot.ends
            assert bot.turns[1]["turnId"] > first["turnId"]
            assert [n for n, _ in bot.events].count("gameStart") == 1
            await bot.close()

    asyncio.run(run())


def test_every_answer_is_json_and_no_input_causes_a_5xx(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path, **QUICK) as server:
            bot = LegacyBot(server.base, 1)
            http = bot.http
            replies = [
                await http.get("/api/nothing"),
                await http.get("/api/rooms/NOPE"),
                await http.delete("/api/rooms/list"),
                await http.post("/api/rooms", content=b"{", headers={"content-type": "application/json"}),
                await http.post("/api/rooms", content=b"[1]", headers={"content-type": "application/json"}),
                await http.post("/api/rooms", content=b"x=1", headers={"content-type": "text/plain"}),
                await http.post("/api/rooms", json={"options": {"noSuchOption": 1}}),
                await http.post("/api/rooms", json={"maxPlayers": 99}),
                await http.post("/api/rooms/NOPE/play", json={"playerId": 5}),
                await http.post("/api/rooms", content=b'{"a":"' + b"x" * 20000 + b'"}'),
                await http.post(
                    "/api/rooms/find-join", json={"isSandbox": True, "firstName": "\u0000", "lastName": ""}
                ),
            ]
            for reply in replies:
                body = reply.json()
                assert 400 <= reply.status_code < 500, body
                assert body["success"] is False
                assert isinstance(body["error"], str)
                assert body["code"]
            await bot.close()

    asyncio.run(run())
