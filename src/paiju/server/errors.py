"""`Refusal`: the one exception for requests that cannot be carried out, and its translation."""

from collections.abc import Mapping
from typing import Final

from paiju.games.registry import find_game
from paiju.i18n import LANGUAGES, find_language, translator
from paiju.protocol.base import Problem
from paiju.storage.faults import DamagedLog, StoreError

STATUS: Final = {
    "bad_request": 400,
    "bad_json": 400,
    "no_secret": 401,
    "bad_secret": 403,
    "not_host": 403,
    "bad_origin": 403,
    "chat_off": 403,
    "not_yours": 403,
    "no_room": 404,
    "no_match": 404,
    "no_player": 404,
    "not_found": 404,
    "bad_method": 405,
    "too_large": 413,
    "bad_media_type": 415,
    "bad_host": 421,
    "bad_fields": 422,
    "rate_limited": 429,
    "internal": 500,
    "store_away": 503,
    "too_many_rooms": 503,
    "stopping": 503,
    "upgrading": 503,
    "damaged": 503,
}
"""HTTP status by code. All other codes have 409: valid, but not possible now."""

_RETRY_AFTER: Final = {"store_away": 2, "too_many_rooms": 60}
"""Seconds after which another attempt makes sense."""


class Refusal(Exception):
    """A request was refused and nothing has changed. `params` contain only what the caller may know."""

    def __init__(
        self, code: str, params: Mapping[str, object] | None = None, *, game: str = "", retry_after: int | None = None
    ) -> None:
        super().__init__(code)
        self.code: Final = code
        self.params: Final = dict(params or {})
        self.game: Final = game
        """Set when a rule of this game refused; the text comes from the game's catalogue."""
        self.retry_after: Final = retry_after if retry_after is not None else _RETRY_AFTER.get(code)

    @property
    def status(self) -> int:
        """The HTTP status."""
        return 409 if self.game else STATUS.get(self.code, 409)

    def problem(self, language: str) -> Problem:
        """The refusal in the caller's language, as it is sent."""
        t = translator(find_game(self.game).catalogue() if self.game else "server", language)
        own = f"{self.code}.{self.params.get('rulebook')}"  # some rulebooks have their own words
        known = [name for name in (own, self.code) if name in t]
        text = t(known[0], **self.params) if known else self.code
        rule = f"{self.game}#{self.code}" if self.game else ""
        params = {name: value for name, value in self.params.items() if _plain(value)}
        return Problem(code=self.code, text=text, params=params, rule=rule)


def store_refusal(error: StoreError) -> Refusal:
    """Why a request that needs the store is refused: it is away, or the log of this match is damaged."""
    return Refusal("damaged" if isinstance(error, DamagedLog) else "store_away")


def _plain(value: object) -> bool:
    return value is None or isinstance(value, str | int | float | bool | list | dict)


def language_of(header: str) -> str:
    """The first supported language of an `Accept-Language` header; English if there is none."""
    for part in header.split(",")[:10]:
        found = find_language(part.partition(";")[0].strip())
        if found is not None:
            return found
    return LANGUAGES[1]
