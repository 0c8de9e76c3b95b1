"""`paiju rules`: the game in words, as it is played at this table."""

import sys

from paiju.cli.common import language_of, rules_of


def rules(
    game: str,
    /,
    *,
    rulebook: str | None = None,
    option: list[str] | None = None,
    lang: str | None = None,
    no_color: bool = False,
) -> None:
    """Explain a game and what this rulebook, with these options, changes.

    Parameters
    ----------
    game
        A game by name, such as uno or shandong.
    rulebook
        One of the game's rulebooks; the game's usual one if left out.
    option
        A single option as NAME=VALUE; may be repeated.
    lang
        zh or en.
    no_color
        Plain text also on a terminal.
    """
    from paiju.guide import rules_text

    language = language_of(lang)
    found, table = rules_of(game, rulebook, option or [], language)
    text = rules_text(found, table, language)
    if sys.stdout.isatty() and not no_color:
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(text))
    else:
        print(text, end="")
