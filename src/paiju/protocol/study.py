"""Positions of finished matches, and the rules in words."""

from typing import Annotated

from msgspec import Meta

from paiju.engine.game import SPECTATOR
from paiju.protocol.base import Json, Wire


class Move(Wire, kw_only=True):
    """One entry of a record. The order of a shuffle is left out; the record itself has it."""

    seq: int
    seat: int
    action: Json
    at: str
    facts: list[Json] = []
    """The facts that it brought about, as the requested seat could know them; all of them for SPECTATOR."""


class ReplayFrame(Wire, kw_only=True):
    """The position after a move."""

    seq: int
    """0: before the first move."""
    view: Json
    """The view of the requested seat."""
    hands: list[list[str]] = []
    """Cards of every seat, for SPECTATOR: once a match is over, everybody who watches may see every hand."""


class Positions(Wire, kw_only=True):
    """A finished match to look at, a few positions at a time."""

    game: str
    rulebook: str
    options: Json
    seats: list[str]
    commitment: str
    result: Json | None
    moves: list[Move]
    """All moves, even if only some positions were requested."""
    frames: list[ReplayFrame]
    damaged: bool = False
    """True if the file ends before its last line. Everything before the damage is shown."""


class PositionsRequest(Wire, kw_only=True):
    """A record from disk."""

    record: str
    first: Annotated[int, Meta(ge=0, le=100_000)] = 0
    count: Annotated[int, Meta(ge=0, le=60)] = 40
    seat: Annotated[int, Meta(ge=SPECTATOR, le=31, description="Whose view is shown; −3 for all hands")] = SPECTATOR


class RulesSection(Wire, kw_only=True):
    """A titled part of the rules."""

    anchor: str
    title: str
    paragraphs: list[str]
    """Markdown."""


class OptionWords(Wire, kw_only=True):
    """An option in words."""

    name: str
    label: str
    values: dict[str, str]
    """Its values (as JSON text) in words, where they have any."""
    about: str = ""
    """What it is, where its name and its values do not say it."""


class RulesText(Wire, kw_only=True):
    """The rules of a rulebook in the reader's language, from the same source as `paiju rules`."""

    game: str
    rulebook: str
    sections: list[RulesSection]
    options: list[OptionWords]
    wanted: str = ""
    """Anchor of the section that explains the refusal `code` of the request; "" if there is none."""
