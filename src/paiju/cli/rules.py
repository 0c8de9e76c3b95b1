"""`paiju rules`: the game in words, as it is played at this table."""

import sys

from paiju.cli.common import game_of, language_of, rules_of


def rules(
    game: str,
    /,
    *,
    rulebook: str = "",
    option: list[str] | None = None,
    lang: str = "",
    no_color: bool = False,
) -> None:
    """Explain a game and what this rulebook, with these options, changes."""
    from paiju.guide import rules_text

    found = game_of(game)
    text = rules_text(found, rules_of(found, rulebook, option), language_of(lang))
    if sys.stdout.isatty() and not no_color:
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(text))
    else:
        print(text, end="")
