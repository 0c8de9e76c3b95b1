"""Print what the page has from the catalogues and rules, as JSON, for `npm run types`.

`words`: language → catalogue → message id → text, for the words that page and terminal share. Plural forms get the
endings that i18next asks for, `_one` and `_other`. `sections`: game → refusal code → section of the rules.
"""

import sys

import msgspec
from babel.messages.pofile import read_po

from paiju.games.registry import GAMES
from paiju.i18n import LANGUAGES, LOCALE

SHARED = {
    **{game.catalogue(): ("fact.", "rulebook.", "pattern.", "suit.", "color.", "name") for game in GAMES},
    "engine": ("list.", "team.", "room.", "fact."),
}
"""By catalogue: the beginnings of the message ids that the page needs. Refusals and options come from the server."""
ENDINGS = {1: ("_other",), 2: ("_one", "_other")}


def _messages(catalogue: str, language: str) -> dict[str, str | tuple[str, ...]]:
    """Message id → text, or its plural forms."""
    path = LOCALE / language.replace("-", "_") / "LC_MESSAGES" / f"{catalogue}.po"
    with path.open("rb") as file:
        found = [(message.id, message.string) for message in read_po(file) if message.id]
    return {id if isinstance(id, str) else id[0]: text for id, text in found}


def _words(catalogue: str, language: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for code, text in _messages(catalogue, language).items():
        if not code.startswith(SHARED[catalogue]):
            continue
        if isinstance(text, str):
            found[code] = text
        else:
            found.update({code + end: form for end, form in zip(ENDINGS[len(text)], text, strict=True)})
    return found


def main() -> None:
    """All languages at once."""
    words = {language: {name: _words(name, language) for name in SHARED} for language in LANGUAGES}
    sections = {
        game.name: {
            code: game.rule_section(code) for code in _messages(game.catalogue(), "en-US") if game.rule_section(code)
        }
        for game in GAMES
    }
    sys.stdout.buffer.write(msgspec.json.encode({"words": words, "sections": sections}))


if __name__ == "__main__":
    main()
