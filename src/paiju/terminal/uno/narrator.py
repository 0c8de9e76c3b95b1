"""The facts of UNO in sentences."""

from collections.abc import Mapping
from typing import Final, cast

from paiju.engine.facts import Fact
from paiju.terminal.narrator import Narrator
from paiju.terminal.uno.look import uno_card

UNTOLD: Final = frozenset({"drew_for_deal", "dealer_chosen", "dealt", "gave", "challenge_offered"})
GIVING: Final = frozenset({"drew", "hands_swapped", "hands_rotated"})
"""After these the cards that came into a hand are named; those of the deal are not."""


class UnoNarrator(Narrator):
    """Says why cards were drawn, and names them to the player who got them."""

    tones = {
        "called_uno": "accent",
        "caught": "accent",
        "skipped": "warn",
        "owed": "warn",
        "one_card_left": "warn",
        "timed_out": "warn",
        "hands_swapped": "info",
        "hands_rotated": "info",
        "reshuffled": "hint",
        "round_started": "hint",
        "round_over": "accent",
        "match_over": "accent",
    }
    _cause = ""
    """The type of the last fact that everybody knows."""

    def begin(self) -> None:
        self._cause = ""

    def told(self, fact: Fact) -> bool:
        if fact.type == "got":
            return self._cause in GIVING
        if fact.type != "gave":
            self._cause = fact.type
        if fact.type == "turn_ended" and fact.seat != self.reader:
            return fact.data["why"] == "kept"  # what else ends a turn is plain from what was told before
        return fact.type not in UNTOLD and fact.data.get("why") not in ("done", "empty")

    def details(self, fact: Fact) -> list[str]:
        """What everybody holds at the end of a round, and the totals."""
        if fact.type != "round_over":
            return []
        players = cast(list[Mapping[str, object]], fact.data["players"])
        return [
            self.fill(self.texts, "fact.round_over.each", cast(int, player["seat"]), 0, player) for player in players
        ]

    def param(self, name: str, value: object) -> object:
        if name == "color" and isinstance(value, str):
            return self.words.colour_word(value)
        return super().param(name, value)

    def cards(self, cards: list[str]) -> str:
        return self.words.listed(self.words.card(uno_card(card)) for card in cards)


NARRATOR = UnoNarrator
