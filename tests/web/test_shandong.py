"""Shandong Upgrade in a real browser against the real server."""

import signal

from playwright.sync_api import Page, expect

from paiju.fact_words import sentence_key
from paiju.i18n import translator
from tests.web.conftest import Invite
from tests.web.players import Asked, match_over, my_turn, play_until, select, shandong_by_clicks, shandong_by_keys
from tests.web.site import LONG, Json, ProcessSite, SharedSite, Site
from tests.web.visitor import DESKTOP, PHONE, SIDEWAYS, assert_fits, settled

ONE_HAND: dict[str, object] = {"startLevel": "A", "mandatoryLevels": []}
"""Whoever wins a hand as bankers has won the match."""
UNTOLD = ("hand_began", "got", "gave", "window_opened", "kitty_taken")
"""Facts that the log leaves to the table or to its headings."""


def table(site: Site, **options: object) -> Json:
    """A person and three bots."""
    return site.table("shandong", bots=3, options={**LONG, **options})


def in_a_trick(seen: Asked) -> bool:
    """I have to follow, and not every card will do."""
    return my_turn(seen) and bool(seen["dimmed"]) and seen["trick"] > 0


def test_a_whole_match_by_clicking(invite: Invite, site: SharedSite) -> None:
    site.use_deals("e")  # the bankers win the first hand
    page = invite(theme="dark", motion="reduce").sit(table(site, **ONE_HAND), "shandong")
    play_until(page, shandong_by_clicks, match_over)
    expect(page.locator(".account")).to_be_visible()
    for size in (DESKTOP, PHONE, SIDEWAYS):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_selector(".frame-wide" if size == DESKTOP else ".frame-phone")
        assert_fits(page)


def test_a_whole_match_with_the_keyboard_alone(invite: Invite, site: SharedSite) -> None:
    site.use_deals("e")  # the bankers win the first hand
    page = invite(motion="reduce").sit(table(site, **ONE_HAND), "shandong")
    play_until(page, shandong_by_keys, match_over)
    expect(page.locator(".account")).to_be_visible()


def test_the_first_tricks_on_a_phone(invite: Invite, site: SharedSite) -> None:
    page = invite(size=PHONE, language="zh-CN", motion="reduce").sit(table(site), "shandong")
    play_until(page, shandong_by_clicks, lambda seen: seen["trick"] > 1 and 0 < len(seen["cards"]) < 22)
    assert_fits(page)


def test_thirty_cards_on_a_phone_have_room_for_fingers(invite: Invite, site: SharedSite) -> None:
    page = invite(size=PHONE).sit(table(site), "shandong")
    play_until(page, lambda _page, _seen: None, lambda seen: len(seen["cards"]) >= 26)
    settled(page)
    columns = page.evaluate("getComputedStyle(document.querySelector('.hand-list')).gridTemplateColumns.split(' ')")
    rows = page.evaluate("getComputedStyle(document.querySelector('.hand-list')).gridTemplateRows.split(' ')")
    assert len(columns) == 8
    assert min(float(width.removesuffix("px")) for width in columns) >= 44
    assert min(float(height.removesuffix("px")) for height in rows) >= 44
    assert_fits(page)


def selected(page: Page) -> list[str]:
    """The selected cards."""
    found: list[str] = page.locator(".card-selected").evaluate_all("cards => cards.map(card => card.dataset.card)")
    return found


def log_lines(page: Page, site: Site, seated: Json) -> list[str]:
    """The log, once it has a line for everything that was declared and played, and one for every trick."""
    events = site.ask(f"/rooms/{seated['room']}/events?since=0", secret=seated["secret"])["events"]
    facts = [fact for event in events for fact in event["facts"]]
    texts = translator("shandong", "en-US")
    told = [fact for fact in facts if fact["type"] not in UNTOLD and sentence_key(texts, fact, seated["seat"])]
    expect(page.locator(".log-line")).to_have_count(len(told))
    return page.locator(".log-line").all_text_contents()


def test_a_refused_selection_says_why_and_a_killed_server_changes_nothing(
    invite: Invite, own_site: ProcessSite
) -> None:
    guest = invite(own_site, motion="reduce")
    seated = table(own_site)
    page = guest.sit(seated, "shandong")
    seen = play_until(page, shandong_by_clicks, in_a_trick)

    wanted = int(page.locator(".action-play").inner_text().split("/")[1].split()[0])
    for index in seen["dimmed"][:wanted]:
        select(page.locator(f'[data-card="{seen["cards"][index]}"]'), fits=False)
    page.wait_for_selector("[data-prompt=bad]")
    settled(page)
    assert page.evaluate("document.documentElement.scrollHeight") <= DESKTOP[1]
    assert "rules/shandong" in (page.locator(".rule-link").get_attribute("href") or "")
    page.locator(".prompt-answers .button").click()
    page.wait_for_selector("[data-prompt=ok]")

    chosen = selected(page)
    lines = log_lines(page, own_site, seated)
    guest.line_breaks = True
    own_site.stop(signal.SIGKILL)
    page.wait_for_selector("[data-connection=reconnecting]")
    own_site.start()
    page.wait_for_selector("[data-connection=open]")
    assert selected(page) == chosen
    expect(page.locator(".log-line")).to_have_text(lines)
    page.reload()
    page.wait_for_selector("[data-prompt=ok]")
    expect(page.locator(".log-line")).to_have_text(lines)
    page.locator(".action-play").click()
    expect(page.locator("[data-hand] [role=option]")).to_have_count(len(seen["cards"]) - wanted)
