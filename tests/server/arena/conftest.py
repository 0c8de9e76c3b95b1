"""The bots of these tests use other people's clients, and their servers hang up on them in the middle of a poll."""

import gc
import warnings
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def _no_word_of_cut_connections() -> Iterator[None]:
    """aiohttp complains when it finds such a connection; that must not be blamed on whatever test runs then."""
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()
