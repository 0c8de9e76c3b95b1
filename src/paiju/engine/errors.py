"""Errors with stable codes. Their texts for people are in the catalogues, never here."""

import json


class GameError(Exception):
    """Base of all errors of the engine. `code` is API: it never changes its meaning.

    `detail` is for logs and developers. It may show every hand, so it must never be sent to a player;
    what a player is told is made from `code` and `params` by the message catalogues.
    """

    def __init__(self, code: str, detail: str = "", params: dict[str, object] | None = None) -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code = code
        self.detail = detail
        self.params: dict[str, object] = params if params is not None else {}


class BadNotation(GameError):
    """The text or JSON is not a card or an action at all."""


class BadRules(GameError):
    """A rulebook, an option or a number of seats that does not exist or contradicts another one."""


class IllegalAction(GameError):
    """A well-formed action that the rules refuse now. The position has not changed."""


class VectorMiss(GameError):
    """A rule vector failed: an expectation that was not met, or why the vector cannot be read."""

    def __init__(self, code: str, params: dict[str, object]) -> None:
        super().__init__(code, ", ".join([f"{name} {value}" for name, value in params.items()]), params)


def differs(key: str, got: object, expected: object, action: int = 0) -> VectorMiss:
    """A miss: the field `key` is not as expected after this action of the vector, counted from 1, or at its end."""
    params: dict[str, object] = {"key": key, "got": _json(got), "expected": _json(expected), "n": action}
    return VectorMiss("vector.differs_after" if action else "vector.differs", params)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


class BadRecord(GameError):
    """A file that is not a record, is damaged, or was written by a newer version."""
