"""Legacy bots play whole matches on the arena, unchanged (conformance 1–4)."""

import asyncio
from pathlib import Path

import pytest

from tests.server.arena.legacy import LegacyBot
from tests.server.arena.playing import QUICK, ArenaServer, penalties, serving_arena
from tests.server.serving import Client, serving

pytestmark = pytest.mark.anyio

ONE_ROUND = {"target_score": 1, "wd4_window_ms": 0, "post_game_ms": 0}
"""A match is over after one round; nothing in it takes time but the countdown."""


@pytest.mark.parametrize("transport", ["websocket", "polling"])
async def test_a_legacy_bot_plays_two_matches_in_a_row_against_system_bots(tmp_path: Path, transport: str) -> None:
    async with serving(tmp_path, **QUICK, seed="two in a row", open_rooms=1) as server:
        bot = LegacyBot(server.base, 1)
        bot.transports = [transport]
        bot.voluntary_draws = True
        for match in range(2):
            end = await bot.play_match()
            assert end["players"][0] == {**end["winner"], "score": end["score"]}
            assert end["score"] >= 60
            assert any(row["id"] == bot.me for row in end["players"])
            assert len(bot.heard("gameStart")) == len(bot.heard("gameEnd")) == match + 1
        assert penalties(bot) == []
        assert all(status == 200 for verb, status, _ in bot.answers if verb in ("play", "draw"))
        await bot.close()


async def play_together(arena: ArenaServer, players: int, *, sandbox: bool) -> list[LegacyBot]:
    """A match of legacy bots in one room, to its end."""
    bots = [arena.bot(sandbox=sandbox, only_players=True) for _ in range(players)]
    room = await bots[0].find_room()
    for bot in bots:
        await bot.join(room)
        await bot.connect()
    await arena.clock.advance(10)
    await asyncio.gather(*[bot.gone.wait() for bot in bots])
    return bots


@pytest.mark.parametrize("players", [2, 4])
async def test_legacy_bots_alone_in_a_room_share_one_match(tmp_path: Path, players: int) -> None:
    async with serving_arena(tmp_path, **ONE_ROUND) as arena:
        bots = await play_together(arena, players, sandbox=False)
        assert len({bot.ends[0]["score"] for bot in bots}) == 1
        for bot in bots:
            assert len(bot.ends[0]["players"]) == players
            assert penalties(bot) == []
        board = (await arena.bot().http.get("/api/leaderboard")).json()
        assert sum(row["wins"] for row in board["leaderboard"]) == 1
        assert sum(row["gamesPlayed"] for row in board["leaderboard"]) == players
        async with Client(arena.base) as client:
            rows = (await client.ladder("uno", "competitive")).rows
        assert len(rows) == players
        assert not any(row.verified for row in rows)  # a MAC is what somebody says of himself


async def test_a_match_in_the_sandbox_counts_on_the_leaderboard_of_the_sandbox_alone(tmp_path: Path) -> None:
    async with serving_arena(tmp_path, **ONE_ROUND) as arena:
        await play_together(arena, 2, sandbox=True)
        http = arena.bot().http
        assert (await http.get("/api/leaderboard")).json()["leaderboard"] == []
        board = (await http.get("/api/leaderboard?sandbox=true")).json()
        assert (board["sandbox"], sum(row["wins"] for row in board["leaderboard"])) == (True, 1)


async def test_each_decision_has_one_private_turn_and_nobody_sees_another_hand_or_secret(tmp_path: Path) -> None:
    async with serving_arena(tmp_path, **ONE_ROUND) as arena:
        bots = await play_together(arena, 3, sandbox=True)
        for bot in bots:
            numbers = [turn["turnId"] for turn in bot.turns]
            assert len(numbers) == len(set(numbers)) > 1
            others = {other.me for other in bots if other is not bot}
            for name, data in bot.events:
                assert not others & set(str(data).replace("'", '"').split('"'))
                if name == "turn":
                    assert ("hand" in data) == (data["playerId"] == bot.me)
