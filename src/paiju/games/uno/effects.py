"""What a legal action does to a position. These functions check nothing: `refusals` must have allowed the action."""

from mypy_extensions import i64

from paiju.games.uno import facts as told
from paiju.games.uno.actions import (
    ACCEPT_WD4,
    CALL_UNO,
    CHALLENGE_UNO,
    CHALLENGE_WD4,
    CHOOSE_COLOR,
    DRAW_CARD,
    JUMP_IN,
    NO_SEAT,
    PLAY_CARD,
    SKIP_TURN,
)
from paiju.games.uno.cards import (
    COLOUR_OF,
    DRAW_TWO,
    FACE_OF,
    NO_CARD,
    NO_COLOUR,
    REVERSE,
    SEVEN,
    SKIP,
    WILD,
    WILD_DRAW_FOUR,
    ZERO,
    most_frequent_colour,
)
from paiju.games.uno.position import Position, clear_turn, holds_colour, take_out
from paiju.games.uno.refusals import must_play_drawn, playable
from paiju.games.uno.rules import CATCH, END_OF_TURN, IMMEDIATE, WINDOW_THEN_AUTO
from paiju.games.uno.scores import block_round, end_match, go_out
from paiju.games.uno.view import ACTED, CHOOSE, DRAWN, ROUND_OVER, TURN, WD4


def act(p: Position, seat: i64, kind: i64, card: i64, colour: i64, target: i64) -> None:
    """Carry out a seat's action."""
    if kind == PLAY_CARD:
        lay(p, seat, card, colour, target)
    elif kind == DRAW_CARD:
        draw_or_take(p, seat)
    elif kind == SKIP_TURN:
        end_turn(p)
    elif kind == CALL_UNO:
        call_uno(p, seat)
    elif kind == CHALLENGE_UNO:
        catch(p, seat, target)
    elif kind == JUMP_IN:
        if p.facts is not None:
            told.between(p.facts, "jumped_in", seat, p.current)
        p.current = seat
        p.turn_number += 1
        lay(p, seat, card, NO_COLOUR, target)
    elif kind == ACCEPT_WD4:
        close_window(p)
        take_debt(p, seat, 0)
    elif kind == CHALLENGE_WD4:
        challenge_wd4(p, seat)
    elif kind == CHOOSE_COLOR:
        choose_colour(p, colour)


def choose_colour(p: Position, colour: i64) -> None:
    """The colour for a Wild that was turned up; the turn begins."""
    p.colour = colour
    p.phase = TURN
    if p.facts is not None:
        told.chose_colour(p.facts, p.current, colour)


# --- laying a card --------------------------------------------------------------------------------


def lay(p: Position, seat: i64, card: i64, colour: i64, target: i64) -> None:
    """Everything a laid card does; its consequences for the next player wait if turns are ended by hand."""
    if p.exposed != NO_SEAT or p.shown_by != NO_SEAT:
        close_window(p)
    before = p.colour
    hand = p.hands[seat]
    take_out(hand, card)
    p.discard.append(card)
    face = FACE_OF[card]
    p.colour = COLOUR_OF[card]
    if p.colour != NO_COLOUR:
        p.voids[seat * 4 + p.colour] = 0
    else:
        p.colour = colour
        if face == WILD_DRAW_FOUR:
            p.wd4_guilty = holds_colour(hand, before)
            p.wd4_before = before
            p.wd4_held = len(hand)
    p.wd4_by = NO_SEAT
    p.empty_draws = 0
    if p.facts is not None:
        told.played(p.facts, seat, card, p.colour, len(hand))
    if not hand:
        go_out(p, seat, card)
        return
    if face == SEVEN and p.rules.seven_swap:
        swap_hands(p, seat, target if target != NO_SEAT else p.after(seat))
    elif face == ZERO and p.rules.zero_rotate:
        rotate_hands(p)
    if p.called != NO_SEAT or len(p.hands[seat]) == 1:
        judge_uno(p, seat)
    if p.rules.manual_end:
        p.acted = card
        p.drawn = NO_CARD
        p.phase = ACTED
    elif face < SKIP:
        begin_turn(p, p.left[seat] if p.direction == 1 else p.right[seat])
    else:
        pass_on(p, card)


