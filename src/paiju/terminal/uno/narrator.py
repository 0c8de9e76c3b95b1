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

    _drawn = ""
    """The cards that the reader got last, by name."""

    def begin(self) -> None:
        self._cause = self._drawn = ""

    def told(self, fact: Fact) -> bool:
        if fact.type == "got":
            return self._cause in GIVING
        if fact.type != "gave":
            self._cause = fact.type
        if fact.type == "turn_ended" and fact.seat != self.reader:
            return fact.data["why"] == "kept"  # what else ends a turn is plain from what was told before
        return fact.type not in UNTOLD and fact.data.get("why") not in ("done", "empty")

    def sentence(self, fact: Fact) -> str:
        """A drawn card that does not fit is named to the player who drew it."""
        if fact.type == "got" and fact.seat == self.reader:
            self._drawn = str(self.param("cards", fact.data["cards"]))
        if fact.type == "turn_ended" and fact.data["why"] == "unplayable" and fact.seat == self.reader and self._drawn:
            return self.words("uno.drawn_does_not_fit", card=self._drawn)
        return super().sentence(fact)

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
