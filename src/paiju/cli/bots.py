"""`paiju bots`: the bots that can sit at a table."""

import json as json_format
import sys

from paiju.bots.levels import listed
from paiju.bots.registry import broken_bots
from paiju.cli.common import game_of, language_of
from paiju.games.registry import all_games, broken_games
from paiju.i18n import translator


def bots(game: str = "", /, *, lang: str = "", json: bool = False) -> int:
    """List the bots with their character, level and measured rating."""
    language = language_of(lang)
    t = translator("cli", language)
    games = [game_of(game)] if game else all_games()
    rows = [bot for one in games for bot in listed(one.name, language)]
    for kind, problems in (("broken_game", broken_games()), ("broken_bot", broken_bots())):
        for name, problem in problems.items():
            print(t(kind, name=name, why=problem), file=sys.stderr)
    if json:
        print(json_format.dumps([vars(row) for row in rows], ensure_ascii=False, indent=2))
        return 0
    from rich.table import Table
    from rich.text import Text

    from paiju.cli.output import output

    table = Table(box=None, pad_edge=False)
    for heading in ("game", "bot", "level", "rating", "character"):
        table.add_column(t(f"bots.{heading}"), justify="right" if heading == "rating" else "left")
    for row in rows:
        level = t(f"level.{row.level}") if row.level else ""
        rating = f"{row.rating:.1f}" if row.rating is not None else "-"
        table.add_row(*(Text(cell) for cell in (row.game, row.name, level, rating, row.character)))
    output(120).print(table)
    print(t("bots.use", game=rows[0].game, bot=rows[-1].name))
    return 0
