"""Where the shuffles of matches come from."""

import hashlib
import tempfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from paiju.engine.shuffle import FairSource, new_seed
from paiju.server.settings import BadSetting, Settings, variable

TEST_SWITCH: Final = "PAIJU_TEST_SERVER"
_SQLITE: Final = "sqlite:///"


class Deals:
    """A new secret seed for every match. Tests replace this class."""

    def new_seed(self, dialect: str) -> bytes:
        """The seed of a new match."""
        return new_seed()

    def source(self, seed: bytes) -> FairSource:
        """The shuffles that follow from a seed, beginning with the first."""
        return FairSource(seed)


class KnownDeals(Deals):
    """For tests: the same seeds in the same order every time, counted separately for each dialect."""

    def __init__(self, name: str) -> None:
        self._name: Final = name
        self._made: Final[Counter[str]] = Counter()

    def new_seed(self, dialect: str) -> bytes:
        self._made[dialect] += 1
        return hashlib.sha256(f"{self._name}/{dialect}/{self._made[dialect]}".encode()).digest()


def deals_of(settings: Settings, environment: Mapping[str, str]) -> Deals:
    """Secret deals, or known ones if the setting `seed` is set. Raises `BadSetting` unless the environment switch for
    tests is set as well and the store is a temporary file."""
    if not settings.seed:
        return Deals()
    if environment.get(TEST_SWITCH) != "1" or not _is_temporary(settings.database):
        raise BadSetting(
            "seed",
            f"{variable('seed')} makes every deal known beforehand: "
            f"it needs {TEST_SWITCH}=1 and a SQLite database in the temporary directory.",
            name=variable("seed"),
            switch=TEST_SWITCH,
        )
    return KnownDeals(settings.seed)


def _is_temporary(database: str) -> bool:
    if not database.startswith(_SQLITE):
        return False
    return Path(database.removeprefix(_SQLITE)).resolve().is_relative_to(Path(tempfile.gettempdir()).resolve())
