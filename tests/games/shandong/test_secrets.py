"""What a seat is told is the same whatever the others hold, in every phase; what it imagines fits what it knows."""

import pytest

from paiju.engine.game import SPECTATOR, Seat
from paiju.engine.shuffle import FastSource
from paiju.games.shandong.cards import parse_cards
from paiju.games.shandong.game import SHANDONG
from paiju.games.shandong.notation import parse_position
from paiju.games.shandong.rules import STANDARD, make_rules
from paiju.games.shandong.state import ShandongState
from paiju.games.shandong.view import PHASES
from paiju.testing.leak import check_position_hides
from paiju.testing.walk import Walk
from tests.games.shandong.table import do
from tests.games.shandong.test_bidding import at_sticking


def walked(seed: int, options: dict[str, object], most: int = 700) -> set[str]:
    """Walk a random match; at many positions test every seat. Returns the phases tested."""
    source = FastSource(seed)
    walk = Walk(SHANDONG, make_rules("standard", options), 4, source)
    phases: set[str] = set()
    for step in range(most):
        if not walk.step():
            break
        walk.settle()
        state = walk.state
        assert isinstance(state, ShandongState)
        phase = "giveBack" if state.giving else PHASES[state.phase]
        if phase not in phases or step % 29 == 0 or phase in ("sticking", "giveBack"):
            phases.add(phase)
            for seat in walk.seats():
                check_position_hides(state, seat, source, walk.pool[:16])
    return phases


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("options", [{}, {"failedThrowChoice": "nextPlayer"}, {"hiddenDeclaration": False}])
def test_nobody_learns_hidden_cards(seed: int, options: dict[str, object]) -> None:
    assert {"declaring", "burying", "playing"} <= walked(seed, options)


def test_an_exchange_is_secret_for_the_others() -> None:
    state = at_sticking()
    do(state, 3, "stick small.1 d6 d6 d7 d7")
    source = FastSource(1)
    for seat in (0, 1, 2, 3):
        assert check_position_hides(state, Seat(seat), source)
    do(state, 3, "give h5 cK cQ")
    for seat in (0, 1, 2, 3):
        assert check_position_hides(state, Seat(seat), source)


def test_imagined_hands_respect_voids_and_known_cards() -> None:
    state = parse_position(
        "trump clubs; leader 0; hands hA h4 d4 c4 / h6 d6 c6 s6 / h7 d7 c7 s7 / h8 d8 c8 s8; kitty s9 sJ sQ sK"
    )
    state.voids[1] = 1 << 1
    state.open_cards[2] = parse_cards("d7")
    state.hands[1], state.hands[3] = parse_cards("d6 c6 s6 s8"), parse_cards("h8 d8 c8 h6")
    for seed in range(40):
        imagined = state.resampled(Seat(0), FastSource(seed))
        assert imagined.hands[0] == state.hands[0]
        assert imagined.hands[1].within(state.ctx.suit_masks[1]).empty()
        assert imagined.hands[2].holds(parse_cards("d7"))
        assert len(set(imagined.census())) == 108


def test_the_hidden_pair_can_be_any_pair_the_viewer_does_not_see() -> None:
    state = at_sticking()
    suits = {state.resampled(Seat(1), FastSource(seed)).trump for seed in range(40)}
    assert len(suits) == 4
    assert {state.resampled(Seat(0), FastSource(seed)).trump for seed in range(10)} == {1}


def test_a_spectator_sees_no_hand_and_no_list() -> None:
    source = FastSource(2)
    walk = Walk(SHANDONG, STANDARD, 4, source)
    for _ in range(30):
        walk.step()
    view = walk.state.view(SPECTATOR).to_json()
    assert view["hand"] == [] and view["legal"] == [] and view["kitty"] is None
