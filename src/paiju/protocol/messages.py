"""Every request, answer and live message of the native API, as types.

Names are camelCase on the wire. Unknown fields are refused. Actions, views and options are the JSON forms of the
games (`Action.to_json`, `View.to_json`, `Rules.options`), so a new game needs no change here.

HTTP and WebSocket share the same structs: what `POST /rooms/{room}/act` answers is what `act` answers on the socket.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

Json = dict[str, Any]
"""A JSON object of a game: an action, a view, options, a result. (msgspec knows any JSON value as `Any`.)"""

Code = Annotated[str, Meta(pattern="^[A-Za-z0-9]{4,12}$", description="Short code of a room, any letter case.")]
Name = Annotated[str, Meta(min_length=1, max_length=128, description="1–32 visible characters.")]
SeatNumber = Annotated[int, Meta(ge=0, le=31)]
Seq = Annotated[int, Meta(ge=0, le=2**53 - 1, description="Number of an entry in the log of the match.")]
ActionId = Annotated[str, Meta(min_length=1, max_length=64, description="Chosen by the caller; a repeat adds nothing.")]
Secret = Annotated[str, Meta(min_length=16, max_length=128)]
Language = Literal["zh-CN", "en-US"]
Visibility = Literal["listed", "link"]
Status = Literal["waiting", "playing", "ended", "closed"]
Mode = Literal["ranked", "casual", "competitive", "sandbox"]
"""`ranked` and `casual` are native rooms; `competitive` and `sandbox` those of the arena dialect."""


class Wire(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """Base of all types: camelCase names, strict."""


# --- errors ---------------------------------------------------------------------------------------------------


class Problem(Wire, kw_only=True):
    """Why something was refused. `code` is stable, `text` is in the caller's language."""

    code: str
    text: str
    params: Json = {}
    rule: str = ""
    """Where the rule stands, `uno#INVALID_CARD`; empty when it is no rule of the game."""
    incident: str = ""
    """Set on an internal error: the number under which the server's log has the details."""


class ErrorAnswer(Wire, kw_only=True):
    """Body of every HTTP answer that is not 2xx."""

    error: Problem


# --- games and rooms ------------------------------------------------------------------------------------------


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
    """What a room of this game can be."""

    name: str
    default_rulebook: str
    rulebooks: list[RulebookInfo]
    knobs: list[KnobInfo]
    levels: list[str]
    """Strengths of house bots, weakest first."""
    bots: list[str]
    """Every bot that can sit here, by registry name; a level or one of these names a bot."""


class ServerInfo(Wire, kw_only=True):
    """What a page wants to know before anything else."""

    version: str
    games: list[GameInfo]
    emotes: list[str]
    languages: list[str]


class CreateRoom(Wire, kw_only=True):
    """Make a room. With `name` the caller takes the first seat and is its host."""

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
    """Level or name of a house bot; empty for people."""
    connected: bool = False
    away: bool = False
    """A bot plays for the absent owner."""
    ready: bool = False
    left: bool = False
    player: str = ""
    """Public id of the player, for profile and history; empty for guests."""
    next: str = ""
    """Name of who takes this seat when the next round begins."""


class RoomInfo(Wire, kw_only=True):
    """A room before joining: what is played, by whom, how."""

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


class RoomList(Wire, kw_only=True):
    """Listed rooms, joinable ones first."""

    rooms: list[RoomInfo]


class Seated(Wire, kw_only=True):
    """The caller has a seat. `secret` is shown this once."""

    room: str
    match: str
    seat: int
    you: str
    secret: str
    waiting: bool = False
    """True: the seat becomes yours when the next round begins."""
    seq: Seq


class Done(Wire, kw_only=True):
    """The thing asked for has been done and is stored at `seq`."""

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


class ActRequest(Wire, kw_only=True):
    """Do something at the table."""

    action: Json
    action_id: ActionId | None = None
    expected_seq: Seq | None = None
    """Refuse with `stale` when the log has gone on since."""


