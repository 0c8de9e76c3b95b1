"""What is to be played: deals, seatings, streams. A deal is the same whoever plays it, in whatever process.

Every number that a deal depends on is derived from the plan's seed and the deal's own number, so the order in
which deals are played, and by how many processes, cannot change a result.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from paiju.engine.game import Game, Rules
from paiju.engine.shuffle import FastSource, derived
from paiju.sim.units import seatings


class BadPlan(Exception):
    """A tournament that cannot be played, in one sentence for the person who asked for it."""


@dataclass(frozen=True)
class Plan:
    """A whole tournament, small enough to be sent to any worker."""

    game: str
    entrants: tuple[str, ...]
    """Bots by name, as `find_bot` reads them. More entrants than seats make a pool: every deal seats some of them."""
    seats: int
    games: int
    seed: int = 1
    rulebook: str = ""
    options: Mapping[str, object] = field(default_factory=dict)
    duplicate: bool = False
    whole_match: bool = False
    """Play to the end of the match; otherwise one round (UNO) or one hand (Shandong)."""
    limit: float = 5.0
    """Seconds a bot may think about one decision."""
    stream: int = 0
    """Another number gives the bots other random numbers on the same deals: the null control."""

    @property
    def pool(self) -> bool:
        return len(self.entrants) > self.seats

    def seatings(self, deal: int) -> list[tuple[int, ...]]:
        """The games of one deal: for each, which entrant sits where."""
        entrants = self.chosen(deal)
        turned = seatings(self.game, self.seats)
        if not self.duplicate:
            turned = [turned[deal % len(turned)]]
        return [tuple(entrants[i] for i in order) for order in turned]

    def chosen(self, deal: int) -> list[int]:
        """Who plays this deal. In a pool everybody comes about equally often, in changing company."""
        if not self.pool:
            return list(range(self.seats))
        return FastSource(derived(self.seed, "pool", deal)).order(len(self.entrants))[: self.seats]

    @property
    def games_per_deal(self) -> int:
        return len(seatings(self.game, self.seats)) if self.duplicate else 1

    @property
    def deals(self) -> int:
        """Whole deals that make at least the wanted number of games."""
        return -(-self.games // self.games_per_deal)

    def deal_seed(self, deal: int) -> int:
        """The cards of a deal: the same for every seating."""
        return derived(self.seed, "deal", deal)

    def bot_seed(self, deal: int, entrant: int) -> int:
        """The random numbers of a bot in a deal: its own whatever its seat."""
        return derived(self.seed, "bot", self.stream, deal, entrant)


def rules_of(plan: Plan, game: Game) -> Rules:
    """The rules to play by. A single round is UNO without a target score, unless the table asked for one."""
    options = dict(plan.options)
    if plan.game == "uno" and not plan.whole_match:
        options.setdefault("targetScore", None)
    return game.rules(plan.rulebook or game.default_rulebook, options)
