"""A body is decoded once, by the middleware, whoever handles the request."""

import asyncio
from pathlib import Path
from typing import Any

import litestar.connection.request
import pytest

from paiju.server.web import json_input
from tests.server.compiled import replaces_internals
from tests.server.serving import http_client, serving

pytestmark = pytest.mark.anyio

REQUESTS = {
    "/api/v1/rooms": {"game": "uno", "seats": 2, "name": "Ada"},
    "/api/rooms": {"isSandbox": True, "MAC": "aa:bb"},
}


class Counting:
    """The decoder of JSON, and what it has decoded."""

    def __init__(self, decoder: Any) -> None:
        self._decoder = decoder
        self.texts: list[str] = []

    def decode(self, text: str) -> Any:
        self.texts.append(text)
        return self._decoder.decode(text)


@replaces_internals
@pytest.mark.parametrize("path", REQUESTS)
async def test_a_body_is_decoded_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    again: list[object] = []
    monkeypatch.setattr(litestar.connection.request, "decode_json", lambda *texts, **_: again.append(texts))
    decoder = Counting(json_input._quick)
    monkeypatch.setattr(json_input, "_quick", decoder)
    async with serving(tmp_path) as server, http_client(server.base) as http:
        answer = await http.post(path, json=REQUESTS[path])
    assert (len(decoder.texts), again) == (1, []), answer.text
    assert answer.status_code < 300, answer.text


@pytest.mark.parametrize("path", REQUESTS)
async def test_a_body_that_announces_itself_as_too_large_is_refused_before_it_is_sent(
    tmp_path: Path, path: str
) -> None:
    async with serving(tmp_path) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(server.base.rsplit(":", 1)[1]))
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        writer.write(f"{head}Content-Length: 20000\r\n\r\n".encode())
        assert (await reader.readline()).split()[1] == b"413"
        writer.close()
