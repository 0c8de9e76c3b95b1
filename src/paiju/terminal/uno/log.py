"""What the UNO table remembers: the log, the note each seat carries for a while, the scores of the rounds."""

from typing import Final

import msgspec

from paiju.engine.facts import Fact
from paiju.games.uno.wire import UnoCount, UnoRoundOver
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
            over = msgspec.convert(fact.to_json(), UnoRoundOver)
            self.rounds.append({player.seat: player.gained for player in over.players})
        elif fact.type in ("hands_swapped", "hands_rotated"):
            for moved in msgspec.convert(data["counts"], list[UnoCount]):
                self.notes[moved.seat] = ("note.swapped", "info", 0)
        elif seat is None:
            return
        elif fact.type == "drew" and isinstance(data["count"], int) and data["count"]:
            self.notes[seat] = ("note.drew", "warn", data["count"])
        elif fact.type == "skipped" and seat not in self.notes:
            self.notes[seat] = ("note.skipped", "warn", 0)
        elif fact.type == "played":
            self.notes.pop(seat, None)
