"""Deep Monte Carlo training of `net`: tables play rounds, and every move is labelled with the result of its round.

A value network of one hidden layer is fitted to what came after each move: whether the round was won (first output)
and by how many points (second). The moves come from the network itself with a little noise; at most tables it sits
alone among players like `colour`, so that it learns to beat simple players, at the others it plays against itself.
"""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from paiju.bots.network import Network, network
from paiju.bots.uno_layout import FEATURES, OWN_SIZE
from paiju.bots.uno_moves import GOALS, POINTS, ROUND
from paiju.bots.uno_selfplay import Seating, TrainingTable
from paiju.engine.shuffle import FastSource, derived
from paiju.games.uno.game import UNO
from paiju.games.uno.rules import UnoRules, uno_rules

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Progress = Callable[[int, float], None]
"""Called after every step with the rounds finished and the mean squared error."""


@dataclass(frozen=True)
class Training:
    """All parameters of a training run."""

    seed: int = 1
    rounds: int = 600_000
    hidden: int = 64
    tables: int = 256
    gathered: int = 8192
    """Moves gathered before they are learned from, in mixed order."""
    batch: int = 256
    rate: float = 0.001
    noise: float = 0.02
    """How often a random move is made."""
    doubt: float = 0.02
    """The temperature of the softmax by which moves of similar value are chosen. It falls to 0."""
    alone: float = 0.9
    """Share of the tables where one seat learns and the others play like `colour`."""
    trust: float = 0.25
    """λ: how much of a move's target is the result of the round; the rest is the network's value one move later."""
    remembered: int = 20
    """How many batches of gathered moves are kept."""
    again: int = 1
    """How often each batch is used again on average, because playing is the expensive part."""


class Curriculum:
    """Chooses the next table: mostly the official rules with two or four seats, otherwise any rules and seats."""

    def __init__(self, source: FastSource, alone: float) -> None:
        self._source = source
        self._alone = alone
        self._official = uno_rules("official", {"targetScore": None})

    def next(self) -> Seating:
        source = self._source
        die = source.below(16)
        rules, seats = self._official, 4
        if die < 4:
            seats = 2
        elif die == 14:
            seats = 2 + source.below(9)
        elif die == 15:
            rules, seats = self._any(), 2 + source.below(9)
        low, high = UNO.seat_range(rules)
        seats = max(low, min(high, seats))
        learners = [True] * seats
        if source.below(1000) < 1000 * self._alone:
            learners = [False] * seats
            learners[source.below(seats)] = True
        return Seating(rules, learners, POINTS if source.below(4) == 0 else ROUND)

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
        last = generator.normal(0, 0.03, (hidden, GOALS)).astype(np.float32)
        # Fewer cards are better: known from the start, so that the first rounds end.
        first[:, 0] = 0
        first[OWN_SIZE : OWN_SIZE + 12, 0] = 1.2 - 0.1 * np.arange(12)
        last[0] = 0.8
        self.weights: list[Floats] = [first, last, np.zeros((GOALS,), np.float32)]
        self._mean: list[Floats] = [np.zeros_like(w) for w in self.weights]
        self._square: list[Floats] = [np.zeros_like(w) for w in self.weights]
        self._steps = 0
        self.rate = rate

    def values(self, inputs: Floats) -> Floats:
        """The outputs for each row."""
        first, last, offset = self.weights
        result: Floats = np.maximum(inputs @ first, 0) @ last + offset
        return result

    def fit(self, inputs: Floats, targets: Floats) -> float:
        """One step towards the targets. Returns the mean squared error before it."""
        first, last, offset = self.weights
        hidden = np.maximum(inputs @ first, 0)
        error = hidden @ last + offset - targets
        scaled = error * np.float32(2.0 / len(targets))
        back = (scaled @ last.T) * (hidden > 0)
        slopes: list[Floats] = [inputs.T @ back, hidden.T @ scaled, scaled.sum(axis=0)]
        self._steps += 1
        for weight, slope, mean, square in zip(self.weights, slopes, self._mean, self._square, strict=True):
            mean += np.float32(0.1) * (slope - mean)
            square += np.float32(0.001) * (slope * slope - square)
            size = self.rate * (1 - 0.999**self._steps) ** 0.5 / (1 - 0.9**self._steps)
            weight -= np.float32(size) * mean / (np.sqrt(square) + np.float32(1e-8))
        return float(np.mean(error * error))

    def fit_all(self, inputs: Bytes, targets: Floats, chance: np.random.Generator, batch: int) -> float:
        """One step for each batch, in random order. Returns the mean error."""
        order = chance.permutation(len(targets))
        errors = []
        for start in range(0, len(order), batch):
            some = order[start : start + batch]
            errors.append(self.fit(inputs[some].astype(np.float32), targets[some]))
        return float(np.mean(errors))


