"""Rule vectors: small situations as data, with the outcome that the rules demand.

Each game says which files are its own (`Game.reads_vectors`) and runs a vector (`Game.run_vector`); this module asks
them and counts.
"""

import json
from collections.abc import Callable, Mapping

from paiju.engine.errors import BadNotation, GameError

Runner = Callable[[Mapping[str, object]], list[str]]


class NotVectors(ValueError):
    """The file holds no rule vectors."""


class VectorReport:
    """What became of the vectors of a file."""

    def __init__(self) -> None:
        self.passed = 0
        self.misses: dict[str, list[str]] = {}
        """Id of a vector that failed → what was expected and what came."""

    @property
    def failed(self) -> int:
        """How many vectors differ."""
        return len(self.misses)


def run_vectors(data: bytes) -> VectorReport:
    """Run every vector of a file. Raises `NotVectors` with one sentence if it is not a vector file."""
    runner, vectors = load_vectors(data)
    report = VectorReport()
    for number, vector in enumerate(vectors, 1):
        name = str(vector.get("id", f"vector {number}"))
        misses = _misses(runner, vector)
        if misses:
            report.misses[f"{name} (vector {number})" if name in report.misses else name] = misses
        else:
            report.passed += 1
    return report


def load_vectors(data: bytes) -> tuple[Runner, list[Mapping[str, object]]]:
    """The game's runner and the vectors of a file."""
    try:
        content: object = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise NotVectors("it is not JSON") from error
    if not isinstance(content, dict):
        raise NotVectors("its top level is not an object")
    runner = _runner(content)
    vectors = content.get("vectors")
    if not isinstance(vectors, list) or not all(isinstance(vector, dict) for vector in vectors):
        raise NotVectors('it has no list "vectors" of objects')
    if not vectors:
        raise NotVectors('its list "vectors" is empty')
    return runner, vectors


def _runner(content: Mapping[str, object]) -> Runner:
    from paiju.games.registry import all_games

    for game in all_games():
        try:
            if game.reads_vectors(content):
                return game.run_vector
        except BadNotation as error:
            raise NotVectors(error.detail) from error
    if "format" in content:
        raise NotVectors(f"its format is {content['format']!r}, which no game reads")
    raise NotVectors('it has neither "format" nor "spec", "schema" and "version"')


def _misses(runner: Runner, vector: Mapping[str, object]) -> list[str]:
    """A vector that cannot even be set up has failed: skipping it would hide a mistake in it or in us."""
    try:
        return runner(vector)
    except GameError as error:
        return [str(error)]
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        return [f"the vector is malformed: {error!r}"]
