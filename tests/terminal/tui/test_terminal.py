"""The program in a real pseudo-terminal: colours as the terminal has them, kill -9, and a tidy end."""

import os
import pty
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pexpect
import pytest

from paiju.terminal.opening import Wanted, open_match
from paiju.terminal.tui.appearance import Appearance, _speaks_unicode, shows_shapes_wide
from paiju.terminal.tui.palette import FULL, NONE, SIXTEEN, Palette, colour_depth
from paiju.terminal.words import Words
from tests.terminal.servers import server_in_thread
from tests.terminal.tui.tables import screen_of, settled, table

LEAVE_SCREEN = "\x1b[?1049l"
SECONDS = 120


def spawn(folder: Path, *arguments: str, environment: dict[str, str] | None = None) -> "pexpect.spawn[str]":
    """The program; the terminal answers that a shape takes one cell."""
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLORTERM")}
    home = {"XDG_DATA_HOME": str(folder / "data"), "XDG_CONFIG_HOME": str(folder / "config"), "LANG": "C.UTF-8"}
    child = pexpect.spawn(
        sys.executable,
        ["-m", "paiju", *arguments],
        env={**kept, **home, "TERM": "xterm-256color", **(environment or {})},
        dimensions=(24, 80),
        encoding="utf-8",
        timeout=SECONDS,
    )
    child.expect_exact("\x1b[6n")
    child.send("\x1b[1;2R")
    return child


def colours(text: str) -> set[str]:
    """The colour codes in what was sent."""
    return {code for part in re.findall(r"\x1b\[([\d;]*)m", text) for code in part.split(";")}


def test_kill_9_loses_nothing(tmp_path: Path) -> None:
    record = tmp_path / "match.paiju"
    child = spawn(tmp_path, "play", "uno", "--seed", "1", "--pace", "0", "--lang", "en", "--save", str(record))
    child.expect_exact("7 cards, 2 legal")
    before = record.read_bytes()
    child.send("d")
    child.expect_exact("8 cards")
    child.kill(signal.SIGKILL)
    child.expect(pexpect.EOF)
    child.close()
    killed = record.read_bytes()
    assert killed.startswith(before) and len(killed) > len(before)
    again = spawn(tmp_path, "play", "--resume", "--lang", "zh", "--pace", "0")
    again.expect_exact("可出")
    again.send("\x03")
    again.expect_exact(LEAVE_SCREEN)
    again.expect_exact("paiju play --resume")
    again.expect(pexpect.EOF)
    again.close()
    assert again.exitstatus == 0
    assert record.read_bytes().startswith(killed[: killed.rfind(b"\n") + 1])


def test_a_closed_window_without_job_control_ends_the_program(tmp_path: Path) -> None:
    outer, inner = pty.openpty()
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "TERM": "xterm"}
    command = [sys.executable, "-m", "paiju", "play", "uno", "--seed", "1", "--lang", "en"]
    # A session of its own has no controlling terminal: nobody sends it SIGHUP.
    program = subprocess.Popen(
        command, stdin=inner, stdout=inner, stderr=inner, env=environment, start_new_session=True
    )
    os.close(inner)
    seen = b""
    while b"saved" not in seen:
        said = os.read(outer, 65536)
        seen += said
        if b"\x1b[6n" in said:
            os.write(outer, b"\x1b[1;2R")
    os.close(outer)
    program.wait(SECONDS)


@pytest.mark.parametrize(
    ("environment", "option", "wanted", "unwanted"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, [], {"38", "48"}, set()),
        ({"TERM": "linux"}, [], {"91", "93", "94"}, {"38", "48"}),
        ({"NO_COLOR": "1"}, [], {"1", "7"}, {"38", "48", "31", "91", "93", "94"}),
        ({"COLORTERM": "truecolor"}, ["--no-color"], {"1", "7"}, {"38", "48", "31", "91", "93", "94"}),
    ],
)
def test_colours_are_those_the_terminal_has(
    tmp_path: Path, environment: dict[str, str], option: list[str], wanted: set[str], unwanted: set[str]
) -> None:
    words = ["play", "uno", "--seed", "1", "--pace", "0", "--lang", "en", *option]
    child = spawn(tmp_path, *words, environment=environment)
    child.expect_exact("7 cards, 2 legal")
    before = child.before or ""
    child.expect_exact("saved")
    before += child.before or ""
    child.send("\x03")
    child.expect(pexpect.EOF)
    child.close()
    assert wanted <= colours(before)
    assert not unwanted & colours(before)


