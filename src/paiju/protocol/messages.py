"""Messages of the live socket, in both directions."""

from typing import Annotated, Literal

from msgspec import Meta

from paiju.protocol.base import ActionId, Code, Json, Language, Problem, SeatNumber, Secret, Seq, Wire
from paiju.protocol.play import Event, TurnClock, ViewAnswer
from paiju.protocol.rooms import RoomInfo

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
    """When an `update` carries the view: always, only when this seat may act, or never."""
    hints: bool = False
    """Send a `hint` message whenever this seat is on turn."""
    lang: Language = "en-US"


class Exit(Wire, kw_only=True, tag="exit"):
    """Stop watching; the seat is kept."""

    id: RequestId = 0


class Act(Wire, kw_only=True, tag="act"):
    """See `ActRequest`. Answered by `acked` or `refused`."""

    id: RequestId = 0
    action: Json
    before: Json | None = None
    action_id: ActionId | None = None
    expected_seq: Seq | None = None


class Check(Wire, kw_only=True, tag="check"):
    """See `CheckRequest`. Answered by `checked`."""

    id: RequestId = 0
    action: Json


class AskHint(Wire, kw_only=True, tag="hint"):
    """Ask for a hint. Answered by `hint`."""

    id: RequestId = 0


class AskEvents(Wire, kw_only=True, tag="events"):
    """Events since a seq. Answered by `events`."""

    id: RequestId = 0
    since: Seq = 0


class AskView(Wire, kw_only=True, tag="view"):
    """The whole view again. Answered by `snapshot`."""

    id: RequestId = 0


class ReadyMessage(Wire, kw_only=True, tag="ready"):
    """Ready, or no longer ready."""

    id: RequestId = 0
    ready: bool = True


class StartMessage(Wire, kw_only=True, tag="start"):
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


class LeaveMessage(Wire, kw_only=True, tag="leave"):
    """Give up the seat."""

    id: RequestId = 0


class Say(Wire, kw_only=True, tag="say"):
    """Send a chat line or an emote."""

    id: RequestId = 0
    text: Annotated[str, Meta(max_length=1000)] = ""
    emote: Annotated[str, Meta(max_length=20)] = ""


class Mute(Wire, kw_only=True, tag="mute"):
    """See `MuteRequest`."""

    id: RequestId = 0
    seat: SeatNumber
    mute: bool = True


class Rematch(Wire, kw_only=True, tag="rematch"):
    """Ask for another match in the same room."""

    id: RequestId = 0


class BackMessage(Wire, kw_only=True, tag="back"):
    """Take the seat over from the bot that played it because its owner let the time run out. Any move does so too."""

    id: RequestId = 0


class Ping(Wire, kw_only=True, tag="ping"):
    """Answered by `pong`."""

    id: RequestId = 0


ClientMessage = (
    Enter | Exit | Act | Check | AskHint | AskEvents | AskView | ReadyMessage | StartMessage | Kick | Vote | SetBot
    | LeaveMessage | Say | Mute | Rematch | BackMessage | Ping
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
    """True if `events` has everything after `since`."""
    chat: list["Chatted"]


class Update(Wire, kw_only=True, tag="update"):
    """New entries in the log: events in order, views as requested by `enter`."""

    room: str
    seq: Seq
    events: list[Event]
    clock: TurnClock
    view: Json | None = None
    legal: list[Json] | None = None
    latency_ms: int | None = None


class RoomChanged(Wire, kw_only=True, tag="room"):
    """The room has changed: its seats, host, status, presence or countdown."""

    info: RoomInfo


class Acked(Wire, kw_only=True, tag="acked"):
    """The request was carried out and is stored."""

    re: RequestId
    seq: Seq
    repeated: bool = False
    penalty: Problem | None = None


class RefusedMessage(Wire, kw_only=True, tag="refused"):
    """The request was refused; nothing changed."""

    re: RequestId
    problem: Problem


class CheckedMessage(Wire, kw_only=True, tag="checked"):
    """Answer to `check`."""

    re: RequestId
    legal: bool
    problem: Problem | None
    seq: Seq
    reading: Json | None = None
    """See `Checked`."""


class HintMessage(Wire, kw_only=True, tag="hint"):
    """Answer to `hint` (`re`), or sent when this seat is on turn (`re` 0)."""

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
    """A chat line or an emote of somebody."""

    seat: int
    """SPECTATOR (−3) for somebody without a seat."""
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
    Entered | Update | RoomChanged | Acked | RefusedMessage | CheckedMessage | HintMessage | EventsMessage | Snapshot
    | Chatted | Rematched | Pong | Gone
)  # fmt: skip