class CheckRequest(Wire, kw_only=True):
    """Would this be legal? No effect, no penalty."""

    action: Json


class ChatRequest(Wire, kw_only=True):
    """Say something, or show an emote."""

    text: Annotated[str, Meta(max_length=1000)] = ""
    emote: Annotated[str, Meta(max_length=20)] = ""


class MuteRequest(Wire, kw_only=True):
    """What this seat says does not reach the caller any more, or reaches it again."""

    seat: SeatNumber
    mute: bool = True


class RematchInfo(Wire, kw_only=True):
    """Who wants another match; `match` is set once it exists."""

    wanted: list[int]
    match: str = ""
    seq: Seq = 0


# --- play -----------------------------------------------------------------------------------------------------


class Acted(Wire, kw_only=True):
    """An accepted action. `seq` is where it stands in the log, synced."""

    seq: Seq
    repeated: bool = False
    """This `actionId` was answered before; nothing was added."""
    penalty: Problem | None = None
    """The rulebook punished the action instead of carrying it out."""


class Checked(Wire, kw_only=True):
    """The answer to a check."""

    legal: bool
    problem: Problem | None = None
    seq: Seq


class Hint(Wire, kw_only=True):
    """A proposal of a house bot for the own seat."""

    seq: Seq
    action: Json | None
    """None: there is nothing to do."""


class Clock(Wire, kw_only=True):
    """Whose time runs."""

    seat: int
    """−2: the host (a pause between rounds, a window); −4: nobody."""
    left_ms: int | None
    """Milliseconds left when this was sent; None = no limit."""
    total_ms: int | None = None
    deadline: str | None = None
    """The same as a time of day (UTC), for display only."""


class Event(Wire, kw_only=True):
    """One entry of the log as the recipient may know it."""

    seq: Seq
    at: str
    seat: int
    """Who acted: 0 … n − 1, −1 the shuffler, −2 the host, −3 the room."""
    action: Json
    """`type` and what is public of it, plus what concerns only the recipient."""


class ViewAnswer(Wire, kw_only=True):
    """All the caller may know of the position."""

    room: str
    match: str
    seq: Seq
    seat: int
    """−3 for spectators."""
    you: str
    """Own public id; empty for spectators."""
    view: Json | None
    """None before the start."""
    legal: list[Json]
    clock: Clock
    latency_ms: int | None = None
    """Round trip of the seat's live socket when it was last measured; None without one."""


class TrickNote(Wire, kw_only=True):
    """A trick that was taken."""

    n: int
    """Number of the trick in its hand, from 1."""
    winner: int
    points: int


class Note(Wire, kw_only=True, omit_defaults=True):
    """What came of an event, as everybody could see: for the log of somebody who was not there."""

    seq: Seq
    count: int = 0
    """Cards that were drawn."""
    success: bool | None = None
    """Whether a catch or a challenge was right."""
    forced: list[str] = []
    """What a failed throw had to lead instead."""
    trick: TrickNote | None = None


class EventsAnswer(Wire, kw_only=True):
    """Events after `since`, as the caller may know them."""

    room: str
    match: str
    seq: Seq
    events: list[Event]
    complete: bool
    """False: there are more; ask again with `since` = the last seq of this list."""
    notes: list[Note] = []
    """What came of these events, if it was asked for (`notes=true`)."""


# --- after the match ------------------------------------------------------------------------------------------


class MatchPlayer(Wire, kw_only=True):
    """Somebody's part in a finished match."""

    seat: int
    name: str
    player: str
    bot: str
    placement: int
    score: int


class MatchInfo(Wire, kw_only=True):
    """A finished match."""

    match: str
    room: str
    game: str
    rulebook: str
    mode: Mode
    finished_at: str
    players: list[MatchPlayer]
    result: Json
    entries: int


class MatchList(Wire, kw_only=True):
    """Finished matches, newest first."""

    matches: list[MatchInfo]
    next: str = ""
    """Pass as `before` for the following page; empty at the end."""


