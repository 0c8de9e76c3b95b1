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
