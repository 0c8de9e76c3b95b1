"""What `net` looks at: the position after a move, as numbers of features that are on.

Every feature is a yes or no. Colours appear only by what is held, seen and shown of them, never by name, so that a
position and the same position in other colours are one to the network. Plain lists and ints: mypyc compiles it.
"""

from typing import Final

from paiju.games.uno.actions import (
    ACCEPT_WD4,
    CALL_UNO,
    CHALLENGE_UNO,
    CHALLENGE_WD4,
    CHOOSE_COLOR,
    DRAW_CARD,
    NO_SEAT,
    SKIP_TURN,
    UnoAction,
)
from paiju.games.uno.cards import (
    COLOUR_OF,
    DRAW_TWO,
    FACE_OF,
    KIND_OF,
    NO_CARD,
    NO_COLOUR,
    POINTS_OF,
    REVERSE,
    SEVEN,
    SKIP,
    WILD,
    WILD_DRAW_FOUR,
    ZERO,
)
from paiju.games.uno.view import UnoView

# --- the layout ---------------------------------------------------------------------------------------

_SIZES: Final[dict[str, int]] = {
    "bias": 1,
    "goal_points": 1,
    "move": 15,
    "own_size": 12,
    "wilds": 4,
    "draw_fours": 3,
    "symbols": 5,
    "in_colour": 7,
    "same_face": 3,
    "best_other": 6,
    "middle_other": 5,
    "least_other": 4,
    "colours_held": 5,
    "own_points": 6,
    "fitting": 5,
    "last_card": 4,
    "again": 1,
    "next_size": 9,
    "second_size": 9,
    "before_size": 9,
    "least_size": 5,
    "victim_size": 6,
    "next_void": 5,
    "second_void": 5,
    "before_void": 5,
    "unseen_colour": 6,
    "seats": 5,
    "rules": 9,
    "bluffer_size": 6,
    "bluffer_void": 5,
    "unseen_before": 6,
    "debt": 5,
}


def _layout() -> dict[str, int]:
    starts: dict[str, int] = {}
    at = 0
    for name, size in _SIZES.items():
        starts[name] = at
        at += size
    return starts


LAYOUT: Final = _layout()
"""Where each group of features begins."""
FEATURES: Final = sum(_SIZES.values())

_BIAS: Final = LAYOUT["bias"]
_GOAL: Final = LAYOUT["goal_points"]
_MOVE: Final = LAYOUT["move"]
_OWN_SIZE: Final = LAYOUT["own_size"]
_WILDS: Final = LAYOUT["wilds"]
_DRAW_FOURS: Final = LAYOUT["draw_fours"]
_SYMBOLS: Final = LAYOUT["symbols"]
_IN_COLOUR: Final = LAYOUT["in_colour"]
_SAME_FACE: Final = LAYOUT["same_face"]
_BEST: Final = LAYOUT["best_other"]
_MIDDLE: Final = LAYOUT["middle_other"]
_LEAST: Final = LAYOUT["least_other"]
_COLOURS_HELD: Final = LAYOUT["colours_held"]
_OWN_POINTS: Final = LAYOUT["own_points"]
_FITTING: Final = LAYOUT["fitting"]
_LAST_CARD: Final = LAYOUT["last_card"]
_AGAIN: Final = LAYOUT["again"]
_NEXT_SIZE: Final = LAYOUT["next_size"]
_SECOND_SIZE: Final = LAYOUT["second_size"]
_BEFORE_SIZE: Final = LAYOUT["before_size"]
_LEAST_SIZE: Final = LAYOUT["least_size"]
_VICTIM: Final = LAYOUT["victim_size"]
_NEXT_VOID: Final = LAYOUT["next_void"]
_SECOND_VOID: Final = LAYOUT["second_void"]
_BEFORE_VOID: Final = LAYOUT["before_void"]
_UNSEEN: Final = LAYOUT["unseen_colour"]
_SEATS: Final = LAYOUT["seats"]
_RULES: Final = LAYOUT["rules"]
_BLUFFER: Final = LAYOUT["bluffer_size"]
_BLUFFER_VOID: Final = LAYOUT["bluffer_void"]
_UNSEEN_BEFORE: Final = LAYOUT["unseen_before"]
_DEBT: Final = LAYOUT["debt"]

# Kinds of moves, as offsets in the group `move`.
NUMBER_MOVE: Final = 0
SKIP_MOVE: Final = 1
REVERSE_MOVE: Final = 2
DRAW_TWO_MOVE: Final = 3
WILD_MOVE: Final = 4
HONEST_FOUR: Final = 5
BLUFFED_FOUR: Final = 6
DRAW_MOVE: Final = 7
KEEP_MOVE: Final = 8
ACCEPT_MOVE: Final = 9
CHALLENGE_MOVE: Final = 10
SWAP_MOVE: Final = 11
ROTATE_MOVE: Final = 12
PAY_MOVE: Final = 13
COLOUR_MOVE: Final = 14

