"""Pictures of every phase of both games: `python -m tests.web.gallery [phase …] [--size WxH …] [--sheets]`.

Each phase is drawn at every size, by day and by night, in both languages. `--sheets` puts many pictures on one, so that
all of them can be looked at.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser

from tests.web.phases import PHASES, find
from tests.web.pictures import studio
from tests.web.sheets import LANGUAGES, add_options, save
from tests.web.stage import Stage
from tests.web.visitor import Visitor, settled

FOLDER: Final = Path(__file__).parents[2] / "artifacts" / "gallery"


def drawn(stage: Stage, wanted: list[str]) -> Iterator[str]:
    """Every wanted phase, one after another on the stage."""
    for game, phases in PHASES.items():
        for name in phases:
            if not wanted or f"{game}-{name}" in wanted:
                stage.show(find(game, name), events=True)
                yield f"{game}-{name}"


def draw(browser: Browser, stage: Stage, asked: argparse.Namespace, mark: str) -> None:
    """Pictures of one visitor: each phase at every size."""
    pictures: dict[tuple[int, int], dict[str, bytes]] = {size: {} for size in asked.size}
    for name in drawn(stage, asked.phase):
        for width, height in asked.size:
            stage.page.set_viewport_size({"width": width, "height": height})
            settled(stage.page)
            pictures[width, height][name] = stage.page.screenshot()
    for size, found in pictures.items():
        save(browser, found, FOLDER, size, mark, on_sheets=asked.sheets)


def main() -> None:
    """All phases, or those named (`uno-debt`)."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("phase", nargs="*")
    add_options(parser)
    asked = parser.parse_args()
    with studio() as (browser, site):
        for language in asked.language:
            for theme in asked.theme:
                guest = Visitor(browser, site, motion="reduce", language=LANGUAGES[language], theme=theme)
                draw(browser, Stage(guest), asked, f"{language}-{theme}")
                guest.context.close()


if __name__ == "__main__":
    main()
