"""Menu, choosers and texts to read, by every key, by mouse and by wheel."""

from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot

from paiju.terminal.settings import load_settings
from paiju.terminal.tui.board import Board
from paiju.terminal.tui.menu import MenuScreen
from paiju.terminal.tui.sheets import Chooser, Reader
from paiju.terminal.tui.table import TableScreen
from tests.terminal.tui.tables import click, front, screen_of, settled, shown, table, until
from tests.terminal.tui.test_menu_and_replay import menu, menu_of

pytestmark = pytest.mark.anyio


def chooser_of(pilot: Pilot[int]) -> Chooser:
    screen = pilot.app.screen
    assert isinstance(screen, Chooser)
    return screen


def board_text(pilot: Pilot[int]) -> str:
    """What the screen in front says."""
    screen = pilot.app.screen
    assert isinstance(screen, MenuScreen | Chooser | Reader)
    return screen.board.canvas.text()


def marked(pilot: Pilot[int]) -> str:
    """The line that Enter would choose."""
    (line,) = [line for line in board_text(pilot).splitlines() if "▸" in line]
    return line.partition("▸")[2].strip(" ┃")


async def wheel(pilot: Pilot[int], down: bool, times: int = 1) -> None:
    """Turn the wheel over the sheet in front."""
    region = pilot.app.screen.query_one(Board).region
    kind = events.MouseScrollDown if down else events.MouseScrollUp
    for _ in range(times):
        pilot.app.post_message(kind(None, region.x + 1, region.y + 1, 0, 1 if down else -1, 0, False, False, False))
        await pilot.pause()


async def test_the_menu_is_walked_by_arrows_and_left_by_its_last_line() -> None:
    app = menu()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: front(pilot) is MenuScreen)
        seen = []
        for key, line in (
            ("down", "2  Play Shandong Upgrade"),
            ("up", "1  Play UNO"),
            ("up", "0  Quit"),
            ("home", "1  Play UNO"),
            ("tab", "2  Play Shandong Upgrade"),
            ("shift+tab", "1  Play UNO"),
            ("end", "0  Quit"),
        ):
            await pilot.press(key)
            await pilot.pause()
            seen.append((marked(pilot), line))
        assert [(one, other) for one, other in seen if one != other] == []
        await pilot.press("enter")
        await until(pilot, lambda: not app.is_running)
    assert app.farewell == ""


@pytest.mark.parametrize("key", ["escape", "q", "0"])
async def test_the_menu_is_left_by_a_key(key: str) -> None:
    app = menu()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: front(pilot) is MenuScreen)
        await pilot.press("j")  # a key without a meaning
        await pilot.pause()
        assert front(pilot) is MenuScreen
        await pilot.press(key)
        await until(pilot, lambda: not app.is_running)


async def test_language_and_quit_of_the_menu_are_buttons_too() -> None:
    app = menu()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: front(pilot) is MenuScreen)
        await pilot.press("l")
        await pilot.pause()
        assert "设置" in board_text(pilot)
        await click(pilot, "language")
        assert "Settings" in board_text(pilot)
        spot = menu_of(pilot).board.canvas.find("quit")
        assert spot is not None
        await pilot.click(menu_of(pilot).board, offset=(spot.x, spot.y))
        await until(pilot, lambda: not app.is_running)


async def test_a_chooser_is_walked_by_keys_and_wheel_and_closed_beside_it(tmp_path: Path) -> None:
    async with table(tmp_path, "uno").run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("escape")
        await pilot.pause()
        last = len(chooser_of(pilot).options) - 1
        seen = []
        for key, at in (("down", 1), ("right", 2), ("tab", 3), ("left", 2), ("up", 1), ("end", last), ("down", 0)):
            await pilot.press(key)
            await pilot.pause()
            seen.append((chooser_of(pilot).at, at))
        assert [(one, other) for one, other in seen if one != other] == []
        await wheel(pilot, down=True)
        assert chooser_of(pilot).at == 1
        await wheel(pilot, down=True, times=last + 2)
        assert chooser_of(pilot).at == last
        await wheel(pilot, down=False, times=last + 2)
        assert chooser_of(pilot).at == 0
        await pilot.press("9")
        await pilot.pause()
        assert front(pilot) is Chooser, "there is no ninth line"
        await pilot.click(offset=(0, 23))
        await until(pilot, lambda: front(pilot) is TableScreen)
        await pilot.press("escape")
        await pilot.pause()
        await click(pilot, "close")
        await until(pilot, lambda: front(pilot) is TableScreen)


async def test_a_long_text_is_scrolled_by_keys_and_wheel(tmp_path: Path) -> None:
    async with table(tmp_path, "uno").run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("question_mark")
        await pilot.pause()
        first = board_text(pilot)
        await wheel(pilot, down=True)
        assert " 4–" in board_text(pilot)
        await wheel(pilot, down=False, times=2)
        assert board_text(pilot) == first
        await pilot.press("pagedown", "pageup", "down", "up")
        await pilot.pause()
        assert board_text(pilot) == first
        await click_reader(pilot)
        await until(pilot, lambda: front(pilot) is TableScreen)


async def click_reader(pilot: Pilot[int]) -> None:
    reader = pilot.app.screen
    assert isinstance(reader, Reader)
    await pilot.click(reader.board, offset=(4, 4))


async def test_the_menu_of_a_table_changes_pace_and_patience_and_takes_back(tmp_path: Path) -> None:
    app = table(tmp_path, "shandong")
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot)

        async def choose(value: str) -> None:
            await pilot.press("escape")
            await pilot.pause()
            values = [option.value for option in chooser_of(pilot).options]
            await pilot.press(str(values.index(value) + 1))
            await pilot.pause()

        before = screen_of(pilot).settings
        await choose("pace")
        await choose("patience")
        after = screen_of(pilot).settings
        assert after.pace != before.pace and after.patience != before.patience
        assert f"{after.patience:g}" in shown(pilot)
        await choose("take_back")
        assert "There is no move of yours to take back." in shown(pilot)
        await choose("menu")
        await until(pilot, lambda: front(pilot) is MenuScreen)
    assert (load_settings().pace, load_settings().patience) == (after.pace, after.patience)
