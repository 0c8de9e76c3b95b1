"""No sentence stands in two catalogues, or in a catalogue and the page: what stands twice drifts apart.

Words that several screens need belong to `engine` or to the catalogue of their game, where terminal and page find them
(`ui.…`, see web/scripts/game_words.py).
"""

import re
from collections import defaultdict
from pathlib import Path

import pytest

from tests.house.test_texts import DOMAINS, texts

PAGE = Path(__file__).parents[2] / "web" / "src" / "i18n"
LABELS = 2
"""Texts of at most this many words are labels, which may coincide. Game words have a test of their own."""
SPECIFIED = {"it is not your turn", "这张牌无法出"}
"""Answers that docs/rules fixes in more than one place."""
HAN = 5
"""Chinese texts of at least this many characters are sentences."""


def sentences(language: str) -> dict[str, set[str]]:
    """Normalised text → catalogues that have it; parameters, case and punctuation do not count."""
    found: dict[str, set[str]] = defaultdict(set)
    for domain in DOMAINS:
        for forms in texts(domain, {"en": "en_US", "zh": "zh_CN"}[language]).values():
            for form in forms:
                found[normalised(form)].add(domain)
    for text in page(language):
        found[normalised(text)].add("page")
    return found


def page(language: str) -> list[str]:
    """All texts of the page's own dictionary."""
    source = (PAGE / f"{language}.ts").read_text(encoding="utf-8")
    source = re.sub(r"/\*.*?\*/|^\s*//.*?$", "", source, flags=re.DOTALL | re.MULTILINE)
    return re.findall(r':\s+"((?:[^"\\]|\\.)*)"', source)


def normalised(text: str) -> str:
    text = re.sub(r"\{\w+\}", "{}", text.lower())
    return " ".join(re.sub(r"[^\w{}+×]", " ", text).split())


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_sentence_stands_in_two_catalogues(language: str) -> None:
    twice = {text: sorted(where) for text, where in sentences(language).items() if len(where) > 1}
    wrong = {text: where for text, where in twice.items() if is_sentence(text, language) and text not in SPECIFIED}
    assert wrong == {}


def is_sentence(text: str, language: str) -> bool:
    if language == "zh":
        return len(re.findall(r"[\u4e00-\u9fff]", text)) >= HAN
    return len([word for word in text.split() if word != "{}"]) > LABELS


def test_game_words_stand_in_the_catalogue_of_their_game() -> None:
    """Colours, suits and jokers, of whatever length."""
    for language in ("en", "zh"):
        found = sentences(language)
        for game, prefixes in (("uno", ("color.",)), ("shandong", ("suit.", "card.joker"))):
            words = texts(game, {"en": "en_US", "zh": "zh_CN"}[language])
            for code, forms in words.items():
                if code.startswith(prefixes):
                    assert found[normalised(forms[0])] <= {game, "page", "tui"}, code
