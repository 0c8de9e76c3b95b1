"""The data of a position, and what every rule needs to do with it: find the next player, draw cards."""

from typing import Final, cast

from mypy_extensions import i64

from paiju.engine.facts import Fact
from paiju.engine.game import State
from paiju.games.uno import facts as told
from paiju.games.uno.actions import MOST_SEATS, NO_SEAT, UnoAction
from paiju.games.uno.cards import CARDS, COLOUR_OF, FACE_OF, FACES, FITS, NO_CARD, NO_COLOUR
from paiju.games.uno.rules import END_OF_TURN, UnoRules
from paiju.games.uno.view import IDLE, ROUND_OVER

GONE: Final = 255
"""In tables by seat: somebody who has left the match."""

# What CHANCE is asked for. A ranking is always an order of all 108 cards.
NOTHING: Final = 0
DEALER_DRAW: Final = 1
DEAL: Final = 2
TURN_UP: Final = 3
"""The first card went back into the pile, which is shuffled before another one is turned."""
SPARE: Final = 4
"""The next action might empty the pile, so a ranking for the refill has to be at hand."""


EMPTY: Final[list[int]] = []
"""Shared by fields that are only ever replaced."""
FULL_ORDER: Final = [list(range(seats)) for seats in range(MOST_SEATS + 1)]
FULL_LEFT: Final = [bytes([(seat + 1) % seats for seat in range(seats)]) for seats in range(MOST_SEATS + 1)]
FULL_RIGHT: Final = [bytes([(seat - 1) % seats for seat in range(seats)]) for seats in range(MOST_SEATS + 1)]
"""Who sits where while nobody has left, by number of seats."""


class Position(State):
    """All data of a match. The functions of `refusals`, `effects`, `deal` and `scores` work on it.

    Lists that copies share (`order`, `left`, `right`, `scores`, `rounds_won`, `round_points`, `spare`, `pack`, `tied`,
    `shown`) are never changed in place, only replaced.
    """

    rules: UnoRules
    seats: int
    order: list[int]
    """Seats left, clockwise."""
    left: bytes
    """The seat to the left of each seat; `GONE` for seats that are gone."""
    right: bytes
    phase: i64
    current: i64
    dealer: i64
    direction: i64
    colour: i64
    pending: i64
    hands: list[list[int]]
    deck: list[int]
    discard: list[int]
    drawn: i64
    """The playable card just drawn, in phase `drawn`."""
    acted: i64
    """The card laid this turn whose consequences wait for the end of the turn, in phase `acted`."""
    called: i64
    exposed: i64
    wd4_by: i64
    wd4_before: i64
    wd4_guilty: bool
    wd4_held: i64
    """How many cards its player held after the last WD4: they are the first ones of that hand."""
    shown_by: i64
    shown_to: i64
    shown: list[int]
    voids: list[int]
    """voids[seat * 4 + colour]: 1 + cards drawn since the seat drew of its own accord on that colour; 0 if it did not.

    Everybody could watch it, and a player who draws mostly lacks the colour in force.
    """
    empty_draws: i64
    """Consecutive draws by choice that gave no card."""
    turn_number: i64
    round_number: i64
    scores: list[int]
    rounds_won: list[int]
    round_winner: i64
    round_points: list[int]
    winner: i64
    wanted: i64
    spare: list[int]
    """The secret ranking for the next refill; empty when it has been used."""
    tied: list[int]
    """Seats that still draw for the deal."""
    pack: list[int]
    """The cards in play when they are not all 108, as in small test positions."""
    last: UnoAction | None
    last_by: i64
    last_count: i64
    last_success: i64
    """Whether a catch or challenge was right: 0, 1, or −1 if it was none."""
    facts: list[Fact] | None
    """Repeated here for a slot, because the rules read it several times in each action."""

    __slots__ = tuple(__annotations__)
    """Interpreted, an object with more than 30 attributes is quicker with slots; compiled it makes no difference."""

    def __init__(self, rules: UnoRules, seats: i64, origin: "Position | None" = None) -> None:
        self.rules = rules
        self.seats = seats
        self.facts = None
        if origin is not None:
            self.order = origin.order
            self.left = origin.left
            self.right = origin.right
            self.phase = origin.phase
            self.current = origin.current
            self.dealer = origin.dealer
            self.direction = origin.direction
            self.colour = origin.colour
            self.pending = origin.pending
            self.hands = [hand.copy() for hand in origin.hands]
            self.deck = origin.deck.copy()
            self.discard = origin.discard.copy()
            self.drawn = origin.drawn
            self.acted = origin.acted
            self.called = origin.called
            self.exposed = origin.exposed
            self.wd4_by = origin.wd4_by
            self.wd4_before = origin.wd4_before
            self.wd4_guilty = origin.wd4_guilty
            self.wd4_held = origin.wd4_held
            self.shown_by = origin.shown_by
            self.shown_to = origin.shown_to
            self.shown = origin.shown
            self.voids = origin.voids.copy()
            self.empty_draws = origin.empty_draws
            self.turn_number = origin.turn_number
            self.round_number = origin.round_number
            self.scores = origin.scores
            self.rounds_won = origin.rounds_won
            self.round_winner = origin.round_winner
            self.round_points = origin.round_points
            self.winner = origin.winner
            self.wanted = origin.wanted
            self.spare = origin.spare
            self.tied = origin.tied
            self.pack = origin.pack
            self.last = origin.last
            self.last_by = origin.last_by
            self.last_count = origin.last_count
            self.last_success = origin.last_success
        else:
            self.order = FULL_ORDER[seats]
            self.left = FULL_LEFT[seats]
            self.right = FULL_RIGHT[seats]
            self.phase = IDLE
            self.current = NO_SEAT
            self.dealer = NO_SEAT
            self.direction = 1
            self.colour = NO_COLOUR
            self.pending = 0
            self.hands = [[] for _ in range(seats)]
            self.deck = []
            self.discard = []
            self.drawn = NO_CARD
            self.acted = NO_CARD
            self.called = NO_SEAT
            self.exposed = NO_SEAT
            self.wd4_by = NO_SEAT
            self.wd4_before = NO_COLOUR
            self.wd4_guilty = False
            self.wd4_held = 0
            self.shown_by = NO_SEAT
            self.shown_to = NO_SEAT
            self.shown = EMPTY
            self.voids = [0] * (seats * 4)
            self.empty_draws = 0
            self.turn_number = 0
            self.round_number = 0
            self.scores = [0] * seats
            self.rounds_won = [0] * seats
            self.round_winner = NO_SEAT
            self.round_points = EMPTY
            self.winner = NO_SEAT
            self.wanted = NOTHING
            self.spare = EMPTY
            self.tied = EMPTY
            self.pack = EMPTY
            self.last = None
            self.last_by = NO_SEAT
            self.last_count = 0
            self.last_success = -1

    def seat_players(self, order: list[int]) -> None:
        """Put these seats around the table, clockwise."""
        left = [GONE] * self.seats
        right = [GONE] * self.seats
        for place in range(len(order)):
            after = order[(place + 1) % len(order)]
            left[order[place]] = after
            right[after] = order[place]
        self.order = order
        self.left = bytes(left)
        self.right = bytes(right)

    def seated(self, seat: i64) -> bool:
        """Whether this seat is still in the match."""
        return 0 <= seat < self.seats and self.left[seat] != GONE

    def after(self, seat: i64) -> i64:
        """The next player in the direction of play."""
        return self.left[seat] if self.direction == 1 else self.right[seat]

    def fits(self, card: i64) -> bool:
        """Whether a card goes on the pile by colour, number or symbol."""
        return FITS[self.colour * FACES + FACE_OF[self.discard[-1]]][card] > 0

    def draw(self, seat: i64, count: i64, why: str) -> i64:
        """Give cards from the pile, refilling it when a card is needed. Returns how many there were.

        Somebody who draws is neither bound by an UNO call nor exposed any longer. `why` is for the fact; with "" the
        caller reports it.
        """
        hand = cast("list[object]", self.hands[seat])  # as objects, so that moving a card does not unpack it
        deck = cast("list[object]", self.deck)
        got: i64 = 0
        while got < count:
            if not deck:
                refill(self)
                deck = cast("list[object]", self.deck)
                if not deck:
                    break
            hand.append(deck.pop())
            got += 1
        if got:
            self.empty_draws = 0
            voids = self.voids
            place: i64 = seat * 4
            end: i64 = place + 4
            while place < end:
                mark: i64 = voids[place]
                if mark:
                    voids[place] = mark + got
                place += 1
            if self.called == seat and self.rules.enforcement != END_OF_TURN:
                self.called = NO_SEAT
            if self.exposed == seat:
                self.exposed = NO_SEAT
        if self.facts is not None and why and count > 0:
            told.drew(self.facts, seat, self.hands[seat][len(hand) - got :], why)
        return got


