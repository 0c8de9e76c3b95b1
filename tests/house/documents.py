"""The documents as a list of things that can be run, in reading order."""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])

_FENCE = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(
    r"`(?P<text>(?:[A-Z_]+=\S+ )*"
    r"(?:paiju|make|pip|uv|python|tools/\w+|\.venv/bin/paiju|sqlite3|git|pre-commit|npm|curl|pg_dump)(?: [^`]*)?)`"
)


@dataclass(frozen=True)
class Piece:
    """A fenced block (its language and what stands behind it), or a command inside a sentence (language `sh`)."""

    document: Path
    line: int
    language: str
    label: str
    text: str

    @property
    def where(self) -> str:
        return f"{name_of(self.document)}:{self.line}"


def name_of(document: Path) -> str:
    return str(document.relative_to(ROOT))


def pieces(document: Path) -> list[Piece]:
    """Everything in a document that claims to be code, a command or data."""
    text = document.read_text(encoding="utf-8")
    found = []
    for match in _FENCE.finditer(text):
        language, _, label = match["info"].strip().partition(" ")
        found.append(Piece(document, text[: match.start()].count("\n") + 1, language, label, match["text"]))
    prose = _FENCE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    assert "```" not in prose, f"{document}: a fence that is not closed"
    for match in _INLINE.finditer(prose):
        line = prose[: match.start()].count("\n") + 1
        found.append(Piece(document, line, "sh", "", match["text"].replace("\n", " ") + "\n"))
    return sorted(found, key=lambda piece: piece.line)


def commands(piece: Piece) -> list[tuple[str, str]]:
    """The commands of an `sh` or `console` piece, each with the output shown below it."""
    if piece.language == "sh":
        lines = [line.split("  #")[0].strip() for line in piece.text.splitlines()]
        return [(line, "") for line in lines if line]
    found: list[tuple[str, str]] = []
    for line in piece.text.splitlines():
        if line.startswith("$ "):
            found.append((line.removeprefix("$ "), ""))
        else:
            assert found, f"{piece.where}: output before the first command"
            found[-1] = (found[-1][0], found[-1][1] + line + "\n")
    return found
