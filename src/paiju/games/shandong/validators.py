"""One check per pattern type, called through one entry (§15). Another pattern is one more `register_validator`.

    CardValidator.validate(["hearts_9_0", "hearts_9_1"], "pair")["valid"]              True
    CardValidator.register_validator("three", lambda cards: len(cards) == 3)
    CardValidator.validate(["hearts_A_0", "hearts_K_0", "hearts_4_0"], "three")["valid"]    True

A registered type is a pattern from then on, in every match of this process; `patterns` says how it is played. So every
process that replays such a match has to register it too.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from paiju.games.shandong.answers import DOCUMENT_LANGUAGE, Answer, Result
from paiju.games.shandong.cards import Cards
from paiju.games.shandong.patterns import TYPE_NAMES, add_pattern
from paiju.games.shandong.plain import card_object
from paiju.games.shandong.plain_input import (
    DEFAULT_LEVEL,
    NO_OPTIONS,
    Card,
    CardLike,
    Level,
    Options,
    context_of,
    faces_from,
    forget_recognised,
    recognise,
)

Verdict = bool | Mapping[str, object]
"""Yes or no, or an object with `valid` and, optionally, `message` and `code`."""
Validator = Callable[[list[Card]], Verdict]


class CardValidator:
    """The registry of checks by type. The types of the rules are always there."""

    validators: ClassVar[dict[str, Validator]] = {}
    """What was registered besides them."""

    @staticmethod
    def register_validator(type_name: str, validator: Validator) -> None:
        """Add a type, or replace its check. The validator gets card objects and must not ask for their type itself.

        A type that the rules have keeps its meaning in play; only `validate` then asks the new check.
        """
        CardValidator.validators[type_name] = validator
        if type_name not in TYPE_NAMES:
            add_pattern(type_name, lambda cards: _says_yes(validator(_objects(cards))))
            forget_recognised()

    @staticmethod
    def unregister_validator(type_name: str) -> None:
        """Take a registered type away again; without effect if it is not there."""
        if CardValidator.validators.pop(type_name, None) is not None and type_name not in TYPE_NAMES:
            add_pattern(type_name, None)
            forget_recognised()

    @staticmethod
    def types() -> list[str]:
        """The types that can be asked for."""
        return [*TYPE_NAMES[1:], *[name for name in CardValidator.validators if name not in TYPE_NAMES]]

    @staticmethod
    def validate(
        cards: Sequence[CardLike],
        type_name: str,
        current_level: Level = DEFAULT_LEVEL,
        trump_suit: str | None = None,
        config: Options = NO_OPTIONS,
        language: str = DOCUMENT_LANGUAGE,
    ) -> Result:
        """Whether the cards are a pattern of that type. A type that nobody registered is never valid."""
        found = faces_from(cards)
        validator = CardValidator.validators.get(type_name)
        if validator is not None:
            return _result(validator(_objects(found)), type_name, language)
        if type_name not in TYPE_NAMES[1:]:
            return Answer("unknown_type", {"type": type_name}).result(language)
        right = recognise(context_of(current_level, trump_suit, config), found).type_name() == type_name
        return Answer("" if right else "wrong_type", {} if right else {"type": type_name}).result(language)


def _objects(cards: Cards) -> list[Card]:
    return [card_object(number) for number in cards.numbers()]


def _says_yes(verdict: Verdict) -> bool:
    return verdict if isinstance(verdict, bool) else verdict.get("valid") is True


def _result(verdict: Verdict, type_name: str, language: str) -> Result:
    """The answer of a registered check: its own words where it has some."""
    valid = _says_yes(verdict)
    result = Answer("" if valid else "wrong_type", {} if valid else {"type": type_name}).result(language)
    if not isinstance(verdict, bool):
        message, code = verdict.get("message"), verdict.get("code")
        if isinstance(message, str):
            result["message"] = message
        if isinstance(code, str) and not valid:
            result["code"] = code
    return result
