"""From the shuffle to the first lead (§6). Every function trusts its caller: the action must be legal.

Facts are reported here, where things happen. No list in them is ordered by the trump suit while that is hidden.
"""

from typing import Final

from paiju.engine.facts import Fact
from paiju.games.shandong.bidding import banker_and_owner, jokers_of, pair_suit, taken_by_stick
from paiju.games.shandong.cards import NO_CARDS, NO_SUIT, RANKS, SUITS, Cards, cards_of
from paiju.games.shandong.position import DEALT, SEATS, UNSHUFFLED, Position
from paiju.games.shandong.scoring import nobody_declared
from paiju.games.shandong.table import Declaration, Exchange
from paiju.games.shandong.trump import context
from paiju.games.shandong.view import (
    BURYING,
    DEALING,
    DECLARING,
    NO_SEAT,
    PHASES,
    PLAYING,
    SHUFFLING,
    SNATCHING,
    STICKING,
    id_list,
)

ALL_SEATS: Final = 15


# --- deal -------------------------------------------------------------------------------------------------


def await_shuffle(p: Position) -> None:
    """Clear the table: the pack waits for CHANCE."""
    p.phase = SHUFFLING
    p.turn_seat = NO_SEAT
    p.deck = UNSHUFFLED
    p.dealt = 0
    p.hands = [NO_CARDS] * SEATS
    p.kitty = NO_CARDS
    p.new_cards = NO_CARDS
    p.trump = NO_SUIT
    p.setter = NO_SEAT
    p.banker_side = NO_SEAT if p.first_hand else p.banker_seat % 2
    p.blind = context(p.rules, p.levels[p.banker_seat % 2], NO_SUIT)
    p.ctx = p.blind
    p.declarations = []
    p.exchange = None
    p.giving = False
    p.passed = 0
    p.kitty_owner = NO_SEAT
    p.leader = NO_SEAT
    p.trick = []
    p.lead = None
    p.best_seat = NO_SEAT
    p.best_rank = 0
    p.failed = None
    p.trick_number = 0
    p.last_trick = None
    p.points = 0
    p.played = NO_CARDS
    p.big_joker_played = False
    p.open_cards = [NO_CARDS] * SEATS
    p.owner_cards = NO_CARDS
    p.voids = [0] * SEATS


def next_hand(p: Position) -> None:
    """The host begins the match, or clears a scored hand away."""
    if p.result is not None:
        p.banker_seat = p.result.next_banker
    p.hand_number += 1
    await_shuffle(p)
    if p.facts is not None:
        banker = None if p.first_hand else p.banker_seat
        p.facts.append(Fact("hand_began", banker, {"hand": p.hand_number, **_levels(p)}))


def shuffle(p: Position, order: list[int]) -> None:
    """CHANCE has put the pack in order."""
    p.deck = list(order)
    p.phase = DEALING
    if p.facts is not None:
        p.facts.append(Fact("shuffled", None, {"count": len(p.deck)}))


def deal(p: Position, count: int) -> None:
    """The next `count` cards go round from the banker seat; after 26 each the last four are the kitty."""
    if p.facts is not None:
        _report_deal(p, p.facts, count)
    for i in range(SEATS):
        seat = (p.banker_seat + p.dealt + i) % SEATS
        p.hands[seat] = p.hands[seat].plus(cards_of(p.deck[p.dealt + i : p.dealt + count : SEATS]))
    p.dealt += count
    if p.dealt == DEALT:
        p.kitty = cards_of(p.deck[DEALT:])
        p.dealt = len(p.deck)
        if p.facts is not None:
            p.facts.append(Fact("kitty_laid", None, {"count": p.kitty.size()}))
        if p.declarations:
            open_snatching(p)
        else:
            open_window(p, DECLARING)


def _report_deal(p: Position, facts: list[Fact], count: int) -> None:
    """Everybody sees how many cards a seat gets, the seat sees which."""
    shares: list[list[int]] = []
    for seat in range(SEATS):
        first = p.dealt + (seat - p.banker_seat - p.dealt) % SEATS
        shares.append(p.deck[first : p.dealt + count : SEATS])
    facts.append(Fact("dealt", None, {"counts": [len(share) for share in shares]}))
    for seat, share in enumerate(shares):
        if share:
            facts.append(Fact("got", seat, {"cards": id_list(share), "why": "deal"}, seat))


