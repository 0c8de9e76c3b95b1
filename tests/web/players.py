"""People who play by clicking or by keys alone. They read the screen, never the server."""

import json
import time
from collections.abc import Callable
from typing import Any, Final

from playwright.sync_api import Locator, Page, Position
from playwright.sync_api import TimeoutError as Missing

from tests.web.site import DEADLINE

PATIENCE: Final = 540.0
"""Seconds after which a match hangs."""
CAN_PLAY: Final = ".action-play:not([aria-disabled=true])"
"""The selection can be played. The colour of the prompt does not say so: a warning may as well be news."""
RETRY_MS: Final = 5000
"""After this long without an effect, a step is taken again: what was to be clicked may have moved away."""
SPINE: Final[Position] = {"x": 12, "y": 30}
"""Where a card shows in a fan, however many there are."""
Asked = dict[str, Any]

# One look at the whole screen: a question per element would take ten times as long.
_LOOK: Final = """(() => {
    const find = selector => document.querySelector(selector);
    const options = [...document.querySelectorAll('[data-hand] [role=option]')];
    const colour = find('.colour-choice') !== null;
    const target = find('.target') !== null;
    return JSON.stringify({
        over: find('[data-over]')?.dataset.over ?? '',
        seq: find('.frame')?.dataset.seq ?? '',
        tone: find('[data-prompt]')?.dataset.prompt ?? '',
        acting: find('[data-acting]') !== null,
        colour,
        target,
        declare: find('.offers .button-primary') !== null,
        answer: find('.prompt-answers .button:not([aria-disabled=true], .answer-pass)') !== null,
        answerKey: find('.prompt-answers .button:not([aria-disabled=true], .answer-pass) .key')?.textContent ?? '',
        canPlay: find('.action-play:not([aria-disabled=true])') !== null,
        notYet: find('.prompt-answers .button[aria-disabled=true]') !== null,
        passing: find('.answer-pass') !== null,
        ready: find('.over .button-primary .icon-check') !== null,
        trick: document.querySelectorAll('[data-trick][data-played]').length,
        lines: document.querySelectorAll('.log-line').length,
        cards: options.map(card => card.dataset.card),
        selected: options.flatMap((card, i) => card.ariaSelected === 'true' ? [i] : []),
        legal: options.flatMap((card, i) => card.ariaDisabled === 'false' ? [i] : []),
        dimmed: options.flatMap((card, i) => card.ariaDisabled === 'true' ? [i] : []),
    });
})()"""

# Waits for the next change without looking at every frame, which would keep the browser busier than the match does.
_CHANGED: Final = f"""([before, patience]) => new Promise(resolve => {{
    const watch = new MutationObserver(() => look());
    const look = () => {{
        if ({_LOOK} === before) return;
        watch.disconnect();
        resolve();
    }};
    watch.observe(document, {{ subtree: true, childList: true, attributes: true, characterData: true }});
    setTimeout(() => {{ watch.disconnect(); resolve(); }}, patience);
    look();
}})"""


def asked(page: Page) -> Asked:
    """Everything the screen says at this moment."""
    found: Asked = json.loads(page.evaluate(_LOOK))
    return found


def wanted(seen: Asked) -> bool:
    """Whether the screen waits for its owner, and not for the server or for a catch that does not count yet."""
    if seen["acting"] or (seen["notYet"] and not seen["answer"] and not seen["dimmed"]):
        return False
    prompted = seen["tone"] in ("you", "bad", "ok") or seen["canPlay"]
    return bool(prompted or seen["over"] or seen["colour"] or seen["target"] or seen["declare"] or seen["answer"])


def play_until(page: Page, step: Callable[[Page, Asked], None], ends: Callable[[Asked], bool]) -> Asked:
    """One step after another until the end is on the screen; returns what it says then."""
    deadline = time.monotonic() + PATIENCE
    while True:
        look: str = page.evaluate(_LOOK)
        seen: Asked = json.loads(look)
        if ends(seen):
            return seen
        assert time.monotonic() < deadline, f"no end in sight: {page.locator('body').inner_text()[:600]}"
        try:
            if wanted(seen):
                step(page, seen)
        except Missing:
            continue  # what was to be clicked went away: look again
        page.evaluate(_CHANGED, [look, RETRY_MS])


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
    """A click that does not wait long for what is moving away: for a step of `play_until`, which looks again."""
    found.click(timeout=RETRY_MS)


def select(card: Locator, *, fits: bool = True, patience: float = DEADLINE * 1000) -> None:
    """Click a card that is not selected until it is. Raises `TimeoutError` of Playwright after `patience` ms."""
    while card.get_attribute("aria-selected", timeout=patience) != "true":
        card.click(timeout=patience, position=SPINE, force=not fits)


def get_ready(page: Page, seen: Asked) -> None:
    """Between rounds: say once that it may go on."""
    if seen["over"] == "round" and not seen["ready"]:
        click(page.locator(".over .button-primary"))


# --- UNO ------------------------------------------------------------------------------------------------------


def uno_by_clicks(page: Page, seen: Asked) -> None:
    """Lay the first card that fits, else draw; answer whatever is asked."""
    if seen["over"]:
        get_ready(page, seen)
    elif seen["colour"]:
        click(page.locator(".colour-choice").first)
    elif seen["target"]:
        click(page.locator(".target").first)
    elif seen["answer"]:
        click(page.locator(".prompt-answers .button:not([aria-disabled=true])").first)
    elif seen["legal"]:
        select(page.locator(f'[data-card="{seen["cards"][seen["legal"][0]]}"]'), patience=RETRY_MS)
        click(page.locator(".action-play"))
    else:
        click(page.locator(".answer-pass" if seen["passing"] else ".action-draw"))


def uno_by_keys(page: Page, seen: Asked) -> None:
    """The same with the keyboard alone: a number and Enter, D, P, U, C, A, 1–4."""
    press = page.keyboard.press
    if seen["over"]:
        if seen["over"] == "round" and not seen["ready"]:
            press("Enter")
    elif seen["colour"]:
        press("2")
    elif seen["target"]:
        press("Enter")  # the first one has the focus
    elif seen["answer"]:
        press(seen["answerKey"].lower())
    elif legal := [i for i in seen["legal"] if i < 10]:
        press(str((legal[0] + 1) % 10))
        press("Enter")
    elif seen["legal"]:
        press("h")
        page.wait_for_selector(".card-selected", timeout=RETRY_MS)
        press("Enter")
    else:
        press("p" if seen["passing"] else "d")


# --- Shandong -------------------------------------------------------------------------------------------------


def shandong_by_clicks(page: Page, seen: Asked) -> None:
    """Declare when possible, otherwise do what the hint says."""
    if seen["over"]:
        get_ready(page, seen)
    elif seen["declare"]:
        click(page.locator(".offers .button-primary"))
    elif seen["tone"] in ("you", "wait") and seen["answer"]:
        click(page.locator(".prompt-answers .button").first)
    elif seen["canPlay"] or seen["tone"] in ("you", "bad"):
        if not seen["canPlay"]:
            click(page.locator(".action-hint"))
        click(page.locator(CAN_PLAY))


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
    elif seen["canPlay"] or seen["tone"] in ("you", "bad"):
        if not seen["canPlay"]:
            press("h")
            page.wait_for_selector(CAN_PLAY, timeout=RETRY_MS)
        press("Enter")