class LadderRow(Wire, kw_only=True):
    """One line of a ladder."""

    rank: int | None
    """None: fewer than ten matches."""
    player: str
    name: str
    bot: bool
    verified: bool
    """False: known only by a self-declared label (arena MAC)."""
    rating: float
    uncertainty: float
    """One standard deviation; the ladder is ordered by rating − 2 × uncertainty."""
    matches: int
    wins: int
    points: int


class Ladder(Wire, kw_only=True):
    """Ratings of one game and mode, from finished logs."""

    game: str
    mode: Mode
    rows: list[LadderRow]


class RatingPoint(Wire, kw_only=True):
    """A rating after a match."""

    at: str
    match: str
    rating: float
    uncertainty: float


class RatingLine(Wire, kw_only=True):
    """How a rating went."""

    game: str
    mode: Mode
    rating: float
    uncertainty: float
    matches: int
    wins: int
    points: list[RatingPoint]


class Share(Wire, kw_only=True):
    """Won how often, by seat or rulebook."""

    game: str
    key: str
    matches: int
    wins: int


class Profile(Wire, kw_only=True):
    """A player or a bot."""

    player: str
    name: str
    bot: bool
    verified: bool
    ratings: list[RatingLine]
    by_seat: list[Share]
    by_rulebook: list[Share]


class Versus(Wire, kw_only=True):
    """Two players against each other."""

    player: str
    other: str
    matches: int
    ahead: int
    behind: int
    level: int


# --- the live socket: what a client sends ---------------------------------------------------------------------

RequestId = Annotated[int, Meta(ge=0, le=2**53 - 1, description="Comes back as `re` in the answer.")]


class Enter(Wire, kw_only=True, tag="enter"):
    """Open a room on this socket. Without `secret`: as a spectator. Answered by `entered`."""

    id: RequestId = 0
    room: Code
    secret: Secret | None = None
    since: Seq | None = None
    """Resume: events after this seq are sent, or one snapshot when there are too many."""
    views: Literal["all", "turn", "none"] = "all"
    """When an `update` carries the view: always, only on the own turn (or chance to react), or never."""
    hints: bool = False
    """Send a `hint` message whenever it is the own turn."""
    lang: Language = "en-US"


class Exit(Wire, kw_only=True, tag="exit"):
    """Stop watching; the seat is kept."""

    id: RequestId = 0


class Act(Wire, kw_only=True, tag="act"):
    """See `ActRequest`. Answered by `acked` or `refused`."""

    id: RequestId = 0
    action: Json
    action_id: ActionId | None = None
    expected_seq: Seq | None = None


class Check(Wire, kw_only=True, tag="check"):
    """See `CheckRequest`. Answered by `checked`."""

    id: RequestId = 0
    action: Json


class AskHint(Wire, kw_only=True, tag="hint"):
    """Ask a house bot. Answered by `hint`."""

    id: RequestId = 0


class AskEvents(Wire, kw_only=True, tag="events"):
    """Events since a seq. Answered by `events`."""

    id: RequestId = 0
    since: Seq = 0


class AskView(Wire, kw_only=True, tag="view"):
    """The whole view again. Answered by `snapshot`."""

    id: RequestId = 0


class Ready(Wire, kw_only=True, tag="ready"):
    """Ready, or not any more."""

    id: RequestId = 0
    ready: bool = True


class Start(Wire, kw_only=True, tag="start"):
    """The host starts the match."""

    id: RequestId = 0


class Kick(Wire, kw_only=True, tag="kick"):
    """The host removes a seat."""

    id: RequestId = 0
    seat: SeatNumber


class Vote(Wire, kw_only=True, tag="vote"):
    """Vote to remove a seat."""

    id: RequestId = 0
    seat: SeatNumber


class SetBot(Wire, kw_only=True, tag="bot"):
    """The host seats or unseats a bot."""

    id: RequestId = 0
    seat: SeatNumber
    bot: Annotated[str, Meta(max_length=100)] = ""


