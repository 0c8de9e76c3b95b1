"""Requests and answers about games, rooms and seats. Live sockets send `RoomInfo` too."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from paiju.protocol.base import Json, Mode, Name, SeatNumber, Secret, Seq, Status, Visibility, Wire


class KnobInfo(Wire, kw_only=True):
    """One option of a game."""

    name: str
    kind: str
    values: list[Any]
    low: int
    high: int


class RulebookInfo(Wire, kw_only=True):
    """A preset of all options."""

    name: str
    options: Json
    seats: list[int]
    """Fewest and most."""


class GameInfo(Wire, kw_only=True):
    """The rulebooks, options and bots of a game."""

    name: str
    default_rulebook: str
    rulebooks: list[RulebookInfo]
    knobs: list[KnobInfo]
    levels: list[str]
    """Levels of bots, weakest first."""
    bots: list[str]
    """Every bot that can sit here, by registry name; a level or one of these names a bot."""


class ServerInfo(Wire, kw_only=True):
    """What a client needs to know about this server."""

    version: str
    games: list[GameInfo]
    emotes: list[str]
    languages: list[str]


class CreateRoom(Wire, kw_only=True):
    """Create a room. With `name` the caller takes the first seat and is the host."""

    game: str
    rulebook: str = ""
    options: Json = {}
    seats: Annotated[int, Meta(ge=0, le=32, description="0: as many as the rulebook allows at most, 4 if possible")] = 0
    bots: Annotated[list[str], Meta(max_length=32)] = []
    """Levels or bot names; they take the last seats."""
    clock: Annotated[int, Meta(ge=0, le=86400, description="Seconds a turn; 0 = no clock")] = 60
    visibility: Visibility = "link"
    ranked: bool = False
    name: Name | None = None
    player: Secret | None = None
    start: bool = False
    """Start at once when every seat is taken (the caller and bots): "play now"."""


class QuickMatch(Wire, kw_only=True):
    """Play with anybody: take a seat in a listed room of this game, or open one that bots fill after a short
    wait."""

    game: str
    name: Name
    player: Secret | None = None


class JoinRoom(Wire, kw_only=True):
    """Take a seat. In a running match: take a bot's seat when the next round begins."""

    name: Name
    player: Secret | None = None
    seat: SeatNumber | None = None


class SeatInfo(Wire, kw_only=True):
    """A seat as everybody may see it."""

    seat: int
    id: str
    """Public id; empty while the seat is free."""
    name: str = ""
    bot: str = ""
    """Level or name of the bot on this seat; empty for people."""
    connected: bool = False
    away: bool = False
    """A bot plays for the absent owner."""
    ready: bool = False
    left: bool = False
    player: str = ""
    """Public id of the player, for profile and history; empty for guests."""
    next: str = ""
    """Name of the person who takes this seat when the next round begins."""


class RoomInfo(Wire, kw_only=True):
    """What everybody may know of a room: the game, its rules and the players."""

    room: str
    match: str
    game: str
    rulebook: str
    options: Json
    """Every option with its value."""
    changed: Json
    """Only the options that differ from the rulebook."""
    status: Status
    mode: Mode
    dialect: Literal["native", "arena"]
    visibility: Visibility
    clock: int
    seats: list[SeatInfo]
    host: int | None
    spectators: int
    commitment: str
    """SHA-256 of the seed of all shuffles, published before the deal."""
    seq: Seq
    created_at: str
    link: str
    chat: bool
    previous: str = ""
    """Match that was played here before (rematch)."""
    next: str = ""
    """Match that follows this one (rematch)."""
    result: Json | None = None
    starts_in_ms: int | None = None
    """Milliseconds until the match starts automatically, with bots on the free seats; null if the players start it."""


class RoomList(Wire, kw_only=True):
    """Listed rooms, joinable ones first."""

    rooms: list[RoomInfo]


class SeatedAnswer(Wire, kw_only=True):
    """The caller has a seat. `secret` is sent only once."""

    room: str
    match: str
    seat: int
    you: str
    secret: str
    waiting: bool = False
    """True if the caller gets the seat when the next round begins."""
    seq: Seq


class Done(Wire, kw_only=True):
    """The request was carried out; the log stands at `seq`."""

    seq: Seq


class NewPlayer(Wire, kw_only=True):
    """An identity for ladder and history. Keep `secret`; it is stored nowhere else."""

    player: str
    secret: str


class KickRequest(Wire, kw_only=True):
    """The host removes a seat."""

    seat: SeatNumber


class VoteRequest(Wire, kw_only=True):
    """Vote to remove a seat; more than half of the other people present decide."""

    seat: SeatNumber


class ReadyRequest(Wire, kw_only=True):
    """Ready for the start or the next round."""

    ready: bool = True


class BotRequest(Wire, kw_only=True):
    """The host puts a bot on a free seat, or takes it away (`bot` empty)."""

    seat: SeatNumber
    bot: Annotated[str, Meta(max_length=100)] = ""


class ChatRequest(Wire, kw_only=True):
    """Send a chat line or an emote."""

    text: Annotated[str, Meta(max_length=1000)] = ""
    emote: Annotated[str, Meta(max_length=20)] = ""


class MuteRequest(Wire, kw_only=True):
    """Mute the chat of a seat for the caller, or unmute it."""

    seat: SeatNumber
    mute: bool = True


class RematchInfo(Wire, kw_only=True):
    """Who wants another match; `match` is set once it exists."""

    wanted: list[int]
    match: str = ""
    seq: Seq = 0
