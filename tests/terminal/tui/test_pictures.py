"""The pictures in the documents are made from the program itself.

`PAIJU_PICTURES=1 pytest tests/terminal/tui/test_pictures.py` makes them anew.
"""

import os
import re
from pathlib import Path

import pytest
from rich.segment import Segment

from paiju.terminal.cells import width
from paiju.terminal.tui.palette import Palette
from paiju.terminal.tui.picture import canvas_lines, svg
from tests.terminal.console.player import Home, Terminal
from tests.terminal.tui.positions import chosen, resumed
from tests.terminal.tui.tables import screen_of

PICTURES = Path(__file__).parents[3] / "docs" / "pictures"
PALETTE = Palette()
SHADES = {"\x1b[0m": "text", "\x1b[91m": "red", "\x1b[92m": "green", "\x1b[93m": "yellow", "\x1b[94m": "blue"}
TITLES = {
    "uno": "UNO in a terminal of 80 by 24 cells: three bots, the piles, the log, and a hand with a card chosen",
    "console": "UNO in the plain console, in Chinese: whose turn it is, the hand, and why a card cannot be played",
    "shandong": "Shandong in a terminal of 80 by 24 cells: following a tractor, and why a choice is refused",
}


@pytest.mark.anyio
@pytest.mark.parametrize(("game", "language"), [("uno", "en-US"), ("shandong", "zh-CN")])
async def test_the_picture_shows_the_program_as_it_is(tmp_path: Path, game: str, language: str) -> None:
    app = resumed(tmp_path, game, language)
    async with app.run_test(size=(80, 24)) as pilot:
        await chosen(pilot, game)
        drawn = svg(canvas_lines(screen_of(pilot).board.canvas, app.look.palette), TITLES[game])
    assert kept(f"terminal-{game}", drawn) == drawn


def test_the_picture_of_the_console_is_what_it_says(tmp_path: Path) -> None:
    arguments = ("--rulebook", "console", "--bots", "random", "--seed", "3", "--pace", "0", "--plain", "--lang", "zh")
    console = Terminal(Home(tmp_path), "play", "uno", *arguments)
    said = console.listen()
    for answer in ("2", "1", "3", "2"):
        said += f"\n> {console.type(answer)}"
    console.child.close(force=True)
    drawn = svg([painted(line) for line in said.split("\n")], TITLES["console"])
    assert kept("terminal-console", drawn) == drawn


def painted(line: str) -> list[Segment]:
    """A line with colour codes as styled text, in the colours of our own pictures, as wide as a terminal."""
    pieces, tone, used = [], "text", 0
    for code, text in re.findall(r"(\x1b\[\d+m)?([^\x1b]*)", line):
        tone = SHADES[code] if code else tone
        pieces.append(Segment(text, PALETTE.style(tone)))
        used += width(text)
    return [*pieces, Segment(" " * (80 - used), PALETTE.style("text"))]


def kept(name: str, drawn: str) -> str:
    """The picture in the documents, made anew if that is wanted."""
    path = PICTURES / f"{name}.svg"
    if os.environ.get("PAIJU_PICTURES"):
        path.write_text(drawn, "utf-8")
    return path.read_text("utf-8")
