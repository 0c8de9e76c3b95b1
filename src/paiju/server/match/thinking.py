"""Bots decide: the turns and reactions of house bots, and hints for people."""

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
"""How a bot can fail without being our fault."""

_log: Final = structlog.get_logger("paiju.bots")


async def think(table: Table, seat: int, seq: int) -> None:
    """Let the bot of a seat decide about position `seq`, off the event loop. Failure means the default action."""
    folded = table.folded
    state = folded.state
    if state is None or folded.game_seq != seq or not folded.places[seat].driver:
        table.thought(seat, seq, again=False)
        return
    on_turn = state.turn() == seat
    action = await _decide(table, seat, on_turn)
    again = False
    try:
        if action is not None:
            await table.act(seat, action, expected_seq=seq)
            again = folded.game_seq == seq
        elif on_turn and folded.game_seq == seq:
            await table.host(state.timeout(Seat(seat)))
    except Refusal as refusal:
        if refusal.code in ("catch_too_early", "catch_paused", "store_away"):
            again = True
        elif on_turn and folded.game_seq == seq and folded.state is not None and refusal.code != "stale":
            _log.warning("bot refused", bot=folded.places[seat].driver, code=refusal.code)
            await table.host(folded.state.timeout(Seat(seat)))
    except DamagedLog:
        _log.error("table cannot be read again", match=folded.match)
    finally:
        table.thought(seat, seq, again=again)


async def _decide(table: Table, seat: int, on_turn: bool) -> Action | None:
    """The bot's answer, or None: it has none, failed, or needed too long."""
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
        return await table.context.bots.run(partial(call, view, source), table.context.settings.think_seconds)
    except _FAILURES as error:
        _log.warning("bot failed", bot=spec, kind=type(error).__name__)
        return None


async def hint(table: Table, seat: int) -> Action | None:
    """What a strong bot would do in this seat, if it is awaited."""
    state = table.folded.state
    if state is None or state.over() or not state.view(Seat(seat)).legal:
        return None
    bots = table.context.bots
    bot = bots.make("hard", table.folded.game)
    source = FastSource(derived(int.from_bytes(table.folded.source.seed[8:16], "big"), seat, table.folded.game_seq))
    call = bot.choose if state.turn() == seat else bot.react
    thought = partial(call, state.view(Seat(seat)), source)
    try:
        return await bots.run(thought, table.context.settings.think_seconds * 2)
    except _FAILURES:
        return None
