"""Before the first trick of Shandong Upgrade, as people play it: declaring, overcalling, exchanging, burying."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from playwright.sync_api import Locator, Page, expect

from tests.server.deals import shandong_deal
from tests.web.conftest import Invite
from tests.web.players import select
from tests.web.site import LONG, Json, SharedSite
from tests.web.visitor import PHONE, Visitor, assert_fits

LAPTOP: Final = (1366, 650)
HANDS: Final = ["small h9 h9", "big big c4 c4", "s4", "small.1 d6 d6 d7 d7 h5 sK sQ"]
"""The first declares hearts, the second overcalls with clubs, the fourth exchanges. The third, a bot, has no joker."""
PEOPLE: Final = {0: "Ann", 1: "小林", 3: "Di"}


class Bidders(NamedTuple):
    """The three people at the table, by what they will do."""

    declarer: Page
    overcaller: Page
    exchanger: Page


def seat_bidders(site: SharedSite, guests: list[Visitor]) -> Bidders:
    """A table of three people and a bot, at which the hands above have been dealt."""
    site.deals.current.stack(shandong_deal(HANDS))
    wish = {"game": "shandong", "name": PEOPLE[0], "seats": 4, "clock": 0, "options": LONG}
    seated: dict[int, Json] = {0: site.ask("/rooms", wish)}
    room = seated[0]["room"]
    site.ask(f"/rooms/{room}/bot", {"seat": 2, "bot": "easy"}, seated[0]["secret"])
    for seat in (1, 3):
        seated[seat] = site.ask(f"/rooms/{room}/join", {"name": PEOPLE[seat], "seat": seat})
    site.ask(f"/rooms/{room}/start", {}, seated[0]["secret"])
    pages = [guest.sit(seated[seat], "shandong") for guest, seat in zip(guests, PEOPLE, strict=True)]
    return Bidders(*pages)


def offer(page: Page, kind: str) -> Locator:
    """The first thing that can be declared, overcalled or exchanged with."""
    return page.locator(f"[data-declare={kind}] .offer").first


def lying(page: Page, seat: int) -> Locator:
    """The cards on the table before a seat."""
    return page.locator(f"[data-trick='{seat}'] .spread-cards > span")


def bid(bidders: Bidders) -> Iterator[str]:
    """Every step to the first lead, by clicking. Names what can be looked at after each."""
    declarer, overcaller, exchanger = bidders
    play = exchanger.locator(".action-play")
    expect(offer(declarer, "declare")).to_be_visible()
    yield "can declare"
    offer(declarer, "declare").click()
    for page in bidders:
        expect(lying(page, 0)).to_have_count(3)
    expect(offer(overcaller, "snatch")).to_be_visible()
    yield "can overcall"
    offer(overcaller, "snatch").click()
    for page in bidders:
        expect(lying(page, 1)).to_have_count(4)
    expect(offer(exchanger, "stick")).to_be_visible()
    yield "can exchange"
    offer(exchanger, "stick").click()
    for page in bidders:
        expect(lying(page, 3)).to_have_count(5)
    expect(play).to_contain_text("0 / 3")
    yield "gives back"
    for card in ("hearts_5_0", "spades_K_0", "spades_Q_0"):
        select(exchanger.locator(f'[data-card="{card}"]'))
    play.click()
    expect(play).to_contain_text("0 / 4")
    yield "buries"
    exchanger.locator(".action-hint").click()
    expect(play).to_contain_text("4 / 4")
    play.click()
    for page in bidders:
        expect(page.locator(".emblem")).to_contain_text("2")
    yield "leads"


def test_trump_is_declared_overcalled_and_exchanged_by_clicking(invite: Invite, site: SharedSite) -> None:
    guests = [invite(size=LAPTOP), invite(size=PHONE, language="zh-CN"), invite(size=PHONE)]
    bidders = seat_bidders(site, guests)
    steps = bid(bidders)
    declarer, overcaller, exchanger = bidders

    assert next(steps) == "can declare"
    expect(declarer.locator(".prompt")).to_contain_text("You can declare trump")
    assert next(steps) == "can overcall"
    expect(overcaller.locator(".prompt")).to_contain_text("可以抢主")
    assert next(steps) == "can exchange"
    expect(declarer.locator("[data-trick='0'].played-replaced")).to_be_visible()
    expect(exchanger.locator(".prompt")).to_contain_text("then give back three cards")
    for page in bidders:
        assert_fits(page)

    assert next(steps) == "gives back"
    expect(exchanger.locator(".prompt")).to_contain_text("One trump above A and two side cards.")
    assert next(steps) == "buries"
    expect(exchanger.locator("[data-hand] [role=option]")).to_have_count(30)
    assert next(steps) == "leads"
    expect(exchanger.locator(".prompt")).to_contain_text("Your lead.")
    for page in bidders:
        assert_fits(page)

    told = declarer.locator(".log-line").all_text_contents()
    for line in (
        "You declare trump: Small joker",
        "小林 overcalls: ",
        "Di shows ",
        "Di gives 3 cards back to 小林.",
        "Trump is turned up: clubs",
    ):
        assert any(text.startswith(line) for text in told), (line, told)
