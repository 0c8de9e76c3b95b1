"""What a seat is told is the same whatever the others hold, in every phase; what it imagines fits what it knows."""

import pytest

from paiju.engine.game import CHANCE, HOST, SPECTATOR, Seat, Shuffle
from paiju.engine.shuffle import FastSource
from paiju.games.shandong.actions import CLOSE_WINDOW, Deal, parse_action
from paiju.games.shandong.cards import parse_cards
from paiju.games.shandong.game import SHANDONG
from paiju.games.shandong.notation import parse_position
from paiju.games.shandong.rules import STANDARD, make_rules
from paiju.games.shandong.state import ShandongState
from paiju.games.shandong.view import PHASES
from paiju.testing.leak import check_action_hides, check_position_hides
from paiju.testing.walk import Walk
from tests.games.shandong.table import dealt, deck_with, do, started
from tests.games.shandong.test_bidding import HANDS, at_sticking, declared, four


def walked(seed: int, options: dict[str, object], most: int = 700) -> set[str]:
    """Walk a random match; at many positions test every seat. Returns the phases tested."""
    source = FastSource(seed)
    walk = Walk(SHANDONG, make_rules("standard", options), 4, source)
    phases: set[str] = set()
    for step in range(most):
        walk.settle()
        state = walk.state
        assert isinstance(state, ShandongState)
        chosen = walk.next_action()
        if chosen is None:
            break
        phase = "giveBack" if state.giving else PHASES[state.phase]
        if phase not in phases or step % 29 == 0 or phase in ("sticking", "giveBack"):
            phases.add(phase)
            for seat in walk.seats():
                check_position_hides(state, seat, source, walk.pool[:16])
                check_action_hides(state, seat, source, *chosen)
        walk.apply(*chosen)
    return phases


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("options", [{}, {"failedThrowChoice": "nextPlayer"}, {"hiddenDeclaration": False}])
def test_nobody_learns_hidden_cards(seed: int, options: dict[str, object]) -> None:
    assert {"declaring", "burying", "playing"} <= walked(seed, options)


THROW = "trump clubs; hands hQ h4 h4 d8 / hA h6 h6 s4 / d4 d6 d7 s6 / d8.1 d9 dJ s7; kitty s8 s9 sJ sQ"
ATTEMPTS = [
    *["pass", "declare small h9 h9", "declare small.1 d6 d6", "snatch big big c4 c4", "give h5 cK cQ"],
    *["bury s4 s6 s7 s8", "play h9", "play h9 h9", "play hA", "play s4 s4", "choose h4 h4", "choose hQ"],
]


def dealing(cards: int, **options: object) -> ShandongState:
    state = started(**options)
    state.apply(CHANCE, Shuffle(deck_with(HANDS)))
    do(state, HOST, Deal(cards))
    return state


def every_phase(**options: object) -> dict[str, ShandongState]:
    """A position of each phase of §6, and of each place where a phase waits for one player's answer."""
    found = {"dealing": dealing(30, **options), "declared in the deal": dealing(30, **options)}
    do(found["declared in the deal"], 0, "declare small h9 h9")
    found |= {"declaring": dealt(HANDS, "", **options), "snatching": declared(**options)}
    found |= {"snatched": declared(**options), "sticking": at_sticking(**options), "giveBack": at_sticking(**options)}
    do(found["snatched"], 1, "snatch big big c4 c4")
    do(found["giveBack"], 3, "stick small.1 d6 d6 d7 d7")
    found["burying"] = at_sticking(**options)
    do(found["burying"], HOST, CLOSE_WINDOW)
    found["burying after a stick"] = found["giveBack"].copy()
    do(found["burying after a stick"], 3, "give h5 cK cQ")
    for name in ("burying", "burying after a stick"):
        playing = found[name].copy()
        do(playing, 2, "bury " + " ".join(four(playing, 2)))
        found[name.replace("burying", "playing")] = playing
    for choice in ("smallest", "nextPlayer"):
        state = parse_position(THROW, make_rules("standard", {"failedThrowChoice": choice, **options}))
        do(state, 0, "play hQ h4 h4")
        found[f"failed throw, {choice}"] = state
    return found


@pytest.mark.parametrize("options", [{}, {"hiddenDeclaration": False}])
def test_no_phase_tells_what_is_hidden_in_it(options: dict[str, object]) -> None:
    source = FastSource(3)
    attempts = [parse_action(text) for text in ATTEMPTS]
    states = every_phase(**options)
    assert {PHASES[state.phase] for state in states.values()} == set(PHASES[2:-1])
    for name, state in states.items():
        for seat in range(4):
            assert check_position_hides(state, Seat(seat), source, attempts), name


@pytest.mark.parametrize("options", [{}, {"hiddenDeclaration": False}])
def test_no_action_tells_what_is_hidden_after_it(options: dict[str, object]) -> None:
    source = FastSource(8)
    for state in every_phase(**options).values():
        actions = [(seat, action) for seat in range(4) for action in state.legal(Seat(seat))[::60]]
        upkeep = state.upkeep()
        if upkeep is not None:
            actions.append((HOST, upkeep))
        for viewer in range(4):
            for actor, action in actions:
                check_action_hides(state, Seat(viewer), source, Seat(actor), action)


def test_a_scored_hand_shows_the_kitty_and_nothing_is_hidden_any_more() -> None:
    state = parse_position("trump clubs; banker 1; hands hK / h10 / hA / h9; kitty s5 sK s10 s4")
    for seat, play in enumerate(["hK", "h10", "hA", "h9"]):
        do(state, seat, f"play {play}")
    assert PHASES[state.phase] == "scored"
    for seat in range(4):
        assert not check_position_hides(state, Seat(seat), FastSource(4), [parse_action(text) for text in ATTEMPTS])


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


def test_before_the_deal_there_is_nothing_to_imagine() -> None:
    for state in (SHANDONG.new(STANDARD, 4), started()):
        imagined = SHANDONG.imagine(state.view(Seat(0)), FastSource(1))
        assert imagined.view(Seat(0)).to_json() == state.view(Seat(0)).to_json()


def test_a_view_that_no_match_leads_to_gets_a_position_with_all_cards() -> None:
    """Everybody has shown to have no hearts, and there are more of them than the kitty holds."""
    text = "trump clubs; hands d4 d6 / h4 h6 / h7 h8 / h9 d7; kitty hJ dQ d9 hK"
    state = parse_position(text)
    state.voids = [1 << 1] * 4
    imagined = state.resampled(Seat(0), FastSource(1))
    assert [hand.size() for hand in imagined.hands] == [2, 2, 2, 2] and imagined.kitty.size() == 4
    assert sorted(imagined.census()) == sorted(state.census())


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
