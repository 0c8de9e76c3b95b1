"""Rooms from the outside: make, join, watch, leave, kick, rematch, late joiners, hosts, bots that take over."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from paiju.client import Refused
from paiju.protocol import messages
from paiju.protocol import rooms as m
from paiju.protocol.messages import Rematch, Rematched, Snapshot, Update
from paiju.protocol.play import Event
from paiju.server.deals import Deals, KnownDeals
from paiju.storage.faults import StoreAway
from tests.server.clock import ManualClock
from tests.server.serving import (
    SHORT,
    Client,
    first_turn,
    http_client,
    play_out,
    seat_of,
    serving,
    until,
    wish,
)

pytestmark = pytest.mark.anyio


async def refused(call: object) -> str:
    with pytest.raises(Refused) as refusal:
        await call  # type: ignore[misc]
    return refusal.value.problem.code


@pytest.mark.parametrize("game", ["uno", "shandong"])
async def test_a_whole_match_against_bots_is_played_rated_and_exported(tmp_path: Path, game: str) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        player = await client.new_player()
        seated = await seat_of(client, game, options=SHORT[game], player=player.secret)
        async with client.table(seated.room, seated.secret, views="turn") as table:
            await play_out(table, random.Random(1))
            assert table.over
        info = await client.match(seated.match)
        assert info.players[0].name == "Ada"
        rows = (await client.ladder(game)).rows
        assert {row.player for row in rows} == {player.player, "bot:easy"}
        assert [row.matches for row in rows] == [1, 1]
        record = await client.record(seated.match)
        assert record.count(b"\n") == len(record.splitlines())
        from paiju.engine.record import read, replay
        from paiju.games.registry import find_game

        read_back = read(record, find_game)
        assert read_back.damage is None
        assert replay(read_back).over()


async def test_a_match_that_everybody_left_is_recorded_nowhere(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        player = await client.new_player()
        seated = await seat_of(client, player=player.secret, visibility="listed")
        await client.leave(seated.room, seated.secret)
        assert (await client.matches()).matches == []
        assert (await client.matches_of(player.player)).matches == []
        assert (await client.ladder("uno")).rows == []
        assert await refused(client.match(seated.match)) == "no_match"
        assert await refused(client.record(seated.match)) == "no_match"


async def test_rules_are_shown_before_joining_and_codes_work_in_any_case(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        room = await client.open_room(
            wish(name=None, bots=[], start=False, rulebook="arena", options={"initialCards": 5}, visibility="listed")
        )
        info = await client.room(room.room.lower())
        assert info.rulebook == "arena"
        assert info.changed == {"initialCards": 5}
        assert info.options["initialCards"] == 5
        assert len(info.commitment) == 64
        await client.open_room(wish(name=None, bots=[], start=False, visibility="link"))
        await seat_of(client, visibility="link")
        listed = [r.room for r in await client.rooms("uno") if r.dialect == "native"]
        assert listed == [room.room]
        assert await client.rooms("shandong") == []


async def test_four_people_join_get_ready_and_play(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        host = await seat_of(client, bots=[], start=False)
        others = [await client.join(host.room, name) for name in ("Bo", "Cy", "Di")]
        assert await refused(client.join(host.room, "Ed")) == "room_full"
        for seated in (host, *others):
            await client.ready(host.room, seated.secret)
        info = await client.room(host.room)
        assert info.status == "playing"
        assert [s.name for s in info.seats] == ["Ada", "Bo", "Cy", "Di"]
        assert info.host == 0


async def test_two_people_cannot_look_alike(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        host = await seat_of(client, bots=[], start=False, name="Ａda")
        assert await refused(client.join(host.room, "ada")) == "name_taken"
        for bad in ("   ", "a\u202eb", "x" * 33, "\u200d", "a\x00b"):
            assert await refused(client.join(host.room, bad)) in ("bad_name", "bad_fields")


async def test_a_leaver_frees_the_seat_before_the_start_and_the_host_moves_on(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        host = await seat_of(client, bots=[], start=False)
        bo = await client.join(host.room, "Bo")
        await client.leave(host.room, host.secret)
        info = await client.room(host.room)
        assert info.host == bo.seat
        assert info.seats[0].id == ""
        assert await refused(client.ready(host.room, host.secret)) == "bad_secret"


async def test_a_bot_replaces_a_leaver_and_a_late_joiner_gets_the_seat_next_round(tmp_path: Path) -> None:
    async with serving(tmp_path, ready_pause_seconds=0.2) as server, Client(server.base) as client:
        host = await seat_of(client, bots=["easy"] * 2, start=False, options={"targetScore": 10000})
        bo = await client.join(host.room, "Bo")
        await client.start(host.room, host.secret)
        await client.leave(host.room, bo.secret)
        assert await refused(client.view(host.room, bo.secret)) == "bad_secret"
        cy = await client.join(host.room, "Cy", seat=bo.seat)
        assert cy.waiting
        assert (await client.view(host.room, cy.secret)).seat == -3
        late_table = client.table(host.room, cy.secret)
        async with client.table(host.room, host.secret, views="turn") as table, late_table as late:
            playing = asyncio.create_task(play_out(table, random.Random(3)))  # and waits at the newcomer's turn
            while not isinstance(message := await asyncio.wait_for(late.inbox.get(), 60), Snapshot):
                pass
            assert message.snapshot.seat == bo.seat
            assert message.snapshot.you == cy.you
            playing.cancel()


async def test_a_seat_is_chosen_where_it_is_free(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        host = await seat_of(client, bots=["easy"], start=False)
        assert await refused(client.join(host.room, "Bo", seat=host.seat)) == "seat_taken"
        assert await refused(client.join(host.room, "Bo", seat=3)) == "seat_taken"  # that of the bot
        assert await refused(client.join(host.room, "Bo", seat=4)) == "bad_seat"
        assert (await client.join(host.room, "Bo", seat=2)).seat == 2
        assert [s.name for s in (await client.room(host.room)).seats][::2] == ["Ada", "Bo"]


async def test_who_waits_for_a_seat_can_stop_waiting(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        host = await seat_of(client, bots=["easy"] * 2, start=False, seats=3)
        await client.start(host.room, host.secret)
        cy = await client.join(host.room, "Cy", seat=2)
        assert cy.waiting
        assert await refused(client.join(host.room, "Di", seat=2)) == "room_full"
        await client.leave(host.room, cy.secret)
        assert await refused(client.view(host.room, cy.secret)) == "bad_secret"
    async with serving(tmp_path) as server, Client(server.base) as client:  # also for a server that reads the log
        assert await refused(client.view(host.room, cy.secret)) == "bad_secret"
        assert (await client.join(host.room, "Cy", seat=2)).waiting


async def test_who_waits_for_a_seat_cannot_act_and_can_stop_waiting_on_the_socket(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        host = await seat_of(client, bots=["easy"] * 2, start=False, seats=3)
        await client.start(host.room, host.secret)
        cy = await client.join(host.room, "Cy", seat=2)
        async with client.table(host.room, cy.secret) as table:
            with pytest.raises(Refused, match="bad_secret"):
                await table.ask(messages.Act(action={"type": "DRAW_CARD"}))
            await table.ask(messages.LeaveMessage())
        assert await refused(client.view(host.room, cy.secret)) == "bad_secret"


async def test_the_host_seats_bots_and_takes_them_away_before_the_start(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        host = await seat_of(client, bots=["easy"], start=False)
        bo = await client.join(host.room, "Bo")

        async def put(seat: int, bot: str, secret: str = host.secret) -> list[str]:
            wanted = m.BotRequest(seat=seat, bot=bot)
            await client.call("POST", f"/rooms/{host.room}/bot", m.Done, wanted, secret)
            return [place.bot for place in (await client.room(host.room)).seats]

        assert await put(3, "hard") == ["", "", "", "hard"]
        assert await put(2, "easy") == ["", "", "easy", "hard"]
        assert await put(3, "") == ["", "", "easy", ""]
        seq = (await client.room(host.room)).seq
        assert await put(3, "") == ["", "", "easy", ""]
        assert await refused(put(bo.seat, "easy")) == "bad_seat"
        assert await refused(put(4, "easy")) == "bad_seat"
        assert await refused(put(2, "", bo.secret)) == "not_host"
        assert (await client.room(host.room)).seq == seq
        await client.start(host.room, host.secret)
        assert await refused(put(2, "hard")) == "already_started"


async def test_the_host_kicks_and_others_cannot(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        host = await seat_of(client, bots=[], start=False)
        bo = await client.join(host.room, "Bo")
        kick = m.KickRequest(seat=0)
        assert await refused(client.call("POST", f"/rooms/{host.room}/kick", m.Done, kick, bo.secret)) == "not_host"
        async with client.table(host.room, bo.secret) as table:
            await client.call("POST", f"/rooms/{host.room}/kick", m.Done, m.KickRequest(seat=1), host.secret)
            while table.gone == "":
                await asyncio.wait_for(table.inbox.get(), 60)
            assert table.gone == "kicked"
        assert await refused(client.view(host.room, bo.secret)) == "bad_secret"


async def test_more_than_half_of_the_others_vote_somebody_out(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        host = await seat_of(client, bots=[], start=False)
        bo, cy, di = [await client.join(host.room, name) for name in ("Bo", "Cy", "Di")]
        vote = m.VoteRequest(seat=host.seat)
        for voter in (bo, bo):
            await client.call("POST", f"/rooms/{host.room}/vote", m.Done, vote, voter.secret)
        assert (await client.room(host.room)).seats[0].name == "Ada"
        await client.call("POST", f"/rooms/{host.room}/vote", m.Done, vote, cy.secret)
        info = await client.room(host.room)
        assert info.seats[0].id == ""
        assert info.host in (bo.seat, cy.seat, di.seat)


async def test_a_rematch_keeps_seats_and_secrets_and_follows_on_the_socket(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        seated = await seat_of(client, options=SHORT["uno"])
        async with client.table(seated.room, seated.secret, views="turn") as table:
            await play_out(table, random.Random(4))
            await table.ask(Rematch())
            message = None
            while not (isinstance(message, Rematched) and message.info):
                message = await asyncio.wait_for(table.inbox.get(), 60)
            assert message.seat == 0
        info = await client.room(seated.room)
        assert info.status == "playing"
        assert info.previous == seated.match != info.match
        assert (await client.view(seated.room, seated.secret)).you == seated.you


async def test_who_leaves_a_room_at_the_moment_of_a_rematch_does_not_follow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        seated = await seat_of(client, options=SHORT["uno"])
        lobby = server.service.lobby
        load, going, gone = lobby.load, asyncio.Event(), asyncio.Event()

        async def load_slowly(match: str) -> Any:
            table = await load(match)
            if match != seated.match:
                going.set()
                await gone.wait()
            return table

        async with client.table(seated.room, seated.secret, views="turn") as table:
            await play_out(table, random.Random(4))
            async with client.table(seated.room) as watcher:
                monkeypatch.setattr(lobby, "load", load_slowly)
                await table.ask(Rematch())
                await asyncio.wait_for(going.wait(), 60)
                await watcher.ask(messages.Exit())
                gone.set()
                message = None
                while not (isinstance(message, Rematched) and message.info):
                    message = await asyncio.wait_for(table.inbox.get(), 60)
                following = (await load(message.info.match)).listeners
                await until(lambda: len(following) == 1)
                await watcher.ask(messages.Ping())
                assert len(following) == 1


async def test_a_quick_match_avoids_rooms_where_the_name_is_taken_and_says_what_else_is_wrong(tmp_path: Path) -> None:
    async with serving(tmp_path, open_rooms=0) as server, Client(server.base) as client:
        first = await client.quick(m.QuickMatch(game="uno", name="Ada"))
        assert (await client.quick(m.QuickMatch(game="uno", name="Bo"))).room == first.room
        assert await refused(client.quick(m.QuickMatch(game="uno", name="\u200b"))) == "bad_name"
        assert (await client.quick(m.QuickMatch(game="uno", name="ada"))).room != first.room


async def test_without_the_store_nobody_learns_how_many_seats_are_left_or_what_happened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: object) -> None:
        raise StoreAway("gone")

    async with serving(tmp_path) as server, Client(server.base) as client:
        host = await seat_of(client, bots=[], start=False)
        with monkeypatch.context() as outage:
            outage.setattr(server.service.lobby.directory, "seats_of", away)
            assert await refused(client.join(host.room, "Bo")) == "store_away"
        assert (await client.join(host.room, "Bo")).seat == 1
        seated = await seat_of(client, options=SHORT["uno"])
        async with client.table(seated.room, seated.secret, views="turn") as table:
            await play_out(table, random.Random(4))
        async with http_client(server.base) as http:
            path = f"/api/v1/matches/{seated.match}/record"
            with monkeypatch.context() as outage:
                outage.setattr(server.service.log, "read", away)
                assert (await http.get(path)).json()["error"]["code"] == "store_away"
            assert (await http.get(path)).status_code == 200


async def test_a_bot_takes_an_absent_seat_and_gives_it_back(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock) as server, Client(server.base) as client:
        host = await seat_of(client, bots=["easy"] * 2, start=False, options={"targetScore": 10000})
        bo = await client.join(host.room, "Bo")
        async with client.table(host.room, host.secret, views="none") as table:
            await client.start(host.room, host.secret)
            await clock.advance(59)
            assert not (await client.room(host.room)).seats[bo.seat].away
            await clock.advance(2)
            while not (table.info and table.info.seats[bo.seat].away):
                await asyncio.wait_for(table.inbox.get(), 60)
            view = await client.view(host.room, bo.secret)
            assert view.seat == bo.seat
            assert not (await client.room(host.room)).seats[bo.seat].away


async def test_a_match_stands_still_while_none_of_its_people_is_there(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock, open_rooms=0) as server, Client(server.base) as client:
        seated = await seat_of(client, clock=10, options={"targetScore": 10000})
        await clock.advance(61)
        before = (await client.room(seated.room)).seq
        await clock.advance(100)
        assert (await client.room(seated.room)).seq == before
        async with client.table(seated.room, seated.secret, views="turn") as table:
            assert await play_out(table, random.Random(5), most=3) == 3


async def test_the_hosts_rights_move_on_when_the_host_is_away(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock) as server, Client(server.base) as client:
        host = await seat_of(client, bots=[], start=False)
        bo = await client.join(host.room, "Bo")
        async with client.table(host.room, bo.secret) as table:
            await clock.advance(59)
            assert (await client.room(host.room)).host == host.seat
            await clock.advance(1)
            while not (table.info and table.info.host == bo.seat):
                await asyncio.wait_for(table.inbox.get(), 60)


async def test_what_a_room_does_not_offer_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path, chat=0) as server, Client(server.base) as client:
        assert await refused(client.create(wish(bots=["easy"] * 4))) == "too_many_bots"
        quiet = await seat_of(client)
        async with client.table(quiet.room, quiet.secret) as table:
            assert await refused(table.say("hello")) == "chat_off"


async def test_nobody_joins_a_match_that_is_over_and_its_rematch_is_one(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await seat_of(client, options=SHORT["uno"])
        async with client.table(mine.room, mine.secret) as table:
            await play_out(table, random.Random(1))
        assert await refused(client.join(mine.room, "Late")) == "match_over"
        old = await server.service.lobby.load(mine.match)
        first = await server.service.lobby.rematch(old, 0)
        again = await server.service.lobby.rematch(old, 0)
        assert again is first is not None


async def test_idle_and_ended_rooms_are_tidied(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock, room_idle_seconds=100) as server, Client(server.base) as client:
        idle = await seat_of(client, bots=[], start=False)
        await clock.advance(99)
        assert (await client.room(idle.room)).match == idle.match
        await clock.advance(6)
        assert await refused(client.room(idle.room)) == "no_room"
        assert await refused(client.view(idle.room, idle.secret)) == "no_room"


async def test_the_clock_plays_for_a_silent_player_and_says_so(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock) as server, Client(server.base) as client:
        seated = await seat_of(client, clock=10)
        await first_turn(client, seated)
        async with client.table(seated.room, seated.secret) as table:
            assert table.snapshot is not None
            await clock.advance(10)
            timeouts: list[Event] = []
            while not timeouts:
                message = await asyncio.wait_for(table.inbox.get(), 60)
                if isinstance(message, Update):
                    timeouts = [event for event in message.events if event.action["type"] == "TIMEOUT"]
            assert timeouts[0].seat == -2
            assert timeouts[0].action["playerId"] == "p1"


async def test_chat_is_cleaned_limited_and_remembered(tmp_path: Path) -> None:
    async with serving(tmp_path, limits_enabled=1, limits_chat="2/6000") as server, Client(server.base) as client:
        seated = await seat_of(client)
        async with client.table(seated.room, seated.secret) as table:
            await table.say("hi \u202e there\n\nall")
            await table.say(emote="nice")
            with pytest.raises(Refused, match="rate_limited"):
                await table.say("again")
            with pytest.raises(Refused, match="bad_chat"):
                await table.say(emote="rude")
        async with client.table(seated.room) as watcher:
            entered = await watcher.connect()
            assert [(c.text, c.emote) for c in entered.chat] == [("hi there all", ""), ("", "nice")]


async def test_a_setting_fixes_the_shuffles_for_tests_and_without_it_they_differ(tmp_path: Path) -> None:
    commitments: dict[str, list[str]] = {}
    for number, seed in enumerate(("known", "known", "other", "", "")):
        deals = KnownDeals(seed) if seed else Deals()
        async with serving(tmp_path / str(number), deals) as server, Client(server.base) as client:
            rooms = [await client.open_room(wish(name=None, bots=[], start=False)) for _ in range(2)]
            commitments.setdefault(seed, []).append(" ".join(room.commitment for room in rooms))
    assert len(set(commitments["known"])) == 1
    assert len({*commitments["known"], *commitments["other"], *commitments[""]}) == 4


async def test_bots_are_chosen_by_level_or_name_and_nothing_else(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        for bad in ("search:worlds=100000", "../x", "nobody"):
            assert await refused(seat_of(client, bots=[bad] * 3)) == "bad_bot"
        seated = await seat_of(client, bots=["hard", "normal", "greedy"])
        assert [s.bot for s in (await client.room(seated.room)).seats] == ["", "hard", "normal", "greedy"]
