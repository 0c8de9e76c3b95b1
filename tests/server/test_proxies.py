"""Real proxies in front of a server, with the lines of docs/hosting.md. Those that are not installed are left out."""

import asyncio
import contextlib
import random
import shutil
import socket
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import httpx2
import pytest

from tests.house.documents import ROOT, pieces
from tests.server.serving import SHORT, Client, play_out, seat_of, serving

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform != "linux", reason="a client needs a second loopback address"),
]

HERE = "127.0.0.5"
"""Where the client is; proxies connect from 127.0.0.1."""
INVENTED = ("", "192.0.2.1", "192.0.2.1, 192.0.2.2")
"""What a client may write into X-Forwarded-For."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def lines(name: str) -> str:
    """The lines of the document for this proxy."""
    [found] = [piece.text for piece in pieces(ROOT / "docs" / "hosting.md") if piece.label == name]
    return found


def replaced(text: str, *pairs: tuple[str, str]) -> str:
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


def nginx(folder: Path, port: int, to: int, name: str = "nginx") -> list[str]:
    server = replaced(lines(name), ("listen 80", f"listen 127.0.0.1:{port}"))
    for address in ("127.0.0.1:8000", "10.0.0.11:8000"):
        server = server.replace(address, f"127.0.0.1:{to}")
    for address in ("10.0.0.12:8000", "10.0.0.13:8000"):
        server = server.replace(address, f"127.0.0.1:{free_port()}")  # nodes that are down
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log; events {{}}\n"
        f"http {{ access_log off; {places}\n{server}}}\n"
    )
    return ["nginx", "-e", str(folder / "nginx.log"), "-c", str(folder / "nginx.conf")]


def nginx_before_nodes(folder: Path, port: int, to: int) -> list[str]:
    return nginx(folder, port, to, "nodes")


def haproxy(folder: Path, port: int, to: int) -> list[str]:
    text = replaced(lines("haproxy"), ("bind :80", f"bind 127.0.0.1:{port}"), ("127.0.0.1:8000", f"127.0.0.1:{to}"))
    (folder / "haproxy.cfg").write_text(text)
    return ["haproxy", "-db", "-f", str(folder / "haproxy.cfg")]


def caddy(folder: Path, port: int, to: int) -> list[str]:
    site = ("cards.example.org {", f"http://127.0.0.1:{port} {{")
    text = replaced(lines("Caddyfile"), site, ("127.0.0.1:8000", f"127.0.0.1:{to}"))
    (folder / "Caddyfile").write_text(f"{{\n    admin off\n}}\n{text}")
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


Configured = Callable[[Path, int, int], list[str]]


@contextlib.asynccontextmanager
async def proxied(configured: Configured, folder: Path, to: int) -> AsyncIterator[int]:
    """A proxy in front of this port; its own port."""
    port = free_port()
    command = configured(folder, port, to)
    program = shutil.which(command[0], path="/usr/local/bin:/usr/bin:/usr/sbin")
    if program is None:
        pytest.skip(f"{command[0]} is not installed")
    environment = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / f"{command[0]}.said").open("wb") as said:
        process = await asyncio.create_subprocess_exec(
            program, *command[1:], env=environment, stdout=said, stderr=said, cwd=folder
        )
    try:
        async with asyncio.timeout(60):
            while not await listens(port):
                assert process.returncode is None, (folder / f"{command[0]}.said").read_text()
                await asyncio.sleep(0.02)
        yield port
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


async def listens(port: int) -> bool:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    return True


async def counted(port: int, forwarded: str) -> str:
    """The address by which limits count a client that wrote this header."""
    transport = httpx2.AsyncHTTPTransport(local_address=HERE)
    async with httpx2.AsyncClient(transport=transport, trust_env=False, timeout=60) as http:
        headers = {"x-forwarded-for": forwarded} if forwarded else {}
        answer = await http.get(f"http://127.0.0.1:{port}/address", headers=headers)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["address"])


@pytest.mark.parametrize("proxy", [nginx, nginx_before_nodes, haproxy, caddy], ids=lambda proxy: proxy.__name__)
async def test_clients_are_counted_by_their_own_address_and_play(tmp_path: Path, proxy: Configured) -> None:
    async with serving(tmp_path, trust_proxy=1, proxies="127.0.0.1", deal_slowly=0) as server:
        async with proxied(proxy, tmp_path, int(server.base.rpartition(":")[2])) as port:
            assert [await counted(port, forwarded) for forwarded in INVENTED] == [HERE] * len(INVENTED)
            async with Client(f"http://127.0.0.1:{port}") as client:
                mine = await seat_of(client, seats=2, bots=["easy"], options=SHORT["uno"])
                async with client.table(mine.room, mine.secret) as table:
                    assert await play_out(table, random.Random(1), most=3) > 0


async def test_one_proxy_in_front_of_another_needs_two_hops(tmp_path: Path) -> None:
    inner, outer = tmp_path / "inner", tmp_path / "outer"
    inner.mkdir()
    outer.mkdir()
    async with serving(tmp_path, trust_proxy=1, proxies="127.0.0.1", proxy_hops=2) as server:
        async with proxied(nginx, inner, int(server.base.rpartition(":")[2])) as between:
            async with proxied(haproxy, outer, between) as port:
                assert [await counted(port, forwarded) for forwarded in INVENTED] == [HERE] * len(INVENTED)
