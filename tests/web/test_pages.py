"""Start, rooms, replays, ladder and rules: what each of them says and does, and that every one fits every screen."""

import json
import re
from typing import Final

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.conftest import Invite
from tests.web.screens import HOUSE_RULES, Screens
from tests.web.sheets import SIZES
from tests.web.site import Json, SharedSite
from tests.web.visitor import DESKTOP, PHONE, Visitor

_CUT_OFF = """[...document.querySelectorAll('button, a.button, header a, main h1, main h2')]
    .filter(part => part.offsetParent && !part.closest('.unseen, details:not([open])'))
    .filter(part => {
        const box = part.getBoundingClientRect();
        const scrolls = part.closest('.replay-eyes, .rules-contents');
        const outside = box.left < -1 || box.right > innerWidth + 1 || part.scrollWidth > part.clientWidth + 1;
        return box.width && !scrolls && outside;
    }).map(part => part.outerHTML.slice(0, 120))"""
_OVERLAPS = """(() => {
    const named = ['.replay-seat', '.pile-draw', '.pile-top', '.replay-controls', '.replay > .bar', '.replay > .status',
        '.replay-seated .place > .seat', '.replay-seated [data-trick] > *'];
    const parts = [...document.querySelectorAll(named.join())]
        .map(part => [part.className, part.getBoundingClientRect()]);
    const found = [];
    for (const [i, [one, a]] of parts.entries()) for (const [other, b] of parts.slice(i + 1)) {
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > 2 && high > 2) found.push(`${one} ${other} ${wide | 0}x${high | 0}`);
    }
    return found;
})()"""
# What is wrong with a screen after three frames.
_FAULTS = f"""async replay => {{
    for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
    const {{ scrollWidth, scrollHeight }} = document.documentElement;
    const wide = scrollWidth > innerWidth ? [`${{scrollWidth}} px in a window of ${{innerWidth}}`] : [];
    const cut = {_CUT_OFF};
    const overlaps = replay ? {_OVERLAPS} : [];
    const high = replay && innerWidth >= 1024 && scrollHeight > innerHeight ? ['the replay scrolls'] : [];
    return [...wide, ...cut, ...overlaps, ...high];
}}"""


def faults(page: Page, replay: bool) -> list[str]:
    """What stays wrong with a screen once it had the time to settle."""
    found: list[str] = []
    for _ in range(500):
        found = page.evaluate(_FAULTS, replay)
        if not found:
            break
    return found


@pytest.fixture(scope="module")
def screens(shared_site: SharedSite) -> Screens:
    return Screens(shared_site)


@pytest.mark.parametrize(("language", "theme"), [("en-US", "light"), ("zh-CN", "dark")], ids=["en", "zh"])
@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "touch"])
def test_every_screen_fits_every_size(invite: Invite, screens: Screens, touch: bool, language: str, theme: str) -> None:
    sizes = [size for size in SIZES if (min(size) < 600) == touch]
    guest = invite(size=sizes[0], language=language, theme=theme, motion="reduce")
    screens.host(guest)
    for name, screen in screens.all().items():
        if theme == "dark" and name in ("no-room", "no-game", "new-uno-rules", "replay-uno-end"):
            continue  # the same boxes with other words
        page = screens.visit(guest, screen)
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            assert faults(page, name.startswith("replay-")) == [], f"{name} at {width}x{height}"


@pytest.mark.parametrize("size", [(1280, 800), PHONE], ids=["desktop", "phone"])
def test_a_replay_with_the_eyes_of_a_seat_shows_backs_of_the_size_of_cards(
    invite: Invite, screens: Screens, size: tuple[int, int]
) -> None:
    page = invite(size=size).open(f"replay/{screens.matches['uno']}?turn=9&seat=0")
    page.wait_for_selector(".replay-felt .seat-fan svg")
    widths = page.eval_on_selector_all(
        ".replay-felt .seat-fan svg", "all => all.map(back => back.getBoundingClientRect().width)"
    )
    assert widths
    assert max(widths) < 60


