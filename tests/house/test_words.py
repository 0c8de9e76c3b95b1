"""Phrases that readers stumbled over do not come back, in catalogues, the page and the rules in words."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from paiju.i18n import LOCALE
from tests.house.test_one_dictionary import page
from tests.house.test_texts import DOMAINS, texts

ENGLISH = (
    r"(?<!here )\bis no (?!longer|more)",
    r"(?<!here )\bare no (?!longer|more)",
    r"That is no answer",
    r"one fact a line",
    r"as the system says",
    r"\bWho (forgets|cannot|runs|forgot)\b",
    r"\bthe own hand\b",
    r"\bhe draws\b",
    r"go on where you left\b(?! off)",
    r"what can sit at a table",
    r"ahead of the others by -",
    r"[Dd]eal sealed",
    r"catches You\b",
    r"\ba (8|80|18|11)\b",
    r"\b1 (cards|points|moves|players)\b",
    r"hold another of it",
    r"cannot be played here",
    r"sure trumps",
    r"\b[Ss]nat(ch|ched|ching)\b",
    r"\b[Ss]t(ick|icking|uck)\b(?! together)",
    r"Counts for",
    r"Make (the|a) room",
    r"\bfor ever\b",
    r"\bso long\b",
    r"\b[Ww]hom\b",
    r"\b[Cc]olour",
    r"; there are:? \{\}",
    r"means nothing in",
    r"; the banker is \{\}",
    r"last card but one",
    r"\b[Ii]dle side",
)
CHINESE = (
    "领出", "同伙", "会被质疑", "做不到", "没存上盘", "抓/质疑(?<!漏喊/质疑)", "圈里得分", "末圈", "建好房间",
    "有链接的", "必打级", "明亮主", "变成只看", "验这副牌", "这副牌是真的",
    r"等\{(name|who)\}", r"要 \{(n|count)\} 张\{suit\}",
    "其中垫", "要且只要", "可以不要的", "就叫万能", "这里不抓人", "打到多少分", r"\S “|” \S",
)  # fmt: skip
DEVELOPERS = re.compile(r"\b(for ever|(of|with|after|for) so many|dearest|gladly|[Ww]hom limits)\b")
"""The same for docstrings and guides."""
ALLOWED = {"wap hands with whom", ",colour", "colour,", "drawOnlyIfStuck", "Draw only when stuck"}
"""Good English that the patterns also match, names of bots and options."""


def shown(language: str) -> Iterator[tuple[str, str]]:
    """Where, and a text that people see there."""
    folder = {"en": "en_US", "zh": "zh_CN"}[language]
    for domain in (domain for domain in DOMAINS if domain != "arena"):  # docs/rules/arena-wire.md fixes its words
        for code, forms in texts(domain, folder).items():
            for form in forms:
                yield f"{domain}.po {code}", form
    for text in page(language):
        yield f"{language}.ts", text
    tag = {"en": "en-US", "zh": "zh-CN"}[language]
    for rules in sorted((LOCALE.parent / "games").glob(f"*/text/rules.{tag}.md")):
        for number, line in enumerate(rules.read_text(encoding="utf-8").splitlines(), start=1):
            yield f"{rules.parent.parent.name}/{rules.name}:{number}", re.sub(r"^\[.*?\]|\{#.*?\}", "", line)


@pytest.mark.parametrize(("language", "phrases"), [("en", ENGLISH), ("zh", CHINESE)])
def test_no_text_has_a_phrase_that_readers_stumbled_over(language: str, phrases: tuple[str, ...]) -> None:
    wrong = re.compile("|".join(phrases))
    found = []
    for where, text in shown(language):
        for allowed in ALLOWED:
            text = text.replace(allowed, "")
        text = re.sub(r"\{\w+\}", lambda match: match[0] if language == "zh" else "{}", text)
        found += [f"{where}: {match[0]!r} in {text.strip()[:100]!r}" for match in wrong.finditer(text)]
    assert found == []


def docstrings() -> Iterator[tuple[str, str]]:
    """Every docstring of the package, those below attributes included, and every paragraph of the guides."""
    for path in sorted(LOCALE.parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Expr)
                and isinstance(node.value, ast.Constant)
                and isinstance(node.value.value, str)
            ):
                yield f"{path.relative_to(LOCALE.parent)}:{node.lineno}", " ".join(node.value.value.split())
    root = Path(__file__).parents[2]
    for path in sorted([*root.glob("*.md"), *root.glob("docs/*.md")]):
        for paragraph in path.read_text(encoding="utf-8").split("\n\n"):
            yield path.name, " ".join(paragraph.split())


def test_no_docstring_or_guide_has_such_a_phrase() -> None:
    found = [(where, match[0], text[:100]) for where, text in docstrings() for match in DEVELOPERS.finditer(text)]
    assert found == []
