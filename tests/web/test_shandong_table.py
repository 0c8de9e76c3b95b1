"""What the Shandong table says and shows, phase by phase."""

import json
from dataclasses import replace

import pytest
from playwright.sync_api import Route, expect

from tests.web.conftest import Invite
from tests.web.phases import SHANDONG, TEN_NAMES, Phase, find
from tests.web.sheets import SIZES
from tests.web.stage import Stage
from tests.web.test_happenings import on_stage
from tests.web.test_layout import FITTED, NEWS_STAY, UNPAINTED
from tests.web.visitor import DESKTOP, PHONE, TABLET

# Where the seats of the others and their names are, the prompt, the hand, and the buttons, which are in every phase.
PLACES = """() => {
    const places = {};
    const add = (name, element) => {
        if (!element?.checkVisibility()) return;
        const { left, top } = element.getBoundingClientRect();
        places[name] = [left, top];
    };
    for (const seat of document.querySelectorAll('.seat[data-seat]')) {
        add(`seat ${seat.dataset.seat}`, seat);
        add(`name ${seat.dataset.seat}`, seat.querySelector('.name'));
    }
    for (const part of ['.felt', '.prompt', '.frame-hand', '.hand-list']) add(part, document.querySelector(part));
    for (const button of document.querySelectorAll('.actions .button')) add(button.className, button);
    return places;
}"""


@pytest.mark.parametrize("language", ["en-US", "zh-CN"])
def test_seats_names_prompt_hand_and_buttons_keep_their_places(invite: Invite, language: str) -> None:
    guest = invite(motion="reduce", language=language, painted=True)
    guest.context.add_init_script(NEWS_STAY)
    stage = Stage(guest)
    stage.page.evaluate(UNPAINTED)
    seen: dict[str, dict[str, list[float]]] = {}
    for name in SHANDONG:
        if name.endswith("-over"):
            continue
        stage.show(find("shandong", name), events=True)
        for width, height in SIZES:
            stage.page.set_viewport_size({"width": width, "height": height})
            stage.page.evaluate(FITTED)
            for part, place in stage.page.evaluate(PLACES).items():
                seen.setdefault(f"{part} at {width}x{height}", {})[name] = place
    wandering = {
        part: places
        for part, places in seen.items()
        if any(max(ends) - min(ends) > 1 for ends in zip(*places.values(), strict=True))
    }
    assert wandering == {}, json.dumps(wandering, ensure_ascii=False, indent=1)


def test_no_trick_is_counted_before_the_first(invite: Invite) -> None:
    stage = on_stage(invite, "shandong", "bury")
    expect(stage.page.locator(".bar")).to_contain_text("Hand 1")
    expect(stage.page.locator(".bar")).not_to_contain_text("trick")
    stage.show(find("shandong", "lead"))
    expect(stage.page.locator(".bar")).to_contain_text("Hand 1 · trick")


def test_one_card_is_asked_for_as_one(invite: Invite) -> None:
    stage = on_stage(invite, "shandong", "follow")
    expect(stage.page.locator(".played-empty")).to_have_text("Your card")
    phase = find("shandong", "follow")
    stage.show(replace(phase, view={**phase.view, "follow": {**phase.view["follow"], "cards": []}}))
    expect(stage.page.locator(".prompt")).to_contain_text("play any card.")


def test_a_redeal_is_said_once(invite: Invite) -> None:
    stage = on_stage(invite, "shandong", "redealt")
    expect(stage.page.locator(".prompt")).to_contain_text("Nobody declared")
    assert stage.page.locator(".prompt").inner_text().count("Nobody declared") == 1


@pytest.mark.parametrize("size", [PHONE, TABLET, DESKTOP])
def test_a_hand_has_its_room_before_it_has_its_cards(invite: Invite, size: tuple[int, int]) -> None:
    stage = Stage(invite(size=size, motion="reduce"))
    heights = set()
    for name in ("redealt", "dealing", "declaring"):
        stage.show(find("shandong", name))
        heights.add(stage.page.locator("[data-hand]").evaluate("hand => hand.getBoundingClientRect().height"))
    assert len(heights) == 1, heights


def test_who_plays_against_me_is_called_so(invite: Invite) -> None:
    stage = on_stage(invite, "shandong", "dealing")
    for seat, side in ((1, "them"), (2, "us"), (3, "them")):
        expect(stage.page.locator(f'.seat[data-seat="{seat}"] .tag')).to_have_text(side)


def test_who_has_declared_is_said_while_cards_are_dealt(invite: Invite) -> None:
    stage = Stage(invite(motion="reduce"))
    phase = find("shandong", "declared")
    name = TEN_NAMES[phase.view["declarations"][-1]["seat"]]
    stage.show(phase)
    expect(stage.page.locator(".prompt")).to_contain_text(f"{name}’s declaration stands.")
    own = [{**phase.view["declarations"][-1], "seat": 0}]
    stage.show(replace(phase, view={**phase.view, "declarations": own}))
    expect(stage.page.locator(".prompt")).to_contain_text("Your declaration stands.")


