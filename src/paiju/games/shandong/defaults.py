"""The default action for a player whose time ran out (§12)."""

from paiju.games.shandong.actions import Bury, CardAction, ChooseUnit, GiveBack, Play
from paiju.games.shandong.cards import Cards, cards_of
from paiju.games.shandong.cheapest import cheapest_first
from paiju.games.shandong.patterns import identify
from paiju.games.shandong.plays import default_follow, default_lead
from paiju.games.shandong.position import Position
from paiju.games.shandong.throws import smallest_choice
from paiju.games.shandong.trump import Context
from paiju.games.shandong.view import BURYING


def default_action(p: Position, seat: int) -> CardAction:
    """The default for the seat whose turn it is. Uses only what the seat may know."""
    hand = p.hands[seat]
    if p.giving and p.exchange is not None:
        return GiveBack(default_giveback(p.ctx, hand.minus(p.exchange.shown).minus(p.exchange.taken)))
    if p.phase == BURYING:
        return Bury(default_bury(p.known_context(seat), hand))
    if p.failed is not None and p.failed.choices:
        return ChooseUnit(default_choice(p.ctx, p.failed.choices))
    if p.lead is None:
        return Play(default_lead(p.ctx, hand))
    return Play(default_follow(p.ctx, p.lead, hand))


def default_giveback(ctx: Context, rest: Cards) -> Cards:
    """The weakest high trump and the two cheapest side cards out of the cards that may be given."""
    high: list[int] = [*rest.within(ctx.high_mask).numbers()]
    high.sort(key=lambda n: (ctx.strength[n >> 1], n))
    side = cheapest_first(ctx, rest.within(~ctx.trump_mask))
    return cards_of([high[0], *side[:2]])


def default_bury(ctx: Context, hand: Cards) -> Cards:
    """The four cheapest cards."""
    return cards_of(cheapest_first(ctx, hand)[:4])


def default_choice(ctx: Context, choices: list[Cards]) -> Cards:
    """The unit that `smallest` would force."""
    return smallest_choice([identify(ctx, cards) for cards in choices]).cards
