"""Ladders and profiles, computed from the results of finished matches. Each match is rated once."""

import asyncio
from collections import defaultdict
from statistics import fmean
from typing import Any, Final, cast

from openskill.models import PlackettLuce, PlackettLuceRating
from sqlalchemy import func, select

from paiju.engine.errors import BadRules
from paiju.games.registry import find_game
from paiju.protocol import history as m
from paiju.protocol.base import Mode
from paiju.server.auth import MAC_PLAYER
from paiju.server.errors import Refusal
from paiju.server.live.render import iso
from paiju.storage.log import EventLog
from paiju.storage.schema import MATCHES, RESULTS

_RANKED_FROM: Final = 10
_LONGEST: Final = 100
_LOOK_BACK_MS: Final = 600_000
"""Matches may be stored in another order than they finished in, and the wall clock may be set back."""

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
    """Ratings in memory. Every query first rates the matches that have finished since the last one."""

    def __init__(self, log: EventLog) -> None:
        self._log: Final = log
        self._model: Final = PlackettLuce()
        self._standings: Final[dict[_Key, dict[str, _Standing]]] = defaultdict(dict)
        self._rated: Final[dict[_Key, dict[str, int]]] = defaultdict(dict)
        """Matches rated lately, and when they finished."""
        self._one_at_a_time: Final = asyncio.Lock()

    async def _catch_up(self, key: _Key) -> dict[str, _Standing]:
        """Rate matches that have finished since the last call, in the order in which they finished."""
        game, mode = key
        rated = self._rated[key]
        async with self._one_at_a_time:
            since = max(rated.values(), default=0) - _LOOK_BACK_MS
            query = (
                select(RESULTS)
                .where(RESULTS.c.game == game, RESULTS.c.mode == mode, RESULTS.c.finished_at >= since)
                .order_by(RESULTS.c.finished_at, RESULTS.c.match, RESULTS.c.seat)
            )
            matches: dict[tuple[int, str], list[Any]] = defaultdict(list)
            for row in await self._log.rows(query):
                if row.match not in rated:
                    matches[row.finished_at, row.match].append(row)
            for (at, match), rows in sorted(matches.items()):
                self._rate(self._standings[key], at, match, rows)
                rated[match] = at
            for match in [match for match, at in rated.items() if at < since]:
                del rated[match]
        return self._standings[key]

    def _rate(self, standings: dict[str, _Standing], at: int, match: str, rows: list[Any]) -> None:
        """Rate one match. Partners are rated as a team, guests as new players. A bot on several seats has played one
        match: its best seat counts, and its new rating is the mean of the new ratings of its seats."""
        seats: list[_Standing] = []
        counted: set[str] = set()
        for row in rows:
            standing = standings.get(row.player) if row.player else None
            if standing is None:
                standing = _Standing(self._model.rating())
                if row.player:
                    standings[row.player] = standing
            seats.append(standing)
        for row, standing in sorted(zip(rows, seats, strict=True), key=lambda seat: (seat[0].placement, seat[0].seat)):
            if row.player not in counted:
                standing.name = row.name
                standing.matches += 1
                standing.wins += row.placement == 1
                standing.points += row.score
                counted.update((row.player,) if row.player else ())
        if len({row.placement for row in rows}) < 2 and len(rows) > 1:
            return  # a draw of all seats changes no rating
        teams = _teams(rows)
        ranks = [float(rows[team[0]].placement) for team in teams]
        rated = self._model.rate([[seats[seat].rating for seat in team] for team in teams], ranks=ranks)
        outcomes: dict[_Standing, list[PlackettLuceRating]] = defaultdict(list)
        for team, ratings in zip(teams, rated, strict=True):
            for seat, rating in zip(team, ratings, strict=True):
                outcomes[seats[seat]].append(rating)
        for standing, ratings in outcomes.items():
            mu, sigma = fmean(rating.mu for rating in ratings), fmean(rating.sigma for rating in ratings)
            standing.rating = self._model.rating(mu, sigma)
            standing.history.append((at, match, mu, sigma))

    async def ladder(self, game: str, mode: str) -> m.Ladder:
        """Ratings by rating − 2 × uncertainty. Players with fewer than ten matches come last, without a rank."""
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
        """A player's ratings, and the share of wins by seat and by rulebook."""
        others = RESULTS.alias()
        seats = select(func.count()).where(others.c.match == RESULTS.c.match).scalar_subquery()
        query = (
            select(RESULTS, MATCHES.c.rulebook, seats.label("seats"))
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


def _teams(rows: list[Any]) -> list[list[int]]:
    """Which rows are rated together, by their place in the list. Without the game, everybody counts alone."""
    places = {row.seat: place for place, row in enumerate(rows)}
    try:
        teams = find_game(rows[0].game).teams(max(places) + 1)
    except BadRules:
        return [[place] for place in range(len(rows))]
    found = [[places[seat] for seat in team if seat in places] for team in teams]
    return [team for team in found if team]


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
    won: dict[tuple[str, str], dict[str, bool]] = defaultdict(dict)
    fair: dict[tuple[str, str], dict[str, float]] = defaultdict(dict)
    for row in rows:
        key = (row.game, str(getattr(row, column)))
        won[key][row.match] = won[key].get(row.match, False) or row.placement == 1
        fair[key][row.match] = 1 / _sides(row.game, row.seats)
    return [
        m.Share(game=key[0], key=key[1], matches=len(found), wins=sum(found.values()), fair=fmean(fair[key].values()))
        for key, found in sorted(won.items())
    ]


def _sides(game: str, seats: int) -> int:
    """How many sides compete at a table with this many seats."""
    try:
        return len(find_game(game).teams(seats))
    except BadRules:
        return seats
