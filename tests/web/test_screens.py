"""Every screen: readable by machines and people (axe), in both languages, on every size; replays and the deal check."""

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect

from tests.web.conftest import Invite
from tests.web.screens import play_ranked
from tests.web.site import Json, SharedSite, wait_until
from tests.web.visitor import DESKTOP, PHONE, TABLET, assert_fits, paint, settled

SEVERE = ("serious", "critical")


def faults(page: Page) -> list[str]:
    """What axe finds that matters, when nothing fades or moves any more."""
    paint(page)
    settled(page)
    found = Axe().run(page).response["violations"]
    paint(page, visible=False)
    return [f"{fault['id']}: {fault['nodes'][0]['html'][:160]}" for fault in found if fault["impact"] in SEVERE]


@pytest.fixture(scope="module")
def finished(shared_site: SharedSite) -> Json:
    """A short match that counts, played to its end over the API."""
    site = shared_site
    site.use_deals("finished")
    return play_ranked(site, site.ask("/players", {}))


@pytest.mark.parametrize(
    ("size", "theme", "language"), [(PHONE, "light", "zh-CN"), (TABLET, "dark", "en-US"), (DESKTOP, "light", "zh-CN")]
)
def test_pages_have_no_serious_fault(
    invite: Invite, finished: Json, size: tuple[int, int], theme: str, language: str
) -> None:
    guest = invite(size=size, language=language, theme=theme)
    known = {"player": finished["player"], "secret": finished["secret"]}
    guest.context.add_init_script(f"localStorage['paiju.player'] = JSON.stringify({known})")
    waits = {
        "new": ("new/uno", ".books"),
        "replays": ("replays", ".match-row"),
        "replay": (f"replay/{finished['match']}?turn=3", ".replay-hand"),
        "ladder": ("ladder/uno", ".profile"),
        "rules": ("rules/uno/official?code=INVALID_CARD", ".rules-wanted"),
        "rules-shandong": ("rules/shandong", ".rules-text"),
        "start": ("", "[data-play]"),
    }

    def look(path: str, ready: str) -> None:
        page = guest.open(path)
        page.wait_for_selector(ready)
        assert_fits(page)

    for name, (path, ready) in waits.items():
        look(path, ready)
        assert faults(guest.page) == [], name
    guest.page.get_by_role("button", name="设置" if language == "zh-CN" else "Settings").click()
    guest.page.wait_for_selector(".settings")
    assert faults(guest.page) == []
    guest.page.get_by_role("radio", name="English" if language == "zh-CN" else "中文").click(force=True)
    guest.page.keyboard.press("Escape")
    for path, ready in waits.values():
        look(path, ready)


@pytest.mark.parametrize(("size", "theme"), [(PHONE, "dark"), (DESKTOP, "light")])
@pytest.mark.parametrize("game", ["uno", "shandong"])
def test_tables_have_no_serious_fault(
    invite: Invite, site: SharedSite, size: tuple[int, int], theme: str, game: str
) -> None:
    guest = invite(size=size, theme=theme, language="zh-CN", motion="reduce")
    page = guest.open()
    page.click(f"[data-play={game}]")
    page.wait_for_selector("[data-card]")
    assert faults(page) == []
    page.keyboard.press("?")
    page.wait_for_selector("[role=dialog]")
    assert faults(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("[role=dialog]")).to_have_count(0)
    page.keyboard.press("Escape")
    page.wait_for_selector(".settings")
    assert faults(page) == []


def test_a_replay_steps_by_keys_shows_one_seat_and_its_link_leads_back(invite: Invite, finished: Json) -> None:
    guest = invite()
    page = guest.open(f"replay/{finished['match']}")
    page.wait_for_selector(".replay-seat")
    turn = page.locator(".replay")

    def step_to(number: int) -> None:
        page.keyboard.press("ArrowRight")
        expect(turn).to_have_attribute("data-turn", str(number))

    page.keyboard.press("Home")
    expect(turn).to_have_attribute("data-turn", "0")
    step_to(1)
    step_to(2)
    page.keyboard.press("End")
    expect(turn).to_have_attribute("data-turn", re.compile(r"^([6-9]|\d\d+)$"))
    page.keyboard.press("Home")
    expect(turn).to_have_attribute("data-turn", "0")
    for number in (1, 2, 3):
        step_to(number)
    expect(page.locator(".replay-hand")).to_have_count(2)
    page.locator(".replay-eyes select").select_option("Ann")
    expect(page.locator(".replay-hand")).to_have_count(1)
    page.reload()
    expect(turn).to_have_attribute("data-turn", "3")
    expect(page.locator(".replay-hand")).to_have_count(1)
    page.keyboard.press("Space")
    expect(turn).to_have_attribute("data-turn", re.compile(r"^([5-9]|\d\d+)$"))


