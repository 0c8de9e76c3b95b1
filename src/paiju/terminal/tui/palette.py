"""How tones look: in full colour, in the sixteen colours of a terminal, and without any."""

import os
from collections.abc import Mapping
from typing import Final

from rich.style import Style

FULL: Final = "full"
SIXTEEN: Final = "sixteen"
NONE: Final = "none"

PAGE: Final = "#101716"
INK: Final = "#E9EFEC"

_FULL: Final = {
    "text": INK,
    "second": "#BAC6C1",
    "hint": "#9AA9A3",
    "line": "#738580",
    "accent": "#E3A0D8",
    "ok": "#7FD3A2",
    "warn": "#F0C469",
    "bad": "#FF9A90",
    "info": "#93BEF5",
    "red": "#FF9C94",
    "yellow": "#F4C21B",
    "green": "#6FD9A6",
    "blue": "#93BEF5",
    "wild": INK,
    "spades": INK,
    "hearts": "#FF9C94",
    "clubs": "#6FD9C0",
    "diamonds": "#93BEF5",
    "joker": "#E3A0D8",
    "back": "#5E8C7C",
}
# On a black page of our own: bright yellow on the white page of a light terminal cannot be read.
# Hints are 7, not 8: on many terminals 8 cannot be read.
_SIXTEEN: Final = {
    "text": "bright_white",
    "second": "white",
    "hint": "white",
    "line": "white",
    "accent": "bright_magenta",
    "ok": "bright_green",
    "warn": "bright_yellow",
    "bad": "bright_red",
    "info": "bright_blue",
    "red": "bright_red",
    "yellow": "bright_yellow",
    "green": "bright_green",
    "blue": "bright_blue",
    "wild": "bright_white",
    "spades": "bright_white",
    "hearts": "bright_red",
    "clubs": "bright_cyan",
    "diamonds": "bright_blue",
    "joker": "bright_magenta",
    "back": "green",
}
_LOUD: Final = {"accent", "bad", "warn", "ok"}


class Palette:
    """Tones to styles. A tone is a colour's name with `bold`, `reverse` or `under` before it, in any order."""

    def __init__(self, depth: str = FULL) -> None:
        self.depth: Final = depth
        self._styles: dict[str, Style] = {}

    def style(self, tone: str) -> Style:
        """The style of `tone`."""
        found = self._styles.get(tone)
        if found is None:
            found = self._styles[tone] = self._build(tone)
        return found

    def _build(self, tone: str) -> Style:
        words = tone.split()
        colour = next((w for w in words if w in _FULL), "text")
        bold, reverse, under = "bold" in words, "reverse" in words, "under" in words
        if self.depth == FULL:
            ink, page = _FULL[colour], PAGE
            if reverse:
                ink, page = page, ink
            return Style(color=ink, bgcolor=page, bold=bold, underline=under)
        if self.depth == SIXTEEN:
            return Style(color=_SIXTEEN[colour], bgcolor="black", bold=bold, reverse=reverse, underline=under)
        return Style(bold=bold or colour in _LOUD, reverse=reverse, underline=under)


def colour_depth(wanted: bool, environ: Mapping[str, str] = os.environ) -> str:
    """What the terminal can show: `NO_COLOR` and the player's own choice come first, then what it says of itself.

    Rich must come to the same answer, or it would turn our colours into the nearest of sixteen by itself.
    """
    term = environ.get("TERM", "")
    if not wanted or environ.get("NO_COLOR") or term in ("dumb", "vt100", "vt220") or term.endswith("-m"):
        return NONE
    if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit") or term.endswith(("-256color", "-kitty")):
        return FULL
    return SIXTEEN
