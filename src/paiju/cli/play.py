"""`paiju play`: a match against bots, drawn or line by line."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from paiju.cli.common import Whole, bots_of, can_draw, game_of, language_of, options_of, rulebook_of
from paiju.cli.errors import INTERRUPTED, UsageError

if TYPE_CHECKING:
    from paiju.terminal.opening import Wanted
    from paiju.terminal.saves import Save
    from paiju.terminal.session import Session
    from paiju.terminal.settings import Settings
    from paiju.terminal.words import Words

SLOWEST_PACE: Final = 60


def play(
    game: str = "",
    /,
    *,
    rulebook: str = "",
    option: list[str] | None = None,
    seats: Whole | None = None,
    bots: str | None = None,
    seed: Whole | None = None,
    lang: str = "",
    plain: bool = False,
    no_color: bool = False,
    save: Path | None = None,
    resume: bool = False,
    pace: float | None = None,
) -> int:
    """Play a game against bots."""
    from paiju.terminal.settings import load_settings
    from paiju.terminal.words import Words

    settings = load_settings()
    words = Words(language_of(lang))
    if pace is not None and not 0 <= pace <= SLOWEST_PACE:
        raise UsageError("bad_pace", pace=pace, most=SLOWEST_PACE)
    on_screen = not plain and can_draw()
    if not game and not resume:
        from paiju.terminal.menu import open_menu

        return open_menu(plain=not on_screen, language=words.language, color=not no_color)
    from paiju.terminal.opening import open_match
    from paiju.terminal.saves import last_saved
    from paiju.terminal.saves import resume as go_on

    if resume:
        session, kept = go_on(save if save is not None else last_saved())
    else:
        session, kept = open_match(_wanted(game, rulebook, option, seats, bots, seed, save, settings), words)
    pause = settings.pace if pace is None else pace
    if on_screen:
        from paiju.terminal.tui import run_match

        return run_match(session, kept, settings, words.language, pace=pause, color=not no_color)
    return _play_plain(
        session, kept, words, pause if pace is not None or sys.stdout.isatty() else 0.0, resume, not no_color
    )


def _wanted(
    name: str,
    rulebook: str,
    option: list[str] | None,
    seats: int | None,
    bots: str | None,
    seed: int | None,
    save: Path | None,
    settings: "Settings",
) -> "Wanted":
    """What the command line asks for, and what it leaves to the settings."""
    from paiju.terminal.faces import chosen_bots, chosen_rulebook
    from paiju.terminal.opening import Wanted

    game = game_of(name)
    if save is not None and save.exists():
        raise UsageError("save_exists", file=save)
    if save is not None and not save.absolute().parent.is_dir():
        raise UsageError("no_folder", folder=save.parent)
    book = rulebook_of(game, rulebook) if rulebook else chosen_rulebook(game, settings)
    names = chosen_bots(game, settings) if bots is None else bots_of(game, bots)
    return Wanted(game.name, book, options_of(game, option), seats, names, seed, save)


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
