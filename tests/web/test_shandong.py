"""Shandong Upgrade in a real browser against the real server."""

import signal

from playwright.sync_api import Page, expect

from tests.web.conftest import Invite
from tests.web.players import Asked, match_over, my_turn, play_until, shandong_by_clicks, shandong_by_keys
from tests.web.site import DESKTOP, PHONE, SIDEWAYS, Json, Site, pictures

SHORT: dict[str, object] = {"declareWindowMs": 1500, "snatchWindowMs": 400, "stickWindowMs": 400}
"""Windows as short as a test is patient."""
ONE_HAND: dict[str, object] = {"startLevel": "A", "mandatoryLevels": []}
"""Whoever wins a hand as bankers has won the match."""


def table(site: Site, **options: object) -> Json:
    """A person and three bots, made over the API."""
    wish = {"game": "shandong", "clock": 0, "start": True, "name": "Ann", "bots": ["easy"] * 3, "seats": 4}
    answer: Json = site.ask("/rooms", {**wish, "options": {**SHORT, **options}})
    return answer


def in_a_trick(seen: Asked) -> bool:
    """I have to follow, and not every card will do."""
    return my_turn(seen) and bool(seen["dimmed"]) and seen["trick"] > 0


def test_a_whole_match_by_clicking(invite: Invite, site: Site) -> None:
    guest = invite(theme="dark", motion="reduce")
    page = guest.sit(table(site, **ONE_HAND), "shandong")
    play_until(page, shandong_by_clicks(pictures(guest, "shandong-1440-dark")), match_over)
    assert page.locator(".account").is_visible()
    for size in (DESKTOP, PHONE, SIDEWAYS):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_selector(".frame-wide" if size == DESKTOP else ".frame-phone")
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        guest.shoot(f"shandong-result-{size[0]}")


def test_a_whole_match_with_the_keyboard_alone(invite: Invite, site: Site) -> None:
    page = invite(motion="reduce").sit(table(site, **ONE_HAND), "shandong")
    play_until(page, shandong_by_keys, match_over)
    assert page.locator(".account").is_visible()


def test_the_first_tricks_on_a_phone(invite: Invite, site: Site) -> None:
    guest = invite(size=PHONE, language="zh-CN", motion="reduce")
    page = guest.sit(table(site), "shandong")
    look = pictures(guest, "shandong-360-light")
    play_until(page, shandong_by_clicks(look), lambda seen: seen["trick"] > 1 and 0 < len(seen["cards"]) < 22)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_thirty_cards_on_a_phone_have_room_for_fingers(invite: Invite, site: Site) -> None:
    guest = invite(size=PHONE)
    page = guest.sit(table(site), "shandong")
    play_until(page, lambda _page, _seen: None, lambda seen: len(seen["cards"]) >= 26)
    columns = page.evaluate("getComputedStyle(document.querySelector('.hand-list')).gridTemplateColumns.split(' ')")
    rows = page.evaluate("getComputedStyle(document.querySelector('.hand-list')).gridTemplateRows.split(' ')")
    assert len(columns) == 8
    assert min(float(width.removesuffix("px")) for width in columns) >= 44
    assert min(float(height.removesuffix("px")) for height in rows) >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def rested_log(page: Page) -> list[str]:
    """The log, once it has caught up with bots that rushed."""
    before: list[str] = []
    while (lines := page.locator(".log-line").all_text_contents()) != before:
        before = lines
        page.wait_for_timeout(1500)
    return lines


def test_a_refused_selection_says_why_and_a_killed_server_changes_nothing(invite: Invite, own_site: Site) -> None:
    guest = invite(own_site)
    page = guest.sit(table(own_site), "shandong")
    seen = play_until(page, shandong_by_clicks(), in_a_trick)

    wanted = int(page.locator(".action-play").inner_text().split("/")[1].split()[0])
    for index in seen["dimmed"][:wanted]:
        card = page.locator(f'[data-card="{seen["cards"][index]}"]')
        card.click(force=True, position={"x": 8, "y": 40})
    page.wait_for_selector("[data-prompt=bad]")
    guest.shoot("shandong-refused")
    assert page.evaluate("document.documentElement.scrollHeight") <= DESKTOP[1]
    assert "rules/shandong" in (page.locator(".rule-link").get_attribute("href") or "")
    page.locator(".prompt-answers .button").click()
    page.wait_for_selector("[data-prompt=ok]")

    chosen = page.locator(".card-selected").evaluate_all("cards => cards.map(card => card.dataset.card)")
    lines = rested_log(page)
    guest.line_breaks = True
    own_site.stop(signal.SIGKILL)
    page.wait_for_selector("[data-connection=reconnecting]")
    guest.shoot("reconnecting")
    own_site.start()
    page.wait_for_selector("[data-connection=open]")
    assert page.locator(".card-selected").evaluate_all("cards => cards.map(card => card.dataset.card)") == chosen
    expect(page.locator(".log-line")).to_have_text(lines)
    page.reload()
    page.wait_for_selector("[data-prompt=ok]")
    expect(page.locator(".log-line")).to_have_text(lines)
    page.locator(".action-play").click()
    expect(page.locator("[data-hand] [role=option]")).to_have_count(len(seen["cards"]) - wanted)
