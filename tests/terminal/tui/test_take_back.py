"""Taking back a move against bots: the match stands as before, on the screen and on disk."""

from pathlib import Path

import pytest

from paiju.engine.record import read
from paiju.games.registry import find_game
from tests.terminal.tui.tables import settled, shown, table, uno_keys, until

pytestmark = pytest.mark.anyio


async def test_a_move_is_taken_back_with_all_that_came_of_it(tmp_path: Path) -> None:
    async with table(tmp_path, "uno", seed=5).run_test(size=(100, 30)) as pilot:
        screen = await settled(pilot)
        before, view = screen.match.seq, dict(screen.view)
        action = next(
            action for action in screen.match.legal() if action.to_json()["type"] in ("PLAY_CARD", "DRAW_CARD")
        )
        await pilot.press(*uno_keys(screen, action.to_json()))
        await until(pilot, lambda: screen.match.seq > before)
        await settled(pilot)
        await pilot.press("z")
        await until(pilot, lambda: pilot.app.screen is not screen)
        again = await settled(pilot)
        assert again is not screen
        assert (again.match.seq, dict(again.view)) == (before, view)
        assert len(read((tmp_path / "uno.paiju").read_bytes(), find_game).entries) == before
        await pilot.press(*uno_keys(again, action.to_json()))
        await until(pilot, lambda: again.match.seq > before)


async def test_without_a_move_there_is_nothing_to_take_back(tmp_path: Path) -> None:
    async with table(tmp_path, "uno", seed=5).run_test(size=(80, 24)) as pilot:
        screen = await settled(pilot)
        await pilot.press("z")
        await pilot.pause()
        assert pilot.app.screen is screen
        assert "There is no move of yours to take back." in shown(pilot)


async def test_a_match_that_is_over_stays_over(tmp_path: Path) -> None:
    async with table(tmp_path, "uno", options={"initialCards": 1, "targetScore": None}, seats=2).run_test(
        size=(80, 24)
    ) as pilot:
        screen = await settled(pilot)
        while not screen.match.over():
            await pilot.press(*uno_keys(screen, screen.match.legal()[0].to_json()))
            screen = await settled(pilot)
        seq = screen.match.seq
        await pilot.press("z")
        await pilot.pause()
        assert pilot.app.screen is screen
        assert (screen.match.seq, screen.match.over()) == (seq, True)