def clear_turn(p: Position) -> None:
    """Clear what belongs to one turn: cards owed, drawn and laid, calls, a WD4 that waits for an answer."""
    p.pending = 0
    p.drawn = NO_CARD
    p.acted = NO_CARD
    p.called = NO_SEAT
    p.exposed = NO_SEAT
    p.wd4_by = NO_SEAT


def hands_are_open(p: Position) -> bool:
    """Whether a round has been counted and the next deal has not begun: everybody sees all hands."""
    return len(p.round_points) > 0 and p.wanted == NOTHING


def holds_colour(hand: list[int], colour: i64) -> bool:
    """Whether a hand has a card of this colour. Wilds have none."""
    for card in hand:  # noqa: SIM110 – a generator costs more than the whole loop when compiled
        if COLOUR_OF[card] == colour:
            return True
    return False


def take_out(hand: list[int], card: i64) -> None:
    """Remove a held card. `list.remove` compares objects, which costs much more when compiled."""
    place: i64 = 0
    for held in cast("list[i64]", hand):
        if held == card:
            break
        place += 1
    hand.pop(place)


def ranked(cards: list[int], ranking: list[int]) -> list[int]:
    """Some cards in the order of a ranking of all cards."""
    present = [False] * CARDS
    for card in cards:
        present[card] = True
    return [card for card in ranking if present[card]]


def refill(p: Position) -> None:
    """Turn the discards except the top card into a new pile.

    `ask_for_spare` had CHANCE rank the cards before this could happen. A second refill within one action recycles the
    one card that was covered meanwhile, which needs no order.
    """
    last = len(p.discard) - 1
    if last < 1:
        return
    pool = p.discard[:last]
    p.discard = [p.discard[last]]
    if p.facts is not None:
        told.reshuffled(p.facts, last)
    if last > 1:
        p.deck = ranked(pool, p.spare)
        p.spare = EMPTY
    else:
        p.deck = pool


def ask_for_spare(p: Position) -> None:
    """Have CHANCE rank the cards if the next action might empty the pile and no ranking is at hand."""
    if not p.spare and IDLE < p.phase < ROUND_OVER and len(p.deck) < p.pending + p.rules.most_drawn:
        p.wanted = SPARE
