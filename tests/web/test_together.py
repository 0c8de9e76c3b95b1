"""Several people at one table, somebody watching; tabs, reloads, lost lines, a killed server."""

import contextlib
import itertools
import json
import re
import signal

from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as Missing

from paiju.server.web.study_api import positions
from tests.server.deals import uno_deal
from tests.web.conftest import Invite
from tests.web.players import asked, match_over, my_turn, play_until, select, uno_by_clicks, wanted
from tests.web.site import ProcessSite, SharedSite, Site
from tests.web.visitor import PHONE, Visitor

CARD = re.compile(r"(?:red|blue|green|yellow)-(?:\d|skip|reverse|draw_two)-\d+|wild-(?:draw-four-)?\d+")


def make_room(host: Visitor) -> str:
    """The host makes a four-seat room by clicking: one short round of two cards each."""
    page = host.open("new/uno")
    page.get_by_text("Quick round", exact=True).click()
    page.get_by_text("All rules").click()
    page.get_by_label("Cards dealt to each player").fill("2")
    page.get_by_role("button", name="Create room").click()
    page.wait_for_selector(".share-code")
    return page.locator(".share-code").inner_text()


def test_four_people_and_a_spectator_play_a_match_and_nobody_sees_a_foreign_card(
    invite: Invite, site: SharedSite
) -> None:
    # Two cards each: a +2, a Wild, drawn cards that fit and one that does not, calls; the fourth player goes out.
    hands = ["r5 g9", "b1 y2", "y1 y3", "r7 y8"]
    site.deals.current.stack(uno_deal(hands, "r3", "r+2 w b4 g7 b6 r8 b8", rulebook="platform"))
    guests = [invite(size=PHONE if i == 3 else (1100, 800)) for i in range(4)]
    code = make_room(guests[0])
    for guest in guests[1:]:
        page = guest.open(f"room/{code}")
        page.get_by_role("button", name="Sit here").first.click()
        page.get_by_role("button", name="Ready", exact=True).click()
    spectator = invite()
    spectator.open(f"room/{code}")
    guests[0].page.get_by_role("button", name="Start", exact=True).click()
    pages = [guest.page for guest in guests]
    for page in pages:
        page.wait_for_selector("[data-hand] [role=option]")
    spectator.page.wait_for_selector("[data-pile]")
    assert spectator.page.locator("[data-hand]").count() == 0

    ended: set[Page] = set()
    for page in itertools.cycle(pages):
        with contextlib.suppress(Missing):  # what was to be clicked went away; the others go on
            seen = asked(page)
            if match_over(seen):
                ended.add(page)
            elif wanted(seen):
                uno_by_clicks(page, seen)
        if len(ended) == len(pages):
            break
    expect(spectator.page.locator("[data-over=match]")).to_be_visible()
    match = site.ask(f"/rooms/{code}")["match"]
    check_traffic(site.text(f"/matches/{match}/record"), game_entries(site, code), guests, spectator)


def game_entries(site: Site, code: str) -> list[int]:
    """Numbers of the room's log entries that are entries of the record too: what happens to the room is not."""
    found: list[int] = []
    since, complete = 0, False
    while not complete:
        answer = site.ask(f"/rooms/{code}/events?since={since}")
        found += [event["seq"] for event in answer["events"] if event["seat"] != -3]
        since, complete = answer["events"][-1]["seq"], answer["complete"]
    return found


def check_traffic(record: str, entries: list[int], guests: list[Visitor], spectator: Visitor) -> None:
    """Every card id a browser received had been in that seat's hand or on the pile by then, and not only later."""
    seats = len(guests)
    known: list[set[str]] = [set() for _ in range(seats + 1)]
    by_entry: list[list[set[str]]] = []
    for first in range(0, len(entries) + 1, 60):
        for frame in positions(record.encode(), first, 60, -3).frames:
            pile = set(map(str, frame.view["discardPile"])) | set(CARD.findall(json.dumps(frame.view["openHands"])))
            for seat in range(seats):
                known[seat] |= pile | set(frame.hands[seat])
            known[seats] |= pile
            while len(by_entry) <= frame.seq:
                by_entry.append([set(cards) for cards in known])
    for guest in [*guests, spectator]:
        messages = [json.loads(text) for text in guest.frames]
        snapshots = [message["snapshot"]["seat"] for message in messages if "snapshot" in message]
        seat = max(snapshots) if guest is not spectator else seats
        assert len(messages) > 5
        for text, message in zip(guest.frames, messages, strict=True):
            seq = message.get("seq", message.get("snapshot", {}).get("seq", 0))
            may_know = by_entry[sum(1 for entry in entries if entry <= seq)][seat]
            assert set(CARD.findall(text)) <= may_know, text[:300]
        memory = guest.page.evaluate(
            "document.documentElement.outerHTML + JSON.stringify({...localStorage, ...sessionStorage})"
        )
        assert set(CARD.findall(memory)) <= by_entry[-1][seat]


def wait_for_my_turn(page: Page) -> None:
    """Until a card is wanted of me."""
    page.wait_for_selector("[data-prompt=you]")


