"""Only a game's own modules know it by name: every other module asks the `Game` object."""

import ast
import re
from pathlib import Path

from paiju.games.registry import GAMES

SOURCE = Path(__file__).parent.parent.parent / "src" / "paiju"
NAMES = [game.name for game in GAMES]
OWN = re.compile(rf"^games/|(^|[/_])({'|'.join(NAMES)})[/_.]")
"""The rules, and modules or folders that carry a game's name."""
DIALECT = "server/arena/"
"""Speaks the protocol of UNO bots."""
NOT_YET = ("terminal/", "cli/explain.py")
"""Modules that still have to learn it. Nothing may be added."""


def test_no_other_module_names_a_game() -> None:
    named = [
        f"{name}:{node.lineno}: {node.value!r}"
        for path in sorted(SOURCE.rglob("*.py"))
        if not OWN.search(name := path.relative_to(SOURCE).as_posix()) and not name.startswith((DIALECT, *NOT_YET))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in NAMES
    ]
    assert named == []
