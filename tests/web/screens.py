"""All screens that are not tables, with something on each.

`python -m tests.web.screens FOLDER [NAME …] [--size WxH …] [--sheets]` draws them, by day and by night, in both
languages; `--sheets` puts many pictures on one.
"""

import argparse
import json
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Page

from tests.web.pictures import studio
from tests.web.sheets import LANGUAGES, add_options, save
from tests.web.site import Json, SharedSite, wait_until
from tests.web.visitor import Visitor, settled

HOUSE_RULES: Final = {"stackDrawCards": True, "sevenSwap": True, "zeroRotate": True, "jumpIn": True, "targetScore": 60}
SHORT: Final[dict[str, Json]] = {
    "uno": {"targetScore": 60},
    "shandong": {"startLevel": "A"},
}


class Screen(NamedTuple):
    """An address, and what is there when it has been drawn."""

    path: str
    ready: str
    then: Callable[[Page], object] | None = None
    """What to do there before looking."""


def played(site: SharedSite, game: str) -> str:
    """A match of four bots that everybody may see, played to its end."""
    site.use_deals(f"screens {game}")
    seats = {"game": game, "seats": 4, "bots": ["easy"] * 4, "clock": 0, "start": True, "visibility": "listed"}
    room: Json = site.ask("/rooms", {**seats, "options": SHORT[game]})

    def over() -> bool:
        site.pass_time(60)
        return any(found["match"] == room["match"] for found in site.ask("/matches")["matches"])

    wait_until(over)
    match: str = room["match"]
    return match


def play_ranked(site: SharedSite, player: Json) -> Json:
    """A short match that counts, played to its end over the API by a known player."""
    seated = site.table("uno", bots=1, rulebook="platform", player=player["secret"], ranked=True)

    def step() -> bool:
        seen = site.ask(f"/rooms/{seated['room']}/view", secret=seated["secret"])
        legal = [action for action in seen["legal"] if action["type"] != "CHALLENGE_UNO"]
        plays = [action for action in legal if action["type"] == "PLAY_CARD"] or legal
        if seen["clock"]["seat"] == seated["seat"] and plays:
            site.ask(f"/rooms/{seated['room']}/act", {"action": plays[0]}, seated["secret"])
        return bool(seen["view"]["status"] == "ended")

    wait_until(step)
    return {"match": seated["match"], **player}


class Screens:
    """A server on which something has happened: finished matches, a room with people, a ladder."""

    def __init__(self, site: SharedSite) -> None:
        self._visits = 0
        self.matches: Final = {game: played(site, game) for game in ("uno", "shandong")}
        self.player: Final[Json] = play_ranked(site, site.ask("/players", {}))
        wish = {"game": "uno", "seats": 4, "clock": 60, "visibility": "listed", "options": HOUSE_RULES}
        self.room: Final[Json] = site.ask("/rooms", {**wish, "name": "Ann", "player": self.player["secret"]})
        site.ask(f"/rooms/{self.room['room']}/join", {"name": "Maximilian-Alexander"})
        site.ask(f"/rooms/{self.room['room']}/bot", {"seat": 2, "bot": "easy"}, self.room["secret"])
        other = site.ask("/rooms", {"game": "shandong", "name": "老周", "visibility": "listed"})
        site.ask(f"/rooms/{other['room']}/join", {"name": "小林"})

    def all(self) -> dict[str, Screen]:
        """Every screen by name."""
        uno, shandong = self.matches["uno"], self.matches["shandong"]
        return {
            "start": Screen("", ".room-row"),
            "settings": Screen("", ".room-row", lambda page: page.locator(".bar-me").click()),
            "new-uno": Screen("new/uno", ".house-rule"),
            "new-uno-rules": Screen("new/uno", ".house-rule", lambda page: page.locator("summary").click()),
            "new-shandong": Screen("new/shandong", ".house-rule"),
            "waiting": Screen(f"room/{self.room['room']}", ".waiting-seat"),
            "replays": Screen("replays", ".match-row", lambda page: page.locator(".segment").nth(1).click()),
            "replay-uno": Screen(f"replay/{uno}", ".replay-hand"),
            "replay-uno-seat": Screen(f"replay/{uno}?turn=9&seat=1", ".seat-fan"),
            "replay-uno-end": Screen(f"replay/{uno}?turn=99999", "[data-replay-end]"),
            "replay-shandong": Screen(f"replay/{shandong}", ".replay-hand"),
            "replay-shandong-seat": Screen(f"replay/{shandong}?turn=30&seat=2", "[data-trick]"),
            "ladder": Screen("ladder/uno", ".ladder"),
            "rules-uno": Screen("rules/uno", ".rules-text"),
            "rules-shandong": Screen("rules/shandong", ".rules-text"),
            "no-room": Screen("room/%00", ".message"),
            "no-game": Screen("rules/nogame", ".message"),
        }

    def visit(self, guest: Visitor, screen: Screen) -> Page:
        """Go there, as the host of the waiting room. The page is loaded anew, once."""
        self._visits += 1
        page = guest.page
        page.goto(f"{guest.site.url}/?visit={self._visits}#/{screen.path}")
        if screen.path.startswith("replays"):
            page.wait_for_selector(".segment")
            assert screen.then is not None
            screen.then(page)
        page.wait_for_selector(screen.ready)
        if screen.then is not None and not screen.path.startswith("replays"):
            screen.then(page)
        settled(page)
        return page

    def host(self, guest: Visitor) -> None:
        """Give a visitor the host's seat of the waiting room."""
        own = {key: self.room[key] for key in ("room", "seat", "you", "secret")} | {"game": "uno", "at": 1}
        kept = json.dumps(json.dumps([own]))
        player = json.dumps(json.dumps({"player": self.player["player"], "secret": self.player["secret"]}))
        guest.context.add_init_script(
            f"localStorage['paiju.seats'] ??= {kept}; localStorage['paiju.player'] ??= {player}"
        )


def main() -> None:
    """Draw all screens, or those named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("name", nargs="*")
    add_options(parser)
    asked = parser.parse_args()
    with studio() as (browser, site):
        screens = Screens(site)
        found = {name: screen for name, screen in screens.all().items() if not asked.name or name in asked.name}
        for size, language, theme in product(asked.size, asked.language, asked.theme):
            guest = Visitor(browser, site, size=size, language=LANGUAGES[language], theme=theme, motion="reduce")
            screens.host(guest)
            pictures = {
                name: screens.visit(guest, screen).screenshot(animations="disabled") for name, screen in found.items()
            }
            save(browser, pictures, asked.folder, size, f"{language}-{theme}", on_sheets=asked.sheets)
            guest.leave()


if __name__ == "__main__":
    main()