# --- windows ----------------------------------------------------------------------------------------------


def declare(p: Position, seat: int, cards: Cards) -> None:
    """A declaration or a snatch: the suit of the pair becomes trump, the jokers are shown."""
    jokers = jokers_of(cards)
    pair = cards.minus(jokers)
    suit = pair_suit(cards)
    p.declarations = [*p.declarations, Declaration(seat, jokers, pair, suit)]
    p.setter = seat
    p.trump = suit
    p.ctx = context(p.rules, p.blind.level, suit)
    p.open_cards[seat] = p.open_cards[seat].plus(jokers if p.rules.hidden_declaration else cards)
    if p.facts is not None:
        kind = "declared" if len(p.declarations) == 1 else "snatched"
        p.facts.append(Fact(kind, seat, {"jokers": jokers.ids()}))
        _report_pair(p, p.facts, seat if p.rules.hidden_declaration else None)
    if p.phase != DEALING:
        open_snatching(p)


def _report_pair(p: Position, facts: list[Fact], to: int | None) -> None:
    """Somebody sees the declared pair: all, once it is turned up (`to` None), or one seat before that."""
    holder = p.setter if p.exchange is None else p.exchange.seat
    pair = p.declarations[-1].pair
    data: dict[str, object] = {"suit": SUITS[p.trump], "pair": pair.ids(), "holder": holder}
    facts.append(Fact("trump_shown" if to is None else "trump_seen", p.setter, data, to))


def open_window(p: Position, phase: int) -> None:
    """Players may act out of turn until the host closes the window."""
    p.passed = 0
    p.phase = phase
    if p.facts is not None:
        p.facts.append(Fact("window_opened", None, {"window": PHASES[phase]}))


def open_snatching(p: Position) -> None:
    """The window after a declaration; skipped when nobody may snatch any more."""
    if p.rules.allow_snatch and not p.snatch_closed():
        open_window(p, SNATCHING)
    else:
        settle_setter(p)


def settle_setter(p: Position) -> None:
    """The trump setter is final, which decides the banker and the kitty owner (§6.5)."""
    p.banker_seat, p.kitty_owner = banker_and_owner(p.first_hand, p.setter, p.banker_seat)
    p.banker_side = p.banker_seat % 2
    if p.facts is not None:
        roles: dict[str, object] = {"banker": p.banker_seat, "kittyOwner": p.kitty_owner}
        p.facts.append(Fact("setter_settled", p.setter, roles))
    if p.rules.allow_stick:
        open_window(p, STICKING)
    else:
        open_burying(p)


def pass_window(p: Position, seat: int) -> None:
    """Record a pass. The last one ends the window early."""
    p.passed |= 1 << seat
    if p.facts is not None:
        p.facts.append(Fact("passed", seat, {"window": PHASES[p.phase]}))
    setter = 0 if p.setter == NO_SEAT else 1 << p.setter
    if (p.passed | setter) == ALL_SEATS:
        close_window(p)


def close_window(p: Position) -> None:
    """The time of the open window is over, or everybody who might act has passed."""
    if p.facts is not None:
        p.facts.append(Fact("window_closed", None, {"window": PHASES[p.phase]}))
    if p.phase == DECLARING:
        redeal(p)
    elif p.phase == SNATCHING:
        settle_setter(p)
    else:
        open_burying(p)


def redeal(p: Position) -> None:
    """Nobody declared (§6.6): all cards go back to the pack."""
    before, hands = p.levels, p.hands
    p.levels, p.banker_seat = nobody_declared(p.rules, p.first_hand, p.banker_seat, p.levels)
    p.redeals += 1
    await_shuffle(p)
    if p.facts is not None:
        banker = None if p.first_hand else p.banker_seat
        data: dict[str, object] = {"redeals": p.redeals, "levelsBefore": [RANKS[level] for level in before]}
        p.facts.append(Fact("redealt", banker, {**data, **_levels(p)}))
        for seat, cards in enumerate(hands):
            p.facts.append(Fact("gave", seat, {"cards": cards.ids(), "why": "redeal"}, seat))


