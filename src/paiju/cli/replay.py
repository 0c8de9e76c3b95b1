"""`paiju replay`: look at a match again, and check that its cards were fair."""

import json
import sys
from pathlib import Path

from paiju.cli.common import can_draw, language_of
from paiju.cli.errors import UsageError
from paiju.engine.errors import BadRecord
from paiju.engine.game import CHANCE, HOST, Seat, State
from paiju.engine.record import Record, read, verify
from paiju.engine.record import replay as position_at
from paiju.games.registry import find_game
from paiju.i18n import error_text, translator


def replay(
    file: Path,
    /,
    *,
    turn: int | None = None,
    verify: bool = False,
    plain: bool = False,
    lang: str | None = None,
    no_color: bool = False,
) -> int:
    """Show a recorded match: on a terminal as a table to step through, otherwise as text.

    Parameters
    ----------
    file
        A record, usually with the extension .paiju.
    turn
        Show the position after this many entries, in text.
    verify
        Check the commitment, every shuffle and the result.
    plain
        Text also on a terminal.
    lang
        zh or en.
    no_color
        Without colours.
    """
    language = language_of(lang) if lang is not None else _usual_language()
    record = read(file.read_bytes(), find_game)
    if verify:
        code = _verify(record, language)
        if turn is None or code:
            return code
    if turn is not None:
        return _show_turn(record, turn, language)
    if record.damage is not None:
        raise record.damage
    if not plain and can_draw():
        from paiju.terminal.tui import run_replay

        return run_replay(record, language, color=not no_color)
    _show_log(record, language, len(record.entries))
    _show_position(record, position_at(record), language)
    return 0


def _usual_language() -> str:
    """The language of the settings, else of the environment."""
    from paiju.terminal.settings import chosen_language, load_settings

    return chosen_language("", load_settings())


def _verify(record: Record, language: str) -> int:
    """0 if everything is fair, 1 if not. Raises `BadRecord` for a damaged file."""
    if record.damage is not None:
        raise record.damage
    t = translator("cli", language)
    try:
        verify(record)
    except BadRecord as error:
        print(t("not_verified", reason=error_text(error, language)))
        return 1
    shuffles = sum(entry.seat == CHANCE for entry in record.entries)
    print(t("verified", commitment=record.commitment, n=shuffles))
    return 0


def _show_turn(record: Record, turn: int, language: str) -> int:
    if turn < 0:
        raise UsageError(translator("cli", language)("bad_turn"))
    state = position_at(record, turn)
    if record.damage is not None:
        print(error_text(record.damage, language), file=sys.stderr)
    _show_log(record, language, turn)
    _show_position(record, state, language)
    return 0


def _show_log(record: Record, language: str, turns: int) -> None:
    t = translator("cli", language)
    rules = ", ".join([record.rules.rulebook, *[f"{k}={json.dumps(v)}" for k, v in record.rules.overrides().items()]])
    print(t("replay_title", game=record.game.name, rules=rules, seats=", ".join(record.seats)))
    width = len(str(turns))
    for number, entry in enumerate(record.entries[:turns], 1):
        text = t("replay_shuffle") if entry.seat == CHANCE else entry.action.text()
        print(f"{number:>{width}}  {_name(record, entry.seat, language)}: {text}")


def _show_position(record: Record, state: State, language: str) -> None:
    """Every card of the position: a record has no secrets any more."""
    print()
    for name, value in state.snapshot().items():
        shown = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        if shown not in ("null", "[]", "{}"):
            print(f"{name}: {shown}")
    t = translator("cli", language)
    outcome = state.outcome()
    if outcome is not None:
        winners = ", ".join(record.seats[seat] for seat in outcome.winners)
        print(t("replay_winner", winners=winners) if winners else t("replay_no_winner"))
    else:
        print(t("replay_turn", name=_name(record, state.turn(), language)))


def _name(record: Record, seat: Seat, language: str) -> str:
    t = translator("cli", language)
    if seat == CHANCE:
        return t("chance")
    return t("host") if seat == HOST else record.seats[seat] if seat >= 0 else "–"
