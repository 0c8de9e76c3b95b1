"""Rooms of a real server from the plain console: start, play to the end, come back, be told when something is wrong."""

import io
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import cast

import pytest

from paiju.engine.game import SPECTATOR
from paiju.games.uno.actions import play_card
from paiju.games.uno.cards import NO_CARD, parse_card
from paiju.protocol.base import Problem
from paiju.protocol.messages import Acked
from paiju.terminal.console.join import play_in_room
from paiju.terminal.console.talk import Talk
from paiju.terminal.kept_seats import RoomAddress, forget_seat, keep_seat, kept_seat
from paiju.terminal.remote import LOST, Refused, RemoteMatch, ServerAway, place_of
from paiju.terminal.words import Words
from tests.terminal.console.player import Home, Player, Terminal
from tests.terminal.servers import (
    DealingServer,
    Server,
    ServerProcess,
    dealing_server,
    server_in_thread,
    timeless_server,
)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with server_in_thread(tmp_path, "console") as running:
        yield running


@pytest.fixture
def dealing(tmp_path: Path) -> Iterator[DealingServer]:
    with dealing_server(tmp_path) as running:
        yield running


def joined(home: Home, link: str, *more: str) -> Terminal:
    return Terminal(home, "join", link, "--name", "小雨", "--plain", "--no-color", "--lang", "zh", *more)


NO_WAITING = {"declareWindowMs": 50, "snatchWindowMs": 50, "stickWindowMs": 50}


@pytest.mark.parametrize(
    ("game", "options"), [("uno", {"targetScore": 30}), ("shandong", {"startLevel": "A", **NO_WAITING})]
)
def test_a_host_starts_and_plays_to_the_end(home: Home, server: Server, game: str, options: dict[str, object]) -> None:
    terminal = joined(home, server.room(game, **options))
    assert "座位：小雨、空位、空位、空位" in terminal.listen()
    heard = terminal.type("1")
    player = Player(terminal, 3, garbage=0.02)
    for _ in range(5000):
        if not heard:
            break
        heard = terminal.type(player.answer(heard))
    assert terminal.exit_code() == 0
    assert "整场比赛结束" in terminal.said and "Traceback" not in terminal.said


def test_bots_of_the_server_have_names_of_the_language(home: Home, server: Server) -> None:
    terminal = joined(home, server.room("uno"))
    terminal.listen()
    heard = terminal.type("1")
    assert "同桌：你、小齐、玛雅、小林" in heard, heard


def test_the_start_of_the_match_is_told_to_the_host(home: Home, server: Server) -> None:
    terminal = joined(home, server.room("uno"))
    terminal.listen()
    heard = terminal.type("1")
    assert "第 1 局开始。" in heard and "首张弃牌：" in heard


def test_an_open_question_ends_when_the_time_is_up(home: Home, tmp_path: Path) -> None:
    with timeless_server(tmp_path, "console") as server:
        terminal = joined(home, server.timed_room("uno", 20, {}))
        terminal.listen()
        assert "轮到你" in terminal.type("1")
        terminal.child.send("2")  # half an answer
        server.advance(20)
        heard = terminal.listen()
        assert "你超时了" in heard, heard
        assert "轮到你" in heard.partition("你超时了")[2], "the others have played, and the next turn is asked for"
        assert "你摸 1 张" in terminal.type("1"), "the half answer is forgotten"
        terminal.type("q")
        assert terminal.exit_code() == 0


def test_after_a_crash_of_the_server_the_match_goes_on(
    home: Home, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    server = ServerProcess(tmp_path, "crash")
    request.addfinalizer(server.kill)
    terminal = joined(home, server.room("uno", targetScore=30))
    terminal.listen()
    heard = terminal.type("1")
    player = Player(terminal, 4, garbage=0)
    for _ in range(4):
        heard = terminal.type(player.answer(heard))
    server.kill()
    server.start()
    for _ in range(5000):
        if not heard or "已重新连上" in terminal.said:
            break
        heard = terminal.type(player.answer(heard))
    assert "正在重新连接，座位给你留着。" in terminal.said and "已重新连上" in terminal.said
    for _ in range(20):
        if heard:
            heard = terminal.type(player.answer(heard))
    if heard:
        terminal.type("q")
    assert terminal.exit_code() == 0, terminal.said[-1000:]
    assert "整场比赛结束" in terminal.said or "座位给你留着。" in terminal.said.rpartition("已重新连上")[2]


def test_whoever_leaves_the_program_finds_the_seat_again(home: Home, server: Server) -> None:
    link = server.room("uno", targetScore=30)
    first = joined(home, link)
    first.listen()
    heard = first.type("1")
    while "q 离开，座位保留" not in first.said or not heard:
        heard = first.type("0")
    first.type("q")
    assert f"paiju join {link}" in first.said.replace("\n  ", " ")
    assert first.exit_code() == 0
    again = joined(home, link)
    heard = again.listen()
    assert "同桌：" in heard and "座位：" not in heard, "no second seat, and no waiting"


def test_somebody_without_a_seat_watches(home: Home, server: Server) -> None:
    link = server.room("uno", targetScore=30)
    host = joined(home, link)
    host.listen()
    watcher = joined(home, link, "--watch")
    watcher.child.expect("座位：小雨")
    host.type("1")
    watcher.child.expect("同桌：")


def test_what_is_wrong_is_said_in_one_sentence(home: Home, server: Server) -> None:
    for room, said in (
        ("no room!", "is not a room"),
        (f"{server.base}/room/ZZZZZZ", "room"),
        ("http://127.0.0.1:9/room/ABCDEF", "reach"),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "paiju", "join", room, "--lang", "en", "--plain"],
            capture_output=True,
            text=True,
            env={**os.environ, **home.environment()},
            timeout=120,
            check=False,
        )
        assert done.returncode == 2
        assert said in done.stderr and len(done.stderr.strip().splitlines()) == 1


