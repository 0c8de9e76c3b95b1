"""Writes the reference of the Python interface as web pages into build/reference, from docstrings: `make reference`.

Public is what modules of `engine`, `games`, `bots`, `env`, `testing` and `client` define under a name without an
underscore. The sources are read, not imported, so optional packages need not be installed.
"""

import ast
import html
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
SOURCE: Final = ROOT / "src" / "paiju"
PARTS: Final = ("engine", "games", "bots", "env", "testing", "client.py", "guide.py")
TARGET: Final = ROOT / "build" / "reference"
SPECIAL: Final = ("__call__", "__contains__", "__iter__", "__enter__", "__len__")
STYLE: Final = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem}"
    "body{color:#222;background:#fff}"
    "code,pre{font-family:ui-monospace,monospace;font-size:.92em}pre{background:#f4f4f2;padding:.7rem;overflow:auto}"
    "h2{margin-top:2rem;border-top:1px solid #ddd;padding-top:.8rem}h2 code,h3 code{font-weight:600}"
    "section section{margin-left:1.5rem}a{color:#0b57d0}"
    "@media(prefers-color-scheme:dark){body{color:#ddd;background:#1b1b1b}pre{background:#262626}a{color:#8ab4f8}"
    "h2{border-color:#444}}"
)


@dataclass(frozen=True)
class Item:
    """One public name: its signature, its docstring, and the members of a class."""

    name: str
    signature: str
    text: str
    members: list["Item"] = field(default_factory=list)


def modules() -> Iterator[tuple[str, Path]]:
    """Dotted names and files of all public modules."""
    for part in PARTS:
        path = SOURCE / part
        for file in [path] if path.is_file() else sorted(path.rglob("*.py")):
            names = ["paiju", *file.relative_to(SOURCE).with_suffix("").parts]
            if names[-1] == "__init__":
                names.pop()
            if not any(name.startswith("_") for name in names):
                yield ".".join(names), file


def items(body: list[ast.stmt]) -> list[Item]:
    """The public names that these statements define."""
    found = []
    for statement, after in zip_longest(body, body[1:]):
        match statement:
            case ast.FunctionDef() | ast.AsyncFunctionDef() if _public(statement.name) and not _is_overload(statement):
                found.append(Item(statement.name, _function(statement), ast.get_docstring(statement) or ""))
            case ast.ClassDef() if _public(statement.name):
                bases = ", ".join(ast.unparse(base) for base in [*statement.bases, *statement.keywords])
                head = f"class {statement.name}({bases})" if bases else f"class {statement.name}"
                text = ast.get_docstring(statement) or ""
                found.append(Item(statement.name, head, text, items(statement.body)))
            case ast.AnnAssign(target=ast.Name(id=name)) if _public(name):
                found.append(Item(name, f"{name}: {ast.unparse(statement.annotation)}", _below(after)))
            case ast.Assign(targets=[ast.Name(id=name)]) if _public(name) and _below(after):
                found.append(Item(name, ast.unparse(statement), _below(after)))
    return found


def _public(name: str) -> bool:
    return not name.startswith("_") or name in SPECIAL


def _is_overload(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(ast.unparse(mark) in ("overload", "typing.overload") for mark in function.decorator_list)


def _function(function: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    head = "async def" if isinstance(function, ast.AsyncFunctionDef) else "def"
    result = f" -> {ast.unparse(function.returns)}" if function.returns else ""
    marks = "".join(f"@{ast.unparse(mark)}\n" for mark in function.decorator_list)
    return f"{marks}{head} {function.name}({ast.unparse(function.args)}){result}"


def _below(statement: ast.stmt | None) -> str:
    """The docstring of an attribute: a text that stands alone below it."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        value = statement.value.value
        return value if isinstance(value, str) else ""
    return ""


def page(name: str, file: Path) -> str:
    """The page of one module."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    body = "".join(_section(item, 2) for item in items(tree.body))
    start = f'<p><a href="index.html">paiju</a></p><h1><code>{name}</code></h1>{_prose(ast.get_docstring(tree) or "")}'
    return _document(name, start + body)


def index(found: list[tuple[str, Path]]) -> str:
    """The first page: every module with the first sentence of its docstring."""
    rows = []
    for name, file in found:
        text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
        line = html.escape(text.partition("\n")[0])
        rows.append(f'<li><a href="{name}.html"><code>{name}</code></a> {line}</li>')
    return _document("paiju: reference", f"<h1>paiju: reference</h1><ul>{''.join(rows)}</ul>")


def _section(item: Item, level: int) -> str:
    members = "".join(_section(member, level + 1) for member in item.members)
    return (
        f'<section id="{item.name}"><h{level}><code>{item.name}</code></h{level}>'
        f"<pre>{html.escape(item.signature)}</pre>{_prose(item.text)}{members}</section>"
    )


def _prose(text: str) -> str:
    """Paragraphs; what is indented stays as it is, `names` become code."""
    parts = []
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        if block.startswith((" ", ">>>", "- ", "|")) or "\n    " in block:
            parts.append(f"<pre>{html.escape(block)}</pre>")
        elif block:
            marked = re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(block, quote=False))
            parts.append(f"<p>{marked}</p>")
    return "".join(parts)


def _document(title: str, body: str) -> str:
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    return f'<!doctype html><html lang="en"><head>{head}<style>{STYLE}</style></head><body>{body}</body></html>\n'


def main(target: Path = TARGET) -> int:
    """Write all pages, and say where they are."""
    found = list(modules())
    target.mkdir(parents=True, exist_ok=True)
    for name, file in found:
        (target / f"{name}.html").write_text(page(name, file), encoding="utf-8")
    (target / "index.html").write_text(index(found), encoding="utf-8")
    print(f"{target / 'index.html'}: {len(found)} modules")
    return 0


if __name__ == "__main__":
    sys.exit(main())
