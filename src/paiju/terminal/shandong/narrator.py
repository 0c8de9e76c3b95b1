"""The facts of Shandong Upgrade in sentences."""

from collections.abc import Mapping
from typing import cast

from paiju.engine.facts import Fact
from paiju.terminal.narrator import Narrator


class ShandongNarrator(Narrator):
    """Names patterns and levels; cards that are dealt or collected are not mentioned."""

    tones = {
        "trick_won": "accent",
        "throw_failed": "warn",
        "timed_out": "warn",
        "passed": "hint",
        "window_opened": "hint",
        "kitty_revealed": "hint",
        "hand_scored": "hint",
        "redealt": "info",
        "trump_shown": "info",
        "match_over": "accent",
    }

    def told(self, fact: Fact) -> bool:
        if fact.type == "trump_seen":
            return fact.seat != self.reader  # its own seat knows the pair
        if fact.type == "buried":
            return fact.seat != self.reader  # its own seat is told which cards
        return fact.data.get("why") not in ("deal", "redeal")

    def sentence(self, fact: Fact) -> str:
        off = fact.data.get("off")
        if isinstance(off, list) and off:  # the cards of the suit led first, then what was thrown off
            cards = [card for card in cast(list[str], fact.data["cards"]) if card not in off]
            fact = Fact(fact.type, fact.seat, {**fact.data, "cards": cards}, fact.to)
        return super().sentence(fact)

    def param(self, name: str, value: object) -> object:
        if name == "suit" and value:
            return self.words.suit(str(value))
        if name in ("levels", "levelsBefore"):
            return self.levels(value)
        if name == "pattern" and isinstance(value, Mapping):
            return self.pattern(value)
        return super().param(name, value)

    def pattern(self, lead: Mapping[str, object]) -> str:
        """对子, 2 连对 … / pair, tractor of 2 pairs …"""
        cards = lead["cards"]
        count = len(cards) if isinstance(cards, list) else 0
        return self.texts(f"pattern.{lead['type']}", n=lead.get("pairCount", lead.get("count", count)))

    def cards(self, cards: list[str]) -> str:
        return self.words.poker_cards(cards)


NARRATOR = ShandongNarrator
