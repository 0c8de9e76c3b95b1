"""Looks for better weights of Shandong's `memory` by self-play, the way those in `shandong_weights.py` were found.

    python tools/tune_shandong.py --seed 1 --steps 1250 --deals 30

Simultaneous perturbation: in every step all weights are moved a little, each up or down by chance; the set moved one
way plays mirrored deals against the set moved the other way, and the weights follow the winner. The result is printed
as lines for `Weights.__init__`. With the compiled wheel 1250 steps of 30 deals take about an hour of one core.
"""

import argparse
from typing import Final, cast

from paiju.bots.base import Bot
from paiju.bots.shandong_kitty import best_kitty
from paiju.bots.shandong_memory import ShandongMemoryBot
from paiju.bots.shandong_policy import best_play
from paiju.bots.shandong_seen import seen_in_view
from paiju.bots.shandong_weights import Weights
from paiju.engine.game import Action, View
from paiju.engine.shuffle import FastSource, Source, derived
from paiju.games.shandong.actions import Bury, Play
from paiju.games.shandong.game import SHANDONG
from paiju.games.shandong.view import BURYING, PLAYING, ShandongView
from paiju.sim.match import Referee, Watch

WIDTH: Final = 0.15
"""Weights are moved by this share of their size."""
LEAST: Final = 0.3
"""The smallest size that a weight counts with."""
RATE: Final = 0.25
"""How far the weights follow a lead of one level per hand, in moves."""
NAMES: Final = [name for name in dir(Weights()) if isinstance(getattr(Weights(), name), float)]


class TunedBot(ShandongMemoryBot):
    """`memory` with weights of its own."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights

    def choose(self, view: View, source: Source) -> Action:
        v = cast(ShandongView, view)
        if v.phase == BURYING and not v.giving:
            return Bury(best_kitty(v.ctx, v.hand, self.weights))
        if v.phase != PLAYING or (v.failed is not None and v.failed.choices):
            return super().choose(view, source)
        return Play(best_play(seen_in_view(v, self.weights)))


def lead_in_levels(one: Weights, other: Weights, seed: int) -> float:
    """Levels per hand by which a set is ahead of another over a mirrored deal."""
    total = 0
    for turn in (0, 1):
        state = SHANDONG.new(SHANDONG.rules(SHANDONG.default_rulebook, {}), 4)
        bots: list[Bot] = [TunedBot(one if seat % 2 == turn else other) for seat in range(4)]
        streams: list[Source] = [FastSource(derived(seed, seat)) for seat in range(4)]
        Referee(SHANDONG, state, bots, FastSource(seed), streams, Watch(60.0)).run(whole_match=False)
        result = state.result
        if result is not None:
            gained = [after - before for before, after in zip(result.levels_before, result.levels_after, strict=True)]
            total += gained[turn] - gained[1 - turn]
    return total / 2


def moved(weights: Weights, signs: dict[str, int], size: float) -> Weights:
    """Every weight up or down by its own measure."""
    found = Weights()
    for name in NAMES:
        value: float = getattr(weights, name)
        setattr(found, name, value + size * signs[name] * max(abs(value), LEAST))
    return found


def tuned(weights: Weights, seed: int, steps: int, deals: int) -> Weights:
    """The weights after `steps` steps."""
    source = FastSource(seed)
    for step in range(steps):
        signs = {name: 1 - 2 * source.below(2) for name in NAMES}
        up, down = moved(weights, signs, WIDTH), moved(weights, signs, -WIDTH)
        gain = sum([lead_in_levels(up, down, derived(seed, step, deal)) for deal in range(deals)]) / deals
        weights = moved(weights, signs, RATE * WIDTH * gain)
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description="Tunes the weights of Shandong's memory by self-play.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=1250)
    parser.add_argument("--deals", type=int, default=30)
    args = parser.parse_args()
    weights = tuned(Weights(), args.seed, args.steps, args.deals)
    for name in NAMES:
        print(f"self.{name} = {getattr(weights, name):.2f}")


if __name__ == "__main__":
    main()
