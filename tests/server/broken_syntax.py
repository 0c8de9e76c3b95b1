"""Finding and replacing a part of a definition by its syntax: where it stands and how it is written do not matter.

Patterns are Python:

    _           any expression, or any statement
    ...         any number of arguments, elements or statements
    A, B, C     any expression, and the replacement may name it; twice the same letter: twice the same expression
    name        this name, also at the end of a dotted one: `close(...)` finds `self.socket.close(1000)`
    has(p)      an expression in which p is found
    here(p)     as p, and only this part is replaced, not all that the pattern found

Arguments by name may come in any order; what a pattern leaves out of a compound statement (`else`, `from`) may be
there. A replacement is Python too, with the letters and `found` for what was found. A statement in the place of an
expression replaces the whole statement around it, for which the statement `found` stands then; `*()` in the place of
an argument leaves it out.
"""

import ast
import copy
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_Bound = Mapping[str, ast.AST]
_FIRST_WORD: Final = re.compile(r"^ *(?:(?:async )?def |class )?(\w+)", re.MULTILINE)
"""What a line might define. Only such files are parsed."""
_HERE: Final = "here"
_MAY_BE_THERE: Final = frozenset(("orelse", "finalbody", "cause", "decorator_list", "returns", "type_params"))
_NO_MATTER: Final = frozenset(("ctx", "kind", "type_comment"))


class NotFound(Exception):
    """A definition or a pattern is not there, or not exactly once."""


@dataclass(frozen=True)
class Definition:
    """A function, a class, or a name that a module or a class gives to something."""

    name: str
    """With all its modules, classes and enclosing functions, joined by dots."""
    path: Path
    node: ast.stmt


class Package:
    """All definitions below a folder. Every file is read once, and parsed once if anything of it is asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder: Final = folder
        self._texts: Final = {path: path.read_text() for path in sorted(folder.rglob("*.py"))}
        self._words: Final = {path: frozenset(_FIRST_WORD.findall(text)) for path, text in self._texts.items()}
        self._definitions: Final[dict[Path, list[Definition]]] = {}

    def named(self, name: str) -> list[Definition]:
        """Definitions that are called so, those in the modules, classes and functions named before it if there are any.

        `arena.enter` is `paiju.server.arena.rooms.Rooms.enter`, and would be any other `enter` if that moved.
        """
        *hints, last = name.split(".")
        paths = [path for path, words in self._words.items() if last in words]
        found = [one for path in paths for one in self._defined_in(path) if one.name.rpartition(".")[2] == last]
        if not found:
            raise NotFound(f"there is no {last} in {self.folder.name}")
        return [one for one in found if _in_order(hints, one.name.split(".")[:-1])] or found

    def _defined_in(self, path: Path) -> list[Definition]:
        if path not in self._definitions:
            module = ".".join(path.relative_to(self.folder.parent).with_suffix("").parts)
            parsed = _defined(ast.parse(self._texts[path]), module)
            self._definitions[path] = [Definition(name, path, node) for name, node in parsed]
        return self._definitions[path]

    def edited(self, name: str, find: str, put: str) -> tuple[Path, str]:
        """The only file in which the pattern is found in a definition of this name, and its text with the replacement.

        Of that text the definition is written anew, all else is as it was.
        """
        pattern, replacement = _pattern(find), ast.parse(put).body
        spots: dict[int, tuple[Definition, ast.AST, _Bound]] = {}
        for definition in self.named(name):
            around = _statements_around(definition.node)
            for node in ast.walk(definition.node):
                bound = _match(pattern, node, {})
                if bound is not None:
                    bound = {**bound, "found": bound.get(_HERE, node)}
                    spot = bound["found"] if _is_expression(replacement) else around[id(bound["found"])]
                    spots.setdefault(id(spot), (definition, spot, bound))
        if len(spots) != 1:
            places = ", ".join(f"{one.name}:{getattr(spot, 'lineno', '?')}" for one, spot, _ in spots.values())
            raise NotFound(f"{name} has {len(spots)} places like `{find}`, not one{places and ': '}{places}")
        [(definition, spot, bound)] = spots.values()
        text = _rewritten(self._texts[definition.path], definition.node, spot, _filled(replacement, spot, bound))
        return definition.path, text


def _defined(node: ast.AST, prefix: str) -> Iterator[tuple[str, ast.stmt]]:
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield f"{prefix}.{name}", child
                yield from _defined(child, f"{prefix}.{name}")
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                if isinstance(node, ast.Module | ast.ClassDef):
                    yield f"{prefix}.{name}", child
            case ast.stmt() | ast.ExceptHandler() | ast.match_case():
                yield from _defined(child, prefix)


def _in_order(some: Sequence[str], names: Sequence[str]) -> bool:
    rest = iter(names)
    return all(one in rest for one in some)


# --- finding ------------------------------------------------------------------------------------------------------


def _pattern(find: str) -> ast.AST:
    [statement] = ast.parse(find).body
    return statement.value if isinstance(statement, ast.Expr) else statement


def _match(pattern: ast.AST, node: ast.AST, bound: _Bound) -> _Bound | None:
    """What the pattern's letters and `here` stand for, with what is bound already; None when it does not match."""
    match pattern:
        case ast.Expr(value=ast.Name(id="_")) if isinstance(node, ast.stmt):
            return bound
        case ast.Name(id="_"):
            return bound if isinstance(node, ast.expr) else None
        case ast.Name(id=name) if len(name) == 1 and name.isupper():
            if name in bound:
                return bound if ast.dump(bound[name]) == ast.dump(node) else None
            return {**bound, name: node} if isinstance(node, ast.expr) else None
        case ast.Name(id=name) if isinstance(node, ast.Attribute):
            return bound if node.attr == name else None
        case ast.Call(func=ast.Name(id="has"), args=[inner]):
            inside = ast.walk(node) if isinstance(node, ast.expr) else ()
            return next((found for one in inside if (found := _match(inner, one, bound)) is not None), None)
        case ast.Call(func=ast.Name(id="here"), args=[inner]):
            found = _match(inner, node, bound)
            return None if found is None else {**found, _HERE: node}
        case ast.Call() if isinstance(node, ast.Call):
            return _match_call(pattern, node, bound)
        case ast.Constant(value=value):
            same = isinstance(node, ast.Constant) and type(node.value) is type(value) and node.value == value
            return bound if same else None
    if type(pattern) is not type(node):
        return None
    after: _Bound | None = bound
    for field, wanted in ast.iter_fields(pattern):
        if after is None or field in _NO_MATTER or (field in _MAY_BE_THERE and not wanted):
            continue
        after = _match_field(wanted, getattr(node, field), after)
    return after


