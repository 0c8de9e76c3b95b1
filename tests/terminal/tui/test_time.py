"""Time at a table against bots: people get time to declare, and it stands still while they read."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from paiju.terminal.settings import Settings, load_settings, settings_path
from paiju.terminal.tui.app import PaijuApp
from paiju.terminal.tui.table import TableScreen
from tests.terminal.tui.clock import ManualClock
from tests.terminal.tui.tables import screen_of, settled, shown, table, until

pytestmark = pytest.mark.anyio


async def offered(pilot: Pilot[int], clock: ManualClock) -> TableScreen:
    """The table as soon as the player could declare."""
    for _ in range(200):
        screen = screen_of(pilot)
        if screen.face.offers():
            return screen
        await until(pilot, lambda: bool(screen_of(pilot).face.offers()) or clock.due() is not None)
        if not screen.face.offers():
            clock.advance(clock.due() or 0.0)
            await pilot.pause()
    raise AssertionError("the player was never offered anything")


def shandong(folder: Path, clock: ManualClock, **settings: float) -> PaijuApp:
    chosen = Settings(pace=0.4, patience=settings.get("patience", 10.0))
    return table(folder, "shandong", seed=2, settings=chosen, clock=clock)


async def test_bots_wait_for_a_player_who_can_declare(tmp_path: Path) -> None:
    clock = ManualClock()
    async with shandong(tmp_path, clock).run_test(size=(80, 24)) as pilot:
        screen = await offered(pilot, clock)
        seq = screen.match.seq
        clock.advance(9.5)
        await pilot.pause()
        assert screen.match.seq == seq, "nobody acts before the time is over"
        assert "0:01" in shown(pilot)
        clock.advance(1.0)
        await until(pilot, lambda: screen.match.seq > seq)


async def test_the_time_to_declare_can_be_endless_and_p_ends_it(tmp_path: Path) -> None:
    clock = ManualClock()
    async with shandong(tmp_path, clock, patience=0.0).run_test(size=(80, 24)) as pilot:
        screen = await offered(pilot, clock)
        seq = screen.match.seq
        clock.advance(1000.0)
        await pilot.pause()
        assert screen.match.seq == seq
        await pilot.press("p")
        await until(pilot, lambda: clock.due() is not None or screen.match.seq > seq)
        clock.advance(5.0)
        await until(pilot, lambda: screen.match.seq > seq)


async def test_the_clock_stands_still_while_the_help_is_open(tmp_path: Path) -> None:
    clock = ManualClock()
    async with shandong(tmp_path, clock).run_test(size=(80, 24)) as pilot:
        screen = await offered(pilot, clock)
        seq = screen.match.seq
        clock.advance(4.0)
        await pilot.press("question_mark")
        await pilot.pause()
        clock.advance(600.0)
        await pilot.pause()
        assert screen.match.seq == seq
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is screen)
        assert "0:06" in shown(pilot)
        clock.advance(7.0)
        await until(pilot, lambda: screen.match.seq > seq)


async def test_bots_do_not_play_on_behind_the_help(tmp_path: Path) -> None:
    clock = ManualClock()
    app = table(tmp_path, "uno", seed=2, settings=Settings(pace=0.8), clock=clock)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: clock.due() is not None or screen_of(pilot).waiting)
        await pilot.press("question_mark")
        await pilot.pause()
        seq = screen_of(pilot).match.seq
        clock.advance(60.0)
        await pilot.pause()
        assert screen_of(pilot).match.seq == seq
        await pilot.press("escape")
        for _ in range(100):
            if screen_of(pilot).match.awaited().person:
                break
            clock.advance(1.0)
            await pilot.pause()
        assert screen_of(pilot).match.awaited().person


async def test_the_pace_of_the_command_line_is_not_remembered(tmp_path: Path) -> None:
    made = table(tmp_path, "uno", settings=Settings(pace=1.2))
    app = PaijuApp(
        Settings(pace=1.2), "en-US", match=made._match, appearance=made.appearance, clock=ManualClock(), pace=0.0
    )
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await settled(pilot)
        assert screen.settings.pace == 0.0
        await pilot.press("m", "escape")
        await pilot.pause()
        await pilot.press("7")  # back to the menu
        await until(pilot, settings_path().exists)
    assert load_settings() == Settings(pace=1.2, signal="bell")


async def test_a_hint_about_an_offer_names_the_key_or_says_wait(tmp_path: Path) -> None:
    clock = ManualClock()
    async with shandong(tmp_path, clock, patience=0.0).run_test(size=(80, 24)) as pilot:
        screen = await offered(pilot, clock)
        advice = screen.match.hint()
        await pilot.press("h")
        await pilot.pause()
        assert ("HINT  press " if advice else "HINT  wait (P)") in shown(pilot)


async def test_n_skips_to_the_next_turn_of_the_player(tmp_path: Path) -> None:
    clock = ManualClock()
    app = table(tmp_path, "uno", settings=Settings(pace=2.0), seats=10, seed=2, clock=clock)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: clock.due() is not None)
        screen, began = screen_of(pilot), clock.now()
        assert not screen.match.awaited().person
        await pilot.press("n")
        await until(pilot, lambda: screen.match.awaited().person and screen.waiting)
        assert clock.now() == began, "nobody was waited for"
