"""The pictures in the documents are made from the program itself.

`PAIJU_PICTURES=1 pytest tests/terminal/tui/test_pictures.py` makes them anew.
"""

import os
from pathlib import Path

import pytest

from paiju.terminal.tui.picture import canvas_lines, svg
from tests.terminal.tui.positions import chosen, resumed
from tests.terminal.tui.tables import screen_of

PICTURES = Path(__file__).parents[3] / "docs" / "pictures"
TITLES = {
    "uno": "UNO in a terminal of 80 by 24 cells: three bots, the piles, the log, and a hand with a card chosen",
    "shandong": "Shandong in a terminal of 80 by 24 cells: following a tractor, and why a choice is refused",
}


@pytest.mark.anyio
@pytest.mark.parametrize(("game", "language"), [("uno", "en-US"), ("shandong", "zh-CN")])
async def test_the_picture_shows_the_program_as_it_is(tmp_path: Path, game: str, language: str) -> None:
    app = resumed(tmp_path, game, language)
    async with app.run_test(size=(80, 24)) as pilot:
        await chosen(pilot, game)
        drawn = svg(canvas_lines(screen_of(pilot).board.canvas, app.look.palette), TITLES[game])
    path = PICTURES / f"terminal-{game}.svg"
    if os.environ.get("PAIJU_PICTURES"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(drawn, "utf-8")
    assert path.read_text("utf-8") == drawn
