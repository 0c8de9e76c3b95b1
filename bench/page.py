"""The page's figures, in a real browser against a real server on this machine."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from statistics import median
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, CDPSession, Page, Response, sync_playwright

from bench.row import Row
from bench.server import Server

BUILDS = ("pure",)
"""The browser's driver lives in the development environment, where the engine is not compiled."""
CHROMIUM: Final = os.environ.get("CHROMIUM_PATH") or which("chromium-headless-shell") or "/usr/bin/chromium"
ARGS: Final = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
REPEATS: Final = 5
SLOW_BYTES: Final = 50_000
"""400 kbit/s."""
SLOW_LATENCY_MS: Final = 300
WATCH_MS: Final = 2000
WINDOWS: Final = 6
"""How often it is measured. The best value counts, because other processes interrupt the page too."""

_LAY: Final = """card => new Promise(done => {
    const started = performance.now();
    let laid = 0;
    const look = () => {
        const spent = performance.now() - started;
        if (!laid && document.querySelector(`[data-pile-top="${card}"]`)) laid = spent;
        if (spent > 3000 || (laid && !document.querySelector('[data-acting]'))) done([laid || spent, spent]);
        else requestAnimationFrame(look);
    };
    document.querySelector('.action-play').click();
    requestAnimationFrame(look);
})"""
_WATCH: Final = """ms => new Promise(done => {
    let longest = 0, frames = 0;
    const observer = new PerformanceObserver(list => {
        for (const task of list.getEntries()) longest = Math.max(longest, task.duration);
    });
    observer.observe({ type: 'longtask' });
    const started = performance.now();
    const next = () => {
        frames += 1;
        const spent = performance.now() - started;
        if (spent < ms) return requestAnimationFrame(next);
        observer.disconnect();
        done([longest, frames / spent * 1000]);
    };
    requestAnimationFrame(next);
})"""

_MOVING_BOX: Final = """<!doctype html><body style="margin:0;background:#2b6652"><style>
    i { display: block; width: 190px; height: 274px; background: #fff; animation: fly 220ms infinite alternate }
    @keyframes fly { to { transform: translate(600px, 300px) } }
</style><i></i>"""
"""What a browser has to draw while a card flies, and nothing else."""


def first_load(browser: Browser, url: str) -> float:
    """Kilobytes that come over the wire until there is a playable table of one game, as the browser asks for them."""
    context = browser.new_context()
    page = context.new_page()
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer) if "/api/" not in answer.url else None)
    page.goto(url, wait_until="networkidle")
    page.click("[data-play=uno]")
    page.wait_for_selector("[data-card]")
    page.wait_for_load_state("networkidle")
    size = sum(answer.request.sizes()["responseBodySize"] for answer in answers)
    context.close()
    return size / 1000


class Trace:
    """What a page asks for over the network, and when it has it."""

    def __init__(self, network: CDPSession) -> None:
        self.size = 0.0
        """Bytes received so far, headers included."""
        self.spans: Final[dict[str, list[float]]] = {}
        """When each request began and when its answer was there. A socket is two: its opening, and its first answer."""
        network.on("Network.requestWillBeSent", lambda event: self._begin(event["requestId"], event["timestamp"]))
        network.on("Network.loadingFinished", self._finished)
        begins = "Network.webSocketWillSendHandshakeRequest"
        network.on(begins, lambda event: self._begin(event["requestId"], event["timestamp"]))
        network.on(
            "Network.webSocketHandshakeResponseReceived",
            lambda event: self._end(event["requestId"], event["timestamp"]),
        )
        network.on("Network.webSocketFrameSent", lambda event: self._begin("first frame", event["timestamp"]))
        network.on("Network.webSocketFrameReceived", self._received)

    def _begin(self, request: str, at: float) -> None:
        self.spans.setdefault(request, [at])

    def _end(self, request: str, at: float) -> None:
        span = self.spans[request]
        if len(span) == 1:
            span.append(at)

    def _finished(self, event: dict[str, Any]) -> None:
        self.size += event["encodedDataLength"]
        self._end(event["requestId"], event["timestamp"])

    def _received(self, event: dict[str, Any]) -> None:
        self.size += len(event["response"]["payloadData"])
        self._end("first frame", event["timestamp"])

    def round_trips(self) -> int:
        """The most requests of which each began when the one before it had its answer."""
        ended: list[tuple[float, int]] = []
        for begin, *end in sorted(self.spans.values()):
            trips = 1 + max((trips for at, trips in ended if at <= begin), default=0)
            ended += [(at, trips) for at in end]
        return max(trips for _, trips in ended)


class SlowStart(NamedTuple):
    """Opening the page over a slow line."""

    paint: float
    """Seconds to the first picture."""
    table: float
    """Seconds to a playable table."""
    kilobytes: float
    """What came until then, headers, lists of the start page and the socket included."""
    round_trips: int

    def on_an_idle_machine(self) -> float:
        """Seconds that line and distance alone take: what came, one after another, and nothing while waiting."""
        return self.kilobytes * 1000 / SLOW_BYTES + self.round_trips * SLOW_LATENCY_MS / 1000


def slow_start(browser: Browser, url: str) -> SlowStart:
    """Open the page and sit down at 400 kbit/s with 300 ms to the server."""
    context = browser.new_context()
    page = context.new_page()
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    speed = {"downloadThroughput": SLOW_BYTES, "uploadThroughput": SLOW_BYTES}
    network.send("Network.emulateNetworkConditions", {"offline": False, "latency": SLOW_LATENCY_MS, **speed})
    trace = Trace(network)
    page.goto(url, wait_until="commit")
    page.click("[data-play=uno]")
    page.wait_for_selector("[data-card]")
    table: float = page.evaluate("performance.now() / 1000")
    paint: float = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime / 1000")
    found = SlowStart(paint, table, trace.size / 1000, trace.round_trips())
    context.close()
    return found


