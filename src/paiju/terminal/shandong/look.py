"""What a player sees of a Shandong match: the view as the rules write it, in a local match and on a server."""

from collections.abc import Mapping
from typing import cast

import msgspec

from paiju.games.shandong.wire import ShandongAction, ShandongPattern, ShandongView
from paiju.i18n import translator

BANK = 80
"""With this many points the attackers take the bank."""


class ShandongLook(ShandongView):
    """A view, with what screens ask about it. Cards are ids, seats numbers from 0, None where there is none."""

    legal: list[ShandongAction]

    @property
    def side(self) -> int | None:
        """The viewer's side; None for a spectator."""
        return self.seat % 2 if self.seat >= 0 else None

    @property
    def near_side(self) -> int:
        """The side that a screen speaks of as "we": the viewer's, for a spectator side 0."""
        return self.side or 0

    @property
    def suggested(self) -> list[str]:
        """Cards that would be legal now, or none."""
        return [] if self.suggestion is None else self.suggestion.cards or []

    def allows(self, kind: str) -> bool:
        """Whether an action of this type is legal now; where there are too many choices, `legal` is a sample."""
        return any(action.type == kind for action in self.legal)

    def suit_of(self, card: str) -> str:
        """The effective suit of a card as far as the viewer knows trump: `trump` or the printed suit."""
        suit, rank, _ = card.split("_")
        permanent = cast(list[str], self.options.get("permanentTrumps", []))
        trump = suit == "joker" or rank == self.level or rank in permanent or suit == self.trump_suit
        return "trump" if trump else suit

    def pairs(self) -> list[str]:
        """One card of each pair that the viewer holds in the suit led."""
        led = [card for card in self.hand if self.suit_of(card) == self.lead_suit()]
        faces = [card.rsplit("_", 1)[0] for card in led]
        return [card for place, card in enumerate(led) if faces[place] in faces[place + 1 :]]

    def lead_suit(self) -> str:
        """The effective suit led, or empty."""
        return self.suit_of(self.trick.lead.cards[0]) if self.trick else ""


def pattern_name(pattern: ShandongPattern, language: str) -> str:
    """对子, 2 连对 … / pair, tractor of 2 pairs …"""
    count = pattern.pair_count if pattern.type == "consecutive_pairs" else len(pattern.cards)
    return translator("shandong", language)(f"pattern.{pattern.type}", n=count)


def shandong_look(view: Mapping[str, object]) -> ShandongLook:
    """Read a view of the Shandong engine. Raises `msgspec.ValidationError` for anything else."""
    return msgspec.convert(view, ShandongLook)
