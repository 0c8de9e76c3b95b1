"""Asking on a real terminal: Ctrl-C is never lost."""

import os
import pty
import signal
import sys
import threading
import time
from collections.abc import Iterator
from typing import TextIO

import pytest

from paiju.terminal.console.talk import InputEnded, Talk
from paiju.terminal.words import Words


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
