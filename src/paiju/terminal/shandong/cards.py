"""Poker cards in lines and boxes, and how a hand sorted into groups fits into a window."""

from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len

from paiju.terminal.tui.canvas import Canvas
from paiju.terminal.tui.texts import Texts
from paiju.terminal.words import SUITS

LABEL: Final = 14
"""Columns for a group's name, its number of cards and a rule."""
CELL: Final = 5
MUST: Final = 66
"""The column in which a narrow window marks the group that must be followed."""
BOX: Final = 6
BOX_HEIGHT: Final = 3
POINTS: Final = {"5": 5, "10": 10, "K": 10}


@dataclass(frozen=True)
class Group:
    """The cards of one effective suit, strongest first."""

    suit: str
    """A suit, or `trump`."""
    cards: tuple[str, ...]
    must: bool = False
    """This is the suit to be followed."""
    name: str = ""
    """Instead of the suit's name: whose cards these are, in a replay."""


@dataclass(frozen=True)
class HandMarks:
    """What a hand shows besides its cards."""

    cursor: str = ""
    chosen: frozenset[str] = frozenset()
    fresh: frozenset[str] = frozenset()
    quiet: frozenset[str] = frozenset()
    """Cards that cannot be part of a legal play now; they are dimmed."""


@dataclass(frozen=True)
class HandRow:
    """One line of a hand: the first line of a group carries its name."""

    group: Group
    first: bool
    cards: tuple[str, ...]


def tone_of(card: str) -> str:
    """The tone a card is drawn in."""
    suit = card.split("_", maxsplit=1)[0]
    return suit if suit in SUITS else "joker"


def points_of(cards: "list[str] | tuple[str, ...]") -> int:
    """What cards are worth."""
    return sum(POINTS.get(card.split("_")[1], 0) for card in cards)


def cell_width(card: str, texts: Texts) -> int:
    """Columns of a card in a line: five, more for the jokers' Chinese names."""
    return max(CELL, cell_len(texts.words.poker_mark(card)) + 2)


def plan_rows(groups: list[Group], width: int, texts: Texts, boxes: bool = False) -> list[HandRow]:
    """The hand in lines of at most `width` columns. Equal windows give equal lines, so that nothing jumps."""
    rows: list[HandRow] = []
    for group in groups:
        line: list[str] = []
        used, first = 0, True
        for card in group.cards:
            size = BOX if boxes else cell_width(card, texts)
            if line and used + size > width - LABEL:
                rows.append(HandRow(group, first, tuple(line)))
                line, used, first = [], 0, False
            line.append(card)
            used += size
        if line:
            rows.append(HandRow(group, first, tuple(line)))
    return rows


def draw_rows(canvas: Canvas, y: int, rows: list[HandRow], marks: HandMarks, texts: Texts, boxes: bool) -> int:
    """Draw the hand; returns the first free row."""
    for row in rows:
        height = BOX_HEIGHT if boxes else 1
        _draw_label(canvas, y, height, row, texts)
        x = LABEL
        for card in row.cards:
            quiet = card in marks.quiet
            if boxes:
                draw_box(canvas, x, y, card, texts, marks)
                size = BOX
            else:
                _draw_cell(canvas, x, y, card, marks, quiet, texts)
                size = cell_width(card, texts)
            canvas.spot(x, y, size, height, f"card:{card}")
            x += size
        if row.group.must and row.first:
            word = texts("ui.mustFollow")
            if x + cell_len(word) + 2 < canvas.width:
                canvas.put(max(x + 1, MUST) if canvas.width < 100 else x + 3, y + height // 2, word, "bold accent")
        y += height
    return y


def _draw_label(canvas: Canvas, y: int, height: int, row: HandRow, texts: Texts) -> None:
    middle = y + height // 2
    if row.first:
        tone = "bold accent" if row.group.must else "second"
        canvas.put(1, middle, row.group.name or texts.suit_label(row.group.suit), tone, LABEL - 5)
        canvas.put_right(LABEL - 2, middle, str(len(row.group.cards)), "bold accent" if row.group.must else "hint")
        canvas.spot(0, y, LABEL - 1, height, f"group:{row.group.suit}")
    canvas.down(LABEL - 1, y, height)


def _draw_cell(canvas: Canvas, x: int, y: int, card: str, marks: HandMarks, quiet: bool, texts: Texts) -> None:
    mark = texts.words.poker_mark(card)
    tone = tone_of(card)
    here = card == marks.cursor
    if card in marks.chosen:
        canvas.put(x, y, f"[{mark}]", f"bold reverse {'under accent' if here else tone}")
        return
    weight = "" if quiet else "bold "
    if here:
        canvas.put(x, y, "▸", "bold accent")
        canvas.put(x + 1, y, mark, f"bold under {tone}")
    else:
        canvas.put(x + 1, y, mark, weight + ("hint" if quiet and tone == "spades" else tone))
    if card in marks.fresh:
        canvas.put(x + 1 + cell_len(mark), y, "*", "bold info")


def draw_box(canvas: Canvas, x: int, y: int, card: str, texts: Texts, marks: HandMarks | None = None) -> None:
    """A card as a box of 6 × 3; its points stand in the lower frame. Without `marks` it lies on the table."""
    marks = marks or HandMarks()
    chosen, here, quiet = card in marks.chosen, card == marks.cursor, card in marks.quiet
    tone = tone_of(card)
    mark = texts.words.poker_mark(card)
    frame = "bold accent" if chosen or here else "line" if quiet else tone
    canvas.box(x, y, BOX, BOX_HEIGHT, frame, heavy=chosen or here)
    if chosen:
        canvas.put(x + 1, y + 1, mark, f"bold reverse {tone}", x + BOX - 1)
    else:
        canvas.put(x + 1, y + 1, mark, tone if quiet else f"bold {tone}", x + BOX - 1)
    if card in marks.fresh:
        canvas.put(x + BOX - 2, y, "*", "bold info")
    points = points_of([card])
    if points:
        canvas.put_right(x + BOX - 1, y + 2, str(points), "bold warn")
    if chosen:
        canvas.put(x + 2, y, "✓", "bold accent")


def card_runs(cards: "list[str] | tuple[str, ...]", width: int, texts: Texts) -> list[list[tuple[str, str]]]:
    """Cards as text in lines of at most `width` columns: pairs of text and tone."""
    lines: list[list[tuple[str, str]]] = [[]]
    used = 0
    for card in cards:
        mark = "▯" if card == FACE_DOWN else texts.words.poker_mark(card)
        size = cell_len(mark) + 1
        if lines[-1] and used + size > width:
            lines.append([])
            used = 0
        lines[-1].append((mark + " ", "back" if card == FACE_DOWN else "bold " + tone_of(card)))
        used += size
    return lines


FACE_DOWN: Final = "?"
"""A card on the table that nobody else may see."""
