"""`paiju play`: a match against bots, drawn or line by line."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from cyclopts import Parameter

from paiju.cli.common import can_draw, language_of, options_of
from paiju.cli.errors import INTERRUPTED, UsageError
from paiju.engine.errors import GameError
from paiju.games.registry import all_games
from paiju.i18n import error_text
from paiju.terminal.opening import Wanted

if TYPE_CHECKING:
    from paiju.terminal.saves import Save
    from paiju.terminal.session import Session
    from paiju.terminal.words import Words

SLOWEST_PACE: Final = 60


def play(
    game: str = "",
    *,
    rulebook: str = "",
    option: Annotated[list[str] | None, Parameter(name="--option")] = None,
    seats: int | None = None,
    bots: str = "",
    seed: int | None = None,
    lang: str | None = None,
    plain: bool = False,
    no_color: bool = False,
    save: Path | None = None,
    resume: bool = False,
    pace: float | None = None,
) -> int:
    """Play a game against bots.

    Parameters
    ----------
    game
        A game by name, such as uno or shandong. Without one, a menu opens.
    rulebook
        One of the game's rulebooks (UNO: official, platform, console, arena).
    option
        A single rule, NAME=VALUE; may be given several times.
    seats
        How many sit at the table.
    bots
        Who plays the other seats: one name for all, or several with commas. `paiju bots` lists them.
    seed
        The same number deals the same cards.
    lang
        zh or en.
    plain
        Line by line, for any terminal, screen readers and pipes.
    no_color
        Without colours.
    save
        Where the match is recorded as it goes.
    resume
        Go on with the match that was not finished, the last one or the one in --save.
    pace
        Seconds a bot takes for a move; 0 = at once.
    """
    from paiju.terminal.settings import chosen_language, load_settings
    from paiju.terminal.words import Words

    settings = load_settings()
    words = Words(language_of(lang) if lang is not None else chosen_language("", settings))
    _check(words, game, pace)
    on_screen = not plain and can_draw()
    if not game and not resume:
        from paiju.terminal.menu import open_menu

        return open_menu(plain=not on_screen, language=words.language, color=not no_color)
    if resume:
        session, kept = _resumed(save, words)
    else:
        if save is not None and save.exists():
            raise UsageError(words("cli.save_exists", file=save))
        names = tuple(name.strip() for name in bots.split(",")) if bots else ()
        wanted = Wanted(game, rulebook, options_of(option or [], game), seats, names, seed, save)
        session, kept = _opened(wanted, words)
    pause = settings.pace if pace is None else pace
    if on_screen:
        from paiju.terminal.tui import run_match

        return run_match(session, kept, settings, words.language, pace=pause, color=not no_color)
    return _play_plain(
        session, kept, words, pause if pace is not None or sys.stdout.isatty() else 0.0, resume, not no_color
    )


def _play_plain(session: "Session", kept: "Save", words: "Words", pause: float, resumed: bool, color: bool) -> int:
    from paiju.terminal.console.play import play as play_line_by_line
    from paiju.terminal.console.talk import InputEnded
    from paiju.terminal.menu import make_talk
    from paiju.terminal.settings import load_settings

    settings = load_settings()
    talk = make_talk(words, settings, color=color)
    try:
        play_line_by_line(talk, session, kept, pace=pause, signal=settings.signal, resumed=resumed)
    except InputEnded:
        pass  # the player was told that everything is saved
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def _check(words: "Words", game: str, pace: float | None) -> None:
    known = [found.name for found in all_games()] if game else []
    if game and game not in known:
        raise UsageError(words("cli.bad_game", game=game, allowed=words.listed(known)))
    if pace is not None and not 0 <= pace <= SLOWEST_PACE:
        raise UsageError(words("cli.bad_pace", pace=pace, most=SLOWEST_PACE))


def _opened(wanted: Wanted, words: "Words") -> tuple["Session", "Save"]:
    from paiju.terminal.opening import TooManyBots, open_match

    try:
        return open_match(wanted, words)
    except GameError as error:
        raise UsageError(error_text(error, words.language, wanted.game, "terminal")) from error
    except TooManyBots as error:
        raise UsageError(words("cli.too_many_bots", bots=error.bots, seats=error.seats)) from error


def _resumed(path: Path | None, words: "Words") -> tuple["Session", "Save"]:
    from paiju.terminal.saves import InUse, NothingSaved, last_saved, resume

    try:
        return resume(path if path is not None else last_saved())
    except NothingSaved:
        raise UsageError(words("cli.nothing_saved")) from None
    except InUse as error:
        raise UsageError(words("match.in_use", file=error.path)) from error
    except GameError as error:
        raise UsageError(error_text(error, words.language, "terminal")) from error
