"""A mistake somebody could make in the server: one edit of its source, and the tests that have to notice it."""

from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "paiju"


class DoesNotApply(Exception):
    """The text to be replaced is not there exactly once: the source has changed, the table has to follow."""


@dataclass(frozen=True)
class Breakage:
    """`tests` are ids of pytest below tests/, of which at least one must fail when `old` is replaced by `new`."""

    name: str
    file: str
    """Below src/paiju."""
    old: str
    new: str
    tests: tuple[str, ...]
    hangs: bool = False
    """The test notices that something never happens by waiting in vain: there is no other sign."""

    def apply(self, package: Path) -> None:
        """Break the copy of the package in this folder."""
        path = package / self.file
        text = path.read_text()
        found = text.count(self.old)
        if found != 1:
            raise DoesNotApply(f"{self.name}: the text is {found} times in {self.file}: {self.old!r}")
        path.write_text(text.replace(self.old, self.new))


def breakage(name: str, file: str, old: str, new: str, *tests: str, hangs: bool = False) -> Breakage:
    """A row of a table."""
    return Breakage(name, file, old, new, tests, hangs)
