"""Print what the page has from the catalogues and rules, as JSON, for `npm run types`.

`words`: language → catalogue → message id → text, for the words that page and terminal share. Plural forms get the
endings that i18next asks for, `_one` and `_other`. `ui`: language → the words of screens, whose ids are `ui.KEY` in
the catalogues and KEY in the page; dots make them a tree, and the number that chooses a plural is `{count}` there.
`sections`: game → refusal code → section of the rules.
"""

import sys
from typing import Any

import msgspec
from babel.messages.pofile import read_po

from paiju.games.registry import GAMES
from paiju.i18n import LANGUAGES, LOCALE

SHARED = {
    **{game.catalogue(): ("fact.", "rulebook.", "pattern.", "suit.", "color.", "name") for game in GAMES},
    "engine": ("list.", "team.", "room.", "fact."),
}
"""By catalogue: the beginnings of the message ids that the page needs. Refusals and options come from the server."""
UI = "ui."
ALSO_UI = {
    "closed": "gone.closed",
    "stopping": "gone.restarting",
    "room_full": "roomFull",
    "not_a_record": "recordFault.notRecord",
    "list.comma": "listComma",
    "list.or": "listOr",
}
"""Refusals and other texts that are words of the page as well."""
ENDINGS = {1: ("_other",), 2: ("_one", "_other")}

Tree = dict[str, Any]
"""Texts and trees by name."""


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


def _screens(language: str) -> Tree:
    tree: Tree = {}
    for code, text in (item for name in SHARED for item in _messages(name, language).items()):
        key = code.removeprefix(UI) if code.startswith(UI) else ALSO_UI.get(code)
        if key is None:
            continue
        if isinstance(text, str):
            _put(tree, key, text)
        else:
            for end, form in zip(ENDINGS[len(text)], text, strict=True):
                _put(tree, key + end, form.replace("{n}", "{count}"))
    return tree


def _put(tree: Tree, key: str, text: str) -> None:
    *path, last = key.split(".")
    for name in path:
        tree = tree.setdefault(name, {})
    tree[last] = text


def main() -> None:
    """All languages at once."""
    words = {language: {name: _words(name, language) for name in SHARED} for language in LANGUAGES}
    screens = {language: _screens(language) for language in LANGUAGES}
    sys.stdout.buffer.write(msgspec.json.encode({"words": words, "ui": screens}))


if __name__ == "__main__":
    main()
