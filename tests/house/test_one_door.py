"""What a recipient may see is decided in one place: `known_to` for facts, `Game.visible` for actions."""

import ast
from pathlib import Path

SOURCE = Path(__file__).parent.parent.parent / "src" / "paiju"


def compared_attributes(path: Path) -> set[str]:
    """The names of attributes that a module compares with something."""
    compared = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Compare)]
    sides = [side for node in compared for side in (node.left, *node.comparators)]
    return {side.attr for side in sides if isinstance(side, ast.Attribute)}


def called_methods(path: Path) -> set[str]:
    """The names of methods that a module calls."""
    calls = [node.func for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    return {call.attr for call in calls if isinstance(call, ast.Attribute)}


def modules_that(uses: set[str], found: dict[str, set[str]]) -> set[str]:
    return {name for name, names in found.items() if uses & names}


def test_only_the_engine_decides_who_may_know_a_fact() -> None:
    found = {path.relative_to(SOURCE).as_posix(): compared_attributes(path) for path in sorted(SOURCE.rglob("*.py"))}
    assert modules_that({"to"}, found) == {"engine/facts.py"}


def test_only_the_engine_decides_what_an_action_shows() -> None:
    found = {path.relative_to(SOURCE).as_posix(): called_methods(path) for path in sorted(SOURCE.rglob("*.py"))}
    assert modules_that({"public_fields", "own_fields"}, found) == {"engine/game.py"}
