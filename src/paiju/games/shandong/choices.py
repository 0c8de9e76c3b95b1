"""All the ways to take a rain, a flash, a thunder or a tractor out of some cards.

With `every_copy` every set of cards is listed; without it one set stands for all that differ only in which of two
identical cards they take, which is enough to see what can be served (§8.3).
"""

from mypy_extensions import i64

from paiju.games.shandong.cards import JOKER_MASK, NO_SUIT, TRUMP, Cards, faces_in, popcount
from paiju.games.shandong.ladder import starts_of_runs
from paiju.games.shandong.trump import Context


def combinations(items: list[int], k: int) -> list[list[int]]:
    """All choices of k items, in the order of the list."""
    if k < 0 or k > len(items):
        return []
    found: list[list[int]] = []
    index = list(range(k))
    while True:
        found.append([items[i] for i in index])
        i = k - 1
        while i >= 0 and index[i] == len(items) - k + i:
            i -= 1
        if i < 0:
            return found
        index[i] += 1
        for j in range(i + 1, k):
            index[j] = index[j - 1] + 1


def rain_span(count: int) -> tuple[int, int]:
    """How many different ranks a rain of `count` cards can have: fewest (not all doubled, ≥ 5) and most."""
    fewest = count // 2 + 1
    return (max(fewest, 5), min(count, 13))


def has_rain(ctx: Context, suit: int, cards: Cards, count: int) -> bool:
    """Whether the cards contain a rain of `count` cards, 5 or more, whatever its doubles."""
    printed = ctx.trump if suit == TRUMP else suit
    shift = 13 * printed
    ranks: i64 = ((cards.first | cards.second) >> shift) & ctx.plain_bits
    doubled: i64 = ((cards.first & cards.second) >> shift) & ctx.plain_bits
    fewest, most = rain_span(count)
    for span in range(fewest, most + 1):
        block: i64 = (1 << span) - 1
        for low in range(14 - span):
            window = block << low
            if (ranks & window) == window and popcount(doubled & window) >= count - span:
                return True
    return False


def beats_rain(ctx: Context, suit: int, cards: Cards, count: int, doubles: int, top: int) -> bool:
    """Whether the cards contain a rain of the same count and doubles with a higher top rank."""
    printed = ctx.trump if suit == TRUMP else suit
    shift = 13 * printed
    ranks: i64 = ((cards.first | cards.second) >> shift) & ctx.plain_bits
    doubled: i64 = ((cards.first & cards.second) >> shift) & ctx.plain_bits
    span = count - doubles
    block: i64 = (1 << span) - 1
    for low in range(max(top - span + 2, 0), 14 - span):
        window = block << low
        if (ranks & window) == window and popcount(doubled & window) >= doubles:
            return True
    return False


def rains(ctx: Context, suit: int, cards: Cards, count: int, every_copy: bool) -> list[Cards]:
    """The rains of `count` cards, lowest first."""
    printed = ctx.trump if suit == TRUMP else suit
    found: list[Cards] = []
    if printed == NO_SUIT or count < 5:
        return found
    shift = 13 * printed
    ranks: i64 = ((cards.first | cards.second) >> shift) & ctx.plain_bits
    doubled: i64 = ((cards.first & cards.second) >> shift) & ctx.plain_bits
    fewest, most = rain_span(count)
    for low in range(13):
        for span in range(fewest, min(most, 13 - low) + 1):
            block: i64 = (1 << span) - 1
            window = block << low
            if (ranks & window) != window:
                break
            for chosen in combinations(faces_in(doubled & window), count - span):
                both: i64 = 0
                for rank in chosen:
                    both |= 1 << rank
                _add_copies(found, cards, window << shift, both << shift, every_copy)
    return found


def _add_copies(found: list[Cards], cards: Cards, faces: i64, both: i64, every_copy: bool) -> None:
    """Add `faces` once each, those of `both` twice; where two copies are held either may be the one taken."""
    base = Cards(both | (cards.first & faces), both | (cards.second & faces & ~cards.first))
    free = cards.first & cards.second & faces & ~both
    if not every_copy or free == 0:
        found.append(base)
        return
    swap = free
    while True:
        found.append(Cards(base.first & ~swap, base.second | swap))
        if swap == 0:
            return
        swap = (swap - 1) & free


def has_flash(ctx: Context, cards: Cards, count: int) -> bool:
    """Whether the cards contain a flash (4) or thunder (5 … 8) of exactly `count` cards, cut down if need be."""
    faces = cards.first | cards.second
    for rank in ctx.special_ranks:
        mask: i64 = ctx.rank_masks[rank]
        if (faces & mask) == mask and 4 + popcount(cards.first & cards.second & mask) >= count:
            return True
    return count == 4 and ctx.joker_flash and (cards.first & cards.second & JOKER_MASK) == JOKER_MASK


def flashes(ctx: Context, cards: Cards, count: int, every_copy: bool) -> list[Cards]:
    """The flashes or thunders of `count` cards, weakest rank first."""
    faces = cards.first | cards.second
    found: list[Cards] = []
    for rank in reversed(ctx.special_ranks):
        mask: i64 = ctx.rank_masks[rank]
        if (faces & mask) != mask:
            continue
        for chosen in combinations(faces_in(cards.first & cards.second & mask), count - 4):
            both: i64 = 0
            for face in chosen:
                both |= 1 << face
            _add_copies(found, cards, mask, both, every_copy)
            if not every_copy:
                break
    if count == 4 and ctx.joker_flash and (cards.first & cards.second & JOKER_MASK) == JOKER_MASK:
        found.append(Cards(JOKER_MASK, JOKER_MASK))
    return found


def tractors(ctx: Context, suit: int, pairs: i64, length: int) -> list[i64]:
    """Masks of faces: every tractor of `length` ≥ 2 pairs, weakest first; for length 1 every single pair."""
    found: list[i64] = []
    if length == 1:
        for face in sorted(faces_in(pairs), key=lambda f: ctx.strength[f]):
            one: i64 = 1 << face
            found.append(one)
        return found
    starts = starts_of_runs(ctx, ctx.chain(suit, pairs), length)
    for start in faces_in(starts):
        sets: list[i64] = [0]
        for place in range(start, start + length):
            held = ctx.faces_at(suit, place) & pairs
            wider: list[i64] = []
            for faces in sets:
                for face in faces_in(held):
                    wider.append(faces | (1 << face))
            sets = wider
        found.extend(sets)
    return found
