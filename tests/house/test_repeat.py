"""`tools/repeat`, which shows that no test is flaky."""

import re
import subprocess
from pathlib import Path

from tools.repeat import failures

ROOT = Path(__file__).parent.parent.parent

LOG = """
_________________ test_a_walk[3] _________________
    assert walk(seed=3)
E   AssertionError: nobody went down to one card (seed 4711)
______________ ERROR at setup of Suite.test_other ______________
E   OSError
=========== short test summary info ===========
FAILED tests/server/test_walks.py::test_a_walk[3] - AssertionError: nobody went down
ERROR tests/server/test_walks.py::Suite::test_other - OSError
"""


def test_each_failure_is_told_with_its_seeds() -> None:
    assert failures(LOG) == [
        "FAILED tests/server/test_walks.py::test_a_walk[3] - AssertionError: nobody went down (seed=3, seed 4711)",
        "ERROR tests/server/test_walks.py::Suite::test_other - OSError",
    ]


def test_a_run_that_names_no_test_shows_how_it_ended() -> None:
    assert failures("first\nmake: *** [lint] Error 1\n") == ["first", "make: *** [lint] Error 1"]


def repeat(logs: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [str(ROOT / "tools" / "repeat"), "--logs", str(logs), *arguments]
    return subprocess.run(command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def test_every_run_has_a_clone_and_a_home_of_its_own(tmp_path: Path) -> None:
    fresh = (
        'test -f Makefile && test ! -e .venv && test -z "$(ls -A $HOME)" && touch .venv $HOME/used && echo "said $0"'
    )
    done = repeat(tmp_path, "2", "--", "sh", "-c", fresh, "this")
    assert done.returncode == 0, done.stdout
    lines = [line for line in done.stdout.splitlines() if line[0] in "r2"]
    assert len(lines) == 3
    for number, line in enumerate(lines[:-1], start=1):
        assert re.match(rf"run {number}: [0-9a-f]{{7,}} passed in \d+ s", line)
    assert re.match(r"2 runs, 2 passed, \d+ s, \d+ s of processor time", lines[-1])
    assert (tmp_path / "run-2.log").read_text(encoding="utf-8") == "said this\n"


def test_a_failed_run_is_counted_and_told(tmp_path: Path) -> None:
    done = repeat(tmp_path, "1", "--", "sh", "-c", "echo 'FAILED tests/test_x.py::test_y'; exit 3")
    assert done.returncode == 1
    assert re.search(r"run 1: [0-9a-f]{7,} FAILED \(3\) in \d+ s", done.stdout)
    assert "    FAILED tests/test_x.py::test_y" in done.stdout
    assert "1 runs, 0 passed" in done.stdout


def test_a_python_that_is_not_there_is_named(tmp_path: Path) -> None:
    done = repeat(tmp_path, "1", "--python", "2.7")
    assert (done.returncode, done.stdout) == (2, "PAIJU_PYTHON is 2.7, and there is no such Python 3.11 or newer.\n")
