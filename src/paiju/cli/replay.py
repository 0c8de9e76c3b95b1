"""`paiju replay`: look at a match again, and check that its cards were fair."""

import json
import sys
from pathlib import Path

from paiju.cli.common import Whole, can_draw, language_of
from paiju.cli.errors import UsageError
from paiju.engine.errors import BadRecord
from paiju.engine.facts import known_to
from paiju.engine.game import CHANCE, HOST, Seat, State
from paiju.engine.record import Record, read, verify
from paiju.engine.record import replay as position_at
from paiju.games.registry import find_game
from paiju.i18n import error_text, translator
from paiju.terminal.cells import harmless
from paiju.terminal.faces import find_face, game_name, rulebook_name
from paiju.terminal.narrator import Narrator, reader_of
from paiju.terminal.words import Words, close_up


def replay(
    file: Path,
    /,
    *,
    turn: Whole | None = None,
    verify: bool = False,
    plain: bool = False,
    lang: str = "",
    no_color: bool = False,
) -> int:
    """Show a recorded match: on a terminal as a table to step through, otherwise as text."""
    language = language_of(lang)
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
    _show(record, language, len(record.entries))
    return 0


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
        raise UsageError("bad_turn")
    position_at(record, turn)  # raises before anything is printed
    if record.damage is not None:
        print(error_text(record.damage, language), file=sys.stderr)
    _show(record, language, turn)
    return 0


def _show(record: Record, language: str, turns: int) -> None:
    """What happened in the first entries, in the sentences of the table, and the position they led to."""
    t, words = translator("cli", language), Words(language)
    names, reader = [harmless(name) for name in record.seats], reader_of(record.seats)

    def who(seat: int) -> str:
        return words("ui.you") if seat == reader else names[seat]

    narrator = find_face(record.game).narrator(record.game, words, who, reader)
    rules = [rulebook_name(record.game, record.rules.rulebook, words)]
    rules += [f"{name}={json.dumps(value)}" for name, value in record.rules.overrides().items()]
    seats = words.listed(who(seat) for seat in range(len(names)))
    print(t("replay_title", game=game_name(record.game, words), rules=words.listed(rules), seats=seats))
    state = record.game.new(record.rules, len(names))
    width = len(str(turns))
    for number, entry in enumerate(record.entries[:turns], 1):
        label = str(number)
        for sentence in narrator.tell(known_to(state.apply_with_facts(entry.seat, entry.action), reader)):
            print(f"{label:>{width}}  {sentence}")
            label = ""
    print()
    for seat in range(state.seats):
        cards = narrator.cards(state.view(Seat(seat)).own_cards()) or "–"
        key = "replay_hand.you" if seat == reader else "replay_hand"
        print(close_up(t(key, name=who(seat), cards=cards)))
    _show_outcome(state, narrator, language)


def _show_outcome(state: State, narrator: Narrator, language: str) -> None:
    t = translator("cli", language)
    outcome, turn = state.outcome(), state.turn()
    if outcome is None:
        actor = t("chance") if turn == CHANCE else t("host") if turn == HOST else narrator.whom(turn)
        print(t("replay_turn", name=actor))
    elif outcome.winners:
        print(t("replay_winner", winners=narrator.names(outcome.winners)))
    else:
        print(t("replay_no_winner"))
