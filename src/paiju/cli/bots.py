"""`paiju bots`: what can sit at a table."""

import json
import sys
from typing import Annotated

from cyclopts import Parameter

from paiju.bots.levels import listed
from paiju.bots.registry import broken_bots
from paiju.games.registry import all_games, broken_games, find_game


def bots(game: str = "", *, json_: Annotated[bool, Parameter(name="--json")] = False) -> int:
    """List the bots with their character, level and measured rating.

    Parameters
    ----------
    game
        Only those of one game.
    json_
        Print JSON instead of a table.
    """
    games = [find_game(game)] if game else all_games()
    rows = [bot for one in games for bot in listed(one.name)]
    for kind, problems in (("game", broken_games()), ("bot", broken_bots())):
        for name, problem in problems.items():
            print(f'The {kind} "{name}" cannot be loaded: {problem}', file=sys.stderr)
    if json_:
        print(json.dumps([vars(row) for row in rows], ensure_ascii=False, indent=2))
        return 0
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("game", "bot", "level", "rating", "character"):
        table.add_column(heading, justify="right" if heading == "rating" else "left")
    for row in rows:
        rating = f"{row.rating:.1f}" if row.rating is not None else "-"
        table.add_row(row.game, row.name, row.level, rating, row.character)
    console = Console() if sys.stdout.isatty() else Console(width=120)
    console.print(table)
    return 0
