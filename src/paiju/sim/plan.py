"""What is to be played: deals, seatings, streams. A deal is the same in every process and for all players.

Every number that a deal depends on is derived from the plan's seed and the deal's own number, so the order in
which deals are played, and by how many processes, cannot change a result.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from paiju.engine.errors import GameError
from paiju.engine.game import Game, Rules, Seat
from paiju.engine.shuffle import FastSource, derived
from paiju.games.registry import find_game


class BadPlan(GameError):
    """A tournament that cannot be played; the catalogue `cli` has a sentence for each code."""


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
    """Play to the end of the match; otherwise one round (see `Game.one_round_options`, `State.round_outcome`)."""
    limit: float = 5.0
    """Seconds a bot may think about one decision."""
    stream: int = 0
    """Another number gives the bots other random numbers on the same deals: the null control."""

    @property
    def pool(self) -> bool:
        return len(self.entrants) > self.seats

    def teams(self) -> list[list[Seat]]:
        """The seats that win and lose together."""
        return find_game(self.game).teams(self.seats)

    def seatings(self, deal: int) -> list[tuple[int, ...]]:
        """The games of one deal: for each, which entrant sits where."""
        entrants = self.chosen(deal)
        rotations = range(self.rotations) if self.duplicate else [deal % self.rotations]
        return [tuple(entrants[(seat - turn) % self.seats] for seat in range(self.seats)) for turn in rotations]

    def chosen(self, deal: int) -> list[int]:
        """The entrants that play this deal. In a pool they are drawn at random, each about equally often."""
        if not self.pool:
            return list(range(self.seats))
        return FastSource(derived(self.seed, "pool", deal)).order(len(self.entrants))[: self.seats]

    @property
    def rotations(self) -> int:
        """How many seatings make a deal fair: one per team. Rotating by one seat moves every team on."""
        return len(self.teams())

    @property
    def games_per_deal(self) -> int:
        return self.rotations if self.duplicate else 1

    @property
    def deals(self) -> int:
        """The number of deals needed for at least `games` games."""
        return -(-self.games // self.games_per_deal)

    def deal_seed(self, deal: int) -> int:
        """The cards of a deal: the same for every seating."""
        return derived(self.seed, "deal", deal)

    def bot_seed(self, deal: int, entrant: int) -> int:
        """The seed of a bot's random numbers in a deal. It does not depend on the bot's seat."""
        return derived(self.seed, "bot", self.stream, deal, entrant)


def rules_of(plan: Plan, game: Game) -> Rules:
    """The rules to play by. For single rounds the game's own options for that, unless the plan sets them."""
    options = dict(plan.options) if plan.whole_match else {**game.one_round_options(), **plan.options}
    return game.rules(plan.rulebook or game.default_rulebook, options)
