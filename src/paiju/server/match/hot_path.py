"""The fast path of an ordinary action: read, check, append, sync, apply, acknowledge, tell; no task, no coroutine.

Nearly every action takes it. Everything unusual goes through `Table.act`: a table that is being written to or may be
behind its log, a seat that a bot plays for its owner, a repeated action id, an old seq, a catch, an action that the
rules refuse. Both use `Table.prepare`, the log, `Table.apply` and `Table.tell`.
"""

from typing import Final

import msgspec
from mypy_extensions import mypyc_attr

from paiju.engine.errors import BadNotation
from paiju.engine.game import Seat
from paiju.protocol.messages import Act
from paiju.server.match.changes import Listener
from paiju.server.match.draft import Draft
from paiju.server.match.table import Table
from paiju.server.web.json_input import has_no_other_keys
from paiju.storage.faults import StoreError

_decode: Final = msgspec.json.Decoder(Act).decode


@mypyc_attr(allow_interpreted_subclasses=True)
class PlayerConnection(Listener[Table]):
    """A connection that asks for actions. The methods are called in this order."""

    def admit(self, table: Table, request: int, text: bytes) -> bool:
        """Called after all other checks. If it returns False, the action is dropped."""
        raise NotImplementedError

    def acknowledge(self, seq: int) -> None:
        """The action is stored at `seq`. Nobody has been told of it yet."""
        raise NotImplementedError

    def finish(self, fault: StoreError | None) -> None:
        """Everybody has been told, or the action could not be stored; then nothing has changed."""
        raise NotImplementedError


def try_act(table: Table, seat: int, text: bytes, player: PlayerConnection) -> bool:
    """Start to carry out an ordinary `act` message of the owner of this seat. Returns False, and does nothing, if
    the message has to be handled like all others."""
    folded = table.folded
    state = folded.state
    if state is None or not table.is_current() or folded.finished is not None or folded.closed:
        return False
    place = folded.places[seat]
    if not place.person or place.away_bot:
        return False
    message = _ordinary(text)
    if message is None or message.action.get("playerId", table.player_ids[seat]) != table.player_ids[seat]:
        return False
    expected_seq = message.expected_seq
    if expected_seq is not None and not folded.game_seq <= expected_seq <= folded.seq:
        return False
    key = None if message.action_id is None else folded.key_of(seat, message.action_id)
    if key is not None and folded.keys.may_know(key):
        return False
    try:
        action = folded.game.action_from_json(message.action)
    except BadNotation:
        return False
    if folded.game.catch_target(action) is not None or state.refusal(Seat(seat), action):
        return False
    if not table.lock.try_acquire():
        return False
    try:
        if not player.admit(table, message.id, text):
            table.lock.release()
            return True
        draft = Draft(folded)
        draft.act(Seat(seat), action)
        draft.advance(table.host_step)
        step = table.prepare(draft, key)
    except BaseException:
        table.lock.release()
        raise

    def stored(fault: StoreError | None) -> None:
        try:
            if fault is None:
                change = table.apply(step)
                player.acknowledge(step.told[0].seq)
                table.tell(change, step.due, step.decision)
            else:
                table.not_stored(fault)
        finally:
            table.lock.release()
            player.finish(fault)

    table.context.log.submit(step.append, stored)
    return True


def _ordinary(text: bytes) -> Act | None:
    """The message in a text; None if it is not an `act`, or one that has to be examined more closely."""
    try:
        message = _decode(text)
    except (ValueError, RecursionError):
        return None
    fields = 3 + (message.action_id is not None) + (message.expected_seq is not None)
    if message.id == 0 or message.before is not None or not has_no_other_keys(text, message.action, fields):
        return None
    return message
