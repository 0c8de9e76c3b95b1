"""ShandongView: all that one seat, or a spectator, may know. Built by naming what is shown.

Seats are numbers 0 … 3 in play order, cards are ids, suits and ranks the words of §1. `to_json`:

| key | value |
|---|---|
| `seat` | the viewer's seat, −3 for a spectator |
| `rulebook`, `options` | the effective rules |
| `phase` | `waiting` (for the host), `shuffling`, `dealing`, `declaring`, `snatching`, `sticking`, … see PHASES |
| `waitingFor` | `giveBack` or `throwChoice` where a phase waits for one seat's answer, else null |
| `turn`, `currentPlayer` | whose clock runs: the seat and `p1` … `p4`; null while nobody's does |
| `canAct` | seats that may act in an open window (declare, snatch, stick) |
| `windowMs` | length of the open window, 0 when none is open |
| `handNumber`, `trickNumber` | from 1 |
| `level`, `levels` | rank played in this hand, rank of side 0 and side 1 |
| `bankerSeat`, `bankerSide`, `kittyOwner`, `setter` | null while not known (first hand, before trump is set) |
| `trumpSuit` | null while there is none or the viewer may not know it |
| `trumpHidden` | somebody set trump, but the pair still lies face down for some player |
| `declarations` | `[{seat, type: "declare" or "snatch", jokers, pair}]`; `pair` null while face down for the viewer |
| `exchange` | `{seat, setter, shown, taken, given}` after a stick; `taken`, `given` null for those who may not know |
| `passed` | seats that passed in the open window |
| `hand`, `groups` | own cards, trumps and strongest first; the same as `[{suit, cards}]` by effective suit |
| `handCounts` | four numbers |
| `kittyCount`, `kitty` | 4 or 0; cards for its owner after burying, for all once the hand is scored, else null |
| `newCards` | the kitty cards just taken, while the viewer buries |
| `trick` | `{leader, plays: [{seat, cards}], lead, winning, points}` or null; `lead` as `identify` gives it |
| `lastTrick` | the same with `winner`, or null |
| `failedThrow` | `{seat, attempted, forced, choices}` of this trick or null; `choices` while the next player chooses |
| `points` | S, the attackers' points so far |
| `playedCards` | all cards played in this hand |
| `knownCards` | per seat: cards the viewer knows to be there (shown, given, taken, returned after a failed throw) |
| `openCards` | per seat: cards that everybody knows to be there, the viewer's own included |
| `voids` | per seat: effective suits the seat has shown to have run out of |
| `bigJokersPlayed` | 0 … 2 |
| `result` | account of the last hand that was scored, or null |
| `redeals` | deals in a row that nobody declared in |
| `matchWinner` | side, or null |
| `legal`, `legalComplete` | what the viewer may do now (JSON actions); false when it is only a sample, see `plays.py` |
| `trumpOrder` | the trumps of one deck as the viewer knows them, strongest first, equally strong ones together |
| `follow` | null unless the viewer has to follow: `{suit, count, cards}`, the suit led, how many, own cards of it |
| `playable`, `suggestion` | own cards that may be part of a legal play now; one legal action or null |
"""

from typing import Final

from paiju.engine.game import Action, Seat, View, attributes_of
from paiju.games.shandong.cards import CARD_IDS, NO_CARDS, NO_SUIT, RANKS, SUITS, TRUMP, Cards
from paiju.games.shandong.patterns import Pattern
from paiju.games.shandong.rules import ShandongRules
from paiju.games.shandong.table import Declaration, Exchange, FailedThrow, HandResult, Trick
from paiju.games.shandong.trump import Context

WAITING: Final = 0
SHUFFLING: Final = 1
DEALING: Final = 2
DECLARING: Final = 3
SNATCHING: Final = 4
STICKING: Final = 5
BURYING: Final = 6
PLAYING: Final = 7
SCORED: Final = 8
PHASES: Final = (
    "waiting",
    "shuffling",
    "dealing",
    "declaring",
    "snatching",
    "sticking",
    "burying",
    "playing",
    "scored",
)

NO_SEAT: Final = -1
LEGAL_IN_JSON: Final = 200
"""The most actions that are written into the JSON; `legal` of the Python object is not cut."""


