"""A real server process for the browser, with bots that do not linger; and people who visit it."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self
from urllib.error import URLError

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Request, WebSocket

Json = dict[str, Any]
CHROMIUM: Final = os.environ.get("CHROMIUM_PATH") or "/usr/bin/chromium"
CHROMIUM_ARGS: Final = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
ARTIFACTS: Final = Path(__file__).parents[2] / "artifacts" / "web"
PHONE: Final = (360, 740)
SIDEWAYS: Final = (740, 360)
TABLET: Final = (768, 1024)
DESKTOP: Final = (1440, 900)
QUICK: Final = {
    "PAIJU_LIMITS_ENABLED": "0",
    "PAIJU_PACE_MIN_MS": "0",
    "PAIJU_PACE_MAX_MS": "10",
    "PAIJU_READY_PAUSE_SECONDS": "20",
    "PAIJU_DEAL_SLOWLY": "0",
    "PAIJU_LOG_LEVEL": "error",
}


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Site:
    """`paiju serve` on a port and a database of its own. Can be killed and started again."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.port: Final = free_port()
        self.url: Final = f"http://127.0.0.1:{self.port}"
        self._folder: Final = folder
        self._environment: Final = {
            **os.environ,
            **QUICK,
            "PAIJU_DATABASE": f"sqlite:///{folder / 'paiju.db'}",
            **settings,
        }
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop(signal.SIGTERM)

    def start(self) -> None:
        """Start and wait until it answers."""
        with (self._folder / "server.log").open("ab") as log:
            command = [sys.executable, "-m", "paiju", "serve", "--port", str(self.port)]
            self._process = subprocess.Popen(command, env=self._environment, stdout=log, stderr=subprocess.STDOUT)
        for _ in range(1200):
            try:
                with urllib.request.urlopen(f"{self.url}/readyz", timeout=1):
                    return
            except (URLError, OSError):
                time.sleep(0.05)
        raise RuntimeError((self._folder / "server.log").read_text(encoding="utf-8")[-2000:])

    def stop(self, how: signal.Signals) -> None:
        """End the process and wait for it."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(timeout=60)
            self._process = None

    def ask(self, path: str, body: Json | None = None, secret: str = "") -> Any:
        """A call of the HTTP API, as somebody without a browser makes it."""
        headers = {"content-type": "application/json", "accept-language": "en-US"}
        if secret:
            headers["authorization"] = f"Bearer {secret}"
        data = None if body is None else json.dumps(body).encode()
        call = urllib.request.Request(f"{self.url}/api/v1{path}", data, headers)
        with urllib.request.urlopen(call, timeout=60) as answer:
            return json.loads(answer.read())

    def text(self, path: str) -> str:
        """The same for an answer that is no JSON."""
        with urllib.request.urlopen(f"{self.url}/api/v1{path}", timeout=60) as answer:
            found: bytes = answer.read()
            return found.decode()


class Visitor:
    """A person with an own browser profile. Everything the page complains about or loads from elsewhere is kept."""

    def __init__(
        self,
        browser: Browser,
        site: Site,
        size: tuple[int, int] = DESKTOP,
        language: str = "en-US",
        theme: str = "light",
        motion: str = "no-preference",
        forced: bool = False,
    ) -> None:
        self.site: Final = site
        self.size: Final = size
        self.context: Final[BrowserContext] = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=language,
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="reduce" if motion == "reduce" else "no-preference",
            forced_colors="active" if forced else "none",
            has_touch=min(size) < 600,
        )
        self.complaints: Final[list[str]] = []
        self.foreign: Final[list[str]] = []
        self.frames: Final[list[str]] = []
        self.line_breaks = False
        """Set by a test that breaks the line on purpose: browsers report failed requests, and they do so late."""
        self.page: Final = self.new_page()

    def new_page(self) -> Page:
        """Another tab of the same person."""
        page = self.context.new_page()
        page.set_default_timeout(60_000)
        page.on("console", self._console)
        page.on("pageerror", self._page_error)
        page.on("request", self._request)
        page.on("websocket", self._socket)
        return page

    def _console(self, message: ConsoleMessage) -> None:
        lost = any(sign in message.text for sign in ("net::ERR_", "WebSocket", "503 (Service Unavailable)"))
        if message.type in ("error", "warning") and not (lost and self.line_breaks):
            self.complaints.append(message.text)

    def _page_error(self, error: Error) -> None:
        self.complaints.append(str(error))

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.site.url, "data:", "blob:")):
            self.foreign.append(request.url)

    def _socket(self, socket: WebSocket) -> None:
        if not socket.url.startswith(self.site.url.replace("http", "ws", 1)):
            self.foreign.append(socket.url)
        socket.on("framereceived", lambda data: self.frames.append(data if isinstance(data, str) else data.decode()))

    def open(self, path: str = "") -> Page:
        """Go to an address of the page."""
        self.page.goto(f"{self.site.url}/#/{path}")
        return self.page

    def sit(self, seated: Json, game: str) -> Page:
        """Open a table whose seat was taken over the API: its secret is what a browser would have kept."""
        own = {key: seated[key] for key in ("room", "seat", "you", "secret")} | {"game": game, "at": 1}
        kept = json.dumps(json.dumps([own]))
        self.context.add_init_script(f"localStorage['paiju.seats'] ??= {kept}")
        self.page.goto(f"{self.site.url}/#/room/{seated['room']}")
        self.page.wait_for_selector("[data-connection=open]")
        return self.page

    def shoot(self, name: str) -> None:
        """Keep a picture of what is on the screen."""
        ARTIFACTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=ARTIFACTS / f"{name}.png")

    def leave(self) -> None:
        """Go, and stand by what was seen: nothing foreign, nothing to complain about."""
        self.context.close()
        assert self.foreign == [], self.foreign
        assert self.complaints == [], self.complaints


def pictures(guest: Visitor, series: str) -> Callable[[str], None]:
    """A look that keeps one picture of each phase."""
    seen: set[str] = set()

    def look(phase: str) -> None:
        if phase not in seen:
            seen.add(phase)
            guest.shoot(f"{series}-{phase}")

    return look
