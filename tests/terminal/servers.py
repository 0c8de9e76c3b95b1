"""Servers for rooms: one in this process, or a real `paiju serve` that can be killed. Both deal known cards."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from anyio.from_thread import start_blocking_portal

from tests.server.clock import ManualClock
from tests.server.deals import StackedDeals, uno_deal
from tests.server.serving import serving

QUICK = {
    "PAIJU_PACE_MIN_MS": "0",
    "PAIJU_PACE_MAX_MS": "1",
    "PAIJU_LIMITS_ENABLED": "0",
    "PAIJU_READY_PAUSE_SECONDS": "1",
    "PAIJU_LOG_LEVEL": "error",
    "PAIJU_DEAL_SLOWLY": "0",
    "PAIJU_OPEN_ROOMS": "0",
    "PAIJU_TEST_SERVER": "1",
}


class Server:
    """A server that rooms can be opened on."""

    def __init__(self, base: str) -> None:
        self.base = base

    def room(self, game: str, **options: object) -> str:
        """The link of a new room without a clock."""
        return self.timed_room(game, 0, options)

    def timed_room(self, game: str, clock: int, options: Mapping[str, object], rulebook: str = "") -> str:
        """The link of a new room with `clock` seconds for a turn."""
        wish = {"game": game, "rulebook": rulebook, "options": options, "seats": 4, "clock": clock}
        body = json.dumps(wish).encode()
        request = urllib.request.Request(
            f"{self.base}/api/v1/rooms", data=body, headers={"content-type": "application/json"}
        )
        with urllib.request.urlopen(request) as answer:
            return str(json.load(answer)["link"])


@contextmanager
def server_in_thread(folder: Path, seed: str) -> Iterator[Server]:
    """A server in a thread of this process; its rooms deal what `seed` says."""
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(serving(folder, seed=seed)) as running,
    ):
        yield Server(running.base)


class TimelessServer(Server):
    """A server in a thread whose time stands still until the test moves it on."""

    def __init__(self, base: str, advance: Callable[[float], object]) -> None:
        super().__init__(base)
        self.advance = advance
        """Let so many seconds pass."""


@contextmanager
def timeless_server(folder: Path, seed: str) -> Iterator[TimelessServer]:
    """Like `server_in_thread`, with a clock for the test."""
    clock = ManualClock()
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(serving(folder, clock, seed=seed)) as running,
    ):
        yield TimelessServer(running.base, lambda seconds: portal.call(clock.advance, seconds))


class DealingServer(TimelessServer):
    """A timeless server whose rooms deal what the test says."""

    def __init__(self, base: str, advance: Callable[[float], object], deals: StackedDeals) -> None:
        super().__init__(base, advance)
        self._deals = deals

    def uno(self, hands: Sequence[str], top: str, rulebook: str = "official", **options: object) -> str:
        """The link of a new room whose first round begins like this; its host is the first to play."""
        self._deals.stack(uno_deal(hands, top, rulebook=rulebook))
        return self.timed_room("uno", 0, {"initialCards": len(hands[0].split()), **options}, rulebook)


@contextmanager
def dealing_server(folder: Path) -> Iterator[DealingServer]:
    """Like `timeless_server`, with given deals."""
    clock, deals = ManualClock(), StackedDeals()
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(serving(folder, clock, deals)) as running,
    ):
        yield DealingServer(running.base, lambda seconds: portal.call(clock.advance, seconds), deals)


class ServerProcess(Server):
    """`paiju serve` as people start it; it can be killed and started again on the same database."""

    def __init__(self, folder: Path, seed: str) -> None:
        super().__init__("")
        self._folder = folder
        self._seed = seed
        self._port = 0
        self.start()

    def start(self) -> None:
        """Start it, on the same port as before, and wait until it listens."""
        command = [sys.executable, "-m", "paiju", "serve", "--port", str(self._port), "--lang", "en"]
        self.process = subprocess.Popen(
            [*command, "--database", f"sqlite:///{self._folder / 'rooms.db'}"],
            env={**os.environ, **QUICK, "PAIJU_SEED": self._seed},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
            if found:
                self.base, self._port = found.group(0), int(found.group(1))
                return
        raise AssertionError("the server did not start")

    def kill(self) -> None:
        """kill -9."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
