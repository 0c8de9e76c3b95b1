"""UNO cards in four sizes, and how a hand of any size fits into a window."""

from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len

from paiju.games.uno.wire import UnoCard
from paiju.terminal.tui.canvas import Canvas
from paiju.terminal.tui.texts import Texts
from paiju.terminal.words import SHAPES

ALL_SHAPES: Final = "".join(SHAPES.values())


@dataclass(frozen=True)
class Size:
    """How large one card is drawn, and how far apart."""

    width: int
    height: int
    gap: int
    lift: int
    """How many rows a legal card stands higher."""
    label: int
    """Rows below a card for its key; small cards carry it in their frame."""

    def row_height(self) -> int:
        return self.lift + self.height + self.label


HUGE: Final = Size(14, 8, 2, 1, 1)
LARGE: Final = Size(10, 5, 2, 1, 1)
NORMAL: Final = Size(8, 4, 2, 1, 1)
SMALL: Final = Size(6, 3, 0, 1, 0)
CHIP: Final = Size(5, 1, 0, 0, 0)


@dataclass(frozen=True)
class HandPlan:
    """Where the cards of a hand go: columns first, then rows."""

    size: Size
    columns: int
    rows: int
    gap: int
    """Columns between two cards."""

    def height(self) -> int:
        return self.rows * self.size.row_height()

    def width(self) -> int:
        return self.columns * (self.size.width + self.gap) - self.gap

    def place(self, index: int, lifted: bool) -> tuple[int, int]:
        """Column and row of a card's corner, counted from the hand's own corner."""
        row, column = divmod(index, self.columns)
        y = row * self.size.row_height() + (0 if lifted else self.size.lift)
        return column * (self.size.width + self.gap), y


