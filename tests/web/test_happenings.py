"""What happens is seen at the table: in words in the middle, at the seat it happens to, and long enough to read."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.deals import uno_deal
from tests.web.conftest import Invite
from tests.web.phases import find
from tests.web.players import select
from tests.web.sheets import SIZES
from tests.web.site import Json, SharedSite
from tests.web.stage import Stage
from tests.web.test_layout import faults_of
from tests.web.visitor import PHONE, SIDEWAYS


def seat(stage: Stage, number: int) -> Locator:
    """Somebody at the table."""
    return stage.page.locator(f'[data-seat="{number}"]')


def on_stage(invite: Invite, game: str, name: str, **wishes: object) -> Stage:
    """A phase with the step that led to it."""
    stage = Stage(invite(motion="reduce", **wishes))
    stage.show(find(game, name), events=True)
    return stage


def test_a_draw_two_is_seen_at_whom_it_hits(invite: Invite) -> None:
    stage = on_stage(invite, "uno", "other-hit")
    expect(seat(stage, 2).locator(".seat-mark-hit")).to_have_text("+2 skipped")
    expect(stage.page.locator(".news-weighty")).to_contain_text("Maya draws 2 cards for the +2.")
    stage.show(find("uno", "hit"), events=True)
    expect(stage.page.locator("[data-prompt=warn]")).to_contain_text("+2, skipped")
    expect(stage.page.locator(".news-weighty")).to_contain_text("You draw 2 cards for the +2.")


def test_a_skip_a_catch_and_a_challenge_are_seen(invite: Invite) -> None:
    stage = on_stage(invite, "uno", "skipped", language="zh-CN")
    expect(stage.page.locator("[data-prompt=warn]")).to_contain_text("停一轮")
    stage.show(find("uno", "caught"), events=True)
    expect(stage.page.locator(".news-weighty")).to_contain_text("抓")
    stage.show(find("uno", "bluff-found"), events=True)
    expect(stage.page.locator(".seat-mark-hit")).to_contain_text("被识破")


def test_a_question_beside_many_cards_says_who_played_what_on_a_phone_on_its_side(invite: Invite) -> None:
    stage = on_stage(invite, "uno", "challenge-with-20-cards", size=SIDEWAYS)
    expect(stage.page.locator(".prompt-title")).to_be_visible()
    expect(stage.page.locator(".prompt-line")).to_contain_text("Sage played a +4 on you. Challenge if")


@pytest.mark.parametrize(("game", "name"), [("uno", "4-seats"), ("shandong", "follow")])
def test_a_time_out_is_seen_at_the_seat(invite: Invite, game: str, name: str) -> None:
    phase = find(game, name)
    stage = Stage(invite(motion="reduce"))
    stage.show(phase)
    stage.happen(replace(phase, facts=[{"type": "timed_out", "seat": 2}]))
    expect(seat(stage, 2).locator(".seat-mark-hit")).to_have_text("time up")


def test_sentences_of_the_news_stand_apart(invite: Invite) -> None:
    stage = on_stage(invite, "uno", "other-hit")
    first, second = (
        stage.page.locator(".news-sentence").nth(n).evaluate("part => part.getBoundingClientRect().toJSON()")
        for n in (0, 1)
    )
    assert first["top"] == second["top"]
    assert second["left"] - first["right"] > 2


def test_weighty_news_are_not_pushed_away_by_the_next_card(invite: Invite) -> None:
    guest = invite(motion="reduce")
    guest.context.clock.install()
    stage = Stage(guest)
    stage.show(find("uno", "other-hit"), events=True)
    stage.happen(find("uno", "4-seats"))
    expect(stage.page.locator(".news-weighty")).to_contain_text("Maya draws 2 cards for the +2.")
    expect(seat(stage, 2).locator(".seat-mark-hit")).to_have_text("+2 skipped")
    guest.page.clock.run_for(4000)
    expect(stage.page.locator(".news-weighty")).to_have_count(0)
    expect(stage.page.locator(".news")).not_to_contain_text("for the +2.")
    expect(stage.page.locator(".seat-mark")).to_have_count(0)


def test_the_next_card_is_told_at_once_after_what_i_did_myself(invite: Invite) -> None:
    stage = Stage(invite(motion="reduce"))
    phase = find("uno", "other-hit")
    stage.show(phase)
    played, *rest = phase.facts
    stage.happen(replace(phase, actor=0, facts=[{**played, "seat": 0}, *rest]))
    expect(stage.page.locator(".news-weighty")).to_contain_text("Maya draws 2 cards for the +2.")
    stage.happen(find("uno", "4-seats"))
    assert stage.page.locator(".news").inner_text() == "Lin plays Wild and chooses green."


def test_news_and_new_cards_are_true_also_after_a_rush(invite: Invite) -> None:
    stage = on_stage(invite, "uno", "drawn")
    stage.happen(*[find("uno", "4-seats")] * 4, find("uno", "hit"))
    expect(stage.page.locator(".news")).to_contain_text("You draw 2 cards for the +2.")
    expect(stage.page.locator(".card-new")).to_have_count(2)


def test_a_drawn_card_is_new_until_its_owner_acts(invite: Invite) -> None:
    stage = on_stage(invite, "uno", "hit")
    new = stage.page.locator(".card-new")
    expect(new).to_have_count(2)
    after = find("uno", "hit")
    played = {"type": "played", "seat": 2, "cards": ["green-1-1"], "color": None}
    stage.happen(replace(after, actor=2, facts=[played]))
    expect(new).to_have_count(2)
    stage.happen(replace(after, actor=0, facts=[{**played, "seat": 0}]))
    expect(new).to_have_count(0)


def test_a_drawn_card_is_new_also_after_a_reload(invite: Invite) -> None:
    stage, phase = Stage(invite(motion="reduce")), find("uno", "drawn")
    stage.show(phase)
    marked = stage.page.locator("[data-card]", has=stage.page.locator(".card-new"))
    expect(marked).to_have_count(1)
    expect(marked).to_have_attribute("data-card", phase.view["drawnCardId"])


def test_swapped_and_passed_on_hands_are_not_shown_as_draws(invite: Invite) -> None:
    stage = on_stage(invite, "uno", "swapped")
    marks = stage.page.locator(".seat-mark").all_text_contents()
    assert marks
    assert not [text for text in marks if "+" in text]
    stage.show(find("uno", "rotated"), events=True)
    assert not [text for text in stage.page.locator(".seat-mark").all_text_contents() if "+" in text]


def test_uno_stays_said_as_long_as_one_card_is_left(invite: Invite, site: SharedSite) -> None:
    stage = on_stage(invite, "uno", "said-uno")
    after = find("uno", "said-uno")
    later: Json = {**after.view, "unoCalledBy": None}
    for player in later["players"]:
        player["handCount"] = 1 if player["seat"] == 2 else player["handCount"]
    facts = [{"type": "one_card_left", "seat": 2, "called": True, "exposed": False}]
    stage.happen(replace(after, view=later, facts=facts))
    stage.happen(replace(after, view=later, facts=[]))
    expect(seat(stage, 2).locator(".tag-accent, .seat-mark-hit").first).to_contain_text("UNO")


def test_a_challenger_sees_the_hand(invite: Invite) -> None:
    phase = find("uno", "challenge-lost")
    stage = on_stage(invite, "uno", "challenge-lost")
    shown = stage.page.locator("[data-shown]")
    held = next(fact for fact in phase.facts if fact["type"] == "hand_shown")
    expect(shown.locator("li")).to_have_count(len(held["cards"]))
    shown.get_by_role("button", name="Close").click()
    expect(shown).to_have_count(0)


@pytest.mark.parametrize(("seat", "stays"), [(1, True), (0, False)])
def test_a_shown_hand_is_put_away_by_the_next_own_move(invite: Invite, seat: int, stays: bool) -> None:
    stage = on_stage(invite, "uno", "challenge-lost")
    after = find("uno", "4-seats")
    stage.happen(replace(after, facts=[{"type": "drew", "seat": seat, "count": 1, "why": "turn"}]))
    expect(stage.page.locator("[data-news]")).to_contain_text("1 card")
    expect(stage.page.locator("[data-shown]")).to_have_count(int(stays))


def test_a_redeal_and_a_trump_that_is_turned_up_are_said(invite: Invite) -> None:
    stage = on_stage(invite, "shandong", "redealt")
    expect(stage.page.locator(".prompt")).to_contain_text("Nobody declared")
    stage.show(find("shandong", "trump-shown"), events=True)
    expect(stage.page.locator(".prompt")).to_contain_text("Trump is turned up")


def test_a_new_round_clears_what_happened_in_the_last_one(invite: Invite) -> None:
    stage = on_stage(invite, "uno", "hit")
    expect(stage.page.locator("[data-news]")).to_contain_text("+2")
    phase = find("uno", "4-seats")
    stage.happen(replace(phase, facts=[{"type": "round_started", "round": 2, "dealer": 0}]))
    expect(stage.page.locator(".seat-mark")).to_have_count(0)
    expect(stage.page.locator("[data-news]")).not_to_contain_text("+2")


def test_the_next_match_begins_without_the_marks_of_the_last_one(invite: Invite) -> None:
    stage = on_stage(invite, "uno", "other-hit")
    assert stage.page.locator(".seat-mark").count() > 0
    stage.show(find("uno", "4-seats"))
    assert stage.page.locator(".seat-mark").count() == 0


def test_chat_and_signs_appear_at_the_seat(invite: Invite) -> None:
    stage = on_stage(invite, "uno", "4-seats")
    stage.say(2, text="Well played")
    expect(seat(stage, 2).locator("[data-bubble]")).to_have_text("Well played")
    stage.say(1, emote="thanks")
    expect(seat(stage, 1).locator("[data-bubble]")).to_have_text("Thanks")
    expect(seat(stage, 1).locator("[data-bubble] svg")).to_be_visible()


def test_what_must_be_followed_is_said_and_marked_also_when_short_of_it(invite: Invite) -> None:
    phase = find("shandong", "short")
    stage = on_stage(invite, "shandong", "short")
    follow = phase.view["follow"]
    rest = follow["count"] - len(follow["cards"])
    expect(stage.page.locator(".prompt")).to_contain_text(f"({len(follow['cards'])}) and {rest} more")
    marked = stage.page.locator(".card-legal")
    assert sorted(marked.evaluate_all("cards => cards.map(card => card.dataset.card)")) == sorted(follow["cards"])


def test_a_selection_is_judged_without_asking(invite: Invite) -> None:
    phase = find("shandong", "short")
    stage = on_stage(invite, "shandong", "short")
    stage.silent = True
    for card in phase.view["suggestion"]["cards"]:
        select(stage.page.locator(f'[data-card="{card}"]'))
    expect(stage.page.locator("[data-prompt=ok]")).to_be_visible()


def test_a_throw_is_named_with_its_risk(invite: Invite, site: SharedSite) -> None:
    stage = on_stage(invite, "shandong", "lead")
    stage.reading = {"type": "mixed", "cards": [], "units": []}
    group = next(g for g in find("shandong", "lead").view["groups"] if len(g["cards"]) > 1)
    for card in group["cards"][:2]:
        select(stage.page.locator(f'[data-card="{card}"]'))
    expect(stage.page.locator("[data-prompt=warn]")).to_contain_text("fails if anyone can beat")


def test_a_hint_that_is_no_card_is_said(invite: Invite, site: SharedSite) -> None:
    site.deals.current.stack(uno_deal(["g1 g2", "y4 y6"], "r3"))
    seated = site.table("uno", bots=1, rulebook="official", options={"initialCards": 2})
    page = invite(motion="reduce").sit(seated, "uno")
    page.wait_for_selector("[data-prompt=you]")
    page.keyboard.press("h")
    expect(page.locator(".prompt")).to_contain_text("Hint: draw.")


def test_a_double_click_on_draw_does_not_end_the_turn(invite: Invite, site: SharedSite) -> None:
    site.deals.current.stack(uno_deal(["g1 g2", "y4 y6"], "r3", "r9"))
    seated = site.table("uno", bots=1, rulebook="official", options={"initialCards": 2})
    page = invite(motion="reduce").sit(seated, "uno")
    page.wait_for_selector("[data-prompt=you]")
    page.locator(".action-draw").dblclick()
    page.wait_for_selector('[data-card^="red-9-"]')
    expect(page.locator(".answer-pass")).to_be_visible()
    keep, draw = page.locator(".answer-pass").bounding_box(), page.locator(".action-draw").bounding_box()
    assert keep
    assert draw
    assert keep["y"] + keep["height"] <= draw["y"]


def test_keep_is_still_offered_beside_a_refusal(invite: Invite, site: SharedSite) -> None:
    site.deals.current.stack(uno_deal(["g1 g2", "y4 y6"], "r3", "r9"))
    seated = site.table("uno", bots=1, rulebook="official", options={"initialCards": 2})
    page = invite(motion="reduce").sit(seated, "uno")
    page.wait_for_selector("[data-prompt=you]")
    page.locator(".action-draw").click()
    page.wait_for_selector('[data-card^="red-9-"]')
    page.locator(".action-draw").click(force=True)  # dashed: pressing it says why
    expect(page.get_by_text("You have already drawn this turn.")).to_be_visible()
    expect(page.locator(".answer-pass")).to_be_visible()


def test_one_tap_jumps_in(invite: Invite) -> None:
    phase = find("uno", "jump-in")
    stage = on_stage(invite, "uno", "jump-in", size=PHONE)
    card = next(action["cardId"] for action in phase.legal if action["type"] == "JUMP_IN")
    stage.page.locator(f'[data-card="{card}"]').click()
    stage.expect_request("act", lambda sent: sent["action"]["type"] == "JUMP_IN")


@pytest.mark.parametrize("key", [False, True])
def test_a_chance_to_jump_in_has_a_button_and_a_key(invite: Invite, key: bool) -> None:
    stage = on_stage(invite, "uno", "jump-in")
    answer = stage.page.locator(".prompt-answers .button-primary")
    expect(answer).to_contain_text("Play Blue +2")
    if key:
        stage.page.keyboard.press("c")
    else:
        answer.click()
    stage.expect_request("act", lambda sent: sent["action"]["type"] == "JUMP_IN")


def test_what_can_be_done_has_one_button(invite: Invite) -> None:
    stage = on_stage(invite, "uno", "challenge")
    page = stage.page
    expect(page.locator(".prompt-answers .button")).to_have_count(2)
    expect(page.locator(".action-draw")).to_have_attribute("aria-disabled", "true")
    stage.show(find("uno", "forgot"))
    expect(page.locator(".prompt .button")).to_have_count(0)
    expect(page.locator(".action-uno.button-primary")).not_to_have_attribute("aria-disabled", "true")
    stage.show(find("uno", "wild"))
    expect(page.locator(".ask .colour-choice")).to_have_count(4)
    expect(page.locator(".action-play")).to_have_attribute("aria-disabled", "true")


def test_a_colour_is_chosen_at_the_pile(invite: Invite) -> None:
    stage = on_stage(invite, "uno", "wild")
    page: Page = stage.page
    expect(page.locator("[role=dialog]")).to_have_count(0)
    expect(page.locator(".felt .ask .colour-choice")).to_have_count(4)
    page.keyboard.press("3")
    stage.expect_request("act", lambda sent: sent["action"]["chosenColor"] == "green")


def test_the_bar_says_what_a_card_still_needs(invite: Invite) -> None:
    stage = on_stage(invite, "uno", "wild")
    bar, play = stage.page.locator(".prompt"), stage.page.locator(".action-play")
    expect(bar).to_contain_text("Choose a color for your Wild.")
    expect(play).to_have_attribute("aria-disabled", "true")
    stage.page.locator(".ask-back").click()
    expect(bar).to_contain_text("Your turn.")
    expect(play).not_to_have_attribute("aria-disabled", "true")


def test_whoever_may_catch_is_told_that_it_is_their_turn_too(invite: Invite) -> None:
    stage = on_stage(invite, "uno", "1-card")
    expect(stage.page.locator(".prompt")).to_contain_text("Only until you act. Play yellow, or draw.")
    expect(on_stage(invite, "uno", "catch").page.locator(".prompt")).to_contain_text("Until the next player acts.")


def test_the_focus_stays_at_the_hand_after_a_play(invite: Invite, site: SharedSite) -> None:
    page = invite(motion="reduce").sit(site.uno_turn(), "uno")
    page.wait_for_selector("[data-prompt=you]")
    card = page.locator('[data-card^="red-5-"]')
    card.focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(card).to_have_count(0)
    page.wait_for_selector(".frame:not([data-acting])")
    page.wait_for_function("document.activeElement?.closest('[data-hand]') !== null")


def test_a_match_ends_with_its_story(invite: Invite) -> None:
    phase = find("uno", "match-over")
    stage = on_stage(invite, "uno", "4-seats")
    scores = [[30, 0, 0, 0], [30, 80, 0, 0], [130, 80, 0, 0]]
    before = [[0, 0, 0, 0], *scores]
    for n, (old, new) in enumerate(zip(before, scores, strict=False), 1):
        players = [
            {"seat": seat, "cards": [], "points": 0, "gained": new[seat] - old[seat], "score": new[seat]}
            for seat in range(4)
        ]
        fact = {"type": "round_over", "seat": 0, "round": n, "players": players}
        last = n == len(scores)
        stage.happen(replace(find("uno", "4-seats") if not last else phase, facts=[fact]))
    over = stage.page.locator("[data-over=match]")
    expect(over.locator(".curve path")).to_have_count(4)
    expect(over.locator(".turning li")).to_have_text(
        [
            "Round 1: you take the lead with 30",
            "Round 2: Lin takes the lead with 80",
            "Round 3: you take the lead with 130",
            "Round 3 was the biggest: +100 for you",
        ]
    )


def test_a_match_of_shandong_ends_with_its_story(invite: Invite) -> None:
    phase = find("shandong", "match-over")
    scored = next(fact for fact in phase.facts if fact["type"] == "hand_scored")
    hands = [
        {"bankerSeat": 0, "nextBankerSeat": 1, "levelsBefore": ["Q", "10"], "levels": ["Q", "10"], "score": 85},
        {"bankerSeat": 1, "nextBankerSeat": 3, "levelsBefore": ["Q", "10"], "levels": ["Q", "Q"], "score": 35},
        {"bankerSeat": 3, "nextBankerSeat": 0, "levelsBefore": ["Q", "Q"], "levels": ["A", "Q"], "score": 145},
    ]
    stage = on_stage(invite, "shandong", "follow")
    for n, hand in enumerate(hands, 1):
        fact = {**scored, **hand, "hand": n}
        last = n == len(hands)
        stage.happen(replace(phase if last else find("shandong", "follow"), facts=[fact]))
    over = stage.page.locator("[data-over=match]")
    expect(over.locator(".curve path")).to_have_count(2)
    expect(over.locator(".curve")).to_have_attribute("aria-label", "Us: Q, Q, Q, past A. Them: 10, 10, Q, Q")
    expect(over.locator(".turning li")).to_have_text(
        [
            "Hand 1: the bank changes sides with 85 points (Them)",
            "Hand 2: up 2 levels with 35 points (Them)",
            "Hand 3: up 2 levels with 145 points (Us)",
        ]
    )
    for width, height in SIZES:
        stage.page.set_viewport_size({"width": width, "height": height})
        assert faults_of(stage) == [], (width, height)


def test_a_round_ends_with_the_cards_that_were_left(invite: Invite) -> None:
    phase = find("uno", "round-over")
    stage = on_stage(invite, "uno", "round-over", language="zh-CN")
    ended = next(fact for fact in phase.facts if fact["type"] == "round_over")
    left = [player for player in ended["players"] if player["cards"]]
    expect(stage.page.locator(".left-row")).to_have_count(len(left))
    expect(stage.page.locator(".left-winner")).to_have_text(f"+{sum(player['points'] for player in left)}")


def test_the_cloth_is_painted_once_whatever_happens_on_it(invite: Invite) -> None:
    stage = Stage(invite(painted=True))
    stage.show(find("uno", "4-seats"))
    layers: dict[str, Json] = {}
    tools = stage.page.context.new_cdp_session(stage.page)
    tools.on("LayerTree.layerTreeDidChange", lambda tree: layers.update(by_id(tree.get("layers", []))))
    tools.send("DOM.enable")
    tools.send("LayerTree.enable")
    for name in ("other-hit", "said-uno", "skipped", "rotated"):
        stage.show(find("uno", name), events=True)
    felt = tools.send("Runtime.evaluate", {"expression": "document.querySelector('.felt')"})["result"]["objectId"]
    node = tools.send("DOM.describeNode", {"objectId": felt, "depth": 1})["node"]
    before = node["pseudoElements"][0]["backendNodeId"]
    painted = [layer["paintCount"] for layer in layers.values() if layer.get("backendNodeId") == before]
    assert painted == [1]
    assert max(layer["paintCount"] for layer in layers.values()) > 1


def by_id(layers: list[Json]) -> dict[str, Json]:
    """Layers of the picture by their names."""
    return {layer["layerId"]: layer for layer in layers}


# Where the backs that fly begin: they are gone before a test could look for them.
WATCH_BACKS = """() => {
    window.backs = [];
    new MutationObserver(changes => {
        for (const back of changes.flatMap(change => [...change.addedNodes]))
            if (back.className === 'flying')
                window.backs.push([parseFloat(back.style.left) + 18, parseFloat(back.style.top) + 26]);
    }).observe(document.body, { childList: true });
}"""


def test_drawn_cards_come_from_the_draw_pile(invite: Invite) -> None:
    stage = Stage(invite())
    stage.show(find("uno", "4-seats"))
    stage.page.evaluate(WATCH_BACKS)
    stage.happen(replace(find("uno", "4-seats"), facts=[{"type": "drew", "seat": 2, "count": 2, "why": "draw_two"}]))
    pile = stage.page.locator(".pile-draw").bounding_box()
    assert pile is not None
    backs = stage.page.evaluate("window.backs")
    assert len(backs) == 2
    for x, y in backs:
        assert pile["x"] < x < pile["x"] + pile["width"], (backs, pile)
        assert pile["y"] < y < pile["y"] + pile["height"], (backs, pile)


def test_a_hand_is_bright_and_plainly_read_while_others_play(invite: Invite) -> None:
    stage = on_stage(invite, "uno", "other-hit")
    cards = stage.page.locator("[data-hand] [role=option]")
    assert cards.first.get_attribute("aria-label") == "Red 6, 1 of 6"
    expect(stage.page.locator("[data-hand] .card-dimmed")).to_have_count(0)
    stage.show(find("uno", "nothing-fits"))
    assert cards.first.get_attribute("aria-label") == "Yellow 3, not now, 1 of 3"
    expect(stage.page.locator("[data-hand] .card-dimmed")).to_have_count(3)
    expect(stage.page.locator(".action-draw.button-primary")).to_have_count(1)


def test_many_cards_left_can_be_told_apart(invite: Invite) -> None:
    phase = find("uno", "round-over")
    many = find("uno", "30-cards").view["hand"][:12]
    facts = [
        {**fact, "players": [{**player, "cards": many if player["cards"] else []} for player in fact["players"]]}
        if fact["type"] == "round_over"
        else fact
        for fact in phase.facts
    ]
    stage = Stage(invite(motion="reduce"))
    stage.show(phase)
    stage.happen(replace(phase, facts=facts))
    for width, height in ((1366, 650), (360, 740), (360, 640)):
        stage.page.set_viewport_size({"width": width, "height": height})
        lefts = (
            stage.page.locator(".left-row")
            .first.locator(".left-cards > span")
            .evaluate_all("cards => cards.map(card => [card.offsetTop, card.offsetLeft])")
        )
        steps = [b[1] - a[1] for a, b in pairwise(lefts) if a[0] == b[0]]
        assert min(steps) >= 18, (width, height, lefts)
        assert faults_of(stage) == []


def test_what_i_called_is_no_blow_to_me(invite: Invite) -> None:
    stage = Stage(invite(motion="reduce"))
    phase = find("uno", "other-hit")
    stage.show(phase)
    stage.happen(replace(phase, facts=[{"type": "called_uno", "seat": 0}]))
    expect(stage.page.locator(".news")).to_have_text("You say UNO.")
    expect(stage.page.locator("[data-prompt=warn]")).to_have_count(0)


# Measured as soon as it is there: a bubble does not stay.
BUBBLE: Final = """async ([seat, text]) => {
    const bubble = () => document.querySelector(`[data-seat="${seat}"] [data-bubble]`);
    while (bubble()?.textContent !== text) await new Promise(requestAnimationFrame);
    const box = bubble().getBoundingClientRect();
    const over = other => Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1
        && Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1;
    const cards = [...document.querySelectorAll('.pile-stack, .pile-card, [data-trick] .spread-cards')];
    return {
        covers: cards.some(card => over(card.getBoundingClientRect())),
        inside: box.left >= 0 && box.right <= innerWidth,
    };
}"""


@pytest.mark.parametrize(
    ("game", "phase", "seats"),
    [("uno", "4-seats", (2,)), ("uno", "10-seats", range(1, 10)), ("shandong", "follow", (1, 2, 3))],
)
def test_words_at_a_seat_leave_the_cards_in_sight(invite: Invite, game: str, phase: str, seats: Iterable[int]) -> None:
    stage = on_stage(invite, game, phase)
    for width, height in ((1280, 640), (1440, 900), (360, 640), (740, 360)):
        stage.page.set_viewport_size({"width": width, "height": height})
        stage.page.wait_for_selector(f"[data-window='{width}x{height}']")
        for number in seats:
            text = f"Well played by everybody at {width}x{height}"
            stage.say(number, text=text)
            found = stage.page.evaluate(BUBBLE, [number, text])
            assert found == {"covers": False, "inside": True}, (number, width, height)
