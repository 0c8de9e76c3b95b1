"""The driver: the order of things, and what becomes of a bot that breaks the rules."""

from typing import cast

import pytest

from paiju.engine.drive import MOST_IN_A_ROW, Driver, advance, carry_out, judge
from paiju.engine.facts import Fact
from paiju.engine.game import CHANCE, HOST, NOBODY, Action, Seat, State
from paiju.engine.shuffle import FastSource
from paiju.games.uno.actions import CALL, CATCHES, DRAW
from paiju.games.uno.game import UNO
from paiju.games.uno.state import UnoState
from paiju.games.uno.vectors import position
from tests.games.uno.script import book
from tests.toy.high_card import HIGH_CARD, PLAYS


class Listening(Driver):
    """Every seat takes the first legal action, unless a test says otherwise; everything is written down."""

    def __init__(self, state: State) -> None:
        super().__init__(state, FastSource(3))
        self.listening = True
        self.log: list[tuple[int, str]] = []
        self.facts: list[Fact] = []
        self.complaints: list[tuple[int, str]] = []
        self.people: list[int] = []
        self.asked: list[tuple[int, bool]] = []

    def ask(self, seat: Seat, on_turn: bool) -> object:
        self.asked.append((seat, on_turn))
        return self.state.legal(seat)[0] if on_turn else None

    def can_ask(self, seat: Seat) -> bool:
        return seat not in self.people

    def applied(self, seat: Seat, action: Action, facts: list[Fact]) -> None:
        self.log.append((seat, action.text()))
        self.facts.extend(facts)

    def refused(self, seat: Seat, answer: object, code: str) -> None:
        self.complaints.append((seat, code))

    def stalled(self, seat: Seat) -> None:
        self.complaints.append((seat, "stalled"))


def new_toy() -> State:
    return HIGH_CARD.new(HIGH_CARD.rules("high", {}), 2)


def test_a_match_runs_from_the_start_to_its_end_and_is_told_in_facts() -> None:
    driver = Listening(new_toy())
    while driver.step():
        pass
    assert driver.state.over()
    assert [seat for seat, _ in driver.log][:2] == [HOST, CHANCE]
    assert [fact.type for fact in driver.facts][:2] == ["match_started", "dealt"]
    assert driver.facts[-1].type == "match_over"
    assert not driver.step()


def test_without_a_listener_no_facts_are_made() -> None:
    driver = Listening(new_toy())
    driver.listening = False
    while driver.step():
        pass
    assert driver.facts == [] and len(driver.log) == 8


def test_people_are_waited_for_and_act_on_their_own() -> None:
    driver = Listening(new_toy())
    driver.people = [0]
    while driver.step():
        pass
    assert driver.state.turn() == 0 and not driver.state.over()
    driver.apply(Seat(0), driver.state.legal(Seat(0))[0])
    assert driver.step() and driver.log[-1][0] == 1


@pytest.mark.parametrize(
    ("answer", "code"),
    [(None, ""), ("play 3", "not_an_action"), (PLAYS[0], "card_not_held"), (Action(), "not_yours_to_do")],
)
def test_a_bot_without_a_usable_answer_gets_the_default_action(answer: object, code: str) -> None:
    class Rude(Listening):
        def ask(self, seat: Seat, on_turn: bool) -> object:
            return answer

    state = new_toy()
    advance(state, FastSource(1))
    assert PLAYS[0] not in state.legal(Seat(0))
    driver = Rude(state)
    assert driver.step()
    assert driver.log == [(HOST, "slow 0")]
    assert driver.complaints == ([(0, code)] if code else [])


def test_rules_that_cannot_even_read_an_answer_refuse_it() -> None:
    class Strict(State):
        def refusal(self, seat: Seat, action: Action) -> str:
            raise KeyError(action.text())

    assert judge(Strict(), Seat(0), PLAYS[0]) == "nonsense (KeyError)"


def test_a_shuffle_that_is_due_is_a_step_of_its_own() -> None:
    state = new_toy()
    state.apply(HOST, HIGH_CARD.parse_action("start"))
    driver = Listening(state)
    assert driver.step()
    assert [seat for seat, _ in driver.log] == [CHANCE]


def test_a_match_that_waits_for_nobody_is_an_error() -> None:
    class Stuck(State):
        def over(self) -> bool:
            return False

        def chance(self) -> int:
            return 0

        def turn(self) -> Seat:
            return NOBODY

        def reactors(self) -> list[Seat]:
            return []

        def upkeep(self) -> Action | None:
            return None

    with pytest.raises(RuntimeError, match="waits for nobody"):
        Listening(Stuck()).step()


