"""The numbers of UNO's learning environments: what each byte of an observation means, and what each action is."""

from typing import Final

from paiju.games.uno.actions import (
    CALL_UNO,
    CHALLENGE_UNO,
    CHALLENGE_WD4,
    CHOOSE_COLOR,
    DRAW_CARD,
    JUMP_IN,
    NO_SEAT,
    PLAY_CARD,
    SKIP_TURN,
    UnoAction,
)
from paiju.games.uno.cards import CARDS, COLOUR_OF, FACE_OF, NO_COLOUR, WILD

MOST_SEATS: Final = 10
KINDS: Final = 54
"""Cards that look different: 4 × 13 coloured ones, Wild, Wild Draw Four."""

# --- the observation --------------------------------------------------------------------------------------

HAND: Final = 0
TOP: Final = HAND + KINDS
COLOUR: Final = TOP + 15
SIZES: Final = COLOUR + 5
SEEN: Final = SIZES + MOST_SEATS
VOIDS: Final = SEEN + KINDS
PHASE: Final = VOIDS + 4 * MOST_SEATS
REACTING: Final = PHASE + 8
PENDING: Final = REACTING + 1
DECK: Final = PENDING + 1
DIRECTION: Final = DECK + 1
CALLED: Final = DIRECTION + 1
EXPOSED: Final = CALLED + MOST_SEATS
SCORES: Final = EXPOSED + MOST_SEATS
OBSERVATION: Final = SCORES + MOST_SEATS

LAYOUT: Final = {
    "hand": (HAND, TOP),
    "top": (TOP, COLOUR),
    "colour": (COLOUR, SIZES),
    "sizes": (SIZES, SEEN),
    "seen": (SEEN, VOIDS),
    "voids": (VOIDS, PHASE),
    "phase": (PHASE, REACTING),
    "reacting": (REACTING, PENDING),
    "pending": (PENDING, DECK),
    "deck": (DECK, DIRECTION),
    "direction": (DIRECTION, CALLED),
    "called": (CALLED, EXPOSED),
    "exposed": (EXPOSED, SCORES),
    "scores": (SCORES, OBSERVATION),
}
"""First and one past the last byte of each part. Seats are counted from the mover, clockwise.

| part | what |
|---|---|
| hand | how many of each kind the mover holds: colour × 13 + face, then Wild, Wild Draw Four |
| top, colour | one-hot: face of the top card (0 … 9, skip, reverse, +2, Wild, +4); colour in force, the fifth: none |
| sizes | hand sizes by seat |
| seen | how many of each kind lie on the discard pile |
| voids | seat × 4 + colour: 1 + cards drawn since the seat drew rather than played on the colour, 0 if it did not |
| phase, reacting | one-hot of the engine's phases; 1 when asked out of turn |
| pending, deck, direction | cards owed; cards in the pile; 1 clockwise, 0 not |
| called, exposed | one-hot by seat |
| scores | by seat, in tens of points |
"""

# --- the actions ------------------------------------------------------------------------------------------

PLAY: Final = 0
PLAY_WILD: Final = 52
PLAY_FOUR: Final = 56
SWAP: Final = 60
DRAW: Final = 100
SKIP: Final = 101
CALLING: Final = 102
CHALLENGE: Final = 103
ACCEPT: Final = 104
CHOOSE: Final = 105
CATCH: Final = 109
WAIT: Final = 119
ACTIONS: Final = 120

WIDTH: Final = OBSERVATION + ACTIONS


def _kind_index() -> bytes:
    return bytes(
        [
            COLOUR_OF[card] * 13 + FACE_OF[card] if COLOUR_OF[card] != NO_COLOUR else 52 + FACE_OF[card] - WILD
            for card in range(CARDS)
        ]
    )


KIND_INDEX: Final = _kind_index()
"""By card; also the number of the action that lays a coloured card."""


def action_index(action: UnoAction, seat: int, seats: int) -> int:
    """The number of an action for the seat that takes it. A jump-in has the number of the play."""
    kind = action.kind
    if kind in (PLAY_CARD, JUMP_IN):
        card = action.card
        colour = COLOUR_OF[card]
        if colour == NO_COLOUR:
            return (PLAY_WILD if FACE_OF[card] == WILD else PLAY_FOUR) + action.colour
        if action.target != NO_SEAT:
            return SWAP + colour * MOST_SEATS + (action.target - seat) % seats
        return PLAY + colour * 13 + FACE_OF[card]
    if kind == DRAW_CARD:
        return DRAW
    if kind == SKIP_TURN:
        return SKIP
    if kind == CALL_UNO:
        return CALLING
    if kind == CHALLENGE_UNO:
        return CATCH + (action.target - seat) % seats
    if kind == CHOOSE_COLOR:
        return CHOOSE + action.colour
    return CHALLENGE if kind == CHALLENGE_WD4 else ACCEPT
