"""The UNO table on a canvas: seats around the piles, the colour in force, the hand."""

from dataclasses import dataclass, field
from typing import Final

from rich.cells import cell_len

from paiju.games.uno.wire import UnoCard
from paiju.terminal.tui.canvas import Canvas, Run
from paiju.terminal.tui.scene import (
    Frame,
    draw_header,
    draw_keys,
    draw_log,
    draw_prompt,
)
from paiju.terminal.tui.texts import Texts
from paiju.terminal.uno.cards import (
    LARGE,
    NORMAL,
    SMALL,
    HandMarks,
    Size,
    draw_back,
    draw_card,
    draw_hand,
    largest_card,
    plan_hand,
    tone_of,
)
from paiju.terminal.words import SHAPES

LEAST_TABLE: Final = 8
SEAT_ROWS: Final = 2


@dataclass(frozen=True)
class SeatBox:
    """One of the others."""

    seat: int
    name: str
    count: int
    note: str = ""
    tone: str = "hint"
    on_turn: bool = False
    hand: tuple[UnoCard, ...] = ()
    """Only in a replay with open hands."""


@dataclass(frozen=True)
class UnoScene:
    """Everything the UNO table shows."""

    frame: Frame
    others: list[SeatBox]
    """Clockwise from the viewer's left."""
    top: UnoCard | None
    colour: str
    pile: int
    owed: int
    direction: int
    flow: str
    """Direction and next player in words."""
    hand: list[UnoCard]
    marks: HandMarks
    detail: str = ""
    detail_tone: str = "accent"
    log: list[Run] = field(default_factory=list)
    log_open: bool = True
    side: list[tuple[str, str]] = field(default_factory=list)
    """Names and totals, for very wide windows."""


