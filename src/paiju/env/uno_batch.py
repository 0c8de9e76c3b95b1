"""A batch of UNO games for learning: one call steps every game, the results are numpy arrays."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from paiju.env.uno_core import UnoTables
from paiju.env.uno_space import ACTIONS, LAYOUT, OBSERVATION, WIDTH
from paiju.games.uno.game import UNO
from paiju.games.uno.rules import uno_rules

Bytes = NDArray[np.uint8]


class UnoBatch:
    """`games` games at once. All arrays are views of the games' own memory: read them before the next step.

    `observations[g]` and `masks[g]` belong to the seat `movers[g]`, which has to act. `dones[g]` is 1 when the last
    step ended game g; then `rewards[g]` has 1 for the winner and −1/(n − 1) for the others, and the game has been
    dealt again already.
    """

    def __init__(
        self,
        games: int,
        *,
        seats: int = 4,
        seed: int = 0,
        rulebook: str = "official",
        auto_call: bool = True,
        options: Mapping[str, object] | None = None,
    ) -> None:
        rules = uno_rules(rulebook, {"targetScore": None, **(options or {})})
        UNO.new(rules, seats)
        self.games = games
        self.seats = seats
        self._tables = UnoTables(games, rules, seats, seed, auto_call, True)
        rows, movers, done, reward = self._tables.buffers()
        whole = np.frombuffer(rows, np.uint8).reshape(games, WIDTH)
        self.observations: Bytes = whole[:, :OBSERVATION]
        self.masks: Bytes = whole[:, OBSERVATION:]
        self.movers: Bytes = np.frombuffer(movers, np.uint8)
        self.dones: Bytes = np.frombuffer(done, np.uint8)
        self.rewards: NDArray[np.float64] = np.frombuffer(reward, np.float64).reshape(games, seats)

    def step(self, actions: NDArray[np.integer] | list[int]) -> None:
        """One action for every game; each must be in its mask, else ValueError and nothing is played."""
        self._tables.step(actions if isinstance(actions, list) else actions.tolist())

    def sample(self) -> list[int]:
        """A random action from every mask."""
        return self._tables.samples()


def named(observation: Bytes, part: str) -> Bytes:
    """A part of an observation, or of a whole array of them, by its name in the layout."""
    first, end = LAYOUT[part]
    return observation[..., first:end]


__all__ = ["ACTIONS", "LAYOUT", "OBSERVATION", "UnoBatch", "named"]
