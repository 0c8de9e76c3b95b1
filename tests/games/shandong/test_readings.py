"""What the rules tell a screen before anything is sent: the order of trumps, and what cards would be led as."""

from paiju.engine.game import Seat
from paiju.games.shandong.actions import Play
from paiju.games.shandong.cards import parse_cards
from paiju.games.shandong.notation import parse_position
from paiju.games.shandong.rules import make_rules


def test_trumps_are_listed_strongest_first_and_equal_ones_together() -> None:
    state = parse_position("level 2; trump spades; hands hA / hK / cJ / d4")
    order = state.view(Seat(0)).to_json()["trumpOrder"]
    assert isinstance(order, list)
    assert order[:4] == [
        ["joker_big_0"],
        ["joker_small_0"],
        ["spades_2_0"],
        ["hearts_2_0", "clubs_2_0", "diamonds_2_0"],
    ]
    assert order[-1] == ["spades_4_0"]


def test_cards_that_would_be_led_are_named_and_those_that_follow_are_not() -> None:
    state = parse_position("trump spades; hands hA hK h4 / h5 h6 h7 / - / -", make_rules("standard", {}))
    pair = state.reading(Seat(0), Play(parse_cards("hA hK")))
    assert pair is not None
    assert pair["type"] == "mixed"
    single = state.reading(Seat(0), Play(parse_cards("hA")))
    assert single is not None
    assert single["type"] == "single"
    state.play(Seat(0), Play(parse_cards("hA")))
    assert state.reading(Seat(state.turn()), Play(parse_cards("h5"))) is None
