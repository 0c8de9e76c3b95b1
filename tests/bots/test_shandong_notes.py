"""What finished tricks give away, and imagined worlds that agree with it."""

import pytest

from paiju.bots.shandong_beliefs import WALKS, Beliefs, moments_of
from paiju.bots.shandong_notes import NO_CAP, Notes, World, agree, may_be_buried
from paiju.engine.game import Action, Seat
from paiju.engine.shuffle import FastSource
from paiju.games.shandong.actions import Play
from paiju.games.shandong.cards import Cards, parse_cards
from paiju.games.shandong.game import SHANDONG
from paiju.games.shandong.notation import parse_position
from paiju.games.shandong.state import ShandongState
from paiju.games.shandong.table import Trick
from tests.bots.test_shandong_rules import run

HEARTS, DIAMONDS = 1, 3


class Enough(Exception):
    """Ends a hand in the middle."""

    def __init__(self, state: ShandongState) -> None:
        super().__init__()
        self.state = state


DEAL = "trump clubs; hands hA hA h4 d4 / hQ h10 h9 h8 / h7 h7 h6 d6 / hK hJ d7 d8"


def after_pair_led() -> ShandongState:
    """Seat 0 leads a pair; seats 1 and 3 have hearts but no pair, seat 2 follows with one."""
    state = parse_position(DEAL)
    for seat, text in enumerate(("hA hA", "hQ h10", "h7 h7", "hK hJ")):
        state.play(Seat(seat), Play(parse_cards(text)))
    return state


def memory_plays(seed: int, tricks: int) -> tuple[ShandongState, list[Trick]]:
    """A hand of four `memory` players, stopped after some tricks."""
    finished: list[Trick] = []

    def note(state: ShandongState, seat: Seat, action: Action) -> None:
        if state.last_trick is not None and len(finished) == state.trick_number - 2:
            finished.append(state.last_trick)
        if state.trick_number > tricks:
            raise Enough(state)

    try:
        run(["memory"] * 4, seed, 1, note)
    except Enough as enough:
        return enough.state, finished
    raise AssertionError("the hand has fewer tricks")


def notes_of(state: ShandongState, seat: int = 0) -> Notes:
    notes = Notes()
    notes.look(state.view(Seat(seat)))
    return notes


def test_who_gave_his_two_largest_has_no_pair_and_nothing_above_them() -> None:
    state = after_pair_led()
    notes = notes_of(state)
    ten = state.ctx.strength[parse_cards("h10").numbers()[0] >> 1]
    assert notes.pairless[1][HEARTS] and notes.pairless[3][HEARTS]
    assert notes.caps[1][HEARTS] == ten
    assert not notes.pairless[2][HEARTS] and notes.caps[2][HEARTS] == NO_CAP
    assert notes.caps[1][DIAMONDS] == NO_CAP


def test_who_owed_a_pair_to_a_throw_and_gave_none_has_no_pair() -> None:
    state = parse_position(
        "trump clubs; hands hA hA hK h4 d4 / hQ h10 h9 h8 d6 / h7 h7 h6 h8.1 d7 / h10.1 hJ h9.1 d8 d9"
    )
    for seat, text in enumerate(("hA hA hK", "hQ h10 h9", "h7 h7 h6", "h10.1 hJ h9.1")):
        state.play(Seat(seat), Play(parse_cards(text)))
    notes = notes_of(state)
    assert notes.pairless[1][HEARTS] and notes.pairless[3][HEARTS]
    assert not notes.pairless[2][HEARTS]
    assert notes.caps[1][HEARTS] == NO_CAP, "no rule says which singles follow a throw"


def test_notes_last_for_one_hand() -> None:
    state = after_pair_led()
    notes = notes_of(state)
    state.hand_number += 1
    state.last_trick = None
    notes.look(state.view(Seat(0)))
    assert not notes.pairless[1][HEARTS]


@pytest.mark.parametrize("seed", range(10))
def test_worlds_agree_with_the_notes_and_keep_every_card(seed: int) -> None:
    state = after_pair_led()
    view = state.view(Seat(0))
    notes = notes_of(state)
    source = FastSource(seed)
    world = SHANDONG.imagine(view, source)
    assert isinstance(world, ShandongState)
    before = world.census()
    agree(world, view, notes, source)
    assert world.census() == before
    assert world.view(Seat(0)).to_json() == view.to_json()
    fits = World(world, view, notes, source)
    assert all(not fits.strange(seat) for seat in (1, 2, 3))


