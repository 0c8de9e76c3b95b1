"""What came of the actions of a log that everybody could watch: cards drawn, a challenge won, a trick taken.

Events say what was done. Who was there saw what came of it; who comes late gets it from here, for the table's log.
Only numbers of cards and what lay on the table are looked at, so that nothing hidden can get into a note.
"""

from collections.abc import Callable, Iterable, Sequence

from paiju.engine.game import CHANCE, Action, Seat, State
from paiju.games.registry import find_game
from paiju.games.shandong.position import Position as ShandongPosition
from paiju.games.uno.position import Position as UnoPosition
from paiju.protocol.play import Note, TrickNote
from paiju.server.match.entries import ROOM, Opened, Started, decode_game, decode_room
from paiju.storage.faults import DamagedLog
from paiju.storage.log import Entry

Step = tuple[int, Seat, Action]
"""Number, actor and action of an entry."""
_Noted = Callable[[int, str], Note | None]
"""The note on an action, by its seq and type, after it has been carried out."""


def notes_of(entries: Sequence[Entry], since: int) -> list[Note]:
    """Notes on the entries after `since`; `entries` is the log from its beginning."""
    header = decode_room(entries[0].data)
    if not isinstance(header, Opened):
        raise DamagedLog("does not begin with its header")
    game = find_game(header.game)
    seats = header.seats
    steps: list[Step] = []
    for entry in entries[1:]:
        if entry.actor == ROOM:
            started = decode_room(entry.data)
            if isinstance(started, Started) and started.seats:
                seats = started.seats
        else:
            steps.append((entry.seq, Seat(entry.actor), game.action_from_json(decode_game(entry.data).a)))
    return notes_along(game.new(game.rules(header.rulebook, header.options), seats), steps, since)


def notes_along(state: State, steps: Iterable[Step], since: int = 0) -> list[Note]:
    """Notes on the steps after `since`, which are carried out from `state` on."""
    notes: list[Note] = []
    for seq, seat, action in steps:
        noted = _watch(state)
        state.apply(seat, action)
        note = noted(seq, str(action.to_json()["type"])) if seq > since and seat != CHANCE else None
        if note is not None:
            notes.append(note)
    return notes


def _watch(state: State) -> _Noted:
    """Remember what has to be compared: the next action changes the position."""
    if isinstance(state, UnoPosition):
        return _watch_uno(state)
    if isinstance(state, ShandongPosition):
        return _watch_shandong(state)
    return lambda _seq, _kind: None


def _watch_uno(state: UnoPosition) -> _Noted:
    sizes = [len(hand) for hand in state.hands]

    def noted(seq: int, kind: str) -> Note | None:
        grown = sum(max(0, len(hand) - size) for hand, size in zip(state.hands, sizes, strict=True))
        count = grown if kind not in ("PLAY_CARD", "JUMP_IN", "START", "NEXT_ROUND") else 0
        asked = kind in ("CHALLENGE_UNO", "CHALLENGE_WILD_DRAW_FOUR") and state.last_success >= 0
        if not count and not asked:
            return None
        return Note(seq=seq, count=count, success=state.last_success == 1 if asked else None)

    return noted


def _watch_shandong(state: ShandongPosition) -> _Noted:
    number, last, failed = state.trick_number, state.last_trick, state.failed

    def noted(seq: int, _kind: str) -> Note | None:
        throw, trick = state.failed, state.last_trick
        if throw is not None and failed is None and not throw.forced.empty():
            return Note(seq=seq, forced=throw.forced.ids())
        if trick is None or trick is last:
            return None
        return Note(seq=seq, trick=TrickNote(n=number, winner=trick.winner, points=trick.points))

    return noted
