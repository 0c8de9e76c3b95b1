"""How long a user waits for the command line."""

import subprocess
import sys
import time
from statistics import median

from bench.row import REPEATS, Row

BUILDS = ("compiled", "pure")


def seconds(*words: str) -> float:
    """Wall time of a fresh interpreter, median."""
    spent = []
    for _ in range(REPEATS + 1):
        started = time.perf_counter()
        subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        spent.append(time.perf_counter() - started)
    return median(spent[1:])  # the first one fills the disk's cache


def rows() -> list[Row]:
    return [
        Row(
            "import paiju and a game",
            seconds("-c", "import paiju; from paiju.games.registry import GAMES"),
            "s",
            at_most=0.3,
        ),
        Row("paiju --help", seconds("-m", "paiju", "--help"), "s", at_most=0.3),
    ]
