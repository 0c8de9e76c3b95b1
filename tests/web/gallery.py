"""Pictures of every phase of both games, in both languages and three sizes: `python -m tests.web.gallery [phase …]`.

Four people sit at the table; all of them are led over the API, so that rare moments (a challenge, a failed throw) come
soon. The first one also has a browser, whose screen is kept whenever such a moment has come.
"""

import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final
from urllib.error import HTTPError

from playwright.sync_api import Page

from tests.web.pictures import studio
from tests.web.players import select
from tests.web.site import LONG, Json, SharedSite
from tests.web.visitor import DESKTOP, PHONE, TABLET, Visitor

FOLDER: Final = Path(__file__).parents[2] / "artifacts" / "gallery"

NAMES: Final = ("Ann", "Lin", "Maya", "Sage")
SIZES: Final = {"phone": PHONE, "tablet": TABLET, "desktop": DESKTOP}
LANGUAGES: Final = ("en", "zh")
NOBODY: Final = -4
"""Whose time runs when the match is over."""
Wish = Callable[[Json], bool]
"""Whether the position, as the first seat sees it, is the moment."""
Taste = Callable[[Json, int], list[Json]]
"""What a seat would rather do than anything else, given its view; empty: anything legal."""


class Table:
    """A room whose people all do as they are told."""

    def __init__(self, site: SharedSite, game: str, seed: int, **wish: object) -> None:
        self.site: Final = site
        self.game: Final = game
        self.dice: Final = random.Random(seed)
        first = site.ask("/rooms", {"game": game, "name": NAMES[0], "seats": 4, "clock": 0, **wish})
        self.room: Final[str] = first["room"]
        self.people: Final[list[Json]] = [first]
        for name in NAMES[1:]:
            self.people.append(site.ask(f"/rooms/{self.room}/join", {"name": name}))

    def start(self) -> None:
        """Everybody is ready."""
        for person in self.people[1:]:
            self.site.ask(f"/rooms/{self.room}/ready", {"ready": True}, person["secret"])
        self.site.ask(f"/rooms/{self.room}/start", {}, self.people[0]["secret"])

    def view(self, seat: int = 0) -> Json:
        """What a seat sees, with what it may do."""
        answer: Json = self.site.ask(f"/rooms/{self.room}/view", secret=self.people[seat]["secret"])
        return answer

    def say(self, seat: int, verb: str, body: Json) -> bool:
        """Do it; False when the server refuses."""
        try:
            self.site.ask(f"/rooms/{self.room}/{verb}", body, self.people[seat]["secret"])
        except HTTPError:
            return False
        return True

    def step(self, taste: Taste) -> None:
        """Somebody who may act does: what the taste says, else a hint, else anything."""
        for seat in self.dice.sample(range(4), 4):
            seen = self.view(seat)
            if seen["view"] is None:
                return
            if seen["view"].get("phase") in ("round_over", "scored"):
                self.say(seat, "ready", {"ready": True})
                continue
            wanted = taste(seen, seat)
            if any(self.say(seat, "act", {"action": action}) for action in wanted):
                return
            mine = seen["clock"]["seat"] in (seat, -2)
            if mine and seen["legal"] and self.say(seat, "act", {"action": self._usual(seen, seat)}):
                return

    def _usual(self, seen: Json, seat: int) -> Json:
        if self.game == "uno":
            plays = [action for action in seen["legal"] if action["type"] == "PLAY_CARD"]
            calls = ("CALL_UNO", "CHALLENGE_UNO")
            rest = [action for action in seen["legal"] if action["type"] not in calls]
            found: Json = self.dice.choice(plays or rest or seen["legal"])
            return found
        hint: Json | None = self.site.ask(f"/rooms/{self.room}/hint", secret=self.people[seat]["secret"])["action"]
        return hint or seen["legal"][0]

    def until(self, wish: Wish, taste: Taste, most: int = 2000) -> bool:
        """Go on until the moment has come; False when it does not."""
        for _ in range(most):
            seen = self.view()
            if wish(seen):
                return True
            if seen["clock"]["seat"] == NOBODY:
                break
            self.step(taste)
        return False


