"""What keys do at the table of a room: advice and refusals come from the server, and so does the next round."""

import asyncio
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import cast

import pytest
from textual.pilot import Pilot

from paiju.games.uno.actions import play_card
from paiju.games.uno.cards import parse_card
from paiju.protocol.base import Problem
from paiju.terminal.remote import Refused, RemoteMatch, ServerAway, place_of
from paiju.terminal.settings import Settings, load_settings
from paiju.terminal.tui.app import PaijuApp
from paiju.terminal.tui.room import RoomScreen
from paiju.terminal.tui.sheets import Chooser, Reader
from tests.terminal.servers import DealingServer, dealing_server
from tests.terminal.tui.tables import plain_appearance

pytestmark = pytest.mark.anyio

SECONDS = 120.0
OTHERS = ["g1 g2 g4", "y1 y2 y4", "y6 y7 y9"]
LAST_CARDS = ["r5", "g2", "g4", "g6"]
"""The host wins the round with the first play."""
TOO_LATE = Refused(Problem(code="not_playing", text="No round is being played now."))
"""What the server answers to a request that was decided meanwhile."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[DealingServer]:
    with dealing_server(tmp_path) as running:
        yield running


def entered(link: str, name: str) -> RemoteMatch:
    """A player who has just come into a room."""
    place = place_of(link)
    assert place is not None
    match = RemoteMatch(place, "en-US")
    match.enter(name)
    return match


def begin(match: RemoteMatch) -> None:
    """Start the match as its host."""
    match.start()
    while not match.started:
        match.step()


def started(link: str) -> RemoteMatch:
    """The match of the host, against bots."""
    match = entered(link, "Rain")
    begin(match)
    return match


def app_of(match: RemoteMatch, language: str = "en-US") -> PaijuApp:
    return PaijuApp(Settings(), language, room=match, appearance=plain_appearance())


def room_of(pilot: Pilot[int]) -> RoomScreen:
    return next(screen for screen in pilot.app.screen_stack if isinstance(screen, RoomScreen))


def hand_of(pilot: Pilot[int]) -> list[str]:
    return cast(list[str], room_of(pilot).view["hand"])


def shown(pilot: Pilot[int]) -> str:
    return room_of(pilot).board.canvas.text()


async def until(pilot: Pilot[int], true: Callable[[], bool]) -> None:
    """Wait for what the server's answer brings about."""
    end = time.monotonic() + SECONDS
    await pilot.pause()
    while not true():
        assert time.monotonic() < end, shown(pilot)
        await pilot.pause(0.01)
    await pilot.pause()


async def until_said(pilot: Pilot[int], *texts: str) -> None:
    await until(pilot, lambda: all(text in shown(pilot) for text in texts))


async def test_h_asks_the_server_and_enter_plays_what_it_advises(server: DealingServer) -> None:
    match = started(server.uno(["b8 r5 b9", *OTHERS], "r3"))
    try:
        async with app_of(match).run_test(size=(100, 30)) as pilot:
            await until_said(pilot, "YOUR TURN")
            await pilot.press("h")
            await until_said(pilot, "Enter plays")
            await pilot.press("enter")
            await until(pilot, lambda: not [card for card in hand_of(pilot) if card.startswith("red-5")])
    finally:
        match.close()


async def test_what_the_server_refuses_is_explained_and_changes_nothing(server: DealingServer) -> None:
    match = started(server.uno(["b8 r5 b9", *OTHERS], "r3"))
    try:
        async with app_of(match).run_test(size=(100, 30)) as pilot:
            await until_said(pilot, "YOUR TURN")
            seq, hand = match.seq, hand_of(pilot)
            await pilot.press("1", "enter")
            await until_said(pilot, "NOT ALLOWED")
            assert (match.seq, hand_of(pilot)) == (seq, hand)
            await pilot.press("p")
            await until_said(pilot, "NOT ALLOWED")
            assert (match.seq, hand_of(pilot)) == (seq, hand)
            await pilot.press("2", "enter")
            await until(pilot, lambda: len(hand_of(pilot)) == 2)
    finally:
        match.close()


