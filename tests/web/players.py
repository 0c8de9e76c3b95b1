"""People who play by clicking or by keys alone. They read the screen, never the server."""

import time
from collections.abc import Callable
from typing import Any, Final

from playwright.sync_api import Locator, Page, Position
from playwright.sync_api import TimeoutError as Missing

PATIENCE: Final = 540.0
"""Seconds for a whole match, on a machine that has ten other things to do."""
CLICK_MS: Final = 4000
SPINE: Final[Position] = {"x": 12, "y": 30}
"""Where a card shows in a fan, however many there are."""
Look = Callable[[str], None]
Asked = dict[str, Any]

# One look at the whole screen: a question per element would take ten times as long.
_LOOK: Final = """() => {
    const find = selector => document.querySelector(selector);
    const over = find('[data-over]')?.dataset.over ?? '';
    const options = [...document.querySelectorAll('[data-hand] [role=option]')];
    return {
        over,
        tone: find('[data-prompt]')?.dataset.prompt ?? '',
        acting: find('[data-acting]') !== null,
        colour: find('.colour-choice') !== null,
        target: find('.target') !== null,
        declare: find('.declare .button-primary') !== null,
        answer: find('.prompt-answers .button:not([aria-disabled=true])') !== null,
        ready: find('.over .button-primary .icon-check') !== null,
        trick: document.querySelectorAll('[data-trick] .played-words').length,
        lines: document.querySelectorAll('.log-line').length,
        cards: options.map(card => card.dataset.card),
        legal: options.flatMap((card, i) => card.ariaDisabled === 'false' ? [i] : []),
        dimmed: options.flatMap((card, i) => card.ariaDisabled === 'true' ? [i] : []),
    };
}"""


def nobody_looks(_phase: str) -> None:
    """For matches without pictures."""


def asked(page: Page) -> Asked:
    """Everything the screen says at this moment."""
    found: Asked = page.evaluate(_LOOK)
    return found


def wanted(seen: Asked) -> bool:
    """Whether the screen waits for its owner, and not for the server."""
    if seen["acting"]:
        return False
    prompted = seen["tone"] in ("you", "bad", "ok", "warn")
    return bool(prompted or seen["over"] or seen["colour"] or seen["target"] or seen["declare"] or seen["answer"])


def shown(page: Page, selector: str) -> Locator | None:
    """The first element, if it is there now."""
    found = page.locator(selector)
    return found.first if found.count() else None


def play_until(page: Page, step: Callable[[Page, Asked], None], ends: Callable[[Asked], bool]) -> Asked:
    """One step after another until the end is on the screen."""
    deadline = time.monotonic() + PATIENCE
    while not ends(seen := asked(page)):
        assert time.monotonic() < deadline, f"no end in sight: {page.locator('body').inner_text()[:600]}"
        if wanted(seen):
            try:
                step(page, seen)
            except Missing:
                pass  # what was to be clicked went away: bots are quick, look again
        page.wait_for_timeout(20)
    return seen


def match_over(seen: Asked) -> bool:
    """The whole match is decided."""
    return bool(seen["over"] == "match")


def round_over(seen: Asked) -> bool:
    """A round or the match is decided."""
    return bool(seen["over"])


def my_turn(seen: Asked) -> bool:
    """Cards in the hand, and one of them is wanted."""
    return bool(seen["tone"] == "you" and seen["cards"] and wanted(seen) and not seen["over"] and not seen["answer"])


def click(found: Locator) -> None:
    """A click that does not wait long for what is moving away."""
    found.click(timeout=CLICK_MS)


def get_ready(page: Page, seen: Asked) -> None:
    """Between rounds: say once that it may go on."""
    if seen["over"] == "round" and not seen["ready"]:
        click(page.locator(".over .button-primary"))


# --- UNO ------------------------------------------------------------------------------------------------------


def uno_by_clicks(look: Look = nobody_looks) -> Callable[[Page, Asked], None]:
    """Lay the first card that fits, else draw; answer whatever is asked."""

    def step(page: Page, seen: Asked) -> None:
        if seen["over"]:
            look("round")
            get_ready(page, seen)
        elif seen["colour"]:
            look("colour")
            click(page.locator(".colour-choice").first)
        elif seen["target"]:
            look("target")
            click(page.locator(".target").first)
        elif seen["answer"]:
            look("answer")
            click(page.locator(".prompt-answers .button:not([aria-disabled=true])").first)
        elif seen["legal"]:
            card = page.locator(f'[data-card="{seen["cards"][seen["legal"][0]]}"]')
            card.click(timeout=CLICK_MS, position=SPINE)
            look("selected")
            click(page.locator(".action-play"))
        else:
            look("draw")
            click(page.locator(".action-draw"))

    return step


def uno_by_keys(page: Page, seen: Asked) -> None:
    """The same with the keyboard alone: a number and Enter, D, P, U, C, A, 1–4."""
    press = page.keyboard.press
    if seen["over"]:
        if seen["over"] == "round" and not seen["ready"]:
            press("Enter")
    elif seen["colour"]:
        press("2")
    elif seen["target"]:
        press("Tab")
        press("Enter")
    elif seen["answer"]:
        for key in "acu":
            press(key)
    elif legal := [i for i in seen["legal"] if i < 10]:
        press(str((legal[0] + 1) % 10))
        press("Enter")
    elif seen["legal"]:
        press("h")
        page.wait_for_selector(".card-selected", timeout=CLICK_MS)
        press("Enter")
    else:
        press("d")
        press("p")


# --- Shandong -------------------------------------------------------------------------------------------------


def shandong_by_clicks(look: Look = nobody_looks) -> Callable[[Page, Asked], None]:
    """Declare when possible, otherwise do what the hint says."""

    def step(page: Page, seen: Asked) -> None:
        if seen["over"]:
            look("round")
            get_ready(page, seen)
        elif seen["declare"]:
            look("declare")
            click(page.locator(".declare .button-primary"))
        elif seen["tone"] in ("you", "wait") and seen["answer"]:
            look("pass")
            click(page.locator(".prompt-answers .button").first)
        elif seen["tone"] in ("you", "bad", "ok"):
            if seen["tone"] != "ok":
                look("asked")
                click(page.locator(".action-hint"))
            page.wait_for_selector(".prompt-ok", timeout=CLICK_MS)
            look("ready-" + page.locator(".action-play").inner_text().split()[0].lower())
            click(page.locator(".action-play"))

    return step


def shandong_by_keys(page: Page, seen: Asked) -> None:
    """H proposes, Enter plays and declares, P passes."""
    press = page.keyboard.press
    if seen["over"]:
        if seen["over"] == "round" and not seen["ready"]:
            press("Enter")
    elif seen["declare"]:
        press("Enter")
    elif seen["tone"] in ("you", "wait") and seen["answer"]:
        press("p")
    elif seen["tone"] in ("you", "bad", "ok"):
        if seen["tone"] != "ok":
            press("h")
        page.wait_for_selector(".prompt-ok", timeout=CLICK_MS)
        press("Enter")
