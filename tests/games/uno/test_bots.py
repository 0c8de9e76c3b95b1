"""The small bots finish every kind of match and do what they promise."""

import pytest

from paiju.bots.registry import bot_kinds, find_bot
from paiju.bots.uno_simple import ColourBot, GreedyBot, RandomBot
from paiju.engine.drive import advance
from paiju.engine.errors import BadRules
from paiju.engine.game import Seat
from paiju.engine.shuffle import FastSource
from paiju.games.uno.game import UNO
from paiju.games.uno.rules import UnoRules
from paiju.games.uno.state import UnoState
from paiju.games.uno.vectors import position
from tests.games.uno.script import book, play


def match(rules: UnoRules, names: list[str], seed: int) -> UnoState:
    """A whole match between bots; refused actions raise."""
    source, state = FastSource(seed), UNO.new(rules, len(names))
    bots = [find_bot(name, UNO) for name in names]
    advance(state, source)
    for _ in range(100_000):
        if state.over():
            return state
        for seat in state.reactors():
            reaction = bots[seat].react(state.view(seat), source)
            if reaction is not None:
                state.play(seat, reaction)
                break
        else:
            state.play(state.turn(), bots[state.turn()].choose(state.view(state.turn()), source))
        advance(state, source)
    raise AssertionError("the match did not end")


@pytest.mark.parametrize("rulebook", ["official", "platform", "console", "arena"])
def test_bots_finish_matches_in_every_rulebook(rulebook: str) -> None:
    state = match(book(rulebook), ["random", "greedy", "colour", "random"], 1)
    assert state.outcome() is not None


def test_bots_cope_with_all_house_rules_at_once() -> None:
    options: dict[str, object] = {"sevenSwap": True, "zeroRotate": True, "jumpIn": True, "stackDrawCards": True}
    for seed in range(3):
        match(book("official", forcePlay=True, drawMode="untilPlayable", **options), ["greedy"] * 6, seed)


def test_the_same_seed_gives_the_same_match() -> None:
    names = ["random", "greedy", "colour"]
    assert match(book("arena"), names, 5).snapshot() == match(book("arena"), names, 5).snapshot()


@pytest.mark.parametrize("bot", [RandomBot(), GreedyBot(), ColourBot()])
def test_bots_call_before_the_last_but_one_card_and_catch_others(bot: RandomBot) -> None:
    state = position("r5", "r1 g1", "b1 b2 b3", pile="y1 y2")
    assert str(bot.choose(state.view(Seat(0)), FastSource(1))) == "uno"
    play(state, "p1 r1")
    assert str(bot.react(state.view(Seat(1)), FastSource(1))) == "catch p1"


def test_greedy_prefers_the_colour_then_actions_and_keeps_wilds() -> None:
    hands = ("w g5 r2 r> b1", "b1 b2")
    assert str(GreedyBot().choose(position("r5", *hands).view(Seat(0)), FastSource(1))) == "r>"
    assert str(GreedyBot().choose(position("r5", "w g5 b1", "b2").view(Seat(0)), FastSource(1))) == "g5"
    assert str(GreedyBot().choose(position("r5", "w g1 b1 b2", "b2").view(Seat(0)), FastSource(1))) == "w:b"


def test_colour_plays_what_it_holds_most_of_and_sheds_points() -> None:
    view = position("r5", "r1 g5 g6 g7 w", "b2").view(Seat(0))
    assert str(ColourBot().choose(view, FastSource(1))) == "g5"
    view = position("r5", "r1 r9 r3 w", "b2").view(Seat(0))
    assert str(ColourBot().choose(view, FastSource(1))) == "r9"


def test_greedy_swaps_with_the_shortest_hand() -> None:
    rules = book("official", sevenSwap=True)
    view = position("r5", "r7 g1 g2", "b1 b2 b3", "b4", rules=rules).view(Seat(0))
    assert str(GreedyBot().choose(view, FastSource(1))) == "r7@p3"


def test_unknown_bots_and_parameters_are_refused() -> None:
    for spec in ("deepblue", "greedy:depth=3", "greedy:depth"):
        with pytest.raises(BadRules):
            find_bot(spec, UNO)
    assert {"random", "greedy", "colour"} <= {kind.name for kind in bot_kinds("uno")}
