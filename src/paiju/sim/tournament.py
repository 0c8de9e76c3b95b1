"""Collects results of deals into a report. Except for times it depends on the plan alone, not on the order."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from paiju.sim.intervals import Estimate, mean_over_deals, paired_difference, share_over_deals
from paiju.sim.match import VERDICTS, Conduct, Ended
from paiju.sim.plan import Plan
from paiju.sim.ratings import Rating
from paiju.sim.workers import DealResult


@dataclass(frozen=True)
class Row:
    """One entrant's line in the table."""

    name: str
    games: int
    share: Estimate
    points: Estimate
    placement: Estimate
    levels: Estimate | None
    conduct: Conduct
    rating: Rating | None = None

    def result_json(self) -> dict[str, object]:
        """The part of a row that follows from the plan alone."""
        return {
            "bot": self.name,
            "games": self.games,
            "share": self.share.to_json(),
            "points": self.points.to_json(),
            "placement": self.placement.to_json(),
            "levels": self.levels.to_json() if self.levels else None,
            "decisions": self.conduct.times.count,
            "verdicts": {kind: self.conduct.verdicts.get(kind, 0) for kind in VERDICTS},
            "causes": dict(sorted(self.conduct.causes.items())),
            "rating": self.rating.to_json() if self.rating else None,
        }


@dataclass(frozen=True)
class Control:
    """The first bot on every seat, on the same deals. Its share has to be the fair one."""

    bot: str
    share: Estimate
    """The share of the seat that the first entrant has in the tournament."""
    null: Estimate
    """Paired difference to the same bots with another random stream. It should not differ from zero."""

    def to_json(self) -> dict[str, object]:
        return {"bot": self.bot, "share": self.share.to_json(), "null": self.null.to_json()}


@dataclass(frozen=True)
class Report:
    """A finished tournament."""

    plan: Plan
    rows: list[Row]
    fair: float
    """The share of wins that equal players have."""
    ahead: Estimate | None
    """The first entrant's share minus the mean of its opponents, paired by deal."""
    games: int
    deals: int
    lost: list[int]
    rounds: int
    decisions: int
    seconds: float
    control: Control | None = None
    interrupted: bool = False
    """Whether Ctrl-C came before the plan was played to its end."""

    def to_json(self) -> dict[str, object]:
        """`result` is the same for the same plan, whatever the number of processes; `speed` is not."""
        plan = self.plan
        return {
            "plan": {
                "game": plan.game,
                "bots": list(plan.entrants),
                "seats": plan.seats,
                "games": plan.games,
                "seed": plan.seed,
                "rulebook": plan.rulebook,
                "options": dict(plan.options),
                "duplicate": plan.duplicate,
                "match": plan.whole_match,
                "limit": plan.limit,
                "stream": plan.stream,
            },
            "result": {
                "rows": [row.result_json() for row in self.rows],
                "fair": self.fair,
                "ahead": self.ahead.to_json() if self.ahead else None,
                "games": self.games,
                "deals": self.deals,
                "lost": self.lost,
                "rounds": self.rounds,
                "decisions": self.decisions,
                "control": self.control.to_json() if self.control else None,
            },
            "interrupted": self.interrupted,
            "speed": {
                "seconds": self.seconds,
                "games_per_second": self.games / self.seconds if self.seconds else 0.0,
                "rounds_per_second": self.rounds / self.seconds if self.seconds else 0.0,
                "decisions_per_second": self.decisions / self.seconds if self.seconds else 0.0,
                "times": [row.conduct.times.to_json() for row in self.rows],
            },
        }


@dataclass
class Tournament:
    """Results so far."""

    plan: Plan
    results: dict[int, DealResult] = field(default_factory=dict)
    _sum: float = 0.0
    _games: int = 0

    def add(self, results: Iterable[DealResult]) -> None:
        """Add finished deals."""
        for result in results:
            self.results[result.deal] = result
            for seating, game in zip(result.seatings, result.games, strict=True):
                if 0 in seating:
                    self._sum += game.wins[seating.index(0)]
                    self._games += 1

    def running(self) -> str:
        """The first bot's share so far, for the progress bar."""
        if not self._games:
            return ""
        name = self.plan.entrants[0]
        return f"{name} {100 * self._sum / self._games:.1f} %"

    def report(self, seconds: float, ratings: list[Rating] | None = None, control: Control | None = None) -> Report:
        """Everything that was played, as figures."""
        results = [self.results[deal] for deal in sorted(self.results)]
        played = [r for r in results if not r.lost]
        games = [game for r in played for game in r.games]
        rows = [self._row(entrant, played, ratings) for entrant in range(len(self.plan.entrants))]
        return Report(
            plan=self.plan,
            rows=rows,
            fair=_fair(games),
            ahead=None if self.plan.pool else _ahead(played, _opponents(self.plan)),
            games=len(games),
            deals=len(played),
            lost=[r.deal for r in results if r.lost],
            rounds=sum(game.rounds for game in games),
            decisions=sum(game.decisions for game in games),
            seconds=seconds,
            control=control,
        )

    def _row(self, entrant: int, played: list[DealResult], ratings: list[Rating] | None) -> Row:
        conduct = Conduct()
        for result in played:
            if entrant in result.conduct:
                conduct.merge(result.conduct[entrant])
        levels = per_deal(played, entrant, "levels") if played and played[0].games[0].levels else []
        return Row(
            name=self.plan.entrants[entrant],
            games=sum(entrant in seating for result in played for seating in result.seatings),
            share=share_over_deals(per_deal(played, entrant, "wins")),
            points=mean_over_deals(per_deal(played, entrant, "scores")),
            placement=mean_over_deals(per_deal(played, entrant, "placements")),
            levels=mean_over_deals(levels) if levels else None,
            conduct=conduct,
            rating=ratings[entrant] if ratings else None,
        )


def per_deal(played: Iterable[DealResult], entrant: int, what: str) -> list[float]:
    """One number per deal: the mean of `what` over the games of the deal in which the entrant sat."""
    values: list[float] = []
    for result in played:
        own = [
            float(getattr(game, what)[seating.index(entrant)])
            for seating, game in zip(result.seatings, result.games, strict=True)
            if entrant in seating
        ]
        if own:
            values.append(sum(own) / len(own))
    return values


def _fair(games: list[Ended]) -> float:
    seats = sum(len(game.wins) for game in games)
    return sum(sum(game.wins) for game in games) / seats if seats else 0.0


def _opponents(plan: Plan) -> list[int]:
    """The entrants that play against the first one; its partner does not."""
    return [seat for team in plan.teams() if 0 not in team for seat in team]


def _ahead(played: list[DealResult], opponents: list[int]) -> Estimate:
    first = per_deal(played, 0, "wins")
    others = [per_deal(played, entrant, "wins") for entrant in opponents]
    return paired_difference(first, [sum(column) / len(column) for column in zip(*others, strict=True)])
