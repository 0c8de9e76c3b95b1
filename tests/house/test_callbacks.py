"""Callbacks are given to the constructor or added to a list of listeners, never set on a finished object."""

import ast
from collections.abc import Set
from pathlib import Path

SOURCE = Path(__file__).parent.parent.parent / "src" / "paiju"


def methods(module: ast.Module) -> set[str]:
    """The functions and methods that a module defines, without properties and the like."""
    return {
        node.name
        for node in ast.walk(module)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.decorator_list
    }


def patched(module: ast.Module, known: Set[str]) -> list[int]:
    """The lines that set an attribute of another object to a method of this one, or to a lambda."""
    return [
        node.lineno
        for node in ast.walk(module)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Attribute) and not is_own(target)
        if isinstance(node.value, ast.Lambda) or is_method(node.value, known)
    ]


def is_own(target: ast.Attribute) -> bool:
    return isinstance(target.value, ast.Name) and target.value.id == "self"


def is_method(value: ast.expr, known: Set[str]) -> bool:
    """A method of this object, as far as its name tells."""
    return isinstance(value, ast.Attribute) and is_own(value) and value.attr in known


def test_no_callback_is_set_on_a_finished_object() -> None:
    modules = {path.relative_to(SOURCE): ast.parse(path.read_text(encoding="utf-8")) for path in SOURCE.rglob("*.py")}
    known = {name for module in modules.values() for name in methods(module)}
    folders = ("server", "storage", "engine", "games")
    found = {path: patched(module, known) for path, module in modules.items() if path.parts[0] in folders}
    assert {str(path): lines for path, lines in sorted(found.items()) if lines} == {}
