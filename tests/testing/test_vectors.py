"""The rule vectors of both games, and files that are not vectors.

`shandong-more.json` has the schema of the public file: examples thought out from the text, and positions that a second
reading of the rules, written apart from the game, has answered; chosen so that every code, option and level occurs.
"""

import json
import re
from pathlib import Path

import pytest

from paiju.i18n import error_text
from paiju.testing.vectors import NotVectors, load_vectors, run_vectors

VECTORS = Path(__file__).parent.parent / "vectors"


@pytest.mark.parametrize(
    ("file", "count"), [("uno-vectors.json", 129), ("shandong-vectors.json", 235), ("shandong-more.json", 730)]
)
def test_all_vectors_pass(file: str, count: int) -> None:
    report = run_vectors((VECTORS / file).read_bytes())
    assert report.misses == {}
    assert report.passed >= count


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not JSON"),
        ("\x00", "not JSON"),
        ("[]", "not an object"),
        ("{}", "neither"),
        ('{"format": "chess-vectors/1", "vectors": [{}]}', 'no game reads the format "chess-vectors/1"'),
        ('{"format": "uno-vectors/2", "vectors": [{}]}', "only"),
        ('{"format": "uno-vectors/1"}', "no list"),
        ('{"format": "uno-vectors/1", "vectors": [{}], "skip": 1}', "unknown: skip"),
        ('{"format": "uno-vectors/1", "vectors": 3}', "no list"),
        ('{"format": "uno-vectors/1", "vectors": [3]}', "no list"),
        ('{"format": "uno-vectors/1", "vectors": []}', "empty"),
        ('{"spec": "shandong.md", "schema": "x", "version": 2, "vectors": [{}]}', 'only "1"'),
    ],
)
def test_a_file_without_vectors_is_named_as_such(text: str, reason: str) -> None:
    with pytest.raises(NotVectors) as caught:
        run_vectors(text.encode())
    assert reason in error_text(caught.value, "en-US")
    assert re.search("[一-龥]", error_text(caught.value, "zh-CN"))


@pytest.mark.parametrize("file", ["uno-vectors.json", "shandong-vectors.json"])
def test_a_vector_with_a_wrong_expectation_fails(file: str) -> None:
    content = json.loads((VECTORS / file).read_bytes())
    vector = next(v for v in content["vectors"] if "hands" in v["expect"] or "trump" in v["expect"])
    vector["expect"] |= {"hands": {"p1": []}} if "hands" in vector["expect"] else {"trump": []}
    report = run_vectors(json.dumps({**content, "vectors": [vector]}).encode())
    assert (report.passed, list(report.misses)) == (0, [vector["id"]])


@pytest.mark.parametrize("file", ["uno-vectors.json", "shandong-vectors.json"])
@pytest.mark.parametrize("change", [{"expect": {"nonsense": 1}}, {"nonsense": 1}, {"expect": None}])
def test_a_vector_that_cannot_be_understood_fails(file: str, change: dict[str, object]) -> None:
    content = json.loads((VECTORS / file).read_bytes())
    vector = {**content["vectors"][0], **change}
    report = run_vectors(json.dumps({**content, "vectors": [vector]}).encode())
    assert (report.passed, report.failed) == (0, 1)


def test_two_vectors_with_one_name_are_counted_apart() -> None:
    content = {"format": "uno-vectors/1", "vectors": [{"id": "U1"}, {"id": "U1"}]}
    report = run_vectors(json.dumps(content).encode())
    assert (report.passed, list(report.misses)) == (0, ["U1", "U1 (vector 2)"])


STICK = {"phase": "sticking", "hand": ["joker_small_0"], "cards": ["joker_small_0"], "seat": 0}
MALFORMED: list[tuple[str, dict[str, object], str]] = [
    ("winner", {"plays": []}, '"plays" must be a list of four plays'),
    ("winner", {"plays": [1]}, '"plays" must be a list of objects'),
    ("order", {"cards": ["hearts_A_0"], "expect": {"tiers": [1]}}, "malformed: TypeError"),
    (
        "score/kitty",
        {"lead": ["hearts_A_0"], "kitty": [], "lastWinner": "x"},
        '"lastWinner" must be "idle" or "banker"',
    ),
    (
        "score/kitty",
        {"lead": ["hearts_A_0", "clubs_A_0"], "kitty": [], "lastWinner": "idle"},
        "no multiplier for invalid",
    ),
    ("score/result", {"score": 0, "bankerSeat": 0, "levels": ["1", "2"]}, '"levels" must be a list of two levels'),
    ("score/result", {"score": "0", "bankerSeat": 0, "levels": ["2", "2"]}, '"score" must be an integer'),
    ("trump", {"level": "1", "cards": []}, "The option level can only be 2, 3"),
    ("trump", {"level": 2, "cards": []}, '"level" must be a string'),
    ("trump", {"trumpSuit": 1, "cards": []}, '"trumpSuit" must be a string'),
    ("trump", {"config": [], "cards": []}, '"config" must be an object'),
    ("trump", {"config": {"rainCarriesTrumps": True}, "cards": []}, "The option rainCarriesTrumps can only be false"),
    ("trump", {"cards": ["hearts_1_0"]}, "hearts_1_0"),
    ("trump", {"plays": []}, "unknown fields in vector: plays"),
    ("throw", {"play": ["hearts_A_0"], "others": {}}, '"others" must be a list of hands'),
    ("throw", {"play": ["hearts_A_0"], "others": [[]], "bigJokerPlayed": 1}, '"bigJokerPlayed" must be true or false'),
    ("declare/stick", {**STICK, "phase": 3}, '"phase" must be a string'),
    ("declare/stick", {"phase": "sticking", "seat": 0}, '"cards" must be a list of strings'),
    ("declare/stick", {**STICK, "declaration": None}, '"declaration" must be an object'),
    ("declare/stick", {**STICK, "declaration": []}, '"declaration" must be an object'),
    ("declare/stick", {**STICK, "declaration": {"seat": "0"}}, '"seat" must be an integer'),
    ("nonsense", {}, "unknown kind: nonsense"),
]


@pytest.mark.parametrize(("kind", "vector", "reason"), MALFORMED)
def test_a_malformed_shandong_vector_is_a_miss_with_its_reason(
    kind: str, vector: dict[str, object], reason: str
) -> None:
    name, _, sub = kind.partition("/")
    whole = {"id": "x", "kind": name, **({"sub": sub} if sub else {}), "expect": {"ok": True}, **vector}
    content = {"spec": "shandong.md", "schema": "shandong-vectors.md", "version": 1, "vectors": [whole]}
    report = run_vectors(json.dumps(content).encode())
    assert report.passed == 0
    (miss,) = report.misses["x"]
    assert reason in error_text(miss, "en-US", report.game.catalogue())
    assert re.search("[一-龥]", error_text(miss, "zh-CN", report.game.catalogue()))


def test_the_files_are_not_empty() -> None:
    for file in VECTORS.glob("*.json"):
        assert len(load_vectors(file.read_bytes())[1]) > 100