async def test_a_penalty_of_the_arena_is_explained_once_it_is_on_the_table(server: DealingServer) -> None:
    match = started(server.uno(["b8 r5 b9", *OTHERS], "r3", "arena"))
    try:
        async with app_of(match).run_test(size=(100, 30)) as pilot:
            await until_said(pilot, "YOUR TURN")
            await pilot.press("1")
            room_of(pilot).act([play_card(parse_card("b8.1"))])  # as if the position had just changed
            await until_said(pilot, "NOT ALLOWED")
            assert len(hand_of(pilot)) > 3, "the cards drawn for it are there when it is said"
    finally:
        match.close()


async def test_between_rounds_enter_is_all_there_is_and_says_that_others_are_waited_for(
    tmp_path: Path, server: DealingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = entered(server.uno(LAST_CARDS, "r3"), "Rain")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "guest"))  # another player has another folder
    guest = entered(match.info.link, "Lake")
    begin(match)
    try:
        async with app_of(match).run_test(size=(100, 30)) as pilot:
            await until_said(pilot, "YOUR TURN")
            await pilot.press("1", "enter")
            await until_said(pilot, "Enter next round", "Enter starts the next round")
            assert "replay" not in shown(pilot) and "copy" not in shown(pilot), "the record is the server's"
            await pilot.press("h")
            await until_said(pilot, "there is nothing for you to decide now")
            for _ in range(2):
                await pilot.press("enter")
                await until_said(pilot, "Ready; waiting for the others")
            await until(pilot, lambda: match.info.seats[0].ready)
            assert "Ready; waiting for the others" in shown(pilot), "also when the server knows"
            await asyncio.to_thread(guest.ready)
            await until(pilot, lambda: room_of(pilot).view["roundNumber"] == 2)
            assert "Ready" not in shown(pilot)
    finally:
        guest.close()
        match.close()


async def test_after_the_match_enter_ends_the_program_and_no_seat_is_kept(server: DealingServer) -> None:
    match = started(server.uno(LAST_CARDS, "r3", targetScore=None))
    app = app_of(match)
    try:
        async with app.run_test(size=(100, 30)) as pilot:
            await until_said(pilot, "YOUR TURN")
            await pilot.press("1", "enter")
            await until_said(pilot, "You win the match", "Enter done")
            await pilot.press("enter")
            await until(pilot, lambda: not app.is_running)
        assert app.farewell == ""
    finally:
        match.close()


