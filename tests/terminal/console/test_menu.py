"""The menu of the plain console, and matches that begin from it, in this process."""

import io
from pathlib import Path

import pytest

from paiju.engine.errors import BadRules
from paiju.games.registry import find_game
from paiju.terminal.console.menu import settings_menu
from paiju.terminal.console.pages import show_rules
from paiju.terminal.console.play import play
from paiju.terminal.console.talk import FLASH_SECONDS, NOT_REVERSED, REVERSED, InputEnded, Talk
from paiju.terminal.menu import play_from_menu
from paiju.terminal.saves import resume
from paiju.terminal.settings import Settings, load_settings
from paiju.terminal.words import Words
from tests.terminal.console.player import Home
from tests.terminal.dealt import dealt_match

HANDS = ["r5 r9 g1 g2", "y1 y2 y4 y6", "y6 y7 y9 y9", "b6 b7 b9 b9"]


def talk_of(*answers: str) -> tuple[Talk, io.StringIO]:
    """A conversation in which these answers are given, and what is said in it."""
    sink = io.StringIO()
    return Talk(Words("en-US"), source=io.StringIO("".join(f"{answer}\n" for answer in answers)), sink=sink), sink


def test_another_game_takes_its_own_bots_and_pace_and_signal_go_to_their_next_value(home: Home) -> None:
    before = Settings(game="uno", bots="random")
    after = settings_menu(talk_of("3", "1", "3", "2", "6", "7", "0")[0], before, lambda _: "en-US")
    assert (after.game, after.bots) == ("shandong", "")
    assert after.pace != before.pace and after.signal == "bell"
    assert load_settings() == after
    kept = settings_menu(talk_of("3", "0", "0")[0], before, lambda _: "en-US")
    assert kept == before, "0 keeps the game and its bots"


def test_0_leaves_the_rules_at_once() -> None:
    talk, sink = talk_of("", "0")
    game = find_game("uno")
    show_rules(talk, game, game.rules("official", {}))
    assert "page 2 of" in sink.getvalue() and "page 3 of" not in sink.getvalue()


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(28, "No space left on device"), "No space left"),
        (BadRules("unknown_bot", "", {"name": "nobody", "allowed": "random"}), "nobody"),
    ],
)
def test_a_match_that_cannot_be_opened_is_explained(
    home: Home, monkeypatch: pytest.MonkeyPatch, error: Exception, said: str
) -> None:
    def fails(*_: object) -> None:
        raise error

    monkeypatch.setattr("paiju.terminal.opening.open_match", fails)
    talk, sink = talk_of()
    play_from_menu(talk, Settings())
    assert said in sink.getvalue()


def test_a_record_that_cannot_be_written_is_told_once_and_again_at_the_end(home: Home, tmp_path: Path) -> None:
    session, save = resume(dealt_match(tmp_path / "x.paiju", HANDS, "r3"))
    save.path.unlink()
    save.path.mkdir()
    talk, sink = talk_of("1", "0")
    with pytest.raises(InputEnded):
        play(talk, session, save, resumed=True)
    said = " ".join(sink.getvalue().split())
    assert said.count("Cannot save (Is a directory)") == 1
    assert said.count("The last moves could not be saved (Is a directory)") == 1


def test_others_take_the_time_that_the_settings_say(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, save = resume(dealt_match(tmp_path / "x.paiju", HANDS, "r3"))
    waits: list[float] = []
    monkeypatch.setattr("time.sleep", waits.append)
    talk, _ = talk_of("1", *"000")
    with pytest.raises(InputEnded):
        play(talk, session, save, pace=0.7, resumed=True)
    assert session.seq > 3 and waits and set(waits) == {0.7}


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("kind", "colours", "written"),
    [
        ("bell", False, ["\a"]),
        ("flash", True, [REVERSED, FLASH_SECONDS, NOT_REVERSED]),
        ("flash", False, []),
        ("none", True, []),
    ],
)
def test_the_turn_is_announced_by_what_the_settings_say(
    monkeypatch: pytest.MonkeyPatch, kind: str, colours: bool, written: list[object]
) -> None:
    did: list[object] = []
    screen = Screen()
    monkeypatch.setattr(screen, "write", did.append)
    monkeypatch.setattr("time.sleep", did.append)
    Talk(Words("en-US"), source=io.StringIO(), sink=screen, colour_possible=colours).signal(kind)
    assert did == written


def test_without_a_terminal_nothing_is_announced() -> None:
    talk, sink = talk_of()
    talk.signal("bell")
    assert sink.getvalue() == ""
