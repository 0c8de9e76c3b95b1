"""The public rule vectors of both games, and files that are none."""

import json
from pathlib import Path

import pytest

from paiju.testing.vectors import NotVectors, load_vectors, run_vectors

VECTORS = Path(__file__).parent.parent / "vectors"


@pytest.mark.parametrize(("file", "count"), [("uno-vectors.json", 129), ("shandong-vectors.json", 235)])
def test_all_public_vectors_pass(file: str, count: int) -> None:
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
        ('{"format": "chess-vectors/1", "vectors": [{}]}', "known is"),
        ('{"format": "uno-vectors/2", "vectors": [{}]}', "known is"),
        ('{"format": "uno-vectors/1"}', "no list"),
        ('{"format": "uno-vectors/1", "vectors": 3}', "no list"),
        ('{"format": "uno-vectors/1", "vectors": [3]}', "no list"),
        ('{"format": "uno-vectors/1", "vectors": []}', "empty"),
        ('{"spec": "shandong.md", "schema": "x", "version": 2, "vectors": [{}]}', "known is 1"),
    ],
)
def test_a_file_without_vectors_is_named_as_such(text: str, reason: str) -> None:
    with pytest.raises(NotVectors, match=reason):
        run_vectors(text.encode())


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


def test_the_files_are_not_empty() -> None:
    for file in VECTORS.glob("*.json"):
        assert len(load_vectors(file.read_bytes())[1]) > 100