def swap_hands(p: Position, one: i64, other: i64) -> None:
    """A 7: the two hands change owners."""
    hand = p.hands[one]
    p.hands[one] = p.hands[other]
    p.hands[other] = hand
    voids = p.voids
    for colour in range(4):
        mark = voids[one * 4 + colour]
        voids[one * 4 + colour] = voids[other * 4 + colour]
        voids[other * 4 + colour] = mark
    if p.facts is not None:
        told.swapped(p.facts, one, other, p.hands)


def rotate_hands(p: Position) -> None:
    """A 0: every hand goes to the next player."""
    hands = p.hands.copy()
    voids = p.voids.copy()
    for seat in p.order:
        after = p.after(seat)
        p.hands[after] = hands[seat]
        for colour in range(4):
            p.voids[after * 4 + colour] = voids[seat * 4 + colour]
    if p.facts is not None:
        told.rotated(p.facts, p.order, hands, p.hands, p.direction)


def judge_uno(p: Position, seat: i64) -> None:
    """After a play: keep or clear the call, and expose a player who went down to one card in silence."""
    enforcement = p.rules.enforcement
    single = len(p.hands[seat]) == 1
    if p.facts is not None and single:
        silent = p.called != seat
        told.one_card_left(p.facts, seat, not silent, silent and enforcement in (CATCH, WINDOW_THEN_AUTO))
    if enforcement == END_OF_TURN:
        return
    if not single:
        p.called = NO_SEAT
    elif p.called != seat:
        p.called = NO_SEAT
        if enforcement in (CATCH, WINDOW_THEN_AUTO):
            p.exposed = seat
        elif enforcement == IMMEDIATE:
            p.draw(seat, p.rules.draw_penalty, told.FOR_MISSED_CALL)


def close_window(p: Position) -> None:
    """A turn action begins: nobody can be caught any longer, and a shown hand is taken back."""
    if p.exposed != NO_SEAT:
        late = p.exposed
        p.exposed = NO_SEAT
        if p.rules.enforcement == WINDOW_THEN_AUTO:
            p.draw(late, p.rules.draw_penalty, told.FOR_MISSED_CALL)
    if p.shown_by != NO_SEAT:
        hide_hand(p)


def hide_hand(p: Position) -> None:
    """The challenger of a WD4 no longer sees the hand."""
    p.shown_by = NO_SEAT
    p.shown_to = NO_SEAT
    p.shown = []


def pass_on(p: Position, card: i64) -> None:
    """What a laid card means for the next player."""
    face = FACE_OF[card]
    player = p.current
    if face < SKIP or face == WILD:
        begin_turn(p, p.after(player))
    elif face == SKIP:
        victim = p.after(player)
        if p.facts is not None:
            told.skipped(p.facts, victim, "skip")
        begin_turn(p, p.after(victim))
    elif face == REVERSE:
        if len(p.order) == 2:
            if p.facts is not None:
                told.skipped(p.facts, p.after(player), "reverse")
            begin_turn(p, player)
        else:
            p.direction = -p.direction
            if p.facts is not None:
                told.turned(p.facts, p.direction)
            begin_turn(p, p.after(player))
    elif face == DRAW_TWO:
        charge_next(p, 2)
    elif p.rules.wd4_challenge:
        p.pending += 4
        begin_turn(p, p.after(player))
        p.phase = WD4
        p.wd4_by = player
        if p.facts is not None:
            told.challenge_offered(p.facts, p.current, player, p.colour, p.pending)
    else:
        charge_next(p, 4)


def charge_next(p: Position, count: i64) -> None:
    """Make the next player owe cards, or draw them now and lose the turn."""
    victim = p.after(p.current)
    if p.rules.manual_debt:
        p.pending += count
        if p.facts is not None:
            told.owed(p.facts, victim, p.pending, count)
        begin_turn(p, victim)
    else:
        why = told.FOR_DRAW_TWO if count == 2 else told.FOR_DRAW_FOUR
        p.draw(victim, count, why)
        if p.facts is not None:
            told.skipped(p.facts, victim, why)
        begin_turn(p, p.after(victim))


