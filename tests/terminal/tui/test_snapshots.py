"""How the tables look. When one changes on purpose: `pytest --snapshot-update`, and look at what changed.

The pictures show what Textual sends to a terminal: both tables and both score sheets at every size in both languages.
All other moments of a match are kept as text, at the smallest size.
"""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from rich.segment import Segment
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from textual.pilot import Pilot

from paiju.terminal.tui.app import PaijuApp
from paiju.terminal.tui.appearance import Appearance
from paiju.terminal.tui.palette import NONE, Palette
from paiju.terminal.tui.picture import svg
from tests.terminal.tui.moments import MOMENTS, lines_of, reached, shown_at
from tests.terminal.tui.positions import chosen, resumed
from tests.terminal.tui.tables import screen_of

SIZES = [(80, 24), (100, 30), (160, 50)]
LANGUAGES = ["zh-CN", "en-US"]
GAMES = ["uno", "shandong"]
SHEETS = ["uno-fourth-round", "shandong-result"]


class Picture(SingleFileSnapshotExtension):
    """One SVG file a snapshot."""

    file_extension = "svg"
    _write_mode = WriteMode.TEXT


async def picture(
    app: PaijuApp, size: tuple[int, int], show: Callable[[Pilot[int]], Awaitable[list[list[Segment]]]]
) -> str:
    """The whole screen, as wide in every line as the terminal."""
    async with app.run_test(size=size) as pilot:
        lines = await show(pilot)
    assert [sum(piece.cell_length for piece in line) for line in lines] == [size[0]] * size[1]
    return svg(lines, f"{size[0]} × {size[1]}")


@pytest.mark.anyio
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
async def test_table(
    tmp_path: Path, snapshot: SnapshotAssertion, game: str, language: str, size: tuple[int, int]
) -> None:
    async def show(pilot: Pilot[int]) -> list[list[Segment]]:
        await chosen(pilot, game)
        return lines_of(pilot)

    app = resumed(tmp_path, game, language)
    assert await picture(app, size, show) == snapshot(extension_class=Picture)


@pytest.mark.anyio
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SHEETS)
async def test_score_sheet(
    tmp_path: Path, snapshot: SnapshotAssertion, name: str, language: str, size: tuple[int, int]
) -> None:
    async def show(pilot: Pilot[int]) -> list[list[Segment]]:
        return await shown_at(pilot, MOMENTS[name])

    app = reached(MOMENTS[name], tmp_path, language)
    assert await picture(app, size, show) == snapshot(extension_class=Picture)


@pytest.mark.anyio
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sorted(MOMENTS))
async def test_moment(tmp_path: Path, snapshot: SnapshotAssertion, name: str, language: str) -> None:
    app = reached(MOMENTS[name], tmp_path, language)
    async with app.run_test(size=(80, 24)) as pilot:
        lines = await shown_at(pilot, MOMENTS[name])
    assert "\n".join("".join(piece.text for piece in line).rstrip() for line in lines) == snapshot


@pytest.mark.anyio
@pytest.mark.parametrize("game", GAMES)
async def test_table_without_colours_and_shapes(tmp_path: Path, snapshot: SnapshotAssertion, game: str) -> None:
    app = resumed(tmp_path, game, "en-US", Appearance(Palette(NONE), ascii_only=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await chosen(pilot, game)
        board = screen_of(pilot).board
        lines = [board.render_line(row).text for row in range(24)]
        assert "".join(lines).replace("中文", "").isascii()
        assert "\n".join(lines) == snapshot
