"""The ideas of `memory` and `search` for Shandong, one test each, and that neither looks at hidden cards."""

import pytest

from paiju.bots.base import Bot
from paiju.bots.registry import find_bot
from paiju.bots.shandong_beliefs import Beliefs
from paiju.bots.shandong_kitty import best_kitty, ranked_kitties
from paiju.bots.shandong_memory import ShandongMemoryBot
from paiju.bots.shandong_notes import Notes
from paiju.bots.shandong_policy import play_out
from paiju.bots.shandong_search import FIRST_LOOK, ShandongSearchBot, Trial, hand_worth, uncertainty
from paiju.bots.shandong_seen import chance_higher, chance_void, seen_in_position, seen_in_view
from paiju.engine.game import Action, Seat
from paiju.engine.shuffle import FastSource
from paiju.games.shandong.actions import Play
from paiju.games.shandong.cards import FULL_DECK, parse_cards
from paiju.games.shandong.game import SHANDONG
from paiju.games.shandong.notation import parse_position
from paiju.games.shandong.patterns import identify
from paiju.games.shandong.rules import make_rules
from paiju.games.shandong.state import ShandongState
from paiju.games.shandong.view import PLAYING, SCORED
from tests.bots.test_shandong_rules import run

MEMORY = ShandongMemoryBot()
ENDLESS = 100_000.0
"""Milliseconds: worlds end the search, so that its answer does not depend on the machine."""


def chosen(state: ShandongState, bot: Bot = MEMORY) -> str:
    """What the bot plays for the seat on turn."""
    seat = state.turn()
    action = bot.choose(state.view(seat), FastSource(1))
    assert state.refusal(seat, action) == ""
    return action.text()


# --- counting -------------------------------------------------------------------------------------------


def test_a_shown_void_is_certain_and_others_are_likelier_the_fewer_cards_are_out() -> None:
    state = parse_position("trump clubs; hands hA d4 d6 / h4 c6 c7 / h6 h7 d7 / d8 d9 h8")
    state.voids[1] = 1 << 1
    seen = seen_in_view(state.view(Seat(0)))
    assert chance_void(seen, 1, 1) == 1.0
    assert 0.0 < chance_void(seen, 2, 3) < 1.0
    assert chance_higher(seen, 1, identify(state.ctx, parse_cards("h4"))) == 0.0


def test_nobody_holds_more_than_a_boss() -> None:
    state = parse_position("trump clubs; hands hA hK d6 / h4 c6 c7 / hA.1 h7 d7 / d8 d9 h8")
    seen = seen_in_view(state.view(Seat(0)))
    assert chance_higher(seen, 1, identify(state.ctx, parse_cards("hA"))) == 0.0
    assert chance_higher(seen, 1, identify(state.ctx, parse_cards("hK"))) > 0.0


# --- playing --------------------------------------------------------------------------------------------


def test_throws_what_nobody_can_beat_any_more() -> None:
    position = "trump clubs; hands hA hA hK d4 d6 d7 / h9 d8 d9 dJ s4 s6 / s7 s8 s9 sJ sQ sK / hJ h8 h7 d10 dQ dK"
    assert chosen(parse_position(position)) == "play hK hA hA.1"


def test_does_not_lead_a_winner_into_a_suit_that_an_opponent_kills() -> None:
    state = parse_position("trump clubs; hands hA dA h4 / c4 c6 c7 / h6 h7 d6 / d7 d8 h8")
    state.voids[1] = 1 << 1
    assert chosen(state) == "play dA"


def test_feeds_a_partner_who_is_sure_to_win() -> None:
    position = "trump clubs; banker 1; leader 2; trick hA / h4; hands hK h6 h7 / d4 d6 d7 / d8 d9 / h8 h9"
    assert chosen(parse_position(position)) == "play hK"


def test_gives_no_points_to_opponents() -> None:
    position = "trump clubs; leader 3; trick hA; hands hK h6 h10 / d4 d6 d7 / d8 d9 s4 / h8 h9"
    assert chosen(parse_position(position)) == "play h6"


def test_kills_for_points_with_a_small_trump() -> None:
    position = "trump clubs; leader 1; trick hK / h10 / h4; hands c4 c9 big d4 / d6 d7 d8 / d9 s4 s6 / s7 s8 s9"
    assert chosen(parse_position(position)) == "play c4"


# --- searching ------------------------------------------------------------------------------------------


def test_a_playout_ends_with_a_score() -> None:
    state = parse_position("trump clubs; banker 0; hands hA hK d6 / h4 c6 c7 / h6 h7 d7 / d8 d9 h8")
    play_out(state)
    assert state.phase == SCORED
    assert hand_worth(state) < 4.5


def test_steps_of_the_level_table_count_in_the_end_and_are_smooth_before() -> None:
    state = parse_position("trump clubs; banker 0; hands hA hK d6 / h4 c6 c7 / h6 h7 d7 / d8 d9 h8")

    def loss(score: int, blur: float) -> float:
        """What five more points for the attackers cost the bankers."""
        state.points = score
        worth = hand_worth(state, blur)
        state.points = score + 5
        return worth - hand_worth(state, blur)

    assert loss(75, 0.0) > 1.0 > 20 * loss(50, 0.0)
    assert loss(75, 0.0) > 2 * loss(75, 25.0) > 0.0
    assert loss(65, 25.0) > loss(65, 0.0) > 0.0


def test_a_playout_is_the_less_certain_the_more_points_are_out() -> None:
    many = parse_position("trump clubs; hands hK h10 d6 / dK d10 c7 / h6 h7 d7 / d8 d9 h8")
    view = many.view(Seat(0))
    early = uncertainty(view)
    view.played = FULL_DECK.minus(view.hand)
    assert 0.0 < uncertainty(view) < early


