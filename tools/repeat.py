"""Runs the tests N times as newcomers would: each time on a fresh clone of the last commit, with an empty home.

    tools/repeat 10                         make test, ten times
    tools/repeat 3 --busy                   while other processes keep every core busy
    tools/repeat 1 --python 3.13            with another Python
    tools/repeat 5 -- make unit ARGS=tests/server

Prints for each run the commit, the result, the time by the clock, the processor time and, on a virtual machine, the
share of time that its host took; each failure with the seeds that were printed with it; and a summary. What a run said
is in .cache/repeat. The exit code is 0 if every run passed.
"""

import argparse
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
OURS: Final = re.compile(r"PAIJU_|PYTHON|PYTEST|COVERAGE|VIRTUAL_ENV|MAKE|MFLAGS|XDG_|GIT_|CHROMIUM_PATH")
"""Variables of the caller that a newcomer does not have."""
HEADLINE: Final = re.compile(r"_{3,} (?:ERROR at \w+ of )?(?P<test>\S.*?) _{3,}")
SEED: Final = re.compile(r"\bseed\b\W{0,3}\d+|@seed\(.*\)|@reproduce_failure\(.*\)", re.IGNORECASE)


def parse(arguments: list[str]) -> argparse.Namespace:
    """The command line; everything behind `--` is the command."""
    place = arguments.index("--") if "--" in arguments else len(arguments)
    arguments, command = arguments[:place], arguments[place + 1 :]
    parser = argparse.ArgumentParser(
        prog="tools/repeat", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("times", type=int, metavar="N", help="how often")
    parser.add_argument("--busy", action="store_true", help="keep every core busy meanwhile")
    parser.add_argument("--python", metavar="3.12", default="", help="a version, a command or a path")
    parser.add_argument("--caches", action="store_true", help="runs share what they download")
    parser.add_argument("--logs", type=Path, default=ROOT / ".cache" / "repeat", help="where what runs said is kept")
    options = parser.parse_args(arguments)
    options.command = command or ["make", "test"]
    return options


def interpreter(wanted: str) -> str:
    """The path of the Python to use. Raises CalledProcessError, after one sentence, when there is none."""
    environ = {**os.environ, "PAIJU_PYTHON": wanted} if wanted else None
    found = subprocess.run(["tools/find-python"], cwd=ROOT, env=environ, check=True, stdout=subprocess.PIPE, text=True)
    return found.stdout.strip()


@contextmanager
def busy_cores() -> Iterator[None]:
    """A process for each core that does nothing but compute."""
    spinners = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for spinner in spinners:
            spinner.kill()
            spinner.wait()


def environment(home: Path, python: str, caches: bool) -> dict[str, str]:
    """The environment of a newcomer."""
    environ = {name: value for name, value in os.environ.items() if not OURS.match(name)}
    environ |= {"HOME": str(home), "PAIJU_PYTHON": python}
    if caches:
        kept = ROOT / ".cache" / "repeat-caches"
        environ |= {"UV_CACHE_DIR": f"{kept}/uv", "PIP_CACHE_DIR": f"{kept}/pip", "npm_config_cache": f"{kept}/npm"}
    return environ


def processor_seconds() -> float:
    """What programs that were started from here, and have ended, needed."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def machine_ticks() -> tuple[int, int]:
    """Since the machine was started: what its host took from it, and all; zeros where the system does not tell."""
    try:
        first = Path("/proc/stat").read_text(encoding="ascii").splitlines()[0]
    except FileNotFoundError:
        return 0, 0
    ticks = [int(number) for number in first.split()[1:9]]
    return ticks[7], sum(ticks)


class Watch:
    """Measures a run from now on."""

    def __init__(self) -> None:
        self.began, self.used, (self.taken, self.all) = time.monotonic(), processor_seconds(), machine_ticks()

    def __str__(self) -> str:
        taken, everything = machine_ticks()
        share = (taken - self.taken) / max(1, everything - self.all)
        said = f"{time.monotonic() - self.began:.0f} s, {processor_seconds() - self.used:.0f} s of processor time"
        return f"{said}, {share:.0%} of the machine taken by its host" if share >= 0.01 else said


def run(number: int, options: argparse.Namespace, python: str) -> bool:
    """Carry out one run and print its result."""
    folder = Path(tempfile.mkdtemp(prefix="paiju-repeat-"))
    log = options.logs / f"run-{number}.log"
    home = folder / "home"
    home.mkdir()
    try:
        clone = ["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(folder / "paiju")]
        subprocess.run(clone, check=True)
        head = ["git", "-C", str(folder / "paiju"), "rev-parse", "--short", "HEAD"]
        commit = subprocess.run(head, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
        watch = Watch()
        with log.open("wb") as output:
            done = subprocess.run(
                options.command,
                check=False,
                cwd=folder / "paiju",
                env=environment(home, python, options.caches),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        took = str(watch)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    passed = done.returncode == 0
    result = "passed" if passed else f"FAILED ({done.returncode})"
    print(f"run {number}: {commit} {result} in {took}, {log}", flush=True)
    if not passed:
        print(
            "\n".join(f"    {line}" for line in failures(log.read_text(encoding="utf-8", errors="replace"))), flush=True
        )
    return passed


def failures(text: str) -> list[str]:
    """The failed tests that a log names, each with the seeds in its report; the last lines where it names none."""
    seeds: dict[str, list[str]] = {}
    reported: list[str] = []
    for line in text.splitlines():
        headline = HEADLINE.fullmatch(line.strip())
        if headline is not None:
            reported = seeds.setdefault(headline["test"], [])
        reported += [seed for seed in SEED.findall(line) if seed not in reported]
    found = []
    for line in dict.fromkeys(re.findall(r"^(?:FAILED|ERROR) .*", text, re.MULTILINE)):
        test = line.split(" ")[1].split("::", 1)[-1].replace("::", ".")
        said = next((own for name, own in seeds.items() if name == test or test.startswith(f"{name}[")), [])
        found.append(f"{line} ({', '.join(said)})" if said else line)
    return found or text.splitlines()[-15:]


def main(arguments: list[str]) -> int:
    """The command."""
    options = parse(arguments)
    try:
        python = interpreter(options.python)
    except subprocess.CalledProcessError:
        return 2
    options.logs.mkdir(parents=True, exist_ok=True)
    changed = subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
    if changed:
        print("What is not committed is not part of the clones.", flush=True)
    watch = Watch()
    with busy_cores() if options.busy else nullcontext():
        passed = [run(number, options, python) for number in range(1, options.times + 1)]
    print(f"{len(passed)} runs, {sum(passed)} passed, {watch}, {python}")
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
