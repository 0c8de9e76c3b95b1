"""The connection to a room as a screen sees it: when something arrives, and its state in words."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from paiju.terminal.remote import BACK, GONE, RemoteMatch
from paiju.terminal.tui.scene import Prompt
from paiju.terminal.tui.texts import Texts

BACK_SECONDS: Final = 3.0
"""How long a screen shows that the connection is back."""


@dataclass(frozen=True)
class _News:
    """A sentence in the current language."""

    key: str
    tag: str
    tone: str
    params: Mapping[str, object] = field(default_factory=dict)


class RoomConnection:
    """One room, listened to by one screen at a time."""

    def __init__(self, match: RemoteMatch) -> None:
        self._match: Final = match
        self._arrived: Final = asyncio.Event()
        self._news: _News | None = None
        self._wake: Callable[[], object] = self._arrived.set

    def open(self) -> None:
        """Start to listen, in the running event loop."""
        loop = asyncio.get_running_loop()
        self._wake = lambda: loop.call_soon_threadsafe(self._arrived.set)
        self._match.connection.arrived = self._wake
        self._arrived.set()

    def close(self) -> None:
        """Stop listening, unless the next screen has begun to: a screen is closed after the next one has opened."""
        if self._match.connection.arrived is self._wake:
            self._match.connection.arrived = lambda: None

    async def arrival(self) -> None:
        """Wait until something arrives."""
        await self._arrived.wait()
        self._arrived.clear()

    def take_news(self) -> str:
        """`back`, `lost` or why the seat is gone, if that happened to the connection; else nothing."""
        last = ""
        for kind, count in self._match.news:
            last = kind
            if kind == BACK:
                self._news = _News("ui.caughtUp", "tag.link", "ok", {"n": count})
            else:
                self._news = _News("connection.lost", "tag.link", "warn")
        self._match.news = []
        if self._match.gone:
            last = self._match.gone
            self._news = _News(GONE[last], "tag.link", "bad")
        return last

    def forget_good_news(self) -> None:
        """Stop showing that the connection is back."""
        if self._news is not None and self._news.tone == "ok":
            self._news = None

    def prompt(self, texts: Texts) -> Prompt | None:
        """The state of the connection in words; None if there is nothing to say."""
        news = self._news
        return None if news is None else Prompt(texts.phrase(news.key, **news.params), texts(news.tag), news.tone)
