"""What a host sees of a server, and what others do not."""

import json
import logging
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from litestar.openapi.spec import OpenAPI
from websockets.exceptions import InvalidStatus

from paiju.server.logs import JsonFormatter
from paiju.server.settings import BadSetting, read_settings
from paiju.server.web import rooms_api
from paiju.server.web.app import stop
from tests.server.serving import http_client, open_socket, serving

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "Via"])
async def test_metrics_are_not_for_those_a_proxy_on_this_machine_speaks_for(tmp_path: Path, header: str) -> None:
    async with serving(tmp_path) as server, http_client(server.base) as http:
        assert (await http.get("/metrics")).status_code == 200
        answer = await http.get("/metrics", headers={header: "192.0.2.7"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


async def test_a_server_that_stops_refuses_what_comes_and_says_when_to_come_back(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, http_client(server.base) as http:
        assert (await http.get("/readyz")).status_code == 200
        await stop(server.service)
        native, arena = await http.get("/api/v1/games"), await http.get("/api/rooms/list")
        assert (native.status_code, native.json()["error"]["code"]) == (503, "stopping")
        assert (arena.status_code, arena.json()["code"]) == (503, "UNAVAILABLE")
        for answer in (native, arena):
            assert int(answer.headers["retry-after"]) >= 1
        with pytest.raises(InvalidStatus) as refused:
            await open_socket(server)
        assert refused.value.response.status_code == 403


@pytest.mark.parametrize("path", ["/openapi", "/openapi/", "/openapi/openapi.json", "/openapi/swagger"])
async def test_there_are_no_pages_of_the_library_we_use(tmp_path: Path, path: str) -> None:
    async with serving(tmp_path) as server, http_client(server.base) as http:
        answer = await http.get(path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    "wrong", [{"seats": "4"}, {"seats": 4.0}, {"seats": True}, {"ranked": 1}, {"ranked": "true"}, {"clock": "60"}]
)
async def test_numbers_and_truth_values_in_bodies_are_what_they_are(tmp_path: Path, wrong: dict[str, object]) -> None:
    async with serving(tmp_path) as server, http_client(server.base) as http:
        answer = await http.post("/api/v1/rooms", json={"game": "uno", **wrong})
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_fields")


def test_what_libraries_log_is_one_json_object_without_the_text_of_errors() -> None:
    line = logging.LogRecord("engineio", logging.ERROR, "", 0, "odd %s", ("client",), None)
    try:
        raise ValueError("red-5-9")
    except ValueError:
        line.exc_info = sys.exc_info()
    written = json.loads(JsonFormatter().format(line))
    assert (written["event"], written["logger"], written["kind"]) == ("odd client", "engineio", "ValueError")
    assert "red-5-9" not in str(written)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("log_level", "loud"),
        ("public_url", "cards.example.org"),
        ("public_url", "ftp://cards.example.org"),
        ("public_url", "https://"),
        ("origins", "*"),
        ("origins", "https://good.example,nonsense"),
        ("origins", "https://good.example/path"),
        ("proxies", "127.0.0.1,proxy.local"),
        ("proxies", "10.0.0.0/33"),
        ("proxies", "10.0.0.1/16"),
    ],
)
def test_words_that_mean_nothing_stop_the_start(name: str, value: str) -> None:
    with pytest.raises(BadSetting, match=f"^PAIJU_{name.upper()} is .*[.]$"):
        read_settings({}, {f"PAIJU_{name.upper()}": value})


def test_words_that_mean_something_are_taken() -> None:
    settings, _ = read_settings(
        {},
        {
            "PAIJU_LOG_LEVEL": "WARNING",
            "PAIJU_PUBLIC_URL": "https://cards.example.org/uno/",
            "PAIJU_ORIGINS": "https://a.example, http://[::1]:8000",
            "PAIJU_PROXIES": "127.0.0.1, ::1,2001:db8::7",
        },
    )
    assert settings.public_url == "https://cards.example.org/uno/"


@pytest.mark.parametrize(
    ("proxies", "peer", "counted"),
    [
        ("127.0.0.1", "127.0.0.1", "192.0.2.7"),
        ("127.0.0.1", "::ffff:127.0.0.1", "192.0.2.7"),
        ("0:0:0:0:0:0:0:1", "::1", "192.0.2.7"),
        ("127.0.0.1", "192.0.2.1", "192.0.2.1"),
        ("::ffff:127.0.0.1", "127.0.0.1", "192.0.2.7"),
        ("127.0.0.1,10.0.0.0/16", "10.0.3.4", "192.0.2.7"),  # a load balancer of a cloud
        ("127.0.0.1,10.0.0.0/16", "10.1.3.4", "10.1.3.4"),
    ],
)
async def test_a_proxy_is_known_however_its_address_is_written(
    tmp_path: Path, proxies: str, peer: str, counted: str
) -> None:
    async with serving(tmp_path, trust_proxy=1, proxies=proxies) as server:
        scope = {"client": (peer, 1), "headers": [(b"x-forwarded-for", b"203.0.113.9, 192.0.2.7")]}
        assert server.service.address(scope) == counted


async def test_what_is_the_same_for_everybody_is_made_once_and_compressed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Making the OpenAPI document takes the event loop for longer than a hundred actions."""
    made: Counter[str] = Counter()

    def count(owner: object, name: str) -> None:
        original = getattr(owner, name)

        def counted(*arguments: Any) -> Any:
            made[name] += 1
            return original(*arguments)

        monkeypatch.setattr(owner, name, counted)

    count(rooms_api, "all_games")
    count(rooms_api, "message_schema")
    count(OpenAPI, "to_schema")
    async with serving(tmp_path) as server, http_client(server.base) as http:
        before = made.copy()
        for path, name in (
            ("/api/v1/server", "all_games"),
            ("/api/v1/messages.json", "message_schema"),
            ("/schema", "to_schema"),
        ):
            answers = [await http.get(path, headers={"accept-encoding": "gzip"}) for _ in range(5)]
            assert made[name] - before[name] == 1, path
            assert {answer.headers["content-encoding"] for answer in answers} == {"gzip"}
            plain = await http.get(path, headers={"accept-encoding": "identity"})
            assert "content-encoding" not in plain.headers
            assert plain.json() == answers[0].json()
            assert plain.headers["etag"] != answers[0].headers["etag"]
            known = await http.get(
                path, headers={"if-none-match": plain.headers["etag"], "accept-encoding": "identity"}
            )
            assert (known.status_code, known.content) == (304, b"")
        page = await http.get("/schema", headers={"accept": "text/html"})
        assert "<code>GET /api/v1/server</code>" in page.text
        assert "text/html" in page.headers["content-type"]


@pytest.mark.parametrize(("settings", "seen"), [({"trust_proxy": 1}, "192.0.2.7"), ({}, "127.0.0.1")])
async def test_a_host_can_see_which_address_is_counted(tmp_path: Path, settings: dict[str, Any], seen: str) -> None:
    limits = {"limits_enabled": 1, "limits_list": "2/9000", "ip_factor": 1}
    async with serving(tmp_path, **settings, **limits) as server, http_client(server.base) as http:
        forwarded = {"x-forwarded-for": "203.0.113.9, 192.0.2.7"}
        answers = [await http.get("/address", headers=forwarded) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert answers[0].json() == {"address": seen}
        assert answers[0].headers["cache-control"] == "no-store"