def test_nobody_is_thought_to_bury_trumps_points_or_aces() -> None:
    ctx = parse_position(DEAL).ctx

    def numbers(cards: Cards) -> list[int]:
        return [int(number) for number in cards.numbers()]

    assert all(may_be_buried(ctx, number) for number in numbers(parse_cards("h9 d4 sQ")))
    assert not any(may_be_buried(ctx, number) for number in numbers(parse_cards("c4 h3 big hK d10 sA")))


# --- likely worlds --------------------------------------------------------------------------------------


def test_the_plays_of_memory_are_no_surprise_in_the_true_world() -> None:
    state, tricks = memory_plays(5, 6)
    notes = Notes()
    notes.tricks = tricks
    moments = moments_of(state.view(state.turn()), notes)
    assert len(moments) > 10
    assert sum(moment.surprise_in(state) for moment in moments) == 0.0


def test_worlds_that_explain_the_plays_come_up_more_often() -> None:
    state, tricks = memory_plays(5, 6)
    notes = Notes()
    notes.tricks = tricks
    beliefs = Beliefs(state.view(state.turn()), notes, FastSource(1))

    def doubt(world: ShandongState) -> float:
        return sum(moment.surprise_in(world) for moment in beliefs.moments)

    likely = [doubt(beliefs.world()) for _ in range(12)]
    possible = [doubt(beliefs.imagined()) for _ in range(12)]
    assert sum(likely) < sum(possible)


def test_walks_take_turns_and_go_on_from_where_they_were() -> None:
    state, tricks = memory_plays(5, 6)
    view = state.view(state.turn())
    notes = Notes()
    notes.tricks = tricks
    beliefs = Beliefs(view, notes, FastSource(1))
    first = [beliefs.world() for _ in range(WALKS)]
    again = [beliefs.world() for _ in range(2)]
    assert len(beliefs.walks) == WALKS
    assert [world.hands for world in again] != [world.hands for world in first[:2]]
    assert all(world.view(view.seat).to_json() == view.to_json() for world in again)


def test_a_bot_that_has_missed_tricks_judges_no_plays() -> None:
    state, _ = memory_plays(5, 6)
    assert moments_of(state.view(state.turn()), Notes()) == []


def test_a_walk_changes_hidden_cards_only_and_stays_within_the_notes() -> None:
    state, tricks = memory_plays(5, 6)
    view = state.view(state.turn())
    notes = Notes()
    notes.tricks = tricks
    source = FastSource(1)
    beliefs = Beliefs(view, notes, source)
    worlds = [beliefs.world() for _ in range(6)]
    assert len({world.hands[(view.seat + 1) % 4] for world in worlds}) > 1
    for world in worlds:
        assert world.census() == state.census()
        assert world.view(view.seat).to_json() == view.to_json()
        fits = World(world, view, notes, source)
        assert all(not fits.strange(place) for place in fits.places)


def test_a_walk_remembers_how_surprising_each_play_is() -> None:
    state, tricks = memory_plays(5, 6)
    notes = Notes()
    notes.tricks = tricks
    beliefs = Beliefs(state.view(state.turn()), notes, FastSource(1))
    world = beliefs.world()
    walk = beliefs.walks[0]
    leads = [i for i, moment in enumerate(beliefs.moments) if moment.lead is None]
    assert [walk.doubts[i] for i in leads] == [beliefs.moments[i].surprise_in(world) for i in leads]


def test_a_walk_has_nothing_to_exchange_with_an_empty_hand() -> None:
    """At the end of a hand, when the others have played the trick."""
    state = parse_position("trump clubs; leader 1; trick hK / h10 / h4; hands h6 h7 / - / - / -; kitty d4 d6 d7 d8")
    view = state.view(Seat(0))
    beliefs = Beliefs(view, Notes(), FastSource(1))
    assert beliefs.moments
    world = beliefs.world()
    assert world.hands == state.hands
    assert world.view(Seat(0)).to_json() == view.to_json()
