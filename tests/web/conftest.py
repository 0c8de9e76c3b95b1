"""One browser and one server a worker; every visitor is checked when leaving."""

import asyncio
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.server.serving import SEED
from tests.web.site import DEADLINE, ProcessSite, SharedSite, Site
from tests.web.visitor import CHROMIUM, CHROMIUM_ARGS, Visitor, paint

Invite = Callable[..., Visitor]
ARTIFACTS: Final = Path(__file__).parents[2] / "artifacts" / "web"
"""Where failed tests leave what their visitors saw."""
GUESTS: Final = pytest.StashKey[list[Visitor]]()

expect.set_options(timeout=DEADLINE * 1000)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keep a picture of every screen when a test fails."""
    report = yield
    if report.when == "call" and report.failed:
        guests = item.stash.get(GUESTS, None) or []
        for number, guest in enumerate(guests):
            paint(guest.page)
            guest.page.screenshot(path=ARTIFACTS / f"{item.name}-{number}.png")
    return report


class BrowserLoop:
    """The event loop that Playwright's synchronous API marks as running in this thread until the browser is closed."""

    def __init__(self) -> None:
        self._resting: asyncio.AbstractEventLoop | None = None

    def rest(self) -> None:
        """Put it aside, so that other tests can run loops of their own."""
        self._resting = asyncio._get_running_loop()
        asyncio._set_running_loop(None)

    def resume(self) -> None:
        """Playwright can be used again."""
        if self._resting is not None:
            asyncio._set_running_loop(self._resting)


@pytest.fixture(scope="session")
def browser_loop() -> BrowserLoop:
    """The loop of the browser of this worker."""
    return BrowserLoop()


@pytest.fixture(scope="session")
def browser(browser_loop: BrowserLoop) -> Iterator[Browser]:
    """A headless Chromium."""
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGS)
        yield found
        browser_loop.resume()
        found.close()


@pytest.fixture(autouse=True)
def _only_in_browser_tests(browser_loop: BrowserLoop) -> Iterator[None]:
    """Browser tests and others can follow each other in any order."""
    browser_loop.resume()
    yield
    browser_loop.rest()


@pytest.fixture(scope="session")
def shared_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SharedSite]:
    """The server of this worker."""
    with SharedSite(tmp_path_factory.mktemp("site")) as running:
        yield running


@pytest.fixture
def site(shared_site: SharedSite, request: pytest.FixtureRequest) -> SharedSite:
    """A server for everybody who only plays. Each test has deals of its own, the same ones every time."""
    shared_site.use_deals(f"{SEED}/{request.node.name}")
    return shared_site


@pytest.fixture
def own_site(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[ProcessSite]:
    """A server for a test that kills it."""
    with ProcessSite(tmp_path, seed=f"{SEED}/{request.node.name}") as running:
        yield running


@pytest.fixture
def invite(browser: Browser, site: SharedSite, request: pytest.FixtureRequest) -> Iterator[Invite]:
    """Call somebody to the page. All of them leave at the end, and nobody may have seen an error.

    Their pages are not painted unless `painted` is wished for.
    """
    guests: list[Visitor] = []
    request.node.stash[GUESTS] = guests

    def call(at: Site = site, **wishes: object) -> Visitor:
        guest = Visitor(browser, at, **{"painted": False, **wishes})  # type: ignore[arg-type]  # the keywords of Visitor
        guests.append(guest)
        return guest

    yield call
    for guest in guests:
        guest.leave()
