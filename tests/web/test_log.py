"""The log of the page, read from the facts of the server, on given deals."""

from playwright.sync_api import Page, expect

from tests.server.deals import uno_deal
from tests.web.conftest import Invite
from tests.web.players import select
from tests.web.site import Json, SharedSite


def uno(site: SharedSite, hands: list[str], **options: object) -> Json:
    """Ann's turn against one bot; a red three lies on the pile."""
    site.deals.current.stack(uno_deal(hands, "r3", rulebook="platform"))
    rules = {"initialCards": len(hands[0].split()), **options}
    return site.table("uno", bots=1, rulebook="platform", options=rules)


def play(page: Page, kind: str) -> None:
    """Lay the only card of this kind."""
    page.wait_for_selector("[data-prompt=you]")
    card = page.locator(f'[data-card^="{kind}-"]')
    select(card)
    page.locator(".action-play").click()


def line(page: Page, text: str) -> None:
    """The log says this."""
    expect(page.locator(".log-line", has_text=text)).to_have_count(1)


def test_hands_that_were_swapped_are_no_drawn_cards(invite: Invite, site: SharedSite) -> None:
    seated = uno(site, ["r7 g8 b1 b2", "g1 g2 g3 y4"], sevenSwap=True)
    page = invite(motion="reduce").sit(seated, "uno")
    play(page, "red-7")
    page.locator(".target").click()
    page.wait_for_selector('[data-card^="green-1-"]')
    line(page, "You swap hands with")
    expect(page.locator(".card-new")).to_have_count(0)
    page.keyboard.press("l")
    line(page, "交换手牌")


def test_who_draws_for_a_plus_two_is_told_with_uno_in_the_same_message(invite: Invite, site: SharedSite) -> None:
    seated = uno(site, ["r+2 r5", "g1 g2"])
    page = invite(motion="reduce").sit(seated, "uno")
    page.wait_for_selector("[data-prompt=you]")
    page.keyboard.press("u")
    play(page, "red-draw_two")
    line(page, "You say UNO.")
    line(page, "You play Red +2.")
    line(page, "draws 2 cards for the +2.")
