"""`paiju` without a command: the menu, drawn or line by line."""

import sys

from paiju.engine.errors import GameError
from paiju.i18n import error_text, system_error_text
from paiju.terminal.console.menu import MENU_RULEBOOK
from paiju.terminal.console.talk import Talk
from paiju.terminal.faces import chosen_bots, chosen_game, chosen_rulebook
from paiju.terminal.settings import Settings, chosen_language, colour_possible, load_settings
from paiju.terminal.words import Words


def open_menu(*, plain: bool, language: str | None, color: bool) -> int:
    """Show the menu until the player quits."""
    settings = load_settings()
    if not plain:
        from paiju.terminal.tui import run_menu

        return run_menu(settings, chosen_language(language or "", settings), color=color)
    from paiju.terminal.console.menu import main_menu

    talk = make_talk(Words(chosen_language(language or "", settings)), settings, color=color)
    main_menu(
        talk, settings, play_from_menu, lambda changed: chosen_language(changed.language or language or "", changed)
    )
    return 0


def make_talk(words: Words, settings: Settings, *, color: bool) -> Talk:
    """A conversation on this terminal, painted if the player, the terminal and the environment want it."""
    possible = color and colour_possible(sys.stdout.isatty())
    return Talk(words, colour=settings.colour and possible, colour_possible=possible)


def play_from_menu(talk: Talk, settings: Settings) -> None:
    """A new match as the settings say."""
    from paiju.terminal.console.play import play
    from paiju.terminal.opening import Wanted, open_match

    game = chosen_game(settings)
    book, bots = chosen_rulebook(game, settings, MENU_RULEBOOK), chosen_bots(game, settings)
    try:
        session, save = open_match(Wanted(game.name, book, bots=bots), talk.words)
    except GameError as error:
        talk.tell("menu.cannot_play", reason=error_text(error, talk.words.language, game.name, "terminal"))
        return
    except OSError as error:
        talk.tell("menu.cannot_play", reason=system_error_text(error, talk.words.language))
        return
    play(talk, session, save, pace=settings.pace if sys.stdout.isatty() else 0.0, signal=settings.signal)
