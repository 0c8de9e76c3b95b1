"""A match of another package's game is watched again on the page."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.toy.package import install
from tests.web.conftest import Invite
from tests.web.site import Json, SharedSite, wait_until
from tests.web.visitor import PHONE, assert_fits


@pytest.fixture
def finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, site: SharedSite) -> str:
    """A finished match of the toy game, which was installed as pip would."""
    folder = tmp_path / "site"
    folder.mkdir()
    install(folder)
    monkeypatch.syspath_prepend(folder)
    wish = {"game": "high-card", "seats": 2, "bots": ["easy"] * 2, "clock": 0, "start": True, "visibility": "listed"}
    room: Json = site.ask("/rooms", wish)

    def over() -> bool:
        site.pass_time(60)
        return any(found["match"] == room["match"] for found in site.ask("/matches")["matches"])

    wait_until(over)
    return str(room["match"])


@pytest.mark.parametrize("size", [(1366, 650), PHONE])
def test_the_toy_game_is_replayed_to_its_end(invite: Invite, finished: str, size: tuple[int, int]) -> None:
    page = invite(size=size, motion="reduce").open(f"replay/{finished}")
    page.wait_for_selector(".replay-hand")
    expect(page.locator(".replay-tile")).to_have_count(5)  # three each, after the first move
    expect(page.locator(".replay-told")).to_contain_text("plays")
    assert_fits(page)
    page.keyboard.press("End")
    expect(page.locator("[data-replay-end]")).to_be_visible()
