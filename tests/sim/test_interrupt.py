"""Ctrl-C during a tournament: one press, a clean end, and the figures of what was played so far."""

import os
import re
import signal
import sys
import time
from pathlib import Path

import pexpect
import pytest

RUDE = Path(__file__).parent / "rude_bots.py"
GAMES = 16
SECONDS = 120


def playing(folder: Path, jobs: int, games_that_end: int) -> "pexpect.spawn[str]":
    """A tournament in which so many games end; then every process waits for its bot."""
    for number in range(games_that_end):
        (folder / f"ticket-{number}").touch()
    bots = f"{RUDE}:Waits,colour"
    words = ["sim", "uno", "--bots", bots, "--games", str(GAMES), "--jobs", str(jobs), "--limit", "3600"]
    environment = {**os.environ, "PAIJU_TEST_MARK": str(folder), "TERM": "xterm", "LANG": "C.UTF-8"}
    return pexpect.spawn(
        sys.executable,
        ["-m", "paiju", *words],
        env=environment,
        encoding="utf-8",
        timeout=SECONDS,
        dimensions=(24, 200),
    )


def until_waiting(child: "pexpect.spawn[str]", folder: Path, jobs: int) -> list[int]:
    """Wait until every process stands still in a game; returns their numbers."""
    end = time.monotonic() + SECONDS
    while len(found := list(folder.glob("waiting-*"))) < jobs:
        assert time.monotonic() < end
        child.expect([r".", pexpect.TIMEOUT], timeout=0.1)  # the bar must not fill the terminal's buffer
    return [int(path.name.removeprefix("waiting-")) for path in found]


def ended(child: "pexpect.spawn[str]") -> str:
    """Wait for the end; returns what was said last, without colours."""
    child.expect(pexpect.EOF)
    child.close()
    return re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", child.before or "")


@pytest.mark.parametrize("jobs", [1, 2])
def test_one_press_ends_it_with_what_was_played_so_far(tmp_path: Path, jobs: int) -> None:
    child = playing(tmp_path, jobs, games_that_end=6)
    child.expect_exact(f"6/{GAMES}")
    workers = until_waiting(child, tmp_path, jobs)
    child.sendintr()
    said = ended(child)
    assert f"Interrupted: 6 of {GAMES} deals were played." in said and "Traceback" not in said
    assert child.exitstatus == 130
    for worker in workers:
        with pytest.raises(ProcessLookupError):
            os.kill(worker, 0)


@pytest.mark.parametrize("jobs", [1, 2])
def test_before_the_first_deal_there_is_nothing_to_show(tmp_path: Path, jobs: int) -> None:
    child = playing(tmp_path, jobs, games_that_end=0)
    until_waiting(child, tmp_path, jobs)
    child.kill(signal.SIGINT)
    said = ended(child)
    assert "deals" not in said and "Traceback" not in said
    assert child.exitstatus == 130
