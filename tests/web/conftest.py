"""One browser and one server a worker; every visitor is checked when leaving."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web.site import CHROMIUM, CHROMIUM_ARGS, Site, Visitor

Invite = Callable[..., Visitor]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browsers on a busy machine need longer than other tests."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.timeout(600))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGS)
        yield found
        found.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server for everybody who only plays."""
    with Site(tmp_path_factory.mktemp("site")) as running:
        yield running


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[Site]:
    """A server for a test that kills it."""
    with Site(tmp_path) as running:
        yield running


@pytest.fixture
def invite(browser: Browser, site: Site) -> Iterator[Invite]:
    """Call somebody to the page. All of them leave at the end, and nobody may have seen an error."""
    guests: list[Visitor] = []

    def call(at: Site = site, **wishes: object) -> Visitor:
        guest = Visitor(browser, at, **wishes)  # type: ignore[arg-type]  # the keywords of Visitor
        guests.append(guest)
        return guest

    yield call
    for guest in guests:
        guest.leave()
