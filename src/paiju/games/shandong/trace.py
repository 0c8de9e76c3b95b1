"""Why a play of Shandong Upgrade is accepted or refused.

A trace of a follow sees the lead, the follower's own hand and the play, nothing else, so the follower may see it.
"""

from collections.abc import Mapping
from typing import Final

from paiju.engine.errors import BadNotation
from paiju.engine.trace import Clock, Trace, no_clock
from paiju.games.shandong.cards import CARD_IDS, Cards, parse_cards
from paiju.games.shandong.choices import has_flash, has_rain
from paiju.games.shandong.follow import follow_params, follow_refusal, owed_largest
from paiju.games.shandong.ladder import ladder, pieces_of
from paiju.games.shandong.patterns import (
    INVALID,
    PAIR,
    RAIN,
    SINGLE,
    THROW,
    TRACTOR,
    Pattern,
    identify,
    lead_refusal,
)
from paiju.games.shandong.plain_input import DEFAULT_LEVEL, context_of
from paiju.games.shandong.rules import ShandongRules
from paiju.games.shandong.trump import Context
from paiju.games.shandong.units import best_service

OPTIONS: Final = ("play", "lead", "hand", "level", "trump", "big_joker_played")
"""The parameters of `explain`."""


def explain(rules: ShandongRules, question: Mapping[str, str], clock: Clock) -> Trace:
    """Judge a play: a follow of `lead` out of `hand` (by default just the play), without `lead` a lead of its own.

    `level` is 2 unless told, `trump` a suit or nothing; `big_joker_played` lifts the lock on trump pairs. Raises
    `BadNotation` and `BadRules`.
    """
    ctx = context_of(question.get("level", DEFAULT_LEVEL), question.get("trump"), rules.options())
    cards = parse_cards(question["play"])
    lead = question.get("lead", "")
    hand = parse_cards(question["hand"]) if question.get("hand") else cards
    if not lead:
        return trace_lead(ctx, cards, "big_joker_played" in question, clock, hand)
    pattern = identify(ctx, parse_cards(lead))
    if pattern.kind == INVALID:
        raise BadNotation("trace.bad_lead", f"{lead} cannot be led together", {"cards": lead.split()})
    return trace_follow(ctx, pattern, hand, cards, clock)


def _ids(ctx: Context, cards: Cards) -> list[str]:
    return [CARD_IDS[number] for number in ctx.sorted_strongest_first(cards)]


def _note_pattern(trace: Trace, ctx: Context, pattern: Pattern) -> None:
    trace.note("4", "cards_seen", cards=_ids(ctx, pattern.cards))
    trace.note("4.0", "recognised", type=pattern.type_name())
    if pattern.kind == THROW:
        for unit in pattern.units:
            trace.note("5", "unit", type=unit.type_name(), cards=_ids(ctx, unit.cards))


def trace_lead(
    ctx: Context, cards: Cards, big_joker_played: bool, clock: Clock = no_clock, hand: Cards | None = None
) -> Trace:
    """Why cards may be led or not (§7.1–2). Not whether a throw stands: that depends on the other hands."""
    trace = Trace("12")
    started = clock()
    pattern = identify(ctx, cards)
    code = "empty_play" if cards.empty() else lead_refusal(ctx, pattern, big_joker_played)
    trace.seconds = clock() - started
    if hand is not None and not hand.holds(cards):
        trace.note("4", "cards_seen", cards=_ids(ctx, cards))
        trace.params = {"card": cards.minus(hand).ids()[0]}
        return trace.end("card_not_in_hand")
    _note_pattern(trace, ctx, pattern)
    if code == "trump_pair_locked":
        trace.note("7.2", "lock")
    return trace.end(code)


