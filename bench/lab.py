"""The learning environments against RLCard's `env.step`, and how fast a tournament runs."""

import random
from collections.abc import Callable

from bench.row import Row, compiled, median_rate, peer
from paiju.env.uno_batch import UnoBatch
from paiju.env.uno_space import ACTIONS, OBSERVATION
from paiju.env.uno_v0 import UnoEnv, raw_env
from paiju.sim import Plan, run

GAMES = 1024
RULES = {"drawOnlyIfStuck": True, "dealerRule": "lastSeat"}
"""As in RLCard: nobody draws for the deal, and only a player who cannot play draws."""


def aec_round(env: UnoEnv, pick: Callable[[], float]) -> int:
    """One round with observation and mask of every mover, random legal actions."""
    env.reset()
    steps = 0
    while not env.terminations["player_0"]:
        seen = env.observe(env.agent_selection)
        allowed = seen["action_mask"].nonzero()[0]
        env.step(int(allowed[int(pick() * len(allowed))]))
        steps += 1
    return steps


def rows() -> list[Row]:
    """Every figure of this part."""
    fast = compiled()
    seeds = iter(range(1, 1_000_000_000))
    env, pick = raw_env(**RULES), random.Random(1).random
    batch = UnoBatch(GAMES if fast else 64, options=RULES)

    def batched() -> int:
        batch.step(batch.sample())
        return batch.games

    def tournament() -> int:
        return run(Plan("uno", ("random",) * 4, 4, games=5, seed=next(seeds))).decisions

    size = f"{OBSERVATION} + {ACTIONS} bytes"
    return [
        Row(
            f"AEC step with observation and mask ({size})",
            median_rate(lambda: aec_round(env, pick)),
            "1/s",
            peer("rlcard"),
            least_ratio=8 if fast else None,
        ),
        Row(
            f"batch of {batch.games} games, random actions included",
            median_rate(batched),
            "1/s",
            peer("rlcard"),
            least_ratio=20 if fast else None,
        ),
        Row("paiju sim, decisions/s of random bots", median_rate(tournament), "1/s"),
    ]
