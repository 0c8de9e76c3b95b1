"""Every text the terminal needs is in the catalogue in both languages, and nothing else is."""

import ast
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import paiju
from paiju.games.registry import GAMES, find_game
from paiju.guide import sections
from paiju.i18n import LANGUAGES, LOCALE
from paiju.terminal.cells import width
from paiju.terminal.console.pages import pages
from paiju.terminal.words import Words

PACKAGE = Path(paiju.__file__).parent
SOURCES = [*(PACKAGE / "terminal").rglob("*.py"), PACKAGE / "cli" / "play.py", PACKAGE / "cli" / "join.py"]
CATALOGUES = ("terminal", "tui", "engine", *(game.catalogue() for game in GAMES))
KEY = re.compile(r"[a-z]+(\.[A-Za-z0-9_]+)+")
NOT_KEYS = {"settings.json", "seats.json"}
CODES_OF_OTHERS = {"note_damaged", "nothing_saved.none", "nothing_saved.file", "nothing_saved.missing"}
"""Codes of errors that end up on the command line of the terminal."""
CODES = {
    "uno": """
        GAME_NOT_STARTED NOT_YOUR_TURN CARD_NOT_IN_HAND MUST_DRAW_FIRST INVALID_CARD
        CHOOSE_COLOR_REQUIRED CANNOT_SKIP INVALID_UNO_CALL INVALID_CHALLENGE GAME_ENDED ROUND_OVER
        ROUND_NOT_OVER UNKNOWN_PLAYER UNKNOWN_ACTION INVALID_COLOR NO_COLOR_TO_CHOOSE ALREADY_DRAWN
        ALREADY_ACTED ONLY_DRAWN_CARD MUST_PLAY_DRAWN MUST_PLAY WD4_NOT_ALLOWED
        WD4_RESPONSE_REQUIRED NO_WD4_TO_CHALLENGE TARGET_REQUIRED INVALID_TARGET JUMP_IN_NOT_ALLOWED
    """,
    "shandong": """
        wrong_phase not_your_turn empty_play unknown_card duplicate_card card_not_in_hand
        lead_mixed_trump_side lead_mixed_suits lead_mixed_trump_suits trump_pair_locked
        throw_choice_invalid wrong_count must_play_all_of_suit must_follow_suit must_follow_rain
        must_follow_thunder must_follow_flash must_follow_tractor must_follow_pair must_play_largest
        window_closed already_declared declare_wrong_count declare_needs_one_joker
        declare_needs_pair nothing_to_snatch already_snatched snatch_own snatch_wrong_count
        snatch_needs_joker_pair snatch_needs_pair stick_own already_stuck stick_wrong_count
        stick_needs_one_joker stick_needs_tractor stick_cannot_repay giveback_wrong_count
        giveback_not_allowed giveback_needs_high_trump giveback_needs_side_cards not_kitty_owner
        bury_wrong_count
    """,
}


def literals(path: Path) -> set[str]:
    """All text constants of a module, without its docstrings."""
    tree = ast.parse(path.read_text("utf-8"))
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def keys(language: str, domain: str = "terminal") -> set[str]:
    with (LOCALE / language.replace("-", "_") / "LC_MESSAGES" / f"{domain}.po").open("rb") as file:
        catalogue = read_po(file)
    return {message.id if isinstance(message.id, str) else message.id[0] for message in catalogue if message.id}


def test_no_text_is_unused() -> None:
    used = set().union(*(literals(path) for path in SOURCES if path.exists()))
    assert sorted(keys("zh-CN") - used - CODES_OF_OTHERS) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_missing(language: str) -> None:
    wanted = {text for path in SOURCES for text in literals(path) if KEY.fullmatch(text)}
    found = set().union(*(keys(language, catalogue) for catalogue in CATALOGUES))
    assert sorted(wanted - NOT_KEYS - found) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_of_the_rules_has_a_text(language: str) -> None:
    words = Words(language)
    for game, codes in CODES.items():
        for code in codes.split():
            text = words.refusal(game, code, {"n": 3, "suit": "hearts", "card": "hearts_9_0", "cards": ["hearts_9_0"]})
            assert text and text != code


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_pages_fit_a_screen_and_say_what_everybody_else_says(language: str) -> None:
    for game in GAMES:
        for rulebook in game.rulebooks():
            rules = game.rules(rulebook, {})
            found = pages(game, rules, language)
            assert len(found) >= 4
            assert all(0 < len(page) <= 20 and max(width(line) for line in page) <= 80 for page in found)
            told = "".join(line for page in found for line in page)
            assert all(section.title in told for section in sections(game, rules, language))


def test_rules_pages_respect_options() -> None:
    game = find_game("uno")
    chosen: list[dict[str, object]] = [{}, {"sevenSwap": True}]
    usual, swapping = (pages(game, game.rules("official", options), "zh-CN") for options in chosen)
    new = {line for page in swapping for line in page} - {line for page in usual for line in page}
    assert any("7" in line and "换" in line for line in new)
