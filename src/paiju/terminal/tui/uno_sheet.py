"""The UNO score sheet between rounds and after the match."""

from collections.abc import Callable

from rich.cells import cell_len

from paiju.terminal.cells import pad, pad_left
from paiju.terminal.tui.canvas import Canvas
from paiju.terminal.tui.face import Host
from paiju.terminal.tui.scene import Frame, draw_header, draw_keys, draw_too_small, too_small
from paiju.terminal.tui.texts import Texts
from paiju.terminal.tui.uno_log import UnoChronicle
from paiju.terminal.uno_look import NOBODY, UnoLook

Who = Callable[[int], str]
BAR = 15


def headline(look: UnoLook, chronicle: UnoChronicle, texts: Texts, who: Who) -> str:
    """Who won the round, or the match."""
    if look.phase == "ended" and look.winner != NOBODY:
        return texts("sheet.you_match" if look.winner == look.seat else "sheet.match", who=who(look.winner))
    if look.round_winner == NOBODY:
        return texts("sheet.blocked")
    points = chronicle.rounds[-1].get(look.round_winner, 0) if chronicle.rounds else 0
    key = "sheet.you_round" if look.round_winner == look.seat else "sheet.round"
    return texts(key, who=who(look.round_winner), n=points)


def sheet_lines(
    look: UnoLook, chronicle: UnoChronicle, texts: Texts, who: Who, is_bot: Callable[[int], bool]
) -> list[tuple[str, str]]:
    """The table of rounds and totals: lines with their tones, the best first."""
    rounds = chronicle.rounds[-4:]
    number = look.round if not look.running else look.round - 1
    first = number - len(rounds) + 1
    target = look.option("targetScore")
    head = pad(texts("sheet.player"), 16)
    for index in range(len(rounds)):
        head += pad_left(texts("sheet.column", n=first + index), 10)
    head += pad_left(texts("sheet.total"), 10)
    if target is not None:
        head += "     " + texts("sheet.target", n=target)
    rule = "─" * max(cell_len(head) + (BAR - 8 if target is not None else 0), 40)
    lines = [(head, "hint"), (rule, "line")]
    lowest = look.option("scoring") == "handTotals"
    ordered = sorted(look.seats, key=lambda seat: look.scores.get(seat, 0), reverse=not lowest)
    for seat in ordered:
        total = look.scores.get(seat, 0)
        name = who(seat) + (f" {texts('sheet.bot')}" if is_bot(seat) else "")
        line = pad(name, 16)
        for scored in rounds:
            line += pad_left(f"{scored.get(seat, 0):+d}" if scored.get(seat, 0) else "·", 10)
        line += pad_left(str(total), 10)
        if isinstance(target, int):
            full = min(BAR, abs(total) * BAR // target)
            line += "     " + "█" * full + "░" * (BAR - full)
        lines.append((line, "bold accent" if seat == look.seat else "bold text"))
    lines.append((rule, "line"))
    return lines


def draw_sheet(canvas: Canvas, frame: Frame, look: UnoLook, chronicle: UnoChronicle, host: Host, who: Who) -> None:
    """The whole page."""
    t = host.texts
    if too_small(canvas):
        draw_too_small(canvas, t("window.small"))
        return
    y = draw_header(canvas, frame) + 1
    canvas.put(3, y, headline(look, chronicle, t, who), "bold accent")
    y += 2
    for line, tone in sheet_lines(look, chronicle, t, who, host.is_bot):
        canvas.put(3, y, line, tone)
        y += 1
    y += 1
    if look.round_points and y + 3 < canvas.height - 4:
        canvas.put(3, y, t("sheet.counted"), "hint")
        y += 1
        for seat in look.seats:
            if y >= canvas.height - 5:
                break
            points = look.round_points.get(seat, 0)
            if seat != look.round_winner:
                canvas.put(3, y, who(seat), "bold text", 18)
                canvas.put(18, y, t("hand.count", n=look.counts.get(seat, 0)), "text")
                canvas.put_right(38, y, t("sheet.points", n=points), "text")
                y += 1
    draw_keys(canvas, frame)
    canvas.put(3, canvas.height - 5, t("sheet.over" if look.phase == "ended" else "sheet.next"), "hint")
    canvas.spot(0, 2, canvas.width, canvas.height - 5, "cmd:play")
