"""boardgame.io's server with its own clients, as the table server's peer: moves in rooms of four."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from bench.wsload import Pace, pin, processor_seconds

_SCRIPT: Final = Path(__file__).with_name("boardgame.mjs")
_FOLDER: Final = Path(__file__).resolve().parent.parent / ".cache" / "boardgame.io"
_PACKAGE: Final = {
    "private": True,
    "dependencies": {"boardgame.io": "0.50.2"},
    "overrides": {"koa-compose": "4.1.0"},  # with 4.2 its HTTP routes, added late, are not found
}


def measured(rooms: int, warm_up: float, seconds: float) -> Pace | None:
    """Accepted moves that reached all clients, server and clients each on a core; None where it cannot run."""
    node = shutil.which("node")
    if node is None or not _installed():
        print("boardgame.io could not be installed with npm: its ratio is left out.", file=sys.stderr)
        return None
    command = [node, str(_SCRIPT), str(_FOLDER)]
    server = subprocess.Popen([*command, "server"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    pin(0, server.pid)
    try:
        assert server.stdout is not None
        port = next(line.split()[1] for line in server.stdout if line.startswith("port "))
        numbers = [port, str(rooms), str(warm_up), str(seconds)]
        clients = subprocess.Popen([*command, "clients", *numbers], stdout=subprocess.PIPE, text=True)
        pin(1, clients.pid)
        try:
            assert clients.stdout is not None
            cpu = 0.0
            for line in clients.stdout:
                if line == "begin\n":
                    cpu = processor_seconds(server.pid)
                elif line.startswith("{"):
                    said = json.loads(line)
                    moves = said["moves"]
                    return Pace(moves, said["seconds"], processor_seconds(server.pid) - cpu, 4 * moves)
        finally:
            clients.kill()
            clients.wait()
    except (StopIteration, IndexError, ValueError) as error:
        print(f"boardgame.io could not be measured ({type(error).__name__}).", file=sys.stderr)
    finally:
        server.kill()
        server.wait()
    return None


def _installed() -> bool:
    """Fetch it once, into the cache folder."""
    if (_FOLDER / ".ready").exists():
        return True
    npm = shutil.which("npm")
    if npm is None:
        return False
    _FOLDER.mkdir(parents=True, exist_ok=True)
    (_FOLDER / "package.json").write_text(json.dumps(_PACKAGE))
    fetch = [npm, "install", "--no-audit", "--no-fund", "--silent", "--fetch-retries=1", "--fetch-timeout=20000"]
    try:
        done = subprocess.run(fetch, cwd=_FOLDER, check=False, stdout=subprocess.DEVNULL, timeout=120).returncode == 0
    except subprocess.TimeoutExpired:
        return False
    if done:
        (_FOLDER / ".ready").touch()
    return done
