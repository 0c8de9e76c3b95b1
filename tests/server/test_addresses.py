"""Whose request it is: addresses behind proxies, and the names by which a server may be called."""

import asyncio
from pathlib import Path

import pytest

from paiju.server.settings import BadSetting, read_settings
from tests.server.serving import http_client, open_socket, serving
from tests.server.test_frames import connected

pytestmark = pytest.mark.anyio

FORWARDED = b"x-forwarded-for"


@pytest.mark.parametrize(
    ("hops", "lines", "counted"),
    [
        (1, ["192.0.2.7"], "192.0.2.7"),
        (1, ["203.0.113.9, 192.0.2.7"], "192.0.2.7"),
        (1, ["203.0.113.9", "192.0.2.7"], "192.0.2.7"),  # HAProxy adds a line of its own
        (1, ["203.0.113.9, 203.0.113.10", "192.0.2.7"], "192.0.2.7"),
        (2, ["203.0.113.9", "192.0.2.7", "198.51.100.2"], "192.0.2.7"),
        (2, ["203.0.113.9, 192.0.2.7, 198.51.100.2"], "192.0.2.7"),
        (2, ["192.0.2.7"], "127.0.0.1"),  # not through all of the proxies: nobody to believe
        (1, [], "127.0.0.1"),
        (1, ["nonsense"], "127.0.0.1"),
        (1, ["192.0.2.7:51234"], "192.0.2.7"),
        (1, ["[2001:db8:1:2:3::4]:443"], "2001:db8:1:2::/64"),
        (1, ["[2001:db8:1:2:3::4]"], "2001:db8:1:2::/64"),
        (1, ["2001:DB8:1:2::9"], "2001:db8:1:2::/64"),
        (1, ["::ffff:192.0.2.7"], "192.0.2.7"),
        (1, ["fe80::1%eth0"], "fe80::/64"),
        (1, [' "192.0.2.7" '], "192.0.2.7"),
    ],
)
async def test_the_client_is_counted_from_the_right(tmp_path: Path, hops: int, lines: list[str], counted: str) -> None:
    async with serving(tmp_path, trust_proxy=1, proxy_hops=hops) as server:
        headers = [(FORWARDED, line.encode()) for line in lines]
        assert server.service.address({"client": ("127.0.0.1", 1), "headers": headers}) == counted


async def test_a_second_line_of_the_header_makes_no_new_client(tmp_path: Path) -> None:
    limits = {"limits_enabled": 1, "limits_list": "2/9000", "ip_factor": 1}
    async with serving(tmp_path, trust_proxy=1, **limits) as server, http_client(server.base) as http:
        answers = [
            await http.get(
                "/api/v1/server", headers=[("x-forwarded-for", f"203.0.113.{n}"), ("x-forwarded-for", "192.0.2.7")]
            )
            for n in range(3)
        ]
        assert [answer.status_code for answer in answers] == [200, 200, 429]


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1", 200),
        ("127.0.0.1:8000", 200),
        ("localhost:8000", 200),
        ("LOCALHOST", 200),
        ("[::1]:8000", 200),
        ("192.168.1.20:8000", 200),  # an address cannot be bent to another server by DNS
        ("cards.example.org", 200),
        ("cards.example.org:443", 200),
        ("play.example.net", 200),
        ("evil.example", 421),
        ("localhost.evil.example", 421),
        ("127.0.0.1.evil.example:8000", 421),
        ("cards.example.org.", 200),
        ("evil example", 421),
    ],
)
async def test_a_server_answers_to_its_own_names_only(tmp_path: Path, host: str, status: int) -> None:
    names = {"public_url": "https://cards.example.org", "hosts": "play.example.net"}
    async with serving(tmp_path, **names) as server, http_client(server.base) as http:
        for path in ("/healthz", "/metrics", "/api/v1/server", "/api/rooms/list", "/"):
            answer = await http.get(path, headers={"host": host})
            assert (answer.status_code == 421) == (status == 421), path
            if status == 421:
                assert answer.json()["error"]
        if status == 421:
            host_and_origin = {"Host": host, "Origin": f"http://{host}"}
            answer = await http.post("/api/v1/players", headers=host_and_origin)
            assert answer.status_code == 421


async def test_a_socket_for_another_name_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        for path in ("/api/v1/ws", "/socket.io/?EIO=4&transport=websocket"):
            head = await handshake(server.base, path, "evil.example")
            assert b" 403 " in head.split(b"\r\n")[0]
        async with open_socket(server):
            pass
        async with connected(server):
            pass


async def handshake(base: str, path: str, host: str) -> bytes:
    """What the server says to a WebSocket that calls it so."""
    address, port = base.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(address, int(port))
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{key}".encode())
    head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 60)
    writer.close()
    return head


@pytest.mark.parametrize("value", ["https://cards.example.org", "a b", "*", "cards.example.org/x"])
def test_hosts_are_names(value: str) -> None:
    with pytest.raises(BadSetting, match=r"^PAIJU_HOSTS is "):
        read_settings({}, {"PAIJU_HOSTS": value})
