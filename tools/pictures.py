"""Draws the pictures in the documents again, with the program itself: `python -m tools.pictures`, or `make pictures`.

A maker returns the files it draws, by name. Tests draw the same and compare.
"""

import asyncio
import os
import re
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from rich.segment import Segment

from paiju.terminal.cells import width
from paiju.terminal.tui.palette import Palette
from paiju.terminal.tui.picture import canvas_lines, svg
from tests.terminal.console.player import Home, Terminal
from tests.terminal.tui.positions import chosen, resumed
from tests.terminal.tui.tables import screen_of

PICTURES: Final = Path(__file__).parents[1] / "docs" / "pictures"
SHADES: Final = {"\x1b[0m": "text", "\x1b[91m": "red", "\x1b[92m": "green", "\x1b[93m": "yellow", "\x1b[94m": "blue"}
UNO: Final = "UNO in a terminal of 80 by 24 cells: three bots, the piles, the log, and a hand with a card chosen"
CONSOLE: Final = "UNO in the plain console, in Chinese: whose turn it is, the hand, and why a card cannot be played"
SHANDONG: Final = "Shandong in a terminal of 80 by 24 cells: following a tractor, and why a choice is refused"


def terminal_pictures() -> Mapping[str, bytes]:
    """Both games on the table, and the plain console."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_DATA_HOME"] = os.environ["XDG_CONFIG_HOME"] = folder
        drawn = {
            "terminal-uno.svg": asyncio.run(table_picture(Path(folder), "uno", "en-US", UNO)),
            "terminal-shandong.svg": asyncio.run(table_picture(Path(folder), "shandong", "zh-CN", SHANDONG)),
            "terminal-console.svg": console_picture(Path(folder)),
        }
    return {name: picture.encode() for name, picture in drawn.items()}


async def table_picture(folder: Path, game: str, language: str, title: str) -> str:
    """A position on the table with something chosen."""
    app = resumed(folder, game, language)
    async with app.run_test(size=(80, 24)) as pilot:
        await chosen(pilot, game)
        return svg(canvas_lines(screen_of(pilot).board.canvas, app.appearance.palette), title)


def console_picture(folder: Path) -> str:
    """The plain console after a few answers."""
    arguments = ("--rulebook", "console", "--bots", "random", "--seed", "3", "--pace", "0", "--plain", "--lang", "zh")
    console = Terminal(Home(folder), "play", "uno", *arguments)
    said = console.listen()
    for answer in ("2", "1", "3", "2"):
        said += f"\n> {console.type(answer)}"
    console.child.close(force=True)
    return svg([_painted(line) for line in said.split("\n")], CONSOLE)


def _painted(line: str) -> list[Segment]:
    """A line with colour codes as styled text, in the colours of our own pictures, as wide as a terminal."""
    palette = Palette()
    pieces, tone, used = [], "text", 0
    for code, text in re.findall(r"(\x1b\[\d+m)?([^\x1b]*)", line):
        tone = SHADES[code] if code else tone
        pieces.append(Segment(text, palette.style(tone)))
        used += width(text)
    return [*pieces, Segment(" " * (80 - used), palette.style("text"))]


MAKERS: Final[list[Callable[[], Mapping[str, bytes]]]] = [terminal_pictures]


def main() -> int:
    """Draw everything; say which files changed."""
    for make in MAKERS:
        for name, picture in make().items():
            path = PICTURES / name
            changed = not path.exists() or path.read_bytes() != picture
            path.write_bytes(picture)
            print(f"{path.relative_to(PICTURES.parents[1])}: {'changed' if changed else 'as it was'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