def play_red_five(page: Page) -> None:
    """Lay the card that fits at the beginning of `uno_turn`."""
    wait_for_my_turn(page)
    card = page.locator('[data-card^="red-5-"]')
    select(card)
    page.locator(".action-play").click()
    expect(card).to_have_count(0)


def cards_of(guest: Visitor) -> list[str]:
    """The own hand as drawn."""
    found: list[str] = guest.page.eval_on_selector_all("[data-card]", "cards => cards.map(card => card.dataset.card)")
    return found


def test_hand_and_selection_survive_a_reload_and_a_change_of_language(invite: Invite, site: SharedSite) -> None:
    guest = invite()
    page = guest.sit(site.uno_turn(), "uno")
    play_red_five(page)
    expect(page.locator(".log-line")).to_have_count(3)  # the first card, the red five, the bot's answer
    wait_for_my_turn(page)
    card = page.locator('[data-card^="wild-"]')
    chosen = card.get_attribute("data-card")
    select(card)
    before, lines = cards_of(guest), page.locator(".log-line").all_text_contents()
    page.reload()
    page.wait_for_selector("[data-card]")
    assert cards_of(guest) == before
    assert page.locator(".card-selected").get_attribute("data-card") == chosen
    expect(page.locator(".log-line")).to_have_text(lines)
    page.keyboard.press("l")
    expect(page.locator(".prompt")).to_contain_text("轮到你")
    assert page.locator(".card-selected").get_attribute("data-card") == chosen
    assert page.evaluate("document.documentElement.lang") == "zh-CN"
    assert page.title().startswith("●")


def test_a_second_tab_takes_over_and_the_first_one_can_take_back(invite: Invite, site: SharedSite) -> None:
    guest = invite()
    first = guest.sit(site.uno_turn(), "uno")
    wait_for_my_turn(first)
    second = guest.new_page()
    second.goto(first.url)
    second.wait_for_selector("[data-card]")
    first.wait_for_selector(".takeover")
    first.get_by_role("button", name="Continue here").click()
    first.wait_for_selector("[data-card]")
    second.wait_for_selector(".takeover")


def test_a_start_page_offers_the_way_back_to_an_unfinished_match(invite: Invite, site: SharedSite) -> None:
    guest = invite()
    guest.sit(site.uno_turn(), "uno")
    page = guest.open()
    page.wait_for_selector(".resume")
    page.locator(".resume .button").click()
    page.wait_for_selector("[data-card]")
    slow = guest.new_page()
    slow.route("**/api/v1/rooms/*", lambda _: None)  # the answer does not come
    slow.goto(f"{site.url}/#/")
    expect(slow.locator(".resume")).to_be_visible()


def test_offline_is_said_in_words_and_play_goes_on_when_the_network_is_back(invite: Invite, site: SharedSite) -> None:
    guest = invite()
    page = guest.sit(site.uno_turn(), "uno")
    wait_for_my_turn(page)
    before = cards_of(guest)
    guest.line_breaks = True
    guest.context.set_offline(True)
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    page.wait_for_selector(".line-bad, .line-warn")
    guest.context.set_offline(False)
    page.wait_for_selector("[data-connection=open]")
    assert cards_of(guest) == before
    play_red_five(page)


def test_a_killed_server_is_waited_for_and_the_match_goes_on(invite: Invite, own_site: ProcessSite) -> None:
    guest = invite(own_site)
    page = guest.sit(own_site.table("uno", bots=1, rulebook="platform"), "uno")
    play_until(page, uno_by_clicks, my_turn)
    before = cards_of(guest)
    guest.line_breaks = True
    own_site.stop(signal.SIGKILL)
    page.wait_for_selector("[data-connection=reconnecting]")
    assert cards_of(guest) == before
    own_site.start()
    page.wait_for_selector("[data-connection=open]")
    assert cards_of(guest) == before
    play_until(page, uno_by_clicks, lambda seen: seen["cards"] != before)


def test_chat_and_emotes_reach_the_others_as_text_only(invite: Invite, site: SharedSite) -> None:
    ann, ben = invite(), invite()
    code = make_room(ann)
    ben.open(f"room/{code}").get_by_role("button", name="Sit here").first.click()
    expect(ben.page.get_by_role("button", name="Ready", exact=True)).to_be_visible()  # he has the seat
    ann.page.get_by_role("button", name="Start with bots").click()
    for guest in (ann, ben):
        guest.page.wait_for_selector("[data-card]")
        guest.page.get_by_role("tab", name="Chat").click()
    ann.page.get_by_label("Say something").fill("<img src=x onerror=alert(1)> hello")
    ann.page.get_by_role("button", name="Send").click()
    expect(ben.page.locator(".chat-lines")).to_contain_text("<img src=x onerror=alert(1)> hello")
    assert ann.page.locator(".chat-emotes").evaluate("emotes => emotes.scrollWidth <= emotes.clientWidth")
    ann.page.get_by_role("button", name="Thanks").click()
    expect(ben.page.locator(".chat-lines li")).to_have_count(2)
    expect(ben.page.locator(".chat-lines")).to_contain_text("Thanks")
