"""How `memory` plays cards, by counting what is out: one idea per function. Also the player of `search`'s playouts."""

from typing import Final, final

from mypy_extensions import i64

from paiju.bots.shandong_seen import Seen, chance_stays_ahead, seen_in_position, side_winners
from paiju.games.shandong.cards import NO_CARDS, TRUMP, Cards, cards_of, faces_in, popcount
from paiju.games.shandong.kills import kill_plays
from paiju.games.shandong.patterns import (
    PAIR,
    SINGLE,
    TRACTOR,
    Pattern,
    identify,
    lead_refusal,
    split,
    suit_of_cards,
)
from paiju.games.shandong.plays import Fill, follow_fills
from paiju.games.shandong.state import ShandongState
from paiju.games.shandong.throws import beats
from paiju.games.shandong.tricks import play
from paiju.games.shandong.view import PLAYING
from paiju.games.shandong.winner import play_rank

MOST_FILLS: Final = 60
POINTS: Final = [cards_of([2 * face]).points() for face in range(54)]
"""By face."""
STRENGTH_FIRST: Final = 1e6
"""Where the largest cards are owed, their price matters only among equals."""
TAKEN: Final = 1e12
"""The price of a card that is among the fill already."""
STRANGE: Final = 12.0
"""No play is judged to be worse than this."""


@final
class Option:
    """A play and what it is worth."""

    def __init__(self, cards: Cards, value: float) -> None:
        self.cards: Final = cards
        self.value: Final = value


def ranked(seen: Seen) -> list[Option]:
    """The plays worth considering, best first; equals in a fixed order."""
    return best_first(ranked_leads(seen) if seen.lead is None else ranked_follows(seen, seen.lead))


def best_first(options: list[Option]) -> list[Option]:
    """The options sorted by value; equals in a fixed order."""
    options.sort(key=lambda option: (-option.value, option.cards.first, option.cards.second))
    return options


def best_play(seen: Seen) -> Cards:
    """The play of the policy."""
    led = seen.lead
    if led is None:
        options = ranked_leads(seen)
    else:
        choices = follow_choices(seen, led)
        if len(choices) == 1:
            return choices[0]
        options = valued_follows(seen, led, choices)
    return best_cards(options)


def best_cards(options: list[Option]) -> Cards:
    """The cards of the first option in the order of `best_first`."""
    best = options[0]
    for option in options:
        if option.value > best.value or (option.value == best.value and before(option.cards, best.cards)):
            best = option
    return best.cards


def before(one: Cards, other: Cards) -> bool:
    """Whether `one` comes first in the fixed order of plays with equal values."""
    return one.first < other.first or (one.first == other.first and one.second < other.second)


def surprise(seen: Seen, cards: Cards) -> float:
    """By how many points a play is worse than the best one; plays that are not even considered count as `STRANGE`."""
    options = ranked_leads(seen) if seen.lead is None else ranked_follows(seen, seen.lead)
    faces = cards.first | cards.second
    pairs = cards.first & cards.second
    best = options[0].value
    found = best - 1000.0
    for option in options:
        if option.value > best:
            best = option.value
        if option.cards.first | option.cards.second == faces and option.cards.first & option.cards.second == pairs:
            if option.value > found:
                found = option.value
    gap = best - found
    return gap if gap < STRANGE else STRANGE


def play_out(state: ShandongState) -> None:
    """Play an imagined hand to its score, every seat by this policy, whose throws never fail.

    No unit may be waiting to be chosen.
    """
    while state.phase == PLAYING:
        play(state, state.turn_seat, best_play(seen_in_position(state)))


# --- what cards are worth ---------------------------------------------------------------------------------


def cost_now(seen: Seen) -> float:
    """Points for a unit of power: it changes towards the end of the hand."""
    return seen.weights.cost * (1.0 + seen.weights.cost_late * (1.0 - seen.hand.size() / 26.0))


