"""`paiju` without a command."""

import sys


def menu(*, plain: bool = False, lang: str | None = None, no_color: bool = False) -> int:
    """Choose what to do from a menu.

    Parameters
    ----------
    plain
        Line by line, without drawing a screen.
    lang
        zh or en.
    no_color
        Without colours.
    """
    from paiju.cli.common import language_of
    from paiju.terminal.menu import open_menu

    language = language_of(lang) if lang is not None else None
    screen = sys.stdin.isatty() and sys.stdout.isatty()
    return open_menu(plain=plain or not screen, language=language, color=not no_color)
