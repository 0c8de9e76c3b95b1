"""Who may do what: every verb asks for the seat's secret, and an action is carried out once."""

import asyncio
import json
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx2
import pytest

from paiju.client import LiveTable, Refused
from paiju.protocol import messages as m
from paiju.server.auth import new_secret
from paiju.storage.database import Answers
from paiju.storage.faults import StoreAway
from paiju.storage.log import Append
from tests.server.clock import ManualClock
from tests.server.deals import StackedDeals, dealt
from tests.server.serving import SHORT, Client, first_turn, http_client, open_socket, play_out, seat_of, serving

pytestmark = pytest.mark.anyio

VERBS: list[tuple[str, str, dict[str, Any] | None]] = [
    ("POST", "leave", None),
    ("POST", "kick", {"seat": 1}),
    ("POST", "vote", {"seat": 1}),
    ("POST", "bot", {"seat": 1, "bot": "easy"}),
    ("POST", "ready", {"ready": True}),
    ("POST", "start", None),
    ("POST", "act", {"action": {"type": "DRAW_CARD"}}),
    ("POST", "check", {"action": {"type": "DRAW_CARD"}}),
    ("GET", "hint", None),
    ("POST", "chat", {"text": "hi"}),
    ("POST", "mute", {"seat": 1}),
    ("POST", "rematch", None),
    ("POST", "back", None),
    ("GET", "view", None),
    ("GET", "events", None),
]
OPEN_TO_ALL = ("view", "events")
"""Spectators may ask for these without a secret."""
MESSAGES: list[dict[str, Any]] = [
    {"type": "act", "action": {"type": "DRAW_CARD"}},
    {"type": "check", "action": {"type": "DRAW_CARD"}},
    {"type": "hint"},
    {"type": "ready"},
    {"type": "start"},
    {"type": "back"},
    {"type": "kick", "seat": 1},
    {"type": "vote", "seat": 1},
    {"type": "bot", "seat": 1, "bot": "easy"},
    {"type": "leave"},
    {"type": "say", "text": "hi"},
    {"type": "mute", "seat": 1},
    {"type": "rematch"},
]


async def ask(base: str, method: str, path: str, body: Any = None, secret: str | None = None) -> httpx2.Response:
    headers = {} if secret is None else {"authorization": f"Bearer {secret}"}
    async with http_client(base) as http:
        return await http.request(method, path, json=body, headers=headers)


async def test_every_verb_refuses_everybody_but_the_owner_of_the_seat(tmp_path: Path) -> None:
    async with serving(tmp_path, limits_secrets="100000/1") as server, Client(server.base) as client:
        mine = await seat_of(client, start=False, bots=[], seats=4)
        left = await client.join(mine.room, "Bo")
        await client.leave(mine.room, left.secret)
        other = await client.join(mine.room, "Cy")
        elsewhere = await seat_of(client, name="Eve")
        table = await server.service.lobby.table(mine.room)
        before = table.folded.seq
        wrong = {
            "public id": mine.you,
            "another's public id": other.you,
            "a seat of another room": elsewhere.secret,
            "a seat that was left": left.secret,
            "a made-up secret": new_secret(),
            "the seed": table.folded.header.seed,
            "a hash of the secret": table.folded.places[0].secret_hash,
        }
        for method, verb, body in VERBS:
            path = f"/api/v1/rooms/{mine.room}/{verb}"
            nobody = await ask(server.base, method, path, body)
            if verb in OPEN_TO_ALL:
                assert nobody.status_code == 200
                assert nobody.json().get("seat", -3) == -3
            else:
                assert (nobody.status_code, nobody.json()["error"]["code"]) == (401, "no_secret"), verb
            answers = {who: await ask(server.base, method, path, body, secret) for who, secret in wrong.items()}
            bodies = {answer.content for answer in answers.values()}
            assert {answer.status_code for answer in answers.values()} == {403}, verb
            assert len(bodies) == 1, f"{verb} answers wrong secrets differently"
        assert table.folded.seq == before
        assert [place.name for place in table.folded.places] == ["Ada", "Cy", "", ""]


