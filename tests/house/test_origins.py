"""docs/origins.md names only what exists, and says something about every part of the documents."""

import importlib
import re
from pathlib import Path

import pytest

from paiju.cli.main import COMMANDS

ROOT = Path(__file__).parent.parent.parent
TEXT = (ROOT / "docs" / "origins.md").read_text(encoding="utf-8")
ROWS = [line.strip("|").split(" | ") for line in TEXT.splitlines() if line.startswith("| ") and "|---" not in line]
EVIDENCE = sorted({name for row in ROWS for name in re.findall(r"`([^`]+)`", row[-1])})
NAMES = [name for name in EVIDENCE if re.match(r"paiju[. ]|tests/|src/|docs/|web/|bench/", name)]


def exists(name: str) -> bool:
    """A command (`paiju explain`), a test (`tests/x.py::test_y`), a file, or a name that can be imported."""
    if name.startswith("paiju "):
        return name.split()[1] in COMMANDS
    path, _, function = name.partition("::")
    if "/" in path:
        file = ROOT / path
        return file.exists() and (not function or f"def {function}(" in file.read_text(encoding="utf-8"))
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
    "name", ["paiju fly", "paiju.games.uno.plain.no_such", "tests/house/test_origins.py::test_no_such", "docs/none.md"]
)
def test_what_does_not_exist_would_be_noticed(name: str) -> None:
    assert not exists(name)


def test_every_line_names_something_and_every_difference_has_a_reason() -> None:
    for row in ROWS:
        if row[0].strip() in ("§", "part"):
            continue
        assert len(row) == 3, row
        assert any(f"`{name}`" in row[2] for name in NAMES), row
        if "**differs**" in row[2]:
            assert len(re.sub(r"`[^`]*`", "", row[2].split("**differs**")[1])) > 20, row


SECTIONS = {
    "000": [
        "1",
        "2.1",
        "2.2",
        "2.3",
        "3.1",
        "3.2",
        "4.1",
        "4.2",
        "5.1",
        "5.2",
        "6.1",
        "6.2",
        "7.1",
        "7.2",
        "7.3",
        "8.1",
        "8.2",
        "9",
        "10",
        "11",
        "12",
    ],
    "002": [
        "0",
        "1.1",
        "1.2",
        "2.1",
        "2.1.1",
        "2.1.2",
        "2.1.3",
        "2.2",
        "2.3",
        "2.4",
        "3.1",
        "3.2",
        "3.2.1",
        "3.3",
        "4",
        "4.1",
        "4.2",
    ],
    "003": [
        "Objective",
        "Deck",
        "Setup",
        "Gameplay",
        "Action cards",
        "Calling Uno",
        "Catchout",
        "+4 challenge",
        "Scoring",
        "Penalties",
        "Timeout",
        "Sandbox",
        "Rate limits",
        "Tips",
        "Scenarios",
    ],
    "004": ["Task", "Rules", "Penalties", "House rules"],
}


@pytest.mark.parametrize("number", SECTIONS)
def test_every_section_of_the_document_has_a_line(number: str) -> None:
    document = TEXT.split(f"## Document {number}")[1].split("## Document")[0]
    sections = {row.split(" | ")[0].strip("| ") for row in document.splitlines() if row.startswith("| ")}
    assert set(SECTIONS[number]) <= sections
