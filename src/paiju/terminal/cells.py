"""Widths as a terminal sees them: a Chinese character takes two cells."""

from rich.cells import cell_len, set_cell_size

WIDTH = 80


def harmless(text: str) -> str:
    """`text` without control characters: names and records come from other people."""
    return "".join(char for char in text if char.isprintable())


def width(text: str) -> int:
    """How many cells `text` takes."""
    return cell_len(text)


def pad(text: str, cells: int) -> str:
    """`text` followed by spaces up to `cells`; longer text stays whole."""
    return text + " " * (cells - cell_len(text))


def pad_left(text: str, cells: int) -> str:
    """`text` after spaces up to `cells`; longer text stays whole."""
    return " " * (cells - cell_len(text)) + text


def cut(text: str, cells: int) -> str:
    """`text` in exactly `cells`: cut or filled with spaces."""
    return set_cell_size(text, cells)


def wrap(text: str, cells: int = WIDTH, indent: str = "") -> list[str]:
    """`text` in lines of at most `cells`, broken at spaces or between Chinese characters; later lines get `indent`.

    Closing punctuation never begins a line.
    """
    lines: list[str] = []
    line = ""
    for piece in _pieces(text):
        if line.strip() and cell_len(line) + cell_len(piece.rstrip()) > cells:
            lines.append(line.rstrip())
            line = indent + piece.lstrip()
        else:
            line += piece
    lines.append(line.rstrip())
    return lines


def _pieces(text: str) -> list[str]:
    """The smallest parts that stay together: a word with its space, or a wide character with its punctuation."""
    pieces: list[str] = []
    for char in text:
        if not pieces:
            pieces.append(char)
            continue
        last = pieces[-1]
        glued = char in "，。；：？！、）”」》…" or char == " "
        wide = cell_len(char) == 2
        if glued or (not wide and not last.endswith(" ") and cell_len(last[-1]) < 2):
            pieces[-1] += char
        else:
            pieces.append(char)
    return pieces
