"""A body is decoded once, by the middleware, whoever handles the request."""

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
