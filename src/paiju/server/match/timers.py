"""Carries out what is due at a table: host actions, time-outs, bots, absences."""

from paiju.engine.game import HOST, Seat, State
from paiju.server.errors import Refusal
from paiju.server.match.draft import Draft
from paiju.server.match.entries import Away, HostMoved
from paiju.server.match.replay import seated_again
from paiju.server.match.table import Table
from paiju.server.match.thinking import think
from paiju.storage.faults import Repeated, VersionConflict


async def tick(table: Table) -> None:
    """Carry out what is due. If the store is away, the clocks are paused."""
    log = table.context.log
    if not table.context.cluster.may_act() or not table.held:
        return
    try:
        if log.fault is not None and not await log.probe():
            raise Refusal("store_away")
        async with table.lock:
            await table.refresh()
            await _do_due(table)
    except Refusal as refusal:
        if refusal.code != "store_away":
            raise
        table.pause_clocks()
    except (VersionConflict, Repeated):
        table.reload_soon()


async def _do_due(table: Table) -> None:
    folded = table.folded
    state = folded.state
    if folded.closed or folded.finished is not None:
        return
    if folded.countdown is not None and folded.countdown <= table.context.clock.now_ms() + 1:
        for watcher in table.context.watchers:
            await watcher.on_countdown(table)
        return
    if await _absences(table):
        return
    if state is None:
        table.plan()
        return
    what = table.due_now()
    if what == "step":
        await next_step(table)
    elif what == "timeout":
        await _time_out(table, state)
    else:
        if what == "bots":
            for seat in table.bots_to_ask(state):
                table.context.spawn(think(table, seat, folded.game_seq))
        table.plan()


async def _time_out(table: Table, state: State) -> None:
    """Play the default action for the seat on turn. After too many of them in a row a bot plays for its owner."""
    seat = int(state.turn())
    place = table.folded.places[seat]
    draft = Draft(table.folded)
    most = table.policy.most_timeouts(table.folded)
    count = table.timeouts.get(seat, 0) + 1
    idle = most is not None and count >= most and place.person and not place.away_bot
    if idle:
        draft.room(Away(seat=seat, bot=table.policy.takeover_bot(table.folded), reason="idle"))
    draft.act(HOST, state.timeout(Seat(seat)))
    draft.advance(table.host_step)
    await table.store(draft)
    table.timeouts[seat] = 0 if idle else count
    if idle:
        table.restart_bots()


async def next_step(table: Table) -> None:
    """Carry out the next host action. Late joiners are seated before a new round. The caller holds the lock."""
    action, _ = table.host_step(table.running())
    assert action is not None  # otherwise nothing would be due
    draft = Draft(table.folded)
    if table.begins_round(action):
        for seat, waiting in sorted(table.folded.queue.items()):
            draft.room(seated_again(seat, waiting))
            table.bots.pop(seat, None)
            table.absent_since.setdefault(seat, table.now())
        if table.folded.host is None and table.folded.queue:
            draft.room(HostMoved(seat=min(table.folded.queue)))
    draft.act(HOST, action)
    draft.advance(table.host_step)
    await table.store(draft)


async def _absences(table: Table) -> bool:
    """Let bots play for absent players and replace an absent host. Returns whether something was stored."""
    now = table.now() + 0.001
    folded = table.folded
    limit, host_limit = table.policy.absent_ms(folded), table.policy.host_away_ms(folded)
    draft = Draft(folded)
    known = table.context.cluster.knows_presence()
    for seat, since in table.absent_since.items() if known else ():
        place = folded.places[seat]
        late = limit is not None and since + limit / 1000 <= now
        if late and folded.state is not None and place.person and not place.away_bot:
            draft.room(Away(seat=seat, bot=table.policy.takeover_bot(folded)))
        following = table.next_host()
        if (
            host_limit is not None
            and seat == folded.host
            and since + host_limit / 1000 <= now
            and following is not None
        ):
            draft.room(HostMoved(seat=following))
    if not draft.lines:
        return False
    await table.store(draft)
    table.restart_bots()
    return True
