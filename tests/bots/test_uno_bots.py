"""UNO bots: they see a view and nothing else, keep the rules in every rulebook, and mind their manners."""

from dataclasses import replace
from pathlib import Path

import pytest

from paiju.bots.network import BadNetwork, load, network
from paiju.bots.registry import find_bot
from paiju.bots.uno_features import Situation
from paiju.bots.uno_layout import FEATURES, LAST_CARD, share_bin
from paiju.bots.uno_manners import with_call
from paiju.bots.uno_moves import POINTS, ROUND, decisions, goal_of, round_worth
from paiju.bots.uno_net import NetBot, shipped
from paiju.bots.uno_rollout import expected, respect_voids
from paiju.bots.uno_search import SearchBot
from paiju.engine.drive import advance
from paiju.engine.game import HOST, Seat
from paiju.engine.shuffle import FastSource
from paiju.games.uno.actions import CALL, CATCHES, UnoAction, parse_action
from paiju.games.uno.cards import COLOUR_OF, FACE_OF, NO_COLOUR, SEVEN, parse_card
from paiju.games.uno.game import UNO
from paiju.games.uno.rules import uno_rules
from paiju.games.uno.state import UnoState
from paiju.games.uno.vectors import position
from paiju.sim import Plan, run

BOTS = ["random", "greedy", "colour", "net", "search:worlds=32:ms=100000"]
HOUSE = {"stackDrawCards": True, "sevenSwap": True, "zeroRotate": True, "jumpIn": True}


def positions(seed: int, count: int, seats: int = 4) -> list[UnoState]:
    """Positions of `colour` games in which a seat has to choose."""
    found: list[UnoState] = []
    source = FastSource(seed)
    bot = find_bot("colour", UNO)
    state = UNO.new(uno_rules("official", {}), seats)
    while len(found) < count:
        advance(state, source)
        seat = state.turn()
        view = state.view(seat)
        if len(decisions(view)) > 1 and source.below(4) == 0:
            found.append(state.copy())
        state.apply(seat, bot.choose(view, source))
        if state.over():
            state = UNO.new(uno_rules("official", {}), seats)
    return found


@pytest.mark.parametrize("spec", BOTS)
def test_the_move_stays_the_same_whatever_lies_behind_the_view(spec: str) -> None:
    for number, state in enumerate(positions(1, 12 if spec.startswith("search") else 40)):
        seat = state.turn()
        chosen = find_bot(spec, UNO).choose(state.view(seat), FastSource(9))
        for shuffle in range(2):
            other = state.resampled(seat, FastSource(100 * number + shuffle))
            assert find_bot(spec, UNO).choose(other.view(seat), FastSource(9)) == chosen


@pytest.mark.parametrize("rulebook", ["official", "platform", "console", "arena"])
@pytest.mark.parametrize("options", [{}, HOUSE], ids=["plain", "house"])
def test_net_plays_every_rulebook_without_a_verdict(rulebook: str, options: dict[str, object]) -> None:
    report = run(Plan("uno", ("net", "net", "colour", "greedy"), 4, 4, seed=2, rulebook=rulebook, options=options))
    assert all(row.conduct.verdicts == {} for row in report.rows)


@pytest.mark.parametrize("seats", [2, 3, 10])
def test_net_plays_with_any_number_of_seats(seats: int) -> None:
    report = run(Plan("uno", ("net",) * seats, seats, 3, seed=2))
    assert all(row.conduct.verdicts == {} for row in report.rows)


def test_search_and_champion_play_without_a_verdict() -> None:
    plan = Plan("uno", ("search:worlds=30:ms=20", "champion"), 2, 2, seed=2, options={"initialCards": 4})
    report = run(replace(plan, rulebook="console", seats=4, entrants=plan.entrants * 2))
    assert all(row.conduct.verdicts == {} for row in report.rows)


