"""A table whose store, log, bots or other nodes fail at one moment, and rooms that are closed."""

import asyncio
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from structlog.testing import capture_logs

from paiju.client import Refused
from paiju.protocol.messages import HintMessage
from paiju.protocol.rooms import QuickMatch, SeatedAnswer
from paiju.server.errors import Refusal
from paiju.server.match.reading import TRIES
from paiju.server.match.thinking import think
from paiju.server.match.timers import tick
from paiju.server.rooms import lobby, seating
from paiju.storage.database import Answers
from paiju.storage.faults import DamagedLog, StoreAway, VersionConflict
from paiju.storage.log import Append
from tests.server.clock import ManualClock
from tests.server.compiled import replaces_internals
from tests.server.serving import Client, Running, first_turn, open_socket, seat_of, serving, until

pytestmark = pytest.mark.anyio

DRAW = {"type": "DRAW_CARD"}


async def away(*_: object) -> Any:
    raise StoreAway("gone")


async def refused(call: Any) -> str:
    """The code with which something is refused."""
    try:
        await call
    except Refused as refusal:
        return refusal.problem.code
    except Refusal as refusal:
        return refusal.code
    raise AssertionError("it was not refused")


# --- the store ---------------------------------------------------------------------------------------------------


async def test_while_the_store_is_away_no_room_is_made_and_afterwards_one_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path, open_rooms=0) as server, Client(server.base) as client:
        with monkeypatch.context() as outage:
            outage.setattr(server.service.log.database, "commit", lambda _appends, done: done(StoreAway("gone")))
            assert await refused(seat_of(client)) == "store_away"
            assert not server.service.lobby.tables
        mine = await seat_of(client)
        assert (await client.view(mine.room, mine.secret)).seat == 0


async def test_a_room_whose_code_another_node_has_just_given_away_gets_another_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path, open_rooms=0) as server, Client(server.base) as client:
        database = server.service.log.database
        commit = database.commit
        codes: list[str] = []

        def conflict_once(appends: Sequence[Append], done: Callable[[Answers], None]) -> None:
            codes.extend(server.service.lobby.rooms)
            monkeypatch.setattr(database, "commit", commit)
            done([VersionConflict()])

        monkeypatch.setattr(database, "commit", conflict_once)
        mine = await seat_of(client)
        assert list(server.service.lobby.rooms) == [mine.room] and not codes
        assert (await client.view(mine.room, mine.secret)).seat == 0


@replaces_internals
async def test_a_code_that_is_in_use_is_not_given_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await seat_of(client)
        codes = [mine.room, mine.room, "FREE22"]
        monkeypatch.setattr(lobby, "new_room_code", lambda: codes.pop(0))
        assert server.service.lobby.free_code() == "FREE22"


async def test_events_that_cannot_be_read_are_refused_until_they_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await seat_of(client)
        view = await first_turn(client, mine)
        table = await server.service.lobby.table(mine.room)
        table._recent.clear()
        with monkeypatch.context() as outage:
            outage.setattr(table.context.log, "read", away)
            assert await refused(table.entries_after(0)) == "store_away"
        assert [entry.seq for entry in await table.entries_after(0)] == list(range(1, view.seq + 1))


@replaces_internals
async def test_tidying_that_fails_is_done_the_next_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock, room_idle_seconds=100) as server, Client(server.base) as client:
        idle = await seat_of(client, bots=[], start=False)
        with monkeypatch.context() as outage:
            outage.setattr(seating, "close", away)
            await clock.advance(106)
            assert (await client.room(idle.room)).match == idle.match
        await clock.advance(106)
        assert await refused(client.room(idle.room)) == "no_room"


def conflicts(server: Running, monkeypatch: pytest.MonkeyPatch, times: int, what: str = "") -> list[int]:
    """The next so many commits that store such a text lose a race; returns how many entries each of them had."""
    database = server.service.log.database
    commit = database.commit
    lost: list[int] = []

    def commit_late(appends: Sequence[Append], done: Callable[[Answers], None]) -> None:
        if len(lost) < times and any(what in row[5] for append in appends for row in append.rows):
            lost.append(sum(len(append.rows) for append in appends))
            done([VersionConflict() for _ in appends])
        else:
            commit(appends, done)

    monkeypatch.setattr(database, "commit", commit_late)
    return lost


