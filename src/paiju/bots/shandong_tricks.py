"""The `rules` bot in play: what to lead, how to follow. One idea per function.

It has no memory: its hand and the trick on the table are all it looks at, never what was played before.
"""

from typing import Final

from paiju.games.shandong.actions import Play
from paiju.games.shandong.cards import FULL_DECK, NO_CARDS, TRUMP, Cards, cards_of
from paiju.games.shandong.kills import kill_plays
from paiju.games.shandong.patterns import PAIR, SINGLE, THROW, TRACTOR, Pattern, identify, lead_refusal, split
from paiju.games.shandong.plays import Fill, follow_fills
from paiju.games.shandong.throws import beats
from paiju.games.shandong.trump import Context
from paiju.games.shandong.view import ShandongView
from paiju.games.shandong.winner import play_rank

TEMPO: Final = 4.0
"""What the right to lead is worth, in points."""
Worth = dict[int, float]
"""Card number → what it is worth to keep the card."""


# --- what the hand knows ------------------------------------------------------------------------------


def out_there(view: ShandongView) -> Cards:
    """Cards that are neither in the hand nor on the table: without memory, the others may hold any of them."""
    out = FULL_DECK.minus(view.hand)
    for cards in view.trick:
        out = out.minus(cards)
    return out


def is_boss(view: ShandongView, unit: Pattern) -> bool:
    """Whether nobody can beat the unit in its own suit, wherever the other cards are."""
    return not beats(view.ctx, unit, out_there(view))


# --- leading --------------------------------------------------------------------------------------------


def lead(view: ShandongView) -> Play:
    """The best lead: winners first, long suits without points otherwise."""
    best = max(lead_options(view), key=lambda option: lead_value(view, option))
    return Play(best.cards)


def lead_options(view: ShandongView) -> list[Pattern]:
    """Every unit of every suit, its pairs and single cards, and throws of all units of a suit that nobody can beat."""
    ctx = view.ctx
    found: list[Pattern] = []
    for suit in (0, 1, 2, 3, TRUMP):
        cards = view.hand.within(ctx.suit_masks[suit])
        if cards.empty():
            continue
        units = split(ctx, suit, cards)
        found.extend(units)
        found.extend([identify(ctx, cards_of([number])) for number in cards.numbers()])
        bosses = [unit for unit in units if is_boss(view, unit)]
        if len(bosses) > 1:
            together = NO_CARDS
            for unit in bosses:
                together = together.plus(unit.cards)
            found.append(identify(ctx, together))
    return [option for option in found if not lead_refusal(ctx, option, view.big_joker_played)]


def lead_value(view: ShandongView, option: Pattern) -> float:
    """The value of a lead: winners with points are best, trumps are saved, points without a winner are never led."""
    if option.kind == THROW or is_boss(view, option):
        return winner_value(view, option)
    return small_lead_value(view, option)


def winner_value(view: ShandongView, option: Pattern) -> float:
    """Winners: more cards and more points first."""
    value = 20.0 + 3.0 * option.size + option.cards.points()
    if option.suit == TRUMP:
        value -= 14.0 + 2.0 * option.size  # trumps also win later
        if mostly_trumps(view):
            value += 6.0
    return value


def mostly_trumps(view: ShandongView) -> bool:
    """Whether more than half of the hand is trumps: then drawing those of the others pays."""
    return 2 * view.hand.within(view.ctx.trump_mask).size() > view.hand.size()


def small_lead_value(view: ShandongView, option: Pattern) -> float:
    """No winner: a low card of a long suit, never points or a split pair."""
    ctx = view.ctx
    value = 4.0 - 3.0 * option.cards.points() - 0.3 * option.strength
    held = view.hand.within(ctx.suit_masks[option.suit]).size()
    value += 0.3 * held
    if option.suit == TRUMP:
        value -= 6.0
    if option.kind == SINGLE and breaks_pair(view.hand, option.cards):
        value -= 4.0
    if option.kind in (PAIR, TRACTOR):
        value += 1.5 * option.size
    return value


def breaks_pair(hand: Cards, cards: Cards) -> bool:
    """Whether a face of which both copies are held would be played only once."""
    split_faces = (cards.first ^ cards.second) & (hand.first & hand.second)
    return split_faces != 0


# --- following ------------------------------------------------------------------------------------------


def follow(view: ShandongView, led: Pattern) -> Play:
    """Feed a winning partner, win what is worth it as cheaply as possible, otherwise give nothing away."""
    worth = keep_values(view.ctx, view.hand)
    options = follow_options(view, led, worth)
    best = max(options, key=lambda cards: (follow_value(view, led, worth, cards), cards.text()))
    return Play(best)


