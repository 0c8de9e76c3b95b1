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
        f'<figure><figcaption>{name}</figcaption><img src="data:image/png;base64,{base64.b64encode(data).decode()}"></figure>'
        for name, data in pictures.items()
    )
    page.set_content(
        f"<style>body{{margin:8px;display:grid;grid-template-columns:repeat({columns},minmax(0,1fr));gap:8px;width:{SHEET_WIDTH}px"
        f";font:13px sans-serif}}figure{{margin:0}}img{{width:100%}}</style>{cells}"
    )
    file.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=file, full_page=True)


def draw(browser: Browser, stage: Stage, asked: argparse.Namespace, mark: str) -> None:
    """Pictures of one visitor: at each size all phases."""
    for width, height in asked.size:
        stage.page.set_viewport_size({"width": width, "height": height})
        pictures: dict[str, bytes] = {}
        for name in drawn(stage, asked.phase):
            settled(stage.page)
            pictures[name] = stage.page.screenshot()
        columns = max(2, round(SHEET_WIDTH / 1.8 / max(width, 330)))
        rows = max(2, round(SHEET_WIDTH / (SHEET_WIDTH / columns * height / width)))
        if not asked.sheets:
            for name, data in pictures.items():
                file = FOLDER / f"{name}-{width}x{height}-{mark}.png"
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(data)
            continue
        paper = browser.new_page(viewport={"width": SHEET_WIDTH + 16, "height": 400})
        names = list(pictures)
        for first in range(0, len(names), columns * rows):
            part = {name: pictures[name] for name in names[first : first + columns * rows]}
            sheet(paper, part, columns, FOLDER / f"sheet-{width}x{height}-{mark}-{first // (columns * rows)}.png")
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