async def test_whoever_loses_every_race_is_told_that_the_action_is_stale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await seat_of(client)
        view = await first_turn(client, mine)
        lost = conflicts(server, monkeypatch, TRIES)
        assert await refused(client.act(mine.room, mine.secret, DRAW)) == "stale"
        assert len(lost) == TRIES
        assert (await client.act(mine.room, mine.secret, DRAW, expected_seq=view.seq)).seq == view.seq + 1


async def test_while_the_store_is_away_nobody_is_told_whether_an_action_is_a_repeated_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await seat_of(client)
        await first_turn(client, mine)
        table = await server.service.lobby.table(mine.room)
        table.folded.keys.add("0:once", 10**6)
        for number in range(48):  # as many as are remembered with their seq
            table.folded.keys.add(f"0:later{number}", 10**6)
        with monkeypatch.context() as outage:
            outage.setattr(server.service.log, "find", away)
            assert await refused(client.act(mine.room, mine.secret, DRAW, "once")) == "store_away"
        assert not (await client.act(mine.room, mine.secret, DRAW, "once")).repeated


async def test_a_table_whose_log_is_damaged_while_it_is_played_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def damaged(*_: object) -> Any:
        raise DamagedLog("a page")

    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await seat_of(client)
        await first_turn(client, mine)
        table = await server.service.lobby.table(mine.room)
        table.not_stored(VersionConflict())
        with monkeypatch.context() as fault:
            fault.setattr(server.service.log, "read", damaged)
            with pytest.raises(Refusal, match="damaged"):
                await tick(table)
            assert await refused(client.act(mine.room, mine.secret, DRAW)) == "damaged"
        assert not (await client.act(mine.room, mine.secret, DRAW)).repeated


# --- other nodes -------------------------------------------------------------------------------------------------


async def test_a_time_out_that_loses_a_race_is_carried_out_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock) as server, Client(server.base) as client:
        mine = await seat_of(client, clock=50)
        await first_turn(client, mine)
        lost = conflicts(server, monkeypatch, 1, "TIMEOUT")
        await clock.advance(51)
        assert lost
        entries = await server.service.log.read(mine.match)
        assert sum('"TIMEOUT"' in entry.data for entry in entries) == 1


async def test_the_start_of_a_full_room_that_loses_a_race_is_left_to_the_other_node(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock, open_rooms=0) as server, Client(server.base) as client:
        ada = await client.quick(QuickMatch(game="uno", name="Ada"))
        others = [await client.join(ada.room, name) for name in ("Bo", "Cy")]
        lost = conflicts(server, monkeypatch, 1, '"started"')
        last = await client.join(ada.room, "Di")
        assert lost
        assert {who.seat for who in (ada, *others, last)} == {0, 1, 2, 3}
        await clock.advance(60)  # the end of its countdown
        entries = await server.service.log.read(ada.match)
        assert sum('"type":"started"' in entry.data for entry in entries) == 1


