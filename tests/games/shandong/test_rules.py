"""Options: every key of the table with every value, and nothing else."""

from dataclasses import fields

import pytest

from paiju.engine.errors import BadRules
from paiju.games.shandong.game import SHANDONG
from paiju.games.shandong.rules import KNOBS, STANDARD, field_name, make_rules


def test_the_standard_rulebook_is_the_book() -> None:
    options = STANDARD.options()
    assert options["permanentTrumps"] == ["2", "3", "5"] and options["kittyMode"] == "pattern"
    assert options["idleMaxAdvance"] == 3 and options["mandatoryLevels"] == ["A"]
    assert STANDARD.overrides() == {}
    assert list(options) == [knob.name for knob in KNOBS]


def test_every_option_has_its_field_and_every_field_its_option() -> None:
    assert {field.name for field in fields(STANDARD)} == {"rulebook", *[field_name(knob.name) for knob in KNOBS]}


@pytest.mark.parametrize("knob", KNOBS, ids=lambda knob: knob.name)
def test_every_listed_value_is_accepted_and_comes_back(knob: object) -> None:
    row = next(k for k in KNOBS if k is knob)
    values = row.values if row.kind in ("bool", "choice") else [row.low, row.high, *row.values]
    if row.kind == "list":
        values = [["A"], ["3", "A"], list(row.values)]
    for value in values:
        rules = make_rules("standard", {row.name: value})
        assert rules.options()[row.name] == value
        assert make_rules("standard", rules.overrides()).options() == rules.options()


@pytest.mark.parametrize("name", SHANDONG.rulebooks())
def test_rulebooks_are_named_presets_whose_options_can_be_changed_back(name: str) -> None:
    rules = make_rules(name, {"kittyTrumpOnly": True})
    assert rules.overrides() == {"kittyTrumpOnly": True}
    assert make_rules(name, STANDARD.options()).options() == STANDARD.options()


@pytest.mark.parametrize(
    "options",
    [
        {"nonsense": 1},
        {"kittyMode": "other"},
        {"jokerFlash": "true"},
        {"jokerFlash": 1},
        {"failedThrowPenalty": -5},
        {"failedThrowPenalty": True},
        {"declareWindowMs": None},
        {"permanentTrumps": ["2", "2"]},
        {"permanentTrumps": ["1"]},
        {"permanentTrumps": "235"},
        {"startLevel": 2},
        {"singlesThrowMultiplier": 4},
        {"rainCarriesTrumps": True},
        {"allowNoTrump": True},
    ],
)
def test_unknown_or_impossible_options_are_refused_with_what_is_allowed(options: dict[str, object]) -> None:
    with pytest.raises(BadRules) as refused:
        make_rules("standard", options)
    assert refused.value.params["option"] == next(iter(options)) and refused.value.params["allowed"]


def test_unknown_rulebooks_and_numbers_of_players_are_refused() -> None:
    with pytest.raises(BadRules):
        make_rules("nonsense", {})
    with pytest.raises(BadRules):
        SHANDONG.new(STANDARD, 3)


def test_a_is_always_a_mandatory_level() -> None:
    assert make_rules("standard", {"mandatoryLevels": ["10"]}).mandatory_levels == ("10", "A")


def test_optional_keys_that_are_not_implemented_are_accepted_with_their_default_only() -> None:
    assert make_rules("standard", {"rainCarriesTrumps": False, "allowNoTrump": False}).options() == STANDARD.options()
