"""Finished matches, ladders and players."""

from paiju.protocol.base import Json, Mode, Wire


class MatchPlayer(Wire, kw_only=True):
    """A seat of a finished match."""

    seat: int
    name: str
    player: str
    bot: str
    placement: int
    score: int


class MatchInfo(Wire, kw_only=True):
    """A finished match."""

    match: str
    room: str
    game: str
    rulebook: str
    mode: Mode
    finished_at: str
    players: list[MatchPlayer]
    result: Json
    entries: int


class MatchList(Wire, kw_only=True):
    """Finished matches, newest first."""

    matches: list[MatchInfo]
    next: str = ""
    """Pass as `before` for the following page; empty at the end."""


class LadderRow(Wire, kw_only=True):
    """One line of a ladder."""

    rank: int | None
    """None with fewer than ten matches."""
    player: str
    name: str
    bot: bool
    verified: bool
    """False if the player is known only by a self-declared label (arena MAC)."""
    rating: float
    uncertainty: float
    """One standard deviation; the ladder is ordered by rating − 2 × uncertainty."""
    matches: int
    wins: int
    points: int


class Ladder(Wire, kw_only=True):
    """Ratings of one game and mode, from finished logs."""

    game: str
    mode: Mode
    rows: list[LadderRow]


class RatingPoint(Wire, kw_only=True):
    """A rating after a match."""

    at: str
    match: str
    rating: float
    uncertainty: float


class RatingLine(Wire, kw_only=True):
    """The history of a rating."""

    game: str
    mode: Mode
    rating: float
    uncertainty: float
    matches: int
    wins: int
    points: list[RatingPoint]


class Share(Wire, kw_only=True):
    """How often a player won, by seat or rulebook."""

    game: str
    key: str
    matches: int
    wins: int
    fair: float
    """The share of wins if all sides were equally good: on average 1 / number of sides."""


class Profile(Wire, kw_only=True):
    """A player or a bot."""

    player: str
    name: str
    bot: bool
    verified: bool
    ratings: list[RatingLine]
    by_seat: list[Share]
    by_rulebook: list[Share]


class Versus(Wire, kw_only=True):
    """Two players against each other."""

    player: str
    other: str
    matches: int
    ahead: int
    behind: int
    level: int
