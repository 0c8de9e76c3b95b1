"""A Shandong view, read from its JSON into plain values: the same for a local match and for a room on a server."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from paiju.i18n import translator

NOBODY = -1
BANK = 80
"""From so many points on the idle side takes the bank."""


@dataclass(frozen=True)
class Lead:
    """A recognised pattern: type, cards, and how many pairs, cards, units it has."""

    kind: str
    cards: list[str]
    pairs: int
    units: list["Lead"]


@dataclass(frozen=True)
class TrickLook:
    """A trick on the table, or the last one."""

    leader: int
    plays: list[tuple[int, list[str]]]
    lead: Lead
    winning: int
    points: int


@dataclass(frozen=True)
class FailedThrow:
    """A throw that did not stand."""

    seat: int
    attempted: list[str]
    forced: list[str]
    choices: list[list[str]]


@dataclass(frozen=True)
class ShandongLook:
    """What one seat sees. Cards are ids, seats numbers from 0; NOBODY where there is none."""

    seat: int
    options: Mapping[str, object]
    phase: str
    waiting_for: str
    turn: int
    can_act: list[int]
    hand_number: int
    trick_number: int
    level: str
    levels: list[str]
    banker_side: int
    kitty_owner: int
    setter: int
    trump: str
    trump_hidden: bool
    declarations: list[Mapping[str, object]]
    exchange: Mapping[str, object]
    hand: list[str]
    groups: list[tuple[str, list[str]]]
    counts: list[int]
    new_cards: list[str]
    kitty: list[str]
    trick: TrickLook | None
    last_trick: TrickLook | None
    failed: FailedThrow | None
    points: int
    result: Mapping[str, object] | None
    redeals: int
    match_winner: int
    suggestion: list[str]
    legal_count: int
    legal_complete: bool

    @property
    def side(self) -> int:
        """The viewer's side; NOBODY for a spectator."""
        return self.seat % 2 if self.seat >= 0 else NOBODY

    def suit_of(self, card: str) -> str:
        """The effective suit of a card as far as the viewer knows trump: `trump` or the printed suit."""
        suit, rank, _ = card.split("_")
        permanent = cast(list[str], self.options.get("permanentTrumps", []))
        trump = suit == "joker" or rank == self.level or rank in permanent or suit == self.trump
        return "trump" if trump else suit

    def pairs(self) -> list[str]:
        """One card of each pair that the viewer holds in the suit led."""
        led = [card for card in self.hand if self.suit_of(card) == self.lead_suit()]
        faces = [card.rsplit("_", 1)[0] for card in led]
        return [card for place, card in enumerate(led) if faces[place] in faces[place + 1 :]]

    def lead_suit(self) -> str:
        """The effective suit led, or empty."""
        return self.suit_of(self.trick.lead.cards[0]) if self.trick else ""


def pattern_name(lead: Lead, language: str) -> str:
    """对子, 2 连对 … / pair, tractor of 2 pairs …"""
    count = lead.pairs if lead.kind == "consecutive_pairs" else len(lead.cards)
    return translator("shandong", language)(f"pattern.{lead.kind}", n=count)


def shandong_look(view: Mapping[str, object]) -> ShandongLook:
    """Read a view of the Shandong engine."""
    groups = cast(list[Mapping[str, object]], view["groups"])
    suggestion = cast(Mapping[str, object] | None, view["suggestion"]) or {}
    return ShandongLook(
        seat=cast(int, view["seat"]),
        options=cast(Mapping[str, object], view["options"]),
        phase=str(view["phase"]),
        waiting_for=str(view["waitingFor"] or ""),
        turn=_seat(view["turn"]),
        can_act=cast(list[int], view["canAct"]),
        hand_number=cast(int, view["handNumber"]),
        trick_number=cast(int, view["trickNumber"]),
        level=str(view["level"]),
        levels=cast(list[str], view["levels"]),
        banker_side=_seat(view["bankerSide"]),
        kitty_owner=_seat(view["kittyOwner"]),
        setter=_seat(view["setter"]),
        trump=str(view["trumpSuit"] or ""),
        trump_hidden=bool(view["trumpHidden"]),
        declarations=cast(list[Mapping[str, object]], view["declarations"]),
        exchange=cast(Mapping[str, object] | None, view["exchange"]) or {},
        hand=cast(list[str], view["hand"]),
        groups=[(str(group["suit"]), cast(list[str], group["cards"])) for group in groups],
        counts=cast(list[int], view["handCounts"]),
        new_cards=cast(list[str], view["newCards"]),
        kitty=cast(list[str] | None, view["kitty"]) or [],
        trick=_trick(view["trick"]),
        last_trick=_trick(view["lastTrick"]),
        failed=_failed(view["failedThrow"]),
        points=cast(int, view["points"]),
        result=cast(Mapping[str, object] | None, view["result"]),
        redeals=cast(int, view["redeals"]),
        match_winner=_seat(view["matchWinner"]),
        suggestion=cast(list[str], suggestion.get("cards", [])),
        legal_count=len(cast(list[object], view["legal"])),
        legal_complete=bool(view["legalComplete"]),
    )


def _seat(value: object) -> int:
    return value if isinstance(value, int) else NOBODY


def _trick(value: object) -> TrickLook | None:
    if not isinstance(value, Mapping):
        return None
    return TrickLook(
        leader=value["leader"],
        plays=[(play["seat"], play["cards"]) for play in value["plays"]],
        lead=_lead(value["lead"]),
        winning=value["winning"] if "winning" in value else value["winner"],
        points=value["points"],
    )


def _lead(value: Mapping[str, object]) -> Lead:
    units = cast(list[Mapping[str, object]], value.get("units", []))
    return Lead(
        kind=str(value["type"]),
        cards=cast(list[str], value["cards"]),
        pairs=cast(int, value.get("pairCount", 0)),
        units=[_lead(unit) for unit in units],
    )


def _failed(value: object) -> FailedThrow | None:
    if not isinstance(value, Mapping):
        return None
    return FailedThrow(value["seat"], value["attempted"], value["forced"], value["choices"])
