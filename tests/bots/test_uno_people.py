"""The bots of the levels play UNO as people do: they bluff, challenge and forget, at known rates."""

from collections import Counter

import pytest

from paiju.bots.levels import bots_by_level, listed
from paiju.bots.registry import find_bot
from paiju.bots.uno_people import CASUAL, REGULAR, CasualBot, RegularBot, guilt
from paiju.engine.drive import Driver
from paiju.engine.game import Action, Seat
from paiju.engine.shuffle import FastSource
from paiju.games.uno.actions import ACCEPT, CALL, CHALLENGE, UnoAction
from paiju.games.uno.cards import COLOUR_OF, FACE_OF, WILD_DRAW_FOUR
from paiju.games.uno.game import UNO
from paiju.games.uno.rules import uno_rules
from paiju.games.uno.vectors import position
from paiju.games.uno.view import UnoView
from paiju.terminal.session import usual_bot
from tests.games.uno.script import play

TRIES = 2000
"""Enough that a rate of 5 % is never seen as none or as 10 %."""


class Counted(Driver):
    """Rounds between four bots of one kind, and how often something happened in them."""

    def __init__(self, spec: str, rulebook: str, seed: int) -> None:
        super().__init__(UNO.new(uno_rules(rulebook, {"targetScore": None}), 4), FastSource(seed))
        self.bots = [find_bot(spec, UNO) for _ in range(4)]
        self.chance = FastSource(seed + 1)
        self.seen: Counter[str] = Counter()

    def ask(self, seat: Seat, on_turn: bool) -> Action | None:
        view = self.state.view(seat)
        bot = self.bots[seat]
        answer = bot.choose(view, self.chance) if on_turn else bot.react(view, self.chance)
        assert isinstance(view, UnoView)
        if isinstance(answer, UnoAction):
            self.seen[answer.type] += 1
            if answer.card >= 0 and FACE_OF[answer.card] == WILD_DRAW_FOUR and len(view.hand) > 1:
                self.seen["bluff"] += any(COLOUR_OF[card] == view.colour for card in view.hand)
        return answer


def counted(spec: str, rounds: int, rulebook: str = "official") -> Counter[str]:
    """What happened in so many rounds."""
    seen: Counter[str] = Counter()
    for seed in range(rounds):
        driver = Counted(spec, rulebook, seed)
        while not driver.state.over():
            driver.step()
        seen += driver.seen
    return seen


@pytest.mark.parametrize("rulebook", ["official", "console"])
@pytest.mark.parametrize("level", ["easy", "normal"])
def test_bluffs_challenges_and_forgotten_calls_happen(level: str, rulebook: str) -> None:
    seen = counted(bots_by_level("uno")[level], 60, rulebook)
    assert seen["bluff"] > 2
    assert seen["CHALLENGE_WILD_DRAW_FOUR"] > 5
    if rulebook == "official":
        assert seen["CHALLENGE_UNO"] > 2, "somebody forgot the call and was caught"


def test_the_bots_at_a_new_table_are_those_of_the_level_normal() -> None:
    assert usual_bot(UNO) == bots_by_level("uno")["normal"] == "regular"
    assert UNO.default_bot() == "colour", "hints come from somebody who forgets nothing"


@pytest.mark.parametrize(("bot", "habits"), [(CasualBot(), CASUAL), (RegularBot(), REGULAR)])
def test_slips_come_as_often_as_promised(bot: CasualBot, habits: object) -> None:
    source = FastSource(3)
    before_uno = position("r5", "r1 g1", "b1 b2 b3").view(Seat(0))
    called = sum(bot.choose(before_uno, source) is CALL for _ in range(TRIES))
    assert 100 * (1 - called / TRIES) == pytest.approx(bot.habits.forgets_call, abs=2)
    exposed = position("r5", "r1 g1", "b1 b2 b3", pile="y1 y2")
    play(exposed, "p1 r1")
    caught = sum(bot.react(exposed.view(Seat(1)), source) is not None for _ in range(TRIES))
    assert 100 * (1 - caught / TRIES) == pytest.approx(bot.habits.misses_catch, abs=3)
    tempted = position("r5", "r1 r2 g3 w4", "b1 b2 b3").view(Seat(0))
    bluffs = sum(str(bot.choose(tempted, source)).startswith("w4") for _ in range(TRIES))
    assert 100 * bluffs / TRIES == pytest.approx(bot.habits.bluffs, abs=2)


def test_many_cards_are_suspicious_and_a_player_without_the_colour_is_not() -> None:
    few, many = (position("r5", f"w4 {rest}", "b1 b2 b3", pile="y1 y2") for rest in ("g1", "g1 g2 g3 b1 b2 y3 y4 y5"))
    for state in (few, many):
        play(state, "p1 w4:b")
    views = [state.view(Seat(1)) for state in (few, many)]
    assert all(CHALLENGE in view.legal and ACCEPT in view.legal for view in views)
    assert guilt(views[0]) < guilt(views[1])
    views[1].voids[COLOUR_OF[few.view(Seat(1)).discard[0]]] = 1  # drew a moment ago rather than play on red
    assert guilt(views[1]) == 0


@pytest.mark.parametrize("name", ["casual", "regular"])
def test_the_same_source_gives_the_same_answer(name: str) -> None:
    view = position("r5", "r1 r2 g3 w4", "b1 b2 b3").view(Seat(0))
    answers = [[find_bot(name, UNO).choose(view, FastSource(seed)) for seed in range(50)] for _ in range(2)]
    assert answers[0] == answers[1]
    assert len(set(map(str, answers[0]))) > 1


def test_the_character_is_in_the_list() -> None:
    about = {row.level: row.character for row in listed("uno") if row.level}
    assert f"forgets UNO {CASUAL.forgets_call} times in 100" in about["easy"]
    assert f"forgets UNO {REGULAR.forgets_call} times in 100" in about["normal"]
    assert "bluffs and challenges where it pays" in about["hard"]
