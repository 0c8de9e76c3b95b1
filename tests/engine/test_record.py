"""Records: what is written comes back, and anything else gets a code and loses nothing that was readable."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiju.engine.drive import advance
from paiju.engine.errors import BadRecord, BadRules
from paiju.engine.game import Action, Game, Seat
from paiju.engine.record import Record, entry_line, header_line, read, replay, result_line, verify
from paiju.engine.shuffle import FairSource, commitment
from tests.toy.high_card import HIGH_CARD

SEED = bytes(range(32))


def find_game(name: str) -> Game:
    if name != "high-card":
        raise BadRules("unknown_game", name)
    return HIGH_CARD


def lines_of_a_match(seed: bytes = SEED, promise: str | None = None) -> list[str]:
    rules = HIGH_CARD.rules("low", {"handSize": 2})
    state = HIGH_CARD.new(rules, 3)
    source = FairSource(seed)
    log: list[tuple[Seat, Action]] = advance(state, source)
    while not state.over():
        seat = state.turn()
        action = state.legal(seat)[0]
        state.apply(seat, action)
        log.append((seat, action))
    outcome = state.outcome()
    assert outcome is not None
    return [
        header_line(HIGH_CARD, rules, ["Ann", "波", "Cy"], commitment(seed) if promise is None else promise),
        *[entry_line(seq, seat, action, "2026-01-01T12:00:00Z") for seq, (seat, action) in enumerate(log, 1)],
        result_line(outcome.result, seed),
    ]


def reading(lines: list[str]) -> Record:
    return read("".join(lines).encode(), find_game)


def test_a_record_comes_back_as_it_was_written() -> None:
    lines = lines_of_a_match()
    record = reading(lines)
    assert record.damage is None
    assert (record.game.name, record.rules.rulebook, record.rules.overrides()) == ("high-card", "low", {"handSize": 2})
    assert record.seats == ["Ann", "波", "Cy"]
    assert len(record.entries) == 8  # start, shuffle, three seats with two cards each
    assert record.entries[0].at == "2026-01-01T12:00:00Z"
    assert replay(record).over()
    again = [entry_line(seq, entry.seat, entry.action, entry.at) for seq, entry in enumerate(record.entries, 1)]
    assert again == lines[1:-1]


def test_each_line_is_one_json_object_with_the_documented_names() -> None:
    first, second, *_, last = [json.loads(line) for line in lines_of_a_match()]
    assert list(first) == ["paiju", "game", "rulebook", "options", "seats", "commitment"]
    assert second == {"seq": 1, "seat": -2, "action": {"type": "START"}, "at": "2026-01-01T12:00:00Z"}
    assert list(last) == ["result", "seed"]


def test_turns_are_positions_after_that_many_entries() -> None:
    record = reading(lines_of_a_match())
    assert replay(record, 0).snapshot() == HIGH_CARD.new(record.rules, 3).snapshot()
    assert replay(record, 2).turn() == 0
    assert replay(record, 3).turn() == 1
    with pytest.raises(BadRecord) as caught:
        replay(record, 9)
    assert (caught.value.code, caught.value.params) == ("record_no_turn", {"wanted": 9, "turn": 8})


def test_entries_may_be_counted_from_0() -> None:
    first, *entries, result = lines_of_a_match()
    shifted = [json.dumps({**json.loads(line), "seq": seq}) + "\n" for seq, line in enumerate(entries)]
    record = reading([first, *shifted, result])
    assert record.damage is None
    assert replay(record).snapshot() == replay(reading(lines_of_a_match())).snapshot()


def test_a_match_that_is_still_running_can_be_read() -> None:
    record = reading(lines_of_a_match()[:5])
    assert record.damage is None
    assert record.result is None
    assert len(record.entries) == 4


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ("", "not_a_record"),
        ("{}\n", "not_a_record"),
        ("[1]\n", "not_a_record"),
        ("%PDF-1.7\n", "not_a_record"),
        ("[" * 100_000, "not_a_record"),
        ('{"paiju": "1"}\n', "not_a_record"),
        ('{"paiju": true}\n', "not_a_record"),
        ('{"paiju": 1}\n', "not_a_record"),
        ('{"paiju": 2}\n', "record_newer"),
        ('{"paiju":1,"game":"go","rulebook":"x","options":{},"seats":["A"]}\n', "record_unknown_game"),
        ('{"paiju":1,"game":"high-card","rulebook":"x","options":{},"seats":["A","B"]}\n', "record_bad_rules"),
        ('{"paiju":1,"game":"high-card","rulebook":"low","options":{"x":1},"seats":["A","B"]}\n', "record_bad_rules"),
        ('{"paiju":1,"game":"high-card","rulebook":"low","options":{},"seats":["A"]}\n', "record_bad_rules"),
        ('{"paiju":1,"game":"high-card","rulebook":"low","options":{},"seats":[1,2]}\n', "not_a_record"),
        ('{"paiju":1,"game":"high-card","rulebook":"low","options":[],"seats":["A","B"]}\n', "not_a_record"),
        ('{"paiju":1,"game":"high-card","rulebook":"low","options":{},"seats":{"A":1}}\n', "not_a_record"),
    ],
)
def test_a_file_whose_first_line_cannot_be_used_is_refused(first: str, code: str) -> None:
    with pytest.raises(BadRecord) as caught:
        read(first.encode(), find_game)
    assert caught.value.code == code


def test_bytes_that_are_no_text_are_no_record() -> None:
    with pytest.raises(BadRecord):
        read(b"\xff\xfe\x00\x01", find_game)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("garbage\n", "record_damaged"),
        ("{}\n", "record_damaged"),
        ('{"seq":9,"seat":1,"action":{"type":"PLAY","card":1},"at":""}\n', "record_damaged"),
        ('{"seq":4,"seat":7,"action":{"type":"PLAY","card":1},"at":""}\n', "record_damaged"),
        ('{"seq":4,"seat":-3,"action":{"type":"PLAY","card":1},"at":""}\n', "record_damaged"),
        ('{"seq":4,"seat":true,"action":{"type":"PLAY","card":1},"at":""}\n', "record_damaged"),
        ('{"seq":4,"seat":1,"action":{"type":"PLAY","card":99},"at":""}\n', "record_damaged"),
        ('{"seq":4,"seat":1,"action":"PLAY","at":""}\n', "record_damaged"),
        ('{"seq":4,"seat":1,"action":{"type":"PLAY","card":NaN},"at":""}\n', "record_damaged"),
        ('{"seq":4,"seat":2,"action":{"type":"PLAY","card":1},"at":""}\n', "record_refused"),
        ('{"seq":4,"seat":-2,"action":{"type":"START"},"at":""}\n', "record_refused"),
        ('{"seq":4,"seat":-1,"action":{"type":"SHUFFLE","order":[0,1]},"at":""}\n', "record_refused"),
        ('{"seq":4,"seat":-1,"action":{"type":"PLAY","card":1},"at":""}\n', "record_refused"),
        ('{"result":3,"seed":null}\n', "record_damaged"),
        ('{"seq":4,"seat":1', "record_damaged"),
    ],
)
def test_damage_is_reported_with_its_line_and_what_stands_before_it_is_kept(line: str, code: str) -> None:
    lines = lines_of_a_match()
    record = reading([*lines[:4], line, "\n", *lines[5:]])
    assert record.damage is not None
    assert (record.damage.code, record.damage.params["line"]) == (code, 5)
    assert len(record.entries) == 3
    assert replay(record, 3).snapshot() == replay(reading(lines), 3).snapshot()
    with pytest.raises(BadRecord) as caught:
        replay(record, 4)
    assert caught.value.code == code


def test_a_file_cut_off_in_the_middle_of_a_line_is_truncated() -> None:
    data = "".join(lines_of_a_match()[:5]).encode()[:-7]
    record = read(data, find_game)
    assert record.damage is not None
    assert (record.damage.code, len(record.entries)) == ("record_truncated", 3)


def test_nothing_may_follow_the_result() -> None:
    lines = lines_of_a_match()
    record = reading([*lines, lines[-2]])
    assert record.damage is not None and record.damage.code == "record_damaged"


@given(st.integers(0, 2000), st.binary(min_size=1, max_size=8))
def test_whatever_is_damaged_reading_never_crashes(at: int, noise: bytes) -> None:
    data = "".join(lines_of_a_match()).encode()
    damaged = data[:at] + noise + data[at + len(noise) :]
    try:
        record = read(damaged, find_game)
    except BadRecord:
        return
    replay(record)
    try:
        verify(record)
    except BadRecord:
        return
    assert [e.action for e in record.entries] == [e.action for e in reading(lines_of_a_match()).entries]


def test_a_fair_match_verifies() -> None:
    verify(reading(lines_of_a_match()))


def test_verifying_needs_the_end_of_the_match() -> None:
    assert code_of(lines_of_a_match()[:-1]) == "verify_unfinished"


def test_verifying_needs_a_commitment() -> None:
    assert code_of(lines_of_a_match(promise="")) == "verify_no_commitment"


def test_a_seed_that_does_not_belong_to_the_commitment_is_found() -> None:
    assert code_of(lines_of_a_match(promise=commitment(bytes(32)))) == "verify_commitment"
    lines = lines_of_a_match()
    assert code_of([*lines[:-1], lines[-1].replace(SEED.hex(), "zz")]) == "verify_commitment"


def test_a_shuffle_that_the_seed_does_not_give_is_found() -> None:
    other = bytes(32)
    lines = lines_of_a_match(other, promise=commitment(SEED))
    lines[-1] = lines[-1].replace(other.hex(), SEED.hex())
    with pytest.raises(BadRecord) as caught:
        verify(reading(lines))
    assert (caught.value.code, caught.value.params) == ("verify_shuffle", {"seq": 2})


def test_a_false_result_is_found() -> None:
    lines = lines_of_a_match()
    result = json.loads(lines[-1])
    result["result"]["tricks"][0] += 1
    assert code_of([*lines[:-1], json.dumps(result)]) == "verify_result"


def code_of(lines: list[str]) -> str:
    with pytest.raises(BadRecord) as caught:
        verify(reading(lines))
    return caught.value.code