def begin_turn(p: Position, seat: i64) -> None:
    """Somebody's turn begins."""
    p.current = seat
    p.turn_number += 1
    p.phase = TURN
    p.drawn = NO_CARD
    p.acted = NO_CARD


# --- drawing --------------------------------------------------------------------------------------


def draw_or_take(p: Position, seat: i64) -> None:
    """DRAW_CARD: draw what is owed, or a card by choice."""
    if p.exposed != NO_SEAT or p.shown_by != NO_SEAT:
        close_window(p)
    if p.pending > 0:
        take_debt(p, seat, 0)
        return
    hand = p.hands[seat]
    got = p.draw(seat, 1, "")
    p.last_count = got
    if got == 0:
        if p.facts is not None:
            told.drew_in_turn(p.facts, seat, [], False)
        if not count_empty_draw(p):
            stop_acting(p, "empty")
        return
    if p.rules.draw_until_playable:
        while got > 0 and not playable(p, hand, hand[-1]):
            got = p.draw(seat, 1, "")
            p.last_count += got
    card = hand[-1]
    useful = playable(p, hand, card)
    if p.facts is not None:
        told.drew_in_turn(p.facts, seat, hand[len(hand) - p.last_count :], useful)
    if useful:
        p.voids[seat * 4 + p.colour] = 2
        p.drawn = card
        p.phase = DRAWN
    else:
        p.voids[seat * 4 + p.colour] = 1
        stop_acting(p, "unplayable")


def stop_acting(p: Position, why: str) -> None:
    """The player can do nothing more: the turn ends, or waits to be ended."""
    if p.rules.manual_end:
        p.phase = ACTED
    else:
        if p.facts is not None:
            told.turn_ended(p.facts, p.current, why)
        begin_turn(p, p.after(p.current))


def count_empty_draw(p: Position) -> bool:
    """One more draw without a card; after as many as there are players the round is blocked."""
    p.empty_draws += 1
    if p.empty_draws < len(p.order):
        return False
    block_round(p)
    return True


def take_debt(p: Position, seat: i64, extra: i64) -> None:
    """Draw everything owed, and `extra` cards for a lost challenge, and lose the turn."""
    owed = p.pending + extra
    if p.facts is not None and p.wd4_by != NO_SEAT and extra == 0:
        told.accepted(p.facts, seat, p.wd4_by)
    p.pending = 0
    p.wd4_by = NO_SEAT
    p.last_count = p.draw(seat, owed, told.FOR_LOST_CHALLENGE if extra else told.why_owed(p.discard[-1]))
    check_call(p, False)
    begin_turn(p, p.after(seat))


def challenge_wd4(p: Position, victim: i64) -> None:
    """The victim challenges the last WD4: the player who was wrong draws everything owed."""
    close_window(p)
    player = p.wd4_by
    p.shown = p.hands[player][: p.wd4_held]
    p.shown_by = player
    p.shown_to = victim
    if p.facts is not None:
        told.challenged(p.facts, victim, player, p.wd4_guilty, p.shown)
    if p.wd4_guilty:
        p.last_success = 1
        owed = p.pending
        p.pending = 0
        p.wd4_by = NO_SEAT
        p.last_count = p.draw(player, owed, told.FOR_BLUFF)
        p.phase = TURN
    else:
        p.last_success = 0
        take_debt(p, victim, 2)


# --- ending a turn, UNO ---------------------------------------------------------------------------


def end_turn(p: Position) -> None:
    """SKIP_TURN: the UNO check of the end of the turn, then the consequences of the card laid in it."""
    card = p.acted
    if p.facts is not None:
        why = "kept" if p.phase == DRAWN else "done" if p.phase == ACTED else "timeout"
        told.turn_ended(p.facts, p.current, why)
    check_call(p, card != NO_CARD)
    if card != NO_CARD:
        pass_on(p, card)
    else:
        begin_turn(p, p.after(p.current))


