"""A small network of yes/no inputs, evaluated with big integers: fast in plain Python, without dependencies.

One hidden layer of rectified units and any number of outputs. All weights of an input into the hidden layer are
packed into one integer, 32 bits per unit, so that adding up the inputs that are on adds all units at once.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from mypy_extensions import i64

LANE: Final = 32
SCALE: Final = 1 << 12
"""Weights are stored as whole numbers of 1/4096."""
_MIDDLE: Final = 1 << (LANE - 1)
_LARGEST: Final = (1 << 15) - 1


class BadNetwork(Exception):
    """The file does not contain a network, or contains one for other features."""


class Network:
    """The weights. `columns[i]` is what input i adds to the hidden layer."""

    def __init__(
        self, columns: list[int], outputs: list[list[int]], offsets: list[float], about: Mapping[str, object]
    ) -> None:
        self.columns: Final = columns
        self.outputs: Final = outputs
        """For each output the weight of every unit."""
        self.offsets: Final = offsets
        """The bias of each output."""
        self.about: Final = about
        """How it was made: command, seed, games."""
        self._units: Final = len(outputs[0])
        zero = 0
        for unit in range(self._units):
            zero += _MIDDLE << (LANE * unit)
        self._zero: Final = zero
        """Every lane offset to the middle of its range, so that negative sums borrow nothing from the next lane."""

    def hidden(self, inputs: list[int]) -> int:
        """The packed sums of the inputs that are on."""
        total = self._zero
        columns = self.columns
        for i in inputs:
            total += columns[i]
        return total

    def value(self, inputs: list[int], output: int) -> int:
        """An output for the inputs that are on, in units of 1/SCALE²: for comparisons only."""
        packed = self.hidden(inputs).to_bytes(self._units * (LANE // 8), "little")
        lanes: list[int] = memoryview(packed).cast("I").tolist()
        weights = self.outputs[output]
        total: i64 = 0
        for unit in range(self._units):
            lane: i64 = lanes[unit]
            if lane > _MIDDLE:
                weight: i64 = weights[unit]
                total += (lane - _MIDDLE) * weight
        return total

    def expectation(self, inputs: list[int], output: int) -> float:
        """An output as the number it was trained for."""
        return self.value(inputs, output) / (SCALE * SCALE) + self.offsets[output]

    def save(self, file: Path) -> None:
        """Write JSON: how it was made, then the weights as base64 of little-endian 16-bit numbers."""
        rows = [_unpacked(column, self._units) for column in self.columns] + self.outputs
        weights = b"".join([value.to_bytes(2, "little", signed=True) for row in rows for value in row])
        data = {
            **self.about,
            "inputs": len(self.columns),
            "hidden": self._units,
            "scale": SCALE,
            "offsets": self.offsets,
            "weights": b64encode(weights).decode(),
        }
        file.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def _packed(values: Sequence[int]) -> int:
    return sum(value << (LANE * unit) for unit, value in enumerate(values))


def _unpacked(column: int, units: int) -> list[int]:
    lifted = column + sum(_MIDDLE << (LANE * unit) for unit in range(units))
    return [((lifted >> (LANE * unit)) & ((1 << LANE) - 1)) - _MIDDLE for unit in range(units)]


def network(
    rows: Sequence[Sequence[float]],
    outputs: Sequence[Sequence[float]],
    offsets: Sequence[float],
    about: Mapping[str, object],
) -> Network:
    """From trained weights: `rows[i][j]` from input i to unit j. Values that are too large are clipped."""
    columns = [_packed([_whole(weight) for weight in row]) for row in rows]
    return Network(columns, [[_whole(weight) for weight in row] for row in outputs], list(offsets), about)


def _whole(weight: float) -> int:
    return max(-_LARGEST, min(_LARGEST, round(weight * SCALE)))


def load(file: Path, inputs: int, outputs: int) -> Network:
    """Read what `save` wrote. Raises `BadNetwork` for anything else."""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        hidden = int(data["hidden"])
        weights = b64decode(data["weights"], validate=True)
        offsets = [float(offset) for offset in data["offsets"]]
        made_for = (int(data["inputs"]), len(offsets), int(data["scale"]), len(weights))
        if made_for != (inputs, outputs, SCALE, 2 * (inputs + outputs) * hidden):
            raise BadNetwork(f"{file.name} is for other features than this version has; train it again")
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadNetwork(f"{file.name} is not a network: {error}") from error
    numbers = [int.from_bytes(weights[i : i + 2], "little", signed=True) for i in range(0, len(weights), 2)]
    rows = [numbers[i * hidden : (i + 1) * hidden] for i in range(inputs + outputs)]
    about = {k: v for k, v in data.items() if k not in ("weights", "inputs", "hidden", "scale", "offsets")}
    return Network([_packed(row) for row in rows[:inputs]], rows[inputs:], offsets, about)
