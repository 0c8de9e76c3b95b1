"""The Shandong table on a canvas: the trick in the middle, the hand sorted by effective suit."""

from dataclasses import dataclass, field
from typing import Final

from rich.cells import cell_len

from paiju.terminal.shandong.cards import (
    BOX,
    BOX_HEIGHT,
    FACE_DOWN,
    Group,
    HandMarks,
    card_runs,
    draw_box,
    draw_rows,
    plan_rows,
)
from paiju.terminal.tui.canvas import Canvas, Run
from paiju.terminal.tui.scene import (
    Frame,
    draw_header,
    draw_keys,
    draw_log,
    draw_prompt,
)
from paiju.terminal.tui.texts import Texts

LEAST_TABLE: Final = 7
CENTRE: Final = 22
"""Columns between the seats at the sides."""


@dataclass(frozen=True)
class SeatPlay:
    """One seat with what it has played to this trick, or shows for its declaration."""

    seat: int
    title: str
    """Name, place and number of cards."""
    tags: str = ""
    cards: tuple[str, ...] = ()
    note: str = ""
    note_tone: str = "hint"
    ahead: bool = False
    on_turn: bool = False


@dataclass(frozen=True)
class ShandongScene:
    """Everything the Shandong table shows."""

    frame: Frame
    right: SeatPlay
    top: SeatPlay
    left: SeatPlay
    me: SeatPlay
    centre: str
    centre_note: str
    flow: str
    groups: list[Group]
    marks: HandMarks
    chosen: str = ""
    offer: str = ""
    """What H would pick, or what else can be had with one key."""
    info: str = ""
    corner: str = ""
    """What T shows, at the lower left of the table."""
    options: list[tuple[str, str]] = field(default_factory=list)
    """Things to choose from by digit while a window is open: text and target."""
    log: list[Run] = field(default_factory=list)
    log_open: bool = False


def draw_shandong(canvas: Canvas, scene: ShandongScene, texts: Texts) -> None:
    """Draw the whole page."""
    top = draw_header(canvas, scene.frame)
    bottom = canvas.height - 3
    boxes = canvas.width >= 130 and canvas.height >= 40
    rows = plan_rows(scene.groups, canvas.width - 1, texts, boxes)
    height = len(rows) * (BOX_HEIGHT if boxes else 1)
    if boxes and bottom - top - 3 - height - 2 < LEAST_TABLE:
        boxes = False
        rows = plan_rows(scene.groups, canvas.width - 1, texts)
        height = len(rows)
    lines = _lines_below(bottom - top - 3 - LEAST_TABLE - height)
    below = height + lines
    table = bottom - top - 3 - below
    _draw_middle(canvas, top, table, scene, texts, boxes)
    y = top + table
    canvas.across(y)
    draw_prompt(canvas, y + 1, scene.frame.prompt)
    canvas.spot(0, y + 1, canvas.width, 1, "prompt")
    canvas.across(y + 2)
    draw_rows(canvas, y + 3, rows, scene.marks, texts, boxes)
    _draw_below(canvas, bottom, lines, scene)
    draw_keys(canvas, scene.frame)


def _lines_below(free: int) -> int:
    """How many lines fit below the hand: a blank one, the chosen cards, the standing."""
    return max(0, min(3, free))


def _draw_below(canvas: Canvas, bottom: int, lines: int, scene: ShandongScene) -> None:
    if lines >= 2:
        canvas.put(1, bottom - 1, scene.info, "hint", canvas.width - 1)
    if lines >= 1:
        y = bottom - 2 if lines >= 2 else bottom - 1
        start = canvas.put_right(canvas.width - 1, y, scene.offer, "accent") if scene.offer else canvas.width
        if scene.offer:
            canvas.spot(start, y, canvas.width - 1 - start, 1, "hint")
        canvas.put(1, y, scene.chosen, "bold text", start - 1)


