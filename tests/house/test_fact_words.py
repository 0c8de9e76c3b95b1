"""Every fact that docs/facts.md lists has its sentences in both languages, or is left out on purpose."""

import re
from pathlib import Path

import pytest

from paiju.fact_words import sentence_key, sentence_number
from paiju.i18n import LOCALE, translator

DOCS = Path(__file__).parents[2] / "docs" / "facts.md"
UNTOLD = {"uno": {"match_started"}, "shandong": {"shuffled", "dealt", "kitty_laid", "window_closed"}}
HEADINGS = {"uno": "UNO", "shandong": "Shandong Upgrade"}


def documented(game: str) -> set[str]:
    """The types in the tables of a game's chapter."""
    chapter = DOCS.read_text(encoding="utf-8").split(f"\n## {HEADINGS[game]}\n")[1].split("\n## ")[0]
    tables = re.findall(r"^\| type \|.*?(?:\n\n|\Z)", chapter, re.MULTILINE | re.DOTALL)
    return {kind for table in tables for kind in re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)}


@pytest.mark.parametrize("language", ["en-US", "zh-CN"])
@pytest.mark.parametrize("game", ["uno", "shandong"])
def test_every_fact_has_a_sentence(game: str, language: str) -> None:
    texts = translator(game, language)
    own, shared = (set(re.findall(r'msgid "fact\.(\w+)', _source(name))) for name in (game, "engine"))
    assert documented(game) - own - shared == UNTOLD[game]
    assert own <= documented(game)
    assert "fact.timed_out" in texts


def _source(catalogue: str) -> str:
    return (LOCALE / "en_US" / "LC_MESSAGES" / f"{catalogue}.po").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("fact", "reader", "expected"),
    [
        ({"type": "drew", "seat": 2, "count": 2, "why": "draw_two"}, 0, "Kit draws 2 cards for the +2."),
        ({"type": "drew", "seat": 2, "count": 1, "why": "turn", "playable": False}, 2, "You draw 1 card."),
        ({"type": "drew", "seat": 2, "count": 0, "why": "draw_two"}, 0, "There is no card left for Kit to draw."),
        ({"type": "played", "seat": 2, "cards": ["x"], "left": 3}, 0, "Kit plays {cards}."),
        (
            {"type": "played", "seat": 2, "cards": ["x"], "left": 3, "color": "red"},
            0,
            "Kit plays {cards} and chooses {color}.",
        ),
        ({"type": "round_over", "round": 3, "players": []}, 0, "Nobody wins round {round}."),
        ({"type": "round_over", "seat": 2, "round": 3, "players": []}, 2, "You win round {round}."),
        ({"type": "direction_turned", "direction": -1}, 0, "Play is now counterclockwise."),
    ],
)
def test_the_most_particular_sentence_is_chosen(fact: dict[str, object], reader: int, expected: str) -> None:
    texts = translator("uno", "en-US")
    key = sentence_key(texts, fact, reader)
    assert key is not None
    kept = {name: f"{{{name}}}" for name in ("cards", "color", "round")}
    assert texts(key, who="Kit", n=sentence_number(fact), **kept) == expected


def test_what_has_no_sentence_is_not_told() -> None:
    assert sentence_key(translator("uno", "en-US"), {"type": "match_started", "order": [0, 1]}, 0) is None
