"""Deep Monte Carlo for `net`: tables play on, every move made is labelled with how its round ended.

A value network of one hidden layer is fitted to "win or points after this move"; the moves come from the network
itself with a little noise, and some seats are given to `colour` so that it learns to beat simple players too.
"""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from paiju.bots.network import Network, network
from paiju.bots.uno_features import FEATURES, LAYOUT
from paiju.bots.uno_selfplay import Seating, Table
from paiju.engine.shuffle import FastSource, derived
from paiju.games.uno.game import UNO
from paiju.games.uno.rules import UnoRules, uno_rules

Floats = NDArray[np.float32]
Progress = Callable[[int, float], None]
"""Told after every step: rounds finished, mean squared error."""


@dataclass(frozen=True)
class Training:
    """Everything that decides what comes out."""

    seed: int = 1
    rounds: int = 200_000
    hidden: int = 64
    tables: int = 256
    gathered: int = 8192
    """Moves gathered before they are learned from, in mixed order."""
    batch: int = 256
    rate: float = 0.001
    noise: float = 0.02
    trust: float = 0.9
    """λ: how much of a move's worth is the end of the round, and how much what the network thinks one move later."""


class Curriculum:
    """Which table is set next: mostly the official rules with two or four seats, the rest anything there is."""

    def __init__(self, source: FastSource) -> None:
        self._source = source
        self._official = uno_rules("official", {"targetScore": None})

    def next(self) -> Seating:
        source = self._source
        die = source.below(8)
        if die < 4:
            rules, seats = self._official, 4
        elif die < 7:
            rules, seats = self._official, 2
        else:
            rules, seats = self._any(), 2 + source.below(9)
            low, high = UNO.seat_range(rules)
            seats = max(low, min(high, seats))
        learners = [True] * seats
        if source.below(2) == 0:
            learners = [False] * seats
            learners[source.below(seats)] = True
        return Seating(rules, learners, for_points=source.below(5) == 0)

    def _any(self) -> UnoRules:
        source = self._source
        options: dict[str, object] = {"targetScore": None}
        for name in ("stackDrawCards", "sevenSwap", "zeroRotate", "jumpIn", "forcePlay", "drawOnlyIfStuck"):
            if source.below(4) == 0:
                options[name] = True
        if source.below(4) == 0:
            options["drawMode"] = "untilPlayable"
        if source.below(3) == 0:
            options["wd4Rule"] = source.choice(["free", "challenge", "strict"])
        return uno_rules(source.choice(["official", "platform", "console", "arena"]), options)


class Learner:
    """Weights with Adam's moments."""

    def __init__(self, hidden: int, seed: int, rate: float) -> None:
        generator = np.random.default_rng(seed)
        first = generator.normal(0, 0.12, (FEATURES, hidden)).astype(np.float32)
        last = generator.normal(0, 0.03, (hidden,)).astype(np.float32)
        # What every beginner knows, so that the first rounds end: fewer cards are better.
        sizes = LAYOUT["own_size"]
        first[:, 0] = 0
        first[sizes : sizes + 12, 0] = 1.2 - 0.1 * np.arange(12)
        last[0] = 0.8
        self.weights: list[Floats] = [first, last, np.full((1,), 0.3, np.float32)]
        self._mean: list[Floats] = [np.zeros_like(w) for w in self.weights]
        self._square: list[Floats] = [np.zeros_like(w) for w in self.weights]
        self._steps = 0
        self.rate = rate

    def values(self, inputs: Floats) -> Floats:
        """The output for each row."""
        first, last, offset = self.weights
        result: Floats = np.maximum(inputs @ first, 0) @ last + offset[0]
        return result

    def fit(self, inputs: Floats, targets: Floats) -> float:
        """One step towards the targets. Returns the mean squared error before it."""
        first, last, offset = self.weights
        hidden = np.maximum(inputs @ first, 0)
        error = hidden @ last + offset[0] - targets
        scaled = error * np.float32(2.0 / len(targets))
        back = (scaled[:, None] * last) * (hidden > 0)
        slopes: list[Floats] = [inputs.T @ back, hidden.T @ scaled, scaled.sum(keepdims=True)]
        self._steps += 1
        for weight, slope, mean, square in zip(self.weights, slopes, self._mean, self._square, strict=True):
            mean += np.float32(0.1) * (slope - mean)
            square += np.float32(0.001) * (slope * slope - square)
            size = self.rate * (1 - 0.999**self._steps) ** 0.5 / (1 - 0.9**self._steps)
            weight -= np.float32(size) * mean / (np.sqrt(square) + np.float32(1e-8))
        return float(np.mean(error * error))

    def fit_all(self, inputs: Floats, targets: Floats, chance: np.random.Generator, batch: int) -> float:
        """One step for each batch, in random order. Returns the mean error."""
        order = chance.permutation(len(targets))
        errors = []
        for start in range(0, len(order), batch):
            some = order[start : start + batch]
            errors.append(self.fit(inputs[some], targets[some]))
        return float(np.mean(errors))


def dense(rows: list[bytes]) -> Floats:
    """Rows of zeros and ones as a matrix."""
    return np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), FEATURES).astype(np.float32)


def train(plan: Training, command: str, progress: Progress | None = None) -> Network:
    """Train from nothing. The same plan gives the same network on the same machine."""
    source = FastSource(derived(plan.seed, "curriculum"))
    curriculum = Curriculum(source)
    noise = np.random.default_rng(derived(plan.seed, "noise"))
    learner = Learner(plan.hidden, plan.seed, plan.rate)
    tables = [Table(FastSource(derived(plan.seed, "table", i))) for i in range(plan.tables)]
    for table in tables:
        table.begin(curriculum.next())
    begun = perf_counter()
    rounds = 0
    rows: list[bytes] = []
    targets: list[float] = []
    error = 0.0
    while rounds < plan.rounds:
        for table in tables:
            while not table.run():
                rows.extend(table.taken)
                targets.extend(table.targets(plan.trust))
                rounds += 1
                table.begin(curriculum.next())
        _answer(tables, learner, noise, plan.noise)
        if len(rows) >= plan.gathered:
            learner.rate = plan.rate * max(0.03, 1 - rounds / plan.rounds)
            error = learner.fit_all(dense(rows), np.array(targets, np.float32), noise, plan.batch)
            rows, targets = [], []
            if progress is not None:
                progress(rounds, error)
    first, last, offset = learner.weights
    about: dict[str, object] = {
        "command": command,
        "seed": plan.seed,
        "rounds": plan.rounds,
        "seconds": round(perf_counter() - begun),
    }
    return network(first.tolist(), last.tolist(), float(offset[0]), about)


def _answer(tables: list[Table], learner: Learner, noise: np.random.Generator, share: float) -> None:
    """Choose at every table: the best move, now and then any."""
    values = learner.values(dense([row for table in tables for row in table.rows]))
    any_move = noise.random(len(tables)) < share
    at = 0
    for place, table in enumerate(tables):
        moves = len(table.rows)
        choice = int(noise.integers(moves)) if any_move[place] else int(np.argmax(values[at : at + moves]))
        table.answer(choice, float(values[at + choice]))
        at += moves
