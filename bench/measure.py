"""Measures one module in this process and prints its rows as JSON: `python -m bench.measure uno`."""

import json
import sys
from importlib import import_module

from bench.row import Row


def main(name: str) -> None:
    """Run `bench.<name>.rows()`."""
    rows: list[Row] = import_module(f"bench.{name}").rows()
    print(json.dumps([row.to_json() for row in rows]))


if __name__ == "__main__":
    main(sys.argv[1])
