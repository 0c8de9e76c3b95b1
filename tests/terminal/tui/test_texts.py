"""The catalogue of the table has nothing that is not needed; what is missing, the console's test of texts finds."""

import ast
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from rich.cells import cell_len

import paiju.terminal
from paiju.i18n import LANGUAGES, LOCALE
from paiju.terminal.generic.face import GenericFace
from paiju.terminal.shandong.face import ShandongFace
from paiju.terminal.tui.help import COMMON_KEYS
from paiju.terminal.tui.texts import Texts
from paiju.terminal.uno.face import UnoFace
from paiju.terminal.words import Words

SOURCES = sorted(Path(paiju.terminal.__file__).parent.rglob("*.py"))


def literals() -> set[str]:
    """All text constants of our modules."""
    found: set[str] = set()
    for path in SOURCES:
        tree = ast.parse(path.read_text("utf-8"))
        found |= {
            node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
    return found


def keys(language: str) -> set[str]:
    with (LOCALE / language.replace("-", "_") / "LC_MESSAGES" / "tui.po").open("rb") as file:
        catalogue = read_po(file)
    return {message.id if isinstance(message.id, str) else message.id[0] for message in catalogue if message.id}


def test_no_text_is_unused() -> None:
    assert sorted(keys("zh-CN") - literals()) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_shows_what_keys_do_in_one_column(language: str) -> None:
    texts = Texts(language)
    for key in {*UnoFace.help_keys, *ShandongFace.help_keys, *GenericFace.help_keys, *COMMON_KEYS}:
        line = texts(key)
        start = cell_len(line) - cell_len(re.split(r"\s{2,}", line, maxsplit=1)[1])
        assert start in (18, 19), line


def test_both_languages_name_the_other_one_on_its_key() -> None:
    assert Texts("zh-CN")("ui.otherLanguage") == "English"
    assert Texts("en-US")("ui.otherLanguage") == "中文"


def test_chinese_names_stand_without_spaces_and_latin_ones_with() -> None:
    texts = Texts("zh-CN")
    assert texts("sheet.round", who="小林", n=73) == "小林赢下这一局，得 73 分"
    assert texts("sheet.round", who="Maya", n=73) == "Maya 赢下这一局，得 73 分"
    assert texts("sheet.bot", name="小林") == "小林（机器人）"
    assert texts("note.leads", pattern="5 张雨") == "首出 5 张雨"
    assert texts("note.leads", pattern="对子") == "首出对子"
    assert texts("seat.next", name="松柏", n=26) == "松柏  下家 26 张", "a label, not a sentence"
    assert texts("result.us", names="你、Maya") == "我方  你、Maya"


def test_cards_in_sentences_look_like_those_on_the_table() -> None:
    cards = ["hearts_10_0", "diamonds_3_0", "diamonds_4_1", "joker_big_0"]
    assert Texts("en-US").words.poker_cards(cards) == "♥10, ♦3 ♦4, big joker"
    assert Words("en-US").poker_cards(cards) == "H10, diamonds 3 4, big joker"
    assert Texts("zh-CN").words.poker_cards(cards) == "红桃10、方块 3 4、大王"
