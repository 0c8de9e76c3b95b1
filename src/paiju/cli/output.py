"""Tables on stdout."""

import sys
from typing import NoReturn

from rich.console import Console


class Output(Console):
    """Stdout. A closed pipe is reported as `print` reports it: `main` ends the command silently."""

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError


def output(piped: int, *, soft_wrap: bool = False) -> Console:
    """As wide as the terminal, or `piped` cells wide where stdout is none; only there lines may be `soft_wrap`."""
    return Output() if sys.stdout.isatty() else Output(width=piped, soft_wrap=soft_wrap)