@pytest.mark.parametrize(("size", "least"), [((1366, 650), 38), ((768, 1024), 44), (PHONE, 32)])
def test_a_replay_of_few_has_large_hands_and_piles_apart(
    invite: Invite, screens: Screens, size: tuple[int, int], least: int
) -> None:
    page = screens.visit(invite(size=size, motion="reduce"), screens.all()["replay-uno"])
    ring, caption = (page.locator(f".replay-pile {part}").bounding_box() for part in (".ring", ".pile-caption"))
    assert ring is not None
    assert caption is not None
    assert ring["x"] - caption["x"] - caption["width"] >= 8
    widths = page.locator(".replay-tile").evaluate_all("all => all.map(tile => tile.getBoundingClientRect().width)")
    assert min(widths) >= least


def test_a_replay_opens_at_the_first_move_and_keeps_the_result_for_the_end(invite: Invite, screens: Screens) -> None:
    guest = invite()
    page = guest.open(f"replay/{screens.matches['uno']}")
    page.wait_for_selector(".replay-hand")
    assert page.locator(".replay-tile").count() > 20
    expect(page.locator(".replay-told")).to_contain_text(re.compile("plays|draws"))
    told = page.locator(".replay-side-panel")
    expect(told).not_to_contain_text("wins the match")
    expect(page.locator(".bar")).not_to_contain_text("wins the match")
    page.keyboard.press("End")
    expect(page.locator("[data-replay-end]")).to_contain_text("wins the match")
    expect(told).to_contain_text("wins the match")
    page.keyboard.press("Home")
    expect(told).not_to_contain_text("wins the match")
    page.get_by_role("button", name="Show the result").click()
    expect(page.locator(".bar")).to_contain_text("wins the match")


@pytest.mark.parametrize("game", ["uno", "shandong"])
def test_the_controls_of_a_replay_stay_where_they_are(invite: Invite, screens: Screens, game: str) -> None:
    page = invite(size=PHONE, motion="reduce").open(f"replay/{screens.matches[game]}?turn=12")
    page.wait_for_selector(".replay-seat")
    places = []
    for turn in range(12, 20):
        expect(page.locator(".replay-told")).to_contain_text(f"Turn {turn} of")
        places.append(page.locator(".replay-play").evaluate("button => button.getBoundingClientRect().top"))
        page.get_by_role("button", name="Step forward").click()
    assert max(places) - min(places) < 2, places


TWO_FRAMES: Final = "() => new Promise(seen => requestAnimationFrame(() => requestAnimationFrame(seen)))"
# Where each part of a replay that is seen has been, in every frame since the page was opened.
PARTS_SEEN: Final = """{
    window.seen = {};
    const look = () => {
        for (const part of ['.replay-felt', '.replay-controls', '.replay-side-panel']) {
            const element = document.querySelector(part);
            if (!element?.checkVisibility({ visibilityProperty: true })) continue;
            const { left, top } = element.getBoundingClientRect();
            (window.seen[part] ??= new Set()).add(`${Math.round(left)}, ${Math.round(top)}`);
        }
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}"""


@pytest.mark.parametrize("last", ["positions", "match", "code"])
@pytest.mark.parametrize("size", [PHONE, DESKTOP])
@pytest.mark.parametrize("game", ["uno", "shandong"])
def test_nothing_of_a_replay_moves_while_it_comes_on_a_slow_line(
    invite: Invite, screens: Screens, game: str, size: tuple[int, int], last: str
) -> None:
    guest = invite(size=size, motion="reduce")
    match = screens.matches[game]
    address = {"positions": "/positions[?]", "match": f"/matches/{match}$", "code": "/assets/replay-[^/]*[.]js$"}
    held: list[Route] = []
    page = guest.page
    page.route(re.compile(address[last]), lambda route: held.insert(0, route))
    page.add_init_script(PARTS_SEEN)
    with page.expect_event("request", lambda request: re.search(address[last], request.url) is not None):
        guest.open(f"replay/{match}?turn=12")
    page.locator(".replay").wait_for(state="attached")
    page.evaluate(TWO_FRAMES)
    while held:
        held.pop().continue_()
    page.unroute_all(behavior="wait")
    page.wait_for_selector(".replay-seat")
    page.evaluate(TWO_FRAMES)
    places = page.evaluate("Object.fromEntries(Object.entries(window.seen).map(([part, at]) => [part, [...at]]))")
    assert len(places) == 3
    assert [at for at in places.values() if len(at) > 1] == [], places


