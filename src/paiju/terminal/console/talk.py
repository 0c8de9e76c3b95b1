"""Saying and asking, line by line: the only place of the plain console that touches a terminal."""

import os
import select
import signal
import sys
import time
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final, TextIO

from paiju.terminal.cells import wrap
from paiju.terminal.console.paint import Paint, light_page
from paiju.terminal.words import Words

PROMPT: Final = "> "
RUN: Final = 5
REVERSED: Final = "\x1b[?5h"
NOT_REVERSED: Final = "\x1b[?5l"
FLASH_SECONDS: Final = 0.1
LONGEST_ANSWER: Final = 400
"""More than anybody types: the rest of a longer line is dropped."""
LONGEST_KEY: Final = 32
"""Bytes of one key: arrows and function keys send several."""
LOOK_SECONDS: Final = 0.2
END_OF_INPUT: Final = b"\x04"
"""Ctrl-D, where keys are read one by one."""


class InputEnded(Exception):
    """There is no more input: end of file, or the terminal was closed."""


class QuestionOutdated(Exception):
    """What was asked has been decided meanwhile, without an answer."""


class Talk:
    """A conversation in one language. Every line fits 80 cells and says one thing."""

    def __init__(
        self,
        words: Words,
        *,
        colour: bool = False,
        colour_possible: bool = False,
        source: TextIO | None = None,
        sink: TextIO | None = None,
    ) -> None:
        self.words = words
        self.paint = Paint(colour, light=light_page())
        self.can_colour: Final = colour_possible
        """Whether this terminal shows colours and nobody forbade them."""
        self._source: Final = source if source is not None else forgiving(sys.stdin)
        self._sink: Final = sink if sink is not None else forgiving(sys.stdout)
        self._echo: Final = not self._source.isatty()
        self._typed_ahead = False
        """Whether to drop what was typed before the next question."""
        self.outdated: Callable[[], bool] | None = None
        """Asked several times a second while an answer is waited for: whether the question ends without one."""

    def say(self, text: str, indent: str = "  ") -> None:
        """Print one fact; longer ones continue on indented lines. Control characters are removed."""
        for line in wrap("".join(c if c.isprintable() else " " for c in text), indent=indent):
            self._sink.write(self.paint.line(line) + "\n")
        self._sink.flush()

    def tell(self, key: str, /, **params: object) -> None:
        """Say the text of a message."""
        self.say(self.words(key, **params))

    def signal(self, kind: str) -> None:
        """Ring the bell or flash the screen, if the output is a terminal."""
        if not self._sink.isatty():
            return
        if kind == "bell":
            self._sink.write("\a")
        elif kind == "flash" and self.can_colour:
            self._sink.write(REVERSED)
            self._sink.flush()
            time.sleep(FLASH_SECONDS)
            self._sink.write(NOT_REVERSED)
        self._sink.flush()

    def others_played(self) -> None:
        """Drop what is typed before the next question, because it cannot be an answer to it."""
        self._typed_ahead = True

    @property
    def reads_keys(self) -> bool:
        """Whether single keys can be read, without Enter."""
        return not self._echo and sys.platform != "win32"

    def press(self) -> str:
        """Wait for any key, or for a line where single keys cannot be read. Returns what was typed."""
        if not self.reads_keys:
            return self.listen()
        self._forget_typed()
        with _single_keys(self._source.fileno()) as descriptor:
            self._sink.write(PROMPT)
            self._sink.flush()
            self._wait_for_input()
            typed = os.read(descriptor, LONGEST_KEY)
        self._sink.write("\n")
        self._sink.flush()
        if typed in (b"", END_OF_INPUT):
            raise InputEnded
        return tidy(typed.decode(errors="replace")).lower()

    def _wait_for_input(self) -> None:
        """Raises `QuestionOutdated`; what was typed so far is dropped then."""
        try:
            _wait_for_input(self._source, self.outdated)
        except QuestionOutdated:
            self._typed_ahead = True
            self._sink.write("\n")
            raise

    def _forget_typed(self) -> None:
        if self._typed_ahead and not self._echo:
            _discard_input(self._source)
        self._typed_ahead = False

    def listen(self) -> str:
        """Read one line: full-width characters become plain, letters lower case; control characters are removed.

        Raises `InputEnded` and, with `outdated`, `QuestionOutdated`.
        """
        self._forget_typed()
        self._sink.write(PROMPT)
        self._sink.flush()
        if not self._echo:
            self._wait_for_input()
        line = self._source.readline()
        if not line:
            self._sink.write("\n")
            raise InputEnded
        answer = tidy(line)
        if self._echo:  # in a pipe nobody sees what was typed, and the transcript should
            self._sink.write(answer + "\n")
        return answer.lower()

    def ask(self, question: str, answers: Sequence[str], *, show: Callable[[str], bool] | None = None) -> str:
        """Ask until the answer is one of `answers`. `show` may deal with another answer and returns whether it did."""
        self.say(question)
        while True:
            answer = self.listen()
            if answer in answers:
                return answer
            if show is not None and show(answer):
                self.say(question)
            else:
                self.tell("ask.again", answers=self._possible(answers))

    def _possible(self, answers: Sequence[str]) -> str:
        """The answers as a list; a long run of numbers as 0-12."""
        if len(answers) > RUN and list(answers) == [str(number) for number in range(len(answers))]:
            return f"0-{len(answers) - 1}"
        return self.words.either([answer or self.words("ask.enter") for answer in answers])


def _wait_for_input(terminal: TextIO, outdated: Callable[[], bool] | None) -> None:
    """Wait until something has been typed. A Ctrl-C that comes just before interrupts this, but not a plain read.

    Raises `QuestionOutdated` when `outdated` says so before something was typed.
    """
    if sys.platform == "win32":
        return  # only sockets can be waited for there
    pause = None if outdated is None else LOOK_SECONDS
    with _woken_by_signals() as woken:
        while True:
            ready = select.select([terminal.fileno(), woken], [], [], pause)[0]
            if terminal.fileno() in ready:
                return
            if woken in ready:
                os.read(woken, 1024)
            if outdated is not None and outdated():
                raise QuestionOutdated


def _discard_input(terminal: TextIO) -> None:
    """Drop what was typed and not read yet."""
    if sys.platform == "win32":
        import msvcrt

        while msvcrt.kbhit():
            msvcrt.getwch()
        return
    import termios

    with suppress(termios.error):  # the terminal was closed: the next read says so
        termios.tcflush(terminal.fileno(), termios.TCIFLUSH)


@contextmanager
def _single_keys(descriptor: int) -> Iterator[int]:
    """While the block runs, the terminal passes on every key at once and does not echo it.

    Raises `InputEnded` if the terminal is closed by then.
    """
    import termios
    import tty

    try:
        before = termios.tcgetattr(descriptor)
        tty.setcbreak(descriptor, termios.TCSADRAIN)
        try:
            yield descriptor
        finally:
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
    except termios.error as error:
        raise InputEnded from error


@contextmanager
def _woken_by_signals() -> Iterator[int]:
    """A descriptor that becomes readable when a signal arrives."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    before = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    try:
        yield reading
    finally:
        signal.set_wakeup_fd(before)
        os.close(reading)
        os.close(writing)


def tidy(line: str) -> str:
    """What a player meant by a line: `１` is `1`, and bytes that are not text are dropped."""
    text = unicodedata.normalize("NFKC", line[:LONGEST_ANSWER])
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def forgiving(stream: TextIO) -> TextIO:
    """`stream`, made to replace what it cannot encode or decode instead of failing."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
    return stream
