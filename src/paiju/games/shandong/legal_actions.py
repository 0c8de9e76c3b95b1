"""What a seat may do now: the lists behind `candidates`, the playable cards and the suggestion.

Burying four of thirty cards has 27 405 answers: the list holds all fours out of the eight cheapest cards and the
voids, that is, every suit of at most four cards together with the cheapest others. Sticks are listed only if they
can be repaid whichever suit is trump, because the list must not tell a hidden suit. For plays see `plays.py`.
"""

from typing import Final

from paiju.engine.game import Action
from paiju.games.shandong.actions import PASS, Bury, ChooseUnit, Declare, GiveBack, Play, Snatch, Stick
from paiju.games.shandong.bidding import declarations_in, givebacks_in, snatches_in, sticks_in
from paiju.games.shandong.cards import NO_CARDS, Cards, cards_of
from paiju.games.shandong.cheapest import cheapest_first
from paiju.games.shandong.choices import combinations
from paiju.games.shandong.defaults import default_action
from paiju.games.shandong.plays import follow_playable, follow_plays, lead_plays
from paiju.games.shandong.position import Position
from paiju.games.shandong.trump import Context
from paiju.games.shandong.view import BURYING, DEALING, DECLARING, PLAYING, SNATCHING, STICKING

_CHEAPEST: Final = 8


def actions_of(p: Position, seat: int) -> tuple[list[Action], bool]:
    """The legal actions of a seat in a fixed order, and whether they are all there are."""
    found: list[Action] = []
    complete = True
    if p.phase == PLAYING:
        if seat == p.turn_seat:
            return _plays(p, seat)
    elif p.phase == BURYING:
        if seat == p.turn_seat:
            found.extend([Bury(cards) for cards in buries(p.known_context(seat), p.hands[seat])])
            complete = False
    elif p.giving:
        if seat == p.turn_seat and p.exchange is not None:
            backs = givebacks_in(p.ctx, p.hands[seat], p.exchange.shown, p.exchange.taken)
            found.extend([GiveBack(cards) for cards in backs])
    elif p.phase in (DEALING, DECLARING, SNATCHING, STICKING):
        complete = p.phase != STICKING
        found = _window_actions(p, seat)
    return found, complete


def _window_actions(p: Position, seat: int) -> list[Action]:
    found: list[Action] = []
    if may_pass(p, seat):
        found.append(PASS)
    hand = p.hands[seat]
    if p.phase == STICKING:
        if seat != p.setter and p.exchange is None:
            found.extend([Stick(cards) for cards in sticks_in(p.blind, hand)])
    elif not p.declarations:
        if p.phase in (DEALING, DECLARING):
            found.extend([Declare(cards) for cards in declarations_in(hand)])
    elif p.rules.allow_snatch and not p.snatch_closed() and seat != p.setter:
        found.extend([Snatch(cards) for cards in snatches_in(hand)])
    return found


def may_pass(p: Position, seat: int) -> bool:
    """A seat that may still act in the open window can say that it does not want to, once."""
    return p.in_window() and seat != p.setter and not (p.passed >> seat) & 1


def _plays(p: Position, seat: int) -> tuple[list[Action], bool]:
    found: list[Action] = []
    if p.failed is not None and p.failed.choices:
        found.extend([ChooseUnit(cards) for cards in p.failed.choices])
        return found, True
    if p.lead is None:
        plays, complete = lead_plays(p.ctx, p.hands[seat], p.big_joker_played)
    else:
        plays, complete = follow_plays(p.ctx, p.lead, p.hands[seat])
    found.extend([Play(cards) for cards in plays])
    return found, complete


def buries(ctx: Context, hand: Cards) -> list[Cards]:
    """A sample of kitties, the default first."""
    cheapest = cheapest_first(ctx, hand)
    found: dict[Cards, bool] = {}
    for chosen in combinations(cheapest[:_CHEAPEST], 4):
        found[cards_of(chosen)] = True
    for suit in range(4):
        void = hand.within(ctx.suit_masks[suit])
        size = void.size()
        if 0 < size <= 4:
            others = [number for number in cheapest if not void.has(number)]
            found[void.plus(cards_of(others[: 4 - size]))] = True
    return list(found)


def playable_cards(p: Position, seat: int) -> Cards:
    """Cards of the hand that may be part of something legal now."""
    hand = p.hands[seat]
    if p.phase == PLAYING and seat == p.turn_seat:
        if p.failed is not None and p.failed.choices:
            return NO_CARDS
        return hand if p.lead is None else follow_playable(p.ctx, p.lead, hand)
    if p.phase == BURYING and seat == p.turn_seat:
        return hand
    found = NO_CARDS
    if p.phase != PLAYING and p.phase != BURYING:
        for action in actions_of(p, seat)[0]:
            if isinstance(action, (Declare, Snatch, Stick, GiveBack)):
                found = found.plus(action.cards)
    return found


def suggestion(p: Position, seat: int) -> Action | None:
    """One legal action for the seat whose turn it is: the default of §12. Nothing for an open window."""
    return default_action(p, seat) if seat >= 0 and seat == p.turn_seat else None
