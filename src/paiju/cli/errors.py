"""Usage errors, and the exit code after Ctrl-C."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

from paiju.engine.errors import GameError

INTERRUPTED: Final = 130
"""Exit code after Ctrl-C."""


class UsageError(GameError):
    """Shown as one sentence of the catalogue `cli` on stderr; the program ends with exit code 2."""

    def __init__(self, code: str, /, **params: object) -> None:
        super().__init__(code, params=params)


def find_name(text: str, known: Iterable[str], kind: str, **params: object) -> str:
    """The name that was meant, in any letter case. Raises `UsageError`, with the closest name where one is close.

    `kind` begins the message ids of the refusals: `unknown_game`, `unknown_game.close`.
    """
    names = {name.casefold().lstrip("-"): name for name in known}
    asked = text.casefold().lstrip("-")
    if asked in names:
        return names[asked]
    close = get_close_matches(asked, names, n=1)
    if close:
        raise UsageError(f"{kind}.close", name=text, close=names[close[0]], **params)
    raise UsageError(kind, name=text, allowed=", ".join(names.values()), **params)