def test_links_and_codes_name_a_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PAIJU_SERVER", raising=False)
    assert place_of("http://host:8000/room/K7QWMX") == RoomAddress("http://host:8000", "K7QWMX")
    assert place_of("https://host/room/K7QWMX/") == RoomAddress("https://host", "K7QWMX")
    assert place_of("k7qwmx") == RoomAddress("http://127.0.0.1:8000", "k7qwmx")
    assert place_of("k7qwmx", "http://other:1/") == RoomAddress("http://other:1", "k7qwmx")
    assert [
        place_of(text) for text in ("", "a b", "ftp://host/room/K7QWMX", "http:///room/K7QWMX", "http://host/")
    ] == [None] * 5


def test_seats_are_kept_by_server_and_room(home: Home) -> None:
    place, other = RoomAddress("http://a", "abcd"), RoomAddress("http://b", "abcd")
    assert kept_seat(place) is None
    keep_seat(place, "secret")
    assert kept_seat(RoomAddress("http://a", "ABCD")) == "secret" and kept_seat(other) is None
    forget_seat(place)
    forget_seat(other)
    assert kept_seat(place) is None


# --- in this process: what happens exactly when a question stands ----------------------------------------------


class Typist(io.StringIO):
    """Types what `answer` says whenever a line is read."""

    def __init__(self, answer: Callable[[], str]) -> None:
        super().__init__()
        self._answer = answer

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        return self._answer()


Entered = Callable[..., RemoteMatch]


@pytest.fixture
def entered(home: Home, monkeypatch: pytest.MonkeyPatch) -> Iterator[Entered]:
    """Lets a player with a home of their own come into a room."""
    matches: list[RemoteMatch] = []

    def enter(link: str, name: str, *, watch: bool = False) -> RemoteMatch:
        place = place_of(link)
        assert place is not None
        monkeypatch.setenv("XDG_DATA_HOME", str(home.path / name))
        matches.append(RemoteMatch(place, "en-US"))
        matches[-1].enter(name, watch=watch)
        return matches[-1]

    yield enter
    for match in matches:
        match.close()


def talked(match: RemoteMatch, answer: Callable[[], str], sink: io.StringIO | None = None) -> str:
    """What is said to somebody who is in a room and answers like this."""
    screen = sink if sink is not None else io.StringIO()
    play_in_room(Talk(Words("en-US"), source=Typist(answer), sink=screen), match, "paiju join here")
    return " ".join(screen.getvalue().split())


def test_enter_shows_a_host_who_has_come_and_q_leaves_with_the_seat_kept(server: Server, entered: Entered) -> None:
    link = server.room("uno")
    host, screen = entered(link, "Rain"), io.StringIO()

    def answer() -> str:
        if "Lake" in screen.getvalue():
            return "q\n"
        if len(host.info.seats) == 4 and not arrived:
            arrived.append(entered(link, "Lake"))
        return "\n"

    arrived: list[RemoteMatch] = []
    said = talked(host, answer, screen)
    assert "Seats: Rain, free" in said and "Seats: Rain, Lake, free" in said
    assert said.endswith("Your seat is kept. To resume: paiju join here")
    assert not host.started


def test_a_guest_is_ready_and_plays_once_the_host_starts(server: Server, entered: Entered) -> None:
    link = server.room("uno")
    host = entered(link, "Rain")
    guest = entered(link, "Lake")

    class Screen(io.StringIO):
        def write(self, text: str) -> int:
            if "Seats:" in text:
                host.start()
            return super().write(text)

    said = talked(guest, lambda: "", Screen())
    assert "You are the host" not in said
    assert "Seats: Rain, Lake, free" in said and "At the table:" in said
    assert said.endswith("Your seat is kept. To resume: paiju join here")


