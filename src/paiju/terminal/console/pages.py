"""The rules, page by page: any key goes on."""

from typing import Final

from paiju.engine.game import Game, Rules
from paiju.terminal.cells import wrap
from paiju.terminal.console.talk import Talk

PAGE: Final = 12
"""Lines per page."""
NEXT_AND_END: Final = {True: ("rules.next.key", "rules.end.key"), False: ("rules.next.enter", "rules.end.enter")}
"""What is said between two pages and after the last one, by whether single keys can be read."""


def pages(game: Game, rules: Rules, language: str) -> list[list[str]]:
    """The rules of a table in pages of wrapped lines. A section that would be split begins on a new page."""
    from paiju.guide import sections

    found: list[list[str]] = [[]]
    for section in sections(game, rules, language) if game.resources() else []:
        first, *others = [_lines(paragraph) for paragraph in section.paragraphs]
        blocks = [[section.title, *first], *others]
        if len(found[-1]) + sum(len(block) for block in blocks) > PAGE:
            found.append([])
        for block in blocks:
            if len(found[-1]) + len(block) > PAGE:
                found.append([])
            found[-1].extend(block)
    return [page for page in found if page]


def _lines(paragraph: str) -> list[str]:
    return [line for part in paragraph.replace("**", "").split("\n") for line in wrap(part)]


def show_rules(talk: Talk, game: Game, rules: Rules) -> None:
    """Show page after page; any key goes on (Enter where keys cannot be read), 0 goes back at once."""
    found = pages(game, rules, talk.words.language)
    next_page, end = NEXT_AND_END[talk.reads_keys]
    for number, page in enumerate(found, 1):
        talk.tell("rules.page", number=number, count=len(found))
        for line in page:
            talk.say(line, indent="")
        if number < len(found):
            talk.tell(next_page)
            if talk.press() == "0":
                return
    talk.tell(end)
    talk.press()
