"""One check per pattern type, called through one entry (§15). Another pattern is one more `register`.

register("my_pattern", lambda ctx, cards: cards.size() == 3)
validate(ctx, cards, "pair").valid
"""

from collections.abc import Callable
from typing import Final, final

from paiju.games.shandong.cards import Cards
from paiju.games.shandong.patterns import TYPE_NAMES, identify
from paiju.games.shandong.trump import Context

Validator = Callable[[Context, Cards], bool]


@final
class Answer:
    """The answer of a check: valid, or the code of the rule that says why not, with parameters for its message."""

    def __init__(self, code: str, params: dict[str, object] | None = None) -> None:
        self.valid: Final = not code
        self.code: Final = code
        self.params: Final[dict[str, object]] = params if params is not None else {}

    def to_json(self, say: Callable[..., str]) -> dict[str, object]:
        """`{valid, message}` or `{valid, code, params, message}`; `say` is the catalogue `shandong` in a language."""
        if self.valid:
            return {"valid": True, "message": say("ok")}
        message = say(self.code, **self.params)
        return {"valid": False, "code": self.code, "params": self.params, "message": message}


_VALIDATORS: Final[dict[str, Validator]] = {}


def register(type_name: str, validator: Validator) -> None:
    """Add a pattern type, or replace its check."""
    _VALIDATORS[type_name] = validator


def registered() -> list[str]:
    """The types that can be asked for."""
    return list(_VALIDATORS)


def validate(ctx: Context, cards: Cards, type_name: str) -> Answer:
    """Whether the cards are a pattern of that type. A type that nobody registered is never valid."""
    validator = _VALIDATORS.get(type_name)
    if validator is None:
        return Answer("unknown_type", {"type": type_name})
    return Answer("" if validator(ctx, cards) else "wrong_type", {"type": type_name})


def _recognised_as(type_name: str) -> Validator:
    return lambda ctx, cards: identify(ctx, cards).type_name() == type_name


for _name in TYPE_NAMES[1:]:
    register(_name, _recognised_as(_name))
