"""`uno_v0`: UNO as a PettingZoo AEC environment.

    from paiju.env import uno_v0
    env = uno_v0.env(seats=4, rulebook="official")

Agents are `player_0` … `player_3`. An observation is `{"observation": bytes, "action_mask": bytes}`; the parts of
both are named by `uno_core.LAYOUT` and the numbers beside it. A game is one round unless `targetScore` is given.
The winner gets 1, the others share −1.
"""

from typing import Any, ClassVar, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from paiju.env.uno_core import ACTIONS, OBSERVATION, WIDTH, UnoTables
from paiju.env.words import uno_text
from paiju.games.uno.game import UNO
from paiju.games.uno.rules import uno_rules

Observation: TypeAlias = dict[str, NDArray[np.uint8] | NDArray[np.int8]]


class UnoEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
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
        super().__init__()
        self.rules = uno_rules(rulebook, {"targetScore": None, **options})
        UNO.new(self.rules, seats)
        self.seats = seats
        self.auto_call = auto_call
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        space = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (OBSERVATION,), np.uint8),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        self._deals = 0
        self._seed = 0
        self._no_mask = np.zeros(ACTIONS, np.int8)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal. The same seed gives the same games in the same order."""
        if seed is not None:
            self._seed, self._deals = seed, 0
        self._tables = UnoTables(1, self.rules, self.seats, self._seed * 1_000_003 + self._deals, self.auto_call, False)
        self._deals += 1
        rows, *_ = self._tables.buffers()
        self._row = np.frombuffer(rows, np.uint8)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self._mover = int(self._tables.movers[0])
        self.agent_selection = self.possible_agents[self._mover]

    def observe(self, agent: str) -> Observation:
        """What the agent sees. Only the one that has to act has anything in its mask."""
        seat = self.possible_agents.index(agent)
        if seat == self._mover and not self._tables.done[0]:
            row = self._row.copy()
            return {"observation": row[:OBSERVATION], "action_mask": row[OBSERVATION:WIDTH].view(np.int8)}
        seen = np.frombuffer(self._tables.look(0, seat), np.uint8)
        return {"observation": seen, "action_mask": self._no_mask.copy()}

    def step(self, action: int | None) -> None:
        """The selected agent acts. Raises ValueError for an action outside its mask."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not self._row[OBSERVATION + action]:
            raise ValueError(f"{agent}: action {action} is not in the mask")
        tables = self._tables
        tables.play(0, int(action))
        self._cumulative_rewards[agent] = 0.0
        if tables.done[0]:
            for seat, name in enumerate(self.agents):
                self.rewards[name] = float(tables.reward[seat])
                self._cumulative_rewards[name] += self.rewards[name]
                self.terminations[name] = True
        self._mover = int(tables.movers[0])
        self.agent_selection = self.possible_agents[self._mover]
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The table as text, all hands open: for people who watch their agents learn."""
        if self.render_mode is None:
            return None
        text = uno_text(self._tables.states[0])
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is held open."""


def env(**options: Any) -> AECEnv:
    """The environment with PettingZoo's usual check that agents act in order."""
    from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

    return wrappers.OrderEnforcingWrapper(UnoEnv(**options))


def raw_env(**options: Any) -> UnoEnv:
    """The environment itself, without wrappers: the fastest."""
    return UnoEnv(**options)