def time_to_table(browser: Browser, url: str) -> float:
    """Seconds from opening the page to cards in the hand, with one click on "play now"."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(url, wait_until="commit")
    page.click("[data-play=uno]")
    page.wait_for_selector("[data-card]")
    seconds: float = page.evaluate("performance.now() / 1000")
    context.close()
    return seconds


def card_down(browser: Browser, url: str) -> tuple[float, float]:
    """Milliseconds from the click on "play" to the own card on the pile, and until the server has confirmed it."""
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(url)
    page.click("[data-play=uno]")
    times: list[list[float]] = []
    for _ in range(400):
        if len(times) == REPEATS or page.locator("[data-over]").count():
            break
        lay_one(page, times)
        page.wait_for_timeout(20)
    context.close()
    return median(laid for laid, _ in times), median(confirmed for _, confirmed in times)


def lay_one(page: Page, times: list[list[float]]) -> None:
    """If it is my turn: a coloured card that fits, or draw."""
    if page.locator(".colour-choice").count():
        page.locator(".colour-choice").first.click()
    elif page.locator(".prompt-answers .button:not(.answer-pass)").count():
        page.locator(".prompt-answers .button:not(.answer-pass)").first.click()
    elif page.locator(".prompt-you").count():
        card = page.locator(".card-legal:not([data-card^=wild])")
        if card.count():
            card.first.click()
            name = page.locator(".card-selected").get_attribute("data-card")
            times.append(page.evaluate(_LAY, name))
        else:
            page.locator(".answer-pass, .action-draw").first.click(force=True)


def bots_at_full_speed(browser: Browser, url: str) -> tuple[float, float, float]:
    """While three bots play without a pause: longest task in ms, frames a second, share of the main thread in use."""
    page = browser.new_page()
    page.goto(url)
    room = page.evaluate(
        """async () => {
            const wish = { game: 'uno', seats: 3, bots: ['easy', 'easy', 'easy'], clock: 0, start: true,
                           options: { targetScore: 10000 } };
            const headers = { 'content-type': 'application/json' };
            const answer = await fetch('/api/v1/rooms', { method: 'POST', headers, body: JSON.stringify(wish) });
            return (await answer.json()).room;
        }"""
    )
    page.goto(f"{url}/#/room/{room}")
    page.wait_for_selector("[data-pile]")
    page.wait_for_timeout(500)
    metrics = page.context.new_cdp_session(page)
    metrics.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = busy_seconds(metrics)
    looks: list[list[float]] = [page.evaluate(_WATCH, WATCH_MS) for _ in range(WINDOWS)]
    busy = (busy_seconds(metrics) - before) / (WINDOWS * WATCH_MS / 1000)
    page.close()
    return min(longest for longest, _ in looks), max(frames for _, frames in looks), busy * 100


def moving_box(browser: Browser) -> float:
    """Frames a second of an empty page on which one box of the size of a card moves: what this machine can draw."""
    page = browser.new_page()
    page.set_content(_MOVING_BOX)
    frames: float = max(page.evaluate(_WATCH, WATCH_MS)[1] for _ in range(WINDOWS))
    page.close()
    return frames


def busy_seconds(metrics: CDPSession) -> float:
    """Processor time of the page's main thread so far."""
    found = metrics.send("Performance.getMetrics")["metrics"]
    return sum(float(metric["value"]) for metric in found if metric["name"] == "TaskDuration")


@contextmanager
def serving(folder: Path, **settings: object) -> Iterator[str]:
    """The address of a server that runs meanwhile."""
    server = Server(folder, **settings)
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.process.terminate()
        server.process.wait(timeout=20)


def rows() -> list[Row]:
    """All figures of the page."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        with serving(Path(folder), pace_min_ms=300, pace_max_ms=300) as url:
            size = first_load(browser, url)
            slow = [slow_start(browser, url) for _ in range(3)]
            opened = median(time_to_table(browser, url) for _ in range(REPEATS))
            laid, confirmed = card_down(browser, url)
        with serving(Path(folder), pace_min_ms=0, pace_max_ms=0) as url:
            longest, frames, busy = bots_at_full_speed(browser, url)
        possible = moving_box(browser)
        browser.close()
    return [
        Row("page with the table of one game, first load as sent", size, "kB", at_most=150),
        Row("first picture at 400 kbit/s, 300 ms", median(start.paint for start in slow), "s", at_most=2.5),
        Row("playable table at 400 kbit/s, 300 ms", median(start.table for start in slow), "s", at_most=6),
        Row("of that for bytes and round trips", min(start.on_an_idle_machine() for start in slow), "s", at_most=6),
        Row("bytes until then", min(start.kilobytes for start in slow), "kB"),
        Row("round trips until then, one after another", min(start.round_trips for start in slow), ""),
        Row("opening the page to a playable table", opened, "s", at_most=1.2),
        Row("click to own card on the pile", laid, "ms", at_most=50),
        Row("click to the server's answer on the screen", confirmed, "ms"),
        Row("longest task while three bots play at full speed", longest, "ms", at_most=50),
        Row("frames while three bots play at full speed", frames, "1/s", at_least=59),
        Row("frames of an empty page with one moving box", possible, "1/s"),
        Row("main thread in use while three bots play at full speed", busy, "%"),
    ]
