"""The rules in words: the paragraphs that are true for one table, and what it changes.

Each language has one source, `text/rules.<language>.md`. A heading `## Title {#anchor}` begins a section; a paragraph
may begin with conditions on options, `[stackDrawCards=true stackMode=same|any]` or `[targetScore!=null]`, and is left
out unless all hold; `{initialCards}` is filled with the value of that option, `{players}` with how many may play.
"""

from collections.abc import Callable
from importlib.resources import files
from typing import Final

from paiju.games.uno.rules import KNOBS, OFFICIAL, UnoRules

SECTION_OF_CODE: Final = {
    "GAME_NOT_STARTED": "start",
    "NOT_YOUR_TURN": "turn",
    "CARD_NOT_IN_HAND": "turn",
    "MUST_DRAW_FIRST": "debt",
    "INVALID_CARD": "fits",
    "CHOOSE_COLOR_REQUIRED": "wild",
    "CANNOT_SKIP": "draw",
    "INVALID_UNO_CALL": "uno",
    "INVALID_CHALLENGE": "catch",
    "GAME_ENDED": "aim",
    "ROUND_OVER": "round-end",
    "ROUND_NOT_OVER": "round-end",
    "UNKNOWN_PLAYER": "clock",
    "UNKNOWN_ACTION": "turn",
    "INVALID_COLOR": "wild",
    "NO_COLOR_TO_CHOOSE": "first-discard",
    "ALREADY_DRAWN": "draw",
    "ALREADY_ACTED": "turn",
    "ONLY_DRAWN_CARD": "draw",
    "MUST_PLAY_DRAWN": "draw",
    "MUST_PLAY": "turn",
    "WD4_NOT_ALLOWED": "wd4",
    "WD4_RESPONSE_REQUIRED": "wd4",
    "NO_WD4_TO_CHALLENGE": "wd4",
    "TARGET_REQUIRED": "seven",
    "INVALID_TARGET": "seven",
    "JUMP_IN_NOT_ALLOWED": "jump-in",
    "INVALID_OPTION": "changes",
    "INVALID_PLAYER_COUNT": "aim",
}
"""The section that explains a refusal, for a link beside its message; `section_for` knows which exist at a table."""


class Section:
    """A titled part of the rules. Anchors are stable: pages and messages link to them."""

    def __init__(self, anchor: str, title: str, paragraphs: list[str]) -> None:
        self.anchor: Final = anchor
        self.title: Final = title
        self.paragraphs: Final = paragraphs


def explain(rules: UnoRules, language: str, say: Callable[[str], str]) -> list[Section]:
    """Everything that holds at this table, then what differs from the official rulebook.

    `language` is `zh-CN` or `en-US`; `say` gives the texts of the catalogue `uno` in that language.
    """
    sections = [Section("rulebook", say(f"rulebook.{rules.rulebook}"), [say(f"rulebook.{rules.rulebook}.about")])]
    options = rules.options()
    for section in _source(language):
        kept = [paragraph for paragraph in section.paragraphs if _holds(paragraph, options)]
        if kept:
            sections.append(Section(section.anchor, section.title, [_filled(text, options) for text in kept]))
    sections.append(Section("changes", say("rules.changes"), changes(rules, say)))
    return sections


def section_for(code: str, sections: list[Section]) -> str:
    """The anchor of the section that explains a refusal, "turn" where this table has no such section."""
    anchor = SECTION_OF_CODE.get(code, "turn")
    return anchor if anchor in [section.anchor for section in sections] else "turn"


def changes(rules: UnoRules, say: Callable[[str], str]) -> list[str]:
    """One line for every option that differs from the official rulebook: its name and what its value means."""
    options = rules.options()
    lines: list[str] = []
    for row in KNOBS:
        value = options[row.name]
        if value != OFFICIAL[row.name]:
            lines.append(f"{say('option.' + row.name)}: {describe_value(row.name, value, say)}")
    return lines if lines else [say("rules.no_changes")]


def describe_value(name: str, value: object, say: Callable[[str], str]) -> str:
    """What an option's value means, in plain words; numbers speak for themselves."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return say(f"option.{name}.{value_text(value)}")


def value_text(value: object) -> str:
    """A value as it is written in conditions, on the command line and in the catalogue."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "null" if value is None else str(value)


def as_text(sections: list[Section]) -> str:
    """The sections as Markdown with their anchors left out, for a terminal."""
    blocks: list[str] = []
    for section in sections:
        blocks.append("\n\n".join([f"## {section.title}", *section.paragraphs]))
    return "\n\n".join(blocks) + "\n"


def _source(language: str) -> list[Section]:
    text = (files("paiju.games.uno") / "text" / f"rules.{language}.md").read_text(encoding="utf-8")
    sections: list[Section] = []
    for block in text.split("\n\n"):
        block = block.strip()
        if block.startswith("## "):
            title, _, anchor = block[3:].partition(" {#")
            sections.append(Section(anchor.rstrip("}"), title, []))
        elif block and not block.startswith("# "):
            sections[-1].paragraphs.append(block)
    return sections


def _conditions(paragraph: str) -> list[str]:
    return paragraph[1 : paragraph.index("]")].split() if paragraph.startswith("[") else []


def _holds(paragraph: str, options: dict[str, object]) -> bool:
    for condition in _conditions(paragraph):
        wanted_not = "!=" in condition
        name, _, values = condition.partition("!=" if wanted_not else "=")
        if (value_text(options[name]) in values.split("|")) == wanted_not:
            return False
    return True


def _filled(paragraph: str, options: dict[str, object]) -> str:
    text = paragraph[paragraph.index("]") + 1 :].strip() if paragraph.startswith("[") else paragraph
    few, many = value_text(options["minPlayers"]), value_text(options["maxPlayers"])
    text = text.replace("{players}", few if few == many else f"{few}–{many}")
    for name, value in options.items():
        text = text.replace("{" + name + "}", value_text(value))
    return text
