"""Strict JSON input: an object, limited depth, no duplicate keys, no NaN, integers that JavaScript can represent."""

import json
import math
import re
from collections.abc import Iterable
from typing import Any, Final

import msgspec

from paiju.server.errors import Refusal

_DEEPEST: Final = 16
_LARGEST: Final = 2**53 - 1

_EXPRESSION: Final = re.compile(r" matching regex (['\"]).*?\1(?= - at |, |$)")


class _BadJson(ValueError):
    """The text is not JSON that this module accepts."""


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _BadJson("a key twice")
    return found


def _integer(text: str) -> int:
    if len(text) > 17:
        raise _BadJson("too large a number")
    number = int(text)
    if abs(number) > _LARGEST:
        raise _BadJson("too large a number")
    return number


def _number(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise _BadJson("too large a number")
    return number


def _constant(text: str) -> float:
    raise _BadJson(text)


_decoder: Final = json.JSONDecoder(
    object_pairs_hook=_pairs, parse_int=_integer, parse_float=_number, parse_constant=_constant
)


def _too_deep(value: object, depth: int) -> bool:
    if isinstance(value, dict):
        return depth <= 0 or any(_too_deep(inner, depth - 1) for inner in value.values())
    if isinstance(value, list):
        return depth <= 0 or any(_too_deep(inner, depth - 1) for inner in value)
    return False


_UNCLEAR: Final = 1 << 30
"""Larger than the number of keys of any text: forces the strict decoder."""


def _keys(value: dict[str, Any] | list[Any], depth: int) -> int:
    """The number of keys in `value`, nested objects included; `_UNCLEAR` if the strict decoder has to check it."""
    if depth <= 0:
        return _UNCLEAR
    found = 0
    inside: Iterable[Any] = value
    if isinstance(value, dict):
        found = len(value)
        inside = value.values()
    for inner in inside:
        kind = type(inner)
        if kind is str or inner is None or kind is bool:
            continue
        if kind is int:
            if not -_LARGEST <= inner <= _LARGEST:
                return _UNCLEAR
        elif kind is dict or kind is list:
            found += _keys(inner, depth - 1)
        else:
            return _UNCLEAR
    return found


BODY: Final = "paiju.body"
"""Where the scope of a request has the object of its body, which the middleware has decoded; nothing for no body."""

_quick: Final = msgspec.json.Decoder(dict[str, Any])


def parse_json(raw: bytes | str) -> dict[str, Any]:
    """The object in `raw`. Raises `Refusal("bad_json")` for anything else.

    An ordinary message takes the fast decoder: if a text has no escapes and no more colons than the object has keys, it
    has no duplicate key. All other texts are decoded again, strictly.
    """
    try:
        text = raw if isinstance(raw, str) else raw.decode("utf-8")
        if "\\" not in text:
            found = _quick.decode(text)
            if _keys(found, _DEEPEST) == text.count(":"):
                return found
    except (ValueError, RecursionError, OverflowError, MemoryError):
        raise Refusal("bad_json") from None
    return _read_strictly(text)


def has_no_other_keys(text: bytes, value: dict[str, Any], more: int) -> bool:
    """Whether a JSON text has no other keys than those of `value`, which was decoded from a part of it, and `more`
    further ones, so that no key is duplicated. May return False for such a text, but never True for another."""
    return b"\\" not in text and _keys(value, _DEEPEST - 1) + more == text.count(b":")


def _read_strictly(text: str) -> dict[str, Any]:
    try:
        text.encode("utf-8")  # lone surrogates cannot be stored or sent on
        value = _decoder.decode(text)
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode("utf-8")  # nor those that come as escapes
    except (ValueError, RecursionError, OverflowError, MemoryError):
        raise Refusal("bad_json") from None
    if not isinstance(value, dict):
        raise Refusal("bad_json")
    if text.count("{") + text.count("[") > _DEEPEST and _too_deep(value, _DEEPEST):
        raise Refusal("bad_json")
    return value


def typed(value: dict[str, Any], kind: Any) -> Any:
    """`value` converted to the message type `kind`. Raises `Refusal("bad_fields")` for unknown or wrong fields."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise bad_fields(str(error)) from None


def bad_fields(detail: str) -> Refusal:
    """The refusal of fields that do not fit. `detail` is msgspec's; an expression that a text should have matched is
    left out."""
    return Refusal("bad_fields", {"detail": _EXPRESSION.sub(" of another form", detail)[:200]})
