import pytest

from paiju.engine.errors import BadRules
from paiju.games.uno.game import UNO
from paiju.games.uno.rules import KNOBS, RULEBOOKS, uno_rules


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_rulebook_sets_every_knob_to_an_allowed_value(rulebook: str) -> None:
    options = uno_rules(rulebook, {}).options()
    assert list(options) == [knob.name for knob in KNOBS]
    assert uno_rules(rulebook, options).overrides() == {}


def test_rc2_is_another_name_of_the_console_rulebook() -> None:
    assert uno_rules("rc2", {}) == uno_rules("console", {})
    assert uno_rules("rc2", {}).rulebook == "console"
    assert len({uno_rules("rc2", {}), uno_rules("console", {}), uno_rules("console", {"jumpIn": True})}) == 2


def test_overrides_are_what_differs_from_the_rulebook() -> None:
    assert uno_rules("arena", {"targetScore": 200, "jumpIn": False}).overrides() == {"targetScore": 200}


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"colour": "red"}, "unknown"),
        ({"initialCards": 0}, "value"),
        ({"initialCards": 11}, "value"),
        ({"initialCards": True}, "value"),
        ({"initialCards": "7"}, "value"),
        ({"jumpIn": 1}, "value"),
        ({"drawMode": "two"}, "value"),
        ({"drawPenalty": None}, "value"),
        ({"targetScore": 0}, "value"),
        ({"targetScore": 10001}, "value"),
        ({"stackMode": ["same"]}, "value"),
        ({"minPlayers": 5, "maxPlayers": 3}, "seats"),
        ({"unoEnforcement": "endOfTurn"}, "end_of_turn"),
        ({"unoEnforcement": "endOfTurn", "endTurn": "manual"}, "end_of_turn"),
    ],
)
def test_unknown_wrong_and_contradictory_options_are_refused(options: dict[str, object], why: str) -> None:
    with pytest.raises(BadRules) as caught:
        uno_rules("official", options)
    assert caught.value.code == "INVALID_OPTION"
    assert caught.value.params["why"] == why


def test_end_of_turn_needs_manual_turns_and_calls_in_turn() -> None:
    rules = uno_rules("official", {"unoEnforcement": "endOfTurn", "endTurn": "manual", "unoCallTurnOnly": True})
    assert rules.overrides()["endTurn"] == "manual"
    with pytest.raises(BadRules):
        uno_rules("console", {"endTurn": "auto"})


def test_an_unknown_rulebook_names_those_there_are() -> None:
    with pytest.raises(BadRules) as caught:
        uno_rules("casino", {})
    assert caught.value.params["allowed"] == "official, platform, console, arena"


@pytest.mark.parametrize(
    ("rulebook", "seats"),
    [("official", 1), ("official", 11), ("platform", 1), ("platform", 11), ("console", 3), ("arena", 5)],
)
def test_a_wrong_number_of_players_is_refused(rulebook: str, seats: int) -> None:
    with pytest.raises(BadRules) as caught:
        UNO.new(UNO.rules(rulebook, {}), seats)
    assert caught.value.code == "INVALID_PLAYER_COUNT"


def test_the_presets_agree_with_the_table_of_the_rules() -> None:
    """The rows of the table in which the rulebooks differ, in its order of columns."""
    rows: dict[str, tuple[object, object, object, object]] = {
        "minPlayers": (2, 4, 2, 2),
        "maxPlayers": (10, 4, 4, 10),
        "dealerRule": ("lastSeat", "lastSeat", "highPoints", "highNumber"),
        "dealerRotation": ("left", "none", "left", "left"),
        "firstDiscard": ("nonWild", "number", "returnWild", "official"),
        "firstReverse": ("dealersRight", "dealersRight", "dealersRight", "dealer"),
        "endTurn": ("auto", "manual", "auto", "auto"),
        "forcedDraw": ("manual", "auto", "auto", "auto"),
        "wd4Rule": ("free", "challenge", "challenge", "challenge"),
        "unoEnforcement": ("catch", "endOfTurn", "windowThenAuto", "catch"),
        "unoCallTurnOnly": (False, True, False, False),
        "wrongUnoPenalty": (0, 2, 0, 0),
        "falseCatchPenalty": (0, 0, 2, 0),
        "outOfTurnPenalty": (0, 0, 2, 0),
        "illegalPlayPenalty": (0, 0, 2, 0),
        "lastCardDraw": (False, False, True, True),
        "scoring": ("winnerTakesAll", "negative", "winnerTakesAll", "winnerTakesAll"),
        "targetScore": (None, None, 1000, 500),
    }
    same: dict[str, object] = {
        "initialCards": 7,
        "drawMode": "one",
        "drawPenalty": 2,
        "stackDrawCards": False,
        "stackMode": "ascending",
        "forcePlay": False,
        "sevenSwap": False,
        "zeroRotate": False,
        "jumpIn": False,
        "drawOnlyIfStuck": False,
    }
    assert set(rows) | set(same) == {knob.name for knob in KNOBS}
    for column, rulebook in enumerate(["platform", "console", "arena", "official"]):
        options = uno_rules(rulebook, {}).options()
        assert options == same | {name: row[column] for name, row in rows.items()}