@pytest.mark.parametrize("width", [600, 150, 60, 20])
def test_the_names_of_the_parts_of_a_match_become_numbers_where_space_is_short(
    invite: Invite, screens: Screens, width: int
) -> None:
    page = invite(motion="reduce").open(f"replay/{screens.matches['shandong']}")
    parts = page.locator(".replay-parts > button")
    expect(parts.first).to_have_accessible_name("Hand 1")
    page.locator(".replay-slider").evaluate("(slider, width) => { slider.style.width = `${width}px`; }", width)
    cut = "parts => parts.filter(part => part.scrollWidth > part.clientWidth + 1).map(part => part.outerHTML)"
    assert parts.evaluate_all(cut) == []


def test_a_replay_shows_each_play_before_its_seat(invite: Invite, screens: Screens) -> None:
    page = invite(motion="reduce").open(f"replay/{screens.matches['shandong']}?turn=30&seat=2")
    page.wait_for_selector("[data-trick][data-played]")
    box = "part => { const { x, y } = part.getBoundingClientRect(); return [x, y]; }"
    places = {seat: page.locator(f'[data-trick="{seat}"]').evaluate(box) for seat in range(4)}
    assert places[3][0] > places[2][0] > places[1][0], "play is counter-clockwise: the next one sits right"
    assert places[0][1] < places[2][1], "the partner sits opposite"
    page.get_by_label("View", exact=True).select_option("-3")
    expect(page.locator(".replay-hand")).to_have_count(4)


@pytest.mark.parametrize("seated", [False, True], ids=["new", "seated"])
@pytest.mark.parametrize("language", ["en-US", "zh-CN"])
def test_a_phone_shows_at_once_how_to_play_each_game(
    invite: Invite, screens: Screens, language: str, seated: bool
) -> None:
    guest = invite(size=PHONE, language=language, motion="reduce")
    if seated:
        screens.host(guest)
    page = guest.open()
    page.wait_for_selector(".room-row")
    page.wait_for_selector(".resume" if seated else ".start-say")
    for width, height in ((360, 640), (360, 740), (412, 915), (740, 360)):
        page.set_viewport_size({"width": width, "height": height})
        # A phone on its side has no height for a second bar.
        expect(page.locator(".nav-foot")).to_have_count(0 if width > height else 1)
        foot = page.evaluate("document.querySelector('.nav-foot')?.getBoundingClientRect().top ?? innerHeight")
        expect(page.get_by_role("navigation")).to_be_in_viewport(ratio=1)
        ends = page.eval_on_selector_all("[data-play]", "all => all.map(one => one.getBoundingClientRect().bottom)")
        assert len(ends) == 2
        assert max(ends) <= foot, f"{width}x{height}"


def test_rooms_in_which_nobody_is_are_not_offered(invite: Invite, site: SharedSite) -> None:
    empty = site.ask("/rooms", {"game": "uno", "visibility": "listed"})
    page = invite().open()
    page.wait_for_selector("#rooms")
    page.wait_for_selector(".room-row, .empty")
    listed = page.eval_on_selector_all(".room-row a", "all => all.map(link => link.hash)")
    assert f"#/room/{empty['room']}" not in listed
    expect(page.locator(".rooms")).not_to_contain_text("Bot matches")


def sit_in(guest: Visitor, seated: Json, game: str = "uno") -> Page:
    """Open a waiting room with its seat."""
    own = {key: seated[key] for key in ("room", "seat", "you", "secret")} | {"game": game, "at": 1}
    guest.context.add_init_script(f"localStorage['paiju.seats'] ??= {json.dumps(json.dumps([own]))}")
    page = guest.open(f"room/{seated['room']}")
    page.wait_for_selector(".waiting-seat")
    return page