async def test_a_store_that_has_lost_the_newest_entries_is_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A replica that became the primary may not have what was said to be synced."""
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await seat_of(client)
        view = await first_turn(client, mine)
        table = await server.service.lobby.table(mine.room)
        entries = await server.service.log.read(mine.match)
        await client.act(mine.room, mine.secret, DRAW)
        read = server.service.log.read

        async def shorter(match: str, since: int = -1, limit: int | None = None) -> Any:
            return [entry for entry in entries if entry.seq > since]

        monkeypatch.setattr(server.service.log, "read", shorter)
        table.not_stored(StoreAway("gone"))
        assert (await client.view(mine.room, mine.secret)).seq == view.seq
        assert len(await read(mine.match)) > len(entries)


@pytest.mark.parametrize("wrong", ["too late", "cut short"])
async def test_entries_that_do_not_follow_make_a_table_read_its_log_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: str
) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await seat_of(client)
        view = await first_turn(client, mine)
        table = await server.service.lobby.table(mine.room)
        last = (await table.context.log.read(mine.match))[-1]
        if wrong == "too late":
            later = msgspec.structs.replace(last, seq=last.seq + 5)
        else:
            later = msgspec.structs.replace(last, seq=last.seq + 1, data="{")
        await table.catch_up([later])
        assert await client.view(mine.room, mine.secret) == view
        with monkeypatch.context() as outage:
            outage.setattr(table.context.log, "read", away)
            assert await refused(table.catch_up([later])) == "store_away"
        assert not table.is_current()
        assert table.follow_at_once([later])
        await until(table.is_current)
        assert (await client.act(mine.room, mine.secret, DRAW, expected_seq=view.seq)).seq == view.seq + 1


async def test_a_seat_that_is_entered_at_another_node_is_left_here(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await seat_of(client)
        async with open_socket(server) as socket:
            await entered(socket, mine)
            table = await server.service.lobby.table(mine.room)
            assert table.is_present(0)
            connection = table.present[0]
            table.replaced(0)
            assert not table.is_present(0) and not table.listeners
            while (message := json.loads(await asyncio.wait_for(socket.recv(), 60)))["type"] != "gone":
                pass
            assert message["reason"] == "replaced"
            table.replaced(0)
            table.leave(connection)  # it has left already
            assert 0 not in table.absent_since, "the other connection is open"
            assert (await client.view(mine.room, mine.secret)).seat == 0, "the seat is kept"


async def entered(socket: Any, who: Any) -> None:
    await socket.send(json.dumps({"type": "enter", "id": 1, "room": who.room, "secret": who.secret, "views": "none"}))
    await answer_to(socket, 1)


async def answer_to(socket: Any, request: int) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 60))
        if message.get("re") == request:
            return message


# --- actions over a socket ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"type": "NOPE"}, "UNKNOWN_ACTION"),
        ({"type": "PLAY_CARD", "cardId": "nonsense"}, "CARD_NOT_IN_HAND"),
        ({"type": "SKIP_TURN"}, "CANNOT_SKIP"),
    ],
)
async def test_an_action_that_is_refused_over_a_socket_changes_nothing(
    tmp_path: Path, action: dict[str, object], code: str
) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await seat_of(client, rulebook="official")
        view = await first_turn(client, mine)
        async with open_socket(server) as socket:
            await entered(socket, mine)
            await socket.send(json.dumps({"type": "act", "id": 2, "action": action}))
            answer = await answer_to(socket, 2)
            assert answer["type"] == "refused", answer
            assert answer["problem"]["code"] == code
            await socket.send(json.dumps({"type": "act", "id": 3, "action": DRAW, "expectedSeq": view.seq}))
            assert (await answer_to(socket, 3))["seq"] == view.seq + 1


async def test_an_action_that_cannot_be_read_is_refused_over_a_socket_too(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await seat_of(client, "shandong")
        async with open_socket(server) as socket:
            await entered(socket, mine)
            await socket.send(json.dumps({"type": "act", "id": 2, "action": {"type": "NOPE"}}))
            assert (await answer_to(socket, 2))["problem"]["code"] == "bad_action"


async def test_an_action_over_a_socket_waits_for_a_table_that_is_being_written_to(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await seat_of(client)
        view = await first_turn(client, mine)
        table = await server.service.lobby.table(mine.room)
        async with open_socket(server) as socket:
            await entered(socket, mine)
            async with table.lock:
                await socket.send(json.dumps({"type": "act", "id": 2, "action": DRAW}))
                await until(lambda: table.lock._waiting)
                assert table.folded.seq == view.seq
            assert (await answer_to(socket, 2))["seq"] == view.seq + 1


# --- bots and clocks ---------------------------------------------------------------------------------------------


async def bots_turn(client: Client) -> SeatedAnswer:
    """Ada's seat in a match of two in which a bot is on turn now, and thinks for a second first."""
    mine = await seat_of(client, seats=2, bots=["easy"], options={"targetScore": 10000})
    view = await first_turn(client, mine)
    while view.clock.seat == mine.seat:
        quiet = [a for a in view.legal if a["type"] in ("DRAW_CARD", "SKIP_TURN")]
        await client.act(mine.room, mine.secret, quiet[0])
        view = await client.view(mine.room, mine.secret)
    return mine


SLOW = {"pace_min_ms": 1000, "pace_max_ms": 1000}


async def test_a_bot_that_loses_a_race_acts_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock, **SLOW) as server, Client(server.base) as client:
        mine = await bots_turn(client)
        seq = (await client.view(mine.room, mine.secret)).seq
        lost = conflicts(server, monkeypatch, 1)
        await clock.advance(1)
        assert lost
        assert (await server.service.log.read(mine.match, since=seq))[0].actor == 1


