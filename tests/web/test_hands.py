"""The hand under fingers and eyes: dragging, long presses, taps, zoom, forced colours, a phone on its side."""

from playwright.sync_api import Locator, expect

from tests.web.conftest import Invite
from tests.web.players import SPINE, Asked, my_turn, play_until, shandong_by_clicks, uno_by_clicks
from tests.web.site import PHONE, SIDEWAYS, Json, Site, Visitor

WISH: Json = {"clock": 0, "start": True, "name": "Ann"}
ZOOMED = (720, 450)
"""What 200 % leaves of 1440 × 900."""


def uno(site: Site) -> Json:
    """A long UNO match against one bot, so that a turn of mine comes soon and nothing ends."""
    answer: Json = site.ask("/rooms", {**WISH, "game": "uno", "seats": 2, "bots": ["easy"]})
    return answer


def shandong(site: Site) -> Json:
    """A Shandong table with short windows."""
    short = {"declareWindowMs": 1500, "snatchWindowMs": 400, "stickWindowMs": 400}
    answer: Json = site.ask("/rooms", {**WISH, "game": "shandong", "bots": ["easy"] * 3, "seats": 4, "options": short})
    return answer


def mixed_turn(guest: Visitor) -> Asked:
    """My turn, with a card that fits and one that does not."""
    return play_until(
        guest.page, uno_by_clicks(), lambda seen: my_turn(seen) and bool(seen["legal"]) and bool(seen["dimmed"])
    )


def drag(card: Locator, to: Locator, right: float) -> None:
    """Pull a card by its spine to `right` of the way across another element."""
    page = card.page
    page.evaluate("Promise.all(document.getAnimations().map(motion => motion.finished)).then(() => null)")
    start, end = card.bounding_box(), to.bounding_box()
    assert start is not None
    assert end is not None
    x, y = start["x"] + SPINE["x"], start["y"] + SPINE["y"]
    for _ in range(10):
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 15, y)
        if card.evaluate("card => card.classList.contains('card-dragged')"):
            break
        page.mouse.up()  # on a busy machine the finger rested so long that the card was explained
        page.keyboard.press("Escape")
        expect(page.locator("[role=dialog]")).to_have_count(0)
    page.mouse.move(end["x"] + end["width"] * right, end["y"] + end["height"] / 2, steps=4)
    page.mouse.up()


def card_of(guest: Visitor, seen: Asked, kind: str) -> Locator:
    """The first `legal` or `dimmed` card."""
    return guest.page.locator(f'[data-card="{seen["cards"][seen[kind][0]]}"]')


def shown_cards(guest: Visitor) -> list[str]:
    """The hand in the order in which it is drawn."""
    found: list[str] = guest.page.eval_on_selector_all("[data-card]", "cards => cards.map(card => card.dataset.card)")
    return found


def test_dragging_sorts_and_plays_and_a_long_press_explains(invite: Invite, site: Site) -> None:
    guest = invite()
    page = guest.sit(uno(site), "uno")
    seen = mixed_turn(guest)

    order = shown_cards(guest)
    drag(page.locator(f'[data-card="{order[0]}"]'), page.locator(f'[data-card="{order[-1]}"]'), 0.9)
    assert shown_cards(guest) == [*order[1:], order[0]]
    page.reload()
    page.wait_for_selector("[data-card]")
    assert shown_cards(guest) == [*order[1:], order[0]]
    page.keyboard.press("s")
    page.keyboard.press("s")
    assert shown_cards(guest) == order

    box = card_of(guest, seen, "legal").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + SPINE["x"], box["y"] + SPINE["y"])
    page.mouse.down()
    page.wait_for_selector("[role=dialog]")
    page.mouse.up()
    page.keyboard.press("Escape")
    expect(page.locator("[role=dialog]")).to_have_count(0)

    seq = page.locator(".frame").get_attribute("data-seq")
    drag(card_of(guest, seen, "dimmed"), page.locator(".pile"), 0.5)
    page.wait_for_selector("[data-prompt=bad]")
    assert page.locator(".frame").get_attribute("data-seq") == seq
    assert shown_cards(guest) == order

    laid = card_of(guest, seen, "legal")
    drag(laid, page.locator(".pile"), 0.5)
    play_until(page, uno_by_clicks(), lambda now: seen["cards"][seen["legal"][0]] not in now["cards"])


def test_fingers_tap_to_select_tap_again_to_play_and_hold_to_read(invite: Invite, site: Site) -> None:
    guest = invite(size=PHONE)
    page = guest.sit(uno(site), "uno")
    seen = mixed_turn(guest)
    card = card_of(guest, seen, "legal")
    box = card.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(x, y)
    expect(card).to_have_attribute("aria-selected", "true")
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    page.wait_for_selector("[role=dialog]")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.get_by_role("button", name="Close").tap()
    expect(page.locator("[role=dialog]")).to_have_count(0)
    expect(card).to_have_attribute("aria-selected", "true")
    page.touchscreen.tap(x, y)
    play_until(page, uno_by_clicks(), lambda now: seen["cards"][seen["legal"][0]] not in now["cards"])


def test_twice_the_size_a_phone_on_its_side_and_forced_colours(invite: Invite, site: Site) -> None:
    ways: dict[str, Json] = {
        "zoomed": {"size": ZOOMED},
        "sideways": {"size": SIDEWAYS, "language": "zh-CN"},
        "forced": {"forced": True, "theme": "dark"},
    }
    for name, wishes in ways.items():
        guest = invite(motion="reduce", **wishes)
        page = guest.sit(uno(site), "uno")
        seen = mixed_turn(guest)
        card = card_of(guest, seen, "legal")
        card.click(position=SPINE)
        expect(card).to_have_attribute("aria-selected", "true")
        assert card.locator(".card-tick").is_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= guest.size[0], name
        guest.shoot(f"uno-{name}")
        page.locator(".action-play").scroll_into_view_if_needed()
        for part in (card, page.locator(".action-play"), page.locator(".action-draw"), page.locator(".prompt")):
            expect(part).to_be_in_viewport()
        page.locator(".action-play").click()
        play_until(page, uno_by_clicks(), lambda now, old=seen["cards"]: now["cards"] != old)  # type: ignore[misc]


def test_a_shandong_trick_fits_a_low_window(invite: Invite, site: Site) -> None:
    guest = invite(size=SIDEWAYS, motion="reduce")
    page = guest.sit(shandong(site), "shandong")
    play_until(page, shandong_by_clicks(), lambda now: my_turn(now) and now["trick"] > 0)
    for name, size in {"sideways": SIDEWAYS, "zoomed": ZOOMED}.items():
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], name
        for part in (page.locator(".action-play"), page.locator(".prompt"), page.locator("[data-card]").first):
            expect(part).to_be_in_viewport()
        guest.shoot(f"shandong-{name}")
