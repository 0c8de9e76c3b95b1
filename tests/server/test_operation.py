"""What a host sees of a server, and what others do not."""

from pathlib import Path

import httpx2
import pytest

from tests.server.serving import serving

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "Via"])
async def test_metrics_are_not_for_those_a_proxy_on_this_machine_speaks_for(tmp_path: Path, header: str) -> None:
    async with serving(tmp_path) as server, httpx2.AsyncClient(base_url=server.base, trust_env=False) as http:
        assert (await http.get("/metrics")).status_code == 200
        answer = await http.get("/metrics", headers={header: "192.0.2.7"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")
