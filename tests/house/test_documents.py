"""The documents tell the truth: their code runs, their links lead somewhere, they stand alone."""

import doctest
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
NAMES = [str(path.relative_to(ROOT)) for path in DOCUMENTS]


@pytest.mark.parametrize("document", [ROOT / "README.md", ROOT / "docs" / "records.md"], ids=lambda path: path.name)
def test_the_code_runs(document: Path) -> None:
    """Each ```python block with prompts, in order, sharing names as a reader's session does."""
    blocks = re.findall(r"^```python\n(.*?)^```", document.read_text(encoding="utf-8"), re.M | re.S)
    session = "\n".join(block for block in blocks if block.startswith(">>>"))
    test = doctest.DocTestParser().get_doctest(session, {}, document.name, str(document), 0)
    assert len(test.examples) > 3
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0


@pytest.mark.parametrize("document", DOCUMENTS, ids=NAMES)
def test_links_lead_somewhere(document: Path) -> None:
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", document.read_text(encoding="utf-8"))
    assert [target for target in targets if not (document.parent / target).exists()] == []


def test_the_readme_says_what_it_must() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    opening = text.split("## ")[0]
    assert ">>> match" in opening
    assert "make play" in text and "make serve" in text
    for readers in ("players", "hosts", "bot authors", "researchers", "contributors"):
        assert f"## For {readers}" in text
    assert "not affiliated" in text


def test_every_document_is_in_the_index() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    listed = {(ROOT / "docs" / target).resolve() for target in re.findall(r"\]\(([^)#]+)", index)}
    assert {path for path in DOCUMENTS if path.is_relative_to(ROOT / "docs")} - {ROOT / "docs" / "index.md"} <= listed


def test_nothing_in_the_project_reads_what_lies_outside_of_it() -> None:
    outside = re.compile(r"\.\./shared|(?<![\w.])/(work|root|home)/")
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    found = []
    for name in tracked.splitlines():
        if name.endswith((".py", ".md", ".ts", ".tsx", ".toml", ".json", ".sh", "Makefile")) and name not in MAY_NAME:
            text = (ROOT / name).read_text(encoding="utf-8") if (ROOT / name).exists() else ""
            found += [f"{name}: {line}" for line in text.splitlines() if outside.search(line)]
    assert found == []


MAY_NAME = {"tests/house/test_documents.py"}
