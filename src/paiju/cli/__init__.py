"""The `paiju` command. Each subcommand is a module of this package and is imported only when it is called.

A command is a function with the name of its module; it returns an exit code or None. Mistakes of the user are
`UsageError` or one of the engine's errors: they become one sentence on stderr and exit code 2.
"""

from paiju.cli.main import main

__all__ = ["main"]