_SIZE_BINS: Final = [0, 0, 1, 2, 3, 4, 5, 6, 6, 7, 7, 7]
"""Bin of a hand size 0 … 11; 8 above."""
_VOID_BINS: Final = [0, 1, 2, 3, 3]
"""Bin of 1 + cards drawn since the seat showed that it lacks the colour; 0 = it never did."""


def _size_bin(size: int) -> int:
    return _SIZE_BINS[size] if size < 12 else 8


def _void_bin(mark: int) -> int:
    return _VOID_BINS[mark] if mark < 5 else 4


def _at_most(value: int, most: int) -> int:
    return value if value < most else most


def _victim_bin(size: int) -> int:
    if size <= 3:
        return size
    return 4 if size <= 5 else 5


def _points_bin(points: int) -> int:
    if points < 10:
        return 0
    if points < 20:
        return 1
    if points < 40:
        return 2
    if points < 70:
        return 3
    return 4 if points < 100 else 5


def _share_bin(part: int, whole: int) -> int:
    """A quarter is what every colour has on average; below and above in steps of about four percent."""
    if whole <= 0:
        return 2
    percent = 100 * part // whole
    if percent < 12:
        return 0
    if percent < 18:
        return 1
    if percent < 22:
        return 2
    if percent < 26:
        return 3
    return 4 if percent < 31 else 5


# --- a look at a position ------------------------------------------------------------------------------


