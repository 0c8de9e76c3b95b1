"""The reference of the Python interface: every public name has a docstring, and the pages show it."""

import ast
import re
from pathlib import Path

import pytest

from tools.reference import Item, items, main, modules

DEFINITION = r"^(async )?def |^class "


def is_documented(item: Item, inherited: set[str]) -> bool:
    """Whether a class or function has a docstring; a method may have that of the method it overrides."""
    return bool(item.text) or item.name in inherited or not re.search(DEFINITION, item.signature, re.MULTILINE)


def test_every_public_name_has_a_docstring() -> None:
    trees = {name: ast.parse(file.read_text(encoding="utf-8")) for name, file in modules()}
    found = {name: items(tree.body) for name, tree in trees.items()}
    explained = {member.name for all_of in found.values() for item in all_of for member in item.members if member.text}
    missing = [name for name, tree in trees.items() if tree.body and not ast.get_docstring(tree)]
    for name, all_of in found.items():
        missing += [f"{name}.{item.name}" for item in all_of if not is_documented(item, set())]
        for item in all_of:
            inherited = explained if "(" in item.signature else set()
            missing += [f"{name}.{item.name}.{m.name}" for m in item.members if not is_documented(m, inherited)]
    assert missing == []


def test_the_pages_show_names_signatures_and_docstrings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(tmp_path) == 0
    assert str(tmp_path / "index.html") in capsys.readouterr().out
    first = (tmp_path / "index.html").read_text(encoding="utf-8")
    shown = (tmp_path / "paiju.engine.record.html").read_text(encoding="utf-8")
    assert 'href="paiju.engine.record.html"' in first and 'href="paiju.client.html"' in first
    assert '<section id="replay"><h2><code>replay</code></h2><pre>def replay(' in shown
    pages = {path.stem for path in tmp_path.iterdir()} - {"index"}
    assert pages == {name for name, _ in modules()}


def test_private_names_and_overloads_stay_out() -> None:
    source = '''
class Open:
    """A class."""
    kept: int
    """A field."""
    _hidden: int
    def __init__(self): ...
    def go(self, far: int = 1) -> bool:
        """Go."""
def _helper(): ...
LIMIT: Final = 3
"""How many."""
'''
    (found, limit) = items(ast.parse(source).body)
    assert [member.signature for member in found.members] == ["kept: int", "def go(self, far: int=1) -> bool"]
    assert found.members[0].text == "A field." and limit.text == "How many."