def test_no_key_is_lost_while_a_replay_is_fetched(invite: Invite, finished: Json) -> None:
    guest = invite()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    guest.page.route(re.compile("/positions"), hold)
    page = guest.open(f"replay/{finished['match']}?turn=3")
    turn = page.locator(".replay")
    expect(turn).to_have_attribute("data-turn", "3")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    while not held:
        page.wait_for_timeout(10)
    for route in held:
        route.continue_()
    page.wait_for_selector(".replay-seat")
    expect(turn).to_have_attribute("data-turn", "5")


def test_everybodys_matches_are_listed_and_a_replay_says_what_came_of_each_move(
    invite: Invite, site: SharedSite
) -> None:
    wish = {"game": "uno", "rulebook": "platform", "seats": 3, "bots": ["easy"] * 3, "clock": 0, "start": True}
    room = site.ask("/rooms", {**wish, "visibility": "listed", "options": {"initialCards": 10}})
    wait_until(lambda: any(found["match"] == room["match"] for found in site.ask("/matches?game=uno")["matches"]))
    page = invite().open("replays")
    row = page.locator(f".match-row:has([href='#/replay/{room['match']}'])")
    expect(row).to_be_visible()
    page.get_by_role("radiogroup", name="Game").get_by_text("Shandong Upgrade").click()
    expect(row).to_have_count(0)
    page.get_by_text("UNO", exact=True).click()
    row.get_by_role("link").click()
    page.wait_for_selector(".replay-move")
    page.keyboard.press("End")
    page.wait_for_selector("[data-replay-end]")
    drawn = [text for text in page.locator(".replay-move").all_text_contents() if "draws" in text]
    assert drawn
    assert all(any(letter.isdigit() for letter in text.split("draws")[1]) for text in drawn)


def test_the_deal_is_checked_in_the_browser_and_a_forged_record_is_found_out(
    invite: Invite, site: SharedSite, finished: Json, tmp_path: Path
) -> None:
    guest = invite()
    page = guest.open(f"replay/{finished['match']}?turn=4")
    page.get_by_role("tab", name="Deal").click()
    page.get_by_role("button", name="Verify the deal").click()
    page.wait_for_selector("[data-verdict=genuine]")
    record = site.text(f"/matches/{finished['match']}/record")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    assert Path(download.value.path()).read_text(encoding="utf-8") == record

    forged = tmp_path / "forged.paiju"
    lines = record.splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if "SHUFFLE" in line)
    numbers = lines[at].split('"order":[')[1].split("]")[0].split(",")
    swapped = [*numbers[:-2], numbers[-1], numbers[-2]]
    lines[at] = lines[at].replace(",".join(numbers), ",".join(swapped))
    forged.write_text("".join(lines), encoding="utf-8")
    page = guest.open("replays")
    page.locator("input[type=file]").set_input_files(forged)
    page.get_by_role("tab", name="Deal").click()
    page.get_by_role("button", name="Verify the deal").click()
    page.wait_for_selector("[data-verdict=wrongShuffle]")


def test_a_file_that_is_no_record_is_refused_in_words(invite: Invite, tmp_path: Path) -> None:
    page = invite().open()
    wrong = tmp_path / "wrong.paiju"
    wrong.write_text("hello", encoding="utf-8")
    page.locator("input[type=file]").set_input_files(wrong)
    expect(page.locator(".trouble")).to_contain_text("not a record")


def test_an_unknown_room_says_so(invite: Invite) -> None:
    guest = invite()
    page = guest.open("room/ZZZZZZ")
    page.wait_for_selector(".message")
    page.get_by_role("link", name="Back to start").click()
    page.wait_for_selector("[data-play]")


def test_a_link_of_the_server_leads_into_the_room(invite: Invite, site: SharedSite) -> None:
    seated = site.ask("/rooms", {"game": "uno", "name": "Ann", "seats": 4})
    guest = invite()
    guest.page.goto(site.ask(f"/rooms/{seated['room']}")["link"])
    expect(guest.page.locator(".share-code")).to_have_text(seated["room"])


def test_bots_among_themselves_can_be_watched(invite: Invite, tmp_path: Path) -> None:
    with SharedSite(tmp_path, pace_min_ms="1000", pace_max_ms="1000") as site:
        wish = {"game": "uno", "seats": 3, "bots": ["easy"] * 3, "clock": 0, "visibility": "listed", "start": True}
        room = site.ask("/rooms", wish)["room"]
        guest = invite(site)
        page = guest.open(f"room/{room}")
        page.wait_for_selector("[data-pile]")
        before = page.locator(".frame").get_attribute("data-seq")
        site.pass_time(5)
        expect(page.locator(".frame")).not_to_have_attribute("data-seq", before or "")
        assert page.locator("[data-hand]").count() == 0
        guest.line_breaks = True
