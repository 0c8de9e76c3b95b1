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
    from paiju.terminal.menu import open_menu

    screen = sys.stdin.isatty() and sys.stdout.isatty()
    return open_menu(plain=plain or not screen, language=lang, color=not no_color)
