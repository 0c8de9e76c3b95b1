"""Wild Draw Four on the arena: the window, the challenge and its three ends (§4.7, §6.1, §6.5)."""

import pytest

from tests.server.arena.playing import ArenaServer, Pair, actions, all_heard, hand_of, penalties, public_id
from tests.server.serving import until

pytestmark = pytest.mark.anyio

GUILTY = "w4 r1 g1"
"""A hand with a card of the colour that lies there, so that the Wild Draw Four could be challenged with success."""
INNOCENT = "w4 g1"


async def window(arena: ArenaServer, hand: str, *, answers: bool = True) -> Pair:
    """A Wild Draw Four has been played from this hand on a red card; returns who played it and its victim."""
    others = " ".join(f"y{number}" for number in range(5, 5 + len(hand.split())))
    pair = await arena.pair([hand, others], "r9", features=["wd4Challenge"] if answers else [])
    answer = await pair[0].request("play", cardIndex=0, wildColor="Green")
    assert answer["success"], answer
    await until(lambda: all(bot.heard("challengeWindow") for bot in pair))
    return pair


async def test_during_the_window_nobody_has_a_turn_and_only_the_victim_answers(arena: ArenaServer) -> None:
    player, victim = await window(arena, GUILTY)
    opened = victim.heard("challengeWindow")[0]
    assert opened["playerId"] == victim.me
    assert opened["playedBy"] == public_id(victim, player)
    assert (opened["color"], opened["seconds"]) == ("GREEN", 60)
    turns = len(victim.heard("turn")), len(player.heard("turn"))
    cards = len(await hand_of(victim))
    for bot, verb, code in (
        (victim, "play", "WD4_RESPONSE_REQUIRED"),
        (player, "challenge", "NOT_YOUR_TURN"),
        (player, "accept", "NOT_YOUR_TURN"),
    ):
        answer = await bot.request(verb, cardIndex=0)
        assert (answer["code"], bot.answers[-1][1]) == (code, 409)
    assert len(await hand_of(victim)) == cards
    await arena.clock.advance(59)
    await all_heard(victim, player)
    assert (len(victim.heard("turn")), len(player.heard("turn"))) == turns


async def test_a_challenge_of_the_guilty_is_won_and_the_turn_goes_on(arena: ArenaServer) -> None:
    player, victim = await window(arena, GUILTY)
    before = len(await hand_of(player)), len(await hand_of(victim))
    answer = await victim.request("challenge")
    assert (answer["result"]["won"], answer["result"]["count"]) == (True, 4)
    assert len(answer["result"]["shownHand"]) == before[0]
    assert (len(await hand_of(player)), len(await hand_of(victim))) == (before[0] + 4, before[1])
    await until(lambda: victim.turns)
    assert victim.turns[-1]["currentColor"] == "GREEN"
    assert victim.heard("handShown")[0]["cards"] == answer["result"]["shownHand"]
    again = await victim.request("challenge")
    assert (again["code"], victim.answers[-1][1]) == ("NO_WD4_TO_CHALLENGE", 409)
    await all_heard(player, victim)
    assert player.heard("handShown") == []
    for bot in (player, victim):
        assert [data["result"]["won"] for data in actions(bot, "challenge")] == [True]


async def test_a_challenge_of_the_innocent_costs_six_cards_and_the_turn(arena: ArenaServer) -> None:
    player, victim = await window(arena, INNOCENT)
    before = len(await hand_of(player)), len(await hand_of(victim))
    answer = await victim.request("challenge")
    assert (answer["result"]["won"], answer["result"]["count"]) == (False, 6)
    await until(lambda: len(player.turns) == 2)
    # One card left and no call: that costs two cards, which are none of the challenge's.
    assert (before[0], [data["result"]["code"] for data in penalties(player)]) == (1, ["UNO_BYPASS"])
    assert (len(await hand_of(player)), len(await hand_of(victim))) == (before[0] + 2, before[1] + 6)


@pytest.mark.parametrize("verb", ["accept", "draw"])
async def test_a_victim_who_accepts_or_draws_takes_four_cards(arena: ArenaServer, verb: str) -> None:
    player, victim = await window(arena, GUILTY)
    before = len(await hand_of(victim))
    answer = await victim.request(verb)
    assert answer["result"] == {"accepted": True, "count": 4}
    assert len(await hand_of(victim)) == before + 4
    await until(lambda: len(player.turns) == 2)


async def test_a_bot_that_does_not_know_the_window_accepts_when_it_closes(arena: ArenaServer) -> None:
    player, victim = await window(arena, GUILTY, answers=False)
    assert victim.heard("challengeWindow")[0]["seconds"] == 1.5
    before = len(await hand_of(victim))
    await arena.clock.advance(1.4)
    await all_heard(player)
    assert not actions(player, "accept")
    await arena.clock.advance(0.2)
    await until(lambda: actions(player, "accept"))
    assert len(await hand_of(victim)) == before + 4
