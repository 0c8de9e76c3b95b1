"""OpenSkill ratings for the entrants of a tournament, game by game in the order of the deals."""

from collections.abc import Sequence
from dataclasses import dataclass

from paiju.engine.game import Seat
from paiju.extras import need
from paiju.sim.match import Ended


@dataclass(frozen=True)
class Rating:
    """Plackett–Luce: the strength is believed to be near `mu`, give or take `sigma`."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """A conservative estimate: three sigmas below the mean."""
        return self.mu - 3 * self.sigma

    def to_json(self) -> dict[str, object]:
        return {"mu": self.mu, "sigma": self.sigma, "ordinal": self.ordinal}


def rate(
    names: Sequence[str], games: Sequence[tuple[tuple[int, ...], Ended]], teams: Sequence[Sequence[Seat]]
) -> list[Rating]:
    """Ratings of the entrants. Equal names are one player: `colour` three times at a table is rated once.

    A bot that sits more than once at a table gets the mean of the changes of its seats.
    """
    need("openskill", "lab")
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known = {name: model.rating(name=name) for name in names}
    for seating, game in games:
        players = [names[entrant] for entrant in seating]
        if len(set(players)) == 1:
            continue
        before = [[known[players[seat]] for seat in team] for team in teams]
        after = model.rate(before, ranks=[float(game.placements[team[0]]) for team in teams])
        changes: dict[str, list[tuple[float, float]]] = {}
        for team, rated in zip(teams, after, strict=True):
            for seat, new in zip(team, rated, strict=True):
                changes.setdefault(players[seat], []).append((new.mu, new.sigma))
        for name, values in changes.items():
            mu = sum(v[0] for v in values) / len(values)
            sigma = sum(v[1] for v in values) / len(values)
            known[name] = model.create_rating([mu, sigma], name)
    return [Rating(known[name].mu, known[name].sigma) for name in names]
