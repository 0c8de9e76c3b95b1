"""The bots of these tests use other people's clients, and their servers hang up on them in the middle of a poll."""

import gc
import warnings
from collections.abc import AsyncIterator, Iterator

import pytest

from tests.server.arena.playing import ArenaServer, serving_arena
from tests.server.serving import SEED


@pytest.fixture(autouse=True)
def _no_word_of_cut_connections() -> Iterator[None]:
    """aiohttp complains when it finds such a connection; that must not be blamed on whatever test runs then."""
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


@pytest.fixture(scope="module", name="shared_server")
async def _shared_server(tmp_path_factory: pytest.TempPathFactory, anyio_backend: object) -> AsyncIterator[ArenaServer]:
    """One server for the tests of a module."""
    async with serving_arena(tmp_path_factory.mktemp("arena")) as server:
        yield server


@pytest.fixture
async def arena(shared_server: ArenaServer, request: pytest.FixtureRequest) -> AsyncIterator[ArenaServer]:
    """The module's server; a test has deals of its own, and its bots go with it."""
    shared_server.deals.begin(f"{SEED}/{request.node.name}")
    yield shared_server
    await shared_server.close_bots()
