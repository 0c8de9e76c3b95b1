"""What other parts ask about UNO: what is visible of an action, decisions, catches, bots, vectors."""

import pytest

from paiju.bots.registry import BUILTIN
from paiju.engine.errors import BadNotation
from paiju.engine.game import SPECTATOR
from paiju.games.uno.actions import CALL, CATCHES, TYPES
from paiju.games.uno.game import UNO
from paiju.games.uno.vectors import position
from tests.games.uno.script import book, play


def test_only_listed_fields_of_an_action_are_visible() -> None:
    action = {"type": "PLAY_CARD", "cardId": "r5_0", "hand": ["r6_0"], "chosenColor": "red"}
    for recipient in (0, 1, SPECTATOR):
        assert UNO.visible(action, 0, recipient) == {"type": "PLAY_CARD", "cardId": "r5_0", "chosenColor": "red"}
    assert UNO.visible({"type": "SHUFFLE", "order": [1, 0]}, -1, 0) == {"type": "SHUFFLE"}
    assert UNO.visible({"type": "SOMETHING_ELSE", "secret": 1}, 0, 0) == {"type": "SOMETHING_ELSE"}
    assert all(UNO.same_for_all(kind) for kind in TYPES)


def test_every_field_of_an_action_of_uno_is_visible_to_everybody() -> None:
    for text in ("r5", "w:b", "r7@p3", "!r5", "draw", "catch p2", "color red", "start p4", "timeout p2", "remove p2"):
        action = UNO.parse_action(text).to_json()
        assert UNO.visible(action, 0, 1) == action


def test_a_call_leaves_the_decision_open_and_a_play_ends_it() -> None:
    state = position("r1", "r5 r6", "g1 g2", "b1 b2", pile="y1 y2 y3 y4")
    before = state.decision()
    assert play(state, "p1 uno").decision() == before
    assert play(state, "p1 r5").decision() != before


def test_who_can_be_caught_and_which_actions_are_catches() -> None:
    state = position("r1", "r5 r6", "g1 g2", "b1 b2", pile="y1 y2 y3 y4")
    assert state.exposed_seat() is None
    assert play(state, "p1 r5").exposed_seat() == 0
    assert play(state, "p2 catch p1").exposed_seat() is None
    assert UNO.catch_target(CATCHES[2]) == 2 and UNO.catch_target(CALL) is None


def test_the_bots_that_the_game_names_exist() -> None:
    known = {kind.name for kind in BUILTIN if kind.game == UNO.name}
    named = {UNO.default_bot(), *UNO.level_bots("easy"), *UNO.level_bots("normal"), *UNO.level_bots("hard")}
    assert named <= known and UNO.level_bots("impossible") == ()


def test_everybody_plays_alone_and_only_the_arena_has_a_clock() -> None:
    assert UNO.teams(3) == [[0], [1], [2]]
    assert {name: book(name).turn_seconds() for name in UNO.rulebooks() if book(name).turn_seconds()} == {"arena": 15}


def test_vectors_of_another_version_are_refused_by_name() -> None:
    assert UNO.reads_vectors({"format": "uno-vectors/1", "vectors": []})
    assert not UNO.reads_vectors({"format": "chess-vectors/1"}) and not UNO.reads_vectors({"spec": "x"})
    with pytest.raises(BadNotation) as refused:
        UNO.reads_vectors({"format": "uno-vectors/2"})
    assert refused.value.params["known"] == "uno-vectors/1"
