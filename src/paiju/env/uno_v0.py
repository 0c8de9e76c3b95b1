"""`uno_v0`: UNO as a PettingZoo AEC environment.

    from paiju.env import uno_v0
    env = uno_v0.env(seats=4, rulebook="official")

Agents are `player_0` … `player_3`. An observation is `{"observation": bytes, "action_mask": bytes}`; the parts of
both are named by `uno_space.LAYOUT` and the numbers beside it. A game is one round unless `targetScore` is given.
The winner gets 1, the others share −1.
"""

from typing import Any, ClassVar, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from paiju.env.aec import CardEnv, in_order
from paiju.env.uno_core import UnoTables
from paiju.env.uno_space import ACTIONS, OBSERVATION
from paiju.env.words import uno_text
from paiju.games.uno.game import UNO
from paiju.games.uno.rules import uno_rules

Observation: TypeAlias = dict[str, NDArray[np.uint8] | NDArray[np.int8]]


class UnoEnv(CardEnv):
    """One table. All rulebooks; options by their names in the rules: `uno_v0.env(stackDrawCards=True)`."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi", "human"],
        "name": "uno_v0",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        seats: int = 4,
        rulebook: str = "official",
        auto_call: bool = True,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        self.rules = uno_rules(rulebook, {"targetScore": None, **options})
        UNO.new(self.rules, seats)
        self.auto_call = auto_call
        space = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (OBSERVATION,), np.uint8),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
            }
        )
        super().__init__(seats, space, ACTIONS, render_mode)
        self._no_mask = np.zeros(ACTIONS, np.int8)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal. The same seed gives the same games in the same order."""
        deal = self._begin(seed)
        seats = len(self.possible_agents)
        self._tables = UnoTables(1, self.rules, seats, self._seed * 1_000_003 + deal, self.auto_call, False)
        row, mover, *_ = self._tables.buffers()
        self._row = np.frombuffer(row, np.uint8)[:OBSERVATION]
        self._mask = np.frombuffer(row, np.int8)[OBSERVATION:]
        self._movers = mover
        self.agent_selection = self._mover = self.possible_agents[mover[0]]

    def observe(self, agent: str) -> Observation:
        """What the agent sees. Only the one that has to act has anything in its mask."""
        if agent == self._mover:
            return {"observation": self._row.copy(), "action_mask": self._mask.copy()}
        seen = np.frombuffer(self._tables.look(0, self.possible_agents.index(agent)), np.uint8)
        return {"observation": seen, "action_mask": self._no_mask.copy()}

    def step(self, action: int | None) -> None:
        """The selected agent acts. Raises ValueError for an action outside its mask."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        tables = self._tables
        if action is None or not tables.allows(0, int(action)):
            raise ValueError(f"{agent}: action {action} is not in the mask")
        self._cumulative_rewards[agent] = 0.0
        if tables.play(0, int(action)):
            self._end([float(reward) for reward in tables.buffers()[3]])
            self._mover = ""
        else:
            self.agent_selection = self._mover = self.possible_agents[self._movers[0]]
        if self.render_mode == "human":
            self.render()

    def text(self) -> str:
        return uno_text(self._tables.states[0])


def env(**options: Any) -> AECEnv:
    """The environment with PettingZoo's usual check that agents act in order."""
    return in_order(UnoEnv(**options))


def raw_env(**options: Any) -> UnoEnv:
    """The environment itself, without wrappers: the fastest."""
    return UnoEnv(**options)