def test_colours_are_all_alike_to_the_network() -> None:
    """Turn every card into the next colour: the features of every move stay the same."""
    turned = [card if COLOUR_OF[card] == NO_COLOUR else (card + 25) % 100 for card in range(108)]
    for state in positions(5, 30):
        view = state.view(state.turn())
        plain = sorted(sorted(Situation(view).after(move)) for move in decisions(view))
        other = state.copy()
        other.hands = [[turned[card] for card in hand] for hand in state.hands]
        other.discard = [turned[card] for card in state.discard]
        other.deck = [turned[card] for card in state.deck]
        other.colour = (state.colour + 1) % 4 if state.colour != NO_COLOUR else NO_COLOUR
        other.wd4_before = (state.wd4_before + 1) % 4 if state.wd4_before != NO_COLOUR else NO_COLOUR
        other.drawn = turned[state.drawn] if state.drawn >= 0 else state.drawn
        for seat in range(4):
            for colour in range(4):
                other.voids[seat * 4 + (colour + 1) % 4] = state.voids[seat * 4 + colour]
        view = other.view(other.turn())
        assert sorted(sorted(Situation(view).after(move)) for move in decisions(view)) == plain


def test_every_feature_is_within_the_layout() -> None:
    for state in positions(6, 40):
        view = state.view(state.turn())
        for move in decisions(view):
            on = Situation(view).after(move)
            assert len(set(on)) == len(on)
            assert all(0 <= feature < FEATURES for feature in on)


def test_net_calls_uno_before_its_last_but_one_card_and_catches_who_forgot() -> None:
    state = next(s for s in positions(7, 200) if len(s.hands[s.turn()]) == 2)
    view = state.view(state.turn())
    if decisions(view)[0].card >= 0:
        assert NetBot().choose(view, FastSource(1)) in (CALL, *decisions(view))
    caught = state.copy()
    caught.hands[(state.turn() + 1) % 4] = caught.hands[(state.turn() + 1) % 4][:1]
    caught.exposed = (state.turn() + 1) % 4
    assert NetBot().choose(caught.view(caught.turn()), FastSource(1)) == CATCHES[caught.exposed]
    watcher = Seat((state.turn() + 2) % 4)
    for bot in (NetBot(), SearchBot()):
        assert bot.react(caught.view(watcher), FastSource(1)) == CATCHES[caught.exposed]


def test_search_plays_a_last_card_that_fits_without_a_search() -> None:
    view = position("r3", "w", "g1 g2").view(Seat(0))
    assert len(decisions(view)) > 1
    assert SearchBot(worlds=0).choose(view, FastSource(1)).to_json()["type"] == "PLAY_CARD"


def test_the_shipped_weights_say_how_they_were_made() -> None:
    about = shipped().about
    assert str(about["command"]).startswith("paiju train uno --seed")
    assert isinstance(about["seed"], int)


def test_a_network_is_the_sum_of_its_rectified_units(tmp_path: Path) -> None:
    rows, outputs = [[1.0, -2.0], [0.5, 3.0]], [[2.0, -1.0], [0.0, 1.0]]
    found = network(rows, outputs, [0.25, -0.5], {"command": "by hand"})
    assert found.expectation([0], 0) == pytest.approx(2.0 + 0.25)
    assert found.expectation([0, 1], 0) == pytest.approx(2 * 1.5 - 1.0 + 0.25)
    assert found.expectation([], 0) == pytest.approx(0.25)
    assert found.expectation([0, 1], 1) == pytest.approx(1.0 - 0.5)
    found.save(tmp_path / "net.json")
    again = load(tmp_path / "net.json", 2, 2)
    assert (again.columns, again.outputs, again.about) == (found.columns, found.outputs, {"command": "by hand"})
    with pytest.raises(BadNetwork, match="other features"):
        load(tmp_path / "net.json", 3, 2)


def test_a_match_for_points_is_played_for_points_and_a_single_round_for_the_win() -> None:
    for options, goal in (({"targetScore": 500}, POINTS), ({"targetScore": None}, ROUND)):
        state = UNO.new(uno_rules("official", options), 4)
        assert goal_of(state.view(Seat(0))) == goal
    assert round_worth(30, True, 4, ROUND) == round_worth(300, True, 4, ROUND) == 1.0
    assert round_worth(30, True, 4, POINTS) < round_worth(120, True, 4, POINTS)
    assert round_worth(120, False, 4, POINTS) < round_worth(30, False, 4, POINTS) < 0.0


