"""`shandong_v0`: Shandong Upgrade as a PettingZoo AEC environment.

    from paiju.env import shandong_v0
    env = shandong_v0.env(rulebook="standard")

Agents are `player_0` … `player_3`; 0 and 2 play against 1 and 3. A play can be any of thousands of sets of cards, so an
action is the **place in the list of legal actions** that the observation comes with: `actions[i]` describes action i,
`action_mask[i]` says whether there is one. Lists longer than `MOST` are cut (burying); the last number, `WAIT`, is
"not now" for a seat asked in a window. A game is one hand unless `whole_match=True`; the reward is the number of
levels gained against the other side, or ±1 for a match.
"""

from typing import Any, ClassVar, Final, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from paiju.engine.drive import settle
from paiju.engine.game import HOST, Action, Seat
from paiju.engine.shuffle import FastSource, derived
from paiju.env.aec import CardEnv, in_order
from paiju.env.words import shandong_text
from paiju.games.shandong.actions import CardAction
from paiju.games.shandong.cards import FACE_COUNT, Cards
from paiju.games.shandong.game import SHANDONG
from paiju.games.shandong.state import ShandongState
from paiju.games.shandong.view import PHASES, ShandongView

Observation: TypeAlias = dict[str, NDArray[np.uint8] | NDArray[np.int8]]

MOST: Final = 255
WAIT: Final = MOST
ACTIONS: Final = MOST + 1
KINDS: Final = ("DECLARE", "SNATCH", "STICK", "GIVE_BACK", "BURY", "PLAY", "CHOOSE_UNIT", "PASS")
ACTION_FEATURES: Final = len(KINDS) + FACE_COUNT
"""A row of `actions`: one-hot of the kind, then how many of each face (suit × 13 + rank, small and big joker)."""

_SIZES: Final = {
    "hand": FACE_COUNT,
    "played": FACE_COUNT,
    "trick": 4 * FACE_COUNT,
    "known": 4 * FACE_COUNT,
    "sizes": 4,
    "voids": 4 * 5,
    "phase": len(PHASES),
    "trump": 5,
    "level": 13,
    "levels": 2,
    "banker": 5,
    "leader": 5,
    "points": 1,
    "reacting": 1,
}


