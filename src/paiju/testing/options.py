"""Random tables: any rulebook, any options that go together, any number of seats."""

from collections.abc import Mapping

from paiju.engine.errors import BadRules
from paiju.engine.game import Game, Knob, Rules
from paiju.engine.shuffle import Source


def random_value(knob: Knob, source: Source) -> object:
    """A value that the knob allows."""
    if knob.kind == "bool":
        return source.below(2) == 1
    if knob.kind == "int":
        if knob.values and source.below(4) == 0:
            return source.choice(knob.values)
        span = knob.high - knob.low + 1
        return knob.low + source.below(min(span, 1 << source.below(span.bit_length() + 1)))  # small ones more often
    if knob.kind == "list":
        return [value for value in knob.values if source.below(2)]
    return source.choice(knob.values)


def random_rules(game: Game, source: Source, fixed: Mapping[str, object] | None = None, *, tries: int = 200) -> Rules:
    """A random rulebook with up to six options changed; choices that contradict each other are drawn again.

    `fixed` options are never drawn: they are as the caller says.
    """
    kept = dict(fixed or {})
    rulebook = source.choice(game.rulebooks())
    knobs = game.knobs()
    for _ in range(tries):
        changed = [source.choice(knobs) for _ in range(source.below(7))] if knobs else []
        try:
            return game.rules(rulebook, {knob.name: random_value(knob, source) for knob in changed} | kept)
        except BadRules:
            continue
    return game.rules(rulebook, kept)


def random_seats(game: Game, rules: Rules, source: Source) -> int:
    """A number of seats that the rules allow."""
    low, high = game.seat_range(rules)
    return low + source.below(high - low + 1)
