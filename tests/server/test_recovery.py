"""After a restart and in spite of damage: rooms, clocks, resumed connections, and what the store knows of secrets."""

import asyncio
import json
import random
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.exceptions import InternalServerException
from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from structlog.testing import capture_logs
from websockets.exceptions import ConnectionClosed

from paiju.client import LiveTable, Refused
from paiju.server.errors import Refusal
from paiju.server.history.check import check_store
from paiju.server.history.export import record_lines
from paiju.server.live import socket as ws
from paiju.server.live.render import iso
from paiju.server.match.replay import fold
from paiju.storage.faults import DamagedLog, StoreAway
from paiju.storage.log import Entry
from tests.server.clock import ManualClock
from tests.server.process import Process
from tests.server.serving import (
    SHORT,
    Client,
    first_turn,
    http_client,
    open_socket,
    play_out,
    seat_of,
    serving,
    until,
    wish,
)
from tests.server.test_gate import VERBS, ask
from tests.server.test_rooms import refused

pytestmark = pytest.mark.anyio

OLD_LOGS = sorted((Path(__file__).parent / "old_logs").glob("*.jsonl"))


async def test_a_damaged_log_is_put_aside_and_every_other_room_goes_on(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        broken, whole = await seat_of(client), await seat_of(client)
        await first_turn(client, whole)
    database = f"sqlite:///{tmp_path / 'server.db'}"
    async with serving(tmp_path, port=0) as server:
        damage = text("UPDATE events SET data = '{' WHERE match = :match AND seq = 3")
        await server.service.log.database.write(lambda c: c.execute(damage, {"match": broken.match}))
    async with serving(tmp_path) as server, Client(server.base) as client:
        assert await refused(client.view(broken.room, broken.secret)) in ("damaged", "no_room")
        assert await refused(client.view(broken.room, broken.secret)) == "no_room"
        view = await first_turn(client, whole)
        await client.act(whole.room, whole.secret, {"type": "DRAW_CARD"}, expected_seq=view.seq)
    said: list[str] = []
    assert await check_store(database, said.append) == 1
    assert [line for line in said if broken.match in line]
    assert not [line for line in said if whole.match in line]


async def test_after_a_restart_the_open_turn_has_its_full_time_again(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock) as server, Client(server.base) as client:
        mine = await seat_of(client, clock=50)
        await first_turn(client, mine)
        await clock.advance(45)
        assert (await client.view(mine.room, mine.secret)).clock.left_ms == 5000
    later = ManualClock()
    later.wall_ms = clock.now_ms() + 4000  # by the log the turn is nearly over
    async with serving(tmp_path, later) as server, Client(server.base) as client:
        turn = (await client.view(mine.room, mine.secret)).clock
        assert (turn.seat, turn.left_ms) == (0, 50_000)
        assert turn.deadline == iso(later.now_ms() + 50_000)


async def test_after_a_restart_a_repeated_action_gets_its_first_answer(tmp_path: Path) -> None:
    draw = {"type": "DRAW_CARD"}
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await seat_of(client)
        await first_turn(client, mine)
        first = await client.act(mine.room, mine.secret, draw, "once")
    async with serving(tmp_path) as server, Client(server.base) as client:
        again = await client.act(mine.room, mine.secret, draw, "once", first.seq - 1)
        assert (again.seq, again.repeated) == (first.seq, True)
        keys = [entry.key for entry in await server.service.log.read(mine.match) if entry.actor == 0]
        assert len(keys) == 1


async def test_a_jump_of_the_wall_clock_changes_no_turn(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock) as server, Client(server.base) as client:
        mine = await seat_of(client, clock=50)
        view = await first_turn(client, mine)
        for left, jump in ((40_000, 7_200_000), (30_000, -14_400_000)):
            clock.wall_ms += jump
            await clock.advance(10)
            assert (await client.view(mine.room, mine.secret)).clock.left_ms == left
        assert (await client.room(mine.room)).seq == view.seq
        await client.act(mine.room, mine.secret, {"type": "DRAW_CARD"}, expected_seq=view.seq)


async def test_a_connection_that_comes_back_gets_exactly_what_it_missed_or_a_snapshot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await seat_of(client, options={"targetScore": 10000})
        async with client.table(mine.room, mine.secret, views="turn") as table:
            await play_out(table, random.Random(1), most=6)
        everything = (await client.events(mine.room, 0, mine.secret)).events
        last = everything[-1].seq
        for since in (0, 5, last // 2, last - 1, last):
            table = LiveTable(client, mine.room, mine.secret, "none", False)
            entered = await table.connect(since=since)
            await table.close()
            assert entered.resumed
            got = [event for event in entered.events if event.seq <= last]
            assert got == [event for event in everything if event.seq > since]
            assert entered.snapshot.seq >= last
        monkeypatch.setattr(ws, "_MOST_EVENTS", 3)
        for since, resumed in ((0, False), (10**6, False), (last, True)):
            table = LiveTable(client, mine.room, mine.secret, "none", False)
            entered = await table.connect(since=since)
            await table.close()
            if since != last or entered.snapshot.seq == last:
                assert entered.resumed is resumed
            assert entered.snapshot.view is not None


async def test_a_storm_of_reconnections_is_served_and_the_room_goes_on(tmp_path: Path) -> None:
    await storm(tmp_path, sockets=60, rounds=2)


async def storm(folder: Path, sockets: int, rounds: int) -> float:
    """So many spectators and a seat come back at the same time; returns how long the slowest round took."""
    slowest = 0.0
    async with serving(folder, sockets_per_address=100_000) as server, Client(server.base) as client:
        mine = await seat_of(client, options={"targetScore": 10000})

        async def come_back(seated: bool) -> None:
            async with client.table(mine.room, mine.secret if seated else None, views="none") as table:
                assert table.info is not None

        for _ in range(rounds):
            begun = time.monotonic()
            await asyncio.gather(*[come_back(number == 0) for number in range(sockets)])
            slowest = max(slowest, time.monotonic() - begun)
            view = await first_turn(client, mine)
            action = next(action for action in view.legal if action["type"] in ("DRAW_CARD", "SKIP_TURN"))
            await client.act(mine.room, mine.secret, action, expected_seq=view.seq)
        await until(lambda: not server.service.sockets)
    return slowest


async def test_the_store_knows_no_secret_and_no_mac(tmp_path: Path) -> None:
    mac = "02:ab:cd:ef:01:99"
    async with serving(tmp_path) as server, Client(server.base) as client:
        player = await client.new_player()
        mine = await seat_of(client, player=player.secret)
        async with http_client(server.base, headers={"X-MAC-Address": mac}) as http:
            room = (await http.get("/api/rooms/list")).json()[0]["id"]
            joined = await http.post(
                f"/api/rooms/{room}/join", json={"firstName": "Ada", "lastName": "Bot", "MAC": mac}
            )
            arena = joined.json()["playerId"]
        stored = b"".join(path.read_bytes() for path in tmp_path.glob("server.db*"))
        assert mine.you.encode() in stored
        for secret in (mine.secret, player.secret, arena, mac, mac.upper(), mac.replace(":", "")):
            assert secret.encode() not in stored


async def test_logs_have_no_hands_seeds_or_secrets(tmp_path: Path) -> None:
    process = Process(tmp_path, log_level="debug")
    process.stderr = tmp_path / "stderr.log"
    async with process, Client(process.base) as client:
        seated = await client.create(wish(options=SHORT["uno"]))
        async with client.table(seated.room, seated.secret, views="turn") as table:
            await play_out(table, random.Random(3))
        await refused(client.act(seated.room, seated.secret, {"type": "PLAY_CARD", "cardId": "red-5-1"}))
        await refused(client.view(seated.room, "nobody-has-this-secret"))
        record = await client.record(seated.match)
        await process.terminate()
    seed = json.loads(record.splitlines()[-1])["seed"]
    written = process.stderr.read_text()
    for secret in (seated.secret, seed, "red-", "wild-", "nobody-has-this-secret"):
        assert secret not in written


async def test_an_unexpected_error_is_told_and_logged_without_its_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may show hands: everybody gets a number, and the log says where and of which kind it was."""
    hand = "red-5-1 is not in ['wild-2']"

    async def wrong(*_: object) -> None:
        raise RuntimeError(hand)

    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await seat_of(client)
        with capture_logs() as logs:
            with monkeypatch.context() as broken:
                broken.setattr(server.service.lobby, "table", wrong)
                path = f"/api/v1/rooms/{mine.room}"
                answers = [await ask(server.base, "GET", f"{path}/view", None, mine.secret)]
                answers.append(await ask(server.base, "POST", f"{path}/act", {"action": {}}, mine.secret))
                arena = await ask(server.base, "GET", f"/api/rooms/{mine.room}?playerId={mine.secret}")
                async with open_socket(server) as socket:
                    await socket.send(json.dumps({"type": "enter", "room": mine.room, "secret": mine.secret}))
                    with pytest.raises(ConnectionClosed):
                        await asyncio.wait_for(socket.recv(), 60)
            server.service.spawn(wrong())
            await until(lambda: any(line["event"] == "background task failed" for line in logs))
        for answer in answers:
            assert answer.status_code == 500
            assert answer.json()["error"]["incident"] in {line.get("incident") for line in logs}
            assert "red-5-1" not in answer.text
        assert [line["kind"] for line in logs if line["log_level"] in ("error", "warning")] == ["RuntimeError"] * 5
        assert (arena.status_code, arena.json()["code"]) == (500, "INTERNAL")
        for secret in ("red-5-1", mine.secret):
            assert secret not in str(logs) + arena.text
        assert (await client.view(mine.room, mine.secret)).seat == 0


@pytest.mark.parametrize("where", ["before the handler", "of the framework"])
async def test_an_error_outside_of_a_handler_has_an_incident_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    def broken(*_: object) -> bool:
        raise ZeroDivisionError

    async def failed(*_: object, **_named: object) -> None:
        raise InternalServerException

    async with serving(tmp_path) as server:
        with monkeypatch.context() as fault, capture_logs() as logs:
            if where == "before the handler":
                fault.setattr(server.service.callers, "host_allowed", broken)
            else:
                fault.setattr(server.service.lobby, "listed", failed)
            answer = await ask(server.base, "GET", "/api/v1/rooms")
        assert answer.status_code == 500
        error = answer.json()["error"]
        assert error["code"] == "internal"
        assert [error["incident"]] == [line["incident"] for line in logs if "incident" in line]
        assert (await ask(server.base, "GET", "/api/v1/rooms")).status_code == 200


async def test_a_damaged_match_is_refused_also_where_it_cannot_be_marked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: object) -> None:
        raise OperationalError("UPDATE", {}, ValueError("gone"))

    async def damaged(*_: object) -> None:
        raise DamagedLog("a page")

    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await seat_of(client)
    async with serving(tmp_path) as server, Client(server.base) as client:
        await server.service.lobby.all_loaded()
        table = server.service.lobby.tables.pop(mine.match)
        table.stop()
        monkeypatch.setattr(server.service.log.database, "write", away)
        monkeypatch.setattr(server.service.log, "read", damaged)
        assert await refused(client.view(mine.room, mine.secret)) == "damaged"
        assert await refused(client.view(mine.room, mine.secret)) == "no_room"


async def test_an_unready_store_is_told_and_reads_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await seat_of(client, clock=3600)
        view = await first_turn(client, mine)
        database = server.service.log.database
        write, commit = database.write, database.commit

        async def away(_work: Any) -> Any:
            raise OSError("gone")

        monkeypatch.setattr(database, "write", away)
        monkeypatch.setattr(database, "commit", lambda _appends, done: done(StoreAway("gone")))
        with pytest.raises(Refused) as refusal:
            await client.act(mine.room, mine.secret, {"type": "DRAW_CARD"}, "once", view.seq)
        assert (refusal.value.status, refusal.value.retry_after >= 1) == (503, True)
        assert (await ask(server.base, "GET", "/readyz")).status_code == 503
        assert (await ask(server.base, "GET", "/healthz")).status_code == 200
        assert (await client.view(mine.room, mine.secret)).seq == view.seq
        monkeypatch.setattr(database, "write", write)
        monkeypatch.setattr(database, "commit", commit)
        assert (await ask(server.base, "GET", "/readyz")).status_code == 200
        assert (await client.act(mine.room, mine.secret, {"type": "DRAW_CARD"}, "once", view.seq)).seq == view.seq + 1


async def test_after_the_end_every_verb_is_refused_or_changes_nothing_of_the_match(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await seat_of(client, options=SHORT["uno"], seats=2, bots=["easy"])
        async with client.table(mine.room, mine.secret, views="turn") as table:
            await play_out(table, random.Random(2))
        result = (await client.match(mine.match)).result
        length = (await client.room(mine.room)).seq
        for method, verb, body in VERBS:
            if verb in ("leave", "rematch"):
                continue  # the two things that one does after a match
            answer = await ask(server.base, method, f"/api/v1/rooms/{mine.room}/{verb}", body, mine.secret)
            assert answer.status_code < 500, verb
            if verb in ("act", "check", "start", "kick", "vote", "bot", "ready"):
                assert 400 <= answer.status_code < 500, verb
        assert (await client.room(mine.room)).seq == length
        assert (await client.match(mine.match)).result == result


@pytest.mark.parametrize("path", OLD_LOGS, ids=[path.stem for path in OLD_LOGS])
def test_logs_of_older_versions_lead_to_the_same_position_for_ever(path: Path) -> None:
    """Never write these files anew: if this fails, the code has to learn to read them again."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    entries = [Entry(**line) for line in lines[:-1]]
    folded = fold(path.stem, entries)
    assert folded.state is not None
    assert json.loads(json.dumps(folded.state.snapshot())) == lines[-1]["snapshot"]
    assert folded.status == lines[-1]["status"]


def _without(entries: list[Entry], at: int) -> list[Entry]:
    return entries[:at] + entries[at + 1 :]


def _with(entries: list[Entry], at: int, **fields: Any) -> list[Entry]:
    return [*entries[:at], msgspec.structs.replace(entries[at], **fields), *entries[at + 1 :]]


def _renumbered(entries: list[Entry]) -> list[Entry]:
    return [msgspec.structs.replace(entry, seq=seq) for seq, entry in enumerate(entries)]


@pytest.mark.parametrize("path", OLD_LOGS, ids=[path.stem for path in OLD_LOGS])
def test_a_log_that_is_not_whole_is_not_read(path: Path) -> None:
    entries = [Entry(**json.loads(line)) for line in path.read_text().splitlines()[:-1]]
    plays = [n for n, entry in enumerate(entries) if '"PLAY' in entry.data]
    shuffle = next(n for n, entry in enumerate(entries) if '"SHUFFLE"' in entry.data)
    order = json.loads(entries[shuffle].data)
    order["a"]["order"] = order["a"]["order"][1:] + order["a"]["order"][:1]
    last = len(entries) - 1
    away = json.dumps({"type": "away", "seat": 0, "bot": "easy"})  # changes nothing of the match
    gap = [*entries, Entry(last + 2, entries[-1].at, -3, away)]
    damaged = {
        "empty": [],
        "without its header": entries[1:],
        "renumbered without its header": _renumbered(entries[1:]),
        "without an action": _renumbered(_without(entries, plays[3])),
        "with a gap that nothing follows from": gap,
        "with its header twice": _renumbered([*entries[:2], entries[0], *entries[2:]]),
        "with an action before the start": _renumbered([entries[0], entries[plays[3]], *entries[1:]]),
        "with an action that does not exist": _with(entries, plays[3], data='{"a":{"type":"FLY"}}'),
        "with an action twice": _renumbered([*entries[: plays[3]], entries[plays[3]], *entries[plays[3] :]]),
        "by another actor": _with(entries, plays[3], actor=(entries[plays[3]].actor + 1) % 4),
        "with another shuffle": _with(entries, shuffle, data=json.dumps(order)),
        "of a newer version": _with(entries, last, version=99),
        "cut in the middle of an entry": _with(entries, last, data=entries[last].data[:-1]),
    }
    assert fold(path.stem, [*entries, msgspec.structs.replace(gap[-1], seq=last + 1)]).seq == last + 1
    unnoticed: list[str] = []
    for what, log in damaged.items():
        try:
            fold(path.stem, log)
        except DamagedLog:
            continue
        unnoticed.append(what)
    assert unnoticed == []


def test_a_damaged_log_has_no_record() -> None:
    with pytest.raises(Refusal, match="damaged"):
        record_lines("nothing", [])


def test_there_are_old_logs_of_both_games() -> None:
    assert {path.stem.partition("-")[0] for path in OLD_LOGS} == {"uno", "shandong"}
