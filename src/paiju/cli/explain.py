"""`paiju explain`: why a play is accepted or refused, step by step."""

import json as json_format
import time

from paiju.cli.common import game_of, language_of, rules_of
from paiju.cli.errors import UsageError
from paiju.i18n import translator


def explain(
    game: str,
    /,
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
    rulebook: str = "",
    option: list[str] | None = None,
    lang: str = "",
    json: bool = False,
) -> int:
    """Show step by step which rule accepts or refuses a play; exit 1 when it is refused."""
    found = game_of(game)
    rules = rules_of(found, rulebook, option)
    told = {"play": play, "hand": hand, "top": top, "color": color, "owed": owed, "lead": lead, "level": level}
    told |= {"trump": trump, "drawn": "yes" if drawn else None, "big_joker_played": "yes" if big_joker_played else None}
    question = {name: value for name, value in told.items() if value}
    known = found.explain_options()
    for name in question:
        if name not in known:
            names = ", ".join(f"--{word.replace('_', '-')}" for word in known)
            wrong = {"game": found.name, "option": f"--{name.replace('_', '-')}", "options": names}
            raise UsageError("explain_option" if known else "not_explained", **wrong)
    trace = found.explain(rules, question, time.perf_counter)
    if json:
        print(json_format.dumps(trace.to_json(), ensure_ascii=False))
        return 1 if trace.code else 0
    t = translator(found.catalogue(), language_of(lang))
    for step in trace.steps:
        print(f"§{step.rule:<6} {t('trace.' + step.key, **step.params)}")
    if trace.code:
        print(t(trace.code, **trace.params))
    print(translator("cli", language_of(lang))("explained_in", us=f"{trace.seconds * 1e6:.1f}"))
    return 1 if trace.code else 0
