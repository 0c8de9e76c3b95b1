"""What one accepted action costs the server, counted instead of timed: instructions and system calls.

These figures do not depend on what else the machine does, so they show a regression where a clock cannot.
"""

import asyncio
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from bench.row import Row
from bench.server import ROOMS, Server, folder_for, make_rooms
from bench.wsload import Load, pin, sit

BUILDS = ("compiled",)
_ACTIONS: Final = 1500
"""Under callgrind a server is fifty times slower."""
_SECONDS: Final = 4.0


async def _play(server: Server, load: Load, rooms: int) -> None:
    for room, secrets in await make_rooms(server.port, rooms):
        for secret in secrets:
            await sit(server.port, room, secret, load)


async def _until(load: Load, acked: int) -> None:
    while load.acked < acked:
        await asyncio.sleep(0.05)


def instructions() -> float | None:
    """User instructions per accepted action, counted by callgrind; None where it is not installed."""
    if shutil.which("valgrind") is None or shutil.which("callgrind_control") is None:
        print("valgrind is not installed: instructions are left out.", file=sys.stderr)
        return None
    with folder_for("callgrind") as folder:
        out = folder / "callgrind.out"
        tool = ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={out}"]
        server = Server(folder, tool)

        async def run() -> int:
            load = Load()
            await _play(server, load, ROOMS)
            await _until(load, ROOMS)
            _control(server, "--instr=on")
            before = load.acked
            await _until(load, before + _ACTIONS)
            _control(server, "--instr=off")
            return load.acked - before

        try:
            actions = asyncio.run(run())
            _control(server, "--dump")
        finally:
            server.kill()
        return _total(folder) / actions


def _control(server: Server, what: str) -> None:
    subprocess.run(["callgrind_control", what, str(server.process.pid)], check=True, stdout=subprocess.DEVNULL)


def _total(folder: Path) -> int:
    """The instructions of all dumps."""
    texts = [path.read_text(errors="replace") for path in folder.glob("callgrind.out*")]
    return sum(int(found) for text in texts for found in re.findall(r"^totals: (\d+)", text, re.MULTILINE)[:1])


def system_calls() -> dict[str, float] | None:
    """System calls per accepted action by name, counted by strace; None where it is not installed."""
    if shutil.which("strace") is None:
        print("strace is not installed: system calls are left out.", file=sys.stderr)
        return None
    with folder_for("strace") as folder:
        server = Server(folder)

        async def run() -> tuple[int, str]:
            load = Load()
            await _play(server, load, ROOMS)
            await _until(load, 10 * ROOMS)
            command = ["strace", "-c", "-f", "-p", str(server.process.pid)]
            tracer = await asyncio.create_subprocess_exec(*command, stderr=subprocess.PIPE)
            await asyncio.sleep(1)
            before = load.acked
            await asyncio.sleep(_SECONDS)
            after = load.acked
            tracer.send_signal(2)
            _, said = await tracer.communicate()
            # strace also counts the second before and the moment after: the same share of actions.
            return round((after - before) * (1 + 1 / _SECONDS)), said.decode()

        try:
            actions, said = asyncio.run(run())
        finally:
            server.kill()
    found = re.findall(r"^\s*[\d.]+\s+[\d.]+\s+\d+\s+(\d+)(?:\s+\d+)?\s+(\w+)$", said, re.MULTILINE)
    return {name: int(calls) / max(1, actions) for calls, name in found if name != "total"}


def rows() -> list[Row]:
    """About a minute."""
    pin(1)
    found: list[Row] = []
    count = instructions()
    if count is not None:
        found.append(Row("user instructions per accepted action", count, "", at_most=220_000))
    calls = system_calls()
    if calls is not None:
        found.append(Row("system calls per accepted action", sum(calls.values()), "", at_most=8))
        found.extend(
            Row(f"  {name}", each, "") for name, each in sorted(calls.items(), key=lambda x: -x[1]) if each > 0.2
        )
    return found
