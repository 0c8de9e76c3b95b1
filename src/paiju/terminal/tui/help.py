"""The keys, and the rules of the rulebook that is being played."""

from typing import Final

from paiju.engine.game import Game, Rules
from paiju.terminal.tui.sheets import Lines
from paiju.terminal.tui.texts import Texts

UNO_KEYS: Final = (
    "help.key.move", "help.key.digit", "help.key.play", "help.key.draw", "help.key.pass", "help.key.uno",
    "help.key.catch", "help.key.accept", "help.key.hint", "help.key.score", "help.key.sort",
)  # fmt: skip
SHANDONG_KEYS: Final = (
    "help.key.move", "help.key.select", "help.key.line", "help.key.play", "help.key.decline", "help.key.hint",
    "help.key.clear", "help.key.trick", "help.key.declared",
)  # fmt: skip
BOTH_KEYS: Final = (
    "help.key.read", "help.key.skip", "help.key.log", "help.key.signal", "help.key.language", "help.key.menu",
    "help.key.mouse",
)  # fmt: skip


def help_title(texts: Texts) -> str:
    """The title of the help sheet."""
    return texts("help.title")


def help_lines(game: Game, rules: Rules, texts: Texts) -> Lines:
    """Keys first, then the rules."""
    lines: Lines = [(texts("help.keys"), "bold text")]
    lines.extend((texts(key), "text") for key in (UNO_KEYS if game.name == "uno" else SHANDONG_KEYS) + BOTH_KEYS)
    return [*lines, ("", "text"), *rules_lines(game, rules, texts)]


def rules_lines(game: Game, rules: Rules, texts: Texts) -> Lines:
    """The rules of this table, with what its rulebook and options change."""
    from paiju.guide import sections

    lines: Lines = []
    for section in sections(game, rules, texts.language):
        lines.append((section.title, "bold accent"))
        for paragraph in section.paragraphs:
            lines.extend((line.replace("**", ""), "text") for line in paragraph.split("\n"))
            lines.append(("", "text"))
    return lines
