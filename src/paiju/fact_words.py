"""Which sentence of a game's catalogue tells a fact. The page follows the same rule (web/src/game/facts.ts).

The sentences of a fact are `fact.TYPE` and its variants, the more particular one first:

- `fact.TYPE.nobody` for a fact without a seat,
- `fact.TYPE.FIELD.VALUE` where a field has that value: `fact.drew.why.draw_two`, `fact.challenged.won.true`,
- `fact.TYPE.FIELD` where a field is neither null, false, 0 nor empty: `fact.played.color`, `fact.followed.off`,
- `fact.TYPE`.

Fields are tried in the order of the fact. A sentence about the reader has `.you` at its end. A fact without any
sentence is not told. In the sentences `{who}` is the name of `seat`, `{n}` the field `count`, or `points` where there
is no `count`; it also chooses the plural form. Other parameters are fields of the fact: seats as names, cards, colours
and suits in words.
"""

import json
from collections.abc import Iterator, Mapping

from paiju.i18n import Translator


def sentence_key(texts: Translator, fact: Mapping[str, object], reader: int) -> str | None:
    """The message id for a fact (in its JSON form) told to the seat `reader`; None when it is not told."""
    for key in _variants(fact):
        if key in texts:
            own = f"{key}.you"
            return own if fact.get("seat") == reader and own in texts else key
    return None


def sentence_number(fact: Mapping[str, object]) -> int:
    """`n` of the sentence."""
    value = fact.get("count", fact.get("points"))
    return value if isinstance(value, int) else 0


def _variants(fact: Mapping[str, object]) -> Iterator[str]:
    stem = f"fact.{fact['type']}"
    fields = [(name, value) for name, value in fact.items() if name not in ("type", "seat", "to")]
    if fact.get("seat") is None:
        yield f"{stem}.nobody"
    for name, value in fields:
        if not isinstance(value, list | dict):
            yield f"{stem}.{name}.{value if isinstance(value, str) else json.dumps(value)}"
    for name, value in fields:
        if value:
            yield f"{stem}.{name}"
    yield stem