def lead_worth(seen: Seen) -> float:
    """The value of the right to lead. It grows with the number of winners in the hand."""
    return seen.weights.tempo + seen.weights.tempo_winner * side_winners(seen)


def card_worth(seen: Seen, number: int) -> float:
    """The power a card has for later tricks: trumps by what they beat, side cards by how few are above them."""
    face = number >> 1
    known = seen.worths.get(face, -1000.0)
    if known == -1000.0:
        known = face_worth(seen, face)
        seen.worths[face] = known
    return known


def face_worth(seen: Seen, face: int) -> float:
    """As `card_worth` for a face, not cached."""
    ctx = seen.ctx
    w = seen.weights
    suit = ctx.suit_of[face]
    above: i64 = ctx.above[suit][ctx.strength[face]]
    higher = seen.out_of(above)
    out = seen.out_of(ctx.suit_masks[suit])
    if suit == TRUMP:
        beaten = (out - higher) / out if out else 1.0
        boss = w.trump_boss if higher == 0 else 0.0
        return w.trump_least + w.trump_beats * beaten + w.trump_beats_square * beaten * beaten + boss
    return w.side_best / (1 + higher) * (1.0 - w.side_thin / (1 + out)) + w.side_strength * ctx.strength[face]


def power_given(seen: Seen, cards: Cards) -> float:
    """The power given up with a play; pairs together have more than their cards, and torn pairs lose it."""
    w = seen.weights
    total = 0.0
    for number in cards.numbers():
        total += card_worth(seen, number)
    hand_pairs = seen.hand.first & seen.hand.second
    both = cards.first & cards.second
    torn = (cards.first ^ cards.second) & hand_pairs
    trumps = seen.ctx.trump_mask
    total += w.pair * int(popcount(both & ~trumps)) + w.trump_pair * int(popcount(both & trumps))
    for face in faces_in(torn):
        total += w.torn_tractor if _in_tractor(seen, face, hand_pairs) else w.torn_pair
    return total


def _in_tractor(seen: Seen, face: int, pairs: i64) -> bool:
    """Whether the pair of a face has a neighbour among the pairs."""
    ctx = seen.ctx
    suit = ctx.suit_of[face]
    own: i64 = ctx.suit_masks[suit]
    bit: i64 = 1 << face
    place = ctx.chain(suit, bit)
    return ((place << 1 | place >> 1) & ctx.chain(suit, pairs & own)) != 0


# --- leading ----------------------------------------------------------------------------------------------


def ranked_leads(seen: Seen) -> list[Option]:
    """Every unit of every suit, single cards, and throws of everything in a suit that nobody can beat."""
    ctx = seen.ctx
    opponents = [(seen.seat + 1) % 4, (seen.seat + 3) % 4]
    tempo = lead_worth(seen)
    drawing = drawing_trumps(seen)
    found: list[Option] = []
    for suit in (0, 1, 2, 3, TRUMP):
        cards = seen.hand.within(ctx.suit_masks[suit])
        if cards.empty():
            continue
        for pattern in lead_patterns(seen, suit, cards):
            if not lead_refusal(ctx, pattern, seen.big_joker_played):
                found.append(Option(pattern.cards, lead_value(seen, pattern, opponents, tempo, drawing)))
    return found


def lead_patterns(seen: Seen, suit: int, cards: Cards) -> list[Pattern]:
    """Units, each face once as a single, and the safe throws."""
    ctx = seen.ctx
    units = split(ctx, suit, cards)
    found = list(units)
    pairs = cards.first & cards.second
    for face in faces_in(cards.first | cards.second):
        bit: i64 = 1 << face
        single = cards.within(bit) if not pairs & bit else Cards(bit, 0)
        if pairs & bit or len(units) < 2 or units[0].size > 1:
            found.append(Pattern(SINGLE, suit, single, 1, ctx.strength[face]))
    for unit in units:
        if unit.kind == TRACTOR:
            for face in faces_in(unit.cards.first):
                one: i64 = 1 << face
                found.append(Pattern(PAIR, suit, Cards(one, one), 2, ctx.strength[face], 1))
    together = NO_CARDS
    safe = 0
    for unit in units:
        if not beats(ctx, unit, seen.out):
            together = together.plus(unit.cards)
            safe += 1
    if safe > 1:
        found.append(identify(ctx, together))
    return found


