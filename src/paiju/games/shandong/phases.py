"""How a position moves on (§6, §7, §10): every function trusts that the action was found legal."""

from typing import Final

from paiju.games.shandong.bidding import banker_and_owner, jokers_of, pair_suit, taken_by_stick
from paiju.games.shandong.cards import NO_CARDS, NO_SUIT, TRUMP, Cards, cards_of
from paiju.games.shandong.patterns import THROW, Pattern, identify, shows_big_joker, suit_of_cards
from paiju.games.shandong.position import DEALT, SEATS, UNSHUFFLED, Position
from paiju.games.shandong.scoring import hand_result, is_hooked, kitty_gain, multiplier, nobody_declared
from paiju.games.shandong.table import Declaration, Exchange, FailedThrow, HandResult, Trick
from paiju.games.shandong.throws import beatable_units, throw_choices
from paiju.games.shandong.trump import context
from paiju.games.shandong.view import (
    BURYING,
    DEALING,
    DECLARING,
    NO_SEAT,
    PLAYING,
    SCORED,
    SHUFFLING,
    SNATCHING,
    STICKING,
)
from paiju.games.shandong.winner import lead_rank, play_rank

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
    """The host clears a scored hand away."""
    if p.result is not None:
        p.banker_seat = p.result.next_banker
    p.hand_number += 1
    await_shuffle(p)


def shuffled(p: Position, order: list[int]) -> None:
    p.deck = list(order)
    p.phase = DEALING


def deal(p: Position, count: int) -> None:
    """The next `count` cards go round from the banker seat; after 26 each the last four are the kitty."""
    for i in range(SEATS):
        seat = (p.banker_seat + p.dealt + i) % SEATS
        p.hands[seat] = p.hands[seat].plus(cards_of(p.deck[p.dealt + i : p.dealt + count : SEATS]))
    p.dealt += count
    if p.dealt == DEALT:
        p.kitty = cards_of(p.deck[DEALT:])
        p.dealt = len(p.deck)
        if p.declarations:
            open_snatching(p)
        else:
            p.phase = DECLARING


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
    if p.phase != DEALING:
        open_snatching(p)


def open_snatching(p: Position) -> None:
    """The window after a declaration; skipped when nobody may snatch any more."""
    p.passed = 0
    if p.rules.allow_snatch and not p.snatch_closed():
        p.phase = SNATCHING
    else:
        setter_stands(p)


def setter_stands(p: Position) -> None:
    """The trump setter is final: bank and kitty owner follow from him (§6.5)."""
    p.banker_seat, p.kitty_owner = banker_and_owner(p.first_hand, p.setter, p.banker_seat)
    p.banker_side = p.banker_seat % 2
    p.passed = 0
    if p.rules.allow_stick:
        p.phase = STICKING
    else:
        open_burying(p)


def pass_window(p: Position, seat: int) -> None:
    """A pass; the last one ends the window early."""
    p.passed |= 1 << seat
    setter = 0 if p.setter == NO_SEAT else 1 << p.setter
    if (p.passed | setter) == ALL_SEATS:
        close_window(p)


def close_window(p: Position) -> None:
    """The time of the open window is over."""
    if p.phase == DECLARING:
        redeal(p)
    elif p.phase == SNATCHING:
        setter_stands(p)
    else:
        open_burying(p)


def redeal(p: Position) -> None:
    """Nobody declared (§6.6)."""
    levels, seat = nobody_declared(p.rules, p.first_hand, p.banker_seat, p.levels)
    p.levels = levels
    p.banker_seat = seat
    p.redeals += 1
    await_shuffle(p)


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


def give_back(p: Position, cards: Cards) -> None:
    """Three cards go face down to the trump setter, which ends the exchange."""
    old = p.exchange
    if old is None:
        raise ValueError("nobody has stuck")
    p.exchange = Exchange(old.seat, old.setter, old.shown, old.taken, cards)
    p.hands[old.seat] = p.hands[old.seat].minus(cards)
    p.hands[old.setter] = p.hands[old.setter].plus(cards)
    # What the sticker showed earlier, in a declaration that was snatched, may be among the cards given.
    fixed = old.shown.plus(old.taken)
    p.open_cards[old.seat] = p.open_cards[old.seat].minus(p.open_cards[old.seat].minus(fixed))
    p.giving = False
    open_burying(p)


def open_burying(p: Position) -> None:
    """The kitty owner takes the kitty."""
    p.phase = BURYING
    p.passed = 0
    p.turn_seat = p.kitty_owner
    p.new_cards = p.kitty
    p.hands[p.kitty_owner] = p.hands[p.kitty_owner].plus(p.kitty)
    p.kitty = NO_CARDS


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


