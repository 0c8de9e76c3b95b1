"""Pictures of every phase of both games, in both languages and every size: `python -m tests.web.gallery [phase …]`."""

import sys
from pathlib import Path
from typing import Final

from tests.web.phases import PHASES, find
from tests.web.pictures import studio
from tests.web.stage import Stage
from tests.web.test_layout import SIZES
from tests.web.visitor import Visitor

FOLDER: Final = Path(__file__).parents[2] / "artifacts" / "gallery"
LANGUAGES: Final = {"en": "en-US", "zh": "zh-CN"}


def main() -> None:
    """All phases, or those named (`uno-debt`)."""
    wanted = sys.argv[1:]
    with studio() as (browser, site):
        for short, language in LANGUAGES.items():
            guest = Visitor(browser, site, motion="reduce", language=language)
            stage = Stage(guest)
            for game, phases in PHASES.items():
                for name in phases:
                    if wanted and f"{game}-{name}" not in wanted:
                        continue
                    stage.show(find(game, name), events=True)
                    for width, height in SIZES:
                        stage.page.set_viewport_size({"width": width, "height": height})
                        guest.shoot(FOLDER / f"{game}-{name}-{width}x{height}-{short}.png")
                    print(f"{game}-{name} {short}", flush=True)
            guest.context.close()


if __name__ == "__main__":
    main()
