"""Servers that a browser visits: one that tests share, and processes that can be killed."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Self

from tests.server.clock import ManualClock
from tests.server.deals import SharedDeals, StackedDeals, uno_deal
from tests.server.serving import FAST, serving

Json = dict[str, Any]
DEADLINE: Final = 120.0
"""Seconds after which something hangs."""
SETTINGS: Final = {**FAST, "ready_pause_seconds": "600", "log_level": "error"}
"""Bots answer at once; between rounds everybody is waited for."""
LONG: Final = {"declareWindowMs": 60_000, "snatchWindowMs": 60_000, "stickWindowMs": 60_000}
"""Shandong windows that close when everybody has passed, and not before."""


def wait_until(condition: Callable[[], object]) -> None:
    """Ask again and again until it is true."""
    deadline = time.monotonic() + DEADLINE
    while not condition():
        assert time.monotonic() < deadline, "it does not become true"
        time.sleep(0.02)


class Site:
    """A server at an address."""

    url: str

    def ask(self, path: str, body: Json | None = None, secret: str = "") -> Any:
        """A call of the HTTP API, as somebody without a browser makes it."""
        headers = {"content-type": "application/json", "accept-language": "en-US"}
        if secret:
            headers["authorization"] = f"Bearer {secret}"
        data = None if body is None else json.dumps(body).encode()
        call = urllib.request.Request(f"{self.url}/api/v1{path}", data, headers)
        with urllib.request.urlopen(call, timeout=DEADLINE) as answer:
            return json.loads(answer.read())

    def text(self, path: str) -> str:
        """The same for an answer that is not JSON."""
        with urllib.request.urlopen(f"{self.url}/api/v1{path}", timeout=DEADLINE) as answer:
            found: bytes = answer.read()
            return found.decode()

    def table(self, game: str, bots: int, **wishes: object) -> Json:
        """Ann's seat at a table with bots, without a turn clock; the match has begun."""
        wish: Json = {
            "game": game,
            "name": "Ann",
            "seats": bots + 1,
            "bots": ["easy"] * bots,
            "clock": 0,
            "start": True,
        }
        if game == "shandong":
            wishes["options"] = {**LONG, **wishes.get("options", {})}  # type: ignore[dict-item]  # a mapping
        answer: Json = self.ask("/rooms", {**wish, **wishes})
        return answer


class SharedSite(Site):
    """A server in a thread of this process. Its time stands still, so nothing at it depends on how quick a test is."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.deals: Final = SharedDeals()
        self._folder: Final = folder
        self._settings: Final = {**SETTINGS, **settings}
        self._clock: Final = ManualClock()
        self._ready: Final = threading.Event()
        self._thread: Final = threading.Thread(target=lambda: asyncio.run(self._serve()))
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None

    async def _serve(self) -> None:
        try:
            async with serving(self._folder, self._clock, self.deals, **self._settings) as running:
                self.url, self._loop, self._stop = running.base, asyncio.get_running_loop(), asyncio.Event()
                self._ready.set()
                await self._stop.wait()
        finally:
            self._ready.set()

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait(DEADLINE)
        assert self._loop is not None, "the server does not start"
        return self

    def __exit__(self, *_failure: object) -> None:
        assert self._loop is not None
        assert self._stop is not None
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(DEADLINE)

    def use_deals(self, name: str) -> StackedDeals:
        """From now on matches have the deals of this name, beginning with its first."""
        self.deals.begin(name)
        return self.deals.current

    def uno_turn(self) -> Json:
        """Ann's seat against one bot. It is her turn: the red five and the Wild fit, the others do not."""
        hands = ["r5 g8 b1 b2 y4 y6 w", "g1 g2 g3 g4 b5 b6 y7"]
        self.deals.current.stack(uno_deal(hands, "r3", rulebook="platform"))
        return self.table("uno", bots=1, rulebook="platform")

    def pass_time(self, seconds: float) -> None:
        """Let the server's time go on, and wait until what fell due is done."""
        assert self._loop is not None
        asyncio.run_coroutine_threadsafe(self._clock.advance(seconds), self._loop).result(DEADLINE)


class ProcessSite(Site):
    """`paiju serve` on a port and a database of its own. Can be killed and started again."""

    def __init__(self, folder: Path, seed: str = "", **settings: str) -> None:
        self._folder: Final = folder
        self._port = 0
        chosen = {**SETTINGS, **settings, "database": f"sqlite:///{folder / 'paiju.db'}"}
        if seed:
            chosen |= {"seed": seed, "test_server": "1"}
        self._environment: Final = {**os.environ, **{f"PAIJU_{name.upper()}": text for name, text in chosen.items()}}
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_failure: object) -> None:
        self.stop(signal.SIGTERM)

    def start(self) -> None:
        """Start it and wait until it listens. The first free port is kept for later starts."""
        command = [sys.executable, "-m", "paiju", "serve", "--port", str(self._port)]
        with (self._folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                command, env=self._environment, stdout=subprocess.PIPE, stderr=log, text=True
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        address = re.search(r"http://[\d.:]+", line)
        assert address is not None, (self._folder / "server.log").read_text(encoding="utf-8")[-2000:]
        self.url = address[0]
        self._port = int(self.url.rsplit(":", 1)[1])

    def stop(self, how: signal.Signals) -> None:
        """End the process and wait for it."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.communicate(timeout=DEADLINE)
            self._process = None
