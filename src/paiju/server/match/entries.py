"""What a log is made of: actions of the game, and changes of the room around it.

An entry's actor is a seat, CHANCE, HOST or ROOM. Entries of the first three carry an action of the game, entries of the
room one of the structs below. Old logs stay readable: fields are added with a default, never renamed or removed.
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from paiju.engine.facts import Fact

ROOM: Final = -3
"""The actor of entries about the room. Logs and events have it; it is not a seat and never a recipient."""


class GameEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """An action of the game, and the time limit of the turn it leads to (milliseconds since 1970)."""

    a: dict[str, Any]
    due: int | None = None


class RoomEntry(msgspec.Struct, frozen=True, tag_field="type"):
    """Base of what happens to a room."""


class Opened(RoomEntry, frozen=True, tag="opened"):
    """Always entry 0: everything that is fixed for this match."""

    room: str
    game: str
    rulebook: str
    options: dict[str, Any]
    """Only what differs from the rulebook."""
    seats: int
    clock_ms: int
    """0 = no clock."""
    mode: str
    dialect: str
    visibility: str
    chat: bool
    seed: str
    """Hex. Never leaves the server before the match is over."""
    commitment: str
    previous: str = ""
    extra: dict[str, Any] = {}
    """What only one dialect knows."""


class Seated(RoomEntry, frozen=True, tag="seated"):
    """Somebody has a seat from now on (a person by the hash of a secret, or a house bot)."""

    seat: int
    public: str
    name: str
    secret_hash: str = ""
    player: str = ""
    bot: str = ""
    label: str = ""
    """Arena: keyed hash of the MAC."""
    address: str = ""
    """Keyed hash of the address, for caps per address."""
    extra: dict[str, Any] = {}


class Queued(RoomEntry, frozen=True, tag="queued"):
    """Somebody who came late gets this bot's seat when the next round begins."""

    seat: int
    public: str
    name: str
    secret_hash: str
    player: str = ""
    address: str = ""


class Unseated(RoomEntry, frozen=True, tag="unseated"):
    """The seat's secret is dead. Before the start the seat is free, afterwards `bot` plays it."""

    seat: int
    reason: str
    """left, kicked, expired"""
    bot: str = ""
    queued: bool = False
    """It was somebody waiting for the seat who left, not its owner."""


class HostMoved(RoomEntry, frozen=True, tag="host"):
    """Another seat has the host's rights."""

    seat: int | None


class Away(RoomEntry, frozen=True, tag="away"):
    """A bot plays for the absent owner, until `Back`."""

    seat: int
    bot: str


class Back(RoomEntry, frozen=True, tag="back"):
    """The owner plays again."""

    seat: int


class Countdown(RoomEntry, frozen=True, tag="countdown"):
    """Arena: the match begins at this time (None: not any more)."""

    ends_at: int | None


class Started(RoomEntry, frozen=True, tag="started", omit_defaults=True):
    """The match begins with the seats as they are."""

    seats: int = 0
    """Arena: only the first so many of the room's seats play; 0 = all."""


class Finished(RoomEntry, frozen=True, tag="finished"):
    """The match is over."""

    reason: str
    """complete, or abandoned (then nothing is recorded)"""
    result: dict[str, Any]


class RematchMade(RoomEntry, frozen=True, tag="rematch"):
    """The room goes on with another match."""

    match: str


class Closed(RoomEntry, frozen=True, tag="closed"):
    """The room is gone; every secret is dead."""

    reason: str


AnyRoomEntry = (
    Opened
    | Seated
    | Queued
    | Unseated
    | HostMoved
    | Away
    | Back
    | Countdown
    | Started
    | Finished
    | RematchMade
    | Closed
)


class LogEntry:
    """A stored entry with what it brought about, secrets included: the action's JSON and its facts, or what happened to
    the room."""

    __slots__ = ("actor", "at", "data", "facts", "seq")

    def __init__(
        self, seq: int, at: int, actor: int, data: dict[str, Any] | AnyRoomEntry, facts: Sequence[Fact] = ()
    ) -> None:
        self.seq: Final = seq
        self.at: Final = at
        self.actor: Final = actor
        self.data: Final = data
        self.facts: Final = facts


_room_decoder: Final = msgspec.json.Decoder(AnyRoomEntry)
_game_decoder: Final = msgspec.json.Decoder(GameEntry)
_encoder: Final = msgspec.json.Encoder()


def encode(entry: AnyRoomEntry | GameEntry) -> str:
    """As it stands in the log."""
    return _encoder.encode(entry).decode()


def decode_room(data: str) -> AnyRoomEntry:
    """An entry of the room."""
    entry: AnyRoomEntry = _room_decoder.decode(data)
    return entry


def decode_game(data: str) -> GameEntry:
    """An entry of the game."""
    return _game_decoder.decode(data)