def _levels(p: Position) -> dict[str, object]:
    """The level of each side, and the one that is played."""
    return {"levels": [RANKS[level] for level in p.levels], "level": RANKS[p.blind.level]}


def stick(p: Position, seat: int, cards: Cards) -> None:
    """The sticker shows five cards and takes three from the trump setter."""
    declaration = p.declarations[-1]
    taken = taken_by_stick(declaration.jokers, declaration.pair)
    p.exchange = Exchange(seat, p.setter, cards, taken, NO_CARDS)
    p.hands[p.setter] = p.hands[p.setter].minus(taken)
    p.hands[seat] = p.hands[seat].plus(taken)
    p.open_cards[p.setter] = p.open_cards[p.setter].minus(taken)
    seen = jokers_of(taken) if p.rules.hidden_declaration else taken
    p.open_cards[seat] = p.open_cards[seat].plus(cards).plus(seen)
    p.giving = True
    p.turn_seat = seat
    if p.facts is not None:
        p.facts.append(Fact("stuck", seat, {"cards": cards.ids(), "setter": p.setter}))
        p.facts.append(Fact("taken", seat, {"setter": p.setter, "count": taken.size(), "cards": seen.ids()}))
        _report_move(p.facts, p.setter, seat, taken, "stick")
        if p.rules.hidden_declaration:
            _report_pair(p, p.facts, seat)


def give_back(p: Position, cards: Cards) -> None:
    """Three cards go face down to the trump setter, which ends the exchange."""
    old = p.exchange
    assert old is not None
    p.exchange = Exchange(old.seat, old.setter, old.shown, old.taken, cards)
    p.hands[old.seat] = p.hands[old.seat].minus(cards)
    p.hands[old.setter] = p.hands[old.setter].plus(cards)
    # What the sticker showed earlier, in a declaration that was snatched, may be among the cards given.
    fixed = old.shown.plus(old.taken)
    p.open_cards[old.seat] = p.open_cards[old.seat].minus(p.open_cards[old.seat].minus(fixed))
    p.giving = False
    if p.facts is not None:
        p.facts.append(Fact("given_back", old.seat, {"setter": old.setter, "count": cards.size()}))
        _report_move(p.facts, old.seat, old.setter, cards, "giveBack")
    open_burying(p)


def _report_move(facts: list[Fact], giver: int, taker: int, cards: Cards, why: str) -> None:
    """Cards go from hand to hand: only the two know which."""
    data: dict[str, object] = {"cards": cards.ids(), "why": why}
    facts.append(Fact("gave", giver, data, giver))
    facts.append(Fact("got", taker, data, taker))


def open_burying(p: Position) -> None:
    """The kitty owner takes the kitty."""
    p.phase = BURYING
    p.passed = 0
    p.turn_seat = p.kitty_owner
    p.new_cards = p.kitty
    p.hands[p.kitty_owner] = p.hands[p.kitty_owner].plus(p.kitty)
    p.kitty = NO_CARDS
    if p.facts is not None:
        p.facts.append(Fact("kitty_taken", p.kitty_owner, {"count": p.new_cards.size()}))
        p.facts.append(Fact("got", p.kitty_owner, {"cards": p.new_cards.ids(), "why": "kitty"}, p.kitty_owner))


def bury(p: Position, cards: Cards) -> None:
    """Four cards are laid away, the declared pair is turned up, the kitty owner leads."""
    owner = p.kitty_owner
    p.hands[owner] = p.hands[owner].minus(cards)
    p.kitty = cards
    p.new_cards = NO_CARDS
    holder = p.setter if p.exchange is None else p.exchange.seat
    p.open_cards[holder] = p.open_cards[holder].plus(p.declarations[-1].pair)
    p.owner_cards = p.open_cards[owner]
    p.open_cards[owner] = NO_CARDS
    p.phase = PLAYING
    p.trick_number = 1
    p.leader = owner
    p.turn_seat = owner
    if p.facts is not None:
        p.facts.append(Fact("buried", owner, {"count": cards.size()}))
        p.facts.append(Fact("gave", owner, {"cards": cards.ids(), "why": "bury"}, owner))
        if p.rules.hidden_declaration:
            _report_pair(p, p.facts, None)
