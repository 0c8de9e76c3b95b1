"""What the UNO table remembers: the log, the note each seat carries for a while, the scores of the rounds."""

from collections.abc import Mapping
from typing import Final, cast

from paiju.engine.facts import Fact
from paiju.terminal.tui.log import Log

Note = tuple[str, str, int]
"""A text's key, its tone, its number."""


class UnoLog(Log):
    """The log with notes and scores."""

    def __init__(self) -> None:
        super().__init__()
        self.notes: Final[dict[int, Note]] = {}
        self.rounds: Final[list[dict[int, int]]] = []
        """What each seat scored in the rounds that ended here."""

    def add(self, facts: list[Fact]) -> None:
        super().add(facts)
        for fact in facts:
            self._note(fact)

    def _note(self, fact: Fact) -> None:
        data, seat = fact.data, fact.seat
        if fact.type in ("round_started", "round_over"):
            self.notes.clear()
        if fact.type == "round_over":
            players = cast(list[Mapping[str, int]], data["players"])
            self.rounds.append({player["seat"]: player["gained"] for player in players})
        elif fact.type in ("hands_swapped", "hands_rotated"):
            for moved in cast(list[Mapping[str, int]], data["counts"]):
                self.notes[moved["seat"]] = ("note.swapped", "info", 0)
        elif seat is None:
            return
        elif fact.type == "drew" and data["count"]:
            self.notes[seat] = ("note.drew", "warn", cast(int, data["count"]))
        elif fact.type == "skipped" and seat not in self.notes:
            self.notes[seat] = ("note.skipped", "warn", 0)
        elif fact.type == "played":
            self.notes.pop(seat, None)