def check_call(p: Position, played: bool) -> None:
    """`endOfTurn`: a missed call and a wrong call cost cards; then no call is in force."""
    if p.rules.enforcement != END_OF_TURN:
        return
    seat = p.current
    single = len(p.hands[seat]) == 1
    if p.called == seat:
        if not single:
            p.draw(seat, p.rules.wrong_uno_penalty, told.FOR_WRONG_CALL)
    elif played and single:
        p.draw(seat, p.rules.draw_penalty, told.FOR_MISSED_CALL)
    p.called = NO_SEAT


def call_uno(p: Position, seat: i64) -> None:
    """CALL_UNO also saves a player who forgot it."""
    if p.facts is not None:
        told.called(p.facts, seat, p.exposed == seat)
    p.called = seat
    if p.exposed == seat:
        p.exposed = NO_SEAT


def catch(p: Position, seat: i64, target: i64) -> None:
    """CHALLENGE_UNO: the exposed player draws; after a false accusation the accuser does."""
    if p.exposed == target:
        p.exposed = NO_SEAT
        p.last_success = 1
        if p.facts is not None:
            told.between(p.facts, "caught", seat, target)
        p.last_count = p.draw(target, p.rules.draw_penalty, told.FOR_CAUGHT)
    else:
        p.last_success = 0
        if p.facts is not None:
            told.between(p.facts, "false_catch", seat, target)
        p.last_count = p.draw(seat, p.rules.false_catch_penalty, told.FOR_FALSE_CATCH)


# --- the host -------------------------------------------------------------------------------------


def time_out(p: Position) -> None:
    """TIMEOUT of the player on turn."""
    seat = p.current
    if p.facts is not None:
        told.seat_fact(p.facts, "timed_out", seat)
    if p.phase == CHOOSE:
        choose_colour(p, most_frequent_colour(p.hands[seat]))
    elif p.phase == DRAWN:
        if must_play_drawn(p):
            play_drawn(p, seat)
        else:
            end_turn(p)
    elif p.phase == ACTED:
        end_turn(p)
    else:
        close_window(p)
        if p.pending > 0:
            take_debt(p, seat, 0)
            return
        p.last_count = p.draw(seat, 1, told.FOR_TIMEOUT)
        if p.last_count == 0 and count_empty_draw(p):
            return
        end_turn(p)


def play_drawn(p: Position, seat: i64) -> None:
    """A drawn card that must be played is played for the player, and the turn ends."""
    card = p.drawn
    rest = [held for held in p.hands[seat] if held != card]
    lay(p, seat, card, most_frequent_colour(rest), p.after(seat))
    if p.phase == ACTED:
        end_turn(p)


def remove_player(p: Position, seat: i64) -> None:
    """REMOVE_PLAYER: the hand goes under the pile, the seat disappears."""
    heir = p.after(seat)
    hand = p.hands[seat]
    p.hands[seat] = []
    if p.facts is not None:
        told.removed(p.facts, seat, hand)
    hand.reverse()
    p.deck = hand + p.deck
    if p.called == seat:
        p.called = NO_SEAT
    if p.exposed == seat:
        p.exposed = NO_SEAT
    if p.shown_by == seat or p.shown_to == seat:
        hide_hand(p)
    if p.dealer == seat:
        p.dealer = p.right[seat]
    p.seat_players([other for other in p.order if other != seat])
    if len(p.order) == 1:
        last_one_left(p)
    elif p.phase == ROUND_OVER:
        if p.current == seat:
            p.current = heir
    elif p.current == seat:
        phase = p.phase
        p.pending = 0
        p.wd4_by = NO_SEAT
        begin_turn(p, heir)
        if phase == CHOOSE:
            p.phase = CHOOSE
    elif p.wd4_by == seat:
        p.pending = 0
        p.wd4_by = NO_SEAT
        p.phase = TURN


def last_one_left(p: Position) -> None:
    """Nobody is left to play against; an unfinished round scores nothing."""
    p.current = p.order[0]
    clear_turn(p)
    end_match(p, p.current)
