"""Thirty people behind one address: each is counted, and nobody pays for the others."""

from pathlib import Path

import pytest

from tests.server.serving import Client, http_client, serving, wish
from tests.server.test_rooms import refused

pytestmark = pytest.mark.anyio


def session(number: int) -> dict[str, str]:
    return {"x-paiju-session": f"pupil-{number:04}"}


async def test_a_class_of_thirty_gets_its_rooms_lists_and_seats(tmp_path: Path) -> None:
    async with serving(tmp_path, limits_enabled=1) as server, http_client(server.base) as http:
        rooms = []
        for host in range(15):
            body = {"game": "uno", "name": f"Host {host}", "seats": 4, "bots": ["easy", "easy"]}
            answer = await http.post("/api/v1/rooms", json=body, headers=session(host))
            assert answer.status_code == 200
            rooms.append(answer.json()["room"])
        for guest, room in enumerate(rooms, 15):
            answer = await http.post(f"/api/v1/rooms/{room}/join", json={"name": "Guest"}, headers=session(guest))
            assert answer.status_code == 200
        for _ in range(6):  # a minute of the start page, open in thirty browsers
            for pupil in range(30):
                assert (await http.get("/api/v1/rooms", headers=session(pupil))).status_code == 200


async def test_a_valid_code_is_never_refused_for_the_mistakes_of_others(tmp_path: Path) -> None:
    async with serving(tmp_path, limits_enabled=1, limits_secrets="3/9000") as server, http_client(server.base) as http:
        async with Client(server.base) as client:
            room = (await client.create(wish(bots=[], start=False))).room
        for pupil in range(30):
            wrong = [await http.get("/api/v1/rooms/NOSUCH", headers=session(pupil)) for _ in range(3)]
            assert {answer.status_code for answer in wrong} <= {404, 429}
        assert (await http.get(f"/api/v1/rooms/{room}", headers=session(99))).status_code == 200
        own = await http.get(f"/api/v1/rooms/{room}", headers=session(0))
        assert own.status_code == 429  # this one has guessed often enough


async def test_inventing_sessions_does_not_help_for_long(tmp_path: Path) -> None:
    limits = {"limits_enabled": 1, "limits_rooms": "2/9000", "ip_factor": 3, "limits_global": "1000/1"}
    async with serving(tmp_path, **limits) as server, http_client(server.base) as http:
        made = [(await http.post("/api/v1/rooms", json={"game": "uno"}, headers=session(n))) for n in range(8)]
        assert [answer.status_code for answer in made] == [200] * 6 + [429] * 2
        assert int(made[-1].headers["retry-after"]) > 0


async def test_one_person_has_the_documented_numbers(tmp_path: Path) -> None:
    async with serving(tmp_path, limits_enabled=1) as server, Client(server.base) as client:
        for _ in range(5):
            await client.create(wish(bots=[], start=False))
        assert await refused(client.create(wish(bots=[], start=False))) == "rate_limited"
