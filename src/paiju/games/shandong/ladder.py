"""The tractor ladder (§8.2): how many neighbouring pairs a set of pairs offers, piece by piece.

A list of pieces such as [3, 1] is one number, four bits per piece from bit 48 down, so that comparing lists
lexicographically is comparing numbers.
"""

from typing import Final

from mypy_extensions import i64

from paiju.games.shandong.cards import popcount
from paiju.games.shandong.trump import Context

_TOP_SHIFT: Final = 48
_SMALL_BIT: Final[i64] = 1 << 16


def starts_of_runs(ctx: Context, places: i64, length: int) -> i64:
    """Where windows of `length` ≥ 2 neighbouring places begin; with `jokerFlash` the four jokers alone are not one."""
    starts = places
    for _ in range(length - 1):
        starts &= starts >> 1
    if length == 2 and ctx.joker_flash:
        starts &= ~_SMALL_BIT
    return starts


def longest_run(ctx: Context, places: i64) -> int:
    """The most pairs a tractor of these places can have; 1 when there is none (0 for no place at all)."""
    if places == 0:
        return 0
    starts = places & (places >> 1)
    if ctx.joker_flash and (starts & ~_SMALL_BIT) == 0:
        return 1
    length = 1
    while starts:
        length += 1
        starts &= starts >> 1
    return length


def ladder(ctx: Context, suit: int, pairs: i64, need: int) -> i64:
    """The best list of pieces that `pairs` (a mask of faces) offers towards a tractor of `need` pairs."""
    held = int(popcount(pairs))
    if need > held:
        need = held
    code: i64 = 0
    shift = _TOP_SHIFT
    places = ctx.chain(suit, pairs) if need >= 2 else 0
    while need >= 2:
        length = longest_run(ctx, places)
        if length < 2:
            break
        if length > need:
            length = need
        starts = starts_of_runs(ctx, places, length)
        low = starts & -starts
        places &= ~(low * ((1 << length) - 1))
        piece: i64 = length
        code |= piece << shift
        shift -= 4
        need -= length
    while need > 0:
        code |= 1 << shift
        shift -= 4
        need -= 1
    return code


def pieces_of(code: i64) -> list[int]:
    """The list that a number stands for."""
    found: list[int] = []
    shift = _TOP_SHIFT
    while shift >= 0 and (code >> shift) & 15:
        found.append(int((code >> shift) & 15))
        shift -= 4
    return found


def owed_piece(best: i64, shown: i64) -> int:
    """The piece of the better list at the first difference (§12); best > shown."""
    shift = _TOP_SHIFT
    while (best >> shift) & 15 == (shown >> shift) & 15:
        shift -= 4
    return int((best >> shift) & 15)
