"""People who play by clicking or by keys alone. They read the screen, never the server."""

import time
from collections.abc import Callable
from typing import Final

from playwright.sync_api import Locator, Page, Position
from playwright.sync_api import TimeoutError as Missing

_PATIENCE: Final = 240.0
SPINE: Final[Position] = {"x": 12, "y": 30}
"""Where a card shows in a fan, however many there are."""
Look = Callable[[str], None]


def nobody_looks(_phase: str) -> None:
    """For matches without pictures."""


def shown(page: Page, selector: str) -> Locator | None:
    """The first element, if it is there now."""
    found = page.locator(selector)
    return found.first if found.count() else None


def over(page: Page) -> str:
    """`round`, `match`, or nothing."""
    found = shown(page, "[data-over]")
    return (found.get_attribute("data-over") or "") if found else ""


def tone(page: Page) -> str:
    """What the prompt bar looks like: `you` when something is wanted."""
    found = shown(page, "[data-prompt]")
    try:
        return (found.get_attribute("data-prompt", timeout=500) or "") if found else ""
    except Missing:
        return ""


def play_until(page: Page, step: Callable[[Page], None], ends: Callable[[Page], bool]) -> None:
    """One step after another until the end is on the screen."""
    deadline = time.monotonic() + _PATIENCE
    while not ends(page):
        assert time.monotonic() < deadline, f"no end in sight: {page.locator('body').inner_text()[:600]}"
        try:
            step(page)
        except Missing:
            pass  # what was to be clicked went away: bots are quick, look again
        page.wait_for_timeout(15)


def match_over(page: Page) -> bool:
    """The whole match is decided."""
    return over(page) == "match"


def round_over(page: Page) -> bool:
    """A round or the match is decided."""
    return over(page) != ""


def click(found: Locator) -> None:
    """A click that does not wait long for what is moving away."""
    found.click(timeout=1500)


# --- UNO ------------------------------------------------------------------------------------------------------


def uno_by_clicks(look: Look = nobody_looks) -> Callable[[Page], None]:
    """Lay the first card that fits, else draw; answer whatever is asked."""

    def step(page: Page) -> None:
        if over(page) == "round":
            look("round")
            click(page.locator(".over .button-primary"))
            page.wait_for_timeout(100)
        elif colour := shown(page, ".colour-choice"):
            look("colour")
            click(colour)
        elif target := shown(page, ".target"):
            look("target")
            click(target)
        elif answer := shown(page, ".prompt-answers .button:not([aria-disabled=true])"):
            look("answer")
            click(answer)
        elif tone(page) in ("you", "bad"):
            fitting = shown(page, ".card-legal")
            if fitting is not None:
                fitting.click(timeout=1500, position=SPINE)
                look("selected")
                click(page.locator(".action-play"))
            else:
                look("draw")
                click(page.locator(".action-draw"))

    return step


def uno_by_keys(page: Page) -> None:
    """The same with the keyboard alone: hint and Enter, D, P, U, C, A, 1–4."""
    press = page.keyboard.press
    if over(page) == "round":
        press("Enter")
        page.wait_for_timeout(150)
    elif page.locator(".colour-choice").count():
        press("2")
    elif page.locator(".target").count():
        press("Tab")
        press("Enter")
    elif page.locator(".prompt-answers .button").count():
        press("a")
        press("c")
        press("u")
    elif tone(page) in ("you", "bad"):
        cards = page.locator("[data-hand] [role=option]")
        legal = [i for i in range(min(10, cards.count())) if cards.nth(i).get_attribute("aria-disabled") == "false"]
        if legal:
            press(str((legal[0] + 1) % 10))
            press("Enter")
        else:
            press("d")
            press("p")


# --- Shandong -------------------------------------------------------------------------------------------------


def shandong_by_clicks(look: Look = nobody_looks) -> Callable[[Page], None]:
    """Declare when possible, otherwise do what the hint says."""

    def step(page: Page) -> None:
        if over(page) == "round":
            look("round")
            click(page.locator(".over .button-primary"))
            page.wait_for_timeout(100)
        elif declare := shown(page, ".declare .button-primary"):
            look("declare")
            click(declare)
        elif tone(page) == "wait":
            look("wait")
            if answer := shown(page, ".prompt-answers .button"):
                click(answer)
        elif tone(page) in ("you", "bad", "ok"):
            if tone(page) != "ok":
                if answer := shown(page, ".prompt-you .prompt-answers .button"):
                    click(answer)
                    return
                look("asked")
                click(page.locator(".action-hint"))
            page.wait_for_selector(".prompt-ok", timeout=2500)
            look("ready " + page.locator(".action-play").inner_text().split()[0].lower())
            click(page.locator(".action-play"))

    return step


def shandong_by_keys(page: Page) -> None:
    """H proposes, Enter plays, P passes."""
    press = page.keyboard.press
    if over(page) == "round":
        press("Enter")
        page.wait_for_timeout(150)
    elif page.locator(".declare").count():
        page.locator(".declare .button-primary").focus(timeout=1000)
        press("Enter")
    elif tone(page) == "wait":
        if page.locator(".prompt-answers .button").count():
            press("p")
    elif tone(page) in ("you", "bad", "ok"):
        if tone(page) != "ok":
            press("h")
        page.wait_for_selector(".prompt-ok", timeout=2500)
        press("Enter")
