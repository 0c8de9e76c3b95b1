"""`paiju` without a command."""


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
    from paiju.cli.common import can_draw, language_of
    from paiju.terminal.menu import open_menu

    language = language_of(lang) if lang is not None else None
    return open_menu(plain=plain or not can_draw(), language=language, color=not no_color)
