"""UNO in a real browser against the real server."""

import pytest
from playwright.sync_api import expect

from tests.server.deals import uno_deal
from tests.web.conftest import Invite
from tests.web.players import match_over, play_until, round_over, select, uno_by_clicks, uno_by_keys
from tests.web.site import SharedSite
from tests.web.visitor import DESKTOP, PHONE, TABLET, assert_fits


def test_play_now_takes_one_click_and_a_round_is_played_by_clicking(invite: Invite) -> None:
    page = invite(size=DESKTOP, language="zh-CN").open()
    page.click("[data-play=uno]")
    page.wait_for_selector("[data-hand] [role=option]")
    assert page.locator("[data-hand] [role=option]").count() >= 7
    play_until(page, uno_by_clicks, round_over)
    assert page.locator(".scores .score").count() >= 4


@pytest.mark.parametrize(("size", "language", "theme"), [(PHONE, "en-US", "dark"), (TABLET, "en-US", "light")])
def test_a_whole_match_by_clicking_on_smaller_screens(
    invite: Invite, site: SharedSite, size: tuple[int, int], language: str, theme: str
) -> None:
    guest = invite(size=size, language=language, theme=theme)
    page = guest.sit(site.table("uno", bots=3, rulebook="platform", options={"initialCards": 4}), "uno")
    play_until(page, uno_by_clicks, match_over)
    assert_fits(page)


def test_a_whole_match_with_the_keyboard_alone(invite: Invite, site: SharedSite) -> None:
    page = invite().sit(site.table("uno", bots=2, rulebook="platform"), "uno")
    play_until(page, uno_by_keys, match_over)
    expect(page.locator("[data-over=match]")).to_be_visible()


def test_enter_goes_on_to_the_next_round(invite: Invite, site: SharedSite) -> None:
    site.deals.current.stack(uno_deal(["r5 r6", "g1 g2"], "r3"))
    seated = site.table("uno", bots=1, rulebook="official", options={"initialCards": 2})
    page = invite(motion="reduce").sit(seated, "uno")
    play_until(page, uno_by_keys, round_over)
    page.keyboard.press("Enter")
    expect(page.locator("[data-over]")).to_have_count(0)
    page.wait_for_selector("[data-hand] [role=option]")


def test_ten_seats_fit_on_a_phone_and_on_a_desktop(invite: Invite, site: SharedSite) -> None:
    seated = site.table("uno", bots=9, rulebook="platform", options={"stackDrawCards": True})
    for size in (PHONE, DESKTOP):
        page = invite(size=size).sit(seated, "uno")
        page.wait_for_selector("[data-hand] [role=option]")
        assert page.locator("[data-seat]").count() == 9
        assert_fits(page)


def test_an_illegal_card_says_why_before_it_is_sent_and_links_to_its_rule(invite: Invite, site: SharedSite) -> None:
    page = invite().sit(site.uno_turn(), "uno")
    page.wait_for_selector("[data-prompt=you]")
    before = page.locator(".frame").get_attribute("data-seq")
    select(page.locator('[data-card^="green-8-"]'), fits=False)
    page.wait_for_selector("[data-prompt=bad]")
    assert "rules/uno" in (page.locator(".rule-link").get_attribute("href") or "")
    page.locator(".action-play").click(force=True)
    page.wait_for_selector(".frame:not([data-acting])")
    assert page.locator(".frame").get_attribute("data-seq") == before
