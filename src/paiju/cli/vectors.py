"""`paiju vectors`: check the rules against vectors."""

from pathlib import Path

from paiju.cli.common import language_of
from paiju.cli.errors import UsageError
from paiju.i18n import error_text
from paiju.testing.vectors import NotVectors, run_vectors


def vectors(*files: Path, lang: str = "") -> int:
    """Run rule vectors; print each miss and, last, "N passed, N failed"."""
    if not files:
        raise UsageError("vectors_none")
    language = language_of(lang)
    passed = failed = 0
    for file in files:
        try:
            report = run_vectors(file.read_bytes())
        except NotVectors as error:
            raise UsageError("vectors_bad", file=file, reason=error_text(error, language)) from error
        for name, misses in report.misses.items():
            for miss in misses:
                print(f"{name}: {error_text(miss, language, report.game.catalogue())}")
        passed += report.passed
        failed += report.failed
    print(f"{passed} passed, {failed} failed")  # read by programs: the same in every language
    return 1 if failed else 0
