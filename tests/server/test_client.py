"""The client for programs: a lost connection is made again as long as its patience lasts."""

import asyncio
from pathlib import Path
from typing import Any

import httpx2
import pytest

from paiju import client as library
from paiju.client import LiveTable
from paiju.protocol import messages as m
from paiju.protocol.play import ViewAnswer
from paiju.server.rooms import seating
from tests.server.serving import seat_of, serving
from tests.skipping_loop import SkippingLoop
from tools.cluster.relay import Relay, to_port


class _BadLine(LiveTable):
    """Its first attempts to connect fail."""

    failures = 0

    async def connect(self, since: int | None = None) -> m.Entered:
        if self.failures:
            self.failures -= 1
            raise ConnectionError("no connection")
        return await super().connect(since)


@pytest.mark.anyio
async def test_a_table_comes_back_after_several_attempts(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, library.Client(server.base, timeout=120) as client:
        mine = await seat_of(client)
        table = _BadLine(client, mine.room, mine.secret, "all", False)
        await table.connect()
        table.failures = 3
        entered = await table.reconnect()
        assert table.failures == 0
        assert entered.snapshot.seat == mine.seat
        await table.close()


@pytest.mark.anyio
@pytest.mark.parametrize("moment", ["before a look", "after a look"])
async def test_turns_end_when_the_seat_is_lost(tmp_path: Path, moment: str) -> None:
    async with serving(tmp_path) as server, library.Client(server.base, timeout=120) as client:
        host = await seat_of(client, bots=[], start=False)
        bo = await client.join(host.room, "Bo")

        class Kicked(LiveTable):
            async def look(self) -> ViewAnswer:
                if moment == "before a look":
                    await kick()
                    return await super().look()
                snapshot = await super().look()
                await kick()
                return snapshot

        async def kick() -> None:
            await seating.kick(await server.service.lobby.table(host.room), host.seat, bo.seat)

        table = Kicked(client, host.room, bo.secret, "all", False)
        await table.connect()
        assert [turn async for turn in table.turns()] == []
        assert table.gone == "kicked"
        with pytest.raises(ConnectionError):
            await LiveTable.look(table)
        await table.close()


@pytest.mark.anyio
async def test_it_gives_up_when_its_patience_has_run_out(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, library.Client(server.base, timeout=120, patience=0) as client:
        mine = await seat_of(client)
        table = _BadLine(client, mine.room, mine.secret, "all", False)
        await table.connect()
        table.failures = 2
        with pytest.raises(ConnectionError, match="does not come back"):
            await table.reconnect()
        assert table.failures == 1, "tried once"
        await table.close()


@pytest.mark.parametrize("after", [0.0, 0.1, 3.9, 4.1, 7.9])
def test_a_server_that_dies_without_a_word_is_noticed_within_ten_seconds(
    tmp_path: Path, skipping_loop: SkippingLoop, after: float
) -> None:
    """`after` is when it dies, in seconds from the connection: before, with and after a ping."""

    async def noticed() -> float:
        async with serving(tmp_path) as server, library.Client(server.base, timeout=120) as client:
            mine = await seat_of(client)
            relay = Relay(to_port(lambda: int(server.base.rsplit(":", 1)[1])))
            await relay.start()
            async with library.Client(f"http://127.0.0.1:{relay.port}", timeout=120) as away:
                table = LiveTable(away, mine.room, mine.secret, "all", False)
                await table.connect()
                with skipping_loop.skipping():
                    await asyncio.sleep(after)
                    relay.swallows = True
                    died = skipping_loop.time()
                    while await table.inbox.get() is not None:
                        pass  # what came before
                    seconds = skipping_loop.time() - died
                relay.mend()
                assert (await table.reconnect()).snapshot.seat == mine.seat
                await table.close()
            await relay.close()
        return seconds

    assert 0 < skipping_loop.run_until_complete(noticed()) <= 10


@pytest.mark.anyio
@pytest.mark.parametrize(("base", "checks"), [("http://127.0.0.1:8000", False), ("https://cards.example", True)])
async def test_certificates_are_checked_unless_there_are_none(
    base: str, checks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []

    class Http(httpx2.AsyncClient):
        def __init__(self, *, verify: bool, **options: Any) -> None:
            asked.append(verify)
            super().__init__(verify=verify, **options)

    monkeypatch.setattr(httpx2, "AsyncClient", Http)
    async with library.Client(base):
        assert asked == [checks]


@pytest.mark.parametrize(
    ("body", "code"), [(b"<html>", "http"), (b"{}", "http"), (b'{"error":{"code":"x","text":"y"}}', "x")]
)
def test_an_answer_that_is_not_of_our_server_is_a_refusal_too(body: bytes, code: str) -> None:
    refused = library._refused(httpx2.Response(502, content=body, headers={"retry-after": "7"}))
    assert (refused.problem.code, refused.status, refused.retry_after) == (code, 502, 7)
