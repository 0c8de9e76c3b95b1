"""Matches of bots that came over the arena's own protocol, watched from the page."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import expect

from tests.web.conftest import Invite
from tests.web.site import ProcessSite, Site, wait_until

ROOT = Path(__file__).parents[2]
SLOW = {"countdown_seconds": "1", "bot_delay_min_ms": "1500", "bot_delay_max_ms": "1500"}
"""A match that begins soon and lasts longer than anybody watches it."""
BOT = """
import asyncio, sys
from tests.server.arena.legacy import LegacyBot
async def play(): await LegacyBot(sys.argv[1], 1).play_match()
asyncio.run(play())
"""


@contextmanager
def stranger(site: Site) -> Iterator[None]:
    """A bot in a process of its own, that knows nothing of us; house bots sit down with it."""
    bot = subprocess.Popen([sys.executable, "-c", BOT, site.url], cwd=ROOT, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        bot.kill()
        bot.wait()


def test_a_match_of_the_arena_is_found_in_the_list_and_watched(invite: Invite, tmp_path: Path) -> None:
    with ProcessSite(tmp_path, seed="arena", **SLOW) as site, stranger(site):
        wait_until(lambda: any(room["status"] == "playing" for room in site.ask("/rooms")["rooms"]))
        guest = invite(site)
        page = guest.open()
        page.get_by_text("Bot matches", exact=False).click()
        page.locator(".room-row", has_text="4 / 4").get_by_role("link", name="Watch").click()
        page.wait_for_selector("[data-pile]")
        before = page.locator(".frame").get_attribute("data-seq")
        expect(page.locator(".frame")).not_to_have_attribute("data-seq", before or "")
        assert page.locator("[data-hand]").count() == 0
        expect(page.locator(".log-line").first).to_be_visible()
        guest.line_breaks = True
