"""What holds for every test: a missing text is an error, no test fails because the machine is busy, and nothing is left
to chance: deals and generated examples are the same every time, or those of the number in `PAIJU_TEST_SEED`."""

import os
import re
import signal
import sys
import time
from collections.abc import Generator, Mapping
from itertools import count, groupby
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

from tests.skipping_loop import SkippingLoop

OF_THE_CALLER: Final = re.compile(
    r"PAIJU_(?!TEST_)|LC_|LANG(UAGE)?$|TZ$|TERM|COLUMNS$|LINES$|COLORTERM$|COLORFGBG$|(NO_|FORCE_|CLI)COLOR|"
    r"TTY_|TEXTUAL|XDG_(CONFIG|DATA|STATE)_HOME$|GIT_|(HTTPS?|ALL|NO)_PROXY$|DISPLAY$|BROWSER$|PYTHONDONTWRITEBYTECODE$",
    re.IGNORECASE,
)
"""Variables that adapt programs to a user's terminal, language, region or network; and one that would make every
program that a test starts compile its modules again."""
NUMBERS: Final = count()
CACHE: Final = Path(__file__).parents[1] / ".cache" / "tests"


def plain_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """The same for everybody: tests and the programs they start see English, UTC and a usual terminal. They share
    compiled texts, which only depend on their source."""
    kept = {name: value for name, value in environ.items() if not OF_THE_CALLER.match(name)}
    return kept | {"LANG": "C.UTF-8", "TZ": "UTC", "TERM": "xterm-256color", "XDG_CACHE_HOME": str(CACHE)}


def _tidy_up() -> None:
    plain = plain_environment(os.environ)
    os.environ.clear()
    os.environ.update(plain)
    time.tzset()
    os.umask(0o022)


_tidy_up()
os.environ["PAIJU_STRICT_TEXTS"] = "1"

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Tests started in the background of a shell ignore Ctrl-C, and so would every program they start.
    signal.signal(signal.SIGINT, signal.default_int_handler)

SEED = os.environ.get("PAIJU_TEST_SEED", "")
os.environ["PAIJU_PLAY_SEED"] = SEED or "paiju"  # of matches that are played without --seed

settings.register_profile(
    "paiju", deadline=None, derandomize=not SEED, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("paiju")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Hypothesis has an option of its own for it."""
    if SEED:
        config.option.hypothesis_seed = SEED


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests, which mostly wait, are spread evenly between the modules of the others, which compute."""
    web = Path(__file__).parent / "web"
    waiting = [item for item in items if item.path.is_relative_to(web)]
    others = [item for item in items if not item.path.is_relative_to(web)]
    modules = [list(found) for _, found in groupby(others, key=lambda item: item.path)] or [[]]
    items.clear()
    for number, module in enumerate(modules):
        first, end = (len(waiting) * place // len(modules) for place in (number, number + 1))
        items += [*waiting[first:end], *module]


@pytest.fixture(autouse=True)
def _nobodys_files(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees the settings and matches of the user who runs it, or of another test."""
    folder = tmp_path_factory.getbasetemp() / "homes" / str(next(NUMBERS))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / "data"))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """Save what coverage has measured now. At the exit it could be too late: pytest-xdist kills a worker that takes
    longer than ten seconds to end."""
    measured = sys.modules["coverage"].Coverage.current() if "coverage" in sys.modules else None
    if measured is not None:
        measured.stop()
        measured.save()


def pytest_report_header() -> str:
    return f"PAIJU_TEST_SEED={SEED}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add to a failure how to reproduce it."""
    report = yield
    if report.failed:
        report.sections.append(("seed", f"PAIJU_TEST_SEED={SEED}"))
    return report


@pytest.fixture
def skipping_loop() -> Generator[SkippingLoop]:
    """A loop that can skip waiting, closed at the end."""
    loop = SkippingLoop()
    yield loop
    loop.run_until_complete(loop.shutdown_asyncgens())
    loop.run_until_complete(loop.shutdown_default_executor())
    loop.close()
