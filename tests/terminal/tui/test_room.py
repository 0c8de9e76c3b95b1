"""A room of a real server on the table: played to its end by keys, kept when the server goes away and comes back."""

import asyncio
import json
import signal
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import Future
from functools import partial
from pathlib import Path

import msgspec
import pytest
from textual.pilot import Pilot

from paiju.protocol.base import Problem
from paiju.protocol.rooms import RoomInfo, SeatInfo
from paiju.terminal.remote import Refused, RemoteMatch, ServerAway, place_of
from paiju.terminal.settings import Settings
from paiju.terminal.tui.app import PaijuApp
from paiju.terminal.tui.room import RoomScreen
from paiju.terminal.tui.sheets import Chooser, Reader
from paiju.terminal.tui.waiting import WaitingScreen
from tests.terminal.servers import Server, ServerProcess, server_in_thread
from tests.terminal.tui.tables import hand_keys, plain_appearance

pytestmark = pytest.mark.anyio

SECONDS = 140.0
ORDINARY = "ordinary"
"""A seed whose first room begins with a turn in which the player may draw."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server that stays."""
    with server_in_thread(tmp_path, ORDINARY) as running:
        yield running


@pytest.fixture
def process(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that can be killed."""
    made = ServerProcess(tmp_path, ORDINARY)
    yield made
    made.kill()


def started(server: Server, game: str, **options: object) -> RemoteMatch:
    """A room with this player as its host and bots in the other seats."""
    place = place_of(server.room(game, **options))
    assert place is not None
    match = RemoteMatch(place, "en-US")
    match.enter("小雨")
    match.start()
    while not match.started:
        match.step()
    return match


def room_of(pilot: Pilot[int]) -> RoomScreen:
    return next(screen for screen in pilot.app.screen_stack if isinstance(screen, RoomScreen))


def says(pilot: Pilot[int], kind: type[RoomScreen] | type[WaitingScreen]) -> str:
    """What a screen of this kind shows; nothing while there is none."""
    screen = next((screen for screen in pilot.app.screen_stack if isinstance(screen, kind)), None)
    return screen.board.canvas.text() if screen is not None else ""


async def until(pilot: Pilot[int], *texts: str, kind: type[RoomScreen] | type[WaitingScreen] = RoomScreen) -> None:
    """Wait until the table, or the waiting room, says all of this."""
    end = time.monotonic() + SECONDS
    while not all(text in says(pilot, kind) for text in texts):
        assert time.monotonic() < end, f"never said: {texts}\n{says(pilot, kind)}"
        await pilot.pause(0.05)


async def test_a_round_of_uno_in_a_room_by_keys(server: Server) -> None:
    match = started(server, "uno", targetScore=None)
    app = PaijuApp(Settings(), "en-US", room=match, appearance=plain_appearance())
    try:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            screen = room_of(pilot)
            end = time.monotonic() + SECONDS
            while not match.over():
                assert time.monotonic() < end
                await pilot.pause(0.02)
                if match.awaited().person and not screen.face.resting():
                    seq = match.seq
                    await pilot.press(*hand_keys(screen.view, match.legal()[0].to_json()))
                    while match.seq == seq:
                        assert time.monotonic() < end
                        await pilot.pause(0.01)
            await until(pilot, "wins the match" if "You win" not in screen.board.canvas.text() else "You win the match")
    finally:
        match.close()


async def test_the_seat_is_kept_while_the_server_is_away(process: ServerProcess) -> None:
    match = started(process, "uno")
    app = PaijuApp(Settings(), "en-US", room=match, appearance=plain_appearance())
    try:
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, "YOUR TURN")
            process.kill()
            await until(pilot, "Reconnecting… your seat is kept")
            hand, seq = room_of(pilot).view["hand"], match.seq
            await pilot.press("d")
            await until(pilot, "Reconnecting: that was not sent, nothing has changed")
            await pilot.press("1", "l")
            await until(pilot, "正在重新连接，座位给你留着")
            await pilot.press("l")
            await asyncio.to_thread(process.start)
            await until(pilot, "YOUR TURN")
            assert (room_of(pilot).view["hand"], match.seq) == (hand, seq)
            assert "Reconnecting" not in room_of(pilot).board.canvas.text()
            await pilot.press("d")
            await until(pilot, "draw 1")
            assert len(drawn(process, match)) == 1
    finally:
        match.close()


async def test_what_was_on_its_way_when_the_server_crashed_is_done_exactly_once(process: ServerProcess) -> None:
    match = started(process, "uno")
    app = PaijuApp(Settings(), "en-US", room=match, appearance=plain_appearance())
    try:
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, "YOUR TURN")
            process.process.send_signal(signal.SIGSTOP)
            await pilot.press("d", "d")
            await until(pilot, "Sent; waiting for the server's answer")
            process.kill()
            await until(pilot, "Reconnecting… your seat is kept")
            await asyncio.to_thread(process.start)
            await until(pilot, "draw 1")
            assert len(drawn(process, match)) == 1
    finally:
        match.close()


def drawn(server: Server, match: RemoteMatch) -> list[object]:
    """The cards this player drew, as the server has it in its log."""
    where = f"{server.base}/api/v1/rooms/{match.info.room}/events?since=0"
    with urllib.request.urlopen(where) as answer:
        events = json.load(answer)["events"]
    return [e for e in events if e["seat"] == match.viewer and e["action"]["type"] == "DRAW_CARD"]


# --- before the match -----------------------------------------------------------------------------------


def entered(link: str, name: str) -> RemoteMatch:
    """A player who has just come into a room."""
    place = place_of(link)
    assert place is not None
    match = RemoteMatch(place, "en-US")
    match.enter(name)
    return match


until_waiting = partial(until, kind=WaitingScreen)


async def test_the_host_sees_who_comes_and_starts(
    tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = server.room("uno", targetScore=None)
    host = entered(link, "Rain")
    app = PaijuApp(Settings(), "en-US", room=host, appearance=plain_appearance())
    async with app.run_test(size=(80, 24)) as pilot:
        await until_waiting(pilot, link, "Rain (you)", "host", "free", "Enter starts the match")
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "guest"))  # another player has another folder
        guest = entered(link, "Lake")
        await until_waiting(pilot, "Lake", "not ready")
        guest.ready()
        await until_waiting(pilot, "✓ ready")
        await pilot.press("l")
        await until_waiting(pilot, "Rain（你）", "✓ 准备好了", "回车开始")
        await pilot.press("l", "enter")
        await until(pilot, "Lake")
        assert host.started
        guest.close()
    host.close()


async def test_the_table_of_a_guest_who_waited_begins_with_the_log_and_the_clock_and_goes_on(
    tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever waited for the start reads what happened then, sees the time left, and hears what happens next."""
    link = server.timed_room("uno", 300, {})
    host = entered(link, "Rain")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "guest"))
    guest = entered(link, "Lake")
    app = PaijuApp(Settings(), "en-US", room=guest, appearance=plain_appearance())
    async with app.run_test(size=(80, 24)) as pilot:
        await until_waiting(pilot, "Lake (you)")
        await asyncio.to_thread(host.start)
        await until(pilot, "The first card is", "time 4:")
        while not host.awaited().person:
            await asyncio.to_thread(host.step)
        draw = next(action for action in host.legal() if action.to_json()["type"] == "DRAW_CARD")
        await asyncio.to_thread(host.act, draw)
        await until(pilot, "Rain draws 1 card")
    guest.close()
    host.close()