def test_buries_a_void_and_keeps_trumps_points_and_aces() -> None:
    ctx = parse_position("trump clubs; hands d4 / d6 / d7 / d8").ctx
    hand = parse_cards("d4 d7 d8 d9 hA hK hQ sA sQ sJ c4 c6 c7 c8 big h9 h9 sK s9")
    kitty = best_kitty(ctx, hand)
    assert kitty == parse_cards("d4 d7 d8 d9")
    assert ranked_kitties(ctx, hand)[0].cards == kitty


def test_the_second_stage_keeps_the_incumbent_where_moves_are_equal() -> None:
    state = parse_position("trump clubs; banker 0; hands hA hA.1 / h4 d7 / h6 d8 / h8 d9")
    moves: list[Action] = [Play(parse_cards("hA")), Play(parse_cards("hA.1"))]
    bot = ShandongSearchBot(ms=ENDLESS, worlds=8)
    assert bot.best_of(state.view(Seat(0)), moves, FastSource(1)) is moves[0]


def test_a_trial_measures_moves_in_common_worlds() -> None:
    state = parse_position("trump clubs; banker 0; leader 1; trick hK / h10 / h4; hands c4 d4 / d6 / d9 / s7")
    beliefs = Beliefs(state.view(Seat(0)), Notes(), FastSource(1))
    trial = Trial(beliefs, [Play(parse_cards("d4")), Play(parse_cards("c4"))])
    for _ in range(4):
        trial.one_world()
    assert trial.sums[0] == 0.0
    assert trial.gain(1) > 0.0 <= trial.error(1)


def test_a_trial_drops_moves_that_fall_behind_and_keeps_the_incumbent() -> None:
    state = parse_position(
        "trump clubs; banker 0; leader 1; trick hK / h10 / h4; hands c4 d4 dK / d6 d7 / d9 d8 / s7 s8"
    )
    moves: list[Action] = [Play(parse_cards(cards)) for cards in ("d4", "c4", "dK")]
    trial = Trial(Beliefs(state.view(Seat(0)), Notes(), FastSource(1)), moves)
    for _ in range(4):
        trial.one_world()
    assert trial.sums[2] < trial.sums[0] < trial.sums[1]
    trial.drop_worse_half()
    assert trial.alive == [0, 1]
    bot = ShandongSearchBot(ms=ENDLESS, worlds=FIRST_LOOK + 4)
    assert bot.best_of(state.view(Seat(0)), moves, FastSource(1)) is moves[1]


@pytest.mark.parametrize("name", ["rules", "memory", "search"])
def test_the_unit_of_a_failed_throw_is_chosen_as_the_rules_suggest(name: str) -> None:
    rules = make_rules(SHANDONG.default_rulebook, {"failedThrowChoice": "nextPlayer"})
    state = parse_position("trump clubs; hands hQ h4 h4 / hA h6 h6 / d4 d6 d7 / d8 d9 dJ", rules)
    state.apply(Seat(0), Play(parse_cards("hQ h4 h4")))
    chooser = state.turn()
    view = state.view(chooser)
    assert chooser == 1 and view.failed is not None and len(view.failed.choices) == 2
    assert view.suggestion is not None
    assert find_bot(name, SHANDONG).choose(view, FastSource(1)).to_json() == view.suggestion.to_json()


def test_few_worlds_must_show_a_clear_gain() -> None:
    state = parse_position("trump clubs; banker 0; leader 1; trick hK / h10 / h4; hands c4 d4 / d6 / d9 / s7")
    moves: list[Action] = [Play(parse_cards("d4")), Play(parse_cards("c4"))]
    view = state.view(Seat(0))
    assert ShandongSearchBot(ms=ENDLESS, worlds=8).best_of(view, moves, FastSource(1)) is moves[1]
    assert ShandongSearchBot(ms=ENDLESS, worlds=7).best_of(view, moves, FastSource(1)) is moves[0]
    assert ShandongSearchBot(ms=ENDLESS, worlds=8, caution=1e9).best_of(view, moves[::-1], FastSource(1)) is moves[1]


# --- honesty --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["memory", f"search:ms={ENDLESS}:worlds=6:moves=3"])
def test_the_move_stays_the_same_when_hidden_cards_change_behind_the_view(name: str) -> None:
    position = "trump clubs; banker 0; hands hA hK d6 c4 / h4 c6 c7 s4 / h6 h7 d7 s6 / d8 d9 h8 s7"
    state = parse_position(position)
    bot = find_bot(name, SHANDONG)
    move = chosen(state, bot)
    for seed in range(5):
        other = state.resampled(Seat(0), FastSource(seed))
        assert chosen(other, bot) == move


def test_a_position_tells_its_seat_no_more_than_a_view() -> None:
    state = parse_position("trump clubs; banker 0; hands hA hK d6 c4 / h4 c6 c7 s4 / h6 h7 d7 s6 / d8 d9 h8 s7")
    assert state.phase == PLAYING
    one, two = seen_in_view(state.view(state.turn())), seen_in_position(state)
    assert (one.hand, one.out, one.voids, one.counts) == (two.hand, two.out, two.voids, two.counts)


# --- whole hands ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("names", [["memory", "rules"] * 2, ["search:ms=1:moves=2", "memory"] * 2])
def test_every_action_of_whole_hands_is_legal(names: list[str]) -> None:
    assert run(names, 5, 1).hand_number >= 1
