"""Views and actions survive pickling, compiled or not: a server sends them to bots in other processes."""

import pickle
from typing import Any

import pytest

from paiju.engine.errors import GameError
from paiju.engine.game import SPECTATOR, Action, Game, Rules, Seat, Shuffle, View
from paiju.engine.shuffle import FastSource
from paiju.games.registry import GAMES
from paiju.testing.walk import Walk
from tests.games.shandong.table import do
from tests.games.shandong.test_bidding import at_sticking

STEPS = 250


def sent(thing: object) -> Any:
    return pickle.loads(pickle.dumps(thing, pickle.HIGHEST_PROTOCOL))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_view_arrives_as_it_was_sent(game: Game) -> None:
    for rulebook in game.rulebooks():
        rules = game.rules(rulebook, {})
        walk = Walk(game, rules, game.seat_range(rules)[1], FastSource(7))
        for step in range(STEPS):
            if not walk.step():
                break
            for seat in (*range(walk.state.seats), SPECTATOR) if step % 5 == 0 else ():
                view = walk.state.view(Seat(seat))
                copy = sent(view)
                assert type(copy) is type(view)
                assert copy.to_json() == view.to_json()
                assert copy.legal == view.legal
                if view.legal:
                    again, first = game.imagine(copy, FastSource(step)), game.imagine(view, FastSource(step))
                    assert again.snapshot() == first.snapshot()  # it says all that a bot can make of it


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_an_action_arrives_as_it_was_sent(game: Game) -> None:
    rules = game.rules(game.default_rulebook, {})
    walk = Walk(game, rules, game.seat_range(rules)[1], FastSource(8))
    for _ in range(STEPS):
        if not walk.step():
            break
    assert any(isinstance(action, Shuffle) for _, action in walk.log)
    for _, action in walk.log:
        copy = sent(action)
        assert copy == action
        assert copy.to_json() == action.to_json()


def test_words_that_are_not_cards_arrive_too() -> None:
    for game in GAMES:
        for data in ({"type": "PLAY", "cards": ["??"]}, {"type": "NOTHING"}, {"type": "PLAY_CARD", "cardId": "x"}):
            try:
                action = game.action_from_json(data)
            except GameError:
                continue
            assert sent(action).to_json() == action.to_json()


class PlainRules(Rules):
    def __init__(self, limit: int) -> None:
        self.rulebook = "plain"
        self.limit = limit


class PlainAction(Action):
    def __init__(self, number: int) -> None:
        self.number = number

    def text(self) -> str:
        return f"number {self.number}"


class PlainView(View):
    """Of a game in plain Python, on an engine that may be compiled."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.rules = PlainRules(7)
        self.legal = [PlainAction(1), PlainAction(2)]
        self.trick = [3, 4]


def test_views_of_games_in_plain_python_arrive_too() -> None:
    view = sent(PlainView(Seat(2)))
    assert (view.seat, view.trick, view.rules.rulebook, view.rules.limit) == (2, [3, 4], "plain", 7)
    assert view.legal == [PlainAction(1), PlainAction(2)]


def test_an_exchange_arrives_as_it_was_sent() -> None:
    """Random walks seldom come to one."""
    state = at_sticking()
    do(state, 3, "stick small.1 d6 d6 d7 d7")
    for seat in (*range(4), SPECTATOR):
        view = state.view(Seat(seat))
        assert view.exchange is not None
        assert sent(view).to_json() == view.to_json()
