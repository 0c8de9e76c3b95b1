"""Asking on a real terminal: Ctrl-C is never lost, any key will do, nothing counts before its question."""

import io
import os
import pty
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TextIO

import pytest

from paiju.terminal.console.play import play
from paiju.terminal.console.talk import PROMPT, InputEnded, Talk
from paiju.terminal.saves import resume
from paiju.terminal.words import Words
from tests.terminal.console.player import Home
from tests.terminal.dealt import dealt_match


@pytest.fixture
def keyboard() -> Iterator[tuple[int, TextIO]]:
    """The end of a terminal where somebody types, and the end where the program reads."""
    outer, inner = pty.openpty()
    with open(inner, encoding="utf-8") as source, open(outer, "wb", buffering=0):
        yield outer, source


def press_ctrl_c() -> None:
    """Ctrl-C once the question stands and an answer is waited for.

    The signal reaches this thread, not the one that waits: like one that comes between the question and the read, it
    interrupts no system call, and the program only knows of it if it looks.
    """
    asking = threading.main_thread().ident
    assert asking is not None
    while sys._current_frames()[asking].f_code.co_name not in ("listen", "_wait_for_input"):
        time.sleep(0.01)
    signal.pthread_kill(threading.get_ident(), signal.SIGINT)


def test_ctrl_c_that_interrupts_no_read_is_not_lost(keyboard: tuple[int, TextIO]) -> None:
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        talk = Talk(Words("en-US"), source=keyboard[1], sink=nowhere)
        pressing = threading.Thread(target=press_ctrl_c)
        pressing.start()
        with pytest.raises(KeyboardInterrupt):
            talk.listen()
    pressing.join()


def test_lines_come_one_by_one_and_the_end_is_noticed(keyboard: tuple[int, TextIO]) -> None:
    typed, source = keyboard
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        talk = Talk(Words("en-US"), source=source, sink=nowhere)
        os.write(typed, "1\n红桃9\n".encode())
        assert [talk.listen(), talk.listen()] == ["1", "红桃9"]
        os.write(typed, b"\x04")
        with pytest.raises(InputEnded):
            talk.listen()
    assert signal.set_wakeup_fd(-1) == -1, "the way signals are told is as it was"


class Typist(io.StringIO):
    """A screen whose reader types when it says something: `answers`, one at each question, and what `hears` wants."""

    def __init__(self, keyboard: tuple[int, TextIO], answers: list[bytes], hears: Callable[[str], bytes]) -> None:
        super().__init__()
        self._typed, self._source = keyboard
        self._answers = answers
        self._hears = hears

    def write(self, text: str) -> int:
        typed = self._answers.pop(0) if text == PROMPT else self._hears(text)
        if typed:
            os.write(self._typed, typed)
            select.select([self._source], [], [])  # it has arrived
        return super().write(text)


def test_what_is_typed_while_others_play_is_no_answer(home: Home, tmp_path: Path, keyboard: tuple[int, TextIO]) -> None:
    hands = ["r5 r9 g1 g2 b8 y1 w4", "b1 b2 b3 b4 b5 b6 b7", "y2 y3 y4 y5 y6 y7 y9", "g4 g5 g6 g7 g8 g9 g0"]
    session, save = resume(dealt_match(tmp_path / "x.paiju", hands, "r3", "y8 r1 r2 r4"))
    answers = [b"1\n", b"0\n", b"q\n"]  # draw, end the turn, and leave at the next
    screen = Typist(keyboard, answers, lambda text: b"1\n" if text.startswith(("3 号出", "3 号摸")) else b"")
    talk = Talk(Words("zh-CN"), source=keyboard[1], sink=screen)
    assert play(talk, session, save, resumed=True) is False
    said = screen.getvalue()
    assert "3 号" in said
    assert said.count("你摸 1 张") == 1, "what was typed while the third player played drew no card"
    assert answers == []


@pytest.mark.parametrize(("key", "heard"), [(b" ", ""), (b"x", "x"), (b"0", "0"), (b"\x1b[B", "[b"), (b"\n", "")])
def test_a_key_needs_no_enter(keyboard: tuple[int, TextIO], key: bytes, heard: str) -> None:
    talk = Talk(Words("en-US"), source=keyboard[1], sink=Typist(keyboard, [key, b"1\n"], lambda _text: b""))
    assert talk.reads_keys
    assert talk.press() == heard
    assert talk.listen() == "1", "lines are read as before"


def test_enter_goes_on_where_keys_cannot_be_read() -> None:
    talk = Talk(Words("en-US"), source=io.StringIO("\n"), sink=io.StringIO())
    assert not talk.reads_keys
    assert talk.press() == ""
    with pytest.raises(InputEnded):
        talk.press()


def test_ctrl_d_ends_the_input_where_keys_are_read(keyboard: tuple[int, TextIO]) -> None:
    talk = Talk(Words("en-US"), source=keyboard[1], sink=Typist(keyboard, [b"\x04"], lambda _text: b""))
    with pytest.raises(InputEnded):
        talk.press()


@pytest.mark.parametrize("when", ["before the question", "while a key is waited for"])
def test_a_terminal_that_is_closed_ends_the_input_where_keys_are_read(when: str) -> None:
    outer, inner = pty.openpty()

    class Screen(io.StringIO):
        def write(self, text: str) -> int:
            if text == PROMPT and when != "before the question":
                os.close(outer)
            return super().write(text)

    with open(inner, encoding="utf-8") as source:
        talk = Talk(Words("en-US"), source=source, sink=Screen())
        assert talk.reads_keys
        if when == "before the question":
            os.close(outer)
        with pytest.raises(InputEnded):
            talk.press()


def test_another_signal_ends_no_question(keyboard: tuple[int, TextIO], monkeypatch: pytest.MonkeyPatch) -> None:
    typed, source = keyboard
    arrived: list[int] = []
    looks: list[list[int]] = []
    wait = select.select

    def select_once_more(*ready: object) -> tuple[list[int], list[int], list[int]]:
        if not looks:
            signal.raise_signal(signal.SIGUSR1)
        elif len(looks) == 1:
            os.write(typed, b"1\n")
        looks.append(wait(*ready)[0])  # type: ignore[arg-type]
        return looks[-1], [], []

    monkeypatch.setattr("paiju.terminal.console.talk.select.select", select_once_more)
    before = signal.signal(signal.SIGUSR1, lambda number, _frame: arrived.append(number))
    try:
        with open(os.devnull, "w", encoding="utf-8") as nowhere:
            assert Talk(Words("en-US"), source=source, sink=nowhere).listen() == "1"
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert arrived == [signal.SIGUSR1]
    assert [source.fileno() in look for look in looks] == [False, True]
    assert len(looks[1]) == 1, "the signal is not looked at twice"
