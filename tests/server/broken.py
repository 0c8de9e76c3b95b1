"""Deliberately broken servers: every mistake of the tables must be noticed by the test that is there for it.

    python -m tests.server.broken [--list] [--why] [--jobs N] [NAME …]

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
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path

from tests.server.broken_clocks import CLOCKS
from tests.server.broken_doors import DOORS
from tests.server.broken_edits import SOURCE, TESTS, Breakage, DoesNotApply
from tests.server.broken_secrets import SECRETS
from tests.server.broken_sharing import SHARING
from tests.server.broken_store import STORE
from tests.server.broken_syntax import Definition, Package

BREAKAGES = (*STORE, *SECRETS, *DOORS, *CLOCKS, *SHARING)
PROJECT = TESTS.parent
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
_FAILED = re.compile(r"^FAILED (?P<test>.+?)(?: - (?P<why>.*))?$", re.MULTILINE)
_TESTS_FAILED = 1
"""Exit code of pytest. Every other one but 0 means that tests could not be run, which is no sign of anything."""
_WAITED_IN_VAIN = ("Failed: Timeout", "TimeoutError")
"""How pytest-timeout and the tests' own waiting end."""
_BACKENDS = ("asyncio", "trio")
"""Ids that anyio adds to those of a test's own parameters."""


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


def run_tests(folder: Path, tests: Sequence[str], *more_options: str) -> Run:
    """Run these tests against the package in `folder`, and end whatever they leave running."""
    before = os.environ.get("PYTHONPATH")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), *([before] if before else [])])}
    options = ["-q", "-rf", "--tb=no", "-p", "no:cacheprovider", "-p", _GUARD, f"--timeout={SECONDS}", *more_options]
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", *options, *tests],
        cwd=PROJECT,
        env={**environment, "CI": "true"},  # for which pytest shortens no reasons
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


def ids_of(breakages: Sequence[Breakage], folder: Path) -> dict[Breakage, list[str]]:
    """The ids of the tests of each mistake: functions, or cases of them as pytest finds them in `folder`'s package."""
    tests = Package(TESTS)
    functions = {breakage: [_function_id(one) for one in breakage.test_functions(tests)] for breakage in breakages}
    collection = run_tests(folder, _without_doubles(functions.values()), "--collect-only")
    if not collection.passed:
        raise DoesNotApply(f"The tests cannot be collected: {collection.output[-2000:]}")
    collected = [(line, *split_case(line)) for line in collection.output.splitlines()]
    ids: dict[Breakage, list[str]] = {}
    for breakage in breakages:
        ids[breakage] = []
        for test, function in zip(breakage.tests, functions[breakage], strict=True):
            _, case = split_case(test)
            found = [one for one, *split in collected if split == [function, case]] if case is not None else [function]
            if not found:
                raise DoesNotApply(f"{breakage.name}: pytest finds no {function}[{case}]")
            ids[breakage] += found
    return ids


def _function_id(function: Definition) -> str:
    file = function.path.relative_to(PROJECT)
    return "::".join([file.as_posix(), *function.name.split(".")[len(file.parts) :]])


def split_case(test: str) -> tuple[str, str | None]:
    """A test's function, and its case without what the backend of anyio adds, if it has cases of its own."""
    function, bracket, cases = test.partition("[")
    own = [case for case in cases.removesuffix("]").split("-") if case not in _BACKENDS]
    return function, "-".join(own) if bracket and own else None


def _without_doubles(ids: Iterable[Iterable[str]]) -> list[str]:
    return list(dict.fromkeys(chain.from_iterable(ids)))


def walk(breakages: Sequence[Breakage], why: bool, jobs: int) -> list[Breakage]:
    """Make one mistake after the other; returns those that went unnoticed."""
    with tempfile.TemporaryDirectory(prefix="paiju-broken-") as scratch, ThreadPoolExecutor(jobs) as pool:
        whole = copied(SOURCE, Path(scratch) / "whole")  # others may be changing the source meanwhile
        source = Package(whole)
        edits = {breakage: breakage.broken(source) for breakage in breakages}
        ids = ids_of(breakages, whole.parent)
        tests = _without_doubles(ids.values())
        started = time.monotonic()
        unbroken = run_tests(whole.parent, tests, f"--numprocesses={jobs if jobs > 1 else 0}")
        if not unbroken.passed:
            print(f"Tests fail although nothing is broken: {', '.join(unbroken.failed) or unbroken.output[-2000:]}")
            return list(breakages)
        print(f"unbroken: {len(tests)} tests pass ({time.monotonic() - started:.0f} s)", flush=True)

        def tried(breakage: Breakage) -> Run:
            path, text = edits[breakage]
            with tempfile.TemporaryDirectory(dir=scratch) as folder:
                package = copied(whole, Path(folder))
                (package / path.relative_to(whole)).write_text(text)
                return run_tests(Path(folder), ids[breakage])

        unnoticed = []
        try:
            for number, (breakage, run) in enumerate(zip(breakages, pool.map(tried, breakages), strict=True), 1):
                test = run.noticed_by(breakage)
                if not test:
                    unnoticed.append(breakage)
                said = f"noticed by {test}" if test else "NOT NOTICED"
                print(f"[{number:3}/{len(breakages)}] {breakage.name}: {said}", flush=True)
                if why:
                    print(f"          {run.failed.get(test) or run.output[-1500:]}", flush=True)
        finally:
            pool.shutdown(cancel_futures=True)  # after Ctrl-C
        return unnoticed


def main() -> int:
    """Returns 1 when a mistake goes unnoticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.server.broken", description="Tests of the server's tests.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="part of a breakage's name; default: all")
    parser.add_argument("--list", action="store_true", help="show the breakages and do nothing")
    parser.add_argument("--why", action="store_true", help="show how each test failed")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="so many mistakes at the same time")
    asked = parser.parse_args()
    if asked.jobs < 1:
        parser.error("--jobs must be at least 1")
    breakages = chosen(asked.names)
    if asked.list:
        for breakage in breakages:
            print(f"{breakage.name}: {', '.join(breakage.tests)}")
        return 0
    started = time.monotonic()
    try:
        unnoticed = walk(breakages, asked.why, asked.jobs)
    except DoesNotApply as error:
        print(error)
        return 1
    noticed = len(breakages) - len(unnoticed)
    print(f"{noticed} of {len(breakages)} breakages noticed ({time.monotonic() - started:.0f} s)")
    for breakage in unnoticed:
        print(f"not noticed: {breakage.name}")
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main())