def dense(rows: list[bytes]) -> Bytes:
    """The features that are on as ones in rows of zeros."""
    matrix = np.zeros((len(rows), FEATURES), np.uint8)
    lengths = np.fromiter(map(len, rows), np.int64, len(rows))
    matrix[np.repeat(np.arange(len(rows)), lengths), np.frombuffer(b"".join(rows), np.uint8)] = 1
    return matrix


def train(plan: Training, command: str, progress: Progress | None = None) -> Network:
    """Train from nothing. The same plan gives the same network on the same machine."""
    curriculum = Curriculum(FastSource(derived(plan.seed, "curriculum")), plan.alone)
    noise = np.random.default_rng(derived(plan.seed, "noise"))
    learner = Learner(plan.hidden, plan.seed, plan.rate)
    tables = [TrainingTable(FastSource(derived(plan.seed, "table", i))) for i in range(plan.tables)]
    for table in tables:
        table.begin(curriculum.next())
    begun = perf_counter()
    rounds = 0
    rows: list[bytes] = []
    targets: list[list[float]] = []
    memory: list[tuple[Bytes, Floats]] = []
    while rounds < plan.rounds:
        for table in tables:
            while not table.run():
                rows.extend(table.taken)
                targets.extend(table.targets(plan.trust))
                rounds += 1
                table.begin(curriculum.next())
        left = max(0.01, 1 - rounds / plan.rounds)
        answer(tables, learner, noise, plan.noise, plan.doubt * left)
        if len(rows) >= plan.gathered:
            learner.rate = plan.rate * left
            memory.append((dense(rows), np.array(targets, np.float32)))
            error = learner.fit_all(*memory[-1], noise, plan.batch)
            for _ in range(plan.again):
                older = memory[int(noise.integers(len(memory)))]
                learner.fit_all(*older, noise, plan.batch)
            memory = memory[-plan.remembered :]
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
    return network(first.tolist(), last.T.tolist(), offset.tolist(), about)


def answer(
    tables: list[TrainingTable], learner: Learner, chance: np.random.Generator, noise: float, doubt: float
) -> None:
    """Choose a move at every table: the best for its goal, one of similar value, or a random one."""
    counts = np.array([len(table.rows) for table in tables])
    starts = np.cumsum(counts) - counts
    goals = np.array([table.goal for table in tables])
    values = learner.values(dense([row for table in tables for row in table.rows]).astype(np.float32))
    wanted = values[np.arange(len(values)), np.repeat(goals, counts)]
    wanted = wanted + doubt * chance.gumbel(size=len(wanted))
    best = np.flatnonzero(wanted == np.repeat(np.maximum.reduceat(wanted, starts), counts))
    chosen = best[np.searchsorted(best, starts)]
    anything = starts + chance.integers(counts)
    chosen = np.where(chance.random(len(tables)) < noise, anything, chosen)
    for table, choice, thought in zip(tables, (chosen - starts).tolist(), values[chosen].tolist(), strict=True):
        table.answer(choice, thought)
