"""Facts: what an action brought about, as JSON and back."""

import pytest

from paiju.engine.errors import BadNotation
from paiju.engine.facts import Fact, fact_from_json


@pytest.mark.parametrize(
    "fact", [Fact("dealt"), Fact("drew", 0, {"count": 2}), Fact("got", 1, {"cards": ["r5"]}, 1), Fact("asked", to=0)]
)
def test_a_fact_is_read_back_from_its_json(fact: Fact) -> None:
    assert fact_from_json(fact.to_json()) == fact
    assert len({fact, fact_from_json(fact.to_json())}) == 1


@pytest.mark.parametrize(
    "data", [{}, {"type": ""}, {"type": 3}, {"type": "drew", "seat": "0"}, {"type": "x", "to": True}]
)
def test_what_is_no_fact_is_bad_notation(data: dict[str, object]) -> None:
    with pytest.raises(BadNotation):
        fact_from_json(data)
