"""What `net` looks at: the position after a move, as numbers of features that are on.

Every feature is a yes or no; `uno_layout` names them. Plain lists and ints: mypyc compiles it.
"""

from typing import Final

from paiju.bots.uno_layout import (
    ACCEPT_MOVE,
    AGAIN,
    BEFORE_SIZE,
    BEFORE_VOID,
    BEFORE_VOIDS,
    BEST_OTHER,
    BEST_SYMBOLS,
    BEST_UNSEEN,
    BIAS,
    BLUFFED_FOUR,
    BLUFFER_SIZE,
    BLUFFER_VOID,
    BRIDGES,
    CARDS_OF_FACE,
    CHALLENGE_MOVE,
    COLOUR_KEPT,
    COLOUR_MOVE,
    COLOURS_HELD,
    DEBT,
    DRAW_FOURS,
    DRAW_MOVE,
    DRAW_TWO_MOVE,
    FACE,
    FACE_UNSEEN,
    FITTING,
    HONEST_FOUR,
    IN_COLOUR,
    KEEP_MOVE,
    LAP,
    LAST_CARD,
    LATELY,
    LEAST_OTHER,
    LEAST_SIZE,
    MIDDLE_OTHER,
    MOVE,
    NEXT_SIZE,
    NEXT_VOID,
    NEXT_VOIDS,
    NUMBER_MOVE,
    OTHERS_HELD,
    OWN_POINTS,
    OWN_SIZE,
    PAY_MOVE,
    REVERSE_MOVE,
    ROTATE_MOVE,
    RULES,
    SAME_FACE,
    SEATS,
    SECOND_SIZE,
    SECOND_VOID,
    SKIP_MOVE,
    SWAP_MOVE,
    SYMBOLS,
    SYMBOLS_IN_COLOUR,
    UNSEEN_BEFORE,
    UNSEEN_COLOUR,
    VICTIM_SIZE,
    WILD_MOVE,
    WILDS,
    at_most,
    points_bin,
    share_bin,
    size_bin,
    victim_bin,
    void_bin,
)
from paiju.bots.uno_moves import order_after, rotated
from paiju.games.uno.actions import (
    ACCEPT_WD4,
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

RECENT: Final = 4
"""How many of the last cards laid say which colours are being played."""


class Situation:
    """What all moves of one decision have in common, counted once."""

    def __init__(self, view: UnoView) -> None:
        self.view: Final = view
        counts = [0, 0, 0, 0, 0]
        unseen = [25, 25, 25, 25, 8]
        unseen_faces = CARDS_OF_FACE.copy()
        points = 0
        wilds = 0
        symbols = 0
        for card in view.hand:
            colour = COLOUR_OF[card]
            face = FACE_OF[card]
            counts[colour] += 1
            unseen[colour] -= 1
            unseen_faces[face] -= 1
            points += POINTS_OF[card]
            if face == WILD:
                wilds += 1
            elif SKIP <= face <= DRAW_TWO:
                symbols += 1
        for card in view.discard:
            unseen[COLOUR_OF[card]] -= 1
            unseen_faces[FACE_OF[card]] -= 1
        lately = [0, 0, 0, 0, 0]
        for card in view.discard[-RECENT:]:
            lately[COLOUR_OF[card]] += 1
        self.counts: Final = counts
        self.lately: Final = lately
        self.unseen: Final = unseen
        self.unseen_faces: Final = unseen_faces
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
        on = [BIAS]
        seats = len(self.order) + 1
        on.append(SEATS + (seats - 2 if seats <= 4 else 3 if seats <= 6 else 4))
        if rules.stacking:
            on.append(RULES)
        if rules.seven_swap:
            on.append(RULES + 1)
        if rules.zero_rotate:
            on.append(RULES + 2)
        if rules.jump_in:
            on.append(RULES + 3)
        if rules.wd4_challenge:
            on.append(RULES + 4)
        if rules.wd4_strict:
            on.append(RULES + 5)
        if rules.draw_until_playable:
            on.append(RULES + 6)
        if rules.last_card_draw:
            on.append(RULES + 7)
        if rules.draw_only_if_stuck:
            on.append(RULES + 8)
        on.append(DEBT + at_most(view.pending // 2, 4))
        on.append(LAP + at_most(view.turn_number // 8, 5))
        return on

    def after(self, action: UnoAction) -> list[int]:
        """The features of the position that `action` leads to, as far as this seat can foresee it."""
        on = self.fixed.copy()
        kind = action.kind
        if kind in (CHALLENGE_WD4, ACCEPT_WD4):
            self._answer(on, kind == CHALLENGE_WD4)
        elif kind == DRAW_CARD:
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
        on.append(BLUFFER_SIZE + victim_bin(view.hand_counts[bluffer]))
        before = view.wd4_before
        if before < NO_COLOUR:
            on.append(BLUFFER_VOID + void_bin(view.voids[bluffer * 4 + before]))
            on.append(UNSEEN_BEFORE + share_bin(self.unseen[before], self.unseen_total))

    def _draw(self, on: list[int]) -> None:
        pending = self.view.pending
        if pending:
            self._quiet(on, PAY_MOVE, self.view.colour, len(self.view.hand) + pending, 0)
        else:
            self._quiet(on, DRAW_MOVE, self.view.colour, len(self.view.hand) + 1, 0)

    def _quiet(self, on: list[int], move: int, colour: int, size: int, skipped: int) -> None:
        """A move that lays no card."""
        on.append(MOVE + move)
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
            sizes = rotated(sizes, order, view.seat, size)
            size = sizes[view.seat]
            known = False
        if cost:
            skipped = 1
            on.append(VICTIM_SIZE + victim_bin(sizes[order[0]]))
            sizes = sizes.copy()
            sizes[order[0]] += cost + view.pending
        elif skipped:
            on.append(VICTIM_SIZE + victim_bin(sizes[order[0]]))
        else:
            on.append(VICTIM_SIZE)
        on.append(MOVE + move)
        if known:
            self._hand(on, card, colour, face, size)
        else:
            on.append(OWN_SIZE + at_most(size, 12) - 1)
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
        symbols_of = [0, 0, 0, 0]
        last = NO_CARD
        faces = 0
        bridges = 0
        for other in self.view.hand:
            if other == card:
                continue
            last = other
            theirs = FACE_OF[other]
            if theirs >= WILD:
                continue
            if theirs >= SKIP:
                symbols_of[COLOUR_OF[other]] += 1
            if COLOUR_OF[other] != colour and theirs == face:
                same += 1
            bit = 1 << (theirs * 4 + COLOUR_OF[other])
            if faces & (15 << (theirs * 4)) & ~bit:
                bridges += 1
            faces |= bit
        in_colour = 0
        best = 0
        middle = 0
        least = 0
        held = 0
        liked = -1
        liked_symbols = 0
        liked_unseen = 0
        for c in range(4):
            count = counts[c]
            if c == left and left != NO_COLOUR:
                count -= 1
            if count > 0:
                held += 1
            if c != colour:
                liking = (count * 32 + self.unseen[c]) * 32 + symbols_of[c]
                if liking > liked:
                    liked = liking
                    liked_symbols = symbols_of[c]
                    liked_unseen = self.unseen[c]
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
        on.append(OWN_SIZE + at_most(size, 12) - 1 if size > 0 else OWN_SIZE)
        on.append(WILDS + at_most(wilds, 3))
        on.append(DRAW_FOURS + at_most(fours, 2))
        on.append(SYMBOLS + at_most(symbols, 4))
        on.append(SYMBOLS_IN_COLOUR + (at_most(symbols_of[colour], 3) if colour < NO_COLOUR else 0))
        on.append(IN_COLOUR + at_most(in_colour, 6))
        on.append(SAME_FACE + at_most(same, 2))
        on.append(BEST_OTHER + at_most(best, 5))
        on.append(MIDDLE_OTHER + at_most(middle, 4))
        on.append(LEAST_OTHER + at_most(least, 3))
        on.append(BEST_UNSEEN + share_bin(liked_unseen, self.unseen_total))
        on.append(BEST_SYMBOLS + at_most(liked_symbols, 2))
        on.append(COLOURS_HELD + held)
        on.append(BRIDGES + at_most(bridges, 3))
        on.append(OWN_POINTS + points_bin(points))
        on.append(FACE + face)
        unseen = self.unseen_faces[face]
        on.append(FACE_UNSEEN + unseen if unseen > 0 else FACE_UNSEEN)
        on.append(FITTING + at_most(in_colour + same + wilds + fours, 4))
        if size == 1 and last != NO_CARD:
            if COLOUR_OF[last] == NO_COLOUR:
                on.append(LAST_CARD)
            elif COLOUR_OF[last] == colour:
                on.append(LAST_CARD + 1)
            elif FACE_OF[last] == face:
                on.append(LAST_CARD + 2)
            else:
                on.append(LAST_CARD + 3)

    def _others(self, on: list[int], colour: int, sizes: list[int], order: list[int], skipped: int) -> None:
        """Who comes next and how near each is to going out."""
        voids = self.view.voids
        others = len(order)
        if skipped >= others:
            on.append(AGAIN)
        else:
            following = order[skipped]
            on.append(NEXT_SIZE + size_bin(sizes[following]))
            on.append(NEXT_VOIDS + _other_voids(voids, following, colour))
            if colour < NO_COLOUR:
                on.append(NEXT_VOID + void_bin(voids[following * 4 + colour]))
        if others - skipped > 1:
            second = order[skipped + 1]
            on.append(SECOND_SIZE + size_bin(sizes[second]))
            if colour < NO_COLOUR:
                on.append(SECOND_VOID + void_bin(voids[second * 4 + colour]))
        before = order[others - 1]
        on.append(BEFORE_SIZE + size_bin(sizes[before]))
        on.append(BEFORE_VOIDS + _other_voids(voids, before, colour))
        if colour < NO_COLOUR:
            on.append(BEFORE_VOID + void_bin(voids[before * 4 + colour]))
            on.append(UNSEEN_COLOUR + share_bin(self.unseen[colour], self.unseen_total))
            on.append(LATELY + self.lately[colour])
            if colour == self.view.colour:
                on.append(COLOUR_KEPT)
        smallest = 99
        held = 0
        for seat in order:
            held += sizes[seat]
            if sizes[seat] < smallest:
                smallest = sizes[seat]
        on.append(OTHERS_HELD + at_most(held // 3, 9))
        on.append(LEAST_SIZE + at_most(smallest, 5) - 1 if smallest > 0 else LEAST_SIZE)


def _other_voids(voids: list[int], seat: int, colour: int) -> int:
    """How many colours but this one a seat showed to lack, at most three."""
    count = 0
    for c in range(4):
        if c != colour and voids[seat * 4 + c] > 0:
            count += 1
    return at_most(count, 3)
