"""The rules in words: what holds at one table, and what its rulebook and options change.

Each game has one source per language, `text/rules.<language>.md` in the package `Game.resources()`; a game without one
is described by its rulebooks and options. A heading `## Title {#anchor}` begins a section; a paragraph may begin with
conditions on options, `[stackDrawCards=true stackMode=same|any]` or `[targetScore!=null]`, and is left out unless all
hold; `{initialCards}` is filled with the value of that option, `{players}` with how many may play. Names of rulebooks,
options and values come from the game's catalogue.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

from paiju.engine.game import Game, Rules
from paiju.i18n import Translator, find_language, translator


@dataclass(frozen=True)
class Section:
    """A titled part of the rules. Anchors are stable: pages and messages link to them."""

    anchor: str
    title: str
    paragraphs: tuple[str, ...]


def rules_text(game: Game, rules: Rules, language: str) -> str:
    """The rules of a table as Markdown, for a terminal or a page."""
    return "\n\n".join("\n\n".join([f"## {s.title}", *s.paragraphs]) for s in sections(game, rules, language)) + "\n"


def sections(game: Game, rules: Rules, language: str) -> list[Section]:
    """The rulebook, everything that holds at this table, then what differs from the game's first rulebook."""
    t = translator(game.catalogue(), language)
    options = rules.options()
    words = {name: value_text(value) for name, value in options.items()} | {"players": _players(game, rules)}
    code = f"rulebook.{rules.rulebook}.about"
    name = word(f"rulebook.{rules.rulebook}", rules.rulebook, t)
    about = Section("rulebook", name, (t(code) if code in t else _knobs_text(game, rules, t),))
    kept = [
        Section(section.anchor, section.title, held)
        for section in source(game, language)
        if (held := tuple(_filled(text, words) for text in section.paragraphs if _holds(text, options)))
    ]
    return [about, *kept, Section("changes", t("rules.changes"), tuple(changes(game, rules, t)))]


def changes(game: Game, rules: Rules, t: Translator) -> list[str]:
    """One line for every option that differs from the game's first rulebook: its name and what its value means."""
    usual = game.rules(game.rulebooks()[0], {}).options()
    options = rules.options()
    lines = [_line(knob.name, options[knob.name], t) for knob in game.knobs() if options[knob.name] != usual[knob.name]]
    return ["\n".join(lines)] if lines else [t("rules.no_changes")]


def word(code: str, default: str, t: Translator) -> str:
    """The text of `code`, or `default` where the catalogue has none: a game of another package may lack texts."""
    return t(code) if code in t else default


def _knobs_text(game: Game, rules: Rules, t: Translator) -> str:
    """The number of players and the value of every option, for a game without rules in words."""
    options = rules.options()
    lines = [t("rules.line", name=t("rules.players"), value=_players(game, rules))]
    return "\n".join([*lines, *(_line(knob.name, options[knob.name], t) for knob in game.knobs())])


def _line(name: str, value: object, t: Translator) -> str:
    """An option and what its value means."""
    return t("rules.line", name=word(f"option.{name}", name, t), value=describe_value(name, value, t))


def describe_value(name: str, value: object, t: Translator) -> str:
    """What an option's value means, in plain words; numbers and lists are shown as they are."""
    return word(f"option.{name}.{value_text(value)}", value_text(value), t)


def value_text(value: object) -> str:
    """A value as it is written in conditions, on the command line and in the catalogues."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ", ".join(str(item) for item in value) or "–"
    return "null" if value is None else str(value)


def source(game: Game, language: str) -> list[Section]:
    """All sections of a game's source, conditions and placeholders included. Empty where the game has no source."""
    if not game.resources():
        return []
    name = f"rules.{find_language(language) or 'en-US'}.md"
    blocks = (files(game.resources()) / "text" / name).read_text(encoding="utf-8").split("\n\n")
    found: list[tuple[str, str, list[str]]] = []
    for block in (block.strip() for block in blocks):
        if block.startswith("## "):
            title, _, anchor = block[3:].partition(" {#")
            found.append((anchor.rstrip("}"), title, []))
        elif block and not block.startswith("# "):
            found[-1][2].append(block)
    return [Section(anchor, title, tuple(paragraphs)) for anchor, title, paragraphs in found]


def conditions(paragraph: str) -> list[tuple[str, bool, list[str]]]:
    """The conditions before a paragraph: option, whether it must be (or must not be) one of the values, values."""
    found = []
    for word in paragraph[1 : paragraph.index("]")].split() if paragraph.startswith("[") else []:
        name, _, values = word.partition("=")
        found.append((name.removesuffix("!"), not name.endswith("!"), values.split("|")))
    return found


def _holds(paragraph: str, options: Mapping[str, object]) -> bool:
    return all((value_text(options[name]) in values) == wanted for name, wanted, values in conditions(paragraph))


def _filled(paragraph: str, words: Mapping[str, str]) -> str:
    text = paragraph[paragraph.index("]") + 1 :].strip() if paragraph.startswith("[") else paragraph
    for name, value in words.items():
        text = text.replace("{" + name + "}", value)
    return text


def _players(game: Game, rules: Rules) -> str:
    few, many = game.seat_range(rules)
    return str(few) if few == many else f"{few}–{many}"
