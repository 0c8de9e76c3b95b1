"""Thirty people behind one address: each is counted, and nobody pays for the others."""

from pathlib import Path

import pytest

from tests.server.clock import ManualClock
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


async def test_thirty_start_pages_cost_one_list_a_second(tmp_path: Path) -> None:
    clock = ManualClock()
    limits = {"limits_enabled": 1, "limits_list": "2/9000", "ip_factor": 30, "open_rooms": 0}
    async with serving(tmp_path, clock, **limits) as server, http_client(server.base) as http:
        body = {"game": "uno", "name": "Ada", "seats": 4, "visibility": "listed"}
        room = (await http.post("/api/v1/rooms", json=body)).json()["room"]
        lists = server.service.room_lists
        first = [await http.get("/api/v1/rooms", headers=session(pupil)) for pupil in range(30)]
        assert lists.made == 1
        assert {answer.json()["rooms"][0]["link"] for answer in first} == {f"{server.base}/room/{room}"}
        [tag] = {answer.headers["etag"] for answer in first}
        for minute in range(1, 5):
            await clock.advance(10)
            for pupil in range(30):
                answer = await http.get("/api/v1/rooms", headers={**session(pupil), "if-none-match": tag})
                assert (answer.status_code, answer.content) == (304, b"")
            assert lists.made == 1 + minute
        # What the thirty may read beside the list is untouched, and a list that has changed comes with a new tag.
        for pupil in range(30):
            assert (await http.get(f"/api/v1/rooms/{room}", headers=session(pupil))).status_code == 200
        assert (await http.post(f"/api/v1/rooms/{room}/join", json={"name": "Bo"})).status_code == 200
        answer = await http.get("/api/v1/rooms", headers={**session(0), "if-none-match": tag})
        assert (answer.status_code, answer.json()["rooms"][0]["seats"][1]["name"]) == (200, "Bo")
        assert answer.headers["etag"] != tag


async def test_links_in_the_list_are_those_of_the_caller(tmp_path: Path) -> None:
    async with serving(tmp_path, open_rooms=0) as server, http_client(server.base) as http:
        body = {"game": "uno", "name": "Ada", "seats": 4, "visibility": "listed"}
        await http.post("/api/v1/rooms", json=body)
        port = server.base.rsplit(":", 1)[1]
        tags = set()
        for name in ("localhost", "127.0.0.1"):
            answer = await http.get("/api/v1/rooms?game=uno", headers={"host": f"{name}:{port}"})
            assert answer.json()["rooms"][0]["link"].startswith(f"http://{name}:{port}/room/")
            tags.add(answer.headers["etag"])
        assert len(tags) == 2
        assert (await http.get("/api/v1/rooms?game=nosuch")).json() == {"rooms": []}


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
    clock = ManualClock()
    async with serving(tmp_path, clock, **limits) as server, http_client(server.base) as http:
        made = [(await http.post("/api/v1/rooms", json={"game": "uno"}, headers=session(n))) for n in range(8)]
        assert [answer.status_code for answer in made] == [200] * 6 + [429] * 2
        assert int(made[-1].headers["retry-after"]) > 0
        late = session(9)
        late_answers = [await http.post("/api/v1/rooms", json={"game": "uno"}, headers=late) for _ in range(2)]
        assert [answer.status_code for answer in late_answers] == [429] * 2
        await clock.advance(3001)  # the address may make two rooms again, and nothing was counted for this person
        made = [await http.post("/api/v1/rooms", json={"game": "uno"}, headers=late) for _ in range(2)]
        assert [answer.status_code for answer in made] == [200] * 2


async def test_one_person_has_the_documented_numbers(tmp_path: Path) -> None:
    async with serving(tmp_path, limits_enabled=1) as server, Client(server.base) as client:
        for _ in range(5):
            await client.create(wish(bots=[], start=False))
        assert await refused(client.create(wish(bots=[], start=False))) == "rate_limited"
