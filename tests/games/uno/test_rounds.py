"""Starting a round, ending it, scores, matches."""

import pytest

from paiju.engine.drive import advance, settle
from paiju.engine.game import CHANCE, HOST, Seat, Shuffle
from paiju.engine.shuffle import FastSource
from paiju.games.uno.cards import CARDS, FACE_OF, SKIP, hand_points, parse_card
from paiju.games.uno.deal import deal
from paiju.games.uno.game import UNO
from paiju.games.uno.position import ask_for_spare
from paiju.games.uno.state import UnoState
from paiju.games.uno.vectors import position
from paiju.games.uno.view import CHOOSE, ENDED, IDLE, ROUND_OVER, TURN
from tests.games.uno.script import book, counts, hand, play, read, why


def dealt(pile: str, seats: int, rulebook: str = "official", dealer: int = -1, **options: object) -> UnoState:
    """A deal from this pile, top first."""
    state = UnoState(book(rulebook, initialCards=1, **options), seats)
    state.dealer = dealer if dealer >= 0 else seats - 1
    state.pack = [parse_card(text) for text in pile.split()]
    deal(state, state.pack[::-1])
    return state


def ranking(*texts: str) -> list[int]:
    """An order of all cards in which these lie on top, the first one uppermost."""
    first = [parse_card(text) for text in texts]
    return [card for card in range(CARDS) if card not in first] + first[::-1]


# --- start ----------------------------------------------------------------------------------------


def test_nothing_is_possible_before_the_start() -> None:
    state = UNO.new(book("official"), 3)
    assert state.turn() == HOST and state.phase == IDLE
    assert why(state, "p1 draw") == why(state, "host next-round") == "GAME_NOT_STARTED"
    assert why(state, "host start p9") == "UNKNOWN_PLAYER"
    assert state.view(Seat(0)).to_json()["status"] == "waiting"


def test_the_last_seat_deals_unless_the_host_says_otherwise() -> None:
    state = play(UNO.new(book("platform"), 3), "host start")
    assert state.dealer == 2
    assert play(UNO.new(book("platform"), 3), "host start p1").dealer == 0


@pytest.mark.parametrize(
    ("rulebook", "cards", "dealer"),
    [
        ("arena", ["r9", "w", "b>"], 1),
        ("official", ["r8", "w", "b>"], 0),
        ("official", ["r8", "b8", "w", "y1", "y2"], 1),
    ],
)
def test_the_deal_is_drawn_for(rulebook: str, cards: list[str], dealer: int) -> None:
    state = UNO.new(book(rulebook), 3)
    state.play(*(HOST, UNO.parse_action("start")))
    assert (state.turn(), state.chance()) == (CHANCE, CARDS)
    state.play(CHANCE, Shuffle(ranking(*cards)))
    assert state.dealer == dealer


def test_the_tied_draw_again() -> None:
    """Symbols count 0, so these four draws decide nothing."""
    state = UNO.new(book("official"), 2)
    state.play(HOST, UNO.parse_action("start"))
    state.play(CHANCE, Shuffle(ranking("w", "w4", "r>", "b>", "y5", "g4")))
    assert state.dealer == 0


def test_the_tied_go_on_with_a_new_pile_where_the_old_one_has_too_few_cards() -> None:
    """Ten draw cards that count 0, three times; then eight of them draw the nines, the eights, … and the ones."""
    by_worth = [[card for card in range(CARDS) if FACE_OF[card] == worth] for worth in range(10)]
    nothing = [card for card in range(CARDS) if FACE_OF[card] >= SKIP] + by_worth[0]
    drawn = nothing[:30] + by_worth[9] + nothing[30:32]
    for worth in range(8, 0, -1):
        drawn += by_worth[worth]
    state = UNO.new(book("official"), 10)
    state.play(HOST, UNO.parse_action("start"))
    state.play(CHANCE, Shuffle((drawn + nothing[32:])[::-1]))
    assert (state.turn(), state.chance(), state.dealer) == (CHANCE, CARDS, -1)
    first = state.apply_with_facts(CHANCE, Shuffle(ranking("r1", "r9", "r2", "r3", "r4", "r5", "r6", "r7")))
    assert [fact.seat for fact in first if fact.type == "drew_for_deal"] == list(range(8)), "only those who are tied"
    assert state.dealer == 1


def test_cards_are_dealt_one_by_one_from_the_dealers_left() -> None:
    state = UnoState(book("official", initialCards=2), 3)
    state.dealer = 0
    deal(state, [parse_card(text) for text in ["b1", "b2", "b3", "r1", "r2", "r3", "g5", "g6"]][::-1])
    assert [hand(state, seat) for seat in range(3)] == ["b3 r3", "b1 r1", "b2 r2"]
    assert (state.current, hand_points(state.discard), state.turn_number, state.round_number) == (1, 5, 1, 1)


