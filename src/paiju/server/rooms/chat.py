"""What people say in a room, and who does not want to hear whom. In memory only: a restart begins with silence."""

from typing import Final, NamedTuple

_KEPT: Final = 50


class Said(NamedTuple):
    """One line or emote."""

    seat: int
    public: str
    """Public id of whoever said it."""
    name: str
    text: str
    emote: str
    at: int
    """Milliseconds since 1970."""


class Chat:
    """The last lines of a room. Everybody decides alone whom to hear; people are known by their public ids, so
    somebody else in the same seat is heard again."""

    def __init__(self) -> None:
        self._lines: list[Said] = []
        self._muted: Final[dict[str, set[str]]] = {}

    def add(self, said: Said) -> None:
        """Keep it for those who come later."""
        self._lines = [*self._lines[1 - _KEPT :], said]

    def mute(self, listener: str, speaker: str, on: bool) -> None:
        """`listener` hears nothing of `speaker` from now on, or hears it again."""
        if on:
            self._muted.setdefault(listener, set()).add(speaker)
        else:
            self._muted.get(listener, set()).discard(speaker)

    def hears(self, listener: str, speaker: str) -> bool:
        """Whether what `speaker` says reaches `listener` ("" for spectators, who mute nobody)."""
        return speaker not in self._muted.get(listener, ())

    def lines_for(self, listener: str) -> list[Said]:
        """The last lines that `listener` wants to hear."""
        return [said for said in self._lines if self.hears(listener, said.public)]
