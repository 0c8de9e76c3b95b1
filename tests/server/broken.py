"""Deliberately broken servers: every mistake of the tables must be noticed by the test that is there for it.

    python -m tests.server.broken [--list] [--why] [NAME …]

Names may be parts of names. Each mistake is made in a fresh copy of src/paiju, and only its own tests are run against
that copy, after they have passed against a copy without any mistake. One line each; exits 1 if one goes unnoticed.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.server.broken_clocks import CLOCKS
from tests.server.broken_doors import DOORS
from tests.server.broken_edits import SOURCE, Breakage, DoesNotApply
from tests.server.broken_secrets import SECRETS
from tests.server.broken_store import STORE

BREAKAGES = (*STORE, *SECRETS, *DOORS, *CLOCKS)
PROJECT = SOURCE.parents[1]
SECONDS = 120
"""Time limit of one test."""
_GUARD = "only_this_copy"
_GUARD_SOURCE = '''\
"""A plugin of pytest: what is tested is the copy beside this file, in this process and in those it starts."""

import subprocess
import sys
from pathlib import Path

import paiju


def pytest_sessionstart() -> None:
    command = [sys.executable, "-c", "import paiju; print(paiju.__file__)"]
    child = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    for found in (paiju.__file__, child):
        assert Path(found).is_relative_to(Path(__file__).parent), f"another copy is imported: {found}"
'''
_FAILED = re.compile(r"^FAILED tests/(?P<test>.+?)(?: - (?P<why>.*))?$", re.MULTILINE)
_TESTS_FAILED = 1
"""Exit code of pytest. Every other one but 0 means that tests could not be run, which is no sign of anything."""
_WAITED_IN_VAIN = ("Failed: Timeout", "TimeoutError")
"""How pytest-timeout and the tests' own waiting end."""


class Run:
    """What came of running some tests."""

    def __init__(self, code: int, output: str) -> None:
        self.code = code
        self.output = output
        self.failed = {found["test"]: found["why"] or "" for found in _FAILED.finditer(output)}

    @property
    def passed(self) -> bool:
        return self.code == 0

    def noticed_by(self, breakage: Breakage) -> str:
        """The first test that failed because of the mistake, "" for none."""
        for test, why in self.failed.items():
            if self.code == _TESTS_FAILED and (breakage.hangs or not why.startswith(_WAITED_IN_VAIN)):
                return test
        return ""


def copied(source: Path, folder: Path) -> Path:
    """A copy of the package in a folder that can stand at the head of the import path. Returns the package."""
    package = folder / "paiju"
    shutil.copytree(source, package)
    (folder / f"{_GUARD}.py").write_text(_GUARD_SOURCE)
    return package


def run_tests(folder: Path, tests: Sequence[str]) -> Run:
    """Run these tests against the package in `folder`, and end whatever they leave running."""
    before = os.environ.get("PYTHONPATH")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), *([before] if before else [])])}
    options = ["-q", "-rf", "--tb=no", "-p", "no:cacheprovider", "-p", _GUARD, f"--timeout={SECONDS}"]
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", *options, *[f"tests/{test}" for test in tests]],
        cwd=PROJECT,
        env={**environment, "COLUMNS": "400"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        output, _ = process.communicate(timeout=5 * SECONDS + 60 * len(tests))
    except subprocess.TimeoutExpired:
        output = "The tests did not end."
    finally:
        try:
            os.killpg(process.pid, signal.SIGKILL)  # servers that a failed test has left behind
        except ProcessLookupError:
            pass
    return Run(process.wait(), output)


def chosen(names: Sequence[str]) -> list[Breakage]:
    """Those whose names contain one of these words; all without any."""
    for name in names:
        if not any(name in breakage.name for breakage in BREAKAGES):
            raise SystemExit(f"There is no breakage called {name!r}; see --list.")
    return [b for b in BREAKAGES if not names or any(name in b.name for name in names)]


def walk(breakages: Sequence[Breakage], why: bool) -> int:
    """Make one mistake after the other; returns how many went unnoticed."""
    unnoticed = 0
    with tempfile.TemporaryDirectory(prefix="paiju-broken-") as scratch:
        whole = copied(SOURCE, Path(scratch) / "whole")  # others may be changing the source meanwhile
        tests = list(dict.fromkeys(test for breakage in breakages for test in breakage.tests))
        started = time.monotonic()
        unbroken = run_tests(whole.parent, tests)
        if not unbroken.passed:
            print(f"Tests fail although nothing is broken: {', '.join(unbroken.failed) or unbroken.output[-2000:]}")
            return len(breakages)
        print(f"unbroken: {len(tests)} tests pass ({time.monotonic() - started:.0f} s)", flush=True)
        for number, breakage in enumerate(breakages, 1):
            folder = Path(scratch) / str(number)
            breakage.apply(copied(whole, folder))
            run = run_tests(folder, breakage.tests)
            shutil.rmtree(folder)
            test = run.noticed_by(breakage)
            unnoticed += not test
            said = f"noticed by {test}" if test else "NOT NOTICED"
            print(f"[{number:3}/{len(breakages)}] {breakage.name}: {said}", flush=True)
            if why:
                print(f"          {run.failed.get(test) or run.output[-1500:]}", flush=True)
    return unnoticed


def main() -> int:
    """Returns 1 when a mistake goes unnoticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.server.broken", description="Tests of the server's tests.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="part of a breakage's name; default: all")
    parser.add_argument("--list", action="store_true", help="show the breakages and do nothing")
    parser.add_argument("--why", action="store_true", help="show how each test failed")
    asked = parser.parse_args()
    breakages = chosen(asked.names)
    if asked.list:
        for breakage in breakages:
            print(f"{breakage.name}: {', '.join(breakage.tests)}")
        return 0
    started = time.monotonic()
    try:
        unnoticed = walk(breakages, asked.why)
    except DoesNotApply as error:
        print(error)
        return 1
    noticed = len(breakages) - unnoticed
    print(f"{noticed} of {len(breakages)} breakages noticed ({time.monotonic() - started:.0f} s)")
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main())
