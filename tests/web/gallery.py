"""Pictures of every phase of both games: `python -m tests.web.gallery [phase …] [--size WxH …] [--sheets]`.

Each phase is drawn at every size, by day and by night, in both languages. `--sheets` puts many pictures on one, so that
all of them can be looked at.
"""

import argparse
import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page

from tests.web.phases import PHASES, find
from tests.web.pictures import studio
from tests.web.stage import Stage
from tests.web.test_layout import SIZES
from tests.web.visitor import Visitor, settled

FOLDER: Final = Path(__file__).parents[2] / "artifacts" / "gallery"
LANGUAGES: Final = {"en": "en-US", "zh": "zh-CN"}
THEMES: Final = ("light", "dark")
SHEET_WIDTH: Final = 1480
"""A sheet is this wide and at most about as high."""


def sizes_of(text: str) -> tuple[int, int]:
    """`1366x650` as numbers."""
    width, height = text.split("x")
    return int(width), int(height)


def drawn(stage: Stage, wanted: list[str]) -> Iterator[str]:
    """Every wanted phase, one after another on the stage."""
    for game, phases in PHASES.items():
        for name in phases:
            if not wanted or f"{game}-{name}" in wanted:
                stage.show(find(game, name), events=True)
                yield f"{game}-{name}"


def sheet(page: Page, pictures: dict[str, bytes], columns: int, file: Path) -> None:
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


def draw(browser: Browser, stage: Stage, asked: argparse.Namespace, mark: str) -> None:
    """Pictures of one visitor: each phase at every size."""
    pictures: dict[tuple[int, int], dict[str, bytes]] = {size: {} for size in asked.size}
    for name in drawn(stage, asked.phase):
        for width, height in asked.size:
            stage.page.set_viewport_size({"width": width, "height": height})
            settled(stage.page)
            pictures[width, height][name] = stage.page.screenshot()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for (width, height), found in pictures.items():
        if asked.sheets:
            sheets(browser, found, f"{width}x{height}-{mark}", width / height)
        else:
            for name, data in found.items():
                (FOLDER / f"{name}-{width}x{height}-{mark}.png").write_bytes(data)


def sheets(browser: Browser, pictures: dict[str, bytes], mark: str, shape: float) -> None:
    """As many sheets as it takes; `shape` is width by height of a picture."""
    columns = 3 if shape > 1 else 6
    most = columns * (3 if shape > 1 else 2)
    names = list(pictures)
    paper = browser.new_page(viewport={"width": SHEET_WIDTH + 16, "height": 400})
    for first in range(0, len(names), most):
        part = {name: pictures[name] for name in names[first : first + most]}
        sheet(paper, part, columns, FOLDER / f"sheet-{mark}-{first // most}.png")
    paper.close()


def main() -> None:
    """All phases, or those named (`uno-debt`)."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("phase", nargs="*")
    parser.add_argument("--size", nargs="+", type=sizes_of, default=SIZES)
    parser.add_argument("--language", nargs="+", choices=LANGUAGES, default=list(LANGUAGES))
    parser.add_argument("--theme", nargs="+", choices=THEMES, default=list(THEMES))
    parser.add_argument("--sheets", action="store_true")
    asked = parser.parse_args()
    with studio() as (browser, site):
        for language in asked.language:
            for theme in asked.theme:
                guest = Visitor(browser, site, motion="reduce", language=LANGUAGES[language], theme=theme)
                draw(browser, Stage(guest), asked, f"{language}-{theme}")
                guest.context.close()


if __name__ == "__main__":
    main()
