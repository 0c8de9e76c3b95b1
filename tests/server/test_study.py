"""Looking back at finished matches and records, and reading the rules: only what is public, in sizes we can bear."""

import json
import random
from pathlib import Path
from typing import Any

import httpx2
import pytest

from paiju.protocol.rooms import SeatedAnswer
from paiju.server.web.study_api import largest_record
from tests.server.serving import SHORT, Client, Running, http_client, play_out, seat_of, serving

pytestmark = pytest.mark.anyio


async def finished(client: Client, game: str = "uno") -> SeatedAnswer:
    mine = await seat_of(client, game, options=SHORT[game])
    async with client.table(mine.room, mine.secret, views="none") as table:
        await play_out(table, random.Random(3))
    return mine


async def get(server: Running, path: str, **query: Any) -> httpx2.Response:
    async with http_client(server.base) as http:
        return await http.get(f"/api/v1/{path}", params=query)


async def post(server: Running, body: dict[str, Any]) -> httpx2.Response:
    async with http_client(server.base) as http:
        return await http.post("/api/v1/positions", json=body)


async def test_a_finished_match_is_seen_position_by_position_and_its_record_shows_the_same(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await finished(client)
        match = f"matches/{mine.match}"
        seen = (await get(server, f"{match}/positions", first=3, count=5)).json()
        assert (seen["game"], seen["seats"][0], len(seen["commitment"])) == ("uno", "Ada", 64)
        assert [frame["seq"] for frame in seen["frames"]][-1] == 7
        assert all(len(frame["hands"]) == 4 and frame["hands"][0] for frame in seen["frames"])
        assert [move["seq"] for move in seen["moves"]] == list(range(1, len(seen["moves"]) + 1))
        assert not any("order" in move["action"] for move in seen["moves"])
        draws = {move["seq"] for move in seen["moves"] if move["action"]["type"] == "DRAW_CARD"}
        drew = {move["seq"] for move in seen["moves"] if any(fact["type"] == "drew" for fact in move["facts"])}
        assert draws <= drew
        record = (await get(server, f"{match}/record")).text
        assert (await post(server, {"record": record, "first": 3, "count": 5})).json() == seen
        own = (await get(server, f"{match}/positions", first=5, count=1, seat=2)).json()["frames"][0]
        assert own["hands"] == []
        assert own["view"]["hand"] == next(f for f in seen["frames"] if f["seq"] == 5)["hands"][2]


async def test_a_running_match_is_not_to_be_looked_into(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await seat_of(client, options={"targetScore": 10000})
        for path in (f"matches/{mine.match}/positions", f"matches/{mine.match}/record", f"matches/{mine.match}"):
            answer = await get(server, path)
            assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no_match")


async def test_a_record_that_is_none_too_large_or_has_no_such_seat_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await finished(client)
        record = (await get(server, f"matches/{mine.match}/record")).text
        for body, status in (
            ({"record": "not a record"}, 400),
            ({"record": json.dumps({"paiju": 99})}, 400),
            ({"record": record, "seat": 9}, 409),
            ({"record": record, "count": 1000}, 422),
            ({"record": "x" * (largest_record(20000) + 1)}, 413),
            ({"record": record, "surprise": 1}, 422),
        ):
            answer = await post(server, body)
            assert answer.status_code == status, (str(body)[:40], answer.text)
            assert answer.json()["error"]["code"]
        assert server.service.metrics.incidents._value.get() == 0


async def test_a_damaged_record_is_shown_as_far_as_it_goes(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await finished(client)
        record = (await get(server, f"matches/{mine.match}/record")).text
        lines = record.splitlines()
        seen = (await post(server, {"record": "\n".join(lines[:10]) + "\n" + lines[10][:5], "count": 3})).json()
        assert seen["damaged"] is True
        assert len(seen["moves"]) == 9
        assert seen["result"] is None


async def test_the_rules_are_told_in_both_languages(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        async with http_client(server.base) as http:
            english = (await http.get("/api/v1/rules/uno/official", headers={"accept-language": "en-US"})).json()
            chinese = (await http.get("/api/v1/rules/uno/official", headers={"accept-language": "zh-CN"})).json()
            assert [s["anchor"] for s in english["sections"]] == [s["anchor"] for s in chinese["sections"]]
            assert english["sections"][0]["title"] != chinese["sections"][0]["title"]
            assert all(option["label"] for option in english["options"])
            explained = (await http.get("/api/v1/rules/uno/official?code=INVALID_CARD")).json()
            assert (explained["wanted"], english["wanted"]) == ("fits", "")
            assert explained["wanted"] in [s["anchor"] for s in english["sections"]]
            for path in ("poker/official", "uno/unheard-of"):
                answer = await http.get(f"/api/v1/rules/{path}")
                assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")
