"""How long a user waits for the command line."""

import resource
import subprocess
import sys
from statistics import median

from bench.row import REPEATS, Row

BUILDS = ("compiled", "pure")


def children() -> float:
    """CPU seconds that finished child processes have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def seconds(*words: str) -> float:
    """CPU time of a fresh interpreter, median: what a user waits for on a machine that does nothing else."""
    spent = []
    for _ in range(REPEATS + 1):
        started = children()
        subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        spent.append(children() - started)
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
