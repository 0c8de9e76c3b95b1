"""The hand under fingers and eyes: dragging, taps however long, zoom, forced colours, a phone on its side."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Error, Locator, Page, expect

from tests.web.conftest import Invite
from tests.web.players import SPINE, my_turn, play_until, select, shandong_by_clicks
from tests.web.site import LONG, Json, SharedSite
from tests.web.visitor import PHONE, SIDEWAYS, Visitor, assert_fits, settled

ZOOMED = (720, 450)
"""What 200 % leaves of 1440 × 900."""
LONG_PRESS_MS = 2000
"""Five times what opened a menu once; less than the page waits for an answer to its heartbeat."""


def card_of(page: Page, kind: str) -> Locator:
    """A card of the hand, such as `red-5`."""
    return page.locator(f'[data-card^="{kind}-"]')


def expect_gone(page: Page, kind: str) -> None:
    """The card has left the hand."""
    expect(card_of(page, kind)).to_have_count(0)


def _paused(page: Page, ahead: int) -> bool:
    """Stop the page's clock so many seconds ahead. Returns False if it was past that moment already."""
    moment = page.evaluate("Date.now() / 1000") + ahead
    try:
        page.clock.pause_at(moment)
    except Error as error:
        if "past" not in error.message:
            raise
        return False
    return True


@contextmanager
def time_stands_still(page: Page) -> Iterator[None]:
    """No timer of the page fires meanwhile, so that a slow machine does not make a long press of a short one."""
    settled(page)
    ahead = 1  # no further than the machine needs: the page would take a long jump for a lost connection
    while not _paused(page, ahead):
        ahead *= 2
    yield
    page.clock.resume()


def drag(card: Locator, to: Locator, right: float) -> None:
    """Pull a card by its spine to `right` of the way across another element."""
    page = card.page
    with time_stands_still(page):
        start, end = card.bounding_box(), to.bounding_box()
        assert start is not None
        assert end is not None
        x, y = start["x"] + SPINE["x"], start["y"] + SPINE["y"]
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(end["x"] + end["width"] * right, end["y"] + end["height"] / 2, steps=4)
        page.mouse.up()


def shown_cards(page: Page) -> list[str]:
    """The hand in the order in which it is drawn."""
    found: list[str] = page.eval_on_selector_all("[data-card]", "cards => cards.map(card => card.dataset.card)")
    return found


def sit(guest: Visitor, site: SharedSite) -> Page:
    """Sit down at the UNO table, with a clock that a test can stop."""
    guest.context.clock.install()
    page = guest.sit(site.uno_turn(), "uno")
    page.wait_for_selector("[data-prompt=you]")
    return page


def test_dragging_sorts_and_plays_and_a_long_press_is_a_press(invite: Invite, site: SharedSite) -> None:
    page = sit(invite(), site)

    order = shown_cards(page)
    drag(page.locator(f'[data-card="{order[0]}"]'), page.locator(f'[data-card="{order[-1]}"]'), 0.9)
    sorted_by_hand = [*order[1:], order[0]]
    assert shown_cards(page) == sorted_by_hand
    page.reload()
    page.wait_for_selector("[data-card]")
    assert shown_cards(page) == sorted_by_hand
    page.keyboard.press("s")
    page.keyboard.press("s")
    assert shown_cards(page) == order

    with time_stands_still(page):
        box = card_of(page, "red-5").bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + SPINE["x"], box["y"] + SPINE["y"])
        page.mouse.down()
        page.clock.run_for(LONG_PRESS_MS)
        page.mouse.up()
    expect(card_of(page, "red-5")).to_have_attribute("aria-selected", "true")
    expect(page.locator("[role=dialog]")).to_have_count(0)
    page.keyboard.press("x")

    seq = page.locator(".frame").get_attribute("data-seq")
    drag(card_of(page, "green-8"), page.locator(".pile"), 0.5)
    page.wait_for_selector("[data-prompt=bad]")
    assert page.locator(".frame").get_attribute("data-seq") == seq
    assert shown_cards(page) == order

    drag(card_of(page, "red-5"), page.locator(".pile"), 0.5)
    expect_gone(page, "red-5")


def test_fingers_tap_to_select_and_tap_again_to_play_however_long(invite: Invite, site: SharedSite) -> None:
    page = sit(invite(size=PHONE), site)
    card = card_of(page, "red-5")
    settled(page)
    box = card.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    with time_stands_still(page):
        page.touchscreen.tap(x, y)
    expect(card).to_have_attribute("aria-selected", "true")
    touch = page.context.new_cdp_session(page)
    with time_stands_still(page):
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        page.clock.run_for(LONG_PRESS_MS)
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect_gone(page, "red-5")


def test_twice_the_size_a_phone_on_its_side_and_forced_colours(invite: Invite, site: SharedSite) -> None:
    ways: list[Json] = [
        {"size": ZOOMED},
        {"size": SIDEWAYS, "language": "zh-CN"},
        {"forced": True, "theme": "dark"},
    ]
    for wishes in ways:
        page = invite(motion="reduce", **wishes).sit(site.uno_turn(), "uno")
        card = card_of(page, "red-5")
        page.wait_for_selector("[data-prompt=you]")
        select(card)
        assert card.locator(".card-tick").is_visible()
        assert_fits(page)
        page.locator(".action-play").scroll_into_view_if_needed()
        for part in (card, page.locator(".action-play"), page.locator(".action-draw"), page.locator(".prompt")):
            expect(part).to_be_in_viewport()
        page.locator(".action-play").click()
        expect_gone(page, "red-5")


def test_a_shandong_trick_fits_a_low_window(invite: Invite, site: SharedSite) -> None:
    page = invite(size=SIDEWAYS, motion="reduce").sit(site.table("shandong", bots=3, options=LONG), "shandong")
    play_until(page, shandong_by_clicks, lambda now: my_turn(now) and now["trick"] > 0)
    for size in (SIDEWAYS, ZOOMED):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert_fits(page)
        for part in (page.locator(".action-play"), page.locator(".prompt"), page.locator("[data-card]").first):
            expect(part).to_be_in_viewport()