@pytest.mark.parametrize(
    ("rulebook", "top", "current", "direction"),
    [
        ("official", "r4", 0, 1),
        ("official", "r>", 1, 1),
        ("official", "r<", 2, -1),
        ("platform", "r<", 1, -1),
        ("arena", "r<", 1, -1),
    ],
)
def test_the_first_discard_takes_effect(rulebook: str, top: str, current: int, direction: int) -> None:
    state = dealt(f"b1 b2 b3 {top} y1 y2", 3, rulebook)
    assert (state.current, state.direction) == (current, direction)


def test_a_first_reverse_between_two_players_lets_the_dealer_start() -> None:
    state = dealt("b1 b2 r< y1", 2)
    assert (state.current, state.direction) == (1, 1)


def test_a_first_draw_two_hits_the_first_player() -> None:
    state = dealt("b1 b2 b3 r+2 y1 y2 y3", 3)
    assert (counts(state), state.current) == ([3, 1, 1], 1)
    manual = dealt("b1 b2 b3 r+2 y1 y2 y3", 3, "platform")
    assert (counts(manual), manual.current, manual.pending) == ([1, 1, 1], 0, 2)
    stacked = dealt("b1 b2 b3 r+2 y1 y2 y3", 3, "official", stackDrawCards=True)
    assert stacked.pending == 2


def test_passed_over_cards_keep_their_order() -> None:
    state = dealt("b1 b2 w w4 r> r1 y1", 2, "platform")
    assert [hand_points(state.discard), len(state.deck)] == [20, 4]
    assert [parse_card(text) for text in ["y1", "r1", "w4", "w"]] == state.deck
    console = dealt("b1 b2 b3 b4 w r> r9 y1", 4, "console")
    assert [parse_card(text) for text in ["y1", "r>", "w"]] == console.deck


def test_a_returned_wild_is_shuffled_in() -> None:
    state = dealt("b1 b2 w r1 y1", 2, "arena")
    assert (state.chance(), state.turn()) == (CARDS, CHANCE)
    settle(state, FastSource(1))
    assert state.phase == TURN and state.discard[0] < 100
    assert len(state.deck) == 2


def test_an_official_first_wild_asks_for_a_colour() -> None:
    state = dealt("b1 b2 w r1", 2)
    assert (state.phase, state.current, state.colour) == (CHOOSE, 0, 4)
    assert state.view(Seat(0)).to_json()["currentColor"] is None
    play(state, "p1 color blue")
    assert (state.phase, state.current, why(state, "p1 b1")) == (TURN, 0, ""), "and lets the same player begin"


def test_a_pile_without_a_suitable_card_is_dealt_again() -> None:
    state = dealt("b1 b2 w w4", 2, "platform")
    assert state.chance() == CARDS
    settle(state, FastSource(3))
    assert state.phase == TURN and len(state.census()) == 4


# --- end ------------------------------------------------------------------------------------------


def test_the_winner_takes_the_points_of_all_others() -> None:
    state = play(position("r5", "r1", "b9 g>", "w y0", rules=book("official")), "p1 r1")
    assert (state.phase, state.scores, state.round_points) == (ROUND_OVER, [79, 0, 0], [0, 29, 50])
    assert why(state, "p2 draw") == "ROUND_OVER"
    assert why(state, "host timeout p1") == "ROUND_OVER"


def test_a_last_draw_card_still_hits_where_the_rulebook_says_so() -> None:
    hands, pile = ("r+2", "b1 b2", "b3"), "y9 y8 y7"
    hit = play(position("r5", *hands, rules=book("official"), pile=pile), "p1 r+2")
    assert (counts(hit), hit.scores[0]) == ([0, 4, 1], 3 + 17 + 3)
    spared = play(position("r5", *hands, rules=book("platform"), pile=pile), "p1 r+2")
    assert (counts(spared), spared.scores[0]) == ([0, 2, 1], 6)


def test_going_out_on_a_stack_draws_the_whole_debt() -> None:
    rules = book("official", stackDrawCards=True)
    state = position("r+2", "g+2", "b1", rules=rules, pending=2, pile="y1 y2 y3 y4 y5")
    assert counts(play(state, "p1 g+2")) == [0, 5]


def test_negative_scoring() -> None:
    state = position("r5", "r1", "b9 g>", "w w4", "y3 y< b+2", rules=book("console"))
    play(state, "p1 r1")
    assert (state.phase, state.scores, state.winner) == (ENDED, [0, -29, -100, -43], 0)
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.placements) == ([0, -29, -100, -43], [1, 2, 4, 3])


