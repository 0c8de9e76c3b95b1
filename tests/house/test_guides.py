"""docs/adding-a-game.md and docs/adding-a-rule.md are true."""

import re

import pytest

from paiju.engine.game import Game, Knob, Rules, State
from paiju.games.registry import GAMES
from paiju.guide import source, value_text
from paiju.i18n import translator
from tests.house.documents import ROOT, pieces
from tests.toy.high_card import HighCard

KNOBS = [(game, knob) for game in GAMES for knob in game.knobs()]
KNOB_NAMES = [f"{game.name}-{knob.name}" for game, knob in KNOBS]


def test_the_parts_of_the_guide_are_the_whole_toy_game() -> None:
    parts = [piece.text for piece in pieces(ROOT / "docs" / "adding-a-game.md") if piece.label.startswith("part=")]
    file = (ROOT / "tests" / "toy" / "high_card.py").read_text(encoding="utf-8")
    assert "\n\n\n".join(part.strip("\n") for part in parts) + "\n" == file


def test_the_guide_names_every_method_that_has_a_default() -> None:
    text = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:Game|State|Rules)\.\w+)`", text))
    known = {f"{kind.__name__}.{name}" for kind in (Game, State, Rules) for name in vars(kind)}
    assert named <= known
    inherited = {name for name in vars(Game) if callable(getattr(Game, name)) and name not in vars(HighCard)}
    asked = {f"Game.{name}" for name in inherited if not name.startswith("_")}
    assert asked - {"Game.visible", "Game.same_for_all"} <= named  # these two follow from the fields


def test_both_guides_are_numbered() -> None:
    game, rule = (
        (ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("adding-a-game.md", "adding-a-rule.md")
    )
    assert re.findall(r"^## (\d+)\.", game, re.M) == [str(n) for n in range(1, 9)]
    assert re.findall(r"^(\d+)\. ", rule, re.M) == [str(n) for n in range(1, 7)]


def written_tests(game: Game) -> str:
    files = [
        *(ROOT / "tests" / "games" / game.name).rglob("*.py"),
        *(ROOT / "tests" / "vectors").glob(f"{game.name}-*.json"),
    ]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


@pytest.mark.parametrize(("game", "knob"), KNOBS, ids=KNOB_NAMES)
def test_every_option_has_what_the_guide_asks_for(game: Game, knob: Knob) -> None:
    """Steps 1, 4 and 5: a sentence in the rules, words in both languages, tests or vectors."""
    name = knob.name
    missing = []
    if f"`{name}`" not in (ROOT / "docs" / "rules" / f"{game.name}.md").read_text(encoding="utf-8"):
        missing.append("1: docs/rules")
    for language in ("zh-CN", "en-US"):
        t = translator(game.name, language)
        codes = [f"option.{name}"]
        if knob.kind in ("bool", "choice") and not set(map(str, knob.values)) <= RANKS:
            codes += [f"option.{name}.{value_text(value)}" for value in knob.values]
        missing += [f"4: {code} in {language}" for code in codes if code not in t]
    if name not in written_tests(game) and len(knob.values) != 1:  # with one value there is nothing to choose yet
        missing.append("5: tests or vectors")
    assert missing == []


RANKS = {"2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"}
"""Ranks as values speak for themselves."""


@pytest.mark.parametrize("language", ["zh-CN", "en-US"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_rules_in_words_mention_every_option_that_changes_play(game: Game, language: str) -> None:
    text = "\n".join(paragraph for section in source(game, language) for paragraph in section.paragraphs)
    unmentioned = {knob.name for knob in game.knobs() if not re.search(rf"[\[{{ ]{knob.name}[!=}}]", text)}
    assert unmentioned <= WITHOUT_A_SENTENCE[game.name]


WITHOUT_A_SENTENCE = {
    # shown as {players}
    "uno": {"minPlayers", "maxPlayers"},
    # clocks of a host, and options that have only one value yet
    "shandong": {
        "declareWindowMs", "snatchWindowMs", "stickWindowMs",
        "largestOnThrow", "rainCarriesTrumps", "snatchOverSnatch", "allowNoTrump", "hookJack",
    },
}  # fmt: skip