async def test_guessing_secrets_is_limited_by_address(tmp_path: Path) -> None:
    async with serving(tmp_path, limits_enabled=1, limits_secrets="3/9000") as server, Client(server.base) as client:
        mine = await seat_of(client)
        path = f"/api/v1/rooms/{mine.room}/view"
        tries = [(await ask(server.base, "GET", path, None, new_secret())).status_code for _ in range(5)]
        assert tries == [403] * 3 + [429] * 2
        async with open_socket(server) as socket:
            await socket.send(json.dumps({"type": "enter", "id": 1, "room": mine.room, "secret": new_secret()}))
            assert json.loads(await asyncio.wait_for(socket.recv(), 60))["problem"]["code"] == "rate_limited"
        assert (await client.view(mine.room, mine.secret)).seat == 0  # the right one is not counted


async def test_only_the_host_kicks_seats_bots_and_starts(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        host = await seat_of(client, start=False, bots=[])
        bo = await client.join(host.room, "Bo")
        for verb, body in (("kick", {"seat": 0}), ("bot", {"seat": 2, "bot": "easy"}), ("start", None)):
            answer = await ask(server.base, "POST", f"/api/v1/rooms/{host.room}/{verb}", body, bo.secret)
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not_host")


async def test_spectators_and_strangers_can_do_nothing_on_the_socket(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await seat_of(client)
        table = await server.service.lobby.table(mine.room)
        async with open_socket(server) as socket:

            async def say(message: dict[str, Any]) -> dict[str, Any]:
                await socket.send(json.dumps({**message, "id": 9}))
                while True:
                    answer: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 60))
                    if answer.get("re") == 9:
                        return answer

            for message in MESSAGES:
                assert (await say(message))["problem"]["code"] == "not_entered"
            for secret in (mine.you, new_secret()):
                answer = await say({"type": "enter", "room": mine.room, "secret": secret})
                assert answer["problem"]["code"] == "bad_secret"
            assert (await say({"type": "enter", "room": mine.room}))["type"] == "entered"
            for message in MESSAGES:
                assert (await say(message))["problem"]["code"] == "no_secret"
        assert table.folded.places[0].name == "Ada"


async def test_a_secret_dies_with_the_room(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock, ended_seconds=100) as server, Client(server.base) as client:
        mine = await seat_of(client, options=SHORT["uno"])
        async with client.table(mine.room, mine.secret, views="none") as table:
            await play_out(table, random.Random(1))
        answer = await ask(server.base, "POST", f"/api/v1/rooms/{mine.room}/act", VERBS[6][2], mine.secret)
        assert answer.json()["error"]["code"] == "GAME_ENDED"
        await clock.advance(105)
        answer = await ask(server.base, "GET", f"/api/v1/rooms/{mine.room}/view", None, mine.secret)
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no_room")


