"""A game of another package, which the page has no pictures and no words for, is played to its end."""

from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.toy.package import install
from tests.web.conftest import Invite
from tests.web.site import SharedSite
from tests.web.visitor import PHONE, assert_fits


@pytest.fixture
def high_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game, installed as pip would."""
    folder = tmp_path / "site"
    folder.mkdir()
    install(folder)
    monkeypatch.syspath_prepend(folder)


@pytest.mark.usefixtures("high_card")
@pytest.mark.parametrize("size", [(1366, 650), PHONE])
def test_the_toy_game_is_played_on_the_generic_table(invite: Invite, site: SharedSite, size: tuple[int, int]) -> None:
    page = invite(size=size, motion="reduce").sit(site.table("high-card", bots=1), "high-card")
    for held in (3, 2, 1):
        page.wait_for_selector("[data-prompt=you]")
        expect(page.locator("[data-hand] [role=option]")).to_have_count(held)
        expect(page.locator(".action-legal")).to_have_count(held)
        assert_fits(page)
        page.locator(".action-legal").first.click()
    expect(page.locator("[data-over=match]")).to_be_visible()
    if size != PHONE:
        expect(page.locator(".log-line", has_text="You play")).to_have_count(3)
        expect(page.locator(".log-line", has_text="win")).to_have_count(3)


def test_finished_matches_of_many_games_fit_a_phone(invite: Invite) -> None:
    def with_more(route: Route) -> None:
        server = route.fetch().json()
        known = server["games"][0]
        server["games"] += [{**known, "name": f"another-game-{number}"} for number in range(3)]
        route.fulfill(json=server)

    guest = invite(size=PHONE)
    guest.page.route("**/api/v1/server", with_more)
    page = guest.open("replays")
    expect(page.get_by_text("another-game-2")).to_be_visible()
    assert_fits(page)
