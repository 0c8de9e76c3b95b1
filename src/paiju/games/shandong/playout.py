"""Quick random play, for simulation and search: legal actions without listing all of them.

The distribution is documented, not uniform: a leader takes a random card and plays it alone, as a pair or inside
the longest tractor with it, each as likely where possible; a follower takes one of the ways to serve the lead and
completes it at random. In windows a seat declares, snatches or sticks half the time it can.
"""

from paiju.engine.drive import advance
from paiju.engine.game import HOST, Action
from paiju.engine.shuffle import Source
from paiju.games.shandong.actions import PASS, Play
from paiju.games.shandong.cards import TRUMP, Cards
from paiju.games.shandong.choices import tractors
from paiju.games.shandong.ladder import longest_run
from paiju.games.shandong.legal_actions import actions_of
from paiju.games.shandong.patterns import SINGLE, suit_of_cards
from paiju.games.shandong.plays import follow_fills, tie_of_largest
from paiju.games.shandong.position import Position
from paiju.games.shandong.state import ShandongState
from paiju.games.shandong.trump import Context
from paiju.games.shandong.view import PLAYING, SCORED, WAITING


def random_lead(ctx: Context, hand: Cards, locked: bool, source: Source) -> Cards:
    """A random card, alone or with the cards it makes a pair or a tractor with."""
    card = hand.pick(source.below(hand.size()))
    face = card.first | card.second
    pairs = hand.first & hand.second
    if not pairs & face:
        return card
    suit = suit_of_cards(ctx, card)
    dice = source.below(3)
    if dice == 0:
        own = pairs & ctx.suit_masks[suit]
        length = longest_run(ctx, ctx.chain(suit, own))
        if length >= 2:
            found = [faces for faces in tractors(ctx, suit, own, length) if faces & face]
            if found:
                faces = source.choice(found)
                return Cards(faces, faces)
    if dice == 1 and not (locked and suit == TRUMP):
        return Cards(face, face)
    return card


def random_follow(p: Position, hand: Cards, source: Source) -> Cards:
    """One of the ways to follow the lead."""
    lead = p.lead
    assert lead is not None
    ctx = p.ctx
    if lead.kind == SINGLE:
        own = hand.within(ctx.suit_masks[lead.suit])
        pool = hand if own.empty() else own
        return pool.pick(source.below(pool.size()))
    fills = follow_fills(ctx, lead, hand)
    fill = fills[0] if len(fills) == 1 else source.choice(fills)
    play, pool, count = fill.core, fill.pool, fill.count
    if count and fill.largest:
        sure, pool, count = tie_of_largest(ctx, pool, count)
        play = play.plus(sure)
    size = pool.size()
    while count > 0:
        card = pool.pick(source.below(size))
        play = play.plus(card)
        pool = pool.minus(card)
        size -= 1
        count -= 1
    return play


def random_action(p: Position, seat: int, source: Source) -> Action:
    """A legal action for the seat whose turn it is."""
    if p.phase == PLAYING and not (p.failed is not None and p.failed.choices):
        hand = p.hands[seat]
        if p.lead is not None:
            return Play(random_follow(p, hand, source))
        locked = p.rules.trump_pair_needs_big_joker and not p.big_joker_played
        return Play(random_lead(p.ctx, hand, locked, source))
    return source.choice(actions_of(p, seat)[0])


def random_reaction(p: Position, seat: int, source: Source) -> Action:
    """An action of a seat that may still act in a window: half the time something it can show, otherwise a pass."""
    shown = [action for action in actions_of(p, seat)[0] if action is not PASS]
    return source.choice(shown) if shown and source.below(2) else PASS


def random_hand(state: ShandongState, source: Source) -> None:
    """Play from the start of a hand to its score with random actions of all seats."""
    if state.phase in (WAITING, SCORED):
        start = state.upkeep()
        if start is not None:
            state.apply(HOST, start)
    while state.phase != SCORED:
        turn = state.turn_seat
        if turn >= 0:
            state.apply(state.turn(), random_action(state, turn, source))
            continue
        advance(state, source)
        seat = state.reactors()[0]  # a window is open, and ends when everybody has passed
        state.apply(seat, random_reaction(state, seat, source))
