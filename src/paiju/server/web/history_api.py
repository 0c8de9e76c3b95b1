"""Finished matches, ladders and players over HTTP."""

from typing import Annotated, Any, Final

from litestar import Controller, Request, Response, get
from litestar.params import PathParameter, QueryParameter

from paiju.protocol import history as m
from paiju.protocol.base import Mode
from paiju.server.history.export import record_lines
from paiju.server.history.matches import PAGE
from paiju.server.services import Served

_Request = Request[Any, Any, Any]

MatchId = Annotated[str, PathParameter(pattern="^[0-9a-f]{24}$", description="Id of the match.")]
_NO_NUL: Final = r"^[^\x00]*$"
"""PostgreSQL cannot store NUL, so no name contains it."""
PlayerId = Annotated[
    str, PathParameter(min_length=1, max_length=64, pattern=_NO_NUL, description="Public id of the player.")
]
Before = Annotated[
    str,
    QueryParameter(name="before", pattern="^([0-9]{1,15}-[0-9a-f]{24})?$", description="`next` of the page before."),
]


class HistoryController(Controller):
    """Finished matches, ladders, players."""

    path = "/api/v1"
    tags = ("history",)

    @get("/matches", operation_id="matches")
    async def matches(
        self,
        service: Served,
        request: _Request,
        game: Annotated[str, QueryParameter(name="game", max_length=32, pattern=_NO_NUL)] = "",
        mode: Annotated[Mode | None, QueryParameter(name="mode")] = None,
        player: Annotated[str, QueryParameter(name="player", max_length=64, pattern=_NO_NUL)] = "",
        before: Before = "",
        limit: Annotated[int, QueryParameter(name="limit", ge=1, le=100)] = PAGE,
    ) -> m.MatchList:
        """Finished matches of listed rooms, newest first. `next` of the answer is `before` of the following page."""
        service.limit(service.limits.reads, service.person(request.scope))
        return await service.history.listed(game, mode or "", player, before, limit)

    @get("/matches/{match:str}", operation_id="matchInfo")
    async def match(self, service: Served, request: _Request, match: MatchId) -> m.MatchInfo:
        """A finished match."""
        service.limit(service.limits.reads, service.person(request.scope))
        return await service.history.match(match)

    @get("/matches/{match:str}/record", operation_id="record", media_type="application/x-ndjson")
    async def record(self, service: Served, request: _Request, match: MatchId) -> Response[bytes]:
        """The record of a finished match: JSON Lines, with the seed."""
        service.limit(service.limits.reads, service.person(request.scope))
        await service.history.match(match)
        entries = await service.read(match, -1, service.settings.max_entries + 1000)
        text = record_lines(match, entries, service.deals.source)
        name = f'attachment; filename="{match}.paiju"'
        return Response(text.encode(), media_type="application/x-ndjson", headers={"content-disposition": name})

    @get("/ladder", operation_id="ladder")
    async def ladder(
        self,
        service: Served,
        request: _Request,
        game: Annotated[str, QueryParameter(name="game", max_length=32, pattern=_NO_NUL)],
        mode: Annotated[Mode, QueryParameter(name="mode")] = "casual",
    ) -> m.Ladder:
        """Ratings of one game and mode."""
        service.limit(service.limits.reads, service.person(request.scope))
        return await service.boards.ladder(game, mode)

    @get("/players/{player:str}", operation_id="profile")
    async def profile(self, service: Served, request: _Request, player: PlayerId) -> m.Profile:
        """A player or a bot."""
        service.limit(service.limits.reads, service.person(request.scope))
        return await service.boards.profile(player)

    @get("/players/{player:str}/matches", operation_id="matchesOf")
    async def matches_of(
        self,
        service: Served,
        request: _Request,
        player: PlayerId,
        before: Before = "",
    ) -> m.MatchList:
        """Finished matches of a player, newest first."""
        service.limit(service.limits.reads, service.person(request.scope))
        return await service.history.players(player, before)

    @get("/players/{player:str}/versus/{other:str}", operation_id="versus")
    async def versus(self, service: Served, request: _Request, player: PlayerId, other: PlayerId) -> m.Versus:
        """Two players against each other."""
        service.limit(service.limits.reads, service.person(request.scope))
        return await service.history.versus(player, other)