def _match_field(wanted: object, there: object, bound: _Bound) -> _Bound | None:
    if isinstance(wanted, list) and isinstance(there, list):
        return _match_all(wanted, there, bound)
    if isinstance(wanted, ast.AST) and isinstance(there, ast.AST):
        return _match(wanted, there, bound)
    return bound if wanted == there else None


def _match_all(wanted: Sequence[object], there: Sequence[object], bound: _Bound) -> _Bound | None:
    if not wanted:
        return None if there else bound
    if _is_dots(wanted[0]):
        tails = (_match_all(wanted[1:], there[skipped:], bound) for skipped in range(len(there) + 1))
        return next((tail for tail in tails if tail is not None), None)
    first = _match_field(wanted[0], there[0], bound) if there else None
    return None if first is None else _match_all(wanted[1:], there[1:], first)


def _match_call(wanted: ast.Call, there: ast.Call, bound: _Bound) -> _Bound | None:
    named = {keyword.arg: keyword.value for keyword in there.keywords}
    if len(wanted.keywords) < len(named) and not any(map(_is_dots, wanted.args)):
        return None
    after = _match(wanted.func, there.func, bound)
    for keyword in wanted.keywords:
        if after is not None:
            after = _match(keyword.value, named[keyword.arg], after) if keyword.arg in named else None
    return None if after is None else _match_all(wanted.args, there.args, after)


def _is_dots(pattern: object) -> bool:
    if isinstance(pattern, ast.Expr):
        pattern = pattern.value
    return isinstance(pattern, ast.Constant) and pattern.value is ...


# --- replacing ----------------------------------------------------------------------------------------------------


def _is_expression(replacement: Sequence[ast.stmt]) -> bool:
    return len(replacement) == 1 and isinstance(replacement[0], ast.Expr)


def _statements_around(definition: ast.stmt) -> dict[int, ast.AST]:
    """The innermost statement of each node, by the node's id."""
    around: dict[int, ast.AST] = {}

    def visit(node: ast.AST, statement: ast.AST) -> None:
        if isinstance(node, ast.stmt):
            statement = node
        around[id(node)] = statement
        for child in ast.iter_child_nodes(node):
            visit(child, statement)

    visit(definition, definition)
    return around


class _Filler(ast.NodeTransformer):
    def __init__(self, spot: ast.AST, bound: _Bound) -> None:
        self._spot = spot
        self._bound = bound

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if isinstance(node.value, ast.Name) and node.value.id == "found":
            return self._spot
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return self._bound.get(node.id, node)


def _filled(replacement: list[ast.stmt], spot: ast.AST, bound: _Bound) -> ast.AST:
    """The node that takes the spot."""
    if isinstance(spot, ast.expr):
        [only] = replacement
        assert isinstance(only, ast.Expr)
        replaced: ast.AST = _Filler(spot, bound).visit(only.value)
        return replaced
    statements = [_Filler(spot, bound).visit(statement) for statement in replacement]
    return statements[0] if len(statements) == 1 else ast.If(ast.Constant(True), statements, [])


def _rewritten(text: str, old: ast.stmt, spot: ast.AST, replacement: ast.AST) -> str:
    """The text of the file with `old` as it is when the spot has its replacement."""
    new: ast.stmt = copy.deepcopy(old, {id(spot): replacement})
    depth = old.col_offset // 4
    for _ in range(depth):  # so that `unparse` itself indents it, and strings over several lines stay as they are
        new = ast.If(ast.Constant(True), [new], [])
    unparsed = ast.unparse(ast.fix_missing_locations(new)).split("\n", depth)[depth].lstrip("\n")
    first = min([old.lineno, *(one.lineno for one in getattr(old, "decorator_list", ()))])
    lines = text.split("\n")
    return "\n".join([*lines[: first - 1], unparsed, *lines[old.end_lineno :]])