def follow_options(view: ShandongView, led: Pattern, worth: Worth) -> list[Cards]:
    """For each thing owed the fill that gives least away, and the one that gives the partner most; and all kills."""
    found: dict[Cards, bool] = {}
    for fill in follow_fills(view.ctx, led, view.hand)[:200]:
        if fill.count == 0:
            found[fill.core] = True
            continue
        for feeding in (False, True):
            found[completed(view, fill, worth, feeding)] = True
        if fill.count == 1 and not fill.largest:
            for number in fill.pool.numbers():
                found[fill.core.plus(cards_of([number]))] = True
    for cards in kill_plays(view.ctx, led, view.hand):
        found[cards] = True
    return list(found)


def completed(view: ShandongView, fill: Fill, worth: Worth, feeding: bool) -> Cards:
    """A core with the cheapest cards for it; where the largest are owed, the cheapest among equals."""
    ctx = view.ctx
    numbers = sorted(fill.pool.numbers(), key=lambda n: (card_cost(worth, n, feeding), n))
    if fill.largest:
        numbers.sort(key=lambda n: -ctx.strength[n >> 1])
    return fill.core.plus(cards_of(numbers[: fill.count]))


def card_cost(worth: Worth, number: int, feeding: bool) -> float:
    """What playing one card costs: its power to win later, and its points unless the partner gets them."""
    points = cards_of([number]).points()
    return worth[number] + (-1.5 * points if feeding else 1.5 * points)


def keep_values(ctx: Context, hand: Cards) -> Worth:
    """The power each card has for later tricks: trumps most, then aces, then members of tractors and pairs."""
    tractors = tractor_faces(ctx, hand)
    worth: Worth = {}
    for number in hand.numbers():
        face = number >> 1
        strength = ctx.strength[face]
        value = 5.0 + 0.6 * strength if ctx.suit_of[face] == TRUMP else 0.25 * strength
        if face % 13 == 12 and ctx.suit_of[face] != TRUMP:
            value += 4.0
        if (tractors >> face) & 1:
            value += 2.5
        elif hand.has(number ^ 1):
            value += 1.0
        worth[number] = value
    return worth


def tractor_faces(ctx: Context, hand: Cards) -> int:
    """The faces whose pairs are part of a tractor: they are kept together."""
    faces = 0
    for suit in (0, 1, 2, 3, TRUMP):
        for unit in split(ctx, suit, hand.within(ctx.suit_masks[suit])):
            if unit.kind == TRACTOR:
                faces |= unit.cards.first
    return faces


def cost_of(view: ShandongView, worth: Worth, cards: Cards) -> float:
    """Power given up with a play; a pair torn apart costs extra."""
    total = sum([worth[number] for number in cards.numbers()])
    return total + (1.5 if breaks_pair(view.hand, cards) else 0.0)


def follow_value(view: ShandongView, led: Pattern, worth: Worth, cards: Cards) -> float:
    """Points expected from a play, minus the power it costs."""
    rank = play_rank(view.ctx, led, cards)
    at_stake = view.trick_points() + cards.points()
    cost = 0.5 * cost_of(view, worth, cards)
    ahead = view.trick[(view.winning - view.leader) % 4]
    partner_ahead = view.winning % 2 == view.seat % 2
    if rank > view.best_rank:
        if partner_ahead and holds(view, led, ahead):
            return at_stake - cost - TEMPO  # taking over from a partner who wins anyway wastes cards
        chance = 0.95 if holds(view, led, cards) else 0.45
        return (2 * chance - 1) * at_stake + chance * TEMPO - cost
    if partner_ahead:
        chance = 0.95 if holds(view, led, ahead) else 0.5
    else:
        chance = 0.25 if (view.seat + 2) % 4 in still_to_play(view) else 0.0
    return (2 * chance - 1) * at_stake - cost


def still_to_play(view: ShandongView) -> list[int]:
    """The seats that play after this one in the trick."""
    return [(view.leader + i) % 4 for i in range(len(view.trick) + 1, 4)]


def holds(view: ShandongView, led: Pattern, cards: Cards) -> bool:
    """Whether a play that is ahead will probably stay ahead of the opponents still to come."""
    after = [seat for seat in still_to_play(view) if seat % 2 != view.seat % 2]
    if not after:
        return True
    own = identify(view.ctx, cards)
    if own.suit != led.suit:
        return own.suit == TRUMP  # a kill: most tricks are killed once
    return own.kind != THROW and is_boss(view, own)