def test_a_player_who_is_not_on_turn_catches_somebody_who_forgot_uno(dealing: DealingServer, entered: Entered) -> None:
    link = dealing.uno(["r5 b9", "r1 y2", "y6 y7", "g8 g9"], "r3")
    rain, lake, hill, _ = (entered(link, name) for name in ("Rain", "Lake", "Hill", "Sea"))
    rain.start()
    stepped(rain, lambda: rain.awaited().person)
    rain.act(play_card(parse_card("r5.1")))
    for match in (lake, hill):
        stepped(match, lambda match=match: match.seq >= rain.seq)  # type: ignore[misc]  # bool is what it returns
    answers = ["1\n", "q\n"]

    class Screen(io.StringIO):
        def write(self, text: str) -> int:
            if "You catch Rain" in text:
                lake.connection.wait(lake.connection.act(play_card(parse_card("r1.1")).to_json()))
            return super().write(text)

    said = talked(hill, lambda: answers.pop(0), Screen())
    assert "Rain has 1 card and did not say UNO. 1 catch 0 let it pass" in said
    assert "You catch Rain for not saying UNO." in said
    stepped(rain, lambda: len(own_hand(rain)) == 3)


def own_hand(match: RemoteMatch) -> list[object]:
    """The cards that a player holds."""
    return cast(list[object], match.look()["hand"])


def stepped(match: RemoteMatch, true: Callable[[], bool]) -> None:
    """Take in what the server sends until something is true."""
    end = time.monotonic() + 120
    while not true():
        assert time.monotonic() < end, "it never came true"
        match.step()


def test_a_room_that_another_window_has_started_says_so_and_is_played(server: Server, entered: Entered) -> None:
    host = entered(server.room("uno"), "Rain")

    def answer() -> str:
        if host.started:
            return ""
        host.start()
        return "1\n"

    said = talked(host, answer)
    assert "The match has already started. Nothing has changed. At the table:" in said


def test_ctrl_c_in_a_room_says_how_to_come_back(server: Server, entered: Entered) -> None:
    host, screen = entered(server.room("uno"), "Rain"), io.StringIO()

    def answer() -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        talked(host, answer, screen)
    assert "To resume: paiju join here" in screen.getvalue()


def test_ctrl_c_in_a_room_ends_the_command_as_interrupted(home: Home, server: Server) -> None:
    terminal = joined(home, server.room("uno"))
    terminal.listen()
    terminal.interrupt()
    assert terminal.exit_code() == 130
    assert "座位给你留着" in terminal.said and "Traceback" not in terminal.said


def test_who_watches_is_told_so_and_what_has_happened(server: Server, entered: Entered) -> None:
    link = server.room("uno", targetScore=None)
    host = entered(link, "Rain")
    host.start()
    while not host.awaited().person:
        host.step()
    watcher = entered(link, "Bo", watch=True)

    class Screen(io.StringIO):
        def write(self, text: str) -> int:
            if "You are watching" in text:
                host.connection.wait(host.connection.leave())
            return super().write(text)

    said = talked(watcher, lambda: "", Screen())
    assert "You are watching." in said and "The first card is" in said
    assert said.endswith("Rain has left; a bot plays on. This room is closed.")


