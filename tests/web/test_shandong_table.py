"""What the Shandong table says and shows, phase by phase."""

from dataclasses import replace

from playwright.sync_api import expect

from tests.web.conftest import Invite
from tests.web.phases import Phase, find
from tests.web.stage import Stage
from tests.web.test_happenings import on_stage


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