class ShandongView(View):
    """A look at a position. Lists belong to the view: changing them changes no game."""

    def __init__(self, seat: Seat, rules: ShandongRules, ctx: Context) -> None:
        self.seat = seat
        self.rules = rules
        self.ctx = ctx
        """Order of cards as this seat knows it: without a trump suit while that is hidden from it."""
        self.legal: list[Action] = []
        self.legal_complete = True
        self.playable: Cards = NO_CARDS
        self.suggestion: Action | None = None
        self.phase = WAITING
        self.turn = NO_SEAT
        self.reactors: list[int] = []
        self.window_ms = 0
        self.hand_number = 0
        self.trick_number = 0
        self.first_hand = True
        self.levels: list[int] = [0, 0]
        self.banker_seat = NO_SEAT
        self.banker_side = NO_SEAT
        self.kitty_owner = NO_SEAT
        self.setter = NO_SEAT
        self.trump = NO_SUIT
        """NO_SUIT while hidden from this seat."""
        self.trump_hidden = False
        self.declarations: list[Declaration] = []
        """`pair` is empty and `suit` NO_SUIT where they are hidden from this seat."""
        self.exchange: Exchange | None = None
        """`taken` and `given` are empty where they are hidden from this seat."""
        self.giving = False
        self.passed: list[bool] = [False] * 4
        self.dealt = 0
        self.hand: Cards = NO_CARDS
        self.hand_counts: list[int] = [0] * 4
        self.kitty_count = 0
        self.kitty: Cards = NO_CARDS
        self.kitty_known = False
        self.new_cards: Cards = NO_CARDS
        self.leader = NO_SEAT
        self.trick: list[Cards] = []
        self.lead: Pattern | None = None
        self.winning = NO_SEAT
        self.best_rank = 0
        """The number of the play that is ahead, see `winner.py`."""
        self.last_trick: Trick | None = None
        self.failed: FailedThrow | None = None
        self.points = 0
        self.played: Cards = NO_CARDS
        self.known: list[Cards] = [NO_CARDS] * 4
        self.open_cards: list[Cards] = [NO_CARDS] * 4
        """Per seat: cards everybody knows to be in that hand, the viewer's own included."""
        self.owner_cards: Cards = NO_CARDS
        """Cards that the kitty owner is known to have had when burying: in the hand or in the kitty."""
        self.with_owner: Cards = NO_CARDS
        """Cards known to be in the kitty owner's hand or in the kitty."""
        self.voids: list[int] = [0] * 4
        """Bit s set: the seat has shown that it holds no card of effective suit s."""
        self.big_joker_played = False
        self.result: HandResult | None = None
        self.redeals = 0
        self.match_winner = NO_SEAT

    def __reduce__(self) -> tuple[object, ...]:
        return ShandongView, (self.seat, self.rules, self.ctx), attributes_of(self)

    @property
    def level(self) -> int:
        """The rank played in this hand."""
        return self.ctx.level

    def trick_points(self) -> int:
        """Points lying on the table."""
        return sum([cards.points() for cards in self.trick])

    def groups(self) -> list[tuple[str, list[str]]]:
        """The hand by effective suit, trumps first, strongest first."""
        found: list[tuple[str, list[str]]] = []
        for suit in (TRUMP, 0, 1, 2, 3):
            cards = self.hand.within(self.ctx.suit_masks[suit])
            if not cards.empty():
                found.append((self.ctx.suit_name(suit), self._sorted_ids(cards)))
        return found

    def own_cards(self) -> list[str]:
        return self._sorted_ids(self.hand)

    def _sorted_ids(self, cards: Cards) -> list[str]:
        return id_list(self.ctx.sorted_strongest_first(cards))

    def listed(self) -> list[Action]:
        return self.legal[:LEGAL_IN_JSON]

    def to_json(self) -> dict[str, object]:
        return {**self._own(), **self._shared(), "legal": [action.to_json() for action in self.listed()]}

    # While trump is hidden, seats even sort cards differently.

    def own_part(self) -> dict[str, object]:
        return {**self._own(), **self._shared()} if self.trump_hidden else self._own()

    def shared_part(self) -> dict[str, object]:
        return {} if self.trump_hidden else self._shared()

    def _own(self) -> dict[str, object]:
        return {
            "seat": int(self.seat),
            "trumpSuit": suit_or_none(self.trump),
            "declarations": [self._declaration_json(d) for d in self.declarations],
            "exchange": self._exchange_json(),
            "hand": self._sorted_ids(self.hand),
            "groups": [{"suit": suit, "cards": cards} for suit, cards in self.groups()],
            "kitty": self._sorted_ids(self.kitty) if self.kitty_known else None,
            "newCards": self._sorted_ids(self.new_cards),
            "knownCards": [self._sorted_ids(cards) for cards in self.known],
            "legalComplete": self.legal_complete and len(self.legal) <= LEGAL_IN_JSON,
            "follow": self._follow_json(),
            "playable": self._sorted_ids(self.playable),
            "suggestion": self.suggestion.to_json() if self.suggestion is not None else None,
        }

    def _shared(self) -> dict[str, object]:
        return {
            "rulebook": self.rules.rulebook,
            "options": self.rules.options(),
            "phase": PHASES[self.phase],
            "waitingFor": self._waiting_for(),
            "turn": seat_or_none(self.turn),
            "currentPlayer": None if self.turn < 0 else f"p{self.turn + 1}",
            "canAct": list(self.reactors),
            "windowMs": self.window_ms,
            "handNumber": self.hand_number,
            "trickNumber": self.trick_number,
            "level": RANKS[self.level],
            "levels": [RANKS[level] for level in self.levels],
            "bankerSeat": seat_or_none(self.banker_seat),
            "bankerSide": seat_or_none(self.banker_side),
            "kittyOwner": seat_or_none(self.kitty_owner),
            "setter": seat_or_none(self.setter),
            "trumpHidden": self.trump_hidden,
            "passed": [seat for seat in range(4) if self.passed[seat]],
            "handCounts": list(self.hand_counts),
            "kittyCount": self.kitty_count,
            "trick": self._trick_json(),
            "lastTrick": self._last_trick_json(),
            "failedThrow": self._failed_json(),
            "points": self.points,
            "playedCards": self._sorted_ids(self.played),
            "openCards": [self._sorted_ids(cards) for cards in self.open_cards],
            "voids": [[self.ctx.suit_name(s) for s in (4, 0, 1, 2, 3) if (void >> s) & 1] for void in self.voids],
            "bigJokersPlayed": self.played.within(1 << 53).size(),
            "result": self.result.to_json() if self.result is not None else None,
            "redeals": self.redeals,
            "matchWinner": seat_or_none(self.match_winner),
            "trumpOrder": self.ctx.trump_order,
        }

    def _waiting_for(self) -> str | None:
        if self.giving:
            return "giveBack"
        if self.failed is not None and self.failed.choices:
            return "throwChoice"
        return None

    def _declaration_json(self, declaration: Declaration) -> dict[str, object]:
        return {
            "seat": declaration.seat,
            "type": "snatch" if declaration.snatch() else "declare",
            "jokers": declaration.jokers.ids(),
            "pair": None if declaration.pair.empty() else declaration.pair.ids(),
        }

    def _exchange_json(self) -> dict[str, object] | None:
        exchange = self.exchange
        if exchange is None:
            return None
        return {
            "seat": exchange.seat,
            "setter": exchange.setter,
            "shown": exchange.shown.ids(),
            "taken": None if exchange.taken.empty() else exchange.taken.ids(),
            "given": None if exchange.given.empty() else exchange.given.ids(),
        }

    def _trick_json(self) -> dict[str, object] | None:
        lead = self.lead
        if lead is None:
            return None
        return {
            "leader": self.leader,
            "plays": plays_json(self.leader, self.trick, self.ctx),
            "lead": lead.to_json(),
            "winning": self.winning,
            "points": self.trick_points(),
        }

    def _follow_json(self) -> dict[str, object] | None:
        """What has to be followed: effective suit led, number of cards, own cards of that suit.

        Fewer than `count`: all of them must be played. None: any cards will do.
        """
        lead = self.lead
        if lead is None or self.turn != self.seat:
            return None
        own = self.hand.within(self.ctx.suit_masks[lead.suit])
        return {"suit": self.ctx.suit_name(lead.suit), "count": lead.size, "cards": self._sorted_ids(own)}

    def _last_trick_json(self) -> dict[str, object] | None:
        trick = self.last_trick
        if trick is None:
            return None
        return {
            "leader": trick.leader,
            "plays": plays_json(trick.leader, trick.plays, self.ctx),
            "lead": trick.lead.to_json(),
            "winner": trick.winner,
            "points": trick.points,
        }

    def _failed_json(self) -> dict[str, object] | None:
        failed = self.failed
        if failed is None:
            return None
        return {
            "seat": failed.seat,
            "attempted": self._sorted_ids(failed.attempted),
            "forced": self._sorted_ids(failed.forced),
            "choices": [self._sorted_ids(cards) for cards in failed.choices],
        }


def plays_json(leader: int, plays: list[Cards], ctx: Context) -> list[dict[str, object]]:
    """Plays of a trick from the leader on."""
    return [
        {"seat": (leader + i) % 4, "cards": id_list(ctx.sorted_strongest_first(cards))} for i, cards in enumerate(plays)
    ]


def id_list(numbers: list[int]) -> list[str]:
    """Ids of card numbers."""
    return [CARD_IDS[number] for number in numbers]


def seat_or_none(seat: int) -> int | None:
    """A seat for JSON: None where there is none."""
    return None if seat < 0 else seat


def suit_or_none(suit: int) -> str | None:
    """A suit for JSON: None where there is none."""
    return None if suit == NO_SUIT else SUITS[suit]
