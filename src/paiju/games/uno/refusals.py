"""Why an action is refused. The order of the checks is part of the rules: the first that fails names the code."""

from mypy_extensions import i64

from paiju.games.uno.actions import (
    ACCEPT_WD4,
    CALL_UNO,
    CHALLENGE_UNO,
    CHALLENGE_WD4,
    DRAW_CARD,
    JUMP_IN,
    NEXT_ROUND,
    NO_SEAT,
    PENALTY,
    PLAY_CARD,
    REMOVE_PLAYER,
    SKIP_TURN,
    START,
    TIMEOUT,
    UnoAction,
)
from paiju.games.uno.cards import (
    COLOUR_OF,
    DRAW_TWO,
    FACE_OF,
    FACES,
    FIRST_WILD,
    FITS,
    KIND_OF,
    NO_COLOUR,
    SEVEN,
    WILD,
    WILD_DRAW_FOUR,
)
from paiju.games.uno.position import NOTHING, SPARE, Position, holds_colour
from paiju.games.uno.rules import ANY, SAME, WINDOW_THEN_AUTO
from paiju.games.uno.view import ACTED, CHOOSE, DRAWN, ENDED, IDLE, ROUND_OVER, TURN, WD4


def seat_refusal(p: Position, seat: i64, action: UnoAction) -> str:
    """Why a seat may not do this now, or ""."""
    kind = action.kind
    phase = p.phase
    if kind == PLAY_CARD and seat == p.current and phase == TURN and p.pending == 0 and p.wanted == NOTHING:
        # By far the most frequent question, answered without detours if the answer is yes.
        card = action.card
        if p.rules.plain_plays and card in p.hands[seat] and (card < FIRST_WILD or action.colour < NO_COLOUR):
            if FITS[p.colour * FACES + FACE_OF[p.discard[-1]]][card]:
                return ""
    if phase == IDLE:
        return "GAME_NOT_STARTED"
    if phase == ENDED:
        return "GAME_ENDED"
    if not p.seated(seat):
        return "UNKNOWN_PLAYER"
    if kind >= START:
        return "UNKNOWN_ACTION"
    if phase == ROUND_OVER:
        return "ROUND_OVER"
    if p.wanted != NOTHING:
        return "SHUFFLE_FIRST"
    if kind == PLAY_CARD:
        return play_refusal(p, seat, action) if seat == p.current else "NOT_YOUR_TURN"
    if kind == CALL_UNO:
        return call_refusal(p, seat)
    if kind == CHALLENGE_UNO:
        return catch_refusal(p, seat, action.target)
    if kind == JUMP_IN:
        return jump_refusal(p, seat, action)
    if kind in (CHALLENGE_WD4, ACCEPT_WD4):
        if p.phase != WD4:
            return "NO_WD4_TO_CHALLENGE"
        return "" if seat == p.current else "NOT_YOUR_TURN"
    if seat != p.current:
        return "NOT_YOUR_TURN"
    if kind == DRAW_CARD:
        return draw_refusal(p, seat)
    if kind == SKIP_TURN:
        return skip_refusal(p)
    return colour_refusal(p, action)


def host_refusal(p: Position, action: UnoAction) -> str:
    """Why the host may not do this now, or ""."""
    kind = action.kind
    if p.phase == IDLE:
        if kind != START:
            return "GAME_NOT_STARTED"
        if action.target != NO_SEAT and not p.seated(action.target):
            return "UNKNOWN_PLAYER"
        return "" if p.wanted == NOTHING else "SHUFFLE_FIRST"
    if p.phase == ENDED:
        return "GAME_ENDED"
    if kind in (TIMEOUT, REMOVE_PLAYER, PENALTY) and not p.seated(action.target):
        return "UNKNOWN_PLAYER"
    if kind == NEXT_ROUND:
        if p.phase != ROUND_OVER:
            return "ROUND_NOT_OVER"
        return "" if p.wanted == NOTHING else "SHUFFLE_FIRST"
    if kind == REMOVE_PLAYER:
        return "" if p.wanted in (NOTHING, SPARE) else "SHUFFLE_FIRST"
    if kind not in (TIMEOUT, PENALTY):
        return "UNKNOWN_PLAYER" if kind < START else "UNKNOWN_ACTION"
    if p.phase == ROUND_OVER:
        return "ROUND_OVER"
    if p.wanted != NOTHING:
        return "SHUFFLE_FIRST"
    if kind == TIMEOUT:
        return "" if action.target == p.current else "NOT_YOUR_TURN"
    due = penalty_for(p, action.code)
    return "" if due > 0 and due == action.count else "UNKNOWN_ACTION"


