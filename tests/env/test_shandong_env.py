"""shandong_v0: PettingZoo's own tests, and actions by their place in the legal list."""

import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test  # type: ignore[import-untyped]

from paiju.env import shandong_v0
from paiju.env.shandong_v0 import ACTION_FEATURES, ACTIONS, KINDS, LAYOUT, OBSERVATION
from paiju.games.shandong.notation import parse_position


def test_pettingzoo_accepts_it(capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it would rather have no dict observations, which masks need
        api_test(shandong_v0.env(), num_cycles=60)
        seed_test(shandong_v0.env, num_cycles=2)
        render_test(shandong_v0.env)
    capsys.readouterr()


def test_a_hand_ends_with_the_levels_one_side_gained_on_the_other() -> None:
    env = shandong_v0.raw_env()
    env.reset(seed=3)
    rng = np.random.default_rng(3)
    while not env.terminations["player_0"]:
        seen = env.observe(env.agent_selection)
        assert seen["observation"].shape == (OBSERVATION,)
        assert seen["actions"].shape == (ACTIONS, ACTION_FEATURES)
        allowed = np.flatnonzero(seen["action_mask"])
        described = seen["actions"][allowed[allowed < ACTIONS - 1]]
        assert (described[:, : len(KINDS)].sum(axis=1) == 1).all()
        env.step(int(rng.choice(allowed)))  # one who always passes would have the cards dealt for ever
    rewards = [env.rewards[f"player_{seat}"] for seat in range(4)]
    assert rewards[0] == rewards[2] == -rewards[1] == -rewards[3]


def test_the_hand_is_counted_by_face() -> None:
    env = shandong_v0.raw_env()
    env.reset(seed=1)
    first, end = LAYOUT["hand"]
    seen = env.observe("player_2")["observation"]
    assert seen[first:end].sum() == seen[LAYOUT["sizes"][0]]
    assert not env.observe("player_2")["action_mask"].any() or env.agent_selection == "player_2"


def test_a_number_outside_the_list_is_refused() -> None:
    env = shandong_v0.raw_env()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="not in the mask"):
        env.step(ACTIONS - 2)


def test_a_whole_match_ends_with_one_side_ahead() -> None:
    """The bankers are about to pass A: one card each is left, and the ace of the suit led takes the trick."""
    env = shandong_v0.raw_env(whole_match=True)
    env.reset(seed=1)
    last = "level A; trump clubs; banker 0; leader 0; trick hK / h4 / h6; hands - / - / - / h7; kitty s4 s6 s7 s8"
    env.state = parse_position(last)
    env._go_on()
    assert env.agent_selection == "player_3"
    env.step(0)
    assert env.state.over()
    assert [env.rewards[f"player_{seat}"] for seat in range(4)] == [1.0, -1.0, 1.0, -1.0]
