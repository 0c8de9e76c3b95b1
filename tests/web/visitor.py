"""People who visit a site with a browser."""

import json
import os
from pathlib import Path
from shutil import which
from typing import Final

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Request, WebSocket

from tests.web.site import DEADLINE, Json, Site

CHROMIUM: Final = os.environ.get("CHROMIUM_PATH") or which("chromium-headless-shell") or "/usr/bin/chromium"
CHROMIUM_ARGS: Final = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PHONE: Final = (360, 740)
SIDEWAYS: Final = (740, 360)
TABLET: Final = (768, 1024)
DESKTOP: Final = (1440, 900)

_SETTLED: Final = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const moving = () => document.getAnimations().filter(
        motion => motion.playState === 'running' && Number.isFinite(motion.effect?.getComputedTiming().endTime));
    const boxes = () => JSON.stringify([...document.body.querySelectorAll('*')].map(part => {
        const { x, y, width, height } = part.getBoundingClientRect();
        return [x, y, width, height];
    }));
    let before = '';
    for (let same = 0; same < 2;) {
        await document.fonts.ready;
        await Promise.allSettled(moving().map(motion => motion.finished));
        await frame();
        const now = boxes();
        same = now === before ? same + 1 : 0;
        before = now;
    }
}"""

# Painting without a graphics card takes most of the time of a test, and few tests look at colours. What is transparent
# is not painted, but it has its place, can be clicked and counts as visible.
_UNPAINTED: Final = """
    window.unpainted = new CSSStyleSheet();
    window.unpainted.replaceSync('html { opacity: 0 }');
    document.adoptedStyleSheets = [window.unpainted];
"""


def paint(page: Page, visible: bool = True) -> None:
    """Let the page be painted from now on, for whoever looks at it, or no more."""
    page.evaluate("css => window.unpainted?.replaceSync(css)", "" if visible else "html { opacity: 0 }")


def settled(page: Page) -> None:
    """Wait until fonts are loaded, animations have ended and nothing has moved for two frames."""
    page.evaluate(_SETTLED)


def assert_fits(page: Page) -> None:
    """Nothing stands out of the window to the side, and a wide table does not scroll at all."""
    settled(page)
    size = page.viewport_size
    assert size is not None
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


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
        painted: bool = True,
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
        if not painted:
            self.context.add_init_script(_UNPAINTED)
        self.complaints: Final[list[str]] = []
        self.foreign: Final[list[str]] = []
        self.frames: Final[list[str]] = []
        self.line_breaks = False
        """Set by a test that breaks the line on purpose: browsers report failed requests, and they do so late."""
        self.page: Final = self.new_page()

    def new_page(self) -> Page:
        """Another tab of the same person."""
        page = self.context.new_page()
        page.set_default_timeout(DEADLINE * 1000)
        page.on("console", self._console)
        page.on("pageerror", self._page_error)
        page.on("request", self._request)
        page.on("websocket", self._socket)
        return page

    def _console(self, message: ConsoleMessage) -> None:
        lost = any(sign in message.text for sign in ("net::ERR_", "WebSocket", "503 (Service Unavailable)"))
        if message.type in ("error", "warning") and not (lost and self.line_breaks):
            self.complaints.append(f"{message.text} ({message.location['url']})")

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

    def shoot(self, file: Path) -> None:
        """Keep a picture of what is on the screen."""
        settled(self.page)
        file.parent.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=file)

    def leave(self) -> None:
        """Go, and stand by what was seen: nothing foreign, nothing to complain about."""
        self.context.close()
        assert self.foreign == [], self.foreign
        assert self.complaints == [], self.complaints
