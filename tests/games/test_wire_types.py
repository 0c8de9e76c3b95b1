"""The types of views, actions and facts are what the games really write: nothing is missing, and nothing is unnamed."""

from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from paiju.engine.game import SPECTATOR, Game
from paiju.engine.shuffle import FastSource
from paiju.games.registry import find_game
from paiju.games.shandong.wire import ShandongAction, ShandongFact, ShandongView
from paiju.games.uno.wire import UnoAction, UnoFact, UnoView
from paiju.testing.walk import Walk

STEPS = 250
TYPES: dict[str, tuple[Any, Any, Any]] = {
    "uno": (UnoView, UnoAction, UnoFact),
    "shandong": (ShandongView, ShandongAction, ShandongFact),
}


def same(data: dict[str, object], type: Any) -> None:
    """`convert` drops what a type does not name and refuses what it contradicts."""
    assert msgspec.to_builtins(msgspec.convert(data, type)) == data


def types_of_facts(union: Any) -> dict[str, Any]:
    return {name: member for member in get_args(union) for name in get_args(get_type_hints(member)["type"])}


def rulebooks() -> list[tuple[str, str]]:
    return [(name, book) for name in TYPES for book in find_game(name).rulebooks()]


@pytest.mark.parametrize(("name", "rulebook"), rulebooks())
def test_types_are_what_a_match_writes(name: str, rulebook: str) -> None:
    game: Game = find_game(name)
    view, action, union = TYPES[name]
    facts = types_of_facts(union)
    walk = Walk(game, game.rules(rulebook, {}), 4, FastSource(13))
    for _ in range(STEPS):
        if not walk.step():
            break
        for seat in (*walk.seats(), SPECTATOR):
            same(walk.state.view(seat).to_json(), view)
    for reported in walk.facts:
        for fact in reported:
            same(fact.to_json(), facts[fact.type])
    for _, done in walk.log:
        if "order" not in done.to_json():  # a shuffle: never shown to anybody
            same(done.to_json(), action)