async def test_a_guest_is_ready_or_not_and_comes_back_after_the_server_was_away(
    tmp_path: Path, process: ServerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = process.room("shandong")
    host = entered(link, "Rain")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "guest"))
    guest = entered(link, "Lake")
    app = PaijuApp(Settings(), "en-US", room=guest, appearance=plain_appearance())
    async with app.run_test(size=(100, 30)) as pilot:
        await until_waiting(pilot, "Lake (you)", "Press Enter when you are ready")
        await pilot.press("enter")
        await until_waiting(pilot, "You are ready", "✓ ready")
        await pilot.press("enter")
        await until_waiting(pilot, "Press Enter when you are ready")
        process.kill()
        await until_waiting(pilot, "Reconnecting… your seat is kept")
        await pilot.press("enter")
        await until_waiting(pilot, "nothing has changed")
        await asyncio.to_thread(process.start)
        await until_waiting(pilot, "Lake (you)", "Press Enter when you are ready")
        await pilot.press("x", "2")  # gives the seat up
        end = time.monotonic() + SECONDS
        while app.is_running and time.monotonic() < end:
            await pilot.pause(0.05)
    assert [seat.name for seat in host_seats(process, host)].count("Lake") == 0
    assert app.farewell == ""
    guest.close()
    host.close()


