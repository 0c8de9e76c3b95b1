"""Games by name: ours, those of other packages, and those of packages that are broken."""

from collections.abc import Callable
from pathlib import Path

import pytest

from paiju.engine.errors import BadRules
from paiju.games.registry import all_games, broken_games, find_game, option_from_text
from paiju.i18n import Translator
from tests.toy.high_card import HIGH_CARD

Install = Callable[[str], None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Install a package that offers these entry points, as pip would."""

    def installed(points: str) -> None:
        info = tmp_path / "more_games-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: more-games\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text("[paiju.games]\n" + points)
        (tmp_path / "broken_rules.py").write_text("raise OSError('no cards in the box')\n")
        monkeypatch.syspath_prepend(str(tmp_path))

    return installed


def test_a_game_of_another_package_is_found_by_its_name(install: Install) -> None:
    install("high-card = tests.toy.high_card:HIGH_CARD\n")
    assert find_game("high-card") is HIGH_CARD
    assert [game.name for game in all_games()] == ["uno", "shandong", "high-card"]
    assert broken_games() == {}
    with pytest.raises(BadRules, match="there is no game 'whist'; there are uno, shandong, high-card"):
        find_game("whist")


@pytest.mark.parametrize(
    ("target", "why"),
    [
        ("broken_rules:GAME", "OSError: no cards in the box"),
        ("no_such_module:GAME", "ModuleNotFoundError"),
        ("broken_rules.inner:GAME", "OSError: no cards in the box"),
        ("tests.toy.high_card:NO_SUCH_NAME", "AttributeError"),
        ("tests.toy.high_card:CARDS", "its type is int, not Game"),
        ("paiju.games.uno.game:UNO", "it calls itself 'uno'"),
    ],
)
def test_a_broken_game_is_named_and_leaves_the_others_alone(install: Install, target: str, why: str) -> None:
    install(f"high-card = tests.toy.high_card:HIGH_CARD\nwhist = {target}\n")
    assert [game.name for game in all_games()] == ["uno", "shandong", "high-card"]
    assert list(broken_games()) == ["whist"] and broken_games()["whist"].startswith(why)
    assert find_game("uno").name == "uno"
    with pytest.raises(BadRules, match=f"the game 'whist' cannot be loaded: {why}") as refused:
        find_game("whist")
    assert refused.value.code == "broken_game"
    assert "round_won" not in Translator("whist", "en-US"), "it brings no texts, and that is no error"


def test_another_package_cannot_replace_one_of_our_games(install: Install) -> None:
    install("uno = tests.toy.high_card:HIGH_CARD\n")
    assert find_game("uno") is not HIGH_CARD
    assert [game.name for game in all_games()] == ["uno", "shandong"]


@pytest.mark.parametrize(
    ("text", "value"),
    [("targetScore=null", None), ("targetScore=none", None), ("jumpIn=yes", True), ("targetScore=-3", -3)],
)
def test_an_option_is_read_from_a_command_line(text: str, value: object) -> None:
    assert option_from_text(find_game("uno"), text) == (text.partition("=")[0], value)


def test_an_option_that_does_not_exist_is_refused_by_the_rules_which_name_those_there_are() -> None:
    game = find_game("uno")
    name, value = option_from_text(game, "luck=high")
    with pytest.raises(BadRules, match="luck"):
        game.rules(game.default_rulebook, {name: value})
