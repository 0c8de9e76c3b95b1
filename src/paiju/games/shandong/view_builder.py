"""What one seat may know of a position. The only place where a view is filled."""

from paiju.engine.game import Seat
from paiju.games.shandong.cards import NO_CARDS, NO_SUIT, Cards
from paiju.games.shandong.legal_actions import actions_of, playable_cards, suggestion
from paiju.games.shandong.position import Position
from paiju.games.shandong.table import Declaration, Exchange
from paiju.games.shandong.view import BURYING, SCORED, STICKING, ShandongView


def build_view(p: Position, seat: Seat, reactors: list[int], window_ms: int, turn: int) -> ShandongView:
    """The view of a seat, or of a spectator (negative seat)."""
    v = ShandongView(seat, p.rules, p.known_context(seat))
    v.phase = p.phase
    v.turn = turn
    v.reactors = reactors
    v.window_ms = window_ms
    v.hand_number = p.hand_number
    v.trick_number = p.trick_number
    v.first_hand = p.first_hand
    v.levels = list(p.levels)
    v.banker_seat = p.banker_seat
    v.banker_side = p.banker_side
    v.kitty_owner = p.kitty_owner
    v.setter = p.setter
    knows = p.knows_trump(seat)
    v.trump = p.trump if knows else NO_SUIT
    v.trump_hidden = p.trump != NO_SUIT and p.rules.hidden_declaration and p.phase <= BURYING
    v.declarations = [_declaration(p, d, seat) for d in p.declarations]
    v.exchange = _exchange(p, seat)
    v.giving = p.giving
    v.passed = [bool((p.passed >> s) & 1) for s in range(4)]
    v.dealt = p.dealt
    v.hand_counts = [cards.size() for cards in p.hands]
    v.kitty_count = p.kitty.size()
    v.leader = p.leader
    v.trick = list(p.trick)
    v.lead = p.lead
    v.winning = p.best_seat
    v.best_rank = p.best_rank
    v.last_trick = p.last_trick
    v.failed = p.failed
    v.points = p.points
    v.played = p.played
    v.known = [_known(p, holder, seat) for holder in range(4)]
    v.open_cards = list(p.open_cards)
    v.owner_cards = p.owner_cards
    v.with_owner = _with_owner(p, seat)
    v.voids = list(p.voids)
    v.big_joker_played = p.big_joker_played
    v.result = p.result
    v.redeals = p.redeals
    v.match_winner = p.match_winner
    v.kitty_known = p.phase == SCORED or (p.phase > BURYING and seat == p.kitty_owner)
    v.kitty = p.kitty if v.kitty_known else NO_CARDS
    if seat >= 0:
        v.hand = p.hands[seat]
        v.legal, v.legal_complete = actions_of(p, seat)
        v.playable = playable_cards(p, seat)
        v.suggestion = suggestion(p, seat)
        if p.phase == BURYING and seat == p.kitty_owner:
            v.new_cards = p.new_cards
    return v


def sees_pair(p: Position, declaration: Declaration, seat: int) -> bool:
    """Whether a declared pair lies open for a seat: its own, the standing one once turned up, or taken by sticking."""
    if seat == declaration.seat or not p.rules.hidden_declaration:
        return True
    return declaration is p.declarations[-1] and p.knows_trump(seat)


def _declaration(p: Position, declaration: Declaration, seat: int) -> Declaration:
    if sees_pair(p, declaration, seat):
        return declaration
    return Declaration(declaration.seat, declaration.jokers, NO_CARDS, NO_SUIT)


def _exchange(p: Position, seat: int) -> Exchange | None:
    x = p.exchange
    if x is None:
        return None
    inside = seat in (x.seat, x.setter)
    taken = x.taken if inside or p.phase > BURYING or not p.rules.hidden_declaration else NO_CARDS
    return Exchange(x.seat, x.setter, x.shown, taken, x.given if inside else NO_CARDS)


def _known(p: Position, holder: int, seat: int) -> Cards:
    """Cards that `seat` knows to be in another hand: what everybody knows, and what passed between the two."""
    if holder == seat:
        return NO_CARDS
    known = p.open_cards[holder]
    x = p.exchange
    if x is None:
        return known
    if seat == x.seat and holder == x.setter:
        known = known.plus(x.given)
    elif seat == x.setter and holder == x.seat and not _may_be_buried(p, holder):
        known = known.plus(x.taken)
    return known.minus(p.played)


def _may_be_buried(p: Position, holder: int) -> bool:
    return holder == p.kitty_owner and p.phase > BURYING


def _with_owner(p: Position, seat: int) -> Cards:
    """Cards that `seat` knows to be in the kitty owner's hand or in the kitty."""
    if seat == p.kitty_owner or p.phase <= BURYING:
        return NO_CARDS
    known = p.owner_cards
    x = p.exchange
    if x is not None and x.seat == p.kitty_owner and seat == x.setter:
        known = known.plus(x.taken)
    return known.minus(p.played)


def window_ms(p: Position) -> int:
    """The length of the open window."""
    if not p.in_window():
        return 0
    if p.phase == STICKING:
        return p.rules.stick_window_ms
    return p.rules.snatch_window_ms if p.declarations else p.rules.declare_window_ms
