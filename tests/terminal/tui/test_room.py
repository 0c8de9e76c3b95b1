"""A room of a real server on the table: played to its end by keys, kept when the server goes away and comes back."""

import asyncio
import json
import signal
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot

from paiju.terminal.remote import RemoteMatch, place_of
from paiju.terminal.settings import Settings
from paiju.terminal.tui.app import PaijuApp
from paiju.terminal.tui.look import plain_look
from paiju.terminal.tui.room import RoomScreen
from tests.terminal.console.test_join import Server
from tests.terminal.tui.tables import hand_keys

pytestmark = pytest.mark.anyio

SECONDS = 140.0


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(tmp_path_factory.mktemp("server"))
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
    for screen in pilot.app.screen_stack:
        if isinstance(screen, RoomScreen):
            return screen
    raise AssertionError("there is no room")


async def until(pilot: Pilot[int], text: str) -> None:
    """Wait until the table says something."""
    end = time.monotonic() + SECONDS
    while text not in room_of(pilot).board.canvas.text():
        assert time.monotonic() < end, f"never said: {text}\n{room_of(pilot).board.canvas.text()}"
        await pilot.pause(0.05)


async def test_a_round_of_uno_in_a_room_by_keys(tmp_path: Path, server: Server) -> None:
    match = started(server, "uno", targetScore=None)
    app = PaijuApp(Settings(), "en-US", room=match, look=plain_look())
    try:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            screen = room_of(pilot)
            end = time.monotonic() + SECONDS
            while not match.over():
                assert time.monotonic() < end
                await pilot.pause(0.02)
                if match.awaited().person and not screen.face.resting():
                    for key in hand_keys(screen.view, match.legal()[0].to_json()):
                        await pilot.press(key)
                        await pilot.pause()
                    await pilot.pause(0.3)
            await until(pilot, "wins the match" if "You win" not in screen.board.canvas.text() else "You win the match")
    finally:
        match.close()


async def test_the_seat_is_kept_while_the_server_is_away(tmp_path: Path, server: Server) -> None:
    match = started(server, "uno")
    app = PaijuApp(Settings(), "en-US", room=match, look=plain_look())
    try:
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, "YOUR TURN")
            server.kill()
            await until(pilot, "Reconnecting… your seat is kept")
            hand, seq = room_of(pilot).view["hand"], match.seq
            await pilot.press("d")
            await until(pilot, "Reconnecting: that was not sent, nothing has changed")
            await pilot.press("1", "l")
            await until(pilot, "正在重新连接…座位给你留着")
            await pilot.press("l")
            await asyncio.to_thread(server.start)
            await until(pilot, "YOUR TURN")
            assert (room_of(pilot).view["hand"], match.seq) == (hand, seq)
            assert "Reconnecting" not in room_of(pilot).board.canvas.text()
            await pilot.press("d")
            await until(pilot, "draw 1")
            assert len(drawn(server, match)) == 1
    finally:
        match.close()


async def test_what_was_on_its_way_when_the_server_crashed_is_done_exactly_once(tmp_path: Path, server: Server) -> None:
    match = started(server, "uno")
    app = PaijuApp(Settings(), "en-US", room=match, look=plain_look())
    try:
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, "YOUR TURN")
            server.process.send_signal(signal.SIGSTOP)
            await pilot.press("d", "d")
            await until(pilot, "Sent; waiting for the server's answer")
            server.kill()
            await until(pilot, "Reconnecting… your seat is kept")
            await asyncio.to_thread(server.start)
            await until(pilot, "draw 1")
            assert len(drawn(server, match)) == 1
    finally:
        match.close()


def drawn(server: Server, match: RemoteMatch) -> list[object]:
    """The cards this player drew, as the server has it in its log."""
    where = f"http://127.0.0.1:{server.port}/api/v1/rooms/{match.info.room}/events?since=0"
    with urllib.request.urlopen(where) as answer:
        events = json.load(answer)["events"]
    return [e for e in events if e["seat"] == match.viewer and e["action"]["type"] == "DRAW_CARD"]
