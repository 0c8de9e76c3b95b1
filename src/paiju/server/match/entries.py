"""What a log is made of: actions of the game, and changes of the room around it.

An entry's actor is a seat, CHANCE, HOST or ROOM. Entries of the first three carry an action of the game, entries of the
room one of the structs below. Old logs stay readable: fields are added with a default, never renamed or removed.
"""

from typing import Any, Final

import msgspec

from paiju.protocol import play

ROOM: Final = play.ROOM
"""The actor of entries about the room. Logs and events have it; it is not a seat and never a recipient."""


MOVED: Final = "moved"
"""Reason of `Unseated`: the owner takes another seat."""


class GameEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """An action of the game, and the time limit of the turn it leads to (milliseconds since 1970)."""

    a: dict[str, Any]
    due: int | None = None


class RoomEntry(msgspec.Struct, frozen=True, tag_field="type"):
    """Base of all changes of a room."""


class Opened(RoomEntry, frozen=True, tag="opened"):
    """Entry 0 of every log: everything that stays fixed during the match."""

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
    """Data of one dialect."""


class Seated(RoomEntry, frozen=True, tag="seated"):
    """A person (identified by the hash of a secret) or a bot takes a seat."""

    seat: int
    public: str
    name: str
    secret_hash: str = ""
    player: str = ""
    bot: str = ""
    label: str = ""
    """Arena: keyed hash of the MAC."""
    address: str = ""
    """Hash of the address of the person, or of the person who added the bot, for limits per address."""
    extra: dict[str, Any] = {}


class Queued(RoomEntry, frozen=True, tag="queued"):
    """A late joiner waits for the seat of a bot, which becomes free when the next round begins."""

    seat: int
    public: str
    name: str
    secret_hash: str
    player: str = ""
    address: str = ""


class Unseated(RoomEntry, frozen=True, tag="unseated"):
    """The secret of a seat is no longer valid. Before the start the seat becomes free, later `bot` plays it."""

    seat: int
    reason: str
    """left, kicked, expired, or `MOVED`: the owner takes another seat"""
    bot: str = ""
    queued: bool = False
    """Whether a late joiner who waited for the seat has left, not its owner."""


class HostMoved(RoomEntry, frozen=True, tag="host"):
    """Another seat becomes the host."""

    seat: int | None


class Away(RoomEntry, frozen=True, tag="away"):
    """A bot plays for the owner, until `Back`."""

    seat: int
    bot: str
    reason: str = "absent"
    """absent (not connected), or idle (let the time run out again and again)"""


class Back(RoomEntry, frozen=True, tag="back"):
    """The owner plays again."""

    seat: int


class Countdown(RoomEntry, frozen=True, tag="countdown"):
    """Arena: the match begins at this time; None cancels the countdown."""

    ends_at: int | None


class Started(RoomEntry, frozen=True, tag="started", omit_defaults=True):
    """The match begins with the seats as they are."""

    seats: int = 0
    """Arena: how many of the room's seats play, counted from the first; 0 = all."""


class Finished(RoomEntry, frozen=True, tag="finished"):
    """The match is over."""

    reason: str
    """complete, or abandoned (then nothing is recorded)"""
    result: dict[str, Any]


class RematchMade(RoomEntry, frozen=True, tag="rematch"):
    """The room goes on with another match."""

    match: str


class Closed(RoomEntry, frozen=True, tag="closed"):
    """The room is closed; no secret is valid any longer."""

    reason: str


class Ready(RoomEntry, frozen=True, tag="ready"):
    """A seat is ready for the start or the next round, or no longer."""

    seat: int
    ready: bool


class Voted(RoomEntry, frozen=True, tag="voted"):
    """Somebody votes to remove the player on a seat."""

    seat: int
    by: int


class RematchWanted(RoomEntry, frozen=True, tag="rematch_wanted"):
    """A seat asks for another match."""

    seat: int


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
    | Ready
    | Voted
    | RematchWanted
)

_SINCE: Final[dict[type[RoomEntry], int]] = {Ready: 2, Voted: 2, RematchWanted: 2}
"""Kinds of entries that older versions of this program cannot read: the version that introduced them."""


def version_of(entry: AnyRoomEntry | GameEntry) -> int:
    """The version that a program must know to read this entry."""
    return _SINCE.get(type(entry), 1)  # type: ignore[arg-type]  # a GameEntry is not in the table


_room_decoder: Final = msgspec.json.Decoder(AnyRoomEntry)
_game_decoder: Final = msgspec.json.Decoder(GameEntry)
_encoder: Final = msgspec.json.Encoder()


def encode(entry: AnyRoomEntry | GameEntry) -> str:
    """The JSON text of an entry, as stored in the log."""
    return _encoder.encode(entry).decode()


def decode_room(data: str) -> AnyRoomEntry:
    """Read a change of the room."""
    entry: AnyRoomEntry = _room_decoder.decode(data)
    return entry


def decode_game(data: str) -> GameEntry:
    """Read an action of the game."""
    return _game_decoder.decode(data)