def _layout() -> dict[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {}
    at = 0
    for name, size in _SIZES.items():
        found[name] = (at, at + size)
        at += size
    return found


LAYOUT: Final = _layout()
"""First and one past the last byte of each part. Seats are counted from the observer; the side's own level is first.

`hand`, `played`, each seat of `trick` and `known` count faces; `voids` is seat × 5 + effective suit; `trump` has a
fifth place for none; `banker` and `leader` are one-hot with a fifth place for nobody; `points` is the attackers',
in fives.
"""
OBSERVATION: Final = sum(_SIZES.values())


def _count(into: NDArray[np.uint8], cards: Cards) -> None:
    for card in cards.numbers():
        into[card // 2] += 1


def observe(view: ShandongView, reacting: bool) -> NDArray[np.uint8]:
    """A view as bytes."""
    row = np.zeros(OBSERVATION, np.uint8)
    part = {name: row[first:end] for name, (first, end) in LAYOUT.items()}
    seat = int(view.seat)
    _count(part["hand"], view.hand)
    _count(part["played"], view.played)
    for place, cards in enumerate(view.trick):
        relative = (view.leader + place - seat) % 4
        _count(part["trick"][relative * FACE_COUNT : (relative + 1) * FACE_COUNT], cards)
    for other in range(4):
        relative = (other - seat) % 4
        _count(part["known"][relative * FACE_COUNT : (relative + 1) * FACE_COUNT], view.known[other])
        part["sizes"][relative] = view.hand_counts[other]
        for suit in range(5):
            part["voids"][relative * 5 + suit] = (view.voids[other] >> suit) & 1
    part["phase"][view.phase] = 1
    part["trump"][view.trump if view.trump >= 0 else 4] = 1
    part["level"][view.level] = 1
    part["levels"][:] = [view.levels[seat % 2], view.levels[1 - seat % 2]]
    part["banker"][(view.banker_seat - seat) % 4 if view.banker_side >= 0 else 4] = 1
    part["leader"][(view.leader - seat) % 4 if view.leader >= 0 else 4] = 1
    part["points"][0] = min(255, view.points // 5)
    part["reacting"][0] = reacting
    return row


class ShandongEnv(CardEnv):
    """One table; options by their names in the rules, as keyword arguments."""

    metadata: ClassVar[dict[str, object]] = {"render_modes": ["ansi", "human"], "name": "shandong_v0"}

    def __init__(
        self,
        rulebook: str = SHANDONG.default_rulebook,
        whole_match: bool = False,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        self.rules = SHANDONG.rules(rulebook, options)
        self.whole_match = whole_match
        space = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (OBSERVATION,), np.uint8),
                "actions": spaces.Box(0, 2, (ACTIONS, ACTION_FEATURES), np.uint8),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
            }
        )
        super().__init__(4, space, ACTIONS, render_mode)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal. The same seed gives the same games in the same order."""
        deal = self._begin(seed)
        self._source = FastSource(derived(self._seed, "shandong", deal))
        self.state: ShandongState = SHANDONG.new(self.rules, 4)
        self._asked: set[Seat] = set()
        self._go_on()

    def _finished(self) -> bool:
        return self.state.over() or (not self.whole_match and self.state.result is not None)

    def _go_on(self) -> None:
        """Chance, windows and the host, until somebody has to decide or the game is over."""
        state = self.state
        while True:
            settle(state, self._source)
            if self._finished():
                self._pay()
                return
            waiting = [seat for seat in state.reactors() if seat not in self._asked]
            if waiting:
                self._asked.add(waiting[0])
                self._ask(waiting[0], reacting=True)
                return
            if state.turn() >= 0:
                self._ask(state.turn(), reacting=False)
                return
            host = state.upkeep()
            assert host is not None, "the match waits for somebody"
            state.apply(HOST, host)
            self._asked.clear()

    def _ask(self, seat: Seat, *, reacting: bool) -> None:
        self._mover = seat
        self._reacting = reacting
        self._legal: list[Action] = self.state.legal(seat)[:MOST]
        self.agent_selection = self.possible_agents[seat]

    def _pay(self) -> None:
        state = self.state
        if self.whole_match:
            worth = [1.0 if side == state.match_winner else -1.0 for side in range(2)]
        else:
            result = state.result
            assert result is not None
            gained = [after - before for before, after in zip(result.levels_before, result.levels_after, strict=True)]
            worth = [float(gained[0] - gained[1]), float(gained[1] - gained[0])]
        self._end(worth * 2)
        self._legal = []

    def observe(self, agent: str) -> Observation:
        """What the agent sees; actions and mask are empty for everybody who is not asked."""
        seat = self.possible_agents.index(agent)
        asked = seat == self._mover and bool(self._legal or self._reacting) and not self.terminations.get(agent, True)
        mask = np.zeros(ACTIONS, np.int8)
        actions = np.zeros((ACTIONS, ACTION_FEATURES), np.uint8)
        if asked:
            mask[: len(self._legal)] = 1
            mask[WAIT] = self._reacting
            for row, action in zip(actions, self._legal, strict=False):
                row[KINDS.index(str(action.to_json()["type"]))] = 1
                if isinstance(action, CardAction):
                    _count(row[len(KINDS) :], action.cards)
        view = self.state.view(Seat(seat))
        return {"observation": observe(view, asked and self._reacting), "actions": actions, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """The selected agent acts. Raises ValueError for an action outside its mask."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        waits = self._reacting and action == WAIT
        if not waits and (action is None or not 0 <= action < len(self._legal)):
            raise ValueError(f"{agent}: action {action} is not in the mask")
        self._cumulative_rewards[agent] = 0.0
        if not waits:
            assert action is not None
            self.state.apply(self._mover, self._legal[action])
            if not self._reacting:
                self._asked.clear()
        self._go_on()
        if self.render_mode == "human":
            self.render()

    def text(self) -> str:
        return shandong_text(self.state)


def env(**options: Any) -> AECEnv:
    """The environment with PettingZoo's usual check that agents act in order."""
    return in_order(ShandongEnv(**options))


def raw_env(**options: Any) -> ShandongEnv:
    """The environment itself, without wrappers."""
    return ShandongEnv(**options)
