"""The page's pictures in the documentation: `python -m tests.web.pictures [FOLDER]`."""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, sync_playwright

from tests.web.players import Asked, my_turn, play_until, shandong_by_clicks, uno_by_clicks
from tests.web.site import LONG, SharedSite
from tests.web.visitor import CHROMIUM, CHROMIUM_ARGS, PHONE, Visitor

PICTURES: Final = Path(__file__).parents[2] / "docs" / "pictures"


@contextmanager
def studio() -> Iterator[tuple[Browser, SharedSite]]:
    """A browser, and a server to visit."""
    with (
        tempfile.TemporaryDirectory() as folder,
        SharedSite(Path(folder)) as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGS)
        yield browser, site
        browser.close()


def _mid_game(seen: Asked) -> bool:
    """Something has happened, and cards of mine fit."""
    return my_turn(seen) and not seen["colour"] and seen["lines"] > 12 and len(seen["legal"]) > 1


def _early_in_a_hand(seen: Asked) -> bool:
    """My turn, early in a hand."""
    return my_turn(seen) and seen["trick"] > 1 and len(seen["cards"]) > 14


def web_pictures(folder: Path) -> None:
    """Draw `web-uno.png` and `web-shandong-phone.png`: the same positions every time."""
    with studio() as (browser, site):
        site.use_deals("picture of UNO")
        desk = Visitor(browser, site, size=(1280, 800), motion="reduce")
        page = desk.sit(site.table("uno", bots=3), "uno")
        play_until(page, uno_by_clicks, _mid_game)
        desk.shoot(folder / "web-uno.png")
        desk.leave()
        site.use_deals("picture of Shandong")
        phone = Visitor(browser, site, size=PHONE, language="zh-CN", motion="reduce", theme="dark")
        page = phone.sit(site.table("shandong", bots=3, name="小安", options=LONG), "shandong")
        play_until(page, shandong_by_clicks, _early_in_a_hand)
        phone.shoot(folder / "web-shandong-phone.png")
        phone.leave()


if __name__ == "__main__":
    web_pictures(Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES)
