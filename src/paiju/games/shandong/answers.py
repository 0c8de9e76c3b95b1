"""Answers of checks: a code for programs, a message for people."""

from collections.abc import Callable
from typing import Final, TypedDict, final

DOCUMENT_LANGUAGE: Final = "zh-CN"
"""The language of messages, unless another one is asked for."""


class Result(TypedDict):
    """The answer of a check as plain data."""

    valid: bool
    message: str
    """In words; "成功" or "OK" for a yes."""
    code: str | None
    """The code of §12, None for a yes."""
    params: dict[str, object]


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

    def result(self, language: str = DOCUMENT_LANGUAGE) -> Result:
        """With the message in a language, `zh-CN` or `en-US`."""
        say = words(language)
        message = say(self.code, **self.params) if self.code else say("ok")
        return {"valid": self.valid, "message": message, "code": self.code or None, "params": self.params}


def words(language: str) -> Callable[..., str]:
    """The catalogue of this game. No other module of the rules uses texts: plain answers are also read by people."""
    from paiju.i18n import translator

    return translator("shandong", language)
