"""The pictures in the documents show the program as it is; `make pictures` makes them anew."""

from pathlib import Path

import pytest

from tools.pictures import PICTURES, SHANDONG, UNO, console_picture, table_picture


@pytest.mark.anyio
@pytest.mark.parametrize(("game", "language", "title"), [("uno", "en-US", UNO), ("shandong", "zh-CN", SHANDONG)])
async def test_the_picture_shows_the_program_as_it_is(tmp_path: Path, game: str, language: str, title: str) -> None:
    drawn = await table_picture(tmp_path, game, language, title)
    assert (PICTURES / f"terminal-{game}.svg").read_text("utf-8") == drawn


def test_the_picture_of_the_console_is_what_it_says(tmp_path: Path) -> None:
    assert (PICTURES / "terminal-console.svg").read_text("utf-8") == console_picture(tmp_path)
