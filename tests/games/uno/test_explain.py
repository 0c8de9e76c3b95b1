"""Texts: every code and every value has one in both languages, and the rules tell what is true at the table."""

import re
from pathlib import Path

import pytest

import paiju.games.uno
from paiju.games.uno.game import UNO
from paiju.games.uno.rule_sections import SECTION_OF_CODE
from paiju.games.uno.rules import KNOBS, RULEBOOKS
from paiju.guide import sections, value_text
from paiju.i18n import LANGUAGES, translator
from tests.games.uno.script import book

ENGINE = Path(paiju.games.uno.__file__).parent


def codes_in_the_engine() -> set[str]:
    """Every capital word in quotes that the law or the state answers with."""
    found: set[str] = set()
    for name in ("refusals.py", "state.py", "game.py", "rules.py"):
        found |= set(re.findall(r'"([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)"', (ENGINE / name).read_text(encoding="utf-8")))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_text(language: str) -> None:
    t = translator("uno", language)
    missing = [code for code in codes_in_the_engine() | set(SECTION_OF_CODE) if code not in t]
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_and_value_has_a_text(language: str) -> None:
    t = translator("uno", language)
    for knob in KNOBS:
        assert t(f"option.{knob.name}")
        for value in knob.values:
            assert t(f"option.{knob.name}.{value_text(value)}")


def test_the_wording_of_the_rules() -> None:
    assert translator("uno", "zh-CN")("INVALID_UNO_CALL") == "只有剩余1-2张牌时才能喊UNO"
    assert translator("uno", "en-US")("MUST_DRAW_FIRST") == "You have to draw the owed cards first."
    assert translator("uno", "zh-CN")("CANNOT_SKIP.console") == "尚未进行有效操作，不能结束回合"


def test_the_nine_codes_of_the_platform_have_its_words() -> None:
    words = {
        "GAME_NOT_STARTED": "游戏未开始",
        "NOT_YOUR_TURN": "不是你的回合",
        "CARD_NOT_IN_HAND": "你没有这张牌",
        "MUST_DRAW_FIRST": "必须先摸牌",
        "INVALID_CARD": "这张牌无法出",
        "CHOOSE_COLOR_REQUIRED": "请选择颜色",
        "CANNOT_SKIP": "只能在摸牌后跳过",
        "INVALID_UNO_CALL": "只有剩余1-2张牌时才能喊UNO",
        "INVALID_CHALLENGE": "该玩家不能被质疑",
    }
    t = translator("uno", "zh-CN")
    assert {code: t(code) for code in words} == words


def test_conditions_and_placeholders_name_real_options_and_values() -> None:
    knobs = {knob.name: knob for knob in KNOBS}
    text = (ENGINE / "text" / "rules.en-US.md").read_text(encoding="utf-8")
    for block in re.findall(r"^\[([^\]]+)\]", text, flags=re.MULTILINE):
        for condition in block.split():
            name, values = re.split(r"!?=", condition)
            for value in values.split("|"):
                knob = knobs[name]
                allowed = ["null", "0"] if knob.kind == "int" else [str(v).lower() for v in knob.values]
                assert value.lower() in allowed, condition
    assert set(re.findall(r"\{([a-zA-Z]+)\}", text)) <= set(knobs) | {"players"}


def test_house_rules_are_explained_only_where_they_are_played() -> None:
    t = translator("uno", "en-US")
    plain, seven = (sections(UNO, rules, "en-US") for rules in (book("official"), book("official", sevenSwap=True)))
    anchors = [section.anchor for section in seven]
    assert "seven" not in [section.anchor for section in plain]
    assert UNO.rule_section("TARGET_REQUIRED") in anchors
    assert plain[-1].paragraphs == (t("rules.no_changes"),)
    assert seven[-1].paragraphs == ("- 7 swaps hands: you swap hands with a player of your choice",)


def test_every_refusal_is_explained_somewhere() -> None:
    everything = book("platform", sevenSwap=True, jumpIn=True, stackDrawCards=True)
    anchors = [section.anchor for section in sections(UNO, everything, "en-US")]
    assert set(SECTION_OF_CODE.values()) <= set(anchors)
    assert len(anchors) == len(set(anchors))
    assert UNO.rule_section("NO_SUCH_CODE") == ""
    assert UNO.rulebooks() == list(RULEBOOKS)


@pytest.mark.parametrize(("rule", "kept"), [("challenge", True), ("free", False), ("strict", False)])
def test_a_drawn_draw_four_may_be_kept_only_where_it_can_be_a_bluff(rule: str, kept: bool) -> None:
    words = sections(UNO, book("official", forcePlay=True, wd4Rule=rule), "en-US")
    drawing = next(section for section in words if section.anchor == "draw")
    assert any("bluff" in paragraph for paragraph in drawing.paragraphs) is kept
