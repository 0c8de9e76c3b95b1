"""Chat of a room, and the seats each reader has muted. Not part of the log: a restart of all servers may clear it."""

from collections.abc import Sequence
from typing import Final, NamedTuple

_KEPT: Final = 50


class Said(NamedTuple):
    """A chat line or an emote."""

    seat: int
    public: str
    """Public id of the sender."""
    name: str
    text: str
    emote: str
    at: int
    """Milliseconds since 1970."""


class Chat:
    """The last lines of a room. Muting refers to public ids, so it ends when somebody else takes the seat."""

    def __init__(self) -> None:
        self._lines: list[Said] = []
        self._muted: Final[dict[str, set[str]]] = {}

    def recall(self, lines: Sequence[Said], muted: Sequence[tuple[str, str]]) -> None:
        """Load what other nodes know: the last lines, and who has muted whom as pairs of listener and speaker."""
        self._lines = list(lines[-_KEPT:])
        for listener, speaker in muted:
            self.mute(listener, speaker, True)

    def add(self, said: Said) -> None:
        """Keep a line for people who join later."""
        self._lines = [*self._lines[1 - _KEPT :], said]

    def knows(self, said: Said) -> bool:
        """Whether this line is among the last ones."""
        return said in self._lines

    def mute(self, listener: str, speaker: str, on: bool) -> None:
        """Mute `speaker` for `listener`, or unmute it."""
        if on:
            self._muted.setdefault(listener, set()).add(speaker)
        else:
            self._muted.get(listener, set()).discard(speaker)

    def hears(self, listener: str, speaker: str) -> bool:
        """Whether `listener` ("" for spectators) receives what `speaker` says."""
        return speaker not in self._muted.get(listener, ())

    def lines_for(self, listener: str) -> list[Said]:
        """The last lines that `listener` has not muted."""
        return [said for said in self._lines if self.hears(listener, said.public)]
