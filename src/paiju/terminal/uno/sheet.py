"""The UNO score sheet between rounds and after the match."""

from collections.abc import Callable
from typing import Final

from rich.cells import cell_len

from paiju.games.uno.actions import NO_SEAT
from paiju.terminal.cells import cut, pad, pad_left
from paiju.terminal.tui.canvas import Canvas, Run
from paiju.terminal.tui.face import Host
from paiju.terminal.tui.scene import Frame, draw_header, draw_keys, sheet_foot, sheet_origin
from paiju.terminal.tui.texts import Texts
from paiju.terminal.uno.log import UnoLog
from paiju.terminal.uno.look import UnoLook

Who = Callable[[int], str]
Row = list[Run]

NAME: Final = 16
COLUMN: Final = 9
BAR: Final = 15
GAP: Final = 3
MOST_ROUNDS: Final = 8


def headline(look: UnoLook, log: UnoLog, texts: Texts, who: Who, reader: int) -> str:
    """Who won the round, or the match."""
    if look.phase == "ended" and look.won_by != NO_SEAT:
        return texts("ui.matchWon_me" if look.won_by == reader else "ui.matchWon", name=who(look.won_by))
    if look.round_won_by == NO_SEAT:
        return texts("sheet.blocked")
    points = log.rounds[-1].get(look.round_won_by, 0) if log.rounds else 0
    key = "sheet.you_round" if look.round_won_by == reader else "sheet.round"
    return texts(key, who=who(look.round_won_by), n=points)


def score_table(look: UnoLook, log: UnoLog, texts: Texts, who: Who, host: Host, room: int) -> list[Row]:
    """The last rounds and the totals in at most `room` columns, the best first."""
    target = look.options.get("targetScore")
    bar = GAP + BAR if isinstance(target, int) else 0
    kept = max(1, min(MOST_ROUNDS, (room - NAME - COLUMN - bar) // COLUMN))
    rounds = log.rounds[-kept:]
    first = (look.round_number if not look.running else look.round_number - 1) - len(rounds) + 1
    head = pad(texts("sheet.player"), NAME)
    for index in range(len(rounds)):
        head += pad_left(texts("ui.round", n=first + index), COLUMN)
    head += pad_left(texts("sheet.total"), COLUMN)
    width = cell_len(head) + bar
    if bar:
        head += " " * GAP + texts("sheet.target", n=target)
    rule = [Run("─" * width, "line")]
    lowest = look.options.get("scoring") == "handTotals"
    ordered = sorted(look.seats, key=lambda seat: look.totals.get(seat, 0), reverse=not lowest)
    rows = [_score_row(look, seat, rounds, target, texts, who, host) for seat in ordered]
    return [[Run(head, "hint")], rule, *rows, rule]


def _score_row(
    look: UnoLook, seat: int, rounds: list[dict[int, int]], target: object, texts: Texts, who: Who, host: Host
) -> Row:
    mine = seat == host.reader
    total = look.totals.get(seat, 0)
    name = texts("sheet.bot", name=who(seat)) if host.is_bot(seat) else who(seat)
    scored = "".join(pad_left(f"{won.get(seat, 0):+d}" if won.get(seat, 0) else "·", COLUMN) for won in rounds)
    row = [Run(cut(name, NAME), "bold accent" if mine else "bold text"), Run(scored, "accent" if mine else "second")]
    row.append(Run(pad_left(str(total), COLUMN), "bold accent" if mine else "bold text"))
    if isinstance(target, int):
        full = min(BAR, abs(total) * BAR // target)
        row.append(Run(" " * GAP + "█" * full, "accent" if mine else "second"))
        row.append(Run("░" * (BAR - full), "accent" if mine else "hint"))
    return row


def _left_over(look: UnoLook, texts: Texts, who: Who, reader: int) -> list[Row]:
    """Whose cards were counted, and for how much."""
    lines: list[Row] = [[Run(texts("sheet.counted"), "hint")]]
    for seat in look.seats:
        if seat != look.round_won_by:
            name = Run(cut(who(seat), NAME), "bold accent" if seat == reader else "bold text")
            count = Run(pad_left(texts("ui.cards", n=look.counts.get(seat, 0)), COLUMN), "text")
            points = Run(pad_left(texts("sheet.points", n=look.points.get(seat, 0)), COLUMN + 3), "text")
            lines.append([name, count, points])
    return lines


def draw_sheet(canvas: Canvas, frame: Frame, look: UnoLook, log: UnoLog, host: Host, who: Who) -> None:
    """Draw the whole page."""
    t = host.texts
    top = draw_header(canvas, frame)
    bottom = canvas.height - 3
    table = score_table(look, log, t, who, host, canvas.width - 6)
    ending = t("sheet.over" if look.phase == "ended" else "sheet.next") if frame.keys else ""
    lines: list[Row] = [[Run(headline(look, log, t, who, host.reader), "bold accent")], [], *table, []]
    lines.append([Run(ending, "hint")])
    left = _left_over(look, t, who, host.reader) if look.points else []
    if left and len(lines) + len(left) < bottom - top:
        lines[-1:-1] = [*left, []]
    widest = max(sum(cell_len(run.text) for run in line) for line in lines)
    x, y = sheet_origin(canvas, top, widest, len(lines))
    lines[-1] = sheet_foot(frame, ending)  # whatever is said, the sheet stays where it is
    for row, line in enumerate(lines):
        canvas.runs(x, y + row, line, canvas.width - 1)
    draw_keys(canvas, frame)
    canvas.spot(0, top, canvas.width, bottom - top, "cmd:play")
