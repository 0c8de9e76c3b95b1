"""What a host sees of a server, and what others do not."""

import json
import logging
import sys
from pathlib import Path

import httpx2
import pytest

from paiju.server.logs import OneObject
from tests.server.serving import serving

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "Via"])
async def test_metrics_are_not_for_those_a_proxy_on_this_machine_speaks_for(tmp_path: Path, header: str) -> None:
    async with serving(tmp_path) as server, httpx2.AsyncClient(base_url=server.base, trust_env=False) as http:
        assert (await http.get("/metrics")).status_code == 200
        answer = await http.get("/metrics", headers={header: "192.0.2.7"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


@pytest.mark.parametrize("path", ["/openapi", "/openapi/", "/openapi/openapi.json", "/openapi/swagger"])
async def test_there_are_no_pages_of_the_library_we_use(tmp_path: Path, path: str) -> None:
    async with serving(tmp_path) as server, httpx2.AsyncClient(base_url=server.base, trust_env=False) as http:
        answer = await http.get(path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    "wrong", [{"seats": "4"}, {"seats": 4.0}, {"seats": True}, {"ranked": 1}, {"ranked": "true"}, {"clock": "60"}]
)
async def test_numbers_and_truth_values_in_bodies_are_what_they_are(tmp_path: Path, wrong: dict[str, object]) -> None:
    async with serving(tmp_path) as server, httpx2.AsyncClient(base_url=server.base, trust_env=False) as http:
        answer = await http.post("/api/v1/rooms", json={"game": "uno", **wrong})
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_fields")


def test_what_libraries_log_is_one_json_object_without_the_text_of_errors() -> None:
    line = logging.LogRecord("engineio", logging.ERROR, "", 0, "odd %s", ("client",), None)
    try:
        raise ValueError("red-5-9")
    except ValueError:
        line.exc_info = sys.exc_info()
    written = json.loads(OneObject().format(line))
    assert (written["event"], written["logger"], written["kind"]) == ("odd client", "engineio", "ValueError")
    assert "red-5-9" not in str(written)
