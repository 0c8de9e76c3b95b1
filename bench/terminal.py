"""How quick the table is: from the command to the first frame, from a key to its answer, and what it costs to wait.

The program runs on a pseudo-terminal of 80 × 24. The limit of the first frame is one of CPU time, as in `bench.start`:
what the clock shows depends on the other programs of the machine.
"""

import os
import select
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path
from statistics import median
from typing import Final

from bench.row import REPEATS, Row

BUILDS = ("compiled", "pure")
TITLES: Final = {"uno": b"Official rules", "shandong": b"Shandong"}
MY_TURN: Final = b"YOUR TURN"
KEYS: Final = (b"\x1b[C", b"\x1b[D") * 15
IDLE_SECONDS: Final = 4.0
MOST_SECONDS: Final = 60.0
QUIET_SECONDS: Final = 0.3
TICKS: Final = os.sysconf("SC_CLK_TCK")


class Table:
    """`paiju play` with a match in which the player begins, on a terminal of its own."""

    def __init__(self, home: Path, game: str) -> None:
        self._master, slave = os.openpty()
        termios.tcsetwinsize(slave, (24, 80))
        mine = {"XDG_DATA_HOME": str(home / "data"), "XDG_CONFIG_HOME": str(home / "config"), "LANG": "C.UTF-8"}
        others = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        self.started = time.perf_counter()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "paiju", "play", game, "--seed", "1", "--lang", "en", "--pace", "0"],
            env={**others, **mine, "TERM": "xterm-256color"},
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
        )
        os.close(slave)

    def read(self, seconds: float) -> bytes:
        """What was drawn, or nothing after `seconds`. Questions about the cursor are answered as a terminal does."""
        if not select.select([self._master], [], [], seconds)[0]:
            return b""
        data = os.read(self._master, 65536)
        if b"\x1b[6n" in data:
            self.type(b"\x1b[1;2R")
        return data

    def until(self, text: bytes) -> float:
        """Seconds since the start until `text` was drawn."""
        seen = b""
        while text not in seen:
            seen += self.read(MOST_SECONDS)
            if time.perf_counter() - self.started > MOST_SECONDS:
                raise TimeoutError(seen.decode(errors="replace"))
        return time.perf_counter() - self.started

    def settle(self) -> None:
        """Wait until nothing is drawn any more."""
        while self.read(QUIET_SECONDS):
            pass

    def type(self, keys: bytes) -> None:
        os.write(self._master, keys)

    def answer(self, keys: bytes) -> float:
        """Seconds until something is drawn for a key."""
        started = time.perf_counter()
        self.type(keys)
        if not self.read(MOST_SECONDS):
            raise TimeoutError
        spent = time.perf_counter() - started
        self.settle()
        return spent

    def work(self) -> float:
        """CPU seconds used so far."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._master)


def first_frame(home: Path, game: str) -> tuple[float, float]:
    """Clock and CPU seconds until the first frame is there."""
    table = Table(home, game)
    clock = table.until(TITLES[game])
    work = table.work()
    table.close()
    return clock, work


def rows() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        first_frame(home, "uno")  # fills the disk's cache and compiles modules
        starts = {game: [first_frame(home, game) for _ in range(REPEATS)] for game in ("uno", "shandong")}
        table = Table(home, "uno")
        table.until(MY_TURN)
        table.settle()
        answers = [table.answer(key) for key in KEYS]
        before, began = table.work(), time.perf_counter()
        time.sleep(IDLE_SECONDS)
        idle = (table.work() - before) / (time.perf_counter() - began)
        table.close()
    return [
        *[
            Row(f"paiju play {game}: first frame, clock", min(clock for clock, _ in spent), "s")
            for game, spent in starts.items()
        ],
        *[
            Row(f"paiju play {game}: first frame, CPU", min(work for _, work in spent), "s", at_most=0.5)
            for game, spent in starts.items()
        ],
        Row("a key answers", median(answers) * 1000, "ms", at_most=50),
        Row("waiting for the player, CPU", idle * 100, "%", at_most=1),
    ]
