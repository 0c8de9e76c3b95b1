"""What the PettingZoo environments of all games share: spaces, the dictionaries PettingZoo wants, rendering."""

from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]


class CardEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A table with agents `player_0` … `player_n`, who all have the same spaces."""

    def __init__(self, seats: int, observation: spaces.Dict, actions: int, render_mode: str | None) -> None:
        super().__init__()
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self.observation_spaces = dict.fromkeys(self.possible_agents, observation)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._seed = 0
        self._deals = 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of what this agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of this agent's actions."""
        return self.action_spaces[agent]

    def _begin(self, seed: int | None) -> int:
        """Reset the dictionaries for a new game. Returns the number of the deal since the last seed."""
        if seed is not None:
            self._seed, self._deals = seed, 0
        self._deals += 1
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        return self._deals - 1

    def _end(self, worth: list[float]) -> None:
        """End the game with these rewards, by seat."""
        for agent, reward in zip(self.agents, worth, strict=True):
            self.rewards[agent] = reward
            self._cumulative_rewards[agent] += reward
            self.terminations[agent] = True

    def text(self) -> str:
        """The table with all hands open: for people who watch their agents learn."""
        raise NotImplementedError

    def render(self) -> str | None:
        """The table as text, returned or printed as the render mode says."""
        if self.render_mode is None:
            return None
        text = self.text()
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


def in_order(env: CardEnv) -> AECEnv:
    """The environment with PettingZoo's usual check that agents act in order."""
    return wrappers.OrderEnforcingWrapper(env)