def penalty_for(p: Position, code: str) -> i64:
    """What a refusal of PLAY_CARD (or, out of turn, DRAW_CARD) costs in this rulebook."""
    if code == "NOT_YOUR_TURN":
        return p.rules.out_of_turn_penalty
    if code in ("INVALID_CARD", "WD4_NOT_ALLOWED"):
        return p.rules.illegal_play_penalty
    return 0


# --- laying cards ---------------------------------------------------------------------------------


def play_refusal(p: Position, seat: i64, action: UnoAction) -> str:
    """PLAY_CARD of the player on turn."""
    phase = p.phase
    if phase == CHOOSE:
        return "CHOOSE_COLOR_REQUIRED"
    if phase == ACTED:
        return "ALREADY_ACTED"
    if phase == WD4 and not p.rules.stacking:
        return "WD4_RESPONSE_REQUIRED"
    card = action.card
    hand = p.hands[seat]
    if card not in hand:
        return "CARD_NOT_IN_HAND"
    code = lay_refusal(p, hand, card)
    if code:
        return code
    if COLOUR_OF[card] == NO_COLOUR:
        if action.colour == NO_COLOUR:
            return "CHOOSE_COLOR_REQUIRED"
        return "" if action.colour < NO_COLOUR else "INVALID_COLOR"
    return target_refusal(p, seat, action) if FACE_OF[card] == SEVEN else ""


def lay_refusal(p: Position, hand: list[int], card: i64) -> str:
    """Whether a held card may be laid now, before its colour or target is looked at."""
    if p.pending > 0:
        if not p.rules.stacking or not answers_debt(p, card):
            return "WD4_RESPONSE_REQUIRED" if p.phase == WD4 else "MUST_DRAW_FIRST"
    elif p.phase == DRAWN and card != p.drawn:
        return "ONLY_DRAWN_CARD"
    if not FITS[p.colour * FACES + FACE_OF[p.discard[-1]]][card]:
        return "INVALID_CARD"
    if p.rules.wd4_strict and FACE_OF[card] == WILD_DRAW_FOUR and holds_colour(hand, p.colour):
        return "WD4_NOT_ALLOWED"
    return ""


def playable(p: Position, hand: list[int], card: i64) -> bool:
    """ "Playable now": fits, and no forbidden WD4. A bluff that can be challenged counts."""
    if not p.fits(card):
        return False
    return not (p.rules.wd4_strict and FACE_OF[card] == WILD_DRAW_FOUR and holds_colour(hand, p.colour))


def answers_debt(p: Position, card: i64) -> bool:
    """Whether a card passes the owed cards on, by what lies on top and the stack mode."""
    face = FACE_OF[card]
    top = FACE_OF[p.discard[-1]]
    mode = p.rules.stack_mode
    if top == DRAW_TWO:
        return face == DRAW_TWO or (face == WILD_DRAW_FOUR and mode != SAME)
    again = face == WILD_DRAW_FOUR or (mode == ANY and face == DRAW_TWO and COLOUR_OF[card] == p.colour)
    return top == WILD_DRAW_FOUR and again


def swaps(p: Position, seat: i64, card: i64) -> bool:
    """Whether this card will swap hands: a 7 that is not the last card.

    Penalty cards for a missed call come before the play, so they keep a single 7 from being the last card.
    """
    if not p.rules.seven_swap or FACE_OF[card] != SEVEN:
        return False
    if len(p.hands[seat]) > 1:
        return True
    return p.exposed == seat and p.rules.enforcement == WINDOW_THEN_AUTO and p.rules.draw_penalty > 0


