"""The arena's two leaderboards: a fold of finished matches, one row per MAC and name."""

from typing import Any, Final

from sqlalchemy import case, func, select

from paiju.games.uno.game import UNO
from paiju.server.auth import MAC_PLAYER
from paiju.storage.log import EventLog
from paiju.storage.schema import RESULTS

_MOST_ROWS: Final = 100


async def leaderboard(log: EventLog, sandbox: bool) -> list[dict[str, Any]]:
    """By wins, then points, then fewer games, then name. System bots are not in it."""
    wins = func.sum(case((RESULTS.c.placement == 1, 1), else_=0))
    games = func.count()
    points = func.sum(RESULTS.c.score)
    name = func.max(RESULTS.c.name)
    query = (
        select(name.label("name"), games.label("games"), wins.label("wins"), points.label("points"))
        .where(
            RESULTS.c.game == UNO.name,
            RESULTS.c.mode == ("sandbox" if sandbox else "competitive"),
            RESULTS.c.player.startswith(MAC_PLAYER),
        )
        .group_by(RESULTS.c.player)
        .order_by(wins.desc(), points.desc(), games, name)
        .limit(_MOST_ROWS)
    )
    return [
        {
            "rank": rank,
            "name": row.name,
            "gamesPlayed": int(row.games),
            "wins": int(row.wins),
            "losses": int(row.games) - int(row.wins),
            "points": int(row.points),
            "winRate": round(100 * int(row.wins) / int(row.games), 2),
        }
        for rank, row in enumerate(await log.rows(query), start=1)
    ]
