"""docs/architecture.md names files and folders that exist, and every part of the package and of the server."""

import re

import pytest

from tests.house.documents import ROOT

TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
ROOTS = (ROOT, ROOT / "src" / "paiju", ROOT / "web" / "src")
SERVER = [ROOT / "src" / "paiju" / folder for folder in re.findall(r"^\| `(server/\w+)/`", TEXT, re.M)]
"""Rows about these folders name their files alone."""


def named_paths() -> list[str]:
    """Everything in backticks that looks like a file or a folder."""
    names = set(re.findall(r"`([\w./-]+)`", TEXT))
    return sorted(name for name in names if re.search(r"(/|\.(py|ts|tsx|md|toml))$", name))


@pytest.mark.parametrize("name", named_paths())
def test_a_path_it_names_exists(name: str) -> None:
    found = [root / name for root in (*ROOTS, *SERVER) if (root / name).exists()]
    assert found, f"{name} does not exist"
    assert found[0].is_dir() == name.endswith("/")


@pytest.mark.parametrize("folder", ["", "server"])
def test_no_package_is_left_out(folder: str) -> None:
    packages = [path.parent for path in (ROOT / "src" / "paiju" / folder).glob("*/__init__.py")]
    names = {path.relative_to(ROOT / "src" / "paiju").as_posix() for path in packages}
    assert names
    assert [name for name in sorted(names) if f"`{name}/" not in TEXT] == []