def draw_uno(canvas: Canvas, scene: UnoScene, texts: Texts) -> None:
    """Draw the whole page."""
    top = draw_header(canvas, scene.frame)
    below = 5  # detail, rule, two lines of keys, and the prompt above the hand
    room = canvas.height - top - 1 - below
    largest = largest_card(canvas.width, canvas.height)
    plan = plan_hand(len(scene.hand), canvas.width - 2, room - LEAST_TABLE, largest)
    spare = 1 if room - plan.height() > LEAST_TABLE else 0
    table = room - plan.height() - spare
    _draw_middle(canvas, top, table, scene, texts, largest)
    y = top + table
    canvas.across(y)
    draw_prompt(canvas, y + 1, scene.frame.prompt)
    canvas.spot(0, y + 1, canvas.width, 1, "prompt")
    left = max(1, (canvas.width - plan.width()) // 2)
    draw_hand(canvas, left, y + 2, plan, scene.hand, scene.marks, texts)
    canvas.put(1, canvas.height - 4, scene.detail, scene.detail_tone, canvas.width - 1)
    draw_keys(canvas, scene.frame)


def log_width(canvas_width: int, canvas_height: int, log_open: bool) -> int:
    """How many columns the log takes: it is always open in a large window."""
    large = canvas_width >= 100 and canvas_height >= 30
    if not large and (canvas_width < 80 or not log_open):
        return 0
    return max(26, canvas_width * 3 // 10 if canvas_width > 90 else 26)


def _draw_middle(canvas: Canvas, top: int, height: int, scene: UnoScene, texts: Texts, largest: Size) -> None:
    log = log_width(canvas.width, canvas.height, scene.log_open)
    width = canvas.width - log - 2 if log else canvas.width
    if log:
        canvas.down(width, top, height)
        side = min(len(scene.side) + 2, height // 2) if canvas.width >= 130 and scene.side else 0
        draw_log(canvas, width + 2, top, log - 1, height - side, texts("log.title"), scene.log)
        _draw_side(canvas, width + 2, top + height - side, log - 1, side, scene, texts)
    _draw_seats(canvas, top, width, height, scene, texts)
    _draw_piles(canvas, top, width, height, scene, texts, largest)


def _draw_side(canvas: Canvas, x: int, y: int, width: int, height: int, scene: UnoScene, texts: Texts) -> None:
    if height < 3:
        return
    canvas.put(x - 2, y, "├" + "─" * (width + 1), "line")
    canvas.put(x, y + 1, texts("score.title"), "hint", x + width)
    for row, (name, total) in enumerate(scene.side[: height - 2], start=y + 2):
        canvas.put(x, row, name, "bold text", x + width - 7)
        canvas.put_right(x + width - 1, row, total, "text")


def split_seats(others: int) -> tuple[int, int, int]:
    """How many of the others, at least one, sit left, on top and right."""
    if others == 1:
        return 0, 1, 0
    side = 2 if others >= 8 else 1
    return side, others - 2 * side, side


def _draw_seats(canvas: Canvas, top: int, width: int, height: int, scene: UnoScene, texts: Texts) -> None:
    left, above, _ = split_seats(len(scene.others))
    ordered = scene.others
    on_left = list(reversed(ordered[:left]))
    on_top = ordered[left : left + above]
    on_right = ordered[left + above :]
    cell = width // max(1, above)
    for index, seat in enumerate(on_top):
        x = index * cell
        size = min(cell - 1, 26) if above > 1 else min(28, width)
        _draw_seat(canvas, x + (cell - min(size, _seat_width(seat, size))) // 2, top, size, seat, texts)
    side_width = (width - 24) // 2 if width < 70 else (width - 34) // 2
    for seats, on_the_right in ((on_left, False), (on_right, True)):
        y = _side_row(top, height, len(seats))
        for seat in seats:
            size = min(side_width, 26)
            x = width - _seat_width(seat, size) - 1 if on_the_right else 2
            _draw_seat(canvas, x, y, size, seat, texts)
            y += SEAT_ROWS + 1


def _side_row(top: int, height: int, seats: int) -> int:
    """The row of the uppermost seat at a side: a little below the middle, where the piles are."""
    used = seats * (SEAT_ROWS + 1) - 1
    return max(top + SEAT_ROWS + 1, top + (height - used) // 2 + (1 if seats == 1 else 0))


def _seat_width(seat: SeatBox, limit: int) -> int:
    fan = min(seat.count, 10)
    return min(limit, max(cell_len(seat.name) + fan + 5, cell_len(seat.note)))


def _draw_seat(canvas: Canvas, x: int, y: int, width: int, seat: SeatBox, texts: Texts) -> None:
    """Draw name, fan and number of cards; below them what last happened to this seat."""
    limit = x + width
    count = str(seat.count)
    name_tone = "bold reverse accent" if seat.on_turn else "bold text"
    mark = "▶" if seat.on_turn else ""
    room = width - cell_len(seat.name) - len(count) - 2 - len(mark)
    fan = "▮" * min(seat.count, 10, max(0, room))
    after = canvas.put(x, y, mark + seat.name, name_tone, limit - len(count) - 1)
    after = canvas.put(after + 1, y, fan, "second", limit) if fan else after
    canvas.put(after + 1, y, count, "bold warn" if seat.count <= 2 else "bold text", limit)
    if seat.hand:
        x_card = x
        for card in seat.hand:
            chip = texts.words.chip(card)
            if x_card + cell_len(chip) > limit:
                canvas.put(x_card, y + 1, "…", "hint", limit + 1)
                break
            x_card = canvas.put(x_card, y + 1, chip, tone_of(card), limit) + 1
    else:
        canvas.put(x, y + 1, seat.note, seat.tone, limit)
    canvas.spot(x, y, width, SEAT_ROWS, f"seat:{seat.seat}")


def _draw_piles(
    canvas: Canvas, top: int, width: int, height: int, scene: UnoScene, texts: Texts, largest: Size
) -> None:
    """Show the draw pile and the discard pile, and below them colour and direction."""
    first = top + (SEAT_ROWS if split_seats(len(scene.others))[1] > 0 else 0)
    free = top + height - first
    size = next(
        (size for size in (largest, LARGE, NORMAL) if size.height <= largest.height and size.height + 3 <= free), SMALL
    )
    ringed = free >= size.height + 6 and bool(scene.colour)
    y = first + max(2 if ringed else 0, (free - size.height - 3) // 2)
    back = size.width - 1
    total = back + 2 + size.width
    x = (width - total) // 2
    if ringed:
        canvas.box(x - 3, y - 2, total + 6, size.height + 4, scene.colour)
    draw_back(canvas, x, y, back, size.height)
    canvas.spot(x, y, back, size.height + 1, "draw")
    discard = x + back + 2
    if scene.top is not None:
        draw_card(canvas, discard, y, scene.top, size, texts, heavy=False, bold=True)
    else:
        canvas.box(discard, y, size.width, size.height, "line")
    canvas.put(x, y + size.height, texts("pile.count", n=scene.pile), "hint")
    if scene.owed:
        canvas.put(discard, y + size.height, texts("pile.owed", n=scene.owed), "bold reverse warn", width)
    if scene.colour:
        shape = SHAPES[scene.colour]
        ring = f" {shape} {texts.words.colour_mark(scene.colour)[2:]} {shape} "
        canvas.put_centre(0, width, y - 2 if ringed else y + size.height + 1, ring, f"bold {scene.colour}")
    arrow = "→" if scene.direction > 0 else "←"
    canvas.put_centre(0, width, y + size.height + 2, f"{arrow} {scene.flow}", "hint")