def test_people_talk_in_the_waiting_room_and_the_host_removes_one_who_is_told(invite: Invite, site: SharedSite) -> None:
    ann = site.ask("/rooms", {"game": "uno", "name": "Ann", "seats": 3})
    bob = site.ask(f"/rooms/{ann['room']}/join", {"name": "Bob"})
    host, other = sit_in(invite(), ann), sit_in(invite(size=PHONE), bob)
    other.get_by_label("Say something").fill("hello there")
    other.get_by_role("button", name="Send").click()
    expect(host.locator(".waiting-chat")).to_contain_text("hello there")
    host.set_viewport_size({"width": 1366, "height": 650})
    line, foot = host.locator(".chat-lines li").bounding_box(), host.locator(".waiting-foot").bounding_box()
    assert line is not None
    assert foot is not None
    assert line["y"] + line["height"] <= foot["y"]
    expect(other.get_by_role("button", name=re.compile("^Remove"))).to_have_count(0)
    host.get_by_role("button", name="Remove Bob").click()
    host.get_by_role("button", name="Remove Bob?").click()
    expect(other.locator(".message")).to_contain_text("You were removed")
    expect(host.locator("[data-seat='1']")).to_contain_text("Empty seat")
    other.get_by_role("button", name="Watch").click()
    expect(other.locator(".waiting-seat")).to_have_count(3)


def test_a_player_removed_from_a_running_match_is_told_and_the_log_says_that_a_bot_plays_on(
    invite: Invite, site: SharedSite
) -> None:
    ann = site.ask("/rooms", {"game": "uno", "name": "Ann", "seats": 2, "clock": 0})
    bob = site.ask(f"/rooms/{ann['room']}/join", {"name": "Bob"})
    site.ask(f"/rooms/{ann['room']}/start", {}, ann["secret"])
    host, other = invite().sit(ann, "uno"), invite(size=PHONE).sit(bob, "uno")
    site.ask(f"/rooms/{ann['room']}/kick", {"seat": bob["seat"]}, ann["secret"])
    expect(other.locator(".message")).to_contain_text("You were removed")
    expect(host.locator(".log")).to_contain_text("Bob was removed; a bot plays on.")


def test_a_player_who_lets_the_time_run_out_is_told_that_a_bot_plays_and_comes_back(
    invite: Invite, site: SharedSite
) -> None:
    ann = site.ask("/rooms", {"game": "uno", "name": "Ann", "seats": 2, "clock": 20})
    bob = site.ask(f"/rooms/{ann['room']}/join", {"name": "Bob"})
    site.ask(f"/rooms/{ann['room']}/start", {}, ann["secret"])
    page, watcher = invite().sit(ann, "uno"), invite().sit(bob, "uno")
    notice = page.locator("[data-bot-plays]")
    quiet = ("DRAW_CARD", "SKIP_TURN", "ACCEPT_WILD_DRAW_FOUR", "CHOOSE_COLOR")
    while not site.ask(f"/rooms/{ann['room']}")["seats"][ann["seat"]]["away"]:
        seen = site.ask(f"/rooms/{bob['room']}/view", secret=bob["secret"])
        if seen["clock"]["seat"] == bob["seat"]:
            action = next(action for action in seen["legal"] if action["type"] in quiet)
            site.ask(f"/rooms/{bob['room']}/act", {"action": action}, bob["secret"])
        else:
            site.pass_time(20)
    expect(notice).to_contain_text("A bot is playing for you.")
    expect(watcher.locator(".log")).to_contain_text("Ann keeps running out of time")
    notice.get_by_role("button", name="I’m back").click()
    expect(notice).to_have_count(0)
    expect(page.locator(".log")).to_contain_text("You are back.")


def test_a_room_with_house_rules_says_so_and_not_what_its_rulebook_would_play(invite: Invite, screens: Screens) -> None:
    guest = invite()
    screens.host(guest)
    page = guest.open(f"room/{screens.room['room']}")
    rules = page.locator(".panel", has_text="Target score")
    expect(rules).to_contain_text(f"Official, {len(HOUSE_RULES)} rules changed")
    expect(rules).to_contain_text("60")
    expect(rules).to_contain_text("Stacking")
    expect(page.locator("main")).not_to_contain_text("500")


def test_a_replay_says_that_rules_were_changed_and_lies_on_the_same_cloth(invite: Invite, screens: Screens) -> None:
    guest = invite(motion="reduce")
    page = screens.visit(guest, screens.all()["replay-uno"])
    expect(page.locator(".replay-game")).to_contain_text("1 rule changed")
    rim = page.locator(".replay-felt").evaluate("felt => getComputedStyle(felt).borderLeftColor")
    assert rim == page.evaluate(
        """() => {
            const probe = document.body.appendChild(document.createElement('i'));
            probe.style.color = 'var(--rim)';
            return getComputedStyle(probe).color;
        }"""
    )