@pytest.mark.parametrize(
    ("scoring", "before", "winner", "after"),
    [
        ("winnerTakesAll", [91, 0, 0], 0, [100, 0, 0]),
        ("winnerTakesAll", [90, 500, 0], -1, [99, 500, 0]),
        ("negative", [-50, -95, 0], 2, [-50, -100, -4]),
        ("negative", [-4, -95, 0], 0, [-4, -100, -4]),
        ("handTotals", [50, 95, 0], 2, [50, 100, 4]),
        ("handTotals", [50, 95, 46], 0, [50, 100, 50]),
        ("handTotals", [50, 94, 46], -1, [50, 99, 50]),
    ],
)
def test_when_a_match_is_over_and_who_won(scoring: str, before: list[int], winner: int, after: list[int]) -> None:
    rules = book("official", scoring=scoring, targetScore=100)
    state = play(position("r5", "r1", "b5", "y4", rules=rules, scores=before), "p1 r1")
    assert (state.winner, state.scores) == (winner, after)
    assert state.over() is (winner >= 0)


def test_equal_totals_go_to_the_lowest_seat_if_the_round_winner_is_not_among_them() -> None:
    rules = book("official", scoring="handTotals", targetScore=100)
    state = play(position("r5", "b1", "r5.2", "y4", "y0", rules=rules, scores=[9, 95, 6, 10], current=1), "p2 r5.2")
    assert (state.phase, state.scores) == (ROUND_OVER, [10, 95, 10, 10])
    state = play(position("r5", "b1", "r5.2", "y4", "y0", rules=rules, scores=[9, 100, 6, 10], current=1), "p2 r5.2")
    assert state.winner == 0


def test_placement_breaks_ties_by_rounds_won_then_by_seat() -> None:
    state = play(position("r5", "b0", "r5.2", "y0", rules=book("platform"), current=1), "p2 r5.2")
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.placements, outcome.winners) == ([0, 0, 0], [2, 1, 3], [1])


def test_hand_totals_are_turned_round_in_the_outcome() -> None:
    rules = book("official", scoring="handTotals", targetScore=None)
    outcome = play(position("r5", "r1", "b9", "w", rules=rules), "p1 r1").outcome()
    assert outcome is not None and outcome.scores == [0, -9, -50]


def test_the_next_round_moves_the_deal_and_keeps_the_scores() -> None:
    state = position("r5", "r1", "b9", "y3", rules=book("official", initialCards=1, firstDiscard="nonWild"), dealer=0)
    state.pack = []
    play(state, "p1 r1")
    play(state, "host next-round")
    assert (state.dealer, state.scores, state.round_number, state.phase) == (1, [12, 0, 0], 2, TURN)
    assert (state.round_winner, state.round_points, state.turn_number) == (-1, [], 1)
    assert len(state.census()) == CARDS
    stays = position("r5", "r1", "b9", rules=book("console", targetScore=50), dealer=0)
    stays.pack = []
    assert play(stays, "p1 r1", "host next-round").dealer == 0


def test_after_the_end_everything_is_refused() -> None:
    state = play(position("r5", "r1", "b9", rules=book("platform")), "p1 r1")
    for line in ("p1 draw", "p2 uno", "host next-round", "host start", "host remove p1", "host timeout p1"):
        assert why(state, line) == "GAME_ENDED"


@pytest.mark.parametrize("rulebook", ["official", "platform", "console", "arena"])
def test_a_whole_deck_is_dealt_in_every_rulebook(rulebook: str) -> None:
    state = UNO.new(book(rulebook), 4)
    advance(state, FastSource(11))
    assert len(state.census()) == len(set(state.census())) == CARDS
    assert sum(counts(state)) in (28, 30) and state.round_number == 1


# --- shuffles -------------------------------------------------------------------------------------


def test_nothing_happens_before_the_shuffle_that_is_asked_for() -> None:
    """A ranking for a pile that may run out is asked for before the next action."""
    state = position("r5 b1 b2", "r1 g1", "b3 b4", pile="y1")
    state.spare = []
    ask_for_spare(state)
    assert (state.turn(), state.chance()) == (CHANCE, CARDS)
    for line in ("p1 r1", "p2 uno", "host timeout p1", "host penalty p1 2 INVALID_CARD"):
        assert state.refusal(*read(line)) == "SHUFFLE_FIRST", line
    assert state.refusal(*read("host remove p2")) == ""
    assert state.refusal(CHANCE, Shuffle([0, 1, 2])) == "BAD_SHUFFLE"
    state.play(CHANCE, Shuffle(list(range(CARDS))))
    assert state.refusal(CHANCE, Shuffle(list(range(CARDS)))) == "NOTHING_TO_SHUFFLE"
    assert why(state, "p1 r1") == ""
