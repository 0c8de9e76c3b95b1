"""Many pictures on one, so that all of them can be looked at, and the options of the commands that draw them."""

import argparse
import base64
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page

SIZES: Final = (
    (1024, 600), (1280, 640), (1366, 650), (1440, 900), (1920, 1080), (2560, 1440), (768, 1024), (360, 640), (360, 740),
    (412, 915), (740, 360),
)  # fmt: skip
"""Every size at which every screen and every phase fits."""
LANGUAGES: Final = {"en": "en-US", "zh": "zh-CN"}
THEMES: Final = ("light", "dark")
SHEET_WIDTH: Final = 1480
"""A sheet is this wide and at most about as high."""


def size_of(text: str) -> tuple[int, int]:
    """`1366x650` as numbers."""
    width, height = text.split("x")
    return int(width), int(height)


def add_options(parser: argparse.ArgumentParser) -> None:
    """What every drawing command asks: sizes, languages, themes, and whether to put the pictures on sheets."""
    parser.add_argument("--size", nargs="+", type=size_of, default=SIZES)
    parser.add_argument("--language", nargs="+", choices=LANGUAGES, default=list(LANGUAGES))
    parser.add_argument("--theme", nargs="+", choices=THEMES, default=list(THEMES))
    parser.add_argument("--sheets", action="store_true")


def save(
    browser: Browser, pictures: dict[str, bytes], folder: Path, size: tuple[int, int], mark: str, *, on_sheets: bool
) -> None:
    """Keep pictures of one size by name: each in its own file, or many on a sheet."""
    folder.mkdir(parents=True, exist_ok=True)
    mark = f"{size[0]}x{size[1]}-{mark}"
    if on_sheets:
        _sheets(browser, pictures, folder, mark, size[0] > size[1])
        return
    for name, data in pictures.items():
        (folder / f"{name}-{mark}.png").write_bytes(data)


def _sheets(browser: Browser, pictures: dict[str, bytes], folder: Path, mark: str, wide: bool) -> None:
    """As many sheets as it takes."""
    columns = 3 if wide else 6
    most = columns * (3 if wide else 2)
    names = list(pictures)
    paper = browser.new_page(viewport={"width": SHEET_WIDTH + 16, "height": 400})
    for first in range(0, len(names), most):
        part = {name: pictures[name] for name in names[first : first + most]}
        _sheet(paper, part, columns, folder / f"sheet-{mark}-{first // most}.png")
    paper.close()


def _sheet(page: Page, pictures: dict[str, bytes], columns: int, file: Path) -> None:
    """Put pictures beside each other, each under its name."""
    cells = "".join(
        f"<figure><figcaption>{name}</figcaption>"
        f'<img src="data:image/png;base64,{base64.b64encode(data).decode()}"></figure>'
        for name, data in pictures.items()
    )
    page.set_content(
        f"<style>body{{margin:8px;display:grid;grid-template-columns:repeat({columns},minmax(0,1fr));gap:8px;width:{SHEET_WIDTH}px"
        f";font:13px sans-serif}}figure{{margin:0}}img{{width:100%}}</style>{cells}"
    )
    page.screenshot(path=file, full_page=True)