def plan_hand(count: int, width: int, height: int, largest: Size) -> HandPlan:
    """The largest cards with which `count` of them fit; chips when nothing else does."""
    sizes = [size for size in (HUGE, LARGE, NORMAL, SMALL) if size.height <= largest.height]
    for size in sizes:
        columns = (width + size.gap) // (size.width + size.gap)
        rows = -(-count // columns) if columns > 0 else 0
        if columns > 0 and max(rows, 1) * size.row_height() <= height:
            columns = _balanced(max(count, 1), max(rows, 1))
            return HandPlan(size, columns, max(rows, 1), _gap(size, columns, width))
    columns = max(1, width // CHIP.width)
    return HandPlan(CHIP, columns, max(1, -(-count // columns)), CHIP.gap)


def largest_card(width: int, height: int) -> Size:
    """How large cards may be drawn in a window, however few there are."""
    if width >= 140 and height >= 44:
        return HUGE
    return LARGE if width >= 100 and height >= 30 else NORMAL


def _gap(size: Size, columns: int, width: int) -> int:
    """Small cards stand apart where there is room for it."""
    if size is not SMALL:
        return size.gap
    return max(0, min(2, (width - columns * size.width) // max(1, columns - 1)))


def _balanced(count: int, rows: int) -> int:
    """The cards in each row, so that all rows are about equally long."""
    return -(-count // rows)


def tone_of(card: UnoCard) -> str:
    """The tone a card is drawn in."""
    return card.color or "wild"


def draw_card(canvas: Canvas, x: int, y: int, card: UnoCard, size: Size, texts: Texts, heavy: bool, bold: bool) -> None:
    """Draw a card face up."""
    tone = ("bold " if bold or heavy else "") + tone_of(card)
    canvas.box(x, y, size.width, size.height, tone, heavy)
    inner = size.width - 2
    if size is SMALL:
        canvas.put(x + 1, y + 1, _small_face(card, texts), tone, x + 1 + inner)
        _shape_at_end(canvas, x + inner, y + 1, card, tone)
        return
    face = texts.words.face(card) if card.type != "reverse" else texts("face.reverse")
    canvas.put(x + 2, y + 1, face, "bold " + tone_of(card), x + 1 + inner)
    _shape_at_end(canvas, x + inner, y + 1, card, tone)
    foot = ALL_SHAPES if card.color is None else texts.colour_foot(card.color, long=size.height >= LARGE.height)
    if size is HUGE:
        _draw_numeral(canvas, x, y + 3, size.width, card, tone)
    canvas.put(x + 2, y + size.height - 2, foot, tone, x + 1 + inner)


def _draw_numeral(canvas: Canvas, x: int, y: int, width: int, card: UnoCard, tone: str) -> None:
    """Draw the face three rows high, to be read from a distance."""
    signs = str(card.value) if card.type == "number" else BIG_FACES[card.type]
    x += (width - 4 * len(signs) + 1) // 2
    for sign in signs:
        for row, part in enumerate(NUMERALS[sign]):
            canvas.put(x, y + row, part, tone)
        x += 4


BIG_FACES: Final = {"skip": "x", "reverse": "<", "draw_two": "+2", "wild": "w", "wild_draw_four": "+4"}
NUMERALS: Final = {
    "0": ("█▀█", "█ █", "▀▀▀"),
    "1": ("▀█ ", " █ ", "▀▀▀"),
    "2": ("▀▀█", "█▀▀", "▀▀▀"),
    "3": ("▀▀█", " ▀█", "▀▀▀"),
    "4": ("█ █", "▀▀█", "  ▀"),
    "5": ("█▀▀", "▀▀█", "▀▀▀"),
    "6": ("█▀▀", "█▀█", "▀▀▀"),
    "7": ("▀▀█", "  █", "  ▀"),
    "8": ("█▀█", "█▀█", "▀▀▀"),
    "9": ("█▀█", "▀▀█", "▀▀▀"),
    "+": (" ▄ ", "▀█▀", "   "),
    "x": ("▀▄▀", " █ ", "▀ ▀"),
    "<": (" ▄▀", "█  ", " ▀▄"),
    "w": ("▲ ●", "   ", "■ ◆"),
}


def draw_back(canvas: Canvas, x: int, y: int, width: int, height: int) -> None:
    """Draw a card face down, or the pile."""
    canvas.box(x, y, width, height, "back")
    for row in range(y + 1, y + height - 1):
        canvas.put(x + 1, row, "░" * (width - 2), "back")


def _small_face(card: UnoCard, texts: Texts) -> str:
    if card.type in ("number", "draw_two"):
        return texts.words.face(card)
    return texts(
        {"skip": "face.small.skip", "reverse": "face.small.reverse", "wild": "ui.face.wild"}.get(
            card.type, "face.small.four"
        )
    )


def _shape_at_end(canvas: Canvas, x: int, y: int, card: UnoCard, tone: str) -> None:
    if card.color is not None:
        canvas.put(x, y, SHAPES[card.color], tone)


@dataclass(frozen=True)
class HandMarks:
    """What a hand shows besides its cards."""

    legal: frozenset[str]
    cursor: int = -1
    chosen: bool = False
    """Whether the card under the cursor was chosen on purpose: Enter plays it."""
    fresh: str = ""
    """The id of a card drawn just now."""


def draw_hand(
    canvas: Canvas, x: int, y: int, plan: HandPlan, hand: list[UnoCard], marks: HandMarks, texts: Texts
) -> None:
    """The whole hand: legal cards stand higher, the chosen one has a heavy frame, the key is below."""
    for index, card in enumerate(hand):
        legal = card.id in marks.legal
        here = index == marks.cursor
        left, top = plan.place(index, legal)
        left, top = left + x, top + y
        key = _key(index)
        if plan.size is CHIP:
            _draw_chip(canvas, left, top, card, legal, here, texts)
        else:
            draw_card(canvas, left, top, card, plan.size, texts, heavy=here, bold=legal)
            _draw_label(
                canvas, left, top, plan.size, _label(key, here and marks.chosen, card, marks, texts), legal, here
            )
        canvas.spot(left, top, plan.size.width, plan.size.height, f"card:{card.id}")


def _label(key: str, chosen: bool, card: UnoCard, marks: HandMarks, texts: Texts) -> str:
    if chosen:
        return f"{key} {texts('hand.chosen')}".strip()
    if marks.fresh == card.id:
        return f"{key} {texts('hand.new')}".strip()
    return key


def _draw_label(canvas: Canvas, x: int, y: int, size: Size, label: str, legal: bool, here: bool) -> None:
    tone = "bold accent" if here else "bold text" if legal else "hint"
    if size.label:
        canvas.put_centre(x, size.width, y + size.height, label, tone)
    elif label:
        key = label.split(" ", maxsplit=1)[0]
        canvas.put(x + (size.width - cell_len(key)) // 2, y + size.height - 1, key, tone)


def _draw_chip(canvas: Canvas, x: int, y: int, card: UnoCard, legal: bool, here: bool, texts: Texts) -> None:
    tone = tone_of(card)
    chip = texts.words.chip(card)
    if here:
        canvas.put(x, y, f"[{chip}]", f"bold reverse {tone}")
    else:
        canvas.put(x + 1, y, chip, f"bold under {tone}" if legal else tone)


def _key(index: int) -> str:
    """The digit that chooses a card: 1 … 9, then 0."""
    return "1234567890"[index] if index < 10 else ""
