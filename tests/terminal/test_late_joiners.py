"""Coming to a room while its match is being played: as a watcher, for a bot's seat, or back to one's own."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from paiju.engine.game import HOST
from paiju.terminal.kept_seats import RoomAddress
from paiju.terminal.remote import RemoteMatch, place_of
from paiju.terminal.words import Words
from tests.terminal.servers import Server, server_in_thread

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with server_in_thread(tmp_path, "ordinary") as running:
        yield running


@pytest.fixture
def matches() -> Iterator[list[RemoteMatch]]:
    """Whoever enters a room leaves it at the end of the test."""
    made: list[RemoteMatch] = []
    yield made
    for match in made:
        match.close()


def entered(place: RoomAddress, name: str, matches: list[RemoteMatch]) -> RemoteMatch:
    match = RemoteMatch(place, "en-US")
    matches.append(match)
    match.enter(name)
    return match


def until(match: RemoteMatch, true: Callable[[], bool]) -> None:
    end = time.monotonic() + 120
    while not true():
        assert time.monotonic() < end, "it never came true"
        match.step()


@pytest.mark.parametrize(
    ("text", "server", "place"),
    [
        ("localhost:8000/room/K7QWMX", "", RoomAddress("http://localhost:8000", "K7QWMX")),
        ("192.168.1.20:8000/room/K7QWMX", "", RoomAddress("http://192.168.1.20:8000", "K7QWMX")),
        ("https://cards.example.org/room/K7QWMX", "", RoomAddress("https://cards.example.org", "K7QWMX")),
        ("K7QWMX", "localhost:9000", RoomAddress("http://localhost:9000", "K7QWMX")),
        ("ftp://host/room/K7QWMX", "", None),
        ("not a room", "", None),
        ("localhost:8000", "", None),
    ],
)
def test_addresses_are_understood_with_and_without_http(text: str, server: str, place: RoomAddress | None) -> None:
    assert place_of(text, server) == place


def test_a_late_joiner_is_told_to_watch_and_gets_a_seat_in_the_next_round(
    server: Server, matches: list[RemoteMatch], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    place = place_of(server.room("uno", targetScore=5000))
    assert place is not None
    host = entered(place, "Ann", matches)
    host.start()
    until(host, lambda: host.started)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "other"))
    late = entered(place, "Bo", matches)
    assert late.viewer < 0
    assert "next round" in Words("en-US")(late.watching)
    end = time.monotonic() + 120
    while late.viewer < 0:
        assert time.monotonic() < end, "the round never ended"
        if host.awaited().person:
            host.act(host.hint() or host.legal()[0])
        elif host.awaited().seat == HOST:
            host.ready()
        host.step()
        late.collect()
    assert late.watching == ""
    assert late.look()["hand"]


def test_what_happened_before_is_known_after_coming_back(server: Server, matches: list[RemoteMatch]) -> None:
    place = place_of(server.room("uno", targetScore=5000))
    assert place is not None
    first = entered(place, "Ann", matches)
    first.start()
    until(first, lambda: first.started and first.awaited().person)
    first.close()
    matches.remove(first)
    again = entered(place, "Ann", matches)
    assert again.viewer == first.viewer and again.watching == ""
    told = [fact.type for event in again.past for fact in event.facts]
    assert "round_started" in told
    assert again.past[-1].seq <= again.seq
