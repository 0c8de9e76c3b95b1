"""The keys, and the rules of the rulebook that is being played."""

from typing import Final

from paiju.engine.game import Game, Rules
from paiju.terminal.tui.sheets import Lines
from paiju.terminal.tui.texts import Texts

COMMON_KEYS: Final = (
    "help.key.read", "help.key.log", "help.key.signal", "help.key.language", "help.key.menu", "help.key.mouse",
)  # fmt: skip


def help_title(texts: Texts) -> str:
    """The title of the help sheet."""
    return texts("ui.keysAndRules")


def help_lines(game: Game, rules: Rules, keys: tuple[str, ...], texts: Texts) -> Lines:
    """Keys first, then the rules."""
    lines: Lines = [(texts("help.keys"), "bold text")]
    lines.extend((texts(key), "text") for key in keys)
    return [*lines, ("", "text"), *rules_lines(game, rules, texts)]


def rules_lines(game: Game, rules: Rules, texts: Texts) -> Lines:
    """The rules of this table, with what its rulebook and options change."""
    from paiju.guide import sections

    lines: Lines = []
    for section in sections(game, rules, texts.language) if game.resources() else []:
        lines.append((section.title, "bold accent"))
        for paragraph in section.paragraphs:
            lines.extend((line.replace("**", ""), "text") for line in paragraph.split("\n"))
            lines.append(("", "text"))
    return lines
