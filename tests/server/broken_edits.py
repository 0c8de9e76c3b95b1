"""A mistake somebody could make in the server: one edit of its source, and the tests that have to notice it."""

from dataclasses import dataclass
from pathlib import Path

from tests.server.broken_syntax import Definition, NotFound, Package

TESTS = Path(__file__).parents[1]
SOURCE = TESTS.parent / "src" / "paiju"


class DoesNotApply(Exception):
    """A function, a pattern or a test is not there exactly once: the code has changed, the table has to follow."""


@dataclass(frozen=True)
class Breakage:
    """`tests` are functions, of which at least one must fail when what is found in `function` is replaced."""

    name: str
    function: str
    """Or a class, or a constant: see `Package.named`."""
    find: str
    """A pattern: see `broken_syntax`."""
    put: str
    tests: tuple[str, ...]
    """Named as `function` is, with the ids of parameters in brackets if only that case is meant."""
    hangs: bool = False
    """The test notices that something never happens by waiting in vain: there is no other sign."""

    def broken(self, package: Package) -> tuple[Path, str]:
        """The file of the package that the mistake is made in, and its text with the mistake."""
        try:
            return package.edited(self.function, self.find, self.put)
        except NotFound as error:
            raise DoesNotApply(f"{self.name}: {error}") from None

    def test_functions(self, tests: Package) -> list[Definition]:
        """Where its tests are."""
        return [self._test_function(tests, test.partition("[")[0]) for test in self.tests]

    def _test_function(self, tests: Package, name: str) -> Definition:
        try:
            found = tests.named(name)
        except NotFound as error:
            raise DoesNotApply(f"{self.name}: {error}") from None
        if len(found) > 1:
            raise DoesNotApply(f"{self.name}: which test? {', '.join(one.name for one in found)}")
        return found[0]


def breakage(name: str, function: str, find: str, put: str, *tests: str, hangs: bool = False) -> Breakage:
    """A row of a table."""
    return Breakage(name, function, find, put, tests, hangs)
