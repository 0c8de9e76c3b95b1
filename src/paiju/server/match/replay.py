"""Replaying a log: the state of a match and its room follows from the entries alone, without clock or I/O."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from paiju.engine.errors import GameError
from paiju.engine.game import CHANCE, HOST, Action, Game, Rules, Seat, Shuffle, State
from paiju.engine.shuffle import FairSource
from paiju.games.registry import find_game
from paiju.server.auth import same
from paiju.server.match.action_keys import ActionKeys
from paiju.server.match.entries import (
    ROOM,
    AnyRoomEntry,
    Away,
    Back,
    Closed,
    Countdown,
    Finished,
    HostMoved,
    Opened,
    Queued,
    Ready,
    RematchMade,
    RematchWanted,
    Seated,
    Started,
    Unseated,
    Voted,
    decode_game,
    decode_room,
)
from paiju.server.match.log_entry import LogEntry
from paiju.storage.faults import DamagedLog
from paiju.storage.log import VERSION, Entry

Shuffles = Callable[[bytes], FairSource]
"""Makes the shuffles that belong to a seed."""


class Place:
    """A seat of the room."""

    __slots__ = (
        "address",
        "away_bot",
        "bot",
        "extra",
        "idle",
        "joined",
        "label",
        "late",
        "left",
        "name",
        "player",
        "public",
        "secret_hash",
    )

    def __init__(self) -> None:
        self.public = ""
        self.name = ""
        self.secret_hash = ""
        self.player = ""
        self.bot = ""
        """The bot that owns the seat."""
        self.away_bot = ""
        """The bot that plays until the owner is back."""
        self.idle = False
        """`away_bot` plays because the owner let the time run out: only a move of the owner ends that."""
        self.left = False
        self.label = ""
        self.address = ""
        self.joined = -1
        """seq of the entry that seated the owner. The longest-seated person is the next host."""
        self.late = False
        """The match had begun when the owner was seated."""
        self.extra: dict[str, Any] = {}

    @property
    def free(self) -> bool:
        """Whether nobody sits here."""
        return not self.public

    @property
    def person(self) -> bool:
        """Whether a person sits here."""
        return bool(self.secret_hash)

    @property
    def driver(self) -> str:
        """The bot that plays this seat now, or "" when its owner does."""
        return self.bot or self.away_bot


def seated_again(seat: int, owner: "Place | Queued") -> Seated:
    """The entry that seats a known person: the owner of another seat, or somebody who waited for this one."""
    place = owner if isinstance(owner, Place) else Place()
    return Seated(
        seat=seat,
        public=owner.public,
        name=owner.name,
        secret_hash=owner.secret_hash,
        player=owner.player,
        bot=place.bot,
        label=place.label,
        address=owner.address,
        extra=place.extra,
    )


class Folded:
    """The state of a match and its room after the entries of a log."""

    __slots__ = (
        "begun_at",
        "closed",
        "countdown",
        "created_at",
        "due",
        "ended_at",
        "finished",
        "game",
        "game_seq",
        "header",
        "host",
        "keys",
        "last_at",
        "match",
        "next_match",
        "places",
        "queue",
        "ready",
        "rematch_wanted",
        "rules",
        "seq",
        "source",
        "state",
        "votes",
    )

    def __init__(self, match: str, header: Opened, at: int, source: Shuffles = FairSource) -> None:
        self.match: Final = match
        self.header: Final = header
        self.game: Final[Game] = find_game(header.game)
        self.rules: Final[Rules] = self.game.rules(header.rulebook, header.options)
        self.places: Final = [Place() for _ in range(header.seats)]
        self.queue: Final[dict[int, Queued]] = {}
        self.source = source(bytes.fromhex(header.seed))
        self.state: State | None = None
        self.host: int | None = None
        self.seq = 0
        self.game_seq = 0
        """seq of the last action of the game: what `expectedSeq` is compared with."""
        self.created_at: Final = at
        self.last_at = at
        self.begun_at: int | None = None
        self.ended_at: int | None = None
        self.due: int | None = None
        self.countdown: int | None = None
        self.finished: Finished | None = None
        self.next_match = ""
        self.closed = ""
        self.keys: Final = ActionKeys()
        self.ready: Final[set[int]] = set()
        self.votes: Final[dict[int, set[int]]] = {}
        """Votes to remove players: the seat of each, and the seats that voted for it."""
        self.rematch_wanted: Final[set[int]] = set()

    # --- asking -------------------------------------------------------------------------------------------

    @property
    def status(self) -> str:
        """waiting, playing, ended or closed."""
        if self.closed:
            return "closed"
        if self.finished is not None:
            return "ended"
        return "playing" if self.state is not None else "waiting"

    def seat_of(self, secret_hash: str) -> int | None:
        """The seat whose owner has this secret, or None."""
        found = None
        for seat, place in enumerate(self.places):
            if place.secret_hash and same(place.secret_hash, secret_hash):
                found = seat
        return found

    def queued_seat_of(self, secret_hash: str) -> int | None:
        """The seat for which the late joiner with this secret waits, or None."""
        for seat, waiting in self.queue.items():
            if same(waiting.secret_hash, secret_hash):
                return seat
        return None

    def people(self) -> list[int]:
        """Seats with a person, the longest-seated first."""
        seats = [seat for seat, place in enumerate(self.places) if place.person]
        return sorted(seats, key=lambda seat: self.places[seat].joined)

    # --- folding ------------------------------------------------------------------------------------------

    def room_entry(self, seq: int, at: int, entry: AnyRoomEntry) -> None:
        """Apply a change of the room."""
        match entry:
            case Seated():
                self._seat(seq, entry)
            case Queued():
                self.queue[entry.seat] = entry
            case Unseated():
                self._unseat(entry)
            case HostMoved():
                self.host = entry.seat
            case Away():
                self.places[entry.seat].away_bot = entry.bot
                self.places[entry.seat].idle = entry.reason == "idle"
            case Back():
                self.places[entry.seat].away_bot = ""
                self.places[entry.seat].idle = False
            case Countdown():
                self.countdown = entry.ends_at
            case Started():
                if entry.seats:
                    del self.places[entry.seats :]
                self.state = self.game.new(self.rules, len(self.places))
                self.begun_at = at
                self.countdown = None
            case Finished():
                self.finished = entry
                self.ended_at = at
                self.ready.clear()
            case Ready():
                (self.ready.add if entry.ready else self.ready.discard)(entry.seat)
            case Voted():
                self.votes.setdefault(entry.seat, set()).add(entry.by)
            case RematchWanted():
                self.rematch_wanted.add(entry.seat)
            case RematchMade():
                self.next_match = entry.match
            case Closed():
                self.closed = entry.reason
            case Opened():
                raise DamagedLog("opened twice")
        self._passed(seq, at)

    def _seat(self, seq: int, entry: Seated) -> None:
        place = Place()
        place.public = entry.public
        place.name = entry.name
        place.secret_hash = entry.secret_hash
        place.player = entry.player
        place.bot = entry.bot
        place.label = entry.label
        place.address = entry.address
        place.joined = seq
        place.late = self.state is not None
        place.extra = entry.extra
        self.places[entry.seat] = place
        self.queue.pop(entry.seat, None)
        self.ready.clear()

    def _unseat(self, entry: Unseated) -> None:
        if entry.queued:
            self.queue.pop(entry.seat, None)
            return
        self.ready.discard(entry.seat)
        self.rematch_wanted.discard(entry.seat)
        self.votes.pop(entry.seat, None)
        for voters in self.votes.values():
            voters.discard(entry.seat)
        if self.state is None:
            self.places[entry.seat] = Place()
        else:
            place = self.places[entry.seat]
            place.secret_hash = ""
            place.left = True
            place.bot = entry.bot
            place.away_bot = ""
            place.idle = False

    def game_entry(self, seq: int, at: int, after: State, source: FairSource, due: int | None) -> None:
        """Apply actions of the game, the last of them at `seq`; `after` is the position they led to."""
        self.state = after
        self.source = source
        self.due = due
        self.game_seq = seq
        self._passed(seq, at)

    def host_acted(self, data: Mapping[str, Any]) -> None:
        """Note an action of the host: when a round begins, nobody is ready for the next one."""
        if self.ready and str(data.get("type", "")) in self.game.round_types():
            self.ready.clear()

    def _passed(self, seq: int, at: int) -> None:
        self.seq = seq
        self.last_at = at

    def key_of(self, seat: int, action_id: str) -> str:
        """The key of an action id in the log. Action ids of a seat's earlier owner do not count for a later one."""
        place = self.places[seat]
        return f"{seat}@{place.joined}:{action_id}" if place.late else f"{seat}:{action_id}"