def host_seats(server: Server, match: RemoteMatch) -> list[SeatInfo]:
    """The seats as the server has them."""
    where = f"{server.base}/api/v1/rooms/{match.info.room}"
    with urllib.request.urlopen(where) as answer:
        return msgspec.json.decode(answer.read(), type=RoomInfo).seats


async def test_a_watcher_is_offered_the_keys_of_a_watcher(server: Server) -> None:
    host = started(server, "uno", targetScore=5000)
    watcher = RemoteMatch(host.place, "en-US")
    try:
        watcher.enter("Bo", watch=True)
        app = PaijuApp(Settings(), "en-US", appearance=plain_appearance(), room=watcher)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, "T score")
            shown = says(pilot, RoomScreen)
            assert not [key for key in ("Enter play", "D draw", "U UNO", "H hint") if key in shown]
            await pilot.press("escape")
            await pilot.pause()
            assert isinstance(app.screen, Chooser)
            assert "Stop watching" in app.screen.board.canvas.text()
    finally:
        watcher.close()
        host.close()


async def test_a_watcher_waits_for_the_start_too_and_reads_the_rules(server: Server) -> None:
    link = server.room("uno")
    host = entered(link, "Rain")
    watcher = RemoteMatch(host.place, "en-US")
    watcher.enter("Bo", watch=True)
    app = PaijuApp(Settings(), "en-US", room=watcher, appearance=plain_appearance())
    try:
        async with app.run_test(size=(80, 24)) as pilot:
            await until_waiting(pilot, "You are watching. The match has not begun yet", "1 watching")
            shown = says(pilot, WaitingScreen)
            assert "Enter" not in shown and "give up" not in shown
            await pilot.press("enter", "x")
            await pilot.pause()
            assert isinstance(app.screen, WaitingScreen) and not host.started
            board = app.screen.board
            spot = board.canvas.find("rules")
            assert spot is not None
            await pilot.click(board, offset=(spot.x, spot.y))
            await pilot.pause()
            assert isinstance(app.screen, Reader)
            await pilot.press("escape")
            await pilot.resize_terminal(40, 10)
            await until_waiting(pilot, "Please enlarge the window")
            await pilot.press("escape")
            await until_ended(pilot)
        assert link in app.farewell
    finally:
        watcher.close()
        host.close()


async def until_ended(pilot: Pilot[int]) -> None:
    end = time.monotonic() + SECONDS
    while pilot.app.is_running:
        assert time.monotonic() < end
        await pilot.pause(0.01)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (Refused(Problem(code="already_started", text="The match has already started.")), "already started"),
        (ServerAway("gone"), "nothing has changed"),
    ],
)
async def test_a_start_that_fails_is_explained_and_can_be_tried_again(
    server: Server, monkeypatch: pytest.MonkeyPatch, error: Exception, said: str
) -> None:
    host = entered(server.room("uno"), "Rain")
    answer: Future[None] = Future()
    answer.set_exception(error)
    try:
        async with PaijuApp(Settings(), "en-US", room=host, appearance=plain_appearance()).run_test() as pilot:
            await until_waiting(pilot, "Enter starts the match")
            with monkeypatch.context() as fault:
                fault.setattr(host.connection, "start", lambda: answer)
                await pilot.press("enter")
                await until_waiting(pilot, said)
            await pilot.press("enter")
            await until(pilot, "The first card is")
            assert host.started
    finally:
        host.close()


async def test_a_room_whose_server_does_not_come_back_is_left_with_the_seat_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paiju.terminal.server_connection.PATIENCE_SECONDS", 0.0)
    with server_in_thread(tmp_path, ORDINARY) as server:
        link = server.room("uno")
        host = entered(link, "Rain")
    app = PaijuApp(Settings(), "en-US", room=host, appearance=plain_appearance())
    async with app.run_test(size=(80, 24)) as pilot:
        await until_waiting(pilot, "The server did not come back; your seat is kept")
        await pilot.press("enter")
        await pilot.pause()
        assert "The server did not come back; your seat is kept" in says(pilot, WaitingScreen)
        await pilot.press("escape")
        await until_ended(pilot)
    assert link in app.farewell
    host.close()
