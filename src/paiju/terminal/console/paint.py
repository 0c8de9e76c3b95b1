"""Colour enhancement (颜色增强): card names in their colours. Colour is never the only way to tell cards apart."""

import os
import re
from collections.abc import Mapping
from typing import Final

RED: Final = 91
GREEN: Final = 92
YELLOW: Final = 93
BLUE: Final = 94
CYAN: Final = 96
BRIGHT: Final = 60
"""Added to a colour code, gives its bright variant."""

_CODES: Final = {
    "红": RED, "黄": YELLOW, "绿": GREEN, "蓝": BLUE,
    "red": RED, "yellow": YELLOW, "green": GREEN, "blue": BLUE,
    "红桃": RED, "梅花": CYAN, "方块": BLUE, "♥": RED, "♣": CYAN, "♦": BLUE,
    "hearts": RED, "clubs": CYAN, "diamonds": BLUE, "h": RED, "c": CYAN, "d": BLUE,
}  # fmt: skip

_CARD: Final = re.compile(
    r"(?P<suit>红桃|梅花|方块|[♥♣♦])(?: ?(?:10|[2-9JQKA]))*"
    r"|(?P<colour>[红黄绿蓝])(?:色|反转|跳过|\+2|\d)"
    r"|\b(?P<word>[Rr]ed|[Yy]ellow|[Gg]reen|[Bb]lue)\b(?: (?:Skip|Reverse|\+2|\d))?"
    r"|\b(?P<name>hearts|clubs|diamonds)\b(?: (?:10|[2-9JQKA])\b)*"
    r"|\b(?P<letter>[HCD])(?:10|[2-9JQKA])\b"
)


class Paint:
    """Adds colour codes to finished lines, so that widths are counted on plain text."""

    def __init__(self, on: bool, *, light: bool = False) -> None:
        self.on = on
        self._darker: Final = BRIGHT if light else 0
        """Subtracted from colour codes: on a light page only the darker shades can be read."""

    def line(self, text: str) -> str:
        """`text` with every card and colour in it painted, or as it is when painting is off."""
        return _CARD.sub(self._painted, text) if self.on else text

    def _painted(self, found: re.Match[str]) -> str:
        key = next(group for group in found.groups() if group).lower()
        return f"\x1b[{_CODES[key] - self._darker}m{found.group()}\x1b[0m"


def light_page(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether the terminal says that its page is light: `COLORFGBG` ends with the colour of the page."""
    return environ.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15")