async def test_a_bot_that_loses_every_race_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock, **SLOW) as server, Client(server.base) as client:
        mine = await bots_turn(client)
        seq = (await client.view(mine.room, mine.secret)).seq
        lost = conflicts(server, monkeypatch, TRIES)
        await clock.advance(1)
        assert len(lost) == TRIES
        await clock.advance(2)
        assert (await server.service.log.read(mine.match, since=seq))[0].actor == 1


async def test_a_bot_that_is_asked_too_late_does_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await seat_of(client)
        view = await first_turn(client, mine)
        table = await server.service.lobby.table(mine.room)
        with capture_logs() as logs:
            await think(table, mine.seat, table.folded.game_seq)  # its owner is back
            await think(table, mine.seat + 1, table.folded.game_seq - 1)
        assert logs == []
        assert (await client.view(mine.room, mine.secret)).seq == view.seq


async def test_a_bot_at_a_table_that_cannot_be_read_again_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock, **SLOW) as server, Client(server.base) as client:
        mine = await bots_turn(client)
        table = await server.service.lobby.table(mine.room)
        entries = await server.service.log.read(mine.match)
        read = server.service.log.read

        async def without_its_header(match: str, since: int = -1, limit: int | None = None) -> Any:
            return (await read(match, since, limit))[1:]

        table.not_stored(StoreAway("gone"))
        with capture_logs() as logs, monkeypatch.context() as fault:
            fault.setattr(server.service.log, "read", without_its_header)
            await think(table, 1, table.folded.game_seq)
        assert [line["event"] for line in logs] == ["table cannot be read again"]
        assert await server.service.log.read(mine.match) == entries


async def test_somebody_who_acts_over_http_wakes_a_match_that_stands_still(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock, open_rooms=0) as server, Client(server.base) as client:
        mine = await seat_of(client, clock=100)
        await first_turn(client, mine)
        table = await server.service.lobby.table(mine.room)
        await clock.advance(59)
        assert (await client.view(mine.room, mine.secret)).clock.left_ms == 41_000
        await clock.advance(60)
        assert table.frozen()
        assert (await client.view(mine.room, mine.secret)).clock.left_ms == 100_000
        await clock.advance(59)
        assert not table.frozen()


async def test_without_an_answer_of_the_bot_there_is_no_hint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Silent:
        async def decide(self, _: object) -> object:
            raise TimeoutError

    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await seat_of(client)
        await first_turn(client, mine)
        async with client.table(mine.room, mine.secret) as table:
            with monkeypatch.context() as fault:
                fault.setattr(server.service.bots, "make", lambda *_: Silent())
                assert await table.hint() is None
            assert await table.hint() is not None


async def test_a_client_that_wants_hints_gets_one_in_each_of_its_turns(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await seat_of(client, seats=2, bots=["easy"], options={"targetScore": 10000})
        await first_turn(client, mine)
        async with client.table(mine.room, mine.secret, hints=True) as table:
            await client.act(mine.room, mine.secret, DRAW)
            while not isinstance(message := await asyncio.wait_for(table.inbox.get(), 60), HintMessage):
                pass
            view = await client.view(mine.room, mine.secret)
            assert (message.re, message.seq) == (0, view.seq)
            assert message.action in view.legal


async def test_people_see_cards_being_dealt_a_few_at_a_time(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock, deal_slowly=1) as server, Client(server.base) as client:
        mine = await seat_of(client, "shandong")
        counts: list[int] = []
        while not counts or counts[-1] < 25:
            view = (await client.view(mine.room, mine.secret)).view
            assert view is not None
            counts.append(len(view["hand"]))
            await clock.advance(0.1)
        assert len(set(counts)) > 5 and counts == sorted(counts)


# --- closed rooms ------------------------------------------------------------------------------------------------


async def test_a_closed_room_takes_nobody_and_is_closed_once(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await seat_of(client)
        table = await server.service.lobby.table(mine.room)
        await seating.close(table, "idle")
        seq = table.folded.seq
        await seating.close(table, "idle")
        await tick(table)
        assert await refused(seating.join(table, "Bo")) == "closed"
        assert await refused(table.act(0, table.folded.game.action_from_json(DRAW))) == "closed"
        assert table.folded.seq == seq


async def test_the_clock_of_a_room_that_waits_for_people_starts_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await seat_of(client, bots=[], start=False)
        table = await server.service.lobby.table(mine.room)
        seq = table.folded.seq
        await tick(table)
        assert (table.folded.seq, table.folded.status) == (seq, "waiting")
