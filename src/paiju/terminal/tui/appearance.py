"""What this terminal can show: its colours, and whether it shows our characters one cell wide."""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TextIO

from paiju.terminal.tui.palette import Palette, colour_depth

ANSWER_SECONDS = 0.15


@dataclass(frozen=True)
class Appearance:
    """What a board needs to know about the terminal."""

    palette: Palette
    ascii_only: bool = False


def terminal_appearance(colour: bool = True, environ: Mapping[str, str] = os.environ) -> Appearance:
    """Find out what the terminal can do; asked once, before anything is drawn."""
    plain = not _speaks_unicode(environ) or shows_shapes_wide(sys.__stdin__, sys.__stderr__)
    return Appearance(Palette(colour_depth(colour, environ)), plain)


def _speaks_unicode(environ: Mapping[str, str]) -> bool:
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        value = environ.get(name, "")
        if value:
            return "utf" in value.lower() or value in ("C", "POSIX")
    return True


def shows_shapes_wide(source: TextIO | None, target: TextIO | None, patience: float = ANSWER_SECONDS) -> bool:
    """Print a shape and ask where the cursor is: some terminals give these characters two cells.

    A terminal that does not answer in time is assumed to be an ordinary one.
    """
    if sys.platform == "win32":
        return False
    import termios
    import tty

    if source is None or target is None or not (source.isatty() and target.isatty()):
        return False
    before = termios.tcgetattr(source)
    try:
        tty.setcbreak(source, termios.TCSANOW)
        target.write("\r▲\x1b[6n")
        target.flush()
        answer = _answer(source.fileno(), patience)
        target.write("\r  \r")
        target.flush()
    finally:
        termios.tcsetattr(source, termios.TCSANOW, before)
    return answer.endswith(b";3R")


def _answer(descriptor: int, patience: float) -> bytes:
    import select
    import time

    answer = b""
    until = time.monotonic() + patience
    while not answer.endswith(b"R"):
        left = until - time.monotonic()
        if left <= 0 or not select.select([descriptor], [], [], left)[0]:
            break
        answer += os.read(descriptor, 32)
    return answer