Tell = Callable[[LogEntry], None]
"""Receives every entry of a log with its facts."""


def entries_with_facts(
    match: str, entries: Sequence[Entry], since: int, source: Shuffles = FairSource
) -> list[LogEntry]:
    """The entries after `since` of a complete log, with their facts."""
    lines: list[LogEntry] = []
    fold(match, entries, source, lines.append)
    return [line for line in lines if line.seq > since]


def fold(match: str, entries: Sequence[Entry], source: Shuffles = FairSource, tell: Tell | None = None) -> Folded:
    """Replay a complete log. Raises `DamagedLog` unless shuffles follow from the seed and all actions are legal."""
    if not entries:
        raise DamagedLog("empty")
    try:
        return _fold(match, entries, source, tell)
    except DamagedLog:
        raise
    except (GameError, ValueError, KeyError, IndexError, TypeError) as error:
        raise DamagedLog(f"{type(error).__name__}") from error


def _fold(match: str, entries: Sequence[Entry], source: Shuffles, tell: Tell | None) -> Folded:
    header = decode_room(entries[0].data)
    if not isinstance(header, Opened) or entries[0].seq != 0:
        raise DamagedLog("does not begin with its header")
    folded = Folded(match, header, entries[0].at, source)
    for entry in entries[1:]:
        _follow(folded, entry, tell)
    return folded


