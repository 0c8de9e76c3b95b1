"""A real `paiju serve` process that can be killed."""

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Self

from paiju.server.deals import TEST_SWITCH
from tests.server.serving import FAST, SEED


class Process:
    """One server process after another on the same store and port. None is left behind at the end of `async with`,
    however the test ends."""

    def __init__(self, folder: Path, **settings: object) -> None:
        self._folder = folder
        self._settings = {**FAST, "seed": SEED, **settings}
        self._process: asyncio.subprocess.Process | None = None
        self.port = 0
        self.preload = ""
        self.stderr: Path | None = None
        """Where its logs are kept."""

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_fault: object) -> None:
        await self.kill()

    async def start(self) -> None:
        """Start it and wait until it listens. The first free port is kept for later starts."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PAIJU_")}
        environment |= {f"PAIJU_{name.upper()}": str(value) for name, value in self._settings.items()}
        environment[TEST_SWITCH] = "1"  # the setting `seed` is for tests
        environment["PAIJU_DATABASE"] = f"sqlite:///{self._folder / 'killed.db'}"
        if self.preload:
            environment["LD_PRELOAD"] = self.preload
        command = [sys.executable, "-m", "paiju", "serve", "--port", str(self.port)]
        with (self.stderr or Path(os.devnull)).open("ab") as stderr:
            self._process = await asyncio.create_subprocess_exec(
                *command, env=environment, stdout=asyncio.subprocess.PIPE, stderr=stderr
            )
        assert self._process.stdout is not None
        try:
            line = (await asyncio.wait_for(self._process.stdout.readline(), 120)).decode()
            assert "http" in line, line or "the server ended before it listened"
        except BaseException:
            await self.kill()
            raise
        self.port = int(line.strip().rsplit(":", 1)[1])

    async def kill(self) -> None:
        """kill -9: no chance to finish anything."""
        await self._stop(signal.SIGKILL)

    async def terminate(self) -> int:
        """SIGTERM: stop in order; returns the exit code."""
        return await self._stop(signal.SIGTERM)

    async def wait(self) -> int:
        """The exit code of a server that ends by itself."""
        assert self._process is not None
        return await asyncio.wait_for(self._process.wait(), 120)

    async def _stop(self, how: signal.Signals) -> int:
        assert self._process is not None
        if self._process.returncode is None:
            self._process.send_signal(how)
        return await asyncio.wait_for(self._process.wait(), 120)
