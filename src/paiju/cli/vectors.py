"""`paiju vectors`: check the rules against vectors."""

from pathlib import Path

from paiju.cli.errors import UsageError
from paiju.testing.vectors import NotVectors, run_vectors


def vectors(*files: Path) -> int:
    """Run rule vectors; print each miss and, last, "N passed, N failed".

    Parameters
    ----------
    files
        Vector files of any game, such as UNO ("format": "uno-vectors/1") or Shandong Upgrade.
    """
    if not files:
        raise UsageError("Name at least one file of rule vectors.")
    passed = failed = 0
    for file in files:
        try:
            report = run_vectors(file.read_bytes())
        except NotVectors as error:
            raise UsageError(f"{file} is not a file of rule vectors: {error}.") from error
        for name, misses in report.misses.items():
            for miss in misses:
                print(f"{name}: {miss}")
        passed += report.passed
        failed += report.failed
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0
