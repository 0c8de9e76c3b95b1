"""Ladders and profiles: folds of finished matches, each match once."""

from collections import defaultdict
from typing import Any, Final, cast

from openskill.models import PlackettLuce, PlackettLuceRating
from sqlalchemy import select

from paiju.protocol import history as m
from paiju.protocol.base import Mode
from paiju.server.auth import MAC_PLAYER
from paiju.server.problems import Refusal
from paiju.server.render import iso
from paiju.storage.log import EventLog
from paiju.storage.schema import MATCHES, RESULTS

_RANKED_FROM: Final = 10
_LONGEST: Final = 100
_PARTNERS: Final = frozenset(("shandong",))
"""Games in which equal placement means one team."""

_Key = tuple[str, str]
"""Game and mode."""


class _Standing:
    """A player in one game and mode."""

    __slots__ = ("history", "matches", "name", "points", "rating", "wins")

    def __init__(self, rating: PlackettLuceRating) -> None:
        self.rating = rating
        self.name = ""
        self.matches = 0
        self.wins = 0
        self.points = 0
        self.history: list[tuple[int, str, float, float]] = []


class Boards:
    """Ratings in memory, brought up to date from the results of finished matches when asked."""

    def __init__(self, log: EventLog) -> None:
        self._log: Final = log
        self._model: Final = PlackettLuce()
        self._standings: Final[dict[_Key, dict[str, _Standing]]] = defaultdict(dict)
        self._seen: Final[dict[_Key, tuple[int, str]]] = {}

    async def _catch_up(self, key: _Key) -> dict[str, _Standing]:
        """Take in matches that finished since the last look, in the order in which they finished."""
        game, mode = key
        finished, last = self._seen.get(key, (-1, ""))
        query = (
            select(RESULTS)
            .where(RESULTS.c.game == game, RESULTS.c.mode == mode, RESULTS.c.finished_at >= finished)
            .order_by(RESULTS.c.finished_at, RESULTS.c.match, RESULTS.c.seat)
        )
        matches: dict[tuple[int, str], list[Any]] = defaultdict(list)
        for row in await self._log.rows(query):
            if (row.finished_at, row.match) > (finished, last):
                matches[row.finished_at, row.match].append(row)
        for (at, match), rows in sorted(matches.items()):
            self._rate(self._standings[key], at, match, rows)
            self._seen[key] = (at, match)
        return self._standings[key]

    def _rate(self, standings: dict[str, _Standing], at: int, match: str, rows: list[Any]) -> None:
        """One match. Partners are rated as one team; guests count as new players."""
        seats: list[_Standing] = []
        for row in rows:
            standing = standings.get(row.player) if row.player else None
            if standing is None:
                standing = _Standing(self._model.rating())
                if row.player:
                    standings[row.player] = standing
            standing.name = row.name
            standing.matches += 1
            standing.wins += row.placement == 1
            standing.points += row.score
            seats.append(standing)
        if len({row.placement for row in rows}) < 2 and len(rows) > 1:
            return  # nobody was better than anybody
        teams: dict[int, list[_Standing]] = defaultdict(list)
        for place, (row, standing) in enumerate(zip(rows, seats, strict=True)):
            teams[row.placement if row.game in _PARTNERS else place].append(standing)
        ranks = [float(place if rows[0].game in _PARTNERS else rows[place].placement) for place in teams]
        rated = self._model.rate([[s.rating for s in team] for team in teams.values()], ranks=ranks)
        for team, ratings in zip(teams.values(), rated, strict=True):
            for standing, rating in zip(team, ratings, strict=True):
                standing.rating = rating
                standing.history.append((at, match, rating.mu, rating.sigma))

    async def ladder(self, game: str, mode: str) -> m.Ladder:
        """Ordered by rating − 2 × uncertainty; under ten matches not ranked yet."""
        standings = await self._catch_up((game, mode))
        order = sorted(standings.items(), key=lambda item: -(item[1].rating.mu - 2 * item[1].rating.sigma))
        order.sort(key=lambda item: item[1].matches < _RANKED_FROM)
        rows = []
        for place, (player, standing) in enumerate(order[:_LONGEST], start=1):
            rows.append(
                m.LadderRow(
                    rank=place if standing.matches >= _RANKED_FROM else None,
                    player=player,
                    name=standing.name,
                    bot=player.startswith("bot:"),
                    verified=not player.startswith(MAC_PLAYER),
                    rating=round(standing.rating.mu, 2),
                    uncertainty=round(standing.rating.sigma, 2),
                    matches=standing.matches,
                    wins=standing.wins,
                    points=standing.points,
                )
            )
        return m.Ladder(game=game, mode=cast("Mode", mode), rows=rows)

    async def profile(self, player: str) -> m.Profile:
        """A player's ratings, and how often which seat and rulebook won."""
        query = (
            select(
                RESULTS.c.game, RESULTS.c.mode, RESULTS.c.seat, RESULTS.c.placement, RESULTS.c.name, MATCHES.c.rulebook
            )
            .join(MATCHES, MATCHES.c.match == RESULTS.c.match)
            .where(RESULTS.c.player == player)
            .order_by(RESULTS.c.finished_at)
        )
        rows = await self._log.rows(query)
        if not player or not rows:
            raise Refusal("no_player")
        lines = []
        for game, mode in sorted({(row.game, row.mode) for row in rows}):
            standing = (await self._catch_up((game, mode))).get(player)
            if standing is not None:
                lines.append(_line(game, mode, standing))
        return m.Profile(
            player=player,
            name=rows[-1].name,
            bot=player.startswith("bot:"),
            verified=not player.startswith(MAC_PLAYER),
            ratings=lines,
            by_seat=_shares(rows, "seat"),
            by_rulebook=_shares(rows, "rulebook"),
        )


def _line(game: str, mode: str, standing: _Standing) -> m.RatingLine:
    points = [
        m.RatingPoint(at=iso(at), match=match, rating=round(mu, 2), uncertainty=round(sigma, 2))
        for at, match, mu, sigma in standing.history[-500:]
    ]
    return m.RatingLine(
        game=game,
        mode=cast("Mode", mode),
        rating=round(standing.rating.mu, 2),
        uncertainty=round(standing.rating.sigma, 2),
        matches=standing.matches,
        wins=standing.wins,
        points=points,
    )


def _shares(rows: list[Any], column: str) -> list[m.Share]:
    counts: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    for row in rows:
        count = counts[row.game, str(getattr(row, column))]
        count[0] += 1
        count[1] += row.placement == 1
    return [m.Share(game=game, key=key, matches=n, wins=won) for (game, key), (n, won) in sorted(counts.items())]
