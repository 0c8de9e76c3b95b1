"""Callbacks are given to the constructor or added to a list of listeners, never set on a finished object."""

import ast
from pathlib import Path

SOURCE = Path(__file__).parent.parent.parent / "src" / "paiju"


def patched(path: Path) -> list[int]:
    """The lines that set an attribute of another object to a method of this one, or to a lambda."""
    assignments = [
        node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Assign)
    ]
    return [
        node.lineno
        for node in assignments
        for target in node.targets
        if isinstance(target, ast.Attribute) and not is_own(target)
        if isinstance(node.value, ast.Lambda) or is_method(node.value)
    ]


def is_own(target: ast.Attribute) -> bool:
    return isinstance(target.value, ast.Name) and target.value.id == "self"


def is_method(value: ast.expr) -> bool:
    """A method of this object, as far as its name tells."""
    return isinstance(value, ast.Attribute) and is_own(value) and value.attr in METHODS


METHODS = {
    node.name
    for path in SOURCE.rglob("*.py")
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.decorator_list
}


def test_no_callback_is_set_on_a_finished_object() -> None:
    folders = ("server", "storage", "engine", "games")
    found = {path: patched(path) for folder in folders for path in sorted((SOURCE / folder).rglob("*.py"))}
    assert {str(path.relative_to(SOURCE)): lines for path, lines in found.items() if lines} == {}
