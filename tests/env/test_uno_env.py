"""uno_v0 and the batch: PettingZoo's own tests, and what the documents promise about rows and masks."""

import warnings
from typing import cast

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test  # type: ignore[import-untyped]

from paiju.engine.game import Action, Seat
from paiju.engine.shuffle import FastSource
from paiju.env import uno_v0
from paiju.env.uno_batch import UnoBatch, named
from paiju.env.uno_core import UnoTables
from paiju.env.uno_space import ACTIONS, CALLING, DRAW, KIND_INDEX, LAYOUT, OBSERVATION, WAIT, action_index
from paiju.games.uno.actions import UnoAction
from paiju.games.uno.rules import uno_rules
from paiju.games.uno.vectors import position


def uno_action(action: Action) -> UnoAction:
    assert isinstance(action, UnoAction)
    return action


EVERYTHING = {"stackDrawCards": True, "sevenSwap": True, "zeroRotate": True, "jumpIn": True}


@pytest.mark.parametrize("rulebook", ["official", "platform", "console", "arena"])
def test_pettingzoo_accepts_every_rulebook(rulebook: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it would rather have no dict observations, which masks need
        api_test(uno_v0.env(rulebook=rulebook), num_cycles=60)
    capsys.readouterr()


def test_pettingzoo_accepts_every_house_rule_and_explicit_calls(capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(uno_v0.env(seats=3, auto_call=False, **EVERYTHING), num_cycles=60)
    capsys.readouterr()


def test_the_same_seed_gives_the_same_games(capsys: pytest.CaptureFixture[str]) -> None:
    seed_test(uno_v0.env, num_cycles=10)
    capsys.readouterr()


def test_render_is_text(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(uno_v0.env)
    capsys.readouterr()
    env = uno_v0.env(render_mode="ansi", seats=2)
    env.reset(seed=1)
    assert "player_1" in env.render()
    silent = uno_v0.env(seats=2)
    silent.reset(seed=1)
    assert silent.render() is None


def test_the_winner_gets_one_and_the_others_share_minus_one() -> None:
    env = uno_v0.raw_env(seats=3)
    env.reset(seed=2)
    while not any(env.terminations.values()):
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(np.flatnonzero(mask)[0]))
    assert sorted(env.rewards.values()) == [-0.5, -0.5, 1.0]


def test_only_whoever_has_to_act_has_a_mask() -> None:
    env = uno_v0.raw_env()
    env.reset(seed=3)
    for agent in env.agents:
        assert bool(env.observe(agent)["action_mask"].any()) == (agent == env.agent_selection)


def test_an_action_outside_the_mask_is_refused_and_nothing_is_played() -> None:
    env = uno_v0.raw_env()
    env.reset(seed=4)
    before = env.observe(env.agent_selection)["observation"]
    wrong = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(ValueError, match="not in the mask"):
        env.step(wrong)
    assert (env.observe(env.agent_selection)["observation"] == before).all()


def test_an_unknown_option_is_refused_by_name() -> None:
    with pytest.raises(Exception, match="stackDraw"):
        uno_v0.env(stackDraw=True)


def test_the_layout_names_every_byte_once() -> None:
    edges = [edge for pair in LAYOUT.values() for edge in pair]
    assert edges[0] == 0
    assert edges[-1] == OBSERVATION
    assert edges[1:-1:2] == edges[2::2]


def test_every_legal_action_has_a_number_of_its_own_kind() -> None:
    tables = UnoTables(20, uno_rules("arena", {"targetScore": None, **EVERYTHING}), 5, 1, False, True)
    for _ in range(200):
        for game in range(20):
            seat = int(tables.movers[game])
            numbers: dict[int, dict[str, object]] = {}
            for action in tables.states[game].legal(Seat(seat)):
                assert isinstance(action, UnoAction)
                number = action_index(action, seat, 5)
                assert 0 <= number < ACTIONS
                same = numbers.setdefault(number, action.to_json() | {"cardId": ""})
                assert same == action.to_json() | {"cardId": ""}
        tables.step(tables.samples())


@pytest.mark.parametrize("rulebook", ["official", "platform", "console", "arena"])
@pytest.mark.parametrize("auto_call", [True, False])
@pytest.mark.parametrize("options", [{}, {"drawOnlyIfStuck": True, "forcePlay": True}, EVERYTHING])
def test_masks_are_the_legal_actions_and_rows_what_lies_on_the_table(
    rulebook: str, auto_call: bool, options: dict[str, object]
) -> None:
    tables = UnoTables(4, uno_rules(rulebook, {"targetScore": None, **options}), 3, 5, auto_call, True)
    for _ in range(150):
        rows = np.frombuffer(tables.buffers()[0], np.uint8).reshape(4, -1)
        for game, state in enumerate(tables.states):
            seat = Seat(int(tables.movers[game]))
            legal = {action_index(cast(UnoAction, action), seat, 3) for action in state.legal(seat)}
            shown = set(np.flatnonzero(rows[game, OBSERVATION:]).tolist())
            assert shown - {WAIT} == legal - ({CALLING} if auto_call else set())
            assert (WAIT in shown) == (seat != state.turn())
            for part, cards in (("hand", state.hands[seat]), ("seen", state.discard)):
                first, end = LAYOUT[part]
                counts = np.bincount([KIND_INDEX[card] for card in cards], minlength=end - first)
                assert (rows[game, first:end] == counts).all()
            sizes = [len(state.hands[(seat + place) % 3]) for place in range(3)]
            assert rows[game, LAYOUT["sizes"][0] :][:3].tolist() == sizes
            voids = [state.voids[(seat + place) % 3 * 4 + colour] for place in range(3) for colour in range(4)]
            assert rows[game, LAYOUT["voids"][0] :][:12].tolist() == voids
        tables.step(tables.samples())


@pytest.mark.parametrize("seats", [2, 4, 10])
def test_an_observation_shows_nothing_the_seat_cannot_know(seats: int) -> None:
    tables = UnoTables(8, uno_rules("official", {"targetScore": None}), seats, 7, True, True)
    for step in range(60):
        tables.step(tables.samples())
        for game in range(8):
            for seat in range(seats):
                seen = tables.look(game, seat)
                real = tables.states[game]
                tables.states[game] = real.resampled(Seat(seat), FastSource(step))
                assert tables.look(game, seat) == seen
                tables.states[game] = real


def test_a_batch_steps_every_game_and_deals_again() -> None:
    batch = UnoBatch(32, seats=2, seed=5, options={"initialCards": 2, "drawOnlyIfStuck": True})
    finished = 0
    for _ in range(300):
        assert (batch.masks.sum(axis=1) > 0).all()
        batch.step(np.array(batch.sample()))
        finished += int(batch.dones.sum())
        over = batch.dones == 1
        assert (np.sort(batch.rewards[over], axis=1) == [-1.0, 1.0]).all()
    assert finished > 10


def test_a_batch_is_a_window_on_the_games_not_a_copy() -> None:
    batch = UnoBatch(4, seed=1)
    observations, masks = batch.observations, batch.masks
    before = observations.copy()
    batch.step(batch.sample())
    assert observations is batch.observations
    assert masks.base is not None
    assert not (observations == before).all()
    assert not observations.flags.writeable


def test_hand_sizes_agree_with_the_hand() -> None:
    batch = UnoBatch(16, seed=3)
    for _ in range(50):
        batch.step(batch.sample())
        assert (named(batch.observations, "hand").sum(axis=1) == named(batch.observations, "sizes")[:, 0]).all()


def test_wrong_actions_for_a_batch_name_the_game() -> None:
    batch = UnoBatch(2, seed=1)
    with pytest.raises(ValueError, match="2 games need as many actions"):
        batch.step([DRAW])
    with pytest.raises(ValueError, match="game 1: action 119"):
        batch.step([DRAW, 119])


def test_uno_is_called_for_a_seat_that_a_swap_left_with_one_card() -> None:
    """The player who laid the seven gets the other's only card: three cards held before, so no call was due then."""
    rules = uno_rules("official", {"sevenSwap": True, "targetScore": None})
    tables = UnoTables(1, rules, 2, 1, True, False)
    tables.states[0] = state = position("r3", "r7 b1 b2", "g1", rules=rules, pile="y1 y2 y3 y4")
    tables.play(0, WAIT)
    tables.play(0, next(action_index(play, 0, 2) for play in map(uno_action, state.legal(Seat(0))) if play.card >= 0))
    assert [len(hand) for hand in state.hands] == [1, 2]
    assert (state.called, state.exposed) == (0, -1)


def test_a_match_for_points_goes_on_and_shows_the_scores_in_tens() -> None:
    rules = uno_rules("official", {"targetScore": 500})
    tables = UnoTables(1, rules, 2, 1, True, False)
    tables.states[0] = state = position("r3", "r5", "w w4", rules=rules, scores=(20, 50))
    state.pack = []  # the next round is dealt from all cards
    tables.play(0, WAIT)
    assert not tables.play(0, action_index(uno_action(state.legal(Seat(0))[0]), 0, 2))
    assert (state.round_number, state.scores) == (2, [120, 50])
    first, _ = LAYOUT["scores"]
    assert [tables.look(0, seat)[first : first + 2] for seat in (0, 1)] == [bytes([12, 5]), bytes([5, 12])]