def trace_follow(ctx: Context, lead: Pattern, hand: Cards, play: Cards, clock: Clock = no_clock) -> Trace:
    """Why a follow is accepted or refused (§8)."""
    trace = Trace("12")
    started = clock()
    code = _verdict(ctx, lead, hand, play)
    trace.seconds = clock() - started
    trace.params = follow_params(ctx, lead, hand, play, code)
    suit = ctx.suit_name(lead.suit)
    trace.note("8.1", "lead", type=lead.type_name(), suit=suit, count=lead.size)
    if lead.kind == THROW:
        _note_pattern(trace, ctx, lead)
    trace.note("8.1", "cards_seen", cards=_ids(ctx, play))
    own = hand.within(ctx.suit_masks[lead.suit])
    if code in ("empty_play", "card_not_in_hand", "wrong_count"):
        return trace.end(code)
    size = own.size()
    if size == 0:
        trace.note("8.1.3", "void", suit=suit)
        return trace.end(code)
    trace.note("8.1", "held", suit=suit, count=size, cards=_ids(ctx, own))
    if size < lead.size:
        trace.note("8.1.3", "short", suit=suit, count=size, n=lead.size)
        return trace.end(code)
    trace.note("8.1.4", "enough", suit=suit)
    if code != "must_follow_suit":
        _note_obligations(trace, ctx, lead, own, play, hand)
    return trace.end(code)


def _verdict(ctx: Context, lead: Pattern, hand: Cards, play: Cards) -> str:
    if play.empty():
        return "empty_play"
    if not hand.holds(play):
        return "card_not_in_hand"
    return follow_refusal(ctx, lead, hand, play)


def _note_obligations(trace: Trace, ctx: Context, lead: Pattern, own: Cards, play: Cards, hand: Cards) -> None:
    """§8.1.5: what the pattern led asks for, and what the play shows of it."""
    if not ctx.strict:
        trace.note("11", "strict_off")
    elif lead.kind == SINGLE or lead.kind > THROW:
        trace.note("8.1.5", "free")
    elif lead.kind == THROW:
        _note_units(trace, ctx, lead, own, play)
    elif lead.kind in (PAIR, TRACTOR):
        _note_pieces(trace, ctx, lead, own, play, lead.pair_count)
        _note_largest(trace, ctx, lead, hand, play)
    else:
        suit = ctx.suit_name(lead.suit)
        found = has_rain(ctx, lead.suit, own, lead.size) if lead.kind == RAIN else has_flash(ctx, own, lead.size)
        trace.note("8.1.5", "has_pattern" if found else "no_pattern", suit=suit, type=lead.type_name())
        if not found:
            if ctx.pairs_first:
                _note_pieces(trace, ctx, lead, own, play, lead.size >> 1)
            _note_largest(trace, ctx, lead, hand, play)


def _note_pieces(trace: Trace, ctx: Context, lead: Pattern, own: Cards, play: Cards, need: int) -> None:
    pairs = own.first & own.second
    suit = ctx.suit_name(lead.suit)
    if pairs == 0:
        trace.note("8.2", "no_pairs", suit=suit)
        return
    trace.note("8.2", "pairs", suit=suit, cards=_ids(ctx, Cards(pairs, 0)))
    owed = pieces_of(ladder(ctx, lead.suit, pairs, need))
    shown = pieces_of(ladder(ctx, lead.suit, play.first & play.second, need))
    trace.note("8.2", "pieces_owed", owed=str(owed), shown=str(shown))


def _note_largest(trace: Trace, ctx: Context, lead: Pattern, hand: Cards, play: Cards) -> None:
    owed = owed_largest(ctx, lead, hand, play)
    if owed and ctx.must_play_largest and follow_refusal(ctx, lead, hand, play) in ("", "must_play_largest"):
        if not (lead.kind == PAIR and play.first & play.second):
            trace.note("8.4", "largest", cards=[CARD_IDS[number] for number in owed])


def _note_units(trace: Trace, ctx: Context, lead: Pattern, own: Cards, play: Cards) -> None:
    best = best_service(ctx, lead.units, own)
    mine = best_service(ctx, lead.units, play)
    for i, unit in enumerate(lead.units):
        if i >= len(best):
            break
        ladder_unit = unit.kind == TRACTOR
        owed = str(pieces_of(best[i])) if ladder_unit else str(best[i])
        shown = str(pieces_of(mine[i])) if ladder_unit else str(mine[i])
        trace.note("8.3", "unit_served", type=unit.type_name(), owed=owed, shown=shown)
    trace.note("8.3", "free")