def test_addresses_that_lead_nowhere_say_so_in_plain_words(invite: Invite) -> None:
    guest = invite()
    for path in ("room/%00", "room/a", "room/%E0%A4%A"):
        page = guest.open(path)
        page.reload()
        expect(page.locator(".message")).to_contain_text("There is no such room")
        expect(page.locator("body")).not_to_contain_text("[A-Za-z0-9]")
    page = guest.open("rules/nogame")
    expect(page.locator(".message")).to_contain_text("There is no game called “nogame” here")
    page.get_by_text("Shandong Upgrade", exact=True).click()
    expect(page.locator(".rules-text")).to_be_visible()


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("nowhere/at/all", "There is no such page"),
        ("room/ABCD23", "There is no such room"),
        ("replay/nowhere", "There is no such match"),
        ("new/nogame", "There is no game called “nogame” here"),
        ("ladder/nogame", "There is no game called “nogame” here"),
        ("rules/uno/nobook", "UNO has no rulebook called “nobook”"),
    ],
)
def test_where_there_is_nothing_a_page_says_so_and_leads_on(invite: Invite, path: str, said: str) -> None:
    guest = invite(size=PHONE)
    page = guest.open(path)
    expect(page.get_by_role("heading", level=1)).to_have_text(said)
    expect(page.get_by_role("navigation")).to_contain_text("Play")
    page.locator(".message :is(a, .segment)").first.click()
    expect(page.get_by_text(said)).to_have_count(0)
    guest.complaints.clear()  # the browser's own words about what it did not find


def test_the_ladder_says_that_a_player_is_not_there(invite: Invite) -> None:
    guest = invite()
    expect(guest.open("ladder/uno/nobody").get_by_role("alert")).to_contain_text("There is no such player")
    guest.complaints.clear()  # the browser's own words about what it did not find


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("new/shandong", "Shandong Upgrade · Create a room – paiju"),
        ("ladder/shandong", "Shandong Upgrade · Ladder – paiju"),
        ("rules/shandong", "Rules of Shandong Upgrade – paiju"),
    ],
)
def test_pages_of_a_game_say_of_which(invite: Invite, path: str, title: str) -> None:
    page = invite().open(path)
    expect(page).to_have_title(title)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Shandong Upgrade")


