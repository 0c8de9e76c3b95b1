"""Rule vectors: small situations as data, with the outcome that the rules demand.

Each game says which files are its own (`Game.reads_vectors`) and runs a vector (`Game.run_vector`); this module asks
them and counts.
"""

import json
from collections.abc import Mapping

from paiju.engine.errors import BadNotation, GameError, VectorMiss
from paiju.engine.game import Game


class NotVectors(GameError):
    """The file holds no rule vectors. The code is `bad_vectors` unless a game has a code of its own."""


class VectorReport:
    """The results of the vectors of a file."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.passed = 0
        self.misses: dict[str, list[GameError]] = {}
        """Id of each vector that failed → the expectations that were not met."""

    @property
    def failed(self) -> int:
        """How many vectors differ."""
        return len(self.misses)


def run_vectors(data: bytes) -> VectorReport:
    """Run every vector of a file. Raises `NotVectors` if it is not a vector file."""
    game, vectors = load_vectors(data)
    report = VectorReport(game)
    for number, vector in enumerate(vectors, 1):
        name = str(vector.get("id", f"vector {number}"))
        misses = _misses(game, vector)
        if misses:
            report.misses[f"{name} (vector {number})" if name in report.misses else name] = misses
        else:
            report.passed += 1
    return report


def load_vectors(data: bytes) -> tuple[Game, list[Mapping[str, object]]]:
    """The vectors of a file, and the game they are about."""
    try:
        content: object = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise NotVectors("bad_vectors", params={"why": "json"}) from error
    if not isinstance(content, dict):
        raise NotVectors("bad_vectors", params={"why": "top_level"})
    game = _game(content)
    vectors = content.get("vectors")
    if not isinstance(vectors, list) or not all(isinstance(vector, dict) for vector in vectors):
        raise NotVectors("bad_vectors", params={"why": "no_list"})
    if not vectors:
        raise NotVectors("bad_vectors", params={"why": "empty"})
    return game, vectors


def _game(content: Mapping[str, object]) -> Game:
    from paiju.games.registry import all_games

    for game in all_games():
        try:
            if game.reads_vectors(content):
                return game
        except BadNotation as error:
            raise NotVectors(error.code, error.detail, error.params) from error
    if "format" in content:
        raise NotVectors("bad_vectors", params={"why": "format", "found": content["format"]})
    raise NotVectors("bad_vectors", params={"why": "no_format"})


def _misses(game: Game, vector: Mapping[str, object]) -> list[GameError]:
    """The misses of a vector. One that cannot be set up has failed: skipping it would hide a mistake."""
    try:
        return game.run_vector(vector)
    except GameError as error:
        return [error]
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        return [VectorMiss("vector.malformed", {"reason": repr(error)})]