@pytest.mark.parametrize("text", ["", "{}", '{"hidden": 2}', '{"hidden": "x", "weights": "AA=="}', "[]"])
def test_a_file_that_is_no_network_is_refused_in_one_sentence(text: str, tmp_path: Path) -> None:
    (tmp_path / "net.json").write_text(text)
    with pytest.raises(BadNetwork, match=r"net\.json"):
        load(tmp_path / "net.json", 2, 2)


def test_search_keeps_its_time() -> None:
    """Not a stop-watch: with no time at all it still answers, with the network's own move."""
    for state in positions(8, 5):
        view = state.view(state.turn())
        hasty = find_bot("search:ms=0.001", UNO).choose(view, FastSource(1))
        assert hasty == find_bot("net", UNO).choose(view, FastSource(1))


def test_champion_leaves_tables_of_more_than_two_to_the_network() -> None:
    for state in positions(8, 10):
        view = state.view(state.turn())
        assert find_bot("champion", UNO).choose(view, FastSource(1)) == find_bot("net", UNO).choose(view, FastSource(2))


def test_a_move_is_found_in_a_world_that_fits_the_view() -> None:
    state = UNO.new(uno_rules("official", {"targetScore": None}), 2)
    state.apply(HOST, state.upkeep() or parse_action("start"))
    advance(state, FastSource(3))
    action = find_bot("search:worlds=40", UNO).choose(state.view(state.turn()), FastSource(2))
    assert isinstance(action, UnoAction)
    assert not state.refusal(state.turn(), action)


def test_a_card_that_will_be_alone_is_known_by_how_it_fits_the_one_laid_before() -> None:
    """Wild, of the colour, of the face, or none of these."""
    found = []
    for rest in ("w", "r9", "b5", "b9"):
        state = position("r3", f"r5 {rest}", "g1 g2")
        laid = parse_action("r5").to_json()
        on = Situation(state.view(Seat(0))).after(
            next(a for a in decisions(state.view(Seat(0))) if a.to_json() == laid)
        )
        found.append([feature - LAST_CARD for feature in on if LAST_CARD <= feature < LAST_CARD + 4])
    assert found == [[0], [1], [2], [3]]


def test_a_share_is_judged_around_a_quarter_and_nothing_out_of_nothing_is_average() -> None:
    assert share_bin(0, 0) == share_bin(20, 100)
    assert share_bin(0, 40) < share_bin(8, 40) < share_bin(10, 40) < share_bin(20, 40)


def test_a_seven_between_two_players_swaps_with_the_only_other() -> None:
    rules = uno_rules("official", {"sevenSwap": True})
    for others, due in (("g1", CALL), ("g1 g2", None)):
        view = position("r3", "r7 b1", others, rules=rules).view(Seat(0))
        seven = next(move for move in decisions(view) if FACE_OF[move.card] == SEVEN)
        assert with_call(view, seven) is (due or seven)


def test_a_player_without_a_decision_expects_what_the_network_expects_of_nothing() -> None:
    state = position("r3", "r5 b1", "g1 g2", current=1)
    goal = goal_of(state.view(Seat(0)))
    assert expected(state, Seat(0), shipped(), goal) == shipped().offsets[goal]


def test_hands_are_left_alone_where_no_pile_is_there_to_exchange_with() -> None:
    state = position("r3", "r5 b1", "g1 g2")
    state.voids[4:8] = [1, 1, 1, 1]
    hands = [hand.copy() for hand in state.hands]
    respect_voids(state, 0, FastSource(1))
    assert state.hands == hands
    state.deck = [parse_card(text) for text in ("r1", "b2", "y3")]
    respect_voids(state, 0, FastSource(1))
    assert state.hands[1] != hands[1], "with a pile green cards go into it"


def test_a_last_card_that_fits_is_worth_the_round() -> None:
    state = position("r3", "r5", "g1 g2")
    goal = goal_of(state.view(Seat(0)))
    assert expected(state, Seat(0), shipped(), goal) == round_worth(1 + 2, True, 2, goal)