def lead_value(seen: Seen, pattern: Pattern, opponents: list[int], tempo: float, drawing: float) -> float:
    """Points expected from a lead, the right to lead again, and the power spent."""
    w = seen.weights
    suit = pattern.suit
    more = pattern.size - 1
    stays = chance_stays_ahead(seen, pattern, suit, opponents)
    wins = stays + (1.0 - stays) * partner_rescues(seen, pattern)
    value = (2.0 * wins - 1.0) * (pattern.cards.points() + w.feed * (1.0 + w.feed_more * more)) + tempo * wins
    value += w.lead_size * more - cost_now(seen) * power_given(seen, pattern.cards)
    return value + (drawing if suit == TRUMP else opening_suit(seen, pattern))


def partner_rescues(seen: Seen, pattern: Pattern) -> float:
    """The chance that the partner wins a trick that an opponent beats: by killing, or with high cards still out."""
    partner = (seen.seat + 2) % 4
    suit = pattern.suit
    if pattern.size > 2:
        return seen.weights.rescue_many
    if suit != TRUMP and seen.ran_out(partner, suit) and not seen.ran_out(partner, TRUMP):
        return seen.weights.rescue_kill
    if seen.ran_out(partner, suit):
        return 0.0
    return seen.weights.rescue_suit + seen.weights.rescue_share * seen.share(partner, suit)


def drawing_trumps(seen: Seen) -> float:
    """Leading trumps pays for a hand that has more of them than the opponents, and winners to cash afterwards."""
    w = seen.weights
    own = seen.hand.within(seen.ctx.trump_mask).size()
    out = seen.out.within(seen.ctx.trump_mask).size()
    value = w.draw + (w.draw_long if 2 * own >= out else w.draw_short)
    value += w.draw_excess * (own - 0.5 * out) + w.draw_winner * side_winners(seen)
    if seen.ran_out((seen.seat + 1) % 4, TRUMP) and seen.ran_out((seen.seat + 3) % 4, TRUMP):
        value += w.draw_vain
    if seen.setter == seen.seat:
        return value
    return value + (w.draw_setter if seen.setter % 2 == seen.seat % 2 else -w.draw_setter)


def opening_suit(seen: Seen, pattern: Pattern) -> float:
    """A side suit that is led away lets the hand kill; a long one may become good."""
    left = seen.hand.within(seen.ctx.suit_masks[pattern.suit]).size() - pattern.size
    if left > 0:
        return seen.weights.lead_length * left
    return 0.0 if seen.hand.within(seen.ctx.trump_mask).empty() else seen.weights.lead_void


# --- following --------------------------------------------------------------------------------------------


def ranked_follows(seen: Seen, led: Pattern) -> list[Option]:
    """Every legal single; for more cards each core with its cheapest and its richest fill; and all kills."""
    return valued_follows(seen, led, follow_choices(seen, led))


def valued_follows(seen: Seen, led: Pattern, choices: list[Cards]) -> list[Option]:
    """The plays of `ranked_follows` with their values."""
    after = [(seen.leader + i) % 4 for i in range(len(seen.trick) + 1, 4)]
    opponents = [seat for seat in after if seat % 2 != seen.seat % 2]
    ahead = identify(seen.ctx, seen.trick[(seen.winning - seen.leader) % 4])
    if seen.winning % 2 == seen.seat % 2:
        passing = chance_stays_ahead(seen, ahead, led.suit, opponents)
    elif len(after) > len(opponents):
        beats_it = 1.0 - chance_stays_ahead(seen, ahead, led.suit, [(seen.seat + 2) % 4])
        passing = seen.weights.pass_base + seen.weights.pass_odds * beats_it
    else:
        passing = 0.0
    tempo = lead_worth(seen) + seen.weights.partner_feeds * (len(after) - len(opponents))
    found: list[Option] = []
    on_table = seen.trick_points() + seen.weights.stake * len(opponents)
    for cards in choices:
        found.append(Option(cards, follow_value(seen, led, cards, passing, opponents, tempo, on_table)))
    return found