def follow(folded: Folded, entries: Sequence[Entry], tell: Tell) -> None:
    """Apply further entries of a log. The position before them is not modified: `folded` gets another one.

    Raises `DamagedLog` as `fold` does; then `folded` cannot be used any more.
    """
    if folded.state is not None and any(entry.actor != ROOM for entry in entries):
        folded.state = folded.state.copy()
        folded.source = folded.source.copy()
    try:
        for entry in entries:
            _follow(folded, entry, tell)
    except DamagedLog:
        raise
    except (GameError, ValueError, KeyError, IndexError, TypeError) as error:
        raise DamagedLog(f"{type(error).__name__}") from error


def _follow(folded: Folded, entry: Entry, tell: Tell | None) -> None:
    if entry.seq != folded.seq + 1:
        raise DamagedLog(f"entry {folded.seq + 1} is missing")
    if entry.version > VERSION:
        raise DamagedLog(f"entry {entry.seq} has version {entry.version}")
    if entry.actor == ROOM:
        happened = decode_room(entry.data)
        folded.room_entry(entry.seq, entry.at, happened)
        if tell is not None:
            tell(LogEntry(entry.seq, entry.at, ROOM, happened))
    else:
        _replay(folded, entry, tell)
    if entry.key is not None:
        folded.keys.add(entry.key, entry.seq)


def _replay(folded: Folded, entry: Entry, tell: Tell | None) -> None:
    state = folded.state
    if state is None:
        raise DamagedLog(f"entry {entry.seq} is an action before the start")
    line = decode_game(entry.data)
    action: Action = folded.game.action_from_json(line.a)
    actor = Seat(entry.actor)
    if isinstance(action, Shuffle):
        wanted = state.chance()
        if actor != CHANCE or folded.source.order(wanted) != action.order:
            raise DamagedLog(f"entry {entry.seq} is not the shuffle of the seed")
    elif actor == HOST:
        folded.host_acted(line.a)
    elif state.refusal(actor, action):
        raise DamagedLog(f"entry {entry.seq} is not legal")
    if tell is None:
        state.apply(actor, action)
    else:
        tell(LogEntry(entry.seq, entry.at, actor, line.a, state.apply_with_facts(actor, action)))
    folded.game_entry(entry.seq, entry.at, state, folded.source, line.due)
