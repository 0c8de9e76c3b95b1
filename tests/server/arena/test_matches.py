"""Legacy bots play whole matches on the arena, unchanged (conformance 1–4)."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from paiju.client import Client
from tests.server.arena.legacy import LegacyBot
from tests.server.serving import serving

QUICK: dict[str, Any] = {
    "countdown_seconds": "0.1",
    "bot_delay_min_ms": "0",
    "bot_delay_max_ms": "2",
    "round_pause_ms": "10",
    "post_game_ms": "30",
    "event_gap_ms": "2",
    "wd4_window_ms": "5",
    "target_score": "60",
    "turn_seconds": "100",
}


def penalties(bot: LegacyBot) -> list[dict[str, Any]]:
    """Penalties that the bot was given."""
    return [
        data
        for name, data in bot.events
        if name == "action" and data["type"] == "penalty" and data["playerId"] == bot.me
    ]


@pytest.mark.parametrize("transport", ["websocket", "polling"])
def test_a_legacy_bot_plays_two_matches_in_a_row_against_system_bots(tmp_path: Path, transport: str) -> None:
    async def run() -> None:
        async with serving(tmp_path, **QUICK) as server:
            bot = LegacyBot(server.base, 1)
            bot.transports = [transport]
            bot.voluntary_draws = True
            for match in range(2):
                end = await asyncio.wait_for(bot.play_match(), 200)
                assert end["players"][0] == {**end["winner"], "score": end["score"]}
                assert end["score"] >= 60
                assert any(row["id"] == bot.me for row in end["players"])
                names = [name for name, _ in bot.events]
                assert names.count("gameStart") == names.count("gameEnd") == match + 1
            assert penalties(bot) == []
            assert all(status == 200 for verb, status, _ in bot.answers if verb in ("play", "draw"))
            await bot.close()

    asyncio.run(run())


@pytest.mark.parametrize("players", [2, 4])
def test_legacy_bots_alone_in_a_room_share_one_match(tmp_path: Path, players: int) -> None:
    async def run() -> None:
        async with serving(tmp_path, **QUICK) as server:
            bots = [LegacyBot(server.base, n + 1, sandbox=False, only_players=True) for n in range(players)]
            room = await bots[0].find_room()
            ends = await asyncio.wait_for(asyncio.gather(*[bot.play_match(room) for bot in bots]), 200)
            assert len({end["score"] for end in ends}) == 1
            assert all(len(end["players"]) == players for end in ends)
            for bot in bots:
                assert penalties(bot) == []
                await bot.close()
            reader = LegacyBot(server.base, 9)
            board = (await reader.http.get("/api/leaderboard")).json()
            await reader.close()
            assert sum(row["wins"] for row in board["leaderboard"]) == 1
            assert sum(row["gamesPlayed"] for row in board["leaderboard"]) == players
            async with Client(server.base) as client:
                rows = (await client.ladder("uno", "competitive")).rows
            assert len(rows) == players
            assert not any(row.verified for row in rows)  # a MAC is what somebody says of himself

    asyncio.run(run())


def test_each_decision_has_one_private_turn_and_nobody_sees_another_hand_or_secret(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path, **QUICK) as server:
            bots = [LegacyBot(server.base, n + 1, only_players=True) for n in range(3)]
            room = await bots[0].find_room()
            await asyncio.wait_for(asyncio.gather(*[bot.play_match(room) for bot in bots]), 200)
            for bot in bots:
                numbers = [turn["turnId"] for turn in bot.turns]
                assert len(numbers) == len(set(numbers))
                others = {other.me for other in bots if other is not bot}
                for name, data in bot.events:
                    assert not others & set(str(data).replace("'", '"').split('"'))
                    if name == "turn":
                        assert ("hand" in data) == (data["playerId"] == bot.me)
                await bot.close()

    asyncio.run(run())
