"""A request that is sent again because its answer was lost gets the first answer, and adds nothing."""

import asyncio
import random
from pathlib import Path

import pytest

from paiju.server.match import action_keys
from tests.server.arena.playing import hand_of, public_id, two_silent
from tests.server.compiled import replaces_internals
from tests.server.deals import StackedDeals, uno_deal
from tests.server.serving import Client, first_turn, play_out, seat_of, serving

pytestmark = pytest.mark.anyio


@replaces_internals
async def test_an_action_id_that_memory_has_forgotten_is_still_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(action_keys, "_RECENT", 1)
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await seat_of(client, options={"targetScore": 10000})
        answers = []
        for number in range(3):
            view = await first_turn(client, mine)
            answers.append(await client.act(mine.room, mine.secret, {"type": "DRAW_CARD"}, f"a{number}"))
            if (await client.view(mine.room, mine.secret)).view["phase"] == "drawn":  # type: ignore[index]
                await client.act(mine.room, mine.secret, {"type": "SKIP_TURN"}, f"b{number}")
        length = (await client.room(mine.room)).seq
        for number in range(3):  # once as it was sent, once naming a position of long ago, once out of turn
            again = await client.act(mine.room, mine.secret, {"type": "DRAW_CARD"}, f"a{number}", view.seq)
            assert (again.seq, again.repeated) == (answers[number].seq, True)
        draws = [e for e in await server.service.log.read(mine.match) if e.key and e.key.startswith("0:a")]
        assert [entry.seq for entry in draws] == [answer.seq for answer in answers]
        assert (await client.room(mine.room)).seq >= length


async def test_somebody_who_took_the_seat_over_may_use_the_same_action_ids(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        ada = await seat_of(client, seats=2, bots=[], start=False, options={"targetScore": 10000, "initialCards": 1})
        bo = await client.join(ada.room, "Bo")
        await client.start(ada.room, ada.secret)
        async with client.table(ada.room, ada.secret, views="turn") as table:
            playing = asyncio.create_task(play_out(table, random.Random(1)))
            bos = await first_turn(client, bo)
            await client.act(ada.room, bo.secret, bos.legal[0], "1")
            await client.leave(ada.room, bo.secret)
            cy = await client.join(ada.room, "Cy")
            async with asyncio.timeout(60):
                while (view := await client.view(ada.room, cy.secret)).clock.seat != bo.seat or view.seat != bo.seat:
                    await asyncio.sleep(0.02)
            answer = await client.act(ada.room, cy.secret, view.legal[0], "1")
            assert (answer.repeated, answer.seq > view.seq) == (False, True)
            playing.cancel()


async def test_a_repeated_action_that_was_punished_is_said_to_have_been_punished(tmp_path: Path) -> None:
    deals = StackedDeals()
    deals.stack(uno_deal(["r5 b7", "g1 g2"], "r9", rulebook="arena"))
    async with serving(tmp_path, deals) as server, Client(server.base) as client:
        mine = await seat_of(client, rulebook="arena", seats=2, bots=["easy"], options={"initialCards": 2})
        play = {"type": "PLAY_CARD", "cardId": "blue-7-38"}
        first = await client.act(mine.room, mine.secret, play, "wrong")
        again = await client.act(mine.room, mine.secret, play, "wrong")
        assert first.penalty is not None
        assert (again.seq, again.repeated, again.penalty) == (first.seq, True, first.penalty)


async def test_a_repeated_arena_request_gets_the_first_answer(tmp_path: Path) -> None:
    async with two_silent(tmp_path) as (_, pair):
        player, other = pair
        first = await player.request("draw", actionId="d1")
        hand = await hand_of(player)
        assert first["result"]["card"] == hand[-1]
        assert await player.request("draw", actionId="d1") == first
        await other.request("draw")
        assert await player.request("draw", actionId="d1") == first
        assert await hand_of(player) == hand


async def test_a_repeated_arena_request_that_cost_cards_costs_them_once(tmp_path: Path) -> None:
    async with two_silent(tmp_path) as (_, pair):
        player, other = pair
        before = len(await hand_of(other))
        first = await other.request("draw", actionId="early")
        assert (first["code"], first["result"]["count"]) == ("NOT_YOUR_TURN", 2)
        assert await other.request("draw", actionId="early") == first
        accused = {"targetId": public_id(other, player), "actionId": "accuse"}
        catch = await other.request("catchout", **accused)
        assert catch["result"]["count"] == 2
        assert await other.request("catchout", **accused) == catch
        assert len(await hand_of(other)) == before + 4