def test_a_server_that_does_not_come_back_is_given_up_and_the_seat_is_kept(
    tmp_path: Path, entered: Entered, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paiju.terminal.server_connection.PATIENCE_SECONDS", 0.0)
    with server_in_thread(tmp_path, "console") as server:
        host = entered(server.room("uno"), "Rain")
    said = talked(host, lambda: "\n")
    assert "The server did not come back. Your seat is kept. To resume: paiju join here" in said


def test_a_server_that_stops_is_asked_again_until_it_says_that_the_room_is_gone(
    server: Server, entered: Entered, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = entered(server.room("uno"), "Rain")
    codes = ["stopping", "no_room"]

    async def reconnect() -> None:
        raise Refused(Problem(code=codes.pop(0), text="No."))

    monkeypatch.setattr(host.connection._table, "reconnect", reconnect)
    host.connection._loop.call_soon_threadsafe(host.connection._table.inbox.put_nowait, None)  # the connection is lost
    stepped(host, lambda: bool(host.gone))
    assert (host.gone, codes, host.news) == ("closed", [], [(LOST, 0)])


def test_a_connection_that_cannot_be_closed_properly_is_let_go(
    server: Server, entered: Entered, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = entered(server.room("uno"), "Rain")
    close = host.connection._close

    async def fail() -> None:
        await close()
        raise ConnectionResetError

    monkeypatch.setattr(host.connection, "_close", fail)
    host.close()
    assert not host.connection._thread.is_alive()


def test_a_guest_who_is_removed_before_the_start_is_told_so(server: Server, entered: Entered) -> None:
    link = server.room("uno")
    host = entered(link, "Rain")
    secret = kept_seat(host.place)
    guest = entered(link, "Lake")
    request = urllib.request.Request(
        f"{server.base}/api/v1/rooms/{host.info.room}/kick",
        data=b'{"seat": 1}',
        headers={"content-type": "application/json", "authorization": f"Bearer {secret}"},
    )
    with urllib.request.urlopen(request):
        said = talked(guest, lambda: "")
    assert said.endswith("You were removed from the room.")


def test_a_seat_that_was_lost_is_forgotten_and_another_is_taken(
    home: Home, server: Server, entered: Entered, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = server.room("uno")
    place = place_of(link)
    assert place is not None
    monkeypatch.setenv("XDG_DATA_HOME", str(home.path / "Rain"))
    keep_seat(place, "a secret of another time")
    host = entered(link, "Rain")
    assert host.viewer == 0 and host.names[0] == "Rain"
    kept = kept_seat(place)
    assert kept not in (None, "a secret of another time")


def test_who_finds_all_seats_taken_watches_and_is_told_why(server: Server, entered: Entered) -> None:
    link = server.room("uno")
    people = [entered(link, name) for name in ("Rain", "Lake", "Hill", "Sea")]
    late = entered(link, "Bo")
    assert [person.viewer for person in people] == [0, 1, 2, 3]
    assert (late.viewer, late.watching) == (SPECTATOR, "room.watching.full")


def test_a_room_that_is_not_there_is_refused_to_watchers_too(server: Server, entered: Entered) -> None:
    with pytest.raises(Refused) as refused:
        entered(f"{server.base}/room/ZZZZZZ", "Bo", watch=True)
    assert refused.value.problem.code == "no_room"


def test_what_the_server_refuses_at_the_last_moment_is_an_answer(
    server: Server, entered: Entered, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = entered(server.room("uno"), "Rain")
    host.start()
    while not host.awaited().person:
        host.step()
    late = Problem(code="match_over", text="The match is over.")
    answer: Future[object] = Future()
    answer.set_exception(Refused(late))
    for request in ("ready", "check", "hint"):
        monkeypatch.setattr(host.connection, request, lambda *_: answer)
    host.ready()
    assert host.hint() is None
    illegal = play_card(NO_CARD)
    assert (host.check(illegal).code, host.check(illegal).params["text"]) == ("match_over", "The match is over.")
    assert host.check(host.legal()[0]).accepted, "nobody has to be asked about what is listed"


def test_an_answer_that_never_comes_is_waited_for_no_longer_than_asked(server: Server, entered: Entered) -> None:
    host = entered(server.room("uno"), "Rain")
    never: Future[object] = Future()
    with pytest.raises(ServerAway):
        host.connection.wait(never, 0.0)
    assert never.cancelled()


def test_a_server_that_answers_no_more_is_no_room_that_is_gone(
    server: Server, entered: Entered, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = entered(server.room("uno"), "Rain")
    lost: Future[object] = Future()
    lost.set_exception(ConnectionError())
    monkeypatch.setattr(host.connection, "start", lambda: lost)
    with pytest.raises(ServerAway):
        talked(host, lambda: "1\n")
    assert host.gone == ""


def test_an_action_whose_outcome_is_lost_with_the_connection_is_not_waited_for(
    server: Server, entered: Entered, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = entered(server.room("uno"), "Rain")
    host.start()
    while not host.awaited().person:
        host.step()
    acked: Future[Acked] = Future()
    acked.set_result(Acked(re=1, seq=host.seq + 1))
    monkeypatch.setattr(host.connection, "act", lambda _: acked)
    host.connection.inbox.put(LOST)
    done = host.act(host.legal()[0])
    assert (done.accepted, done.events, host.news) == (True, [], [(LOST, 0)])


def test_what_happened_during_a_question_is_told_without_waiting(server: Server, entered: Entered) -> None:
    link = server.room("uno", targetScore=None)
    host = entered(link, "Rain")
    host.start()
    while not host.awaited().person:
        host.step()
    watcher = entered(link, "Bo", watch=True)
    host.act(host.legal()[0])
    end = time.monotonic() + 120
    while not watcher._untold:
        assert time.monotonic() < end
        watcher.outdated()
    untold = list(watcher._untold)
    assert watcher.step()[: len(untold)] == untold
    assert untold not in (watcher.step(), watcher.collect()), "once"
