"""The peers, measured in the environment .venv-bench: decisions/s of RLCard's UNO and OpenSpiel's crazy eights.

Prints JSON. A peer that is not installed is left out. Runs without paiju, as a plain script.
"""

import json
import random
import statistics
import time
from collections.abc import Callable

REPEATS = 5
SECONDS = 1.0


def rlcard() -> float:
    """`env.step` with random legal actions, four seats."""
    import rlcard

    env = rlcard.make("uno", config={"seed": 1, "game_num_players": 4})
    source = random.Random(1)

    def one_round() -> int:
        steps = 0
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(source.choice(list(state["legal_actions"])))
            steps += 1
        return steps

    return rate(one_round)


def openspiel() -> float:
    """`evaluate_bots` of four uniform random bots: the whole game runs in C++."""
    import pyspiel

    game = pyspiel.load_game("crazy_eights(players=4)")
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(4)]

    def decisions(seed: int) -> int:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed)
        return sum(step.player >= 0 for step in state.full_history())

    # Counting decisions is expensive, so it happens outside the timed loop.
    mean = statistics.mean(decisions(seed) for seed in range(1, 401))
    seeds = iter(range(1000, 100_000_000))

    def games() -> int:
        for _ in range(50):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, next(seeds))
        return 50

    return rate(games) * mean


def rate(work: Callable[[], int]) -> float:
    """Items per second of CPU time, median of some runs."""
    work()
    rates = []
    for _ in range(REPEATS):
        done, started = 0, time.process_time()
        while time.process_time() - started < SECONDS:
            done += work()
        rates.append(done / (time.process_time() - started))
    return statistics.median(rates)


def main() -> None:
    """Measure what there is."""
    found = {}
    for measure in (rlcard, openspiel):
        try:
            found[measure.__name__] = measure()
        except ImportError:
            continue
    print(json.dumps(found))


if __name__ == "__main__":
    main()