def target_refusal(p: Position, seat: i64, action: UnoAction) -> str:
    """The player to swap hands with. Between two players there is only one."""
    if not swaps(p, seat, action.card):
        return ""
    if action.target == NO_SEAT:
        return "" if len(p.order) == 2 else "TARGET_REQUIRED"
    return "" if action.target != seat and p.seated(action.target) else "INVALID_TARGET"


def jump_refusal(p: Position, seat: i64, action: UnoAction) -> str:
    """JUMP_IN: the twin of the top card, before the player on turn has acted."""
    if not may_jump(p, seat):
        return "JUMP_IN_NOT_ALLOWED"
    card = action.card
    if card not in p.hands[seat]:
        return "CARD_NOT_IN_HAND"
    if not is_twin(p, card):
        return "JUMP_IN_NOT_ALLOWED"
    return target_refusal(p, seat, action)


def may_jump(p: Position, seat: i64) -> bool:
    """Whether this is a moment in which a seat could jump in, whatever it holds."""
    return p.rules.jump_in and p.phase == TURN and p.pending == 0 and seat != p.current


def is_twin(p: Position, card: i64) -> bool:
    """Same colour and face as the top card; wilds have no twins."""
    return FACE_OF[card] < WILD and KIND_OF[card] == KIND_OF[p.discard[-1]]


# --- everything else ------------------------------------------------------------------------------


def draw_refusal(p: Position, seat: i64) -> str:
    """DRAW_CARD of the player on turn."""
    phase = p.phase
    if phase == CHOOSE:
        return "CHOOSE_COLOR_REQUIRED"
    if phase == ACTED:
        return "ALREADY_ACTED"
    if phase == DRAWN:
        return "ALREADY_DRAWN"
    if p.rules.draw_only_if_stuck and phase == TURN and p.pending == 0:
        hand = p.hands[seat]
        fitting = FITS[p.colour * FACES + FACE_OF[p.discard[-1]]]
        for card in hand:
            if fitting[card] and playable(p, hand, card):
                return "MUST_PLAY"
    return ""


def skip_refusal(p: Position) -> str:
    """SKIP_TURN of the player on turn."""
    if p.phase == DRAWN:
        return "MUST_PLAY_DRAWN" if must_play_drawn(p) else ""
    return "" if p.phase == ACTED else "CANNOT_SKIP"


def must_play_drawn(p: Position) -> bool:
    """`forcePlay`, judged when the turn is to end: cards drawn meanwhile may have changed it."""
    if not p.rules.force_play:
        return False
    hand = p.hands[p.current]
    if not playable(p, hand, p.drawn):
        return False
    bluff = p.rules.wd4_challenge and FACE_OF[p.drawn] == WILD_DRAW_FOUR and holds_colour(hand, p.colour)
    return not bluff


def colour_refusal(p: Position, action: UnoAction) -> str:
    """CHOOSE_COLOR of the player on turn."""
    if p.phase != CHOOSE:
        return "NO_COLOR_TO_CHOOSE"
    if action.colour == NO_COLOUR:
        return "CHOOSE_COLOR_REQUIRED"
    return "" if action.colour < NO_COLOUR else "INVALID_COLOR"


def call_refusal(p: Position, seat: i64) -> str:
    """CALL_UNO."""
    if p.rules.call_in_turn_only:
        if seat != p.current:
            return "NOT_YOUR_TURN"
        return "INVALID_UNO_CALL" if p.phase == WD4 else ""
    held = len(p.hands[seat])
    return "" if held in (1, 2) else "INVALID_UNO_CALL"


def catch_refusal(p: Position, seat: i64, target: i64) -> str:
    """CHALLENGE_UNO."""
    if target == seat or not p.seated(target):
        return "INVALID_CHALLENGE"
    if target == p.exposed or p.rules.false_catch_penalty > 0:
        return ""
    return "INVALID_CHALLENGE"
