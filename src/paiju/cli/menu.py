"""`paiju` without a command."""

from paiju.cli.common import can_draw, language_of


def menu(*, plain: bool = False, lang: str = "", no_color: bool = False) -> int:
    """Choose what to do from a menu."""
    from paiju.terminal.menu import open_menu

    return open_menu(plain=plain or not can_draw(), language=language_of(lang), color=not no_color)
