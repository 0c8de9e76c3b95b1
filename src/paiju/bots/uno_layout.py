"""Where each yes/no feature of `net` is, and into which bin a number falls.

Colours are described by what is held, seen and shown of them, never by name, so a position and the same position in
other colours look the same to the network.
"""

from typing import Final

BIAS: Final = 0
MOVE: Final = BIAS + 1
"""What is done; the offsets are below."""
OWN_SIZE: Final = MOVE + 15
"""Cards held after the move, 1 … 12 and more."""
WILDS: Final = OWN_SIZE + 12
DRAW_FOURS: Final = WILDS + 4
SYMBOLS: Final = DRAW_FOURS + 3
"""Skips, reverses and +2 held."""
SYMBOLS_IN_COLOUR: Final = SYMBOLS + 5
IN_COLOUR: Final = SYMBOLS_IN_COLOUR + 4
"""Cards held of the colour that will be in force."""
SAME_FACE: Final = IN_COLOUR + 7
BEST_OTHER: Final = SAME_FACE + 3
"""Cards held of the other colours: of the longest, the middle one, the shortest."""
MIDDLE_OTHER: Final = BEST_OTHER + 6
LEAST_OTHER: Final = MIDDLE_OTHER + 5
COLOURS_HELD: Final = LEAST_OTHER + 4
BRIDGES: Final = COLOURS_HELD + 5
"""Cards held whose face is held in another colour too: ways to change the colour."""
OWN_POINTS: Final = BRIDGES + 4
FITTING: Final = OWN_POINTS + 6
"""Cards held that could be laid if nobody changed the top card."""
LAST_CARD: Final = FITTING + 5
"""With one card left: a wild, of the colour, of the face, neither."""
AGAIN: Final = LAST_CARD + 4
"""It is this seat's turn again."""
NEXT_SIZE: Final = AGAIN + 1
SECOND_SIZE: Final = NEXT_SIZE + 9
BEFORE_SIZE: Final = SECOND_SIZE + 9
LEAST_SIZE: Final = BEFORE_SIZE + 9
"""The shortest hand of the others."""
VICTIM_SIZE: Final = LEAST_SIZE + 5
"""The hand of the player who is skipped or has to draw."""
NEXT_VOID: Final = VICTIM_SIZE + 6
"""Whether the next, the second, the seat before showed that it lacks the colour that will be in force."""
SECOND_VOID: Final = NEXT_VOID + 5
BEFORE_VOID: Final = SECOND_VOID + 5
UNSEEN_COLOUR: Final = BEFORE_VOID + 5
COLOUR_KEPT: Final = UNSEEN_COLOUR + 6
"""The colour in force stays what it was."""
LATELY: Final = COLOUR_KEPT + 1
"""How many of the last cards laid had the colour that will be in force: their players may hold more of it."""
FACE: Final = LATELY + 5
"""What will lie on top."""
FACE_UNSEEN: Final = FACE + 15
"""How many cards of that face nobody has shown yet: with each of them somebody could change the colour."""
NEXT_VOIDS: Final = FACE_UNSEEN + 9
"""How many other colours the next seat, and the seat before, showed to lack."""
BEFORE_VOIDS: Final = NEXT_VOIDS + 4
BEST_UNSEEN: Final = BEFORE_VOIDS + 4
"""Of the other colour held most: what is still to come of it, and skips, reverses and +2 held."""
BEST_SYMBOLS: Final = BEST_UNSEEN + 6
LAP: Final = BEST_SYMBOLS + 3
"""How long the round has been going on."""
OTHERS_HELD: Final = LAP + 6
"""All cards in the hands of the others, by threes."""
SEATS: Final = OTHERS_HELD + 10
RULES: Final = SEATS + 5
BLUFFER_SIZE: Final = RULES + 9
BLUFFER_VOID: Final = BLUFFER_SIZE + 6
UNSEEN_BEFORE: Final = BLUFFER_VOID + 5
DEBT: Final = UNSEEN_BEFORE + 6
FEATURES: Final = DEBT + 5

# Kinds of moves, as offsets from MOVE.
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

CARDS_OF_FACE: Final = [4] + [8] * 12 + [0, 0]
"""How many cards of each face can follow one of their own in another colour."""

_SIZE_BINS: Final = [0, 0, 1, 2, 3, 4, 5, 6, 6, 7, 7, 7]
"""Bin of a hand size 0 … 11; 8 above."""
_VOID_BINS: Final = [0, 1, 2, 3, 3]
"""Bin of 1 + cards drawn since the seat showed that it lacks the colour; 0 = it never did."""


def size_bin(size: int) -> int:
    """The bin of the size of another player's hand."""
    return _SIZE_BINS[size] if size < 12 else 8


def void_bin(mark: int) -> int:
    """The bin of a seat's mark for a colour, see `Position.voids`."""
    return _VOID_BINS[mark] if mark < 5 else 4


def at_most(value: int, most: int) -> int:
    """The bin of a number: the number itself, or `most` for everything above."""
    return value if value < most else most


def victim_bin(size: int) -> int:
    """The bin of the size of the hand that a card is aimed at."""
    if size <= 3:
        return size
    return 4 if size <= 5 else 5


def points_bin(points: int) -> int:
    """The bin of the points in the bot's own hand."""
    if points < 10:
        return 0
    if points < 20:
        return 1
    if points < 40:
        return 2
    if points < 70:
        return 3
    return 4 if points < 100 else 5


def share_bin(part: int, whole: int) -> int:
    """The bin of the share of a colour: around a quarter, the average, in steps of about four percent."""
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