async def test_enter_at_the_result_counts_also_before_the_room_says_that_the_match_is_over(
    server: DealingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = started(server.uno(LAST_CARDS, "r3", targetScore=None))
    app = app_of(match)
    try:
        async with app.run_test(size=(100, 30)) as pilot:
            await until_said(pilot, "YOUR TURN")
            with monkeypatch.context() as delay:
                delay.setattr(match, "over", lambda: False)
                await pilot.press("1", "enter")
                await until_said(pilot, "You win the match", "Enter done")
                await pilot.press("enter")
                await until(pilot, lambda: match.info.status == "ended")
            match.connection.arrived()
            await until(pilot, lambda: not app.is_running)
        assert app.farewell == ""
    finally:
        match.close()


async def test_somebody_who_watches_is_not_asked_to_go_on(server: DealingServer) -> None:
    host = started(server.uno(LAST_CARDS, "r3"))
    watcher = RemoteMatch(host.place, "en-US")
    try:
        watcher.enter("Bo", watch=True)
        async with app_of(watcher).run_test(size=(100, 30)) as pilot:
            while not host.awaited().person:
                host.step()
            host.act(host.legal()[0])
            await until_said(pilot, "Total")
            await pilot.press("enter")
            await pilot.pause()
            assert "Enter" not in shown(pilot) and "Ready" not in shown(pilot)
    finally:
        watcher.close()
        host.close()


async def test_somebody_who_waits_for_a_seat_is_told_when_the_next_round_has_given_it(
    tmp_path: Path, server: DealingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = started(server.uno(LAST_CARDS, "r3"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "late"))  # another player has another folder
    late = entered(host.info.link, "Bo")
    try:
        async with app_of(late).run_test(size=(100, 30)) as pilot:
            await until_said(pilot, "next round")
            screen, told = room_of(pilot), list[str]()
            monkeypatch.setattr(screen, "tell", told.append)
            while not host.awaited().person:
                host.step()
            host.act(host.legal()[0])
            host.ready()
            await until(pilot, lambda: bool(told))
            assert told == [screen.texts.words("room.seated")]
            assert late.viewer >= 0 and hand_of(pilot)
    finally:
        late.close()
        host.close()


async def test_p_where_there_is_nothing_to_decline_is_refused_on_the_spot(server: DealingServer) -> None:
    match = started(server.timed_room("shandong", 0, {}))
    try:
        async with app_of(match).run_test(size=(100, 30)) as pilot:
            await until(pilot, lambda: bool(match.look()))
            end = time.monotonic() + SECONDS
            while not match.awaited().person:
                assert time.monotonic() < end, shown(pilot)
                server.advance(10)  # for those who could declare or take the kitty
                await pilot.pause(0.01)
            screen, seq = room_of(pilot), match.seq
            assert not any(action.to_json()["type"] == "PASS" for action in match.legal())
            await pilot.press("p")
            await until_said(pilot, "NOT ALLOWED", screen.texts("refuse.pass"))
            assert match.seq == seq
    finally:
        match.close()


async def test_the_menu_of_a_room_has_what_a_room_can_do(server: DealingServer) -> None:
    match = started(server.uno(["b8 r5 b9", *OTHERS], "r3"))
    app = app_of(match)

    async def choose(pilot: Pilot[int], number: int) -> None:
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, Chooser)
        await pilot.press(str(number))
        await pilot.pause()

    try:
        async with app.run_test(size=(100, 30)) as pilot:
            await until_said(pilot, "YOUR TURN")
            await choose(pilot, 1)
            assert app.screen is room_of(pilot)
            await choose(pilot, 2)
            assert isinstance(app.screen, Reader)
            assert "take back" not in app.screen.board.canvas.text(), "not against people"
            await pilot.press("escape")
            await choose(pilot, 3)
            assert "轮到你" in shown(pilot)
            await choose(pilot, 3)
            await choose(pilot, 4)
            assert "On my turn: bell" in shown(pilot)
            await choose(pilot, 5)
            await until(pilot, lambda: not app.is_running)
        assert f"paiju join {match.place.base}/room/{match.info.room}" in app.farewell
    finally:
        match.close()
    assert load_settings().signal == "bell"


# --- requests that the server does not take ------------------------------------------------------------------


def failing(error: Exception) -> Callable[..., "Future[object]"]:
    """A request that ends like this."""

    def asked(*_: object) -> "Future[object]":
        answer: Future[object] = Future()
        answer.set_exception(error)
        return answer

    return asked


@pytest.mark.parametrize(
    ("request_", "keys", "error", "said"),
    [
        ("act", ["d"], ServerAway("gone"), "Reconnecting: that was not sent, nothing has changed"),
        ("hint", ["h"], ServerAway("gone"), "Reconnecting: that was not sent, nothing has changed"),
        ("hint", ["h"], TOO_LATE, "there is nothing for you to decide now"),
    ],
)
async def test_a_request_that_fails_changes_nothing_and_can_be_made_again(
    server: DealingServer,
    monkeypatch: pytest.MonkeyPatch,
    request_: str,
    keys: list[str],
    error: Exception,
    said: str,
) -> None:
    match = started(server.uno(["b8 r5 b9", *OTHERS], "r3"))
    try:
        async with app_of(match).run_test(size=(100, 30)) as pilot:
            await until_said(pilot, "YOUR TURN")
            hand, seq = hand_of(pilot), match.seq
            with monkeypatch.context() as fault:
                fault.setattr(match.connection, request_, failing(error))
                await pilot.press(*keys)
                await until_said(pilot, said)
            assert (match.seq, hand_of(pilot)) == (seq, hand)
            await pilot.press("d")
            await until(pilot, lambda: len(hand_of(pilot)) == 4)
    finally:
        match.close()


async def test_an_answer_that_fails_late_is_drawn_too(server: DealingServer, monkeypatch: pytest.MonkeyPatch) -> None:
    match = started(server.uno(LAST_CARDS, "r3"))
    try:
        async with app_of(match).run_test(size=(100, 30)) as pilot:
            await until_said(pilot, "YOUR TURN")
            for request_, keys in (("hint", ["h"]), ("ready", ["1", "enter", "enter"])):
                answer: Future[object] = Future()
                with monkeypatch.context() as fault:
                    fault.setattr(match.connection, request_, lambda answer=answer: answer)
                    for key in keys:
                        await pilot.press(key)
                        if key == "enter":
                            await until_said(pilot, "next round")
                    await pilot.pause()
                    assert "Reconnecting" not in shown(pilot)
                    drawn = room_of(pilot).board.canvas
                    answer.set_exception(ConnectionError())
                    await until(pilot, lambda drawn=drawn: room_of(pilot).board.canvas is not drawn)  # type: ignore[misc]
                    await until_said(pilot, "Reconnecting: that was not sent, nothing has changed")
    finally:
        match.close()


async def test_a_card_whose_check_is_refused_is_judged_by_the_refusal_and_one_without_answer_is_asked_for_again(
    server: DealingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = started(server.uno(["b8 r5 b9", *OTHERS], "r3"))
    illegal = play_card(parse_card("b8.1"))
    try:
        async with app_of(match).run_test(size=(100, 30)) as pilot:
            await until_said(pilot, "YOUR TURN")
            screen = room_of(pilot)
            for error, code in ((ServerAway("gone"), "INVALID_CARD"), (TOO_LATE, "not_playing")):
                with monkeypatch.context() as fault:
                    fault.setattr(match.connection, "check", failing(error))
                    assert screen.check(illegal).accepted, "not known yet"
                    await pilot.pause()
                await until(pilot, lambda wanted=code: screen.check(illegal).code == wanted)  # type: ignore[misc]
                screen._answers.clear()
    finally:
        match.close()


async def test_a_seat_that_is_open_elsewhere_asks_nothing_more_of_the_server(
    server: DealingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = started(server.uno(["b8 r5 b9", *OTHERS], "r3"))
    other = RemoteMatch(match.place, "en-US")
    asked: list[object] = []

    def ask(*what: object) -> "Future[object]":
        asked.append(what)
        return failing(ServerAway("gone"))()

    try:
        async with app_of(match).run_test(size=(100, 30)) as pilot:
            await until_said(pilot, "YOUR TURN")
            other.enter("Rain")
            await until_said(pilot, "This seat is open in another window")
            for name in ("check", "act", "hint"):
                monkeypatch.setattr(match.connection, name, ask)
            await pilot.press("1", "enter", "d", "h")
            await pilot.pause()
            assert not asked
            assert "This seat is open in another window" in shown(pilot)
    finally:
        other.close()
        match.close()


@pytest.mark.parametrize("first", ["the answer", "the reason"])
async def test_a_request_on_its_way_when_the_seat_was_taken_hides_no_reason(
    server: DealingServer, monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    match = started(server.uno(["b8 r5 b9", *OTHERS], "r3"))
    other = RemoteMatch(match.place, "en-US")
    answer: Future[object] = Future()
    try:
        async with app_of(match).run_test(size=(100, 30)) as pilot:
            await until_said(pilot, "YOUR TURN")
            monkeypatch.setattr(match.connection, "act", lambda _: answer)
            await pilot.press("d")
            if first == "the answer":
                answer.set_exception(ConnectionError())
                await until_said(pilot, "Reconnecting: that was not sent")
                other.enter("Rain")
            else:
                other.enter("Rain")
                await until_said(pilot, "This seat is open in another window")
                answer.set_exception(ConnectionError())
            await until(pilot, lambda: not room_of(pilot)._sending)
            await until_said(pilot, "This seat is open in another window")
    finally:
        other.close()
        match.close()


async def test_a_next_round_that_could_not_be_asked_for_is_asked_for_again(
    server: DealingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = started(server.uno(LAST_CARDS, "r3"))
    try:
        async with app_of(match).run_test(size=(100, 30)) as pilot:
            await until_said(pilot, "YOUR TURN")
            await pilot.press("1", "enter")
            await until_said(pilot, "Enter starts the next round")
            with monkeypatch.context() as fault:
                fault.setattr(match.connection, "ready", failing(ServerAway("gone")))
                await pilot.press("enter")
                await until_said(pilot, "Reconnecting: that was not sent, nothing has changed")
            await pilot.press("enter")
            await until(pilot, lambda: room_of(pilot).view["roundNumber"] == 2)
    finally:
        match.close()