def test_a_penalty_that_cannot_be_worked_out_is_none() -> None:
    class Careless(State):
        def refusal(self, seat: Seat, action: Action) -> str:
            return "no"

        def penalty(self, seat: Seat, action: Action, code: str) -> Action | None:
            raise KeyError(code)

        def turn(self) -> Seat:
            return NOBODY

    applied: list[Action] = []
    assert carry_out(Careless(), Seat(0), PLAYS[0], lambda seat, action: applied.append(action)) == "no"
    assert applied == []


def arena() -> UnoState:
    return position("r1", "g2 g3 g4", "b1 b2 b3", "b4 b5 b6", pile="y1 y2 y3 y4 y5 y6", rules=book("arena"))


def test_a_refused_answer_costs_what_the_rulebook_says_and_then_the_turn() -> None:
    state = arena()
    log: list[str] = []

    def apply(seat: Seat, action: Action) -> None:
        state.apply(seat, action)
        log.append(f"{seat} {action}")

    illegal = UNO.parse_action("g2")
    assert carry_out(state, Seat(0), illegal, apply) == "INVALID_CARD"
    assert log == ["-2 penalty p1 2 INVALID_CARD", "-2 timeout p1"]
    log.clear()
    assert carry_out(state, Seat(0), DRAW, apply) == "NOT_YOUR_TURN"
    assert log == ["-2 penalty p1 2 NOT_YOUR_TURN"]


def exposed() -> UnoState:
    state = position(
        "r1", "r2 g3", "r4 b2 b3", "b4 b5 b6", "b7 b8 b9", pile="y1 y2 y3 y4 y5 y6 y8 y9",
        rules=book("official", falseCatchPenalty=1),
    )  # fmt: skip
    state.play(Seat(0), UNO.parse_action("r2"))
    return state


def test_everybody_who_may_react_is_asked_once_before_the_turn_goes_on() -> None:
    driver = Listening(exposed())
    for _ in range(4):
        driver.step()
    assert driver.asked == [(0, False), (2, False), (3, False), (1, True)]


def test_a_call_by_the_player_on_turn_asks_nobody_again() -> None:
    driver = Listening(position("r1", "r2 g3", "r4 b2", "b4 b5 b6", pile="y1 y2 y3 y4", rules=book("official")))
    driver.state.play(Seat(0), UNO.parse_action("r2"))
    driver.people = [1]
    while driver.step():
        pass
    asked = list(driver.asked)
    driver.apply(Seat(1), CALL)
    assert not driver.step() and driver.asked == asked == [(0, False), (2, False)]


def test_others_are_asked_again_after_a_reaction_and_nobody_reacts_twice() -> None:
    class Accuser(Listening):
        """Seat 3 accuses seat 2, wrongly and whenever it is asked."""

        def ask(self, seat: Seat, on_turn: bool) -> object:
            super().ask(seat, on_turn)
            return CATCHES[2] if seat == 3 and not on_turn else self.state.legal(seat)[0] if on_turn else None

    driver = Accuser(exposed())
    for _ in range(6):
        driver.step()
    assert driver.asked == [(0, False), (2, False), (3, False), (0, False), (2, False), (1, True)]
    assert driver.log[0] == (3, "catch p3")


def test_a_seat_that_never_passes_the_turn_is_stopped() -> None:
    class Chatty(Listening):
        def ask(self, seat: Seat, on_turn: bool) -> object:
            return CALL if on_turn else None

    state = position("r1", "r2 g3", "r4 b2 b3", "b4 b5 b6", pile="y1 y2 y3 y4", rules=book("official"))
    driver = Chatty(state)
    for _ in range(MOST_IN_A_ROW + 1):
        driver.step()
    assert driver.complaints == [(0, "stalled")]
    assert driver.log[-1] == (HOST, "timeout p1") and cast(int, driver.state.turn()) == 1


def test_the_turns_of_a_bot_are_not_in_a_row_when_a_person_plays_between_them() -> None:
    state = UNO.new(UNO.rules("official", {"targetScore": 10_000}), 2)
    driver = Listening(state)
    driver.people = [1]
    for _ in range(20 * MOST_IN_A_ROW):
        if not driver.step():
            driver.apply(Seat(1), state.legal(Seat(1))[0])
    assert sum(seat == 0 for seat, _ in driver.log) > MOST_IN_A_ROW
    assert driver.complaints == []
