"""The contents of a terminal as a small SVG picture, for documents and tests.

Every piece of text stands at its own column, so that wide characters stay in line whatever fonts a viewer has.
"""

from collections.abc import Iterable, Sequence
from html import escape
from itertools import groupby
from typing import Final

from rich.cells import cell_len
from rich.color import Color
from rich.segment import Segment
from rich.style import Style

from paiju.terminal.tui.canvas import Canvas
from paiju.terminal.tui.palette import INK, PAGE, Palette

CELL: Final = 10
LINE: Final = 20
EDGE: Final = 16
BASE: Final = 15
"""From the top of a line to the baseline of its letters."""
FONTS: Final = "'DejaVu Sans Mono','Cascadia Mono',Menlo,Consolas,'Noto Sans Mono CJK SC','Noto Sans SC',monospace"

Segments = Iterable[Segment]


def canvas_lines(canvas: Canvas, palette: Palette) -> list[list[Segment]]:
    """A canvas as lines of styled text."""
    return [[Segment(run.text, palette.style(run.tone)) for run in canvas.line(y)] for y in range(canvas.height)]


def svg(lines: Sequence[Segments], title: str) -> str:
    """The picture; `title` is read to those who cannot see it."""
    names: dict[str, str] = {}
    body = [part for y, line in enumerate(lines) for part in _line(line, EDGE + y * LINE, names)]
    width = max((sum(cell_len(piece.text) for piece in line) for line in lines), default=0) * CELL + 2 * EDGE
    height = len(lines) * LINE + 2 * EDGE
    styles = [f".{name}{{{look}}}" for look, name in names.items()]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}" role="img">',
            f"<title>{escape(title)}</title>",
            f"<style>text{{font:16.6px {FONTS};white-space:pre}}{''.join(styles)}</style>",
            f'<rect width="{width}" height="{height}" rx="10" fill="{PAGE}"/>',
            *body,
            "</svg>",
            "",
        ]
    )


def _line(line: Segments, y: int, names: dict[str, str]) -> list[str]:
    parts: list[str] = []
    column = 0
    for segment in line:
        style = segment.style or Style()
        width = cell_len(segment.text)
        page = _page(style)
        if page != PAGE:
            x = EDGE + column * CELL
            parts.append(f'<rect x="{x}" y="{y}" width="{width * CELL}" height="{LINE}" fill="{page}"/>')
        for text, at in _pieces(segment.text):
            parts.append(_text(text, column + at, y, names.setdefault(_look(style), f"s{len(names)}")))
        column += width
    return parts


def _text(text: str, column: int, y: int, name: str) -> str:
    x = EDGE + column * CELL
    if cell_len(text) > len(text):  # wide characters, each at its own place
        places = " ".join(str(x + 2 * CELL * index) for index in range(len(text)))
        return f'<text class="{name}" x="{places}" y="{y + BASE}">{escape(text)}</text>'
    length = f' textLength="{len(text) * CELL}"' if len(text) > 1 else ""
    return f'<text class="{name}" x="{x}" y="{y + BASE}"{length}>{escape(text)}</text>'


def _pieces(text: str) -> list[tuple[str, int]]:
    """Words and runs of wide characters, and where they begin."""
    pieces: list[tuple[str, int]] = []
    column = 0
    for kind, chars in groupby(text, lambda char: 0 if char == " " else cell_len(char)):
        piece = "".join(chars)
        if kind:
            pieces.append((piece, column))
        column += cell_len(piece)
    return pieces


def _look(style: Style) -> str:
    ink = _hex(style.bgcolor, PAGE) if style.reverse else _hex(style.color, INK)
    weight = ";font-weight:700" if style.bold else ""
    return f"fill:{ink}{weight}{';text-decoration:underline' if style.underline else ''}"


def _page(style: Style) -> str:
    return _hex(style.color, INK) if style.reverse else _hex(style.bgcolor, PAGE)


def _hex(colour: Color | None, default: str) -> str:
    return default if colour is None or colour.triplet is None else colour.triplet.hex.upper()