def no_taste(_seen: Json, _seat: int) -> list[Json]:
    """Nothing in particular."""
    return []


def actions(seen: Json, *types: str) -> list[Json]:
    """Legal actions of these types."""
    return [action for action in seen["legal"] if action["type"] in types]


def mine(seen: Json) -> bool:
    """Whether the first seat is on turn."""
    return bool(seen["clock"]["seat"] == 0)


# --- UNO ----------------------------------------------------------------------------------------------------------


def cards_first(*kinds: str) -> Taste:
    """Lay cards of these kinds as soon as they fit."""

    def taste(seen: Json, seat: int) -> list[Json]:
        return [a for a in actions(seen, "PLAY_CARD") if any(kind in a["cardId"] for kind in kinds)] if seat else []

    return taste


def draw_only(seen: Json, seat: int) -> list[Json]:
    """The first seat gathers cards."""
    return actions(seen, "DRAW_CARD", "SKIP_TURN") if seat == 0 else []


def choose(page: Page, kind: str) -> None:
    """Select a card of a kind and lay it, so that a question comes up."""
    select(page.locator(f".card-legal[data-card*='{kind}']").first)
    page.locator(".action-play").click()
    page.wait_for_selector("[role=dialog]")


def only_draw(seen: Json) -> bool:
    """Nothing fits."""
    return mine(seen) and not actions(seen, "PLAY_CARD") and bool(actions(seen, "DRAW_CARD"))


def fits(kind: str) -> Wish:
    """My turn, and a card of this kind can be laid."""
    return lambda seen: mine(seen) and any(kind in action["cardId"] for action in actions(seen, "PLAY_CARD"))


def held(count: int) -> Wish:
    """My turn with so many cards."""
    return lambda seen: mine(seen) and len(seen["view"]["hand"]) >= count and bool(actions(seen, "PLAY_CARD"))


def phase(*names: str) -> Wish:
    """The game is in one of these phases."""
    return lambda seen: seen["view"]["phase"] in names


UNO: Final[dict[str, tuple[Json, Taste, Wish]]] = {
    "deal": ({}, no_taste, lambda _seen: True),
    "turn": ({}, no_taste, lambda seen: mine(seen) and len(actions(seen, "PLAY_CARD")) > 1),
    "nothing-fits": ({}, no_taste, only_draw),
    "drawn": ({}, draw_only, lambda seen: mine(seen) and seen["view"]["drawnCardId"] is not None),
    "wild": ({}, draw_only, fits("wild-1")),
    "swap": ({"sevenSwap": True}, draw_only, fits("-7-")),
    "challenge": ({}, cards_first("draw-four"), lambda seen: bool(actions(seen, "CHALLENGE_WILD_DRAW_FOUR"))),
    "catch": ({"initialCards": 3}, no_taste, lambda seen: bool(actions(seen, "CHALLENGE_UNO"))),
    "forgot": ({"initialCards": 3}, no_taste, lambda seen: seen["view"]["unoExposed"] == "p1"),
    "debt": (
        {"stackDrawCards": True},
        cards_first("draw_two", "draw-four"),
        lambda seen: mine(seen) and seen["view"]["drawPending"] > 1,
    ),
    "jump-in": ({"jumpIn": True}, no_taste, lambda seen: bool(actions(seen, "JUMP_IN"))),
    "many-cards": ({}, draw_only, held(14)),
    "very-many-cards": ({}, draw_only, held(26)),
    "round-over": ({"initialCards": 2}, no_taste, phase("round_over")),
    "match-over": ({"initialCards": 2, "targetScore": 1}, no_taste, phase("ended")),
}


# --- Shandong -----------------------------------------------------------------------------------------------------


def eager(*types: str) -> Taste:
    """Everybody but the first seat declares, snatches or sticks as soon as possible; the first one waits."""

    def taste(seen: Json, seat: int) -> list[Json]:
        return actions(seen, *types) if seat else []

    return taste


def bids(seen: Json, _seat: int) -> list[Json]:
    """Everybody declares."""
    return actions(seen, "DECLARE")


def hurries(seen: Json, seat: int) -> list[Json]:
    """Whole hands: no time for hints, the first legal action will do."""
    first: list[Json] = seen["legal"][:1]
    return bids(seen, seat) or first


