"""The log beside the table."""

from typing import Final

from paiju.engine.facts import Fact
from paiju.terminal.narrator import Narrator
from paiju.terminal.tui.canvas import Run

MOST: Final = 120
"""How many actions are remembered."""


class Log:
    """Remembers facts and tells them in any language, so that a change of language changes the log too."""

    def __init__(self) -> None:
        self._facts: Final[list[list[Fact]]] = []
        self._lines: list[Run] = []
        self._language = ""

    def add(self, facts: list[Fact]) -> None:
        """Remember the facts of one action."""
        if facts:
            self._facts.append(facts)
            del self._facts[:-MOST]
            self._language = ""

    def lines(self, narrator: Narrator) -> list[Run]:
        """The log, newest first."""
        if self._language != narrator.words.language:
            told = [line for facts in self._facts for line in narrator.tell_in_log(facts)]
            self._lines = [Run(text, tone) for text, tone in reversed(told)]
            self._language = narrator.words.language
        return self._lines