def test_points_of_a_trick_are_not_said_again_when_it_is_won(invite: Invite) -> None:
    guest = invite(motion="reduce")
    guest.context.add_init_script(NEWS_STAY)
    stage = Stage(guest)
    phase = find("shandong", "trick-won")
    won = {**phase.view["lastTrick"], "winner": 0, "points": 10}
    facts = [{**fact, "seat": 0, "points": 10} if fact["type"] == "trick_won" else fact for fact in phase.facts]
    stage.show(replace(phase, view={**phase.view, "lastTrick": won}, facts=facts), events=True)
    expect(stage.page.locator(".own-line")).to_have_text("+10 points")


def test_what_was_led_stays_in_sight_while_others_follow(invite: Invite) -> None:
    stage = Stage(invite(motion="reduce"))
    phase = find("shandong", "follow")
    stage.show(replace(phase, turn=1, view={**phase.view, "turn": 1}))
    expect(stage.page.locator(".prompt")).to_contain_text("Waiting for Lin.")
    expect(stage.page.locator(".prompt-detail")).to_have_text("Lin led: single")


def test_the_player_who_is_awaited_has_a_place_on_the_felt(invite: Invite) -> None:
    stage = on_stage(invite, "shandong", "trump-shown")
    turn = find("shandong", "trump-shown").turn
    assert turn > 0
    expect(stage.page.locator(f"[data-trick='{turn}'] .played-empty")).to_be_visible()
    expect(stage.page.locator(".played-empty")).to_have_count(1)


def test_who_is_offline_keeps_the_tags_of_the_seat(invite: Invite) -> None:
    stage = on_stage(invite, "shandong", "lead")
    seat = stage.page.locator('[data-seat="3"]')
    expect(seat).to_contain_text("offline")
    expect(seat.locator(".tag")).to_have_text("kitty")


def test_a_hand_ends_with_its_kitty_its_scale_and_the_next_banker(invite: Invite) -> None:
    stage = on_stage(invite, "shandong", "hand-over")
    over = stage.page.locator(".over")
    result = find("shandong", "hand-over").view["result"]
    assert result["nextBankerSeat"] == 2
    expect(over.locator(".next-banker")).to_have_text(f"Next hand: Maya is the banker, level {result['levels'][0]}.")
    expect(over.locator(".over-foot .button")).to_contain_text("Next hand")
    expect(over.locator(".buried .spread-cards > span")).to_have_count(4)
    width = "part => part.getBoundingClientRect().width"
    assert over.locator(".points-bar").evaluate(width) == over.locator(".account").evaluate(width)


def with_result(phase: Phase, **changes: object) -> Phase:
    """The end of a hand with another account."""
    return replace(phase, view={**phase.view, "result": {**phase.view["result"], **changes}})


def test_a_kitty_that_the_bankers_kept_is_not_multiplied(invite: Invite) -> None:
    stage = Stage(invite(motion="reduce"))
    phase = find("shandong", "hand-over")
    stage.show(with_result(phase, kittyPoints=15, multiplier=2, kittyGain=0))
    expect(stage.page.locator(".account")).to_contain_text("Kitty 15, kept by the bankers")
    banker = phase.view["result"]["bankerSeat"]
    stage.show(with_result(phase, kittyPoints=0, multiplier=2, kittyGain=0, lastTrickWinner=banker))
    expect(stage.page.locator(".account")).to_contain_text("Kitty 0, kept by the bankers")
    stage.show(with_result(phase, kittyPoints=15, multiplier=2, kittyGain=30))
    expect(stage.page.locator(".account")).to_contain_text("Kitty 15, last trick × 2")


def test_the_winners_of_a_match_are_past_the_last_level(invite: Invite) -> None:
    stage = on_stage(invite, "shandong", "match-over")
    expect(stage.page.locator(".levels .score-me")).to_contain_text("past A")
    expect(stage.page.locator(".curve")).to_have_attribute("aria-label", "Us: A, past A. Them: A, A")


def test_names_within_a_sentence_are_set_as_in_print(invite: Invite) -> None:
    stage = on_stage(invite, "shandong", "match-over")
    expect(stage.page.locator(".log-line").first).to_have_text("You and Maya get past A and win the match.")
    chinese = on_stage(invite, "shandong", "match-over", language="zh-CN")
    expect(chinese.page.locator(".log-line").first).to_have_text("你和 Maya 打过 A，赢得整场比赛。")


def test_what_is_chosen_for_the_kitty_lies_in_it(invite: Invite) -> None:
    stage = on_stage(invite, "shandong", "bury")
    kitty = stage.page.locator(".dealing-kitty")
    expect(kitty.locator("> span")).to_have_count(4)
    backs = kitty.locator("use[href='#s-back']")
    expect(backs).to_have_count(4)
    for card in find("shandong", "bury").view["hand"][-2:]:
        stage.page.locator(f'[data-card="{card}"]').evaluate("card => card.click()")
    expect(backs).to_have_count(2)
    expect(kitty.locator("> span")).to_have_count(4)


