"""The account of a Shandong hand: points, kitty, the scale, levels before and after."""

from collections.abc import Callable
from typing import Final

from paiju.games.shandong.wire import ShandongResult
from paiju.terminal.cells import pad
from paiju.terminal.shandong.cards import tone_of
from paiju.terminal.shandong.look import BANK, ShandongLook
from paiju.terminal.tui.canvas import Canvas
from paiju.terminal.tui.scene import Frame, draw_header, draw_keys, sheet_foot, sheet_origin
from paiju.terminal.tui.texts import Texts

Who = Callable[[int], str]

WIDTH: Final = 68
RIGHT: Final = 57
"""Where the numbers end, from the left edge of the sheet."""
HEIGHT: Final = 17
STEP: Final = 10
"""Columns of the scale for forty points."""


def draw_result(
    canvas: Canvas, frame: Frame, look: ShandongLook, result: ShandongResult, texts: Texts, who: Who
) -> None:
    """Draw the whole page."""
    top = draw_header(canvas, frame)
    x, y = sheet_origin(canvas, top, WIDTH, HEIGHT)
    score = result.score
    us_bank = result.banker_seat % 2 == look.near_side
    canvas.put(x, y, _headline(look, score, us_bank, texts), "bold accent")
    y = _draw_points(canvas, x, y + 2, result, us_bank, texts)
    y = _draw_scale(canvas, x, y + 1, score, us_bank, texts)
    y = _draw_levels(canvas, x, y + 1, result, look, texts, who)
    owner = "" if look.kitty_owner is None else who(look.kitty_owner)
    buried = texts("ui.buriedWere_me" if look.kitty_owner == look.seat else "ui.buriedWere", name=owner)
    after = canvas.put(x, y + 1, buried, "hint") + 2
    for card in result.kitty:
        after = canvas.put(after, y + 1, texts.words.poker_mark(card), f"bold {tone_of(card)}") + 2
    ending = texts("result.over" if look.match_winner is not None else "result.next") if frame.keys else ""
    canvas.runs(x, y + 3, sheet_foot(frame, ending), canvas.width - 1)
    draw_keys(canvas, frame)
    canvas.spot(0, top, canvas.width, canvas.height - 3 - top, "cmd:play")


def _headline(look: ShandongLook, score: int, us_bank: bool, texts: Texts) -> str:
    if look.match_winner is not None:
        return texts("ui.matchWonSide_us" if look.match_winner == look.near_side else "ui.matchWonSide_them")
    if score >= BANK:
        return texts("ui.idleTakes_them" if us_bank else "ui.idleTakes_us", points=score)
    return texts("ui.bankersKeep_us" if us_bank else "ui.bankersKeep_them", points=score)


def _draw_points(canvas: Canvas, x: int, y: int, result: ShandongResult, us_bank: bool, texts: Texts) -> int:
    canvas.put(x, y, texts("ui.pointsTricks"), "text")
    canvas.put_right(x + RIGHT, y, str(result.trick_points), "bold text")
    gain = result.kitty_gain
    canvas.put(x, y + 1, texts("ui.pointsKitty", points=result.kitty_points, n=result.multiplier), "text")
    canvas.put_right(x + RIGHT, y + 1, f"{gain:+d}" if gain else "·", "bold text")
    canvas.put(x, y + 2, "─" * RIGHT, "line")
    canvas.put(x, y + 3, texts("ui.theirPoints" if us_bank else "ui.ourPoints"), "bold text")
    canvas.put_right(x + RIGHT, y + 3, str(result.score), "bold text")
    return y + 4


def _draw_scale(canvas: Canvas, x: int, y: int, score: int, us_bank: bool, texts: Texts) -> int:
    """0 … 200 in steps of forty, with what each step means."""
    canvas.put(x, y, "─" * (5 * STEP + 4), "hint")
    names = [
        texts("scale.us_up" if us_bank else "scale.them_up", n=2),
        texts("scale.us_up" if us_bank else "scale.them_up", n=1),
        texts("scale.them_bank" if us_bank else "scale.us_bank"),
        *[texts("scale.them_up" if us_bank else "scale.us_up", n=n) for n in (1, 2, 3)],
    ]
    reached = max(0, min(5, score // 40))
    for index, name in enumerate(names):
        canvas.put(x + index * STEP, y, str(index * 40), "hint")
        canvas.put(x + index * STEP, y + 2, name, "bold text" if index == reached else "hint", x + (index + 1) * STEP)
    length = max(0, min(5 * STEP + 3, score * STEP // 40))
    after = canvas.put(x, y + 1, "━" * length + "●", "warn")
    canvas.put(after + 1, y + 1, str(score), "bold warn")
    return y + 3


def _draw_levels(
    canvas: Canvas, x: int, y: int, result: ShandongResult, look: ShandongLook, texts: Texts, who: Who
) -> int:
    me, us = max(look.seat, 0), look.near_side
    before, after, next_bank = result.levels_before, result.levels, result.next_banker_seat % 2
    over = look.match_winner is not None
    columns = texts("ui.before"), texts("ui.now"), "" if over else texts("result.next_hand")
    canvas.put(x, y, pad(texts("result.level"), 20) + "".join(pad(column, 12) for column in columns), "hint")
    for row, side in enumerate((us, 1 - us), start=1):
        first = me if side == us else (me + 1) % 4
        names = texts.names([who(first), who((first + 2) % 4)])
        label = texts("result.us" if side == us else "result.them", names=names)
        role = texts("result.bankers", level=after[side]) if side == next_bank else texts("result.idle")
        line = pad(label, 22) + pad(before[side], 12) + pad(after[side], 10) + ("" if over else role)
        canvas.put(x, y + row, line, "bold accent" if side == us else "bold text")
    return y + 3
