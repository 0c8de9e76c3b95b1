"""`paiju explain`: why a play of Shandong Upgrade is accepted or refused, step by step."""

import json as json_format
import time

from paiju.cli.common import language_of, rules_of
from paiju.cli.errors import UsageError


def explain(
    game: str,
    *,
    play: str,
    lead: str = "",
    hand: str = "",
    level: str = "2",
    trump: str = "",
    rulebook: str | None = None,
    option: list[str] | None = None,
    big_joker_played: bool = False,
    lang: str | None = None,
    json: bool = False,
) -> int:
    """Show step by step which rule accepts or refuses a play; exit 1 when it is refused.

    paiju explain shandong --trump spades --lead "hQ hQ hJ hJ" --hand "h9 h9 h8 h8 hK h4" --play "hK h9 h9 h4"

    Parameters
    ----------
    game
        shandong.
    play
        The cards put down, such as "h9 h9 big": s h c d for the suits, big and small for the jokers.
    lead
        The cards led; left out, the play itself is a lead.
    hand
        The follower's hand; left out, just the play.
    level
        The level played: 2 … 10, J, Q, K, A.
    trump
        spades, hearts, clubs or diamonds; left out, there is no trump suit.
    rulebook
        One of the game's rulebooks.
    option
        A single option as NAME=VALUE; may be repeated.
    big_joker_played
        For a lead: a big joker has already been played in this hand.
    lang
        zh or en.
    json
        The steps as JSON.
    """
    from paiju.games.shandong.cards import parse_cards
    from paiju.games.shandong.patterns import INVALID, identify
    from paiju.games.shandong.plain import context_of
    from paiju.games.shandong.trace import trace_follow, trace_lead
    from paiju.i18n import translator

    language = language_of(lang)
    if game != "shandong":
        raise UsageError("Only plays of shandong can be explained.")
    _, table = rules_of(game, rulebook, option or [], language)
    ctx = context_of(level, trump or None, table.options())
    cards = parse_cards(play)
    if lead:
        pattern = identify(ctx, parse_cards(lead))
        if pattern.kind == INVALID:
            raise UsageError(f"{lead} cannot be led together.")
        trace = trace_follow(ctx, pattern, parse_cards(hand) if hand else cards, cards, time.perf_counter)
    else:
        trace = trace_lead(ctx, cards, big_joker_played, time.perf_counter)
    if json:
        print(json_format.dumps(trace.to_json(), ensure_ascii=False))
        return 1 if trace.code else 0
    t = translator("shandong", language)
    for step in trace.steps:
        print(f"§{step.rule:<6} {t('trace.' + step.key, **step.params)}")
    if trace.code:
        print(t(trace.code, **trace.params))
    print(f"{trace.seconds * 1e6:.1f} µs")
    return 1 if trace.code else 0
