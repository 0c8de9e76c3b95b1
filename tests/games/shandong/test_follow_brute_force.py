"""Following agrees with the text of §8 wherever all selections of a small hand can be tried."""

from random import Random

import pytest

from tests.games.shandong.brute_force import compare
from tests.games.shandong.positions import KINDS


@pytest.mark.parametrize("kind", KINDS)
def test_every_selection_is_judged_as_the_text_says_and_some_play_is_legal(kind: str) -> None:
    rng = Random(f"brute/{kind}")
    for _ in range(220):
        assert compare(rng, kind) == ""
