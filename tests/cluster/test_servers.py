"""The servers that tests and `make cluster` start."""

import asyncpg
import pytest

from tools.cluster.servers import Postgres

pytestmark = pytest.mark.anyio


async def test_a_postgresql_that_crashed_is_back_at_its_address_whatever_was_started_before() -> None:
    servers = [Postgres(), Postgres(synced=True)]
    try:
        for server, fsync in zip(servers, ("off", "on"), strict=True):
            before = server.pid
            server.restart()
            assert server.pid != before
            connection = await asyncpg.connect(server.address)
            assert await connection.fetchval("SHOW fsync") == fsync
            await connection.close()
    finally:
        for server in servers:
            server.close()
