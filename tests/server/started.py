"""`paiju serve` as people start it, for tests that are not asynchronous."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def started(store: Path | str, *flags: str, **environ: str) -> Iterator[str]:
    """A server on a free port with its store in this file; what it says when it is ready. It must end in order."""
    command = [sys.executable, "-m", "paiju", "serve", "--port", "0", "--database", f"sqlite:///{store}"]
    process = subprocess.Popen(
        [*command, *flags],
        env={**os.environ, **environ},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip()
    finally:
        process.send_signal(signal.SIGTERM)
        code = process.wait(60)
        process.stdout.close()
    assert code == 0
