"""Customs of rooms at their edges: votes, hosts, catching."""

import asyncio
import json
import random
from pathlib import Path

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection

from paiju.client import Refused
from paiju.games.uno.position import Position
from paiju.protocol import rooms as m
from paiju.protocol.base import Json
from paiju.protocol.messages import LeaveMessage
from paiju.protocol.play import ViewAnswer
from paiju.server.live import socket as live
from tests.server.clock import ManualClock
from tests.server.deals import StackedDeals, dealt
from tests.server.serving import Client, Running, open_socket, play_out, seat_of, serving, until

pytestmark = pytest.mark.anyio


async def vote(client: Client, voter: m.SeatedAnswer, seat: int) -> None:
    await client.call("POST", f"/rooms/{voter.room}/vote", m.Done, m.VoteRequest(seat=seat), voter.secret)


async def test_a_vote_leaves_with_the_voter(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        ada = await seat_of(client, seats=4, bots=[], start=False)
        bo, cy = [await client.join(ada.room, name) for name in ("Bo", "Cy")]
        await vote(client, bo, ada.seat)
        await client.leave(ada.room, bo.secret)
        await client.join(ada.room, "Di", seat=bo.seat)  # has voted for nothing
        await vote(client, cy, ada.seat)
        assert (await client.room(ada.room)).seats[ada.seat].name == "Ada"


async def test_people_whose_seats_are_played_by_bots_do_not_hold_a_vote_up(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock) as server, Client(server.base) as client:
        ada = await seat_of(client, seats=5, bots=[], start=False, options={"targetScore": 10000})
        bo, cy, di, ed = [await client.join(ada.room, name) for name in ("Bo", "Cy", "Di", "Ed")]
        here = [client.table(ada.room, who.secret, views="none") for who in (ada, bo, cy)]
        async with here[0] as table, here[1], here[2]:
            await client.start(ada.room, ada.secret)
            await clock.advance(60)
            async with asyncio.timeout(60):
                while not (table.info and all(table.info.seats[who.seat].away for who in (di, ed))):
                    await table.inbox.get()
            for voter in (bo, cy):
                await vote(client, voter, ada.seat)
            assert (await client.room(ada.room)).seats[ada.seat].left


async def test_a_late_joiner_who_is_the_only_person_becomes_the_host(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        ada = await seat_of(client, seats=2, bots=["easy"], options={"targetScore": 10000, "initialCards": 1})
        bo = await client.join(ada.room, "Bo")
        assert bo.waiting
        async with client.table(ada.room, bo.secret) as table:
            await client.leave(ada.room, ada.secret)
            async with asyncio.timeout(60):
                while not (table.info and table.info.host == bo.seat):
                    await table.inbox.get()
        assert (await client.room(ada.room)).seats[bo.seat].name == "Bo"


async def test_leaving_on_the_socket_is_acknowledged_before_the_goodbye(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        ada = await seat_of(client, seats=2, bots=[], start=False)
        bo = await client.join(ada.room, "Bo")
        async with client.table(ada.room, bo.secret) as table:
            acked = await asyncio.wait_for(table.ask(LeaveMessage()), 60)
            assert acked.seq == (await client.room(ada.room)).seq
            while not table.gone:
                await asyncio.wait_for(table.inbox.get(), 60)
            assert table.gone == "left"


async def test_who_exits_a_room_on_the_socket_hears_no_more_of_it_and_keeps_the_seat(tmp_path: Path) -> None:
    deals = StackedDeals()
    async with serving(tmp_path, deals) as server, Client(server.base) as client, open_socket(server) as socket:
        ada, _ = await dealt(client, deals, ["r5 b7", "g1 g2"], "r9")
        enter = {"type": "enter", "room": ada.room, "secret": ada.secret}
        assert (await answers(socket, enter))[-1]["type"] == "entered"
        assert (await answers(socket, {"type": "exit"}))[-1]["type"] == "acked"
        await client.act(ada.room, ada.secret, PLAY)
        *heard, refused = await answers(socket, {"type": "view"})
        assert [refused["problem"]["code"], heard] == ["not_entered", []]
        assert (await answers(socket, enter))[-1]["snapshot"]["seat"] == ada.seat


async def test_events_on_the_socket_are_those_of_http_and_come_in_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "_MOST_EVENTS", 3)
    deals = StackedDeals()
    async with serving(tmp_path, deals) as server, Client(server.base) as client, open_socket(server) as socket:
        ada, bo = await dealt(client, deals, ["r5 b7", "g1 g2"], "r9")
        await client.act(ada.room, ada.secret, PLAY)
        await client.act(bo.room, bo.secret, {"type": "DRAW_CARD"})
        everything = (await client.events(ada.room, 0, ada.secret)).events
        assert len(everything) > 3
        await answers(socket, {"type": "enter", "room": ada.room, "secret": ada.secret, "views": "none"})
        found: list[Json] = []
        for _ in everything:
            since = found[-1]["seq"] if found else 0
            part = (await answers(socket, {"type": "events", "since": since}))[-1]
            assert len(part["events"]) <= 3
            found += part["events"]
            if part["complete"]:
                break
        assert found == [msgspec.to_builtins(event) for event in everything]


async def answers(socket: ClientConnection, message: Json) -> list[Json]:
    """What comes after a message on a bare socket, up to its answer."""
    await socket.send(json.dumps({"id": 7, **message}))
    found: list[Json] = []
    while not found or found[-1].get("re") != 7:
        found.append(json.loads(await asyncio.wait_for(socket.recv(), 60)))
    return found


CALL: Json = {"type": "CALL_UNO"}
PLAY: Json = {"type": "PLAY_CARD", "cardId": "red-5-9"}


async def two_cards(client: Client, deals: StackedDeals) -> tuple[m.SeatedAnswer, ViewAnswer]:
    """Ada is on turn with two cards of which one fits, `PLAY`; the other is blue."""
    ada, _ = await dealt(client, deals, ["r5 b7", "g1 g2"], "r9")
    return ada, await client.view(ada.room, ada.secret)


async def own_kinds(server: Running, mine: m.SeatedAnswer, since: int) -> list[str]:
    """What the seat has done since, as the log says."""
    entries = await server.service.log.read(mine.match, since)
    return [json.loads(entry.data)["a"]["type"] for entry in entries if entry.actor == mine.seat]


@pytest.mark.parametrize("transport", ["socket", "http"])
async def test_the_call_is_declared_together_with_the_play_and_nobody_can_catch_it(
    tmp_path: Path, transport: str
) -> None:
    deals = StackedDeals()
    async with serving(tmp_path, deals) as server, Client(server.base) as client:
        mine, view = await two_cards(client, deals)
        seqs = []
        async with client.table(mine.room, mine.secret) as table:
            for _ in range(2):  # the second time is a repeat
                if transport == "socket":
                    seqs.append((await table.act(PLAY, "both", view.seq, before=CALL)).seq)
                else:
                    seqs.append((await client.act(mine.room, mine.secret, PLAY, "both", view.seq, before=CALL)).seq)
        assert seqs == [view.seq + 1] * 2
        assert await own_kinds(server, mine, view.seq) == ["CALL_UNO", "PLAY_CARD"]
        state = (await server.service.lobby.table(mine.room)).folded.state
        assert isinstance(state, Position)
        assert state.exposed != mine.seat


async def test_of_two_actions_that_belong_together_none_happens_when_one_is_refused(tmp_path: Path) -> None:
    deals = StackedDeals()
    async with serving(tmp_path, deals) as server, Client(server.base) as client:
        mine, view = await two_cards(client, deals)
        bad = {"type": "PLAY_CARD", "cardId": "blue-7-38"}
        for first, then in ((CALL, bad), (bad, PLAY), ({"type": "NONSENSE"}, PLAY)):
            with pytest.raises(Refused):
                await client.act(mine.room, mine.secret, then, None, view.seq, before=first)
        assert await own_kinds(server, mine, view.seq) == []
        table = await server.service.lobby.table(mine.room)
        assert table.folded.seq == view.seq


async def test_check_knows_the_grace_of_a_catch(tmp_path: Path) -> None:
    clock, deals = ManualClock(), StackedDeals()
    async with serving(tmp_path, clock, deals, catch_grace_ms=1000) as server, Client(server.base) as client:
        ada, bo = await dealt(client, deals, ["r1 r2", "r3 r4"], "r9", first=1)
        await client.act(bo.room, bo.secret, {"type": "PLAY_CARD", "cardId": "red-3-5"})
        catch = {"type": "CHALLENGE_UNO", "targetPlayerId": "p2"}
        checked = await client.check(ada.room, ada.secret, catch)
        assert checked.problem is not None
        assert (checked.legal, checked.problem.code) == (False, "catch_too_early")
        await clock.advance(1)
        assert (await client.check(ada.room, ada.secret, catch)).legal


async def test_accusing_somebody_else_than_the_one_who_forgot_pauses_the_button(tmp_path: Path) -> None:
    clock, deals = ManualClock(), StackedDeals()
    async with serving(tmp_path, clock, deals, false_catch_pause_ms=2000) as server, Client(server.base) as client:
        hands = ["r1 r2", "r3 r4", "r5 r6"]
        ada, _, cy = await dealt(client, deals, hands, "r9", first=2, falseCatchPenalty=2)
        await client.act(cy.room, cy.secret, {"type": "PLAY_CARD", "cardId": "red-5-9"})
        catch = {"type": "CHALLENGE_UNO", "targetPlayerId": "p2"}
        await client.act(ada.room, ada.secret, catch)
        with pytest.raises(Refused, match="catch_paused"):
            await client.act(ada.room, ada.secret, catch)
        await clock.advance(2)
        await client.act(ada.room, ada.secret, catch)


async def two_at_the_end(client: Client) -> tuple[m.SeatedAnswer, m.SeatedAnswer]:
    """Ada and Bo have played a match."""
    ada = await seat_of(client, seats=2, bots=[], start=False, options={"targetScore": None, "initialCards": 5})
    bo = await client.join(ada.room, "Bo")
    await client.start(ada.room, ada.secret)
    tables = [client.table(ada.room, who.secret, views="turn") for who in (ada, bo)]
    async with tables[0] as adas, tables[1] as bos:
        await asyncio.gather(play_out(adas, random.Random(1)), play_out(bos, random.Random(2)))
    return ada, bo


async def another_match(client: Client, who: m.SeatedAnswer) -> str:
    """Want another match; returns its id if it has begun."""
    return (await client.call("POST", f"/rooms/{who.room}/rematch", m.RematchInfo, None, who.secret)).match


@pytest.mark.parametrize("goes", ["disconnects", "leaves"])
async def test_a_rematch_begins_when_the_one_it_waited_for_has_gone(tmp_path: Path, goes: str) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        ada, bo = await two_at_the_end(client)
        async with client.table(ada.room, bo.secret) as bos:
            assert await another_match(client, ada) == ""
            if goes == "leaves":
                await client.leave(ada.room, bo.secret)
            else:
                await bos.close()
            await until(lambda: server.service.lobby.rooms[ada.room] != ada.match)


async def test_who_is_away_keeps_the_seat_in_a_rematch(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        ada, bo = await two_at_the_end(client)
        assert await another_match(client, ada) != ""
        info = await client.room(ada.room)
        assert (info.seats[bo.seat].name, info.seats[bo.seat].away, info.host) == ("Bo", True, ada.seat)
        assert (await client.view(ada.room, bo.secret)).you == bo.you
        assert not (await client.room(ada.room)).seats[bo.seat].away
