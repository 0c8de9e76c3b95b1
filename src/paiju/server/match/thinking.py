"""Bots decide: turns and reactions of the seats they play, and hints for people."""

from functools import partial
from typing import Final

import structlog

from paiju.engine.errors import GameError
from paiju.engine.game import Action, Seat
from paiju.engine.shuffle import FastSource, derived
from paiju.server.errors import Refusal
from paiju.server.match.table import Table
from paiju.storage.faults import DamagedLog

_FAILURES: Final = (TimeoutError, GameError, ArithmeticError, LookupError, ValueError, TypeError, AttributeError)
"""What a bot of another package may raise; anything else is an error of the server and is reported."""

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
    answer = await _decide(table, seat, on_turn)
    again = False
    try:
        if on_turn or answer is not None:
            code = await table.act_for_bot(seat, answer, seq)
            if code:
                _log.warning("bot refused", bot=folded.places[seat].driver, code=code)
    except Refusal as refusal:
        again = refusal.code in ("catch_too_early", "catch_paused", "store_away")
    except DamagedLog:
        _log.error("table cannot be read again", match=folded.match)
    finally:
        table.thought(seat, seq, again=again)


async def _decide(table: Table, seat: int, on_turn: bool) -> object:
    """The bot's answer, which may be anything. None if it has none, failed or took too long."""
    state = table.folded.state
    if state is None:
        return None
    view = state.view(Seat(seat))
    bot = table.bots.get(seat)
    spec = table.folded.places[seat].driver
    if bot is None or bot[0] != spec:
        bot = table.bots[seat] = (spec, table.context.bots.make(spec, table.folded.game))
    seed = int.from_bytes(table.folded.source.seed[:8], "big")
    source = FastSource(derived(seed, seat, table.folded.game_seq))
    call = bot[1].choose if on_turn else bot[1].react
    try:
        return await table.context.bots.run(
            partial(call, view, source), table.context.settings.think_seconds, table.folded.match
        )
    except _FAILURES as error:
        _log.warning("bot failed", bot=spec, kind=type(error).__name__)
        return None


async def hint(table: Table, seat: int) -> Action | None:
    """What a strong bot would do in this seat; None if the seat may do nothing now, or the bot has no answer."""
    state = table.folded.state
    if state is None or state.over() or not state.view(Seat(seat)).legal:
        return None
    bots = table.context.bots
    bot = bots.make("hard", table.folded.game)
    source = FastSource(derived(int.from_bytes(table.folded.source.seed[8:16], "big"), seat, table.folded.game_seq))
    call = bot.choose if state.turn() == seat else bot.react
    thought = partial(call, state.view(Seat(seat)), source)
    try:
        return await bots.run(thought, table.context.settings.think_seconds * 2, table.folded.match)
    except _FAILURES:
        return None
