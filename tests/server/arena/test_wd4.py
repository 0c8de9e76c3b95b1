"""Wild Draw Four on the arena: the window, the challenge and its three ends (§4.7, §6.1, §6.5)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.server.arena.legacy import LegacyBot
from tests.server.arena.test_conduct import Pair, hand_of, more_turns, on_turn, public_id, two_silent, until

pytestmark = pytest.mark.anyio

GUILTY, INNOCENT = "wd4 17", "wd4 16"
"""Settings `seed` with whose deals somebody soon plays a Wild Draw Four with, or without, the colour in hand."""
ONE_CARD = {"initialCards": 1}


async def until_wd4(pair: Pair) -> Pair:
    """Draw and pass until whoever is on turn holds a Wild Draw Four; returns that player first."""
    for _ in range(40):
        player, other = on_turn(pair)
        hand = player.turns[-1]["hand"]
        if any(card["type"] == "WILD_DRAW_FOUR" for card in hand) and player.turns[-1]["phase"] == "turn":
            return player, other
        seen = len(pair[0].turns) + len(pair[1].turns)
        answer = await player.request("draw")
        if answer["result"]["playable"]:
            await more_turns(pair, seen)
            seen += 1
            await player.request("pass")
        await more_turns(pair, seen)
    raise AssertionError("these deals have no Wild Draw Four")


async def played(player: LegacyBot) -> dict[str, Any]:
    """Play it; the window is open when this returns."""
    hand = player.turns[-1]["hand"]
    index = next(i for i, card in enumerate(hand) if card["type"] == "WILD_DRAW_FOUR")
    answer = await player.request("play", cardIndex=index, wildColor="Green")
    assert answer["success"], answer
    await until(lambda: heard(player, "challengeWindow"))
    return answer


def heard(bot: LegacyBot, name: str) -> list[dict[str, Any]]:
    return [data for event, data in bot.events if event == name]


def penalties_of(bot: LegacyBot) -> list[dict[str, Any]]:
    return [data["result"] for data in heard(bot, "action") if data["type"] == "penalty"]


@asynccontextmanager
async def window(tmp_path: Path, seed: str, *, answers: bool = True, **settings: Any) -> AsyncIterator[Pair]:
    """A Wild Draw Four has been played; yields who played it and its victim."""
    async with two_silent(tmp_path, options=ONE_CARD, seed=seed, **settings) as (_, pair):
        if answers:
            for bot in pair:
                assert bot.socket is not None
                wish = {"roomId": bot.room, "playerId": bot.me, "features": ["wd4Challenge"]}
                await bot.socket.emit("joinRoom", wish)
        player, victim = await until_wd4(pair)
        await played(player)
        yield player, victim


async def test_during_the_window_nobody_has_a_turn_and_only_the_victim_answers(tmp_path: Path) -> None:
    async with window(tmp_path, GUILTY) as (player, victim):
        await until(lambda: heard(victim, "challengeWindow"))
        opened = heard(victim, "challengeWindow")[0]
        assert opened["playerId"] == victim.me
        assert opened["playedBy"] == public_id(victim, player)
        assert opened["color"] == "GREEN"
        turns = len(heard(victim, "turn")), len(heard(player, "turn"))
        cards = len(await hand_of(victim))
        for bot, verb, code in (
            (victim, "play", "WD4_RESPONSE_REQUIRED"),
            (player, "challenge", "NOT_YOUR_TURN"),
            (player, "accept", "NOT_YOUR_TURN"),
        ):
            answer = await bot.request(verb, cardIndex=0)
            assert (answer["code"], bot.answers[-1][1]) == (code, 409)
        assert len(await hand_of(victim)) == cards
        await asyncio.sleep(0.2)
        assert (len(heard(victim, "turn")), len(heard(player, "turn"))) == turns


async def test_a_challenge_of_the_guilty_is_won_and_the_turn_goes_on(tmp_path: Path) -> None:
    async with window(tmp_path, GUILTY) as (player, victim):
        before = len(await hand_of(player)), len(await hand_of(victim))
        turns = len(victim.turns)
        answer = await victim.request("challenge")
        assert (answer["result"]["won"], answer["result"]["count"]) == (True, 4)
        assert len(answer["result"]["shownHand"]) == before[0]
        assert (len(await hand_of(player)), len(await hand_of(victim))) == (before[0] + 4, before[1])
        await until(lambda: len(victim.turns) > turns)
        assert victim.turns[-1]["currentColor"] == "GREEN"
        assert heard(victim, "handShown")[0]["cards"] == answer["result"]["shownHand"]
        assert heard(player, "handShown") == []
        for bot in (player, victim):
            assert [data["result"]["won"] for data in heard(bot, "action") if data["type"] == "challenge"] == [True]
        again = await victim.request("challenge")
        assert (again["code"], victim.answers[-1][1]) == ("NO_WD4_TO_CHALLENGE", 409)


async def test_a_challenge_of_the_innocent_costs_six_cards_and_the_turn(tmp_path: Path) -> None:
    async with window(tmp_path, INNOCENT) as (player, victim):
        before = len(await hand_of(player)), len(await hand_of(victim))
        turns = len(player.turns)
        answer = await victim.request("challenge")
        assert (answer["result"]["won"], answer["result"]["count"]) == (False, 6)
        await until(lambda: len(player.turns) > turns)
        # One card left and no call: that costs two cards, which are none of the challenge's.
        assert (before[0], [data["code"] for data in penalties_of(player)]) == (1, ["UNO_BYPASS"])
        assert (len(await hand_of(player)), len(await hand_of(victim))) == (before[0] + 2, before[1] + 6)


@pytest.mark.parametrize("verb", ["accept", "draw"])
async def test_a_victim_who_accepts_or_draws_takes_four_cards(tmp_path: Path, verb: str) -> None:
    async with window(tmp_path, GUILTY) as (player, victim):
        before = len(await hand_of(victim))
        turns = len(player.turns)
        answer = await victim.request(verb)
        assert answer["result"] == {"accepted": True, "count": 4}
        assert len(await hand_of(victim)) == before + 4
        await until(lambda: len(player.turns) > turns)


async def test_a_bot_that_does_not_know_the_window_accepts_when_it_closes(tmp_path: Path) -> None:
    async with window(tmp_path, GUILTY, answers=False, wd4_window_ms=200) as (player, victim):
        before = len(victim.turns[-1]["hand"]) if victim.turns else 1
        await until(lambda: [data for data in heard(player, "action") if data["type"] == "accept"])
        assert len(await hand_of(victim)) >= before + 4
