"""`paiju explain`: why a play is accepted or refused, step by step."""

import json as json_format
import time

from paiju.cli.common import language_of, rules_of
from paiju.cli.errors import UsageError


def explain(
    game: str,
    *,
    play: str,
    hand: str | None = None,
    top: str | None = None,
    color: str | None = None,
    owed: str | None = None,
    drawn: bool = False,
    lead: str | None = None,
    level: str | None = None,
    trump: str | None = None,
    big_joker_played: bool = False,
    rulebook: str | None = None,
    option: list[str] | None = None,
    lang: str | None = None,
    json: bool = False,
) -> int:
    """Show step by step which rule accepts or refuses a play; exit 1 when it is refused.

    paiju explain uno --top b5 --hand "r5 g2 w4" --play r5
    paiju explain shandong --trump spades --lead "hQ hQ hJ hJ" --hand "h9 h9 h8 h8 hK h4" --play "hK h9 h9 h4"

    Parameters
    ----------
    game
        uno or shandong.
    play
        uno: a card such as r5, b+2, y>, g<, w:r, w4:b, or draw, skip. shandong: the cards put down, such as
        "h9 h9 big": s h c d for the suits, big and small for the jokers.
    hand
        The player's hand; left out, just the play.
    top
        uno: the card on top of the discard pile.
    color
        uno: the colour in force, red, blue, green or yellow; left out, that of the top card.
    owed
        uno: how many cards the player owes.
    drawn
        uno: the player has drawn the card this turn.
    lead
        shandong: the cards led; left out, the play itself is a lead.
    level
        shandong: the level played, 2 … 10, J, Q, K, A; left out, 2.
    trump
        shandong: spades, hearts, clubs or diamonds; left out, there is no trump suit.
    big_joker_played
        shandong: a big joker has already been played in this hand.
    rulebook
        One of the game's rulebooks.
    option
        A single option as NAME=VALUE; may be repeated.
    lang
        zh or en.
    json
        The steps as JSON.
    """
    from paiju.i18n import translator

    language = language_of(lang)
    found, rules = rules_of(game, rulebook, option or [], language)
    told = {"play": play, "hand": hand, "top": top, "color": color, "owed": owed, "lead": lead, "level": level}
    told |= {"trump": trump, "drawn": "yes" if drawn else None, "big_joker_played": "yes" if big_joker_played else None}
    question = {name: value for name, value in told.items() if value}
    known = found.explain_options()
    for name in question:
        if name not in known:
            names = ", ".join(f"--{word.replace('_', '-')}" for word in known)
            wrong = {"game": found.name, "option": f"--{name.replace('_', '-')}", "options": names}
            raise UsageError(translator("cli", language)("explain_option" if known else "not_explained", **wrong))
    trace = found.explain(rules, question, time.perf_counter)
    if json:
        print(json_format.dumps(trace.to_json(), ensure_ascii=False))
        return 1 if trace.code else 0
    t = translator(found.catalogue(), language)
    for step in trace.steps:
        print(f"§{step.rule:<6} {t('trace.' + step.key, **step.params)}")
    if trace.code:
        print(t(trace.code, **trace.params))
    print(f"{trace.seconds * 1e6:.1f} µs")
    return 1 if trace.code else 0
