"""Shandong Upgrade in a real browser against the real server."""

import pytest

from tests.web.conftest import Invite
from tests.web.players import match_over, play_until, round_over, shandong_by_clicks, shandong_by_keys
from tests.web.site import DESKTOP, PHONE, Site

SHORT: dict[str, object] = {"declareWindowMs": 1500, "snatchWindowMs": 400, "stickWindowMs": 400}
"""Windows as short as a test is patient."""


def table(site: Site, **options: object) -> dict[str, object]:
    """A person and three bots, made over the API."""
    wish = {"game": "shandong", "clock": 0, "start": True, "name": "Ann", "bots": ["easy"] * 3, "seats": 4}
    answer: dict[str, object] = site.ask("/rooms", {**wish, "options": {**SHORT, **options}})
    return answer


@pytest.mark.parametrize(("size", "language", "theme"), [(PHONE, "zh-CN", "light"), (DESKTOP, "en-US", "dark")])
def test_a_hand_by_clicking(invite: Invite, site: Site, size: tuple[int, int], language: str, theme: str) -> None:
    guest = invite(size=size, language=language, theme=theme)
    page = guest.sit(table(site), "shandong")
    seen: set[str] = set()

    def look(phase: str) -> None:
        if phase not in seen:
            seen.add(phase)
            guest.shoot(f"shandong-{size[0]}-{theme}-{phase}")

    play_until(page, shandong_by_clicks(look), round_over)
    guest.shoot(f"shandong-{size[0]}-{theme}-result")
    assert page.locator(".account").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_a_whole_match_with_the_keyboard_alone(invite: Invite, site: Site) -> None:
    page = invite(motion="reduce").sit(table(site, startLevel="A"), "shandong")
    play_until(page, shandong_by_keys, match_over)
    assert page.locator("[data-over=match]").is_visible()


def test_thirty_cards_on_a_phone_have_room_for_fingers(invite: Invite, site: Site) -> None:
    guest = invite(size=PHONE)
    page = guest.sit(table(site), "shandong")

    def full(shown: object) -> bool:
        return page.locator("[data-hand] [role=option]").count() >= 26

    play_until(page, lambda _page: None, full)
    columns = page.evaluate("getComputedStyle(document.querySelector('.hand-list')).gridTemplateColumns.split(' ')")
    rows = page.evaluate("getComputedStyle(document.querySelector('.hand-list')).gridTemplateRows.split(' ')")
    assert len(columns) == 8
    assert min(float(width.removesuffix("px")) for width in columns) >= 44
    assert min(float(height.removesuffix("px")) for height in rows) >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_an_illegal_selection_says_why_and_offers_a_legal_one(invite: Invite, site: Site) -> None:
    guest = invite()
    page = guest.sit(table(site), "shandong")
    step = shandong_by_clicks()

    def must_follow(shown: object) -> bool:
        dimmed = page.locator("[role=option][aria-disabled=true]").count()
        return (dimmed > 0 and page.locator("[data-prompt=you]").count() > 0) or round_over(page)

    play_until(page, step, must_follow)
    if round_over(page):
        pytest.skip("nothing had to be followed in this hand")
    wanted = int(page.locator(".action-play").inner_text().split("/")[1].split()[0])
    for index in range(wanted):
        page.locator("[role=option][aria-disabled=true]").nth(index).click(force=True, position={"x": 8, "y": 40})
    page.wait_for_selector("[data-prompt=bad]")
    guest.shoot("shandong-refused")
    page.locator(".prompt-answers .button").click()
    page.wait_for_selector("[data-prompt=ok]")