class Leave(Wire, kw_only=True, tag="leave"):
    """Give the seat up."""

    id: RequestId = 0


class Say(Wire, kw_only=True, tag="say"):
    """Chat or emote."""

    id: RequestId = 0
    text: Annotated[str, Meta(max_length=1000)] = ""
    emote: Annotated[str, Meta(max_length=20)] = ""


class Mute(Wire, kw_only=True, tag="mute"):
    """See `MuteRequest`."""

    id: RequestId = 0
    seat: SeatNumber
    mute: bool = True


class Rematch(Wire, kw_only=True, tag="rematch"):
    """Want another match in the same room."""

    id: RequestId = 0


class Ping(Wire, kw_only=True, tag="ping"):
    """Answered by `pong`."""

    id: RequestId = 0


ClientMessage = (
    Enter | Exit | Act | Check | AskHint | AskEvents | AskView | Ready | Start | Kick | Vote | SetBot | Leave | Say
    | Mute | Rematch | Ping
)  # fmt: skip


# --- the live socket: what a server sends ---------------------------------------------------------------------


class Entered(Wire, kw_only=True, tag="entered"):
    """The room is open on this socket: everything needed to draw the table."""

    re: RequestId
    info: RoomInfo
    snapshot: ViewAnswer
    events: list[Event]
    """What was missed since `since`; empty when a snapshot alone was sent."""
    resumed: bool
    """True: `events` has everything after `since`."""
    chat: list["Chatted"]


class Update(Wire, kw_only=True, tag="update"):
    """The log went on. Events in order; views as asked for in `enter`."""

    room: str
    seq: Seq
    events: list[Event]
    clock: Clock
    view: Json | None = None
    legal: list[Json] | None = None
    latency_ms: int | None = None


class RoomChanged(Wire, kw_only=True, tag="room"):
    """Seats, host, status, presence or options for starting changed."""

    info: RoomInfo


class Acked(Wire, kw_only=True, tag="acked"):
    """The request was carried out and is stored."""

    re: RequestId
    seq: Seq
    repeated: bool = False
    penalty: Problem | None = None


class Refused(Wire, kw_only=True, tag="refused"):
    """The request was refused; nothing changed."""

    re: RequestId
    problem: Problem


class CheckedMessage(Wire, kw_only=True, tag="checked"):
    """Answer to `check`."""

    re: RequestId
    legal: bool
    problem: Problem | None
    seq: Seq


class HintMessage(Wire, kw_only=True, tag="hint"):
    """Answer to `hint` (`re`), or sent on the own turn (`re` 0)."""

    re: RequestId
    seq: Seq
    action: Json | None


class EventsMessage(Wire, kw_only=True, tag="events"):
    """Answer to `events`."""

    re: RequestId
    seq: Seq
    events: list[Event]
    complete: bool


class Snapshot(Wire, kw_only=True, tag="snapshot"):
    """Answer to `view`."""

    re: RequestId
    snapshot: ViewAnswer


class Chatted(Wire, kw_only=True, tag="chatted"):
    """Somebody said something."""

    seat: int
    """−3 for spectators."""
    name: str
    text: str
    emote: str
    at: str


class Rematched(Wire, kw_only=True, tag="rematched"):
    """The room goes on with another match; the socket follows it."""

    wanted: list[int]
    info: RoomInfo | None = None
    seat: int | None = None


class Pong(Wire, kw_only=True, tag="pong"):
    """Answer to `ping`."""

    re: RequestId
    at: str


class Gone(Wire, kw_only=True, tag="gone"):
    """This socket has no room any more: `replaced` (another connection took the seat), `kicked`, `left`, `closed`,
    `restarting`."""

    reason: Literal["replaced", "kicked", "left", "closed", "restarting"]


ServerMessage = (
    Entered | Update | RoomChanged | Acked | Refused | CheckedMessage | HintMessage | EventsMessage | Snapshot | Chatted
    | Rematched | Pong | Gone
)  # fmt: skip
