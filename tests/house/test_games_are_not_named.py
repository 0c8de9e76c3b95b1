"""Only a game's own modules know it: every other module asks the `Game` object."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from paiju.games.registry import GAMES

SOURCE = Path(__file__).parent.parent.parent / "src" / "paiju"
NAMES = [game.name for game in GAMES]
OWN = re.compile(rf"^games/|(^|[/_])({'|'.join(NAMES)})[/_.]")
"""The rules, and modules or folders that carry a game's name."""
MODULE = re.compile(rf"^paiju\..*[._]({'|'.join(NAMES)})([._]|$)")
DIALECT = "server/arena/"
"""Speaks the protocol of UNO bots, so it may import the game; `uno_moves` and `uno_events` know its words."""
LISTS = ("bots/registry.py", "bots/files.py", "env/words.py")
"""Lists of what there is for each game, put together from modules of the games; weights of UNO's network."""


def other_modules() -> Iterator[tuple[str, ast.AST]]:
    """Every node of the syntax of every module that is not a game's own."""
    for path in sorted(SOURCE.rglob("*.py")):
        name = path.relative_to(SOURCE).as_posix()
        if not OWN.search(name):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                yield name, node


def test_no_other_module_names_a_game() -> None:
    named = [
        f"{name}:{node.lineno}: {node.value!r}"
        for name, node in other_modules()
        if isinstance(node, ast.Constant) and node.value in NAMES
    ]
    assert named == []


def test_no_other_module_imports_a_module_of_a_game() -> None:
    imported = [
        f"{name}:{node.lineno}: {node.module}"
        for name, node in other_modules()
        if isinstance(node, ast.ImportFrom)
        and MODULE.match(node.module or "")
        and name not in LISTS
        and not name.startswith(DIALECT)
    ]
    assert imported == []
