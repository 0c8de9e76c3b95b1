"""Print the words that page and terminal share, as JSON: language → catalogue → message id → text, for `npm run types`.

Plural forms get the endings that i18next asks for: `_one` and `_other`.
"""

import sys

import msgspec
from babel.messages.pofile import read_po

from paiju.games.registry import GAMES
from paiju.i18n import LANGUAGES, LOCALE

SHARED = {
    **{game.catalogue(): ("fact.", "rulebook.", "pattern.", "suit.", "color.", "name") for game in GAMES},
    "engine": ("list.", "team.", "room."),
}
"""By catalogue: the beginnings of the message ids that the page needs. Refusals and options come from the server."""
ENDINGS = {1: ("_other",), 2: ("_one", "_other")}


def _words(catalogue: str, language: str) -> dict[str, str]:
    found: dict[str, str] = {}
    path = LOCALE / language.replace("-", "_") / "LC_MESSAGES" / f"{catalogue}.po"
    with path.open("rb") as file:
        messages = list(read_po(file))
    for message in messages:
        code = message.id if isinstance(message.id, str) else message.id[0]
        if not code or not code.startswith(SHARED[catalogue]):
            continue
        if isinstance(message.string, str):
            found[code] = message.string
        else:
            found.update(
                {code + end: form for end, form in zip(ENDINGS[len(message.string)], message.string, strict=True)}
            )
    return found


def main() -> None:
    """All languages at once."""
    words = {language: {name: _words(name, language) for name in SHARED} for language in LANGUAGES}
    sys.stdout.buffer.write(msgspec.json.encode(words))


if __name__ == "__main__":
    main()