@pytest.mark.parametrize(("cells", "wide"), [(1, False), (2, True)])
def test_a_terminal_is_asked_whether_its_shapes_are_wide(cells: int, wide: bool) -> None:
    outer, inner = pty.openpty()

    def answer() -> None:
        seen = b""
        while b"\x1b[6n" not in seen:
            seen += os.read(outer, 64)
        os.write(outer, f"\x1b[1;{cells + 1}R".encode())

    answering = threading.Thread(target=answer)
    answering.start()
    with open(inner, encoding="utf-8") as source, open(os.dup(inner), "w", encoding="utf-8") as target:
        assert shows_shapes_wide(source, target, patience=SECONDS) is wide
    answering.join()
    os.close(outer)


def test_a_terminal_that_does_not_answer_is_an_ordinary_one() -> None:
    outer, inner = pty.openpty()
    with open(inner, encoding="utf-8") as source, open(os.dup(inner), "w", encoding="utf-8") as target:
        assert not shows_shapes_wide(source, target, patience=0.0)
    os.close(outer)


@pytest.mark.anyio
async def test_a_terminal_with_wide_shapes_gets_letters(tmp_path: Path) -> None:
    app = table(tmp_path, "uno", appearance=Appearance(Palette(FULL), ascii_only=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        board = screen_of(pilot).board
        assert "▲" not in "".join(board.render_line(row).text for row in range(24))


def test_how_many_colours_a_terminal_has() -> None:
    assert colour_depth(True, {"TERM": "xterm", "COLORTERM": "truecolor"}) == FULL
    assert colour_depth(True, {"TERM": "screen-256color"}) == FULL
    assert colour_depth(True, {"TERM": "linux"}) == SIXTEEN
    assert colour_depth(True, {"TERM": "screen", "TERM_PROGRAM": "tmux"}) == SIXTEEN
    assert colour_depth(True, {"TERM": "vt100"}) == NONE
    assert colour_depth(True, {"TERM": "xterm-256color", "NO_COLOR": "1"}) == NONE
    assert colour_depth(False, {"TERM": "xterm-256color"}) == NONE


def test_without_colours_bold_and_reverse_carry_the_meaning() -> None:
    palette = Palette(NONE)
    assert palette.style("bold reverse accent").reverse
    assert palette.style("accent").bold
    assert palette.style("red").color is None


def left(child: "pexpect.spawn[str]", key: str) -> str:
    """What the program says after this key has ended it, in order."""
    child.send(key)
    child.expect_exact(LEAVE_SCREEN)
    child.expect(pexpect.EOF)
    said = child.before or ""
    child.close()
    assert child.exitstatus == 0
    return said


def test_paiju_without_a_command_is_the_menu(tmp_path: Path) -> None:
    child = spawn(tmp_path, "--lang", "en")
    child.expect_exact("Play UNO")
    left(child, "\x03")


def test_a_record_is_watched_in_the_terminal(tmp_path: Path) -> None:
    session, _ = open_match(
        Wanted("uno", "", {"targetScore": None}, None, ("random",) * 4, 1, tmp_path / "x.paiju"), Words("en-US")
    )
    while not session.over():
        session.step()
    child = spawn(tmp_path, "replay", str(tmp_path / "x.paiju"), "--lang", "en")
    child.expect_exact(f"/ {session.seq}")
    left(child, "\x03")


def test_a_room_is_left_with_the_way_back(tmp_path: Path) -> None:
    with server_in_thread(tmp_path, "terminal") as server:
        link = server.room("uno")
        child = spawn(tmp_path, "join", link, "--name", "Rain", "--lang", "en")
        child.expect_exact("Enter starts the match")
        assert f"paiju join {link}" in left(child, "\x1b")


def test_shapes_are_plain_only_where_the_locale_names_another_encoding() -> None:
    assert _speaks_unicode({}) and _speaks_unicode({"LANG": "C"}) and _speaks_unicode({"LANG": "zh_CN.UTF-8"})
    assert not _speaks_unicode({"LANG": "zh_CN.GBK"})
    assert not _speaks_unicode({"LANG": "en_US.UTF-8", "LC_ALL": "de_DE.ISO-8859-1"})
