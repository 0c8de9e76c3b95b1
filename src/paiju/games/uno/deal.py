"""Starting a round: who deals, the deal, the first discard and its effect."""

from mypy_extensions import i64

from paiju.games.uno.actions import NO_SEAT
from paiju.games.uno.cards import (
    CARDS,
    COLOUR_OF,
    DRAW_TWO,
    FACE_OF,
    NO_CARD,
    NO_COLOUR,
    POINTS_OF,
    REVERSE,
    SKIP,
    WILD,
    WILD_DRAW_FOUR,
)
from paiju.games.uno.position import DEAL, DEALER_DRAW, EMPTY, NOTHING, TURN_UP, Position, ranked
from paiju.games.uno.rules import HIGH_POINTS, LAST_SEAT, NON_WILD, NUMBER, RETURN_WILD
from paiju.games.uno.view import CHOOSE, TURN


def start(p: Position, dealer: i64) -> None:
    """START: the dealer is given, fixed by the rules, or drawn for."""
    if dealer == NO_SEAT and p.rules.dealer_rule != LAST_SEAT:
        p.tied = p.order
        p.wanted = DEALER_DRAW
        return
    p.dealer = dealer if dealer != NO_SEAT else p.order[-1]
    p.wanted = DEAL


def next_round(p: Position) -> None:
    """NEXT_ROUND: the deal passes on, all cards are collected."""
    if p.rules.dealer_rotates:
        p.dealer = p.left[p.dealer]
    p.wanted = DEAL


def use_ranking(p: Position, ranking: list[int]) -> None:
    """What CHANCE was asked for has come."""
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
    """Everybody draws a card, the highest deals; the tied draw again, with a fresh pile should it run out."""
    place = CARDS
    while len(p.tied) > 1:
        if place < len(p.tied):
            return
        best = -1
        leaders: list[int] = []
        for seat in p.tied:
            place -= 1
            worth = deal_worth(p, ranking[place])
            if worth > best:
                best = worth
                leaders = [seat]
            elif worth == best:
                leaders.append(seat)
        p.tied = leaders
    p.dealer = p.tied[0]
    p.tied = EMPTY
    p.wanted = DEAL


def deal_worth(p: Position, card: i64) -> i64:
    """What a card counts when the deal is drawn for."""
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
    for place in range(players):  # one card at a time: every so-many-th card is the same player's
        hands[seat] = dealt[place::players]
        seat = p.left[seat]
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
        return
    if rule not in (NON_WILD, NUMBER) and place != len(p.deck) - 1:
        p.wanted = TURN_UP
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
    p.pending = 0
    p.drawn = NO_CARD
    p.acted = NO_CARD
    p.called = NO_SEAT
    p.exposed = NO_SEAT
    p.wd4_by = NO_SEAT
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
    if face == SKIP or (face == REVERSE and len(p.order) == 2):
        p.current = p.left[first]
    elif face == REVERSE:
        p.direction = -1
        p.current = p.dealer if p.rules.reverse_starts_dealer else p.right[p.dealer]
    elif face == DRAW_TWO:
        if p.rules.manual_debt:
            p.pending = 2
        else:
            p.draw(first, 2)
            p.current = p.left[first]
    elif face == WILD:
        p.phase = CHOOSE
        p.colour = NO_COLOUR