def test_the_level_gained_and_the_next_bankers_are_marked(invite: Invite) -> None:
    stage = Stage(invite(motion="reduce"))
    phase = find("shandong", "hand-over")
    stage.show(with_result(phase, score=140, levelsBefore=["2", "2"], levels=["3", "2"]))
    rows = stage.page.locator(".levels tbody tr")
    expect(rows.nth(0)).to_contain_text("+1")
    expect(rows.nth(0)).to_contain_text("banker")
    expect(rows.nth(1)).not_to_contain_text("+")
    expect(rows.nth(1)).not_to_contain_text("banker")
    expect(stage.page.locator(".over .points-reached")).to_have_text("take+1")


def test_a_play_that_is_forced_is_called_so(invite: Invite) -> None:
    stage = Stage(invite(motion="reduce"))
    phase = find("shandong", "follow")
    own = phase.view["follow"]["cards"]
    assert len(own) > 2
    stage.show(replace(phase, view={**phase.view, "playable": own[:1]}))
    expect(stage.page.locator(".prompt")).to_contain_text("Only this one will do.")
    stage.show(phase)
    expect(stage.page.locator(".prompt")).not_to_contain_text("will do")


def test_the_own_throw_that_failed_is_called_my_own(invite: Invite) -> None:
    stage = Stage(invite(motion="reduce"))
    phase = find("shandong", "throw-failed")
    own = [{**fact, "seat": 0} if fact["type"] == "throw_failed" else fact for fact in phase.facts]
    stage.show(replace(phase, facts=own), events=True)
    expect(stage.page.locator(".prompt")).to_contain_text("Somebody can beat part of your throw.")


def test_what_must_be_followed_is_said_beside_a_throw_that_failed(invite: Invite) -> None:
    bar = on_stage(invite, "shandong", "throw-failed").page.locator(".prompt")
    expect(bar).to_contain_text("Throw failed.")
    expect(bar).to_contain_text("Follow with one card: hearts.")


def test_a_focused_card_does_not_hide_the_next_one(invite: Invite) -> None:
    stage = on_stage(invite, "shandong", "follow")
    first = stage.page.locator("[data-hand] [data-card]").first
    first.focus()
    stage.page.keyboard.press("ArrowRight")
    hit = stage.page.evaluate("""() => {
        const cards = [...document.querySelectorAll('[data-hand] [data-card]')];
        const at = cards.indexOf(document.activeElement);
        const { left, top } = cards[at + 1].getBoundingClientRect();
        return [at, cards.indexOf(document.elementFromPoint(left + 8, top + 30).closest('[data-card]'))];
    }""")
    assert hit == [1, 2]


def test_what_was_played_is_counted(invite: Invite) -> None:
    stage = on_stage(invite, "shandong", "few-cards")
    played = find("shandong", "few-cards").view["playedCards"]
    stage.page.keyboard.press("t")
    row = stage.page.locator(".played-table tbody tr").first  # spades, aces first
    aces = sum(card.startswith("spades_A_") for card in played)
    expect(row.locator("td").first).to_have_text(str(aces or "·"))
    cells = stage.page.locator(".played-table tbody td").all_text_contents()
    total = sum(int(cell) for cell in cells if cell.isdigit())
    assert total == sum(not card.startswith("joker") for card in played)


def test_a_page_whose_server_has_a_newer_one_begins_anew(invite: Invite) -> None:
    guest = invite(motion="reduce")
    guest.line_breaks = True  # the part that is gone is reported
    stage = Stage(guest)
    gone: list[str] = []

    def missing_once(route: Route) -> None:
        gone.append(route.request.url)
        if len(gone) == 1:
            route.abort()
        else:
            route.continue_()

    stage.page.route("**/assets/HandOver-*.js", missing_once)
    stage.show(find("shandong", "lead"))
    with stage.page.expect_navigation():
        stage.send(find("shandong", "hand-over"))
    expect(stage.page.locator(".over")).to_be_visible()
    assert len(gone) == 2


def test_the_last_trick_is_seen_before_its_account(invite: Invite) -> None:
    guest = invite(motion="reduce")
    guest.context.add_init_script(NEWS_STAY)
    stage = Stage(guest)
    stage.show(find("shandong", "no-cards"))
    stage.happen(find("shandong", "hand-over"))
    expect(stage.page.locator("[data-trick][data-played]")).to_have_count(4)
    expect(stage.page.locator(".prompt")).to_contain_text("the last trick.")
    expect(stage.page.locator(".over")).to_have_count(0)


def test_the_account_follows_the_last_trick(invite: Invite) -> None:
    stage = on_stage(invite, "shandong", "no-cards")
    stage.happen(find("shandong", "hand-over"))
    expect(stage.page.locator(".over")).to_be_visible()


def test_cards_for_the_kitty_are_not_called_a_play(invite: Invite) -> None:
    stage = on_stage(invite, "shandong", "bury", language="zh-CN")
    for card in find("shandong", "bury").view["hand"][-4:]:
        stage.page.locator(f'[data-card="{card}"]').evaluate("card => card.click()")
    expect(stage.page.locator("[data-prompt=ok]")).to_contain_text("可以扣：")
