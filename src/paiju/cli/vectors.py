"""`paiju vectors`: check the rules against vectors."""

from pathlib import Path

from paiju.cli.errors import UsageError
from paiju.testing.vectors import NotVectors, run_vectors


def vectors(*files: Path, lang: str = "") -> int:
    """Run rule vectors; print each miss and, last, "N passed, N failed"."""
    if not files:
        raise UsageError("vectors_none")
    passed = failed = 0
    for file in files:
        try:
            report = run_vectors(file.read_bytes())
        except NotVectors as error:
            raise UsageError("vectors_bad", file=file, reason=str(error)) from error
        for name, misses in report.misses.items():
            for miss in misses:
                print(f"{name}: {miss}")
        passed += report.passed
        failed += report.failed
    print(f"{passed} passed, {failed} failed")  # read by programs: the same in every language
    return 1 if failed else 0
