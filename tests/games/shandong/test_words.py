"""Texts and traces: every code has its words and its section, and a check can be followed step by step."""

import re

import pytest

from paiju.engine.trace import Trace
from paiju.games.shandong.answers import Answer
from paiju.games.shandong.cards import parse_cards
from paiju.games.shandong.game import SHANDONG
from paiju.games.shandong.patterns import TYPE_NAMES
from paiju.games.shandong.rule_sections import SECTION_OF_CODE
from paiju.games.shandong.rules import KNOBS, STANDARD, make_rules
from paiju.games.shandong.trace import trace_follow, trace_lead
from paiju.games.shandong.view import PHASES
from paiju.guide import sections
from paiju.i18n import LANGUAGES, translator
from tests.games.shandong.table import ctx_of, pattern


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_type_phase_suit_and_option_value_has_words(language: str) -> None:
    t = translator("shandong", language)
    wanted = [*SECTION_OF_CODE, "ok"]
    wanted += [f"type.{name}" for name in TYPE_NAMES] + [f"phase.{name}" for name in PHASES]
    wanted += [f"suit.{name}" for name in ("spades", "hearts", "clubs", "diamonds", "trump")]
    for knob in KNOBS:
        wanted.append(f"option.{knob.name}")
        if knob.kind in ("bool", "choice") and knob.name != "startLevel":
            wanted += [f"option.{knob.name}.{str(v).lower() if isinstance(v, bool) else v}" for v in knob.values]
        else:
            wanted.append(f"option.{knob.name}.about")
    for name in SHANDONG.rulebooks():
        wanted += [f"rulebook.{name}", f"rulebook.{name}.about"]
    assert [code for code in wanted if code not in t] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_leads_to_a_section_that_exists(language: str) -> None:
    anchors = {section.anchor for section in sections(SHANDONG, STANDARD, language)}
    assert {SHANDONG.rule_section(code) for code in SECTION_OF_CODE} <= anchors
    assert SHANDONG.rule_section("no_such_code") == ""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SHANDONG.rulebooks())
def test_the_rules_in_words_have_no_gap(language: str, name: str) -> None:
    for section in sections(SHANDONG, make_rules(name, {"failedThrowPenalty": 5}), language):
        assert section.title and section.paragraphs
        assert not re.findall(r"[{}\[\]]", " ".join(section.paragraphs))


def test_messages_name_suits_and_cards_in_the_language() -> None:
    assert translator("shandong", "zh-CN")("must_follow_suit", suit="hearts") == "有红桃必须跟牌"
    said = translator("shandong", "en-US")("must_play_largest", cards=["hearts_A_0", "joker_big_1"])
    assert said == "Without the pattern you must play your largest: ♥A big joker"


def test_a_recognised_pattern_is_reported_with_its_name_in_the_language() -> None:
    pair = pattern(ctx_of(), "h9 h9")
    said = pair.report(translator("shandong", "zh-CN"))
    cards = ["hearts_9_0", "hearts_9_1"]
    assert said == {"type": "pair", "name": "对子", "message": "对子", "cards": cards, "pairCount": 1}
    throw = pattern(ctx_of(), "hA hK hK").report(translator("shandong", "en-US"))
    assert throw["name"] == "throw" and isinstance(throw["units"], list) and len(throw["units"]) == 2


def steps(trace: Trace) -> list[str]:
    return [step.key for step in trace.steps]


def test_a_trace_says_which_rule_refused() -> None:
    ctx = ctx_of("2", "spades")
    trace = trace_follow(ctx, pattern(ctx, "hQ hQ hJ hJ"), parse_cards("h9 h9 h8 h8 hK h4"), parse_cards("hK h9 h9 h4"))
    assert trace.code == "must_follow_tractor"
    assert steps(trace) == ["lead", "cards_seen", "held", "enough", "pairs", "pieces_owed", "refused"]
    assert trace.to_json()["valid"] is False


@pytest.mark.parametrize(
    ("lead", "hand", "play", "step"),
    [
        ("hA", "c4", "c4", "void"),
        ("hA hA", "h4 c4", "h4 c4", "short"),
        ("hA", "h4 h6", "h6", "free"),
        ("hA hA hK", "hJ hJ h4", "hJ hJ h4", "unit_served"),
        ("h6 h7 h8 h9 h10", "hA hK hQ hJ h4 c4", "hA hK hQ hJ h4", "no_pattern"),
        ("hQ hQ", "hA hK h4", "hA hK", "largest"),
    ],
)
def test_a_trace_of_an_accepted_play_ends_with_accepted(lead: str, hand: str, play: str, step: str) -> None:
    ctx = ctx_of("2", "spades")
    trace = trace_follow(ctx, pattern(ctx, lead), parse_cards(hand), parse_cards(play))
    assert trace.code == "" and step in steps(trace) and steps(trace)[-1] == "accepted"
    for language in LANGUAGES:
        t = translator("shandong", language)
        assert all(t("trace." + s.key, **s.params) for s in trace.steps)


@pytest.mark.parametrize(
    ("play", "code", "params"), [("", "empty_play", {}), ("hA", "card_not_in_hand", {"card": "hearts_A_0"})]
)
def test_a_trace_of_a_follow_ends_where_its_cards_cannot_be_played(
    play: str, code: str, params: dict[str, object]
) -> None:
    ctx = ctx_of("2", "spades")
    trace = trace_follow(ctx, pattern(ctx, "h9"), parse_cards("hK"), parse_cards(play))
    assert (trace.code, trace.params, steps(trace)[-1]) == (code, params, "refused")


def test_a_trace_of_a_lead_names_a_card_that_is_not_in_the_hand() -> None:
    trace = trace_lead(ctx_of(), parse_cards("hA"), False, hand=parse_cards("hK h9"))
    assert (trace.code, trace.params) == ("card_not_in_hand", {"card": "hearts_A_0"})


@pytest.mark.parametrize(
    ("options", "step"), [({"specialFollowChain": "pairsFirst"}, "pairs"), ({"strictFollowRules": False}, "strict_off")]
)
def test_a_trace_follows_the_options(options: dict[str, object], step: str) -> None:
    ctx = ctx_of("2", "spades", **options)
    trace = trace_follow(
        ctx, pattern(ctx, "h6 h7 h8 h9 h10"), parse_cards("hA hK hQ hQ.1 h4"), parse_cards("hA hK hQ hQ.1 h4")
    )
    assert trace.code == "" and step in steps(trace)


def test_a_trace_of_a_lead_looks_at_the_leaders_cards_only() -> None:
    trace = trace_lead(ctx_of(), parse_cards("s9 s9"), False)
    assert trace.code == "trump_pair_locked" and "lock" in steps(trace)
    assert trace_lead(ctx_of(), parse_cards("hA hK"), False).code == ""


def test_answers_carry_code_parameters_and_message() -> None:
    t = translator("shandong", "zh-CN")
    assert Answer("").to_json(t) == {"valid": True, "message": "成功"}
    refused = Answer("wrong_count", {"n": 3}).to_json(t)
    assert refused == {"valid": False, "code": "wrong_count", "params": {"n": 3}, "message": "必须出3张牌"}
    assert Answer("wrong_count", {"n": 3}).result("en-US")["message"] == "Must play 3 cards"
    assert Answer("").result() == {"valid": True, "message": "成功", "code": None, "params": {}}
