"""What one accepted action costs the server, counted instead of timed: instructions and system calls.

These figures do not depend on what else the machine does, so they show a regression where a clock cannot. Two loads of
different length are counted after a warm-up, and their difference is divided by the difference of their actions: what
starting, stopping and the counter itself cost is in both and cancels out.
"""

import asyncio
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Final

from bench.pace import ROOMS
from bench.row import SHORT, Row
from bench.server import Server, folder_for, make_rooms
from bench.wsload import Gate, Load, pin, sit

BUILDS = ("compiled",)
_WARM_UP: Final = 300 if SHORT else 3000
_SHORT: Final = 100 if SHORT else 400
_LONG: Final = 300 if SHORT else 2400
"""Under callgrind a server is fifty times slower."""


async def _seated(server: Server) -> Gate:
    """All rooms full of players who wait until the gate lets them act."""
    load = Load()
    gate = Gate(load)
    for room, secrets in await make_rooms(server.port, ROOMS):
        for secret in secrets:
            await sit(server.port, room, secret, load)
    return gate


def instructions() -> Counter[str] | None:
    """User instructions per accepted action by the library that executes them, counted by callgrind; None where it is
    not installed."""
    if shutil.which("valgrind") is None or shutil.which("callgrind_control") is None:
        print("valgrind is not installed: instructions are left out.", file=sys.stderr)
        return None
    with folder_for("callgrind") as folder:
        out = folder / "callgrind.out"
        tool = ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={out}"]
        Server(folder).kill()  # makes the database, which takes long under callgrind
        server = Server(folder, tool)

        async def run() -> None:
            gate = await _seated(server)
            await gate.let(_WARM_UP)
            _control(server, "--instr=on")
            for actions in (_SHORT, _LONG):
                await gate.let(actions)
                _control(server, "--dump")  # and counts from zero again

        try:
            asyncio.run(run())
        finally:
            server.kill()
        short, long = (_by_library(out.with_name(f"{out.name}.{number}")) for number in (1, 2))
    long.subtract(short)
    return Counter({name: round(count / (_LONG - _SHORT)) for name, count in long.items()})


def _control(server: Server, what: str) -> None:
    subprocess.run(["callgrind_control", what, str(server.process.pid)], check=True, stdout=subprocess.DEVNULL)


def _by_library(dump: Path) -> Counter[str]:
    """The instructions in a dump of callgrind by library, calls not included."""
    names: dict[str, str] = {}
    found: Counter[str] = Counter()
    library = "?"
    of_call = False
    for line in dump.read_text(errors="replace").splitlines():
        if line.startswith(("ob=", "cob=")):
            kind, _, rest = line.partition("=")
            number, _, name = rest.partition(" ")
            if name:  # only where it is mentioned first
                names[number] = re.sub(r"(\.cpython-|\.so|-[0-9a-f]{8}).*", "", Path(name).name)
            if kind == "ob":
                library = names[number]
        elif line.startswith("calls="):
            of_call = True  # the next line has what the called function cost
        elif line[:1].isdigit() or line[:1] in "+-*":
            cost = line.split()[1:]  # empty where it is 0
            if cost and not of_call:
                found[library] += int(cost[0])
            of_call = False
    return found


def system_calls() -> Counter[str] | None:
    """System calls per accepted action by name, counted by strace; None where it is not installed."""
    if shutil.which("strace") is None:
        print("strace is not installed: system calls are left out.", file=sys.stderr)
        return None
    with folder_for("strace") as folder:
        server = Server(folder)

        async def run() -> list[Counter[str]]:
            gate = await _seated(server)
            await gate.let(_WARM_UP)
            counts = []
            for actions in (_SHORT, 2 * _LONG):
                command = ["strace", "-c", "-f", "-p", str(server.process.pid)]
                tracer = await asyncio.create_subprocess_exec(*command, stderr=subprocess.PIPE)
                await asyncio.sleep(1)  # until it is attached
                await gate.let(actions)
                tracer.send_signal(2)
                _, said = await tracer.communicate()
                counts.append(_calls(said.decode()))
            return counts

        try:
            short, long = asyncio.run(run())
        finally:
            server.kill()
    long.subtract(short)
    return Counter({name: count / (2 * _LONG - _SHORT) for name, count in long.items()})


def _calls(said: str) -> Counter[str]:
    """How often each system call was made, as `strace -c` says."""
    found = re.findall(r"^\s*[\d.]+\s+[\d.]+\s+\d+\s+(\d+)(?:\s+\d+)?\s+(\w+)$", said, re.MULTILINE)
    return Counter({name: int(calls) for calls, name in found if name != "total"})


def rows() -> list[Row]:
    """About two minutes."""
    pin(1)
    found: list[Row] = []
    count = instructions()
    if count is not None:
        found.append(Row("user instructions per accepted action", sum(count.values()), "", at_most=220_000))
        found.extend(Row(f"  in {library}", each, "") for library, each in count.most_common(8))
    calls = system_calls()
    if calls is not None:
        found.append(Row("system calls per accepted action", sum(calls.values()), "", at_most=8))
        found.extend(Row(f"  {name}", each, "") for name, each in calls.most_common(8) if each > 0.05)
    return found