@pytest.mark.parametrize("size", [(1366, 650), PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize("game", ["uno", "shandong"])
def test_every_single_rule_says_all_it_can_be_in_whole_texts(
    invite: Invite, site: SharedSite, game: str, size: tuple[int, int]
) -> None:
    knobs = {knob["name"]: knob for knob in site.ask("/server")["games"][["uno", "shandong"].index(game)]["knobs"]}
    book = "official" if game == "uno" else "standard"
    page = invite(size=size).open(f"new/{game}")
    page.locator("summary").click()
    page.wait_for_selector(".knob")
    expect(page.locator(".knob").first).not_to_contain_text("minPlayers")
    shown = page.locator(".knobs").inner_text()
    for option in site.ask(f"/rules/{game}/{book}")["options"]:
        if len(knobs[option["name"]]["values"]) != 1:
            texts = [option["label"], option.get("about", ""), *option["values"].values()]
            assert [text for text in texts if text not in shown] == []
    cut = page.locator(".knobs *").evaluate_all(
        "all => all.filter(part => part.scrollWidth > part.clientWidth + 1)"
        ".filter(part => getComputedStyle(part).display !== 'inline').map(part => part.outerHTML)"
    )
    assert cut == []


@pytest.mark.parametrize(("path", "asked"), [("", "rooms"), ("replays", "matches?*"), ("ladder/uno", "ladder?*")])
def test_a_list_that_does_not_come_is_not_called_empty(invite: Invite, path: str, asked: str) -> None:
    guest = invite()
    guest.line_breaks = True
    guest.page.route(f"**/api/v1/{asked}", lambda route: route.abort())
    page = guest.open(path)
    expect(page.get_by_role("main")).to_contain_text("The server cannot be reached. Please try again.")
    expect(page.get_by_role("main")).not_to_contain_text(
        re.compile("No finished matches|No open tables|Create a room and be")
    )


@pytest.mark.parametrize("size", [(1366, 650), PHONE], ids=["laptop", "phone"])
def test_whoever_is_chosen_far_down_a_long_ladder_is_shown(
    invite: Invite, screens: Screens, size: tuple[int, int]
) -> None:
    def long_ladder(route: Route) -> None:
        ladder = route.fetch().json()
        row = next(row for row in ladder["rows"] if row["player"] == screens.player["player"])
        others = [{**row, "player": f"other-{i}", "name": f"Maximilian-Alexander {i}"} for i in range(30)]
        route.fulfill(json={**ladder, "rows": [*others, row]})

    guest = invite(size=size)
    guest.page.route("**/api/v1/ladder?*", long_ladder)
    page = guest.open("ladder/uno")
    page.locator(".board-name").last.click()
    profile = page.locator(".profile")
    expect(profile).to_be_in_viewport(ratio=0.5)
    guest.complaints.clear()  # the other players are not there


@pytest.mark.parametrize("size", [(1920, 1080), (1024, 600), PHONE], ids=["large", "laptop", "phone"])
def test_the_rating_plot_is_as_wide_as_its_panel_and_can_be_read(
    invite: Invite, screens: Screens, size: tuple[int, int]
) -> None:
    page = invite(size=size).open(f"ladder/uno/{screens.player['player']}")
    plot = page.locator(".plot")
    expect(plot.locator(".plot-text").first).to_be_visible()
    figure = page.locator("figure").bounding_box()
    drawn = plot.bounding_box()
    assert figure is not None
    assert drawn is not None
    assert drawn["width"] == pytest.approx(figure["width"], abs=1)
    right = plot.locator(".plot-grid").first.evaluate("line => line.getBoundingClientRect().right")
    assert right == pytest.approx(figure["x"] + figure["width"], abs=1)
    high = plot.locator(".plot-text").evaluate_all("all => all.map(text => text.getBoundingClientRect().height)")
    assert all(12 <= height <= 20 for height in high), high


def test_a_spectator_reads_the_chat_and_is_told_that_only_players_write(invite: Invite, site: SharedSite) -> None:
    seated = site.table("uno", bots=1)
    page = invite().open(f"room/{seated['room']}")
    page.get_by_role("tab", name="Chat").click()
    chat = page.locator(".chat")
    expect(chat).to_contain_text("You are watching; only players can write here.")
    expect(chat.locator("input, .emote")).to_have_count(0)


def test_a_spectator_is_not_told_of_a_seat(invite: Invite, site: SharedSite) -> None:
    seated = site.table("uno", bots=1)
    guest = invite()
    page = guest.open(f"room/{seated['room']}")
    page.wait_for_selector("[data-connection=open]")
    guest.line_breaks = True
    guest.context.set_offline(True)
    notice = page.locator(".line-bad, .line-warn")
    expect(notice).to_be_visible()
    expect(notice).not_to_contain_text("seat")
    guest.context.set_offline(False)


def test_strangers_meet_by_quick_match_and_bots_fill_up(invite: Invite, site: SharedSite) -> None:
    one, other = invite(), invite(size=PHONE)
    first = one.open()
    first.click("[data-quick=uno]")
    expect(first.locator(".waiting-foot")).to_contain_text("Bots take the empty seats in")
    second = other.open()
    second.click("[data-quick=uno]")
    expect(second.locator(".waiting-seat")).to_have_count(4)
    assert first.url == second.url
    site.pass_time(15)
    for page in (first, second):
        page.wait_for_selector("[data-card]")


def test_own_rules_are_named_kept_and_travel_in_the_link(invite: Invite) -> None:
    guest = invite()
    guest.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = guest.open("new/uno")
    for rule in ("stacking", "jumpIn"):
        page.click(f"[data-rule={rule}]")
    page.get_by_label("Name for these rules").fill("Friday")
    page.get_by_role("button", name="Save", exact=True).click()
    page.locator("[data-preset=Friday]").get_by_role("button", name="Copy link").click()
    expect(page.locator("[data-preset=Friday]").get_by_role("button", name="Copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    page.reload()
    expect(page.locator("[data-rule=stacking]")).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="Friday", exact=True).click()
    expect(page.locator("[data-rule=stacking]")).to_have_attribute("aria-pressed", "true")
    friend = invite().open(link.split("#/")[1])
    expect(friend.locator("[data-rule=jumpIn]")).to_have_attribute("aria-pressed", "true")
    expect(friend.locator("[data-rule=sevenZero]")).to_have_attribute("aria-pressed", "false")
    expect(friend.get_by_label("Name for these rules")).to_have_value("Friday")
    friend.locator(".wide-button").click()
    expect(friend.locator(".changed")).to_contain_text("Stacking")


def test_a_profile_marks_the_fair_share_of_its_matches(invite: Invite) -> None:
    shares = {"1": 1 / 4, "2": 1 / 4}
    by_seat = [{"game": "uno", "key": key, "matches": 8, "wins": 2, "fair": fair} for key, fair in shares.items()]
    mixed = {"game": "uno", "key": "official", "matches": 16, "wins": 4, "fair": 3 / 8}  # tables of two and of four
    profile = {"player": "u1", "name": "Ann", "bot": False, "verified": True, "ratings": []}
    guest = invite(size=PHONE)
    answer = {**profile, "bySeat": by_seat, "byRulebook": [mixed]}
    guest.page.route("**/api/v1/players/u1", lambda route: route.fulfill(json=answer))
    guest.page.route("**/api/v1/players/u1/matches", lambda route: route.fulfill(json={"matches": []}))
    page = guest.open("ladder/uno/u1")
    seats, books = page.locator(".shares .panel").first, page.locator(".shares .panel").last
    expect(seats).to_contain_text("The line marks a fair share: 1 in 4")
    expect(books).to_contain_text("The line marks a fair share for that number of sides")
    places = "lines => lines.map(line => line.offsetLeft / line.parentElement.clientWidth)"
    assert page.locator(".share-fair").evaluate_all(places) == pytest.approx([1 / 4, 1 / 4, 3 / 8], abs=0.01)


def test_a_ladder_shows_all_its_columns_and_bots_by_their_level(invite: Invite) -> None:
    people = [("u1", "Maximilian-Alexander"), ("u2", "Ann"), ("bot:easy", "Maya"), ("bot:hard", "Kit")]
    row = {"verified": True, "rating": 25.0, "uncertainty": 3.2, "matches": 128, "wins": 77, "points": 9000}
    rows = [
        {"rank": None if i == 3 else i + 1, "player": player, "name": name, "bot": player.startswith("bot:"), **row}
        for i, (player, name) in enumerate(people)
    ]
    casual = {"game": "uno", "mode": "casual", "rows": rows}
    ranked = {"game": "uno", "mode": "ranked", "rows": []}
    for size, language in (((1366, 650), "en-US"), ((1024, 600), "en-US"), (PHONE, "en-US"), (PHONE, "zh-CN")):
        guest = invite(size=size, language=language)
        guest.page.route("**/api/v1/ladder?*mode=casual", lambda route: route.fulfill(json=casual))
        guest.page.route("**/api/v1/ladder?*mode=ranked", lambda route: route.fulfill(json=ranked))
        guest.line_breaks = True  # nobody here is known to the server
        guest.page.route("**/api/v1/players/**", lambda route: route.abort())
        page = guest.open("ladder/uno")
        names = page.locator(".board-name .name")
        easy, hard = ("Easy", "Hard") if language == "en-US" else ("简单", "困难")
        expect(names).to_have_text(["Maximilian-Alexander", "Ann", easy, hard])
        room = page.locator(".ladder-board").evaluate("board => board.scrollWidth - board.clientWidth")
        assert room <= 0, (size, language)


def test_an_empty_ladder_stands_in_the_middle(invite: Invite) -> None:
    guest = invite(size=(1366, 650))
    nobody = {"game": "shandong", "mode": "ranked", "rows": []}
    guest.page.route("**/api/v1/ladder?*", lambda route: route.fulfill(json=nobody))
    page = guest.open("ladder/shandong")
    expect(page.locator(".ladder .empty")).to_contain_text("Nobody has played a ranked match yet")
    board = page.locator(".ladder-board").bounding_box()
    page_box = page.locator(".ladder").bounding_box()
    assert board is not None
    assert page_box is not None
    assert abs(board["x"] + board["width"] / 2 - page_box["x"] - page_box["width"] / 2) < 2


def test_rules_are_searched_and_the_trumps_stand_in_order(invite: Invite) -> None:
    page = invite().open("rules/shandong")
    tiles = page.locator(".trump-tile")
    expect(tiles.first).to_have_attribute("title", "Big joker")
    sections = page.locator(".rules-text section")
    expect(sections.first).to_be_visible()
    everything = sections.count()
    page.get_by_label("Search the rules").fill("kitty")
    expect(page.locator("mark").first).to_have_text(re.compile("kitty", re.IGNORECASE))
    assert 0 < sections.count() < everything
    page.get_by_label("Search the rules").fill("no such words")
    expect(page.locator(".rules-nav")).to_contain_text("Nothing found")


def test_the_question_mark_of_a_phone_names_gestures(invite: Invite, site: SharedSite) -> None:
    page = invite(size=PHONE).sit(site.uno_turn(), "uno")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Gestures and rules").click()
    expect(page.locator("[role=dialog]").last).to_contain_text("Double tap")


def test_bots_have_names_in_the_language_of_the_page(invite: Invite, site: SharedSite) -> None:
    seated = site.table("uno", bots=1)
    assert site.ask(f"/rooms/{seated['room']}")["seats"][1]["name"] == "Kit"
    page = invite(language="zh-CN").sit(seated, "uno")
    expect(page.locator("main")).to_contain_text("小齐")


def test_bots_of_past_matches_and_of_rooms_have_these_names_too(
    invite: Invite, site: SharedSite, screens: Screens
) -> None:
    guest = invite(language="zh-CN")
    page = guest.open(f"replay/{screens.matches['uno']}?turn=9")
    expect(page.locator(".replay-eyes")).to_contain_text("小齐")
    expect(page.locator(".replay-felt")).to_contain_text("小齐")
    expect(page.locator(".replay-side-panel")).to_contain_text("小齐")
    expect(page.locator(".replay")).not_to_contain_text("Kit")
    page = guest.open()
    expect(page.locator(".latest")).to_contain_text("小齐")
    expect(page.locator(".rooms")).to_contain_text("玛雅")


def test_at_the_end_of_a_replay_nobody_is_to_play_and_the_slider_keeps_its_room(
    invite: Invite, screens: Screens
) -> None:
    page = invite(size=(1024, 600)).open(f"replay/{screens.matches['uno']}?turn=99999")
    expect(page.locator("[data-replay-end]")).to_be_visible()
    expect(page.locator(".replay-felt")).not_to_contain_text("to play")
    assert page.locator(".replay-slider").evaluate("slider => slider.clientWidth") > 150


def test_a_waiting_room_shows_whole_names_and_words(invite: Invite, screens: Screens) -> None:
    for size, language in (((1366, 650), "en-US"), ((360, 640), "zh-CN")):
        guest = invite(size=size, language=language)
        screens.host(guest)
        page = guest.open(f"room/{screens.room['room']}")
        page.wait_for_selector(".waiting-seat")
        code = page.locator(".share-code").bounding_box()
        panel = page.locator(".share").bounding_box()
        assert code is not None
        assert panel is not None
        assert code["x"] + code["width"] <= panel["x"] + panel["width"]
        broken = page.locator(".waiting-seat .button, .chat .button").evaluate_all(
            "all => all.filter(part => part.clientHeight > 60).map(part => part.textContent)"
        )
        assert broken == []
        cut = page.locator(".waiting-seat .name").evaluate_all(
            "all => all.filter(name => name.scrollWidth > name.clientWidth).map(name => name.textContent)"
        )
        assert cut == []


def test_the_installed_app_says_that_it_is_offline_and_comes_back(invite: Invite) -> None:
    guest = invite()
    guest.line_breaks = True
    guest.context.add_init_script(
        """const asked = window.matchMedia.bind(window);
        window.matchMedia = query => query === '(display-mode: standalone)' ? { matches: true } : asked(query);"""
    )
    page = guest.open()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    guest.context.set_offline(True)
    page.reload()
    expect(page.get_by_text("You are offline")).to_be_visible()
    assert page.locator("b").first.evaluate("words => getComputedStyle(words).display") != "inline"  # with its styles
    guest.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    page.wait_for_selector("[data-play=uno]")


def test_a_page_in_the_browser_leaves_nothing_behind_that_could_hold_back_a_new_version(invite: Invite) -> None:
    page = invite().open()
    page.wait_for_selector("[data-play=uno]")
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then(found => found.length)") == 0
