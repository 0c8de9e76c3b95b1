"""`paiju rules`: every rulebook explains itself in both languages, and wrong names get one sentence."""

import sys

import pytest

from paiju.cli import main
from paiju.engine.game import Game
from paiju.games.registry import GAMES, find_game
from paiju.guide import conditions, rules_text, sections, source, value_text

LANGUAGES = ["zh-CN", "en-US"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_rulebook_explains_itself(game: Game, language: str) -> None:
    texts = {name: rules_text(game, game.rules(name, {}), language) for name in game.rulebooks()}
    assert len(set(texts.values())) == len(texts)
    for text in texts.values():
        assert len(text) > 700
        assert "{" not in text and "[" not in text, "an unfilled place or a condition is shown"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_conditions_name_options_and_values_that_exist(game: Game, language: str) -> None:
    knobs = {knob.name: knob for knob in game.knobs()}
    for section in source(game, language):
        for paragraph in section.paragraphs:
            for name, _, values in conditions(paragraph):
                assert name in knobs, f"{name} in {section.anchor}"
                if knobs[name].kind in ("bool", "choice"):
                    assert set(values) <= {value_text(v) for v in knobs[name].values}, f"{name} in {section.anchor}"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_both_languages_have_the_same_sections_and_conditions(game: Game) -> None:
    chinese, english = (
        [(s.anchor, [conditions(p) for p in s.paragraphs]) for s in source(game, language)] for language in LANGUAGES
    )
    assert chinese == english


def test_a_changed_option_is_explained_and_listed() -> None:
    uno = find_game("uno")
    official = rules_text(uno, uno.rules("official", {}), "en")
    stacking = rules_text(uno, uno.rules("official", {"stackDrawCards": True}), "en")
    assert "passes the owed cards on" not in official
    assert "- Stacking +2 and +4: a draw card passes the owed cards on" in stacking
    assert "debt" in [
        section.anchor for section in sections(uno, uno.rules("official", {"stackDrawCards": True}), "en")
    ]


def test_values_are_read_as_the_option_wants_them(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["--option", "startLevel=10", "--option", "mandatoryLevels=5+K", "--option", "allowStick=no"]
    assert main(["rules", "shandong", *given, "--lang", "en"]) == 0
    shown = capsys.readouterr().out
    assert "starts at level 10" in shown or ": 10" in shown
    assert "5, K, A" in shown


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["rules", "whist"], "uno, shandong"),
        (["rules", "uno", "--rulebook", "x"], "official, platform, console, arena"),
        (["rules", "uno", "--option", "x=1"], "targetScore"),
        (["rules", "uno", "--option", "targetScore=x"], "1–10000, null"),
        (["rules", "uno", "--option", "targetScore"], "NAME=VALUE"),
        (["rules", "uno", "--option", "unoEnforcement=endOfTurn"], "endTurn=manual"),
        (["rules", "uno", "--lang", "fr"], "zh or en"),
        (["rules"], "GAME"),
    ],
)
def test_wrong_names_are_one_sentence_with_what_is_allowed(
    words: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, *([] if "--lang" in words else ["--lang", "en"])]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert named in shown.err and shown.err.count("\n") == 1


def test_on_a_terminal_the_rules_are_set_as_a_page(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["rules", "uno", "--lang", "en"]) == 0
    plain = capsys.readouterr().out
    assert plain.startswith("#")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert main(["rules", "uno", "--lang", "en"]) == 0
    page = capsys.readouterr().out
    title = plain.splitlines()[0].lstrip("# ")
    assert title in page and not [line for line in page.splitlines() if line.startswith("#")]
    assert main(["rules", "uno", "--lang", "en", "--no-color"]) == 0
    assert capsys.readouterr().out == plain