async def test_a_repeated_action_id_is_carried_out_once_on_both_transports(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        host = await seat_of(client, seats=2, bots=[], start=False)
        bo = await client.join(host.room, "Bo")
        await client.start(host.room, host.secret)  # two people: after a draw nobody else brings the turn back
        view = await first_turn(client, host, bo)
        mine = (host, bo)[view.seat]
        draw = {"type": "DRAW_CARD"}
        first = await client.act(mine.room, mine.secret, draw, "once", view.seq)
        again = await client.act(mine.room, mine.secret, draw, "once")
        async with client.table(mine.room, mine.secret) as table:
            third = await table.ask(m.Act(action=draw, action_id="once"))
        assert (again.seq, again.repeated, third.seq, third.repeated) == (first.seq, True, first.seq, True)
        entries = await server.service.log.read(mine.match)
        assert [entry.seq for entry in entries if entry.key == f"{mine.seat}:once"] == [first.seq]


async def test_a_late_action_that_names_its_position_is_refused_as_stale(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await seat_of(client)
        view = await first_turn(client, mine)
        await client.act(mine.room, mine.secret, {"type": "DRAW_CARD"}, expected_seq=view.seq)
        with pytest.raises(Refused, match="stale"):
            await client.act(mine.room, mine.secret, {"type": "DRAW_CARD"}, expected_seq=view.seq)


async def test_acting_for_another_player_or_as_the_host_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await seat_of(client)
        await first_turn(client, mine)
        before = (await client.room(mine.room)).seq
        for action in (
            {"type": "DRAW_CARD", "playerId": "p2"},
            {"type": "NEXT_ROUND"},
            {"type": "TIMEOUT", "playerId": "p2"},
            {"type": "REMOVE_PLAYER", "playerId": "p2"},
            {"type": "PENALTY", "playerId": "p2", "count": 2, "code": "X"},
            {"type": "SHUFFLE", "order": list(range(108))},
        ):
            with pytest.raises(Refused):
                await client.act(mine.room, mine.secret, action)
        assert (await client.room(mine.room)).seq == before


async def test_a_second_tab_replaces_the_first_and_the_seat_goes_on(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await seat_of(client)
        async with client.table(mine.room, mine.secret) as old:
            async with client.table(mine.room, mine.secret) as new:
                while old.gone == "":
                    await asyncio.wait_for(old.inbox.get(), 60)
                assert old.gone == "replaced"
                assert (await new.ask(m.AskView())).snapshot.seat == 0
            assert server.service.sockets is not None


def iter_inbox(table: LiveTable) -> Iterator[Any]:
    """What has come by itself until now."""
    while not table.inbox.empty():
        yield table.inbox.get_nowait()


async def test_a_disk_that_is_full_answers_503_and_play_goes_on_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await seat_of(client)
        view = await first_turn(client, mine)
        database = server.service.log.database
        commit = database.commit

        def full(_appends: Sequence[Append], done: Callable[[Answers], None]) -> None:
            done(StoreAway("SQLITE_FULL"))

        monkeypatch.setattr(database, "commit", full)
        answer = await ask(
            server.base, "POST", f"/api/v1/rooms/{mine.room}/act", {"action": {"type": "DRAW_CARD"}}, mine.secret
        )
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "store_away")
        assert int(answer.headers["retry-after"]) >= 1
        async with client.table(mine.room, mine.secret, views="none") as table:
            with pytest.raises(Refused, match="store_away"):
                await table.ask(m.Act(action={"type": "DRAW_CARD"}))
            await table.ask(m.AskView())
            told = [message for message in iter_inbox(table) if isinstance(message, m.Acked | m.Update)]
            assert told == []
        assert (await client.view(mine.room, mine.secret)).view == view.view
        monkeypatch.setattr(database, "commit", commit)
        assert (await client.act(mine.room, mine.secret, {"type": "DRAW_CARD"})).seq > view.seq
        assert (await ask(server.base, "GET", "/readyz")).status_code == 200


async def test_catching_needs_a_grace_and_a_false_catch_pauses_the_button(tmp_path: Path) -> None:
    clock, deals = ManualClock(), StackedDeals()
    waits = {"false_catch_pause_ms": 2000, "catch_grace_ms": 1000}
    async with serving(tmp_path, clock, deals, **waits) as server, Client(server.base) as client:
        ada, bo, _ = await dealt(client, deals, ["r1 r2", "r3 r4", "r5 r6"], "r9", first=1)
        catch = {"type": "CHALLENGE_UNO", "targetPlayerId": "p2"}

        async def caught() -> str:
            try:
                await client.act(ada.room, ada.secret, catch)
            except Refused as refusal:
                return refusal.problem.code
            return "caught"

        assert await caught() == "INVALID_CHALLENGE"
        assert await caught() == "catch_paused"
        await clock.advance(2)
        await client.act(bo.room, bo.secret, {"type": "PLAY_CARD", "cardId": "red-3-5"})
        assert await caught() == "catch_too_early"
        checked = await client.check(ada.room, ada.secret, catch)
        assert checked.problem is not None
        assert (checked.legal, checked.problem.code) == (False, "catch_too_early")
        await clock.advance(1)
        assert (await client.check(ada.room, ada.secret, catch)).legal
        assert await caught() == "caught"