def _draw_middle(canvas: Canvas, top: int, height: int, scene: ShandongScene, texts: Texts, boxes: bool) -> None:
    wide = canvas.width >= 100 and canvas.height >= 30
    log = max(26, canvas.width * 27 // 100) if wide or (scene.log_open and canvas.width >= 80) else 0
    width = canvas.width - log - 2 if log else canvas.width
    if log:
        canvas.down(width, top, height)
        draw_log(canvas, width + 2, top, log - 1, height, texts("log.title"), scene.log)
    side = (width - min(CENTRE, width * 3 // 10)) // 2 - 2
    centre = side + 4
    right = width - side
    drawn = boxes and height >= 4 * BOX_HEIGHT + 2
    _draw_seat(canvas, centre, top, width - centre - 1, scene.top, texts, drawn)
    middle = top + (height - 3) // 2 if not drawn else top + (height - BOX_HEIGHT - 2) // 2
    middle = max(middle, top + 3)
    _draw_seat(canvas, 3, middle, side, scene.left, texts, drawn)
    _draw_seat(canvas, right, middle, side, scene.right, texts, drawn)
    canvas.put(centre, middle + 1, scene.centre, "bold warn", right - 1)
    canvas.put(centre, middle, scene.centre_note, "bold accent", right - 1)
    last = top + height - 1
    mine = last - 1 if not drawn else last - BOX_HEIGHT - 1
    if scene.options:
        _draw_options(canvas, 1, last, width - 1, scene)
    else:
        canvas.put(1, last, scene.corner, "hint")
        canvas.spot(1, last, cell_len(scene.corner), 1, "trick")
        canvas.put_right(width - 1, last, scene.flow, "hint")
    if mine <= middle + 2 and not drawn:  # in the smallest window the neighbours need this line too
        back = max(0, min(3, cell_len(scene.me.title) - (right - centre - 1)))
        _draw_mine(canvas, centre - back, mine, right - centre - 1 + back, scene.me, texts, drawn)
    else:
        _draw_mine(canvas, centre, mine, width - centre - 1, scene.me, texts, drawn)


def _draw_mine(canvas: Canvas, x: int, y: int, width: int, me: SeatPlay, texts: Texts, drawn: bool) -> None:
    """Draw the viewer's own place: cards in the same line, or as boxes below it."""
    limit = x + width
    tone = "bold accent" if me.on_turn or me.ahead else "bold text"
    x_after = canvas.put(x, y, me.title, tone, limit) + 1
    if me.cards and drawn:
        _draw_boxes(canvas, x, y + 1, width, me.cards, texts)
    elif me.cards:
        for text, card_tone in [piece for line in card_runs(me.cards, width, texts) for piece in line]:
            x_after = canvas.put(x_after, y, text, card_tone, limit)
    if x_after + cell_len(me.tags) <= limit:
        canvas.put(x_after, y, me.tags, "accent" if me.ahead else "hint", limit)


def _draw_seat(canvas: Canvas, x: int, y: int, width: int, seat: SeatPlay, texts: Texts, drawn: bool) -> None:
    """Draw name and number of cards, what the seat has played, and a note about it."""
    limit = x + width
    tone = "bold reverse accent" if seat.on_turn else "bold accent" if seat.ahead else "bold text"
    mark = "▶" if seat.on_turn else "★" if seat.ahead else ""
    after = canvas.put(x, y, mark + seat.title, tone, limit)
    if seat.tags:
        fits = after + 1 + cell_len(seat.tags) <= limit
        canvas.put(after + 1 if fits else x, y if fits else y - 1, seat.tags, "warn", limit)
    canvas.spot(x, y, width, 3, f"seat:{seat.seat}")
    if drawn and seat.cards and FACE_DOWN not in seat.cards:
        _draw_boxes(canvas, x, y + 1, width, seat.cards, texts)
        canvas.put(x, y + 1 + BOX_HEIGHT, seat.note, seat.note_tone, limit)
        return
    lines = card_runs(seat.cards, width, texts)
    for row, line in enumerate(lines[:2] if len(lines) > 1 and not seat.note else lines[:1]):
        x_card = x
        for text, card_tone in line:
            x_card = canvas.put(x_card, y + 1 + row, text, card_tone, limit)
        if row == 0 and len(lines) > 1 and seat.note:
            canvas.put(limit - 1, y + 1, "…", "hint", limit)
    if seat.note:
        canvas.put(x, y + 2, seat.note, seat.note_tone, limit)


def _draw_boxes(canvas: Canvas, x: int, y: int, width: int, cards: tuple[str, ...], texts: Texts) -> None:
    """Draw cards side by side, overlapping when there are many."""
    step = BOX if len(cards) * BOX <= width else max(3, (width - BOX) // max(1, len(cards) - 1))
    for index, card in enumerate(cards):
        if x + index * step + BOX > x + width + 1:
            canvas.put(x + index * step, y + 1, "…", "hint")
            break
        draw_box(canvas, x + index * step, y, card, texts)


def _draw_options(canvas: Canvas, x: int, y: int, limit: int, scene: ShandongScene) -> None:
    for number, (text, target) in enumerate(scene.options, start=1):
        start = x
        x = canvas.put(x, y, str(number), "bold accent", limit)
        x = canvas.put(x + 1, y, text, "text", limit)
        canvas.spot(start, y, x - start, 1, target)
        x += 2
