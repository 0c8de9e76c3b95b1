"""A page of terminal cells to draw on, and the places on it that answer to a click.

Everything the table shows is drawn by plain functions on a `Canvas`, so that it can be tested without a
terminal: wide characters take two cells, nothing is ever drawn outside, every line is exactly as wide as the page.
"""

from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len

PLAIN: Final = "text"

ASCII: Final = str.maketrans(
    "▲●■◆♠♥♣♦─│╭╮╰╯┏┓┗┛━┃▮▯░█▀▄▶→←↑↓·…✓★–×▸├",
    "RYGBSHCD-|++++++++=|#-:###>><^v..v*-x>+",
)
"""For terminals that show these characters two cells wide, or not at all."""


@dataclass(frozen=True)
class Spot:
    """A rectangle that means something when it is clicked."""

    x: int
    y: int
    width: int
    height: int
    target: str


@dataclass(frozen=True)
class Run:
    """Neighbouring cells of one tone."""

    text: str
    tone: str


class Canvas:
    """A page of cells. A tone names a meaning (`red`, `hint`, `bold accent`); the palette knows how it looks."""

    def __init__(self, width: int, height: int) -> None:
        self.width: Final = width
        self.height: Final = height
        self.spots: Final[list[Spot]] = []
        self._cells: list[list[str]] = [[" "] * width for _ in range(height)]
        self._tones: list[list[str]] = [[PLAIN] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, tone: str = PLAIN, limit: int | None = None) -> int:
        """Write `text` from `x`, at most up to column `limit`; returns the column after it."""
        end = self.width if limit is None else min(limit, self.width)
        if not 0 <= y < self.height:
            return x + cell_len(text)
        for char in text:
            size = cell_len(char)
            if size == 0:
                continue
            if x + size > end:
                return x
            if x >= 0:
                self._set(x, y, char, size, tone)
            x += size
        return x

    def put_right(self, end: int, y: int, text: str, tone: str = PLAIN) -> int:
        """Write `text` so that it ends before column `end`; returns the column it begins at."""
        start = max(0, end - cell_len(text))
        self.put(start, y, text, tone, end)
        return start

    def put_centre(self, x: int, width: int, y: int, text: str, tone: str = PLAIN) -> None:
        """Write `text` in the middle of `width` columns from `x`."""
        self.put(x + max(0, (width - cell_len(text)) // 2), y, text, tone, x + width)

    def runs(self, x: int, y: int, pieces: "list[Run]", limit: int | None = None) -> int:
        """Write pieces of different tones one after another."""
        for piece in pieces:
            x = self.put(x, y, piece.text, piece.tone, limit)
        return x

    def across(self, y: int, tone: str = "line") -> None:
        """A rule over the whole width."""
        self.put(0, y, "─" * self.width, tone)

    def down(self, x: int, y: int, height: int, tone: str = "line") -> None:
        """A rule from `y` downwards."""
        for row in range(y, y + height):
            self.put(x, row, "│", tone)

    def box(self, x: int, y: int, width: int, height: int, tone: str = "line", heavy: bool = False) -> None:
        """A frame with an empty inside."""
        left, right, low_left, low_right, flat, upright = "┏┓┗┛━┃" if heavy else "╭╮╰╯─│"
        self.put(x, y, left + flat * (width - 2) + right, tone)
        for row in range(y + 1, y + height - 1):
            self.put(x, row, upright + " " * (width - 2) + upright, tone)
        self.put(x, y + height - 1, low_left + flat * (width - 2) + low_right, tone)

    def spot(self, x: int, y: int, width: int, height: int, target: str) -> None:
        """Make a rectangle answer to clicks; what is added later lies on top."""
        self.spots.append(Spot(x, y, width, height, target))

    def hit(self, x: int, y: int) -> str:
        """What lies at a cell, or an empty text."""
        for spot in reversed(self.spots):
            if spot.x <= x < spot.x + spot.width and spot.y <= y < spot.y + spot.height:
                return spot.target
        return ""

    def find(self, target: str) -> Spot | None:
        """Where `target` lies."""
        return next((spot for spot in reversed(self.spots) if spot.target == target), None)

    def line(self, y: int) -> list[Run]:
        """Row `y` as runs, exactly `width` cells together."""
        out: list[Run] = []
        start = 0
        cells, tones = self._cells[y], self._tones[y]
        for x in range(1, self.width + 1):
            if x == self.width or tones[x] != tones[start]:
                out.append(Run("".join(cells[start:x]), tones[start]))
                start = x
        return out

    def text(self) -> str:
        """The page without tones, one line per row, without spaces at the ends."""
        return "\n".join("".join(row).rstrip() for row in self._cells)

    def _set(self, x: int, y: int, char: str, size: int, tone: str) -> None:
        cells, tones = self._cells[y], self._tones[y]
        for column in range(x, x + size):
            self._break_wide(cells, column)
        cells[x] = char
        tones[x] = tone
        if size == 2:
            cells[x + 1] = ""
            tones[x + 1] = tone

    def _break_wide(self, cells: list[str], x: int) -> None:
        """Half of a wide character cannot stay when the other half is overwritten."""
        if cells[x] == "" and x > 0:
            cells[x - 1] = " "
        if cell_len(cells[x]) == 2 and x + 1 < self.width:
            cells[x + 1] = " "
        cells[x] = " "
