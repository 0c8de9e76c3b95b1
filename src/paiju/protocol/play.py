"""Actions, views and events, shared by HTTP and the live socket."""

from typing import Final

from paiju.protocol.base import ActionId, Json, Problem, Seq, Status, Wire


class ActRequest(Wire, kw_only=True):
    """An action of the caller's seat."""

    action: Json
    before: Json | None = None
    """Another action of the same seat, carried out just before in the same step: both happen, or neither."""
    action_id: ActionId | None = None
    expected_seq: Seq | None = None
    """Refuse the action with `stale` if the game has moved on since this entry."""


class CheckRequest(Wire, kw_only=True):
    """Ask whether an action would be legal. Nothing changes."""

    action: Json


class Acted(Wire, kw_only=True):
    """An accepted action. It is stored and synced in the log at `seq`."""

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
    reading: Json | None = None
    """What the game recognises in a legal action, e.g. the pattern of cards that would be led; may be None."""


class Hint(Wire, kw_only=True):
    """What a strong bot would do in the caller's seat."""

    seq: Seq
    action: Json | None
    """None if the seat may do nothing now."""


ROOM: Final = -3
"""As the actor of an event or log entry: something happened to the room itself. Recipients are never ROOM; to them −3
is `paiju.engine.game.SPECTATOR`."""


class TurnClock(Wire, kw_only=True):
    """Whose time runs."""

    seat: int
    """The awaited seat; HOST (−2) in a pause between rounds or a window, NOBODY (−4) when nobody is awaited."""
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
    """Who acted: a seat, CHANCE (−1), HOST (−2), or ROOM (−3) for what happened to the room itself."""
    action: Json
    """`type`, the public fields, and those that only the recipient may see."""
    facts: list[Json] = []
    """The facts that it brought about, in order, as far as the recipient may know them; see docs/facts.md."""


class ViewAnswer(Wire, kw_only=True):
    """All the caller may know of the position."""

    room: str
    match: str
    seq: Seq
    seat: int
    """SPECTATOR (−3) for somebody without a seat."""
    you: str
    """Own public id; empty for spectators."""
    status: Status
    """`waiting` before the start, then `playing`, `ended` once the match is over, `closed` when its room is gone."""
    view: Json | None
    """None before the start."""
    legal: list[Json]
    clock: TurnClock
    latency_ms: int | None = None
    """Round trip of the seat's live socket when it was last measured; None without one."""


class EventsAnswer(Wire, kw_only=True):
    """Events after `since`, as the caller may know them."""

    room: str
    match: str
    seq: Seq
    events: list[Event]
    complete: bool
    """False: there are more; ask again with `since` = the last seq of this list."""
