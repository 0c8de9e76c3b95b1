"""Pipes, closed input, Ctrl-C, kill -9, colours, and wrong values on the command line."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from paiju.cli import main
from paiju.engine.record import read, verify
from paiju.games.registry import find_game
from tests.terminal.console.player import Home, Player, Terminal

CONSOLE = ("play", "uno", "--rulebook", "console", "--lang", "zh", "--plain", "--pace", "0")


def piped(home: Home, typed: str | bytes, *arguments: str, **variables: str) -> tuple[int, str, str]:
    """Run `paiju` with its input and output in pipes: exit code, output, errors."""
    environment = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "PAIJU_LANG", "LC_ALL")}
    environment |= home.environment() | {"LANG": "C.UTF-8"} | variables
    done = subprocess.run(
        [sys.executable, "-m", "paiju", *arguments],
        input=typed.encode() if isinstance(typed, str) else typed,
        capture_output=True,
        env=environment,
        timeout=120,
        check=False,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_the_menu_plays_in_a_pipe(home: Home) -> None:
    code, out, err = piped(home, "1\n1\n0\n0\nq\n0\n", "--plain", "--lang", "zh")
    assert (code, err) == (0, "")
    assert "你是" in out and "已存盘" in out and "再见" in out
    assert "> 1\n" in out, "what was typed is part of the transcript"
    assert "\x1b" not in out and "\a" not in out


def test_play_is_plain_when_output_is_no_terminal(home: Home) -> None:
    code, out, _ = piped(home, "q\n", "play", "uno", "--lang", "en")
    assert code == 0
    assert "At the table:" in out and "paiju play --resume" in out


def test_closed_input_saves_and_says_how_to_go_on(home: Home) -> None:
    for arguments in (CONSOLE, ("play", "shandong", "--lang", "zh")):
        code, out, err = piped(home, "", *arguments)
        assert (code, err) == (0, "")
        assert "已存盘" in out and "继续这一局：paiju play --resume" in out
    code, out, err = piped(home, "", "--plain", "--lang", "zh")
    assert (code, err) == (0, "") and "再见" in out


def test_bytes_that_are_no_text_break_nothing(home: Home) -> None:
    code, out, err = piped(home, b"\xff\xfe\x00\n\xc3\x28\n" + b"9" * 100_000 + b"\n0\n", "--plain", "--lang", "en")
    assert (code, err) == (0, "")
    assert out.count("Not an option") == 3


def test_a_terminal_without_unicode_gets_replacements_not_a_crash(home: Home) -> None:
    code, out, err = piped(home, "2\n0\nq\n", *CONSOLE, PYTHONIOENCODING="ascii", PYTHONUTF8="0", LC_ALL="C")
    assert (code, err) == (0, "")
    assert "0 ????  1 ??  2 ???" in out


def test_ctrl_c_saves_and_says_how_to_go_on(home: Home) -> None:
    terminal = Terminal(home, *CONSOLE)
    terminal.listen()
    terminal.interrupt()
    assert terminal.exit_code() == 130
    assert "已存盘" in terminal.said and "paiju play --resume" in terminal.said
    assert "Traceback" not in terminal.said


@pytest.mark.parametrize(
    "arguments", [CONSOLE, ("play", "shandong", "--lang", "zh", "--plain", "--pace", "0", "--option", "startLevel=A")]
)
def test_a_killed_match_goes_on_where_it_was_and_ends_as_it_would_have(home: Home, arguments: tuple[str, ...]) -> None:
    terminal = Terminal(home, *arguments, "--seed", "11")
    player = Player(terminal, 11, garbage=0)
    heard = terminal.listen()
    for _ in range(8):
        heard = terminal.type(player.answer(heard))
    terminal.child.kill(signal.SIGKILL)
    terminal.exit_code()
    (path,) = home.matches()
    before = path.read_bytes()
    again = Terminal(home, "play", "--resume", "--lang", "zh", "--plain", "--pace", "0")
    Player(again, 12).play_to_the_end()
    assert again.exit_code() == 0 and "继续" in again.said and "整场比赛结束" in again.said
    (same,) = home.matches()
    after = same.read_bytes()
    assert same == path and after.startswith(before)
    verify(read(after, find_game))


def test_a_line_cut_by_a_power_failure_is_dropped(home: Home) -> None:
    piped(home, "1\n0\n0\n", *CONSOLE, "--seed", "3")
    (path,) = home.matches()
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    code, out, err = piped(home, "q\n", "play", "--resume", "--lang", "zh")
    assert (code, err) == (0, "") and "继续" in out
    assert read(path.read_bytes(), find_game).damage is None


def test_a_match_saved_elsewhere_is_resumed_by_its_name(home: Home) -> None:
    path = home.path / "mine.paiju"
    _, out, _ = piped(home, "q\n", *CONSOLE, "--save", str(path))
    assert f"paiju play --resume --save {path}" in out.replace("\n  ", " ")
    code, _, err = piped(home, "q\n", *CONSOLE, "--save", str(path))
    assert code == 2 and "已经存在" in err, "a match is never overwritten"
    code, out, err = piped(home, "q\n", "play", "--resume", "--save", str(path), "--lang", "zh")
    assert (code, err) == (0, "") and "继续" in out


def test_a_second_program_is_told_that_the_match_is_open_elsewhere(home: Home) -> None:
    first = Terminal(home, *CONSOLE, "--seed", "3")
    first.listen()
    (path,) = home.matches()
    before = path.read_bytes()
    code, out, err = piped(home, "1\n0\n0\n", "play", "--resume", "--lang", "en")
    assert (code, out) == (2, "")
    assert "being played in another window" in err and len(err.strip().splitlines()) == 1
    assert path.read_bytes() == before
    first.type("q")
    assert first.exit_code() == 0
    assert piped(home, "q\n", "play", "--resume", "--lang", "en")[0] == 0


def test_a_finished_match_is_not_resumed(home: Home) -> None:
    terminal = Terminal(home, *CONSOLE, "--seed", "4")
    Player(terminal, 4, garbage=0).play_to_the_end()
    code, _, err = piped(home, "", "play", "--resume", "--lang", "en")
    assert code == 2 and "no unfinished match" in err


def test_the_seed_gives_the_same_match_again(home: Home) -> None:
    first = piped(home, "2\n0\nq\n", *CONSOLE, "--seed", "8")[1].split("已存盘")[0]
    assert piped(home, "2\n0\nq\n", *CONSOLE, "--seed", "8")[1].split("已存盘")[0] == first
    assert piped(home, "2\n0\nq\n", *CONSOLE, "--seed", "9")[1].split("已存盘")[0] != first


def test_bots_alone_are_watched(home: Home) -> None:
    code, out, _ = piped(
        home, "", "play", "uno", "--rulebook", "console", "--bots", "colour,random,greedy,colour", "--lang", "en"
    )
    assert code == 0 and "The match is over." in out


def test_cards_are_painted_on_a_terminal_only_and_not_against_the_players_will(home: Home) -> None:
    painted = Terminal(home, *CONSOLE, "--seed", "1")
    assert "\x1b[9" in painted.listen()
    for arguments, variables in (
        ((*CONSOLE, "--no-color"), {}),
        (CONSOLE, {"NO_COLOR": "1"}),
        (CONSOLE, {"TERM": "dumb"}),
    ):
        plain = Terminal(home, *arguments, "--seed", "1", variables=variables)
        assert "\x1b" not in plain.listen()


def test_a_terminal_that_cannot_draw_gets_the_plain_console(home: Home) -> None:
    for arguments in ((), ("play", "uno", "--pace", "0", "--seed", "1")):
        plain = Terminal(home, *arguments, "--lang", "en", variables={"TERM": "dumb"})
        said = plain.listen()
        assert "\x1b" not in said
        assert "1 play" in said or "At the table" in said
        plain.child.close(force=True)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("play", "chess"), "choose from uno, shandong"),
        (("play", "uno", "--rulebook", "house"), "official"),
        (("play", "uno", "--option", "stackMode=sometimes"), "ascending"),
        (("play", "uno", "--option", "nothing=1"), "stackMode"),
        (("play", "uno", "--option", "stackMode"), "NAME=VALUE"),
        (("play", "uno", "--seats", "11"), "10"),
        (("play", "uno", "--seats", "four"), "four"),
        (("play", "shandong", "--seats", "3"), "four"),
        (("play", "uno", "--bots", "genius"), "colour"),
        (("play", "uno", "--bots", "random,random,random,random,random"), "4 seats"),
        (("play", "uno", "--pace", "-1"), "--pace"),
        (("play", "uno", "--lang", "fr"), "zh"),
        (("play", "uno", "--unknown"), "unknown"),
        (("play", "--resume"), "no unfinished match"),
        (("play", "--resume", "--save", "nowhere.paiju"), "There is no file"),
        (("--plain", "--lang", "klingon"), "zh"),
    ],
)
def test_wrong_values_get_one_sentence_with_what_is_allowed(
    home: Home, arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main([*arguments, *(() if "--lang" in arguments else ("--lang", "en"))])
    out, err = capsys.readouterr()
    assert code == 2, out
    assert said in err and "Traceback" not in err
    assert len(err.strip().splitlines()) == 1
    assert home.matches() == []


def test_playing_loads_no_web_database_or_array_package(home: Home) -> None:
    program = """
import sys
from paiju.cli import main
main(["play", "uno", "--plain", "--lang", "en"])
main(["play", "shandong", "--plain", "--lang", "en"])
heavy = {"litestar", "socketio", "sqlalchemy", "numpy", "textual", "httpx2", "websockets", "babel"}
print("loaded:", sorted(heavy & set(sys.modules)))
"""
    for game in ("uno", "shandong"):
        piped(home, "", "play", game)  # compiles the catalogues once, for which Babel is needed
    done = subprocess.run(
        [sys.executable, "-c", program], input="", capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stdout.endswith("loaded: []\n"), done.stderr


def test_a_damaged_save_is_named(home: Home) -> None:
    piped(home, "q\n", *CONSOLE)
    (path,) = home.matches()
    note = Path(f"{path}.resume")
    note.write_text("{}")
    code, _, err = piped(home, "", "play", "--resume", "--lang", "en")
    assert code == 2 and "damaged" in err
    note.unlink()
    assert piped(home, "", "play", "--resume", "--lang", "en")[0] == 2
