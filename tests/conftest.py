"""What holds for every test: a missing text is an error, no test fails because the machine is busy, and nothing is left
to chance: deals and generated examples are the same every time, or those of the number in `PAIJU_TEST_SEED`."""

import os
import signal
from collections.abc import Generator
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

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


def pytest_report_header() -> str:
    return f"PAIJU_TEST_SEED={SEED}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A failure says how to have the same once more."""
    report = yield
    if report.failed:
        report.sections.append(("seed", f"PAIJU_TEST_SEED={SEED}"))
    return report
