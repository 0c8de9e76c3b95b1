"""How the tables look. When one changes on purpose: `pytest --snapshot-update`, and look at what changed.

Text snapshots show every size in both languages; the SVG ones are what Textual really sends to a terminal.
"""

from pathlib import Path
from typing import Protocol

import pytest
from syrupy.assertion import SnapshotAssertion
from textual.app import App
from textual.pilot import Pilot

from paiju.terminal.tui.look import Look
from paiju.terminal.tui.palette import NONE, Palette
from tests.terminal.tui.positions import chosen, resumed
from tests.terminal.tui.tables import screen_of, shown

SIZES = [(80, 24), (100, 30), (160, 50)]
LANGUAGES = ["zh-CN", "en-US"]
GAMES = ["uno", "shandong"]


class Compare(Protocol):
    """The fixture of pytest-textual-snapshot."""

    def __call__(self, app: App[int], *, terminal_size: tuple[int, int], run_before: object) -> bool: ...


@pytest.mark.anyio
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
async def test_table(
    tmp_path: Path, snapshot: SnapshotAssertion, game: str, language: str, size: tuple[int, int]
) -> None:
    app = resumed(tmp_path, game, language)
    async with app.run_test(size=size) as pilot:
        await chosen(pilot, game)
        assert shown(pilot) == snapshot


@pytest.mark.anyio
@pytest.mark.parametrize("game", GAMES)
async def test_table_without_colours_and_shapes(tmp_path: Path, snapshot: SnapshotAssertion, game: str) -> None:
    app = resumed(tmp_path, game, "en-US", Look(Palette(NONE), ascii_only=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await chosen(pilot, game)
        board = screen_of(pilot).board
        lines = [board.render_line(row).text for row in range(24)]
        assert "".join(lines).replace("中文", "").isascii()
        assert "\n".join(lines) == snapshot


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_on_the_terminal(tmp_path: Path, snap_compare: Compare, game: str, language: str) -> None:
    async def choose(pilot: Pilot[int]) -> None:
        await chosen(pilot, game)

    assert snap_compare(resumed(tmp_path, game, language), terminal_size=(80, 24), run_before=choose)
