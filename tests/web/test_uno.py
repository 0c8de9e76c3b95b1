"""UNO in a real browser against the real server."""

import pytest

from tests.web.conftest import Invite
from tests.web.players import SPINE, match_over, my_turn, play_until, round_over, uno_by_clicks, uno_by_keys
from tests.web.site import DESKTOP, PHONE, TABLET, Site, pictures

ROUND: dict[str, object] = {"game": "uno", "rulebook": "platform", "clock": 0, "start": True, "name": "Ann"}


def table(site: Site, bots: int = 3, **more: object) -> dict[str, object]:
    """A table for one person and bots, made over the API."""
    answer: dict[str, object] = site.ask("/rooms", {**ROUND, "seats": bots + 1, "bots": ["easy"] * bots, **more})
    return answer


def test_play_now_takes_one_click_and_a_round_is_played_by_clicking(invite: Invite) -> None:
    guest = invite(size=DESKTOP, language="zh-CN")
    page = guest.open()
    page.click("[data-play=uno]")
    page.wait_for_selector("[data-hand] [role=option]")
    assert page.locator("[data-hand] [role=option]").count() >= 7
    look = pictures(guest, "uno-desktop-zh")
    play_until(page, uno_by_clicks(look), round_over)
    look("result")
    assert page.locator(".scores .score").count() >= 4


@pytest.mark.parametrize(("size", "language", "theme"), [(PHONE, "en-US", "dark"), (TABLET, "en-US", "light")])
def test_a_whole_match_by_clicking_on_smaller_screens(
    invite: Invite, site: Site, size: tuple[int, int], language: str, theme: str
) -> None:
    guest = invite(size=size, language=language, theme=theme)
    page = guest.sit(table(site), "uno")
    look = pictures(guest, f"uno-{size[0]}-{theme}")
    play_until(page, uno_by_clicks(look), match_over)
    look("match")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_a_whole_match_with_the_keyboard_alone(invite: Invite, site: Site) -> None:
    page = invite().sit(table(site, bots=2), "uno")
    play_until(page, uno_by_keys, match_over)
    assert page.locator("[data-over=match]").is_visible()


def test_ten_seats_fit_on_a_phone_and_on_a_desktop(invite: Invite, site: Site) -> None:
    seated = table(site, bots=9, options={"stackDrawCards": True})
    for size in (PHONE, DESKTOP):
        guest = invite(size=size)
        page = guest.sit(seated, "uno")
        page.wait_for_selector("[data-hand] [role=option]")
        assert page.locator("[data-seat]").count() == 9
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        guest.shoot(f"uno-ten-{size[0]}")


def test_an_illegal_card_says_why_before_it_is_sent_and_links_to_its_rule(invite: Invite, site: Site) -> None:
    guest = invite()
    page = guest.sit(table(site, rulebook="official"), "uno")
    seen = play_until(page, uno_by_clicks(), lambda seen: my_turn(seen) and bool(seen["dimmed"]))
    before = page.locator(".frame").get_attribute("data-seq")
    page.locator(f'[data-card="{seen["cards"][seen["dimmed"][0]]}"]').click(force=True, position=SPINE)
    page.wait_for_selector("[data-prompt=bad]")
    assert "rules/uno" in (page.locator(".rule-link").get_attribute("href") or "")
    guest.shoot("uno-refused")
    page.locator(".action-play").click(force=True)
    page.wait_for_selector(".frame:not([data-acting])")
    assert page.locator(".frame").get_attribute("data-seq") == before
