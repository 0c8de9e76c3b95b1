"""Bots decide: turns and reactions of the seats they play, and hints for people."""

from typing import Final

import structlog

from paiju.engine.game import Action, Seat, State
from paiju.engine.shuffle import derived
from paiju.server.errors import Refusal
from paiju.server.match.bot_process import BotFailed
from paiju.server.match.bots import FAILURES, Decision
from paiju.server.match.table import Table
from paiju.storage.faults import DamagedLog

_log: Final = structlog.get_logger("paiju.bots")


async def think(table: Table, seat: int, seq: int) -> None:
    """Let the bot of a seat decide about position `seq`, off the event loop, and carry out its answer.

    Without a usable answer the default action is played for the seat on turn, see `Table.act_for_bot`.
    """
    folded = table.folded
    state = folded.state
    if state is None or folded.game_seq != seq or not folded.places[seat].driver:
        table.thought(seat, seq, again=False)
        return
    on_turn = state.turn() == seat
    answer = await _decide(table, state, seat, on_turn)
    again = False
    try:
        if on_turn or answer is not None:
            code = await table.act_for_bot(seat, answer, seq)
            if code:
                _log.warning("bot refused", bot=folded.places[seat].driver, code=code)
    except Refusal as refusal:
        lost = refusal.code == "stale" and table.folded.game_seq == seq  # others changed the room, not the position
        again = lost or refusal.code in ("catch_too_early", "catch_paused", "store_away")
    except DamagedLog:
        _log.error("table cannot be read again", match=folded.match)
    finally:
        table.thought(seat, seq, again=again)


async def _decide(table: Table, state: State, seat: int, on_turn: bool) -> object:
    """The bot's answer, which may be anything. None if it has none, failed or took too long."""
    folded = table.folded
    spec = folded.places[seat].driver
    bots = table.context.bots
    seed = derived(int.from_bytes(folded.source.seed[:8], "big"), seat, folded.game_seq)
    seconds = table.context.settings.think_seconds
    decision = Decision(state.view(Seat(seat)), seed, on_turn, seconds, folded.match)
    try:
        bot = table.bots.get(seat)
        if bot is None or bot[0] != spec:
            bot = table.bots[seat] = (spec, bots.make(spec, folded.game))
        return await bot[1].decide(decision)
    except FAILURES as error:
        kind = str(error) if isinstance(error, BotFailed) else type(error).__name__
        _log.warning("bot failed", bot=spec, kind=kind)
        return None


async def hint(table: Table, seat: int) -> Action | None:
    """What a strong bot would do in this seat; None if the seat may do nothing now, or the bot has no answer."""
    folded = table.folded
    state = folded.state
    if state is None or state.over():
        return None
    view = state.view(Seat(seat))
    if not view.legal:
        return None
    seed = derived(int.from_bytes(folded.source.seed[8:16], "big"), seat, folded.game_seq)
    seconds = table.context.settings.think_seconds * 2
    line = f"hints for {folded.places[seat].address}"  # one for all rooms of an address: asking costs it nothing
    decision = Decision(view, seed, state.turn() == seat, seconds, line)
    try:
        answer = await table.context.bots.make("hard", folded.game).decide(decision)
    except FAILURES:
        return None
    return answer if isinstance(answer, Action) else None
