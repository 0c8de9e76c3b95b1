"""What every good UNO bot does besides choosing a move: call UNO, catch players who forgot it, jump in."""

from paiju.games.uno.actions import CALL, CATCHES, JUMP_IN, NO_SEAT, PLAY_CARD, UnoAction
from paiju.games.uno.cards import FACE_OF, SEVEN, ZERO
from paiju.games.uno.rules import END_OF_TURN, IMMEDIATE
from paiju.games.uno.view import ACTED, UnoView


def duty(view: UnoView) -> UnoAction | None:
    """An action that costs nothing and comes before any move: a catch, or a late call."""
    if view.exposed == view.seat:
        return CALL if CALL in view.legal else None
    if view.exposed != NO_SEAT and CATCHES[view.exposed] in view.legal:
        return CATCHES[view.exposed]
    if view.phase == ACTED and view.rules.enforcement == END_OF_TURN and len(view.hand) == 1:
        return CALL if view.called != view.seat and CALL in view.legal else None
    return None


def with_call(view: UnoView, move: UnoAction) -> UnoAction:
    """The move, or the UNO call if the move would leave one card and the call has not been made yet."""
    if move.kind not in (PLAY_CARD, JUMP_IN) or view.called == view.seat:
        return move
    if view.rules.enforcement == END_OF_TURN or size_after(view, move) != 1 or CALL not in view.legal:
        return move
    return CALL


def size_after(view: UnoView, move: UnoAction) -> int:
    """How many cards this seat holds after laying a card as `legal` spells it, swaps and rotations included."""
    left = len(view.hand) - 1
    face = FACE_OF[move.card]
    if left == 0:
        return 0
    if face == SEVEN and view.rules.seven_swap:
        return view.hand_counts[move.target]
    if face == ZERO and view.rules.zero_rotate:
        place = view.players.index(view.seat)
        return view.hand_counts[view.players[(place - view.direction) % len(view.players)]]
    return left


def jump(view: UnoView) -> UnoAction | None:
    """A jump-in, unless it is a 7 or 0 that would give a better hand away."""
    for action in view.legal:
        if isinstance(action, UnoAction) and action.kind == JUMP_IN:
            left = size_after(view, action)
            if left >= len(view.hand) or (left == 1 and view.rules.enforcement == IMMEDIATE and CALL not in view.legal):
                continue
            return action
    return None


def reaction(view: UnoView) -> UnoAction | None:
    """What to do out of turn, or None."""
    due = duty(view)
    if due is not None:
        return due
    laid = jump(view)
    return with_call(view, laid) if laid is not None else None