def throws(seen: Json, _seat: int) -> list[Json]:
    """Leads its highest and its lowest card of a side suit together."""
    view = seen["view"]
    if view["phase"] != "playing" or view["trick"] is not None:
        return bids(seen, 0)
    sides = [group["cards"] for group in view["groups"] if group["suit"] != "trump" and len(group["cards"]) > 2]
    return [{"type": "PLAY", "cards": [cards[0], cards[-1]]} for cards in sides]


def in_trick(plays: int) -> Wish:
    """My turn, so many have played."""

    def wish(seen: Json) -> bool:
        trick = seen["view"]["trick"]
        return mine(seen) and seen["view"]["phase"] == "playing" and len(trick["plays"] if trick else []) == plays

    return wish


SHANDONG: Final[dict[str, tuple[Json, Taste, Wish]]] = {
    "declare": ({}, no_taste, lambda seen: bool(actions(seen, "DECLARE"))),
    "declaring": ({}, no_taste, lambda seen: seen["view"]["phase"] == "declaring" and not actions(seen, "DECLARE")),
    "snatch": ({}, eager("DECLARE"), lambda seen: bool(actions(seen, "SNATCH"))),
    "stick": ({}, eager("DECLARE"), lambda seen: bool(actions(seen, "STICK"))),
    "others-bury": ({}, eager("DECLARE"), lambda seen: seen["view"]["phase"] == "burying" and not mine(seen)),
    "bury": ({}, bids, lambda seen: mine(seen) and bool(seen["view"]["phase"] == "burying")),
    "lead": ({}, bids, in_trick(0)),
    "follow": ({}, bids, in_trick(3)),
    "second": ({}, bids, lambda seen: in_trick(1)(seen) and len(seen["view"]["trick"]["plays"][0]["cards"]) > 1),
    "throw-failed": ({}, throws, lambda seen: seen["view"]["failedThrow"] is not None),
    "hand-over": ({}, hurries, phase("scored")),
    "match-over": ({"startLevel": "A"}, hurries, lambda seen: seen["clock"]["seat"] == NOBODY),
}


QUESTIONS: Final = {"uno-wild": "wild-1", "uno-swap": "-7-"}
"""Moments of a question that laying such a card brings up."""


# --- taking them --------------------------------------------------------------------------------------------------


def shots(guest: Visitor, name: str) -> None:
    """The screen in every size and language."""
    page = guest.page
    question = QUESTIONS.get(name)
    for language in LANGUAGES:
        if page.evaluate("document.documentElement.lang.slice(0, 2)") != language:
            page.evaluate(
                """language => {
                    const kept = JSON.parse(localStorage['paiju.settings'] ?? '{"state":{},"version":1}');
                    kept.state.language = language === 'zh' ? 'zh-CN' : 'en-US';
                    localStorage['paiju.settings'] = JSON.stringify(kept);
                }""",
                language,
            )
            page.reload()
            page.wait_for_selector("[data-connection=open]")
        if question:
            choose(page, question)
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            guest.shoot(FOLDER / f"{name}-{size}-{language}.png")


def moments(site: SharedSite, wanted: list[str]) -> Iterator[tuple[str, Table]]:
    """Tables at their moment, one after another."""
    for game, phases in (("uno", UNO), ("shandong", SHANDONG)):
        for name, (options, taste, wish) in phases.items():
            if wanted and f"{game}-{name}" not in wanted:
                continue
            for seed in range(3):
                more = LONG if game == "shandong" else {}
                site.use_deals(f"{game} {name} {seed}")
                table = Table(site, game, seed, options={**more, **options})
                table.start()
                if table.until(wish, taste):
                    yield f"{game}-{name}", table
                    break
            else:
                print(f"{game}-{name}: never came")


def main() -> None:
    """All phases, or those named."""
    with studio() as (browser, site):
        for name, table in moments(site, sys.argv[1:]):
            guest = Visitor(browser, site, motion="reduce")
            page = guest.sit(table.people[0], table.game)
            page.wait_for_selector("[data-seat]")
            shots(guest, name)
            guest.context.close()
            print(name, flush=True)


if __name__ == "__main__":
    main()