class Situation:
    """What all moves of one decision have in common, counted once."""

    def __init__(self, view: UnoView, for_points: bool) -> None:
        self.view: Final = view
        self.for_points: Final = for_points
        counts = [0, 0, 0, 0, 0]
        unseen = [25, 25, 25, 25, 8]
        points = 0
        wilds = 0
        symbols = 0
        for card in view.hand:
            colour = COLOUR_OF[card]
            face = FACE_OF[card]
            counts[colour] += 1
            unseen[colour] -= 1
            points += POINTS_OF[card]
            if face == WILD:
                wilds += 1
            elif SKIP <= face <= DRAW_TWO:
                symbols += 1
        for card in view.discard:
            unseen[COLOUR_OF[card]] -= 1
        self.counts: Final = counts
        self.unseen: Final = unseen
        self.unseen_total: Final = unseen[0] + unseen[1] + unseen[2] + unseen[3] + unseen[4]
        self.points: Final = points
        self.wilds: Final = wilds
        self.draw_fours: Final = counts[NO_COLOUR] - wilds
        self.symbols: Final = symbols
        self.order: Final = order_after(view)
        self.fixed: Final = self._fixed()

    def _fixed(self) -> list[int]:
        """Features that no move changes."""
        view = self.view
        rules = view.rules
        on = [_BIAS]
        if self.for_points:
            on.append(_GOAL)
        seats = len(self.order) + 1
        on.append(_SEATS + (seats - 2 if seats <= 4 else 3 if seats <= 6 else 4))
        if rules.stacking:
            on.append(_RULES)
        if rules.seven_swap:
            on.append(_RULES + 1)
        if rules.zero_rotate:
            on.append(_RULES + 2)
        if rules.jump_in:
            on.append(_RULES + 3)
        if rules.wd4_challenge:
            on.append(_RULES + 4)
        if rules.wd4_strict:
            on.append(_RULES + 5)
        if rules.draw_until_playable:
            on.append(_RULES + 6)
        if rules.last_card_draw:
            on.append(_RULES + 7)
        if rules.draw_only_if_stuck:
            on.append(_RULES + 8)
        on.append(_DEBT + _at_most(view.pending // 2, 4))
        return on

    def after(self, action: UnoAction) -> list[int]:
        """The features of the position that `action` leads to, as far as this seat can foresee it."""
        on = self.fixed.copy()
        kind = action.kind
        if kind in (CHALLENGE_WD4, ACCEPT_WD4):
            self._answer(on, kind == CHALLENGE_WD4)
        elif kind == DRAW_CARD:
            if self.view.wd4_by != NO_SEAT:
                self._answer(on, False)
            else:
                self._draw(on)
        elif kind == SKIP_TURN:
            self._quiet(on, KEEP_MOVE, self.view.colour, len(self.view.hand), 0)
        elif kind == CHOOSE_COLOR:
            self._quiet(on, COLOUR_MOVE, action.colour, len(self.view.hand), 0)
        else:
            self._laid(on, action)
        return on

    def _answer(self, on: list[int], challenged: bool) -> None:
        view = self.view
        bluffer = view.wd4_by
        if challenged:
            self._quiet(on, CHALLENGE_MOVE, view.colour, len(view.hand), 0)
        else:
            self._quiet(on, ACCEPT_MOVE, view.colour, len(view.hand) + view.pending, 0)
        on.append(_BLUFFER + _victim_bin(view.hand_counts[bluffer]))
        before = view.wd4_before
        if before < NO_COLOUR:
            on.append(_BLUFFER_VOID + _void_bin(view.voids[bluffer * 4 + before]))
            on.append(_UNSEEN_BEFORE + _share_bin(self.unseen[before], self.unseen_total))

    def _draw(self, on: list[int]) -> None:
        pending = self.view.pending
        if pending:
            self._quiet(on, PAY_MOVE, self.view.colour, len(self.view.hand) + pending, 0)
        else:
            self._quiet(on, DRAW_MOVE, self.view.colour, len(self.view.hand) + 1, 0)

    def _quiet(self, on: list[int], move: int, colour: int, size: int, skipped: int) -> None:
        """A move that lays no card."""
        on.append(_MOVE + move)
        self._hand(on, NO_CARD, colour, FACE_OF[self.view.top], size)
        self._others(on, colour, self.view.hand_counts, self.order, skipped)

    def _laid(self, on: list[int], action: UnoAction) -> None:
        view = self.view
        card = action.card
        face = FACE_OF[card]
        colour = COLOUR_OF[card]
        sizes = view.hand_counts
        order = self.order
        size = len(view.hand) - 1
        move = NUMBER_MOVE
        skipped = 0
        cost = 0
        known = True
        if colour == NO_COLOUR:
            colour = action.colour
            move = WILD_MOVE
            if face == WILD_DRAW_FOUR:
                held = view.colour < NO_COLOUR and self.counts[view.colour] > 0
                move = BLUFFED_FOUR if held else HONEST_FOUR
                cost = 4
        elif face == SKIP:
            move = SKIP_MOVE
            skipped = 1
        elif face == REVERSE:
            move = REVERSE_MOVE
            if len(order) == 1:
                skipped = 1
            else:
                order = order.copy()
                order.reverse()
        elif face == DRAW_TWO:
            move = DRAW_TWO_MOVE
            cost = 2
        elif face == SEVEN and view.rules.seven_swap and size > 0:
            move = SWAP_MOVE
            target = action.target if action.target != NO_SEAT else order[0]
            sizes = sizes.copy()
            given = size
            size = sizes[target]
            sizes[target] = given
            known = False
        elif face == ZERO and view.rules.zero_rotate and size > 0:
            move = ROTATE_MOVE
            sizes = _rotated(sizes, order, view.seat, size)
            size = sizes[view.seat]
            known = False
        if cost:
            skipped = 1
            on.append(_VICTIM + _victim_bin(sizes[order[0]]))
            sizes = sizes.copy()
            sizes[order[0]] += cost + view.pending
        elif skipped:
            on.append(_VICTIM + _victim_bin(sizes[order[0]]))
        else:
            on.append(_VICTIM)
        on.append(_MOVE + move)
        if known:
            self._hand(on, card, colour, face, size)
        else:
            on.append(_OWN_SIZE + _at_most(size, 12) - 1)
        self._others(on, colour, sizes, order, skipped)

    def _hand(self, on: list[int], card: int, colour: int, face: int, size: int) -> None:
        """The own hand without `card`, seen from the colour and face that will lie on top."""
        counts = self.counts
        wilds = self.wilds
        fours = self.draw_fours
        symbols = self.symbols
        points = self.points
        left = NO_COLOUR
        if card != NO_CARD:
            left = COLOUR_OF[card]
            own = FACE_OF[card]
            points -= POINTS_OF[card]
            if own == WILD:
                wilds -= 1
            elif own == WILD_DRAW_FOUR:
                fours -= 1
            elif own >= SKIP:
                symbols -= 1
        same = 0
        last = NO_CARD
        for other in self.view.hand:
            if other != card:
                last = other
                if FACE_OF[other] == face and COLOUR_OF[other] != colour and face < WILD:
                    same += 1
        in_colour = 0
        best = 0
        middle = 0
        least = 0
        held = 0
        for c in range(4):
            count = counts[c]
            if c == left and left != NO_COLOUR:
                count -= 1
            if count > 0:
                held += 1
            if c == colour:
                in_colour = count
            elif count >= best:
                least = middle
                middle = best
                best = count
            elif count >= middle:
                least = middle
                middle = count
            else:
                least = count
        on.append(_OWN_SIZE + _at_most(size, 12) - 1 if size > 0 else _OWN_SIZE)
        on.append(_WILDS + _at_most(wilds, 3))
        on.append(_DRAW_FOURS + _at_most(fours, 2))
        on.append(_SYMBOLS + _at_most(symbols, 4))
        on.append(_IN_COLOUR + _at_most(in_colour, 6))
        on.append(_SAME_FACE + _at_most(same, 2))
        on.append(_BEST + _at_most(best, 5))
        on.append(_MIDDLE + _at_most(middle, 4))
        on.append(_LEAST + _at_most(least, 3))
        on.append(_COLOURS_HELD + held)
        on.append(_OWN_POINTS + _points_bin(points))
        on.append(_FITTING + _at_most(in_colour + same + wilds + fours, 4))
        if size == 1 and last != NO_CARD:
            if COLOUR_OF[last] == NO_COLOUR:
                on.append(_LAST_CARD)
            elif COLOUR_OF[last] == colour:
                on.append(_LAST_CARD + 1)
            elif FACE_OF[last] == face:
                on.append(_LAST_CARD + 2)
            else:
                on.append(_LAST_CARD + 3)

    def _others(self, on: list[int], colour: int, sizes: list[int], order: list[int], skipped: int) -> None:
        """Who comes next and how near each is to going out."""
        voids = self.view.voids
        others = len(order)
        if skipped >= others:
            on.append(_AGAIN)
        else:
            following = order[skipped]
            on.append(_NEXT_SIZE + _size_bin(sizes[following]))
            if colour < NO_COLOUR:
                on.append(_NEXT_VOID + _void_bin(voids[following * 4 + colour]))
        if others - skipped > 1:
            second = order[skipped + 1]
            on.append(_SECOND_SIZE + _size_bin(sizes[second]))
            if colour < NO_COLOUR:
                on.append(_SECOND_VOID + _void_bin(voids[second * 4 + colour]))
        before = order[others - 1]
        on.append(_BEFORE_SIZE + _size_bin(sizes[before]))
        if colour < NO_COLOUR:
            on.append(_BEFORE_VOID + _void_bin(voids[before * 4 + colour]))
            on.append(_UNSEEN + _share_bin(self.unseen[colour], self.unseen_total))
        smallest = 99
        for seat in order:
            if sizes[seat] < smallest:
                smallest = sizes[seat]
        on.append(_LEAST_SIZE + _at_most(smallest, 5) - 1 if smallest > 0 else _LEAST_SIZE)


def order_after(view: UnoView) -> list[int]:
    """The other seats in the order in which they will come to play."""
    players = view.players
    here = players.index(view.seat)
    seats = len(players)
    order: list[int] = []
    for step in range(1, seats):
        order.append(players[(here + step * view.direction) % seats])
    return order


def _rotated(sizes: list[int], order: list[int], seat: int, own: int) -> list[int]:
    """Hand sizes after every hand went to the next seat in playing order."""
    after = sizes.copy()
    given = own
    for other in order:
        after[other], given = given, sizes[other]
    after[seat] = given
    return after


def decisions(view: UnoView) -> list[UnoAction]:
    """The moves worth weighing: twins once, and neither calls nor catches, which need no weighing.

    Drawing, or keeping what was drawn, is a choice only for the sake of a wild: a coloured card that fits is laid.
    """
    found: list[UnoAction] = []
    seen: set[int] = set()
    fitting = False
    for action in view.legal:
        assert isinstance(action, UnoAction)
        kind = action.kind
        if kind in (CALL_UNO, CHALLENGE_UNO):
            continue
        card = action.card
        if card != NO_CARD:
            key = (KIND_OF[card] * 8 + action.colour) * 16 + action.target + 1
            if key in seen:
                continue
            seen.add(key)
            if COLOUR_OF[card] != NO_COLOUR and not _gives_away(view, card):
                fitting = True
        elif (kind == DRAW_CARD and (fitting or view.wd4_by != NO_SEAT)) or (kind == SKIP_TURN and fitting):
            continue
        found.append(action)
    return found


def _gives_away(view: UnoView, card: int) -> bool:
    """Whether laying the card moves hands, which can be a reason not to."""
    face = FACE_OF[card]
    return (face == SEVEN and view.rules.seven_swap) or (face == ZERO and view.rules.zero_rotate)


def worth_of_points(points: int, seats: int) -> float:
    """Points won in a round, on a scale like that of wins; freak hands count no more than a very good round."""
    worth = points / (40.0 * seats)
    return worth if worth < 1.5 else 1.5
