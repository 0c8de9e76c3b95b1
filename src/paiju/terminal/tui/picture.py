"""A canvas as an SVG picture, for documents: every run at its own column, so that wide characters stay in line."""

from html import escape

from rich.cells import cell_len
from rich.color import Color
from rich.style import Style

from paiju.terminal.tui.canvas import Canvas
from paiju.terminal.tui.palette import INK, PAGE, Palette

CELL = 9.6
LINE = 20.0
EDGE = 16.0
FONTS = "'DejaVu Sans Mono','Cascadia Mono',Menlo,Consolas,'Noto Sans Mono CJK SC','Noto Sans SC',monospace"


def svg(canvas: Canvas, palette: Palette, title: str) -> str:
    """The picture; `title` is read to those who cannot see it."""
    width, height = canvas.width * CELL + 2 * EDGE, canvas.height * LINE + 2 * EDGE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" role="img" font-family="{FONTS}" font-size="16" xml:space="preserve">',
        f"<title>{escape(title)}</title>",
        f'<rect width="100%" height="100%" rx="10" fill="{PAGE}"/>',
    ]
    for row in range(canvas.height):
        column = 0
        for run in canvas.line(row):
            parts.extend(_run(run.text, column, row, palette.style(run.tone)))
            column += cell_len(run.text)
    return "\n".join([*parts, "</svg>", ""])


def _run(text: str, column: int, row: int, style: Style) -> list[str]:
    ink, page = _hex(style.color, INK), _hex(style.bgcolor, PAGE)
    x, y = EDGE + column * CELL, EDGE + row * LINE
    parts: list[str] = []
    if page != PAGE:
        parts.append(f'<rect x="{x:g}" y="{y:g}" width="{cell_len(text) * CELL:g}" height="{LINE:g}" fill="{page}"/>')
    weight = ' font-weight="700"' if style.bold else ""
    line = ' text-decoration="underline"' if style.underline else ""
    for piece, offset in _pieces(text):
        size = cell_len(piece) * CELL
        parts.append(
            f'<text x="{x + offset * CELL:g}" y="{y + 15:g}" fill="{ink}"{weight}{line} textLength="{size:g}" '
            f'lengthAdjust="spacingAndGlyphs">{escape(piece)}</text>'
        )
    return parts


def _pieces(text: str) -> list[tuple[str, int]]:
    """Parts without spaces round them, and where they begin; wide characters stand alone."""
    pieces: list[tuple[str, int]] = []
    column, word = 0, ""
    for char in [*text, " "]:
        wide = cell_len(char) == 2
        if word and (char == " " or wide):
            pieces.append((word, column - cell_len(word)))
            word = ""
        if wide:
            pieces.append((char, column))
        elif char != " ":
            word += char
        column += cell_len(char)
    return pieces


def _hex(colour: Color | None, default: str) -> str:
    return default if colour is None or colour.triplet is None else colour.triplet.hex.upper()
