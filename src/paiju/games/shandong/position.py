"""The data of a position: a match, the hand being played, the trick on the table. No rules in here."""

from typing import Final

from paiju.engine.game import State
from paiju.games.shandong.bidding import is_final_snatch
from paiju.games.shandong.cards import CARD_COUNT, CARD_IDS, NO_CARDS, NO_SUIT, RANKS, SUITS, Cards
from paiju.games.shandong.patterns import Pattern
from paiju.games.shandong.rules import ShandongRules
from paiju.games.shandong.table import Declaration, Exchange, FailedThrow, HandResult, Trick
from paiju.games.shandong.trump import Context, context
from paiju.games.shandong.view import (
    BURYING,
    DECLARING,
    NO_SEAT,
    PHASES,
    SNATCHING,
    STICKING,
    WAITING,
)

SEATS: Final = 4
DEALT: Final = 104
"""Cards dealt to players; the rest of the pack is the kitty."""
UNSHUFFLED: Final = list(range(CARD_COUNT))


class Position(State):
    """A position. Objects of `table.py`, `Cards` and `Pattern` never change and are shared by copies."""

    def __init__(self, rules: ShandongRules, of: "Position | None" = None) -> None:
        """A match that waits for its start or, with `of`, an equal position."""
        self.seats = SEATS
        self.rules = rules
        if of is not None:
            self._copy_from(of)
        else:
            self._begin(rules)

    def _begin(self, rules: ShandongRules) -> None:
        self.phase = WAITING
        self.turn_seat = NO_SEAT
        """The seat that has to act, NO_SEAT while CHANCE, HOST or a window is awaited."""
        # the match
        start = RANKS.index(rules.start_level)
        self.levels = [start, start]
        self.banker_seat = 0
        self.banker_side = NO_SEAT
        """Unknown in the first hand until the trump setter stands."""
        self.first_hand = True
        self.hand_number = 0
        self.redeals = 0
        self.match_winner = NO_SEAT
        self.result: HandResult | None = None
        """The account of the last hand that was scored."""
        # the hand
        self.deck: list[int] = UNSHUFFLED
        """The pack in its shuffled order; shared, never changed."""
        self.dealt = 0
        self.hands: list[Cards] = [NO_CARDS] * SEATS
        self.kitty: Cards = NO_CARDS
        """As dealt, and after burying what was laid away; empty while its owner holds it."""
        self.new_cards: Cards = NO_CARDS
        """The kitty as its owner took it, until burying."""
        self.ctx: Context = context(rules, start, NO_SUIT)
        """The true order of cards. Seats that may not know the trump suit get `blind`."""
        self.blind: Context = self.ctx
        self.trump = NO_SUIT
        self.setter = NO_SEAT
        self.declarations: list[Declaration] = []
        self.exchange: Exchange | None = None
        self.giving = False
        """Whether a sticker has taken cards and not given any back yet."""
        self.passed = 0
        """Bit per seat."""
        self.kitty_owner = NO_SEAT
        # the play
        self.leader = NO_SEAT
        self.trick: list[Cards] = []
        self.lead: Pattern | None = None
        self.best_seat = NO_SEAT
        self.best_rank = 0
        self.failed: FailedThrow | None = None
        self.trick_number = 0
        self.last_trick: Trick | None = None
        self.points = 0
        self.played: Cards = NO_CARDS
        self.big_joker_played = False
        # what everybody knows about hands
        self.open_cards: list[Cards] = [NO_CARDS] * SEATS
        """Cards known to all to be in a hand: shown, or returned after a failed throw."""
        self.owner_cards: Cards = NO_CARDS
        """Cards that the kitty owner is known to have had when burying: in the hand or in the kitty."""
        self.voids: list[int] = [0] * SEATS

    def _copy_from(self, of: "Position") -> None:
        """Lists that change are copied, everything else is shared."""
        self.phase = of.phase
        self.turn_seat = of.turn_seat
        self.levels = of.levels
        self.banker_seat = of.banker_seat
        self.banker_side = of.banker_side
        self.first_hand = of.first_hand
        self.hand_number = of.hand_number
        self.redeals = of.redeals
        self.match_winner = of.match_winner
        self.result = of.result
        self.deck = of.deck
        self.dealt = of.dealt
        self.hands = of.hands.copy()
        self.kitty = of.kitty
        self.new_cards = of.new_cards
        self.ctx = of.ctx
        self.blind = of.blind
        self.trump = of.trump
        self.setter = of.setter
        self.declarations = of.declarations
        self.exchange = of.exchange
        self.giving = of.giving
        self.passed = of.passed
        self.kitty_owner = of.kitty_owner
        self.leader = of.leader
        self.trick = of.trick.copy()
        self.lead = of.lead
        self.best_seat = of.best_seat
        self.best_rank = of.best_rank
        self.failed = of.failed
        self.trick_number = of.trick_number
        self.last_trick = of.last_trick
        self.points = of.points
        self.played = of.played
        self.big_joker_played = of.big_joker_played
        self.open_cards = of.open_cards.copy()
        self.owner_cards = of.owner_cards
        self.voids = of.voids.copy()

    # --- small questions ------------------------------------------------------------------------------

    def in_window(self) -> bool:
        """Whether players may act out of turn until the host closes a window."""
        return self.phase in (DECLARING, SNATCHING, STICKING) and not self.giving

    def snatch_closed(self) -> bool:
        """Whether somebody has snatched and nobody may do so any more (§6.3, `snatchOverSnatch`)."""
        return len(self.declarations) > 1 and is_final_snatch(self.rules, self.declarations[-1].jokers)

    def knows_trump(self, seat: int) -> bool:
        """Whether a seat may know the trump suit: all once the kitty is buried, before that setter and sticker."""
        if self.trump == NO_SUIT or self.phase > BURYING or not self.rules.hidden_declaration:
            return True
        return seat == self.setter or (self.exchange is not None and seat == self.exchange.seat)

    def known_context(self, seat: int) -> Context:
        """The order of cards as far as the seat knows it."""
        return self.ctx if self.knows_trump(seat) else self.blind

    def census(self) -> list[str]:
        numbers = list(self.deck[self.dealt :])
        for cards in [*self.hands, self.kitty, self.played]:
            numbers.extend(cards.numbers())
        return sorted([CARD_IDS[number] for number in numbers])

    def snapshot(self) -> dict[str, object]:
        return {
            "phase": PHASES[self.phase],
            "turn": self.turn_seat,
            "levels": [RANKS[level] for level in self.levels],
            "bankerSeat": self.banker_seat,
            "bankerSide": self.banker_side,
            "firstHand": self.first_hand,
            "handNumber": self.hand_number,
            "redeals": self.redeals,
            "matchWinner": self.match_winner,
            "result": self.result.to_json() if self.result is not None else None,
            "deck": [CARD_IDS[number] for number in self.deck[self.dealt :]],
            "hands": [cards.ids() for cards in self.hands],
            "kitty": self.kitty.ids(),
            "newCards": self.new_cards.ids(),
            "trumpSuit": None if self.trump == NO_SUIT else SUITS[self.trump],
            "setter": self.setter,
            "declarations": [[d.seat, d.jokers.ids(), d.pair.ids()] for d in self.declarations],
            "exchange": self._exchange_snapshot(),
            "giving": self.giving,
            "passed": self.passed,
            "kittyOwner": self.kitty_owner,
            "leader": self.leader,
            "trick": [cards.ids() for cards in self.trick],
            "lead": self.lead.to_json() if self.lead is not None else None,
            "winning": self.best_seat,
            "failedThrow": self._failed_snapshot(),
            "trickNumber": self.trick_number,
            "lastTrick": self._last_trick_snapshot(),
            "points": self.points,
            "played": self.played.ids(),
            "openCards": [cards.ids() for cards in self.open_cards],
            "ownerCards": self.owner_cards.ids(),
            "voids": list(self.voids),
        }

    def _exchange_snapshot(self) -> list[object]:
        x = self.exchange
        return [] if x is None else [x.seat, x.setter, x.shown.ids(), x.taken.ids(), x.given.ids()]

    def _failed_snapshot(self) -> list[object]:
        f = self.failed
        return [] if f is None else [f.seat, f.attempted.ids(), f.forced.ids(), [c.ids() for c in f.choices]]

    def _last_trick_snapshot(self) -> list[object]:
        t = self.last_trick
        return [] if t is None else [t.leader, [cards.ids() for cards in t.plays], t.winner, t.points]
