"""Starting a round: who deals, the deal, the first discard and its effect."""

from mypy_extensions import i64

from paiju.games.uno import facts as told
from paiju.games.uno.actions import NO_SEAT
from paiju.games.uno.cards import (
    CARDS,
    COLOUR_OF,
    DRAW_TWO,
    FACE_OF,
    NO_COLOUR,
    POINTS_OF,
    REVERSE,
    SKIP,
    WILD,
    WILD_DRAW_FOUR,
)
from paiju.games.uno.position import DEAL, DEALER_DRAW, EMPTY, NOTHING, TURN_UP, Position, clear_turn, ranked
from paiju.games.uno.rules import HIGH_POINTS, LAST_SEAT, NON_WILD, NUMBER, RETURN_WILD
from paiju.games.uno.view import CHOOSE, TURN


def start(p: Position, dealer: i64) -> None:
    """START: the dealer is given, fixed by the rules, or drawn for."""
    if p.facts is not None:
        told.match_started(p.facts, p.order)
    if dealer == NO_SEAT and p.rules.dealer_rule != LAST_SEAT:
        p.tied = p.order
        p.wanted = DEALER_DRAW
        return
    take_deal(p, dealer if dealer != NO_SEAT else p.order[-1])


def next_round(p: Position) -> None:
    """NEXT_ROUND: the deal passes on, all cards are collected."""
    take_deal(p, p.left[p.dealer] if p.rules.dealer_rotates else p.dealer)


def take_deal(p: Position, dealer: i64) -> None:
    """Make somebody the dealer and ask CHANCE for the deal."""
    p.dealer = dealer
    p.wanted = DEAL
    if p.facts is not None:
        told.seat_fact(p.facts, "dealer_chosen", dealer)


def use_ranking(p: Position, ranking: list[int]) -> None:
    """Use the ranking of the cards that CHANCE was asked for."""
    if p.wanted == DEALER_DRAW:
        draw_for_dealer(p, ranking)
    elif p.wanted == DEAL:
        deal(p, ranked(p.pack, ranking) if p.pack else ranking)
    elif p.wanted == TURN_UP:
        p.deck = ranked(p.deck, ranking)
        turn_up(p)
    else:
        p.spare = ranking
        p.wanted = NOTHING


def draw_for_dealer(p: Position, ranking: list[int]) -> None:
    """Everybody draws a card and the highest deals. Tied players draw again, from a new pile if it runs out."""
    place = CARDS
    while len(p.tied) > 1:
        if place < len(p.tied):
            return
        best = -1
        leaders: list[int] = []
        for seat in p.tied:
            place -= 1
            if p.facts is not None:
                told.drew_for_deal(p.facts, seat, ranking[place])
            worth = deal_worth(p, ranking[place])
            if worth > best:
                best = worth
                leaders = [seat]
            elif worth == best:
                leaders.append(seat)
        p.tied = leaders
    take_deal(p, p.tied[0])
    p.tied = EMPTY


def deal_worth(p: Position, card: i64) -> i64:
    """The rank of a card when players draw for the deal."""
    if p.rules.dealer_rule == HIGH_POINTS:
        return POINTS_OF[card]
    return FACE_OF[card] if FACE_OF[card] < SKIP else 0


def deal(p: Position, deck: list[int]) -> None:
    """Deal from this pile, whose last card is the top and which stays as it is, and turn the first discard."""
    hands: list[list[int]] = [[] for _ in range(p.seats)]
    players = len(p.order)
    rest = len(deck) - p.rules.initial_cards * players
    dealt = deck[rest:]
    dealt.reverse()
    seat = p.left[p.dealer]
    for place in range(players):  # cards are dealt one at a time, so every `players`-th card goes to the same player
        hands[seat] = dealt[place::players]
        seat = p.left[seat]
    if p.facts is not None:
        told.dealt(p.facts, p.dealer, p.order, p.hands, hands)
    p.hands = hands
    p.deck = deck[:rest]
    p.discard = []
    turn_up(p)


def turn_up(p: Position) -> None:
    """Turn the first discard, or ask CHANCE to shuffle: the pile, or everything if no card of it will do."""
    rule = p.rules.first_discard
    place = len(p.deck) - 1
    while place >= 0 and not can_open(rule, p.deck[place]):
        place -= 1
    if place < 0:
        p.wanted = DEAL
        if p.facts is not None:
            told.misdealt(p.facts)
        return
    if rule not in (NON_WILD, NUMBER) and place != len(p.deck) - 1:
        p.wanted = TURN_UP
        if p.facts is not None:
            told.first_card(p.facts, "first_card_returned", p.deck[-1])
        return
    p.wanted = NOTHING
    open_round(p, p.deck.pop(place))


def can_open(rule: i64, card: i64) -> bool:
    """Whether a card may be the first discard."""
    face = FACE_OF[card]
    if rule == NUMBER:
        return face < SKIP
    if rule in (NON_WILD, RETURN_WILD):
        return face < WILD
    return face < WILD_DRAW_FOUR


def open_round(p: Position, card: i64) -> None:
    """Forget the last round, lay the first discard and let it take effect."""
    p.discard = [card]
    p.colour = COLOUR_OF[card]
    p.direction = 1
    p.phase = TURN
    clear_turn(p)
    p.shown_by = NO_SEAT
    p.shown_to = NO_SEAT
    p.shown = EMPTY
    p.voids = [0] * (p.seats * 4)
    p.empty_draws = 0
    p.turn_number = 1
    p.round_number += 1
    p.round_winner = NO_SEAT
    p.round_points = EMPTY
    first = p.left[p.dealer]
    p.current = first
    face = FACE_OF[card]
    if p.facts is not None:
        told.round_started(p.facts, p.dealer, p.round_number, p.order, p.scores)
        told.first_card(p.facts, "first_card_turned", card)
    if face == SKIP or (face == REVERSE and len(p.order) == 2):
        if p.facts is not None:
            told.skipped(p.facts, first, "skip" if face == SKIP else "reverse")
        p.current = p.left[first]
    elif face == REVERSE:
        p.direction = -1
        if p.facts is not None:
            told.turned(p.facts, p.direction)
        p.current = p.dealer if p.rules.reverse_starts_dealer else p.right[p.dealer]
    elif face == DRAW_TWO:
        if p.rules.manual_debt:
            p.pending = 2
            if p.facts is not None:
                told.owed(p.facts, first, 2, 2)
        else:
            p.draw(first, 2, told.FOR_DRAW_TWO)
            if p.facts is not None:
                told.skipped(p.facts, first, told.FOR_DRAW_TWO)
            p.current = p.left[first]
    elif face == WILD:
        p.phase = CHOOSE
        p.colour = NO_COLOUR
