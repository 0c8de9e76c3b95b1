"""docs/origins.md has a line for every sentence of the documents, and names only what exists."""

import ast
import importlib
import re
from pathlib import Path

import pytest

from paiju.cli.main import COMMANDS

ROOT = Path(__file__).parent.parent.parent
TEXT = (ROOT / "docs" / "origins.md").read_text(encoding="utf-8")


def rows(text: str) -> list[tuple[str, str, str, str]]:
    """The lines of the tables: part, sentences, what the document says, what shows it."""
    found = [re.split(r" \| ", line.strip("| ")) for line in text.splitlines() if line.startswith("| ")]
    return [(part, number, said, shown) for part, number, said, shown in found if part != "part"]


ROWS = rows(TEXT)
EVIDENCE = sorted({name for *_, shown in ROWS for name in re.findall(r"`([^`]+)`", shown)})
NAMES = [name for name in EVIDENCE if re.match(r"paiju[. ]|tests/|src/|docs/|web/|bench/|[A-Z]+\.md$", name)]


def collected_from(file: Path) -> set[str]:
    """The tests that pytest collects from a file."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return {function.name for function in functions if function.name.startswith("test_")}


def exists(name: str) -> bool:
    """A command (`paiju explain`), a test (`tests/x.py::test_y`), a file, or a name that can be imported."""
    if name.startswith("paiju "):
        return name.split()[1] in COMMANDS
    path, _, function = name.partition("::")
    if "/" in path or path.endswith(".md"):
        file = ROOT / path
        return file.exists() and (not function or function in collected_from(file))
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            if not hasattr(found, part):
                return False
            found = getattr(found, part)
        return True
    return False


@pytest.mark.parametrize("name", NAMES)
def test_what_is_named_exists(name: str) -> None:
    assert exists(name)


@pytest.mark.parametrize(
    "name",
    ["paiju fly", "paiju.games.uno.plain.no_such", "tests/house/test_origins.py::collected_from", "docs/none.md"],
)
def test_what_does_not_exist_would_be_noticed(name: str) -> None:
    assert not exists(name)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]} {row[1]}")
def test_every_line_names_something_and_every_difference_has_a_reason(row: tuple[str, str, str, str]) -> None:
    shown = row[3]
    assert any(f"`{name}`" in shown for name in NAMES)
    assert all(name in NAMES for name in re.findall(r"`([^`]+::[^`]+)`", shown))
    if "**differs**" in shown:
        assert len(re.sub(r"`[^`]*`", "", shown.split("**differs**")[1])) > 20


SENTENCES: dict[str, dict[str, int]] = {
    "000": {
        "0": 1,
        "1": 4,
        "2.1": 5,
        "2.2": 1,
        "2.3": 6,
        "3.1": 8,
        "3.2": 6,
        "4.1": 6,
        "4.2": 4,
        "5.1": 8,
        "5.2": 7,
        "6.1": 3,
        "6.2": 2,
        "7.1": 5,
        "7.2": 10,
        "7.3": 2,
        "8.1": 6,
        "8.2": 1,
        "9": 14,
        "10": 10,
        "11": 9,
        "12": 6,
    },
    "001": {
        "overview": 1,
        "architecture": 2,
        "1": 9,
        "2": 7,
        "3": 8,
        "4": 5,
        "5": 2,
        "data": 10,
        "sync": 5,
        "special": 3,
        "details": 6,
        "speed": 6,
        "problems": 3,
        "growth": 8,
        "tools": 6,
        "references": 4,
    },
    "002": {
        "0": 2,
        "1.1": 5,
        "1.2": 3,
        "2.1": 1,
        "2.1.1": 3,
        "2.1.2": 6,
        "2.1.3": 7,
        "2.2": 12,
        "2.3": 14,
        "2.4": 2,
        "3.1": 3,
        "3.2": 2,
        "3.2.1": 4,
        "3.3": 1,
        "4": 4,
        "4.1": 6,
        "4.2": 15,
        "all": 1,
    },
    "003": {
        "Objective": 2,
        "Deck": 8,
        "Setup": 6,
        "Gameplay": 10,
        "Action cards": 18,
        "Calling Uno": 6,
        "Catchout": 8,
        "+4 challenge": 10,
        "Scoring": 8,
        "Game": 1,
        "Penalties": 17,
        "Timeout": 8,
        "Sandbox": 6,
        "Rate limits": 6,
        "Tips": 12,
        "Reference": 7,
        "Scenarios": 4,
    },
    "004": {
        "Task": 5,
        "Rules": 36,
        "Penalties": 6,
        "House rules": 1,
        "Solutions": 4,
    },
}
"""By document and part, how many sentences, rows, fields or branches it has: counted in the documents."""


def numbers(text: str) -> list[int]:
    """The sentences of a line: `3`, or `3–5`."""
    first, _, last = text.partition("–")
    return list(range(int(first), int(last or first) + 1))


@pytest.mark.parametrize("document", SENTENCES)
def test_every_sentence_of_the_document_has_a_line(document: str) -> None:
    text = TEXT.split(f"## Document {document}")[1].split("## Document")[0]
    found: dict[str, list[int]] = {}
    for part, number, _, _ in rows(text):
        found.setdefault(part, []).extend(numbers(number))
    assert found == {part: list(range(1, count + 1)) for part, count in SENTENCES[document].items()}