# --- tricks -----------------------------------------------------------------------------------------------


def play(p: Position, seat: int, cards: Cards) -> None:
    """A lead or a follow."""
    if p.lead is None:
        put_lead(p, seat, cards)
        return
    lay(p, seat, cards)
    suit = p.lead.suit
    if suit_of_cards(p.ctx, cards) != suit:
        p.voids[seat] |= 1 << suit
    rank = play_rank(p.ctx, p.lead, cards)
    if rank > p.best_rank:
        p.best_seat, p.best_rank = seat, rank
    if len(p.trick) == SEATS:
        end_trick(p, p.lead)


def lay(p: Position, seat: int, cards: Cards) -> None:
    """Cards leave a hand for the trick."""
    p.hands[seat] = p.hands[seat].minus(cards)
    p.trick.append(cards)
    p.played = p.played.plus(cards)
    p.open_cards[seat] = p.open_cards[seat].minus(cards)
    if not p.big_joker_played and shows_big_joker(cards):
        p.big_joker_played = True
    p.turn_seat = (seat + 1) % SEATS


def put_lead(p: Position, seat: int, cards: Cards) -> None:
    """A lead; a throw is tested first (§7.3–5)."""
    pattern = identify(p.ctx, cards)
    if pattern.kind == THROW:
        others = [p.hands[(seat + i) % SEATS] for i in (1, 2, 3)]
        beatable = beatable_units(p.ctx, pattern, others)
        if beatable:
            throw_fails(p, seat, cards, throw_choices(p.ctx, beatable))
            return
    begin_trick(p, seat, pattern)


def throw_fails(p: Position, seat: int, attempted: Cards, choices: list[Pattern]) -> None:
    """One unit is led instead, or the next player is asked which."""
    p.open_cards[seat] = p.open_cards[seat].plus(attempted)
    penalty = p.rules.failed_throw_penalty
    p.points += penalty if seat % 2 == p.banker_side else -penalty
    if len(choices) == 1:
        p.failed = FailedThrow(seat, attempted, choices[0].cards, [])
        begin_trick(p, seat, choices[0])
    else:
        p.failed = FailedThrow(seat, attempted, NO_CARDS, [unit.cards for unit in choices])
        p.turn_seat = (seat + 1) % SEATS


def choose_unit(p: Position, cards: Cards) -> None:
    """The next player names the unit that is led."""
    failed = p.failed
    if failed is None:
        raise ValueError("no throw has failed")
    p.failed = FailedThrow(failed.seat, failed.attempted, cards, [])
    begin_trick(p, failed.seat, identify(p.ctx, cards))


def begin_trick(p: Position, seat: int, lead: Pattern) -> None:
    p.leader = seat
    p.lead = lead
    p.best_seat = seat
    p.best_rank = lead_rank(lead)
    lay(p, seat, lead.cards)


def end_trick(p: Position, lead: Pattern) -> None:
    """Count the trick; the winner leads, or the hand is scored."""
    points = 0
    for cards in p.trick:
        points += cards.points()
    winner = p.best_seat
    if winner % 2 != p.banker_side:
        p.points += points
    p.last_trick = Trick(p.leader, p.trick, lead, winner, points)
    won_with = p.trick[(winner - p.leader) % SEATS]
    p.trick = []
    p.lead = None
    p.failed = None
    if p.hands[winner].empty():
        score_hand(p, lead, winner, won_with)
        return
    p.trick_number += 1
    p.leader = winner
    p.best_seat = NO_SEAT
    p.turn_seat = winner


def score_hand(p: Position, lead: Pattern, winner: int, won_with: Cards) -> None:
    """§10.2–5: kitty, levels, next banker, perhaps the end of the match."""
    won_with_trump = suit_of_cards(p.ctx, won_with) == TRUMP
    gain = kitty_gain(p.rules, lead, p.kitty, winner % 2 != p.banker_side, won_with_trump)
    total = p.points + gain
    levels, next_banker, match_winner = hand_result(p.rules, total, p.banker_seat, p.levels)
    if is_hooked(p.rules, p.ctx, p.banker_side, winner, won_with):
        levels[p.banker_side] = 0
    p.result = HandResult(
        p.points,
        p.kitty,
        multiplier(p.rules, lead),
        gain,
        total,
        winner,
        p.banker_seat,
        p.levels,
        levels,
        next_banker,
        match_winner,
    )
    p.points = total
    p.phase = SCORED
    p.turn_seat = NO_SEAT
    p.best_seat = NO_SEAT
    p.levels = levels
    p.match_winner = match_winner
    p.first_hand = False
    p.redeals = 0
