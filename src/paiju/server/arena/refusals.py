"""What an arena caller is told when something is refused: one string, one code, always JSON."""

from collections.abc import Mapping
from typing import Any, Final

from paiju.games.uno.game import UNO
from paiju.i18n import translator
from paiju.server.errors import Refusal

STATUS: Final = {
    "BAD_REQUEST": 400,
    "MAC_REQUIRED": 400,
    "INVALID_OPTION": 400,
    "INVALID_PLAYER_COUNT": 400,
    "CARD_NOT_IN_HAND": 400,
    "SANDBOX_ONLY": 403,
    "PLAYER_NOT_IN_ROOM": 403,
    "BAD_ORIGIN": 403,
    "ROOM_NOT_FOUND": 404,
    "PLAYER_NOT_FOUND": 404,
    "NOT_FOUND": 404,
    "METHOD_NOT_ALLOWED": 405,
    "TOO_LARGE": 413,
    "BAD_HOST": 421,
    "BAD_MEDIA_TYPE": 415,
    "RATE_LIMITED": 429,
    "INTERNAL": 500,
    "UNAVAILABLE": 503,
    "SERVER_FULL": 503,
}
"""HTTP status by code; everything else is 409."""

_SAME_WORDS: Final = {
    "ROOM_NOT_FOUND": "no_room",
    "NOT_FOUND": "not_found",
    "METHOD_NOT_ALLOWED": "bad_method",
    "TOO_LARGE": "too_large",
    "BAD_HOST": "bad_host",
}
"""Codes whose text is that of another refusal."""
_FROM_NATIVE: Final = {
    "no_room": "ROOM_NOT_FOUND",
    "closed": "ROOM_NOT_FOUND",
    "wrong_dialect": "ROOM_NOT_FOUND",
    "already_started": "ROOM_NOT_WAITING",
    "cannot_leave": "CANNOT_LEAVE_WHILE_PLAYING",
    "damaged": "UNAVAILABLE",
    "not_started": "GAME_NOT_STARTED",
    "match_over": "GAME_ENDED",
    "bad_secret": "PLAYER_NOT_IN_ROOM",
    "bad_origin": "BAD_ORIGIN",
    "bad_host": "BAD_HOST",
    "not_found": "NOT_FOUND",
    "bad_method": "METHOD_NOT_ALLOWED",
    "too_large": "TOO_LARGE",
    "bad_media_type": "BAD_MEDIA_TYPE",
    "rate_limited": "RATE_LIMITED",
    "too_many_rooms": "SERVER_FULL",
    "too_many_seats": "TOO_MANY_SEATS",
    "bad_rules": "INVALID_OPTION",
    "stale": "STALE_TURN",
    "internal": "INTERNAL",
    "store_away": "UNAVAILABLE",
    "stopping": "UNAVAILABLE",
}


class ArenaRefusal(Refusal):
    """A refusal with a code of the arena. `result` goes into the answer where bots look for it.

    What an illegal move costs is a rule of the game, see `games.uno.refusals.penalty_for`.
    """

    def __init__(
        self, code: str, *, status: int | None = None, result: Mapping[str, Any] | None = None, retry_after: int = 0
    ) -> None:
        super().__init__(code, retry_after=retry_after)
        self._status: Final = STATUS.get(code, 409) if status is None else status
        self.result: Final = result

    @property
    def status(self) -> int:
        return self._status

    def body(self, language: str) -> dict[str, Any]:
        """The answer."""
        if self.code == "RATE_LIMITED":
            text = "Too Many Requests"
        else:
            text = words(self.code, language)
        answer: dict[str, Any] = {"success": False, "error": text, "code": self.code}
        if self.retry_after:
            answer["retryAfter"] = self.retry_after
        if self.result is not None:
            answer["result"] = dict(self.result)
        return answer


def words(code: str, language: str, **params: object) -> str:
    """A code in words: the arena's own, else the game's, else those of the same refusal elsewhere on the server."""
    texts = translator("arena", language, UNO.catalogue(), "server")
    found = _SAME_WORDS.get(code, code)
    return texts(found, **params) if found in texts else code


def as_arena_refusal(refusal: Refusal) -> ArenaRefusal:
    """The refusal as arena bots know it."""
    if isinstance(refusal, ArenaRefusal):
        return refusal
    code = refusal.code if refusal.game else _FROM_NATIVE.get(refusal.code, "BAD_REQUEST")
    status = 409 if refusal.game else STATUS.get(code, 409)
    wait = refusal.retry_after or 0
    return ArenaRefusal(code, status=status, retry_after=wait)


def is_arena(path: str) -> bool:
    """Whether an HTTP path belongs to the arena."""
    return (path == "/api" or path.startswith("/api/")) and not (path == "/api/v1" or path.startswith("/api/v1/"))
