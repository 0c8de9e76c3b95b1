"""The fast path of an ordinary action: check, append, sync, apply, acknowledge, tell, without a task or a coroutine.

Nearly every action takes it. Everything unusual goes through `Table.act`: a table that is being written to or may be
behind its log, a seat that a bot plays for its owner, a repeated action id, an old seq, a catch, an action that the
rules refuse. Both use `Table.prepare`, the log and `Table.take`.
"""

from functools import partial

from paiju.engine.game import Action, Seat
from paiju.server.match.changes import Accepted
from paiju.server.match.draft import Draft
from paiju.server.match.table import Table
from paiju.storage.faults import StoreError
from paiju.storage.log import Append


class Caller:
    """Whoever asks for an action. The methods are called in this order."""

    def admit(self, table: Table) -> bool:
        """Called after all other checks. If it returns False, the action is dropped."""
        raise NotImplementedError

    def acknowledge(self, done: Accepted) -> None:
        """The action is stored. Nobody has been told of it yet."""
        raise NotImplementedError

    def finish(self, fault: StoreError | None) -> None:
        """Everybody has been told, or the action could not be stored; then nothing has changed."""
        raise NotImplementedError


def try_act(table: Table, seat: int, action: Action, key: str | None, expected_seq: int | None, caller: Caller) -> bool:
    """Start to carry out an ordinary action. Returns False, and does nothing, if `Table.act` has to handle it."""
    folded = table.folded
    state = folded.state
    if state is None or not table.is_current() or folded.finished is not None or folded.closed:
        return False
    if folded.places[seat].away_bot:
        return False
    if expected_seq is not None and not folded.game_seq <= expected_seq <= folded.seq:
        return False
    if key is not None and folded.keys.may_know(key):
        return False
    if folded.game.catch_target(action) is not None or state.refusal(Seat(seat), action):
        return False
    if not table.lock.try_acquire():
        return False
    try:
        if not caller.admit(table):
            table.lock.release()
            return True
        draft = Draft(folded)
        draft.act(Seat(seat), action)
        accepted = Accepted(folded.seq + 1, draft.lines[0][2])
        draft.advance(table.host_step)
        step = table.prepare(draft, key)
    except BaseException:
        table.lock.release()
        raise

    def stored(fault: StoreError | None) -> None:
        try:
            if fault is None:
                table.take(step, partial(caller.acknowledge, accepted))
            else:
                table.not_stored(fault)
        finally:
            table.lock.release()
            caller.finish(fault)

    table.context.log.submit(Append(folded.match, step.entries, step.statements), stored)
    return True