def follow_choices(seen: Seen, led: Pattern) -> list[Cards]:
    """The plays that are compared."""
    ctx = seen.ctx
    if led.kind == SINGLE:
        own = seen.hand.within(ctx.suit_masks[led.suit])
        return one_of_each_face(seen.hand if own.empty() else own)
    found: dict[Cards, bool] = {}
    for fill in follow_fills(ctx, led, seen.hand)[:MOST_FILLS]:
        if fill.count == 0:
            found[fill.core] = True
            continue
        if fill.pool.size() == fill.count:
            found[fill.core.plus(fill.pool)] = True
            continue
        found[filled(seen, fill, 1.0)] = True
        found[filled(seen, fill, -1.0)] = True
    for cards in kill_plays(ctx, led, seen.hand):
        found[cards] = True
    return list(found)


def filled(seen: Seen, fill: Fill, sign: float) -> Cards:
    """A core with the cards that are cheapest to give, where it is owed the cheapest among the strongest."""
    numbers = fill.pool.numbers()
    prices: list[float] = []
    for number in numbers:
        price = fill_price(seen, number, sign)
        if fill.largest:
            price -= STRENGTH_FIRST * seen.ctx.strength[number >> 1]
        prices.append(price)
    cards = fill.core
    for _ in range(fill.count):
        best = 0
        for i in range(len(numbers)):
            if prices[i] < prices[best]:
                best = i
        cards = cards.plus(cards_of([numbers[best]]))
        prices[best] = TAKEN
    return cards


def one_of_each_face(cards: Cards) -> list[Cards]:
    """Single cards, of two identical ones only the first."""
    found: list[Cards] = []
    for face in faces_in(cards.first | cards.second):
        bit: i64 = 1 << face
        found.append(Cards(bit, 0) if cards.first & bit else Cards(0, bit))
    return found


def fill_price(seen: Seen, number: int, sign: float) -> float:
    """What giving a card away costs: power, and points that are wanted (−1) or unwanted (+1)."""
    return cost_now(seen) * card_worth(seen, number) + sign * POINTS[number >> 1]


def follow_value(
    seen: Seen, led: Pattern, cards: Cards, passing: float, opponents: list[int], tempo: float, on_table: float
) -> float:
    """Points expected with this play, minus the power it costs. `passing`: the odds of our side without winning it."""
    at_stake = on_table + cards.points()
    cost = cost_now(seen) * power_given(seen, cards)
    if play_rank(seen.ctx, led, cards) <= seen.best_rank:
        return (2.0 * passing - 1.0) * at_stake + void_bonus(seen, cards) - cost
    chance = chance_stays_ahead(seen, identify(seen.ctx, cards), led.suit, opponents)
    if seen.winning % 2 == seen.seat % 2:
        chance = passing + (1.0 - passing) * chance
    return (2.0 * chance - 1.0) * at_stake + tempo * chance - cost


def void_bonus(seen: Seen, cards: Cards) -> float:
    """Throwing the last card of a side suit away lets the hand kill later."""
    suit = suit_of_cards(seen.ctx, cards)
    if suit in (TRUMP, -1):
        return 0.0
    left = seen.hand.minus(cards)
    if left.within(seen.ctx.trump_mask).empty():
        return 0.0
    count = left.within(seen.ctx.suit_masks[suit]).size()
    return seen.weights.discard_void if count == 0 else seen.weights.discard_short / count
