"""Finished matches: a single one, those of a player, and all of listed rooms."""

from typing import Any, Final, cast

import msgspec
from sqlalchemy import Select, and_, func, select

from paiju.protocol import history as m
from paiju.protocol.base import Mode
from paiju.server.errors import Refusal
from paiju.server.live.render import iso
from paiju.storage.log import EventLog
from paiju.storage.schema import EVENTS, MATCHES, RESULTS

PAGE: Final = 50


class History:
    """Queries about finished matches. Holds no state of its own."""

    def __init__(self, log: EventLog) -> None:
        self._log: Final = log

    async def match(self, match: str) -> m.MatchInfo:
        """A finished match. Raises `Refusal("no_match")` for a running or unknown one."""
        query = _finished().where(MATCHES.c.match == match)
        found = await self._infos(await self._log.rows(query))
        if not found:
            raise Refusal("no_match")
        return found[0]

    async def listed(self, game: str, mode: str, player: str, before: str, limit: int) -> m.MatchList:
        """Matches of listed rooms, newest first. An empty argument does not filter."""
        query = _finished().where(MATCHES.c.visibility == "listed")
        if game:
            query = query.where(MATCHES.c.game == game)
        if mode:
            query = query.where(MATCHES.c.mode == mode)
        if player:
            query = query.where(MATCHES.c.match.in_(_matches_with(player)))
        return await self._page(query, before, limit)

    async def players(self, player: str, before: str) -> m.MatchList:
        """Matches of a player, newest first; for a bot only those of listed rooms."""
        if player.startswith("bot:"):
            return await self.listed("", "", player, before, PAGE)
        return await self._page(_finished().where(MATCHES.c.match.in_(_matches_with(player))), before, PAGE)

    async def _page(self, query: Select[Any], before: str, limit: int) -> m.MatchList:
        if before:
            at, _, match = before.partition("-")
            earlier = and_(MATCHES.c.finished_at == int(at), MATCHES.c.match < match)
            query = query.where((MATCHES.c.finished_at < int(at)) | earlier)
        query = query.order_by(MATCHES.c.finished_at.desc(), MATCHES.c.match.desc()).limit(limit + 1)
        rows = await self._log.rows(query)
        shown = rows[:limit]
        following = f"{shown[-1].finished_at}-{shown[-1].match}" if len(rows) > limit else ""
        infos = await self._infos(shown)
        for info, row in zip(infos, shown, strict=True):
            if row.visibility != "listed":
                info.room = ""  # the room may have gone on with another match, and its code is not public
        return m.MatchList(matches=infos, next=following)

    async def _infos(self, rows: list[Any]) -> list[m.MatchInfo]:
        """The list entries of these matches, in the same order."""
        ids = [row.match for row in rows]
        players: dict[str, list[m.MatchPlayer]] = {match: [] for match in ids}
        seats = select(RESULTS).where(RESULTS.c.match.in_(ids)).order_by(RESULTS.c.match, RESULTS.c.seat)
        for seat in await self._log.rows(seats) if ids else ():
            players[seat.match].append(
                m.MatchPlayer(
                    seat=seat.seat,
                    name=seat.name,
                    player=seat.player,
                    bot=seat.bot,
                    placement=seat.placement,
                    score=seat.score,
                )
            )
        lengths = (
            select(EVENTS.c.match, func.max(EVENTS.c.seq) + 1).where(EVENTS.c.match.in_(ids)).group_by(EVENTS.c.match)
        )
        entries = dict([tuple(row) for row in await self._log.rows_of_events(lengths)] if ids else ())
        return [
            m.MatchInfo(
                match=row.match,
                room=row.room,
                game=row.game,
                rulebook=row.rulebook,
                mode=cast("Mode", row.mode),
                finished_at=iso(row.finished_at),
                players=players[row.match],
                result=msgspec.json.decode(row.result),
                entries=entries[row.match],
            )
            for row in rows
        ]

    async def versus(self, player: str, other: str) -> m.Versus:
        """Two players in the matches both played. A bot on several seats counts as its best one."""
        mine, theirs = RESULTS.alias(), RESULTS.alias()
        query = (
            select(func.min(mine.c.placement), func.min(theirs.c.placement))
            .join(theirs, and_(theirs.c.match == mine.c.match, theirs.c.seat != mine.c.seat))
            .where(mine.c.player == player, theirs.c.player == other)
            .group_by(mine.c.match)
        )
        rows = await self._log.rows(query) if player and other else []
        return m.Versus(
            player=player,
            other=other,
            matches=len(rows),
            ahead=sum(1 for own, foreign in rows if own < foreign),
            behind=sum(1 for own, foreign in rows if own > foreign),
            level=sum(1 for own, foreign in rows if own == foreign),
        )


def _finished() -> Select[Any]:
    return select(MATCHES).where(MATCHES.c.result.is_not(None))


def _matches_with(player: str) -> Select[Any]:
    return select(RESULTS.c.match).where(RESULTS.c.player == player)
