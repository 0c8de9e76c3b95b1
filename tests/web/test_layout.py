"""Every phase of both games fits every window: nothing overlaps, nothing is cut off, nothing has to be scrolled."""

import json
from typing import Any, Final

import pytest

from tests.web.conftest import Invite
from tests.web.phases import PHASES, find
from tests.web.sheets import SIZES
from tests.web.stage import Stage

# What has to be seen, by name. Two of them may only overlap when one lies in the other by design.
NAMED: Final = {
    "bar": ".bar",
    "status": ".status:not(.status-wide)",
    "prompt": ".prompt",
    "answer": ".prompt .button, .offers .button, .ask .button, .ask button, .over .button",
    "action": ".actions .button",
    "seat": "[data-seat]",
    "draw pile": ".pile-draw",
    "discard pile": ".pile-top",
    "debt": ".debt",
    "direction": ".direction",
    "news": ".news",
    "shown hand": ".shown-hand",
    "question": ".ask",
    "played": "[data-trick] .spread-cards",
    "held": ".held",
    "played words": ".played-words",
    "place for cards": ".played-empty",
    "kitty": ".dealing",
    "result": ".over",
    "buried": ".over .buried",
    "curve": ".over .curve",
    "foot": ".over-foot > *, .over-buttons",
    "row": ".over .score, .over .left-row, .over .account > div, .over .levels tbody tr",
    "side": ".side",
    "group": ".group-chip, .group-heads > span > *",
    "note": ".hand-note",
    "levels won": ".points-bands > span",
}
# Text that must not be shortened.
WHOLE: Final = (
    ".bar-title, .name, .tag, .button, .prompt-line, .prompt-detail, .status dd, .status dt, .direction, .group-chip"
    ", .news"
)

MEASURE: Final = """([named, whole]) => {
    const faults = [];
    const wide = window.innerWidth, high = window.innerHeight;
    const shown = element => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
        && element.getClientRects().length > 0;
    const box = element => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        return { left, top, right, bottom };
    };
    const text = element => (element.textContent ?? '').trim().slice(0, 24);
    const clipped = (element, b) => {
        for (let up = element.parentElement; up; up = up.parentElement) {
            const style = getComputedStyle(up);
            if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
            const c = up.getBoundingClientRect();
            if (b.left < c.left - 1 || b.top < c.top - 1 || b.right > c.right + 1 || b.bottom > c.bottom + 1) return up;
        }
        return null;
    };
    const found = [];
    for (const [name, selector] of Object.entries(named))
        for (const element of document.querySelectorAll(selector))
            if (shown(element)) found.push({ name, element, b: box(element) });
    const cards = [...document.querySelectorAll('[data-hand] [data-card]')].map(element => ({
        name: 'card ' + element.dataset.card, element, b: box(element.querySelector('.card-body') ?? element) }));
    const hand = document.querySelector('[data-hand]');
    if (hand && shown(hand)) found.push({ name: 'hand', element: hand, b: box(hand) });
    for (const { name, element, b } of [...found, ...cards]) {
        if (name === 'side') continue;
        if (b.left < -1 || b.top < -1 || b.right > wide + 1 || b.bottom > high + 1)
            faults.push(`${name} "${text(element)}" leaves the window: ${JSON.stringify(b)}`);
        const by = clipped(element, b);
        if (by) faults.push(`${name} "${text(element)}" is cut off by ${by.className}`);
    }
    const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5;
    const boxes = [...found, ...cards];
    for (let i = 0; i < boxes.length; i++)
        for (let j = i + 1; j < boxes.length; j++) {
            const a = boxes[i], c = boxes[j];
            if (a.element.contains(c.element) || c.element.contains(a.element)) continue;
            if (a.name.startsWith('card ') && c.name.startsWith('card ')) continue;
            if (over(a.b, c.b))
                faults.push(`${a.name} "${text(a.element)}" and ${c.name} "${text(c.element)}" overlap`);
        }
    for (const element of document.querySelectorAll(whole)) {
        if (!shown(element) || (element.closest('.side') && !element.closest('.status'))) continue;
        const style = getComputedStyle(element);
        const cut = style.overflowX !== 'visible' || style.whiteSpace === 'nowrap';
        if (cut && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
            faults.push(`"${text(element)}" (${element.className}) is shortened`);
    }
    for (const element of document.querySelectorAll('.news, .seat-mark'))
        if (shown(element) && (element.scrollHeight > element.clientHeight + 1
            || element.scrollWidth > element.clientWidth + 1))
            faults.push(`"${element.textContent}" is cut short`);
    for (const element of document.querySelectorAll('.seat-back'))
        if (shown(element) && box(element).right - box(element).left < 10) faults.push('a back is squeezed');
    for (const element of document.querySelectorAll('.left-cards'))
        if (shown(element) && box(element.lastElementChild.querySelector('.tile')).right > box(element).right + 1)
            faults.push('the last of the cards left is cut');
    for (const element of document.querySelectorAll('.pile'))
        if (shown(element) && !shown(element.querySelector('.pile-draw'))) faults.push('there is no draw pile');
    for (const element of document.querySelectorAll('.frame-uno .seat-cards'))
        if (shown(element) && !shown(element.querySelector('b'))) faults.push('a seat does not say how many cards');
    for (const element of document.querySelectorAll('.frame-uno:not(.frame-phone) .seat-cards'))
        if (shown(element) && element.querySelector('b').textContent !== '0'
            && ![...element.querySelectorAll('.seat-fan, .seat-back')].some(shown))
            faults.push('a seat has a number without a card');
    for (const element of document.querySelectorAll('.seat .tag, .seat .seat-mark, .seat .quiet')) {
        if (!shown(element)) continue;
        if (box(element).bottom - box(element).top > 2.4 * parseFloat(getComputedStyle(element).fontSize))
            faults.push(`"${text(element)}" is a box much higher than its words`);
        const b = box(element), seat = box(element.closest('.seat'));
        if (b.left < seat.left - 1 || b.right > seat.right + 1 || b.top < seat.top - 1 || b.bottom > seat.bottom + 1)
            faults.push(`"${text(element)}" stands out of its seat`);
    }
    for (const element of document.querySelectorAll('.group-heads > span')) {
        const b = box(element), held = box(hand);
        if (b.left < held.left - 1 || b.right > held.right + 1) faults.push(`"${text(element)}" overruns the hand`);
        for (const part of element.children)
            if (shown(part) && (box(part).left < b.left - 1 || box(part).right > b.right + 1))
                faults.push(`"${text(part)}" overruns its line`);
    }
    for (const element of document.querySelectorAll('.group-must'))
        if (shown(element) && !/[0-9] *[^0-9 ]/.test(element.textContent))
            faults.push(`"${text(element)}" does not say that it must be followed`);
    const bands = [...document.querySelectorAll('.points-bands > span')].filter(shown).map(element => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return { element, b: range.getBoundingClientRect() };
    });
    for (let i = 1; i < bands.length; i++)
        if (bands[i].b.top === bands[i - 1].b.top && bands[i].b.left > bands[i - 1].b.left
            && bands[i].b.left - bands[i - 1].b.right < 3)
            faults.push(`"${text(bands[i - 1].element)}" and "${text(bands[i].element)}" run together`);
    if (wide >= 1024)
        for (const seat of document.querySelectorAll('.seat-line')) {
            if (!shown(seat.querySelector('.seat-back'))) faults.push('cards of a seat are counted without a sign');
            for (const role of seat.querySelectorAll('.seat-roles > *'))
                if (!shown(role)) faults.push(`the role "${text(role)}" is hidden`);
        }
    const tiles = [...document.querySelectorAll('.hand-grouped:not(.hand-scrolls) [data-card]')];
    for (const tile of tiles) {
        const above = tiles.filter(other => box(other).bottom <= box(tile).top + 1).map(other => box(other).bottom);
        const line = -parseFloat(getComputedStyle(tile, '::after').top);
        if (above.length && line > (box(tile).top - Math.max(...above)) / 2)
            faults.push('the line over a card is nearer to the row above');
    }
    for (const element of document.querySelectorAll('.hand:not(.hand-scrolls) .card-bar'))
        if (shown(element) && box(element).bottom > box(hand).bottom + 0.5) faults.push('a bar stands out of the hand');
    const laid = document.querySelector('.frame-uno.frame-wide .pile-card');
    const mine = document.querySelector('.hand-fan .card');
    if (laid && mine && laid.clientWidth > 1.6 * mine.clientWidth)
        faults.push(`the discard is ${laid.clientWidth} px wide and a card of the hand ${mine.clientWidth}`);
    if (document.querySelector('.shown-hand') && document.querySelectorAll('.shown-hand li').length < 8)
        for (const element of document.querySelectorAll('.pile-card'))
            if (element.clientWidth < 54) faults.push(`the discard is only ${element.clientWidth} px wide`);
    for (const element of document.querySelectorAll('.ask-head + :is(.targets, .colours)'))
        for (const answer of element.children)
            if (box(answer).top < box(element.previousElementSibling).bottom + 6)
                faults.push(`"${text(answer)}" runs into the head of its question`);
    for (const element of document.querySelectorAll('.frame-uno .side .tab-panel'))
        if (shown(element) && element.clientHeight < 160)
            faults.push(`the log has only ${element.clientHeight} px`);
    for (const element of document.querySelectorAll('.log-line'))
        if (shown(element) && element.scrollWidth > element.clientWidth + 1)
            faults.push(`"${text(element)}" is wider than its panel`);
    for (const element of document.querySelectorAll('.curve text'))
        if (shown(element) && box(element).bottom - box(element).top < 10)
            faults.push('words of the curve are too small');
    for (const element of document.querySelectorAll('.tile-letters')) {
        const b = box(element), tile = box(element.closest('.tile'));
        if (shown(element) && (b.top < tile.top || b.bottom > tile.bottom || b.right > tile.right))
            faults.push(`"${text(element)}" does not fit its tile`);
    }
    for (const element of document.querySelectorAll('[data-many=false] [data-played] .spread-cards > span'))
        if (shown(element) && box(element).right - box(element).left < 40)
            faults.push(`a played card is only ${box(element).right - box(element).left} px wide`);
    const last = new Map();
    const texts = document.createTreeWalker(document.querySelector('.frame') ?? document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        if (!shown(node.parentElement) || node.parentElement.closest('.unseen')) continue;
        const block = node.parentElement.closest('p, li, dd, h2, button, div');
        for (let i = 0; i < node.length; i++) {
            const range = document.createRange();
            range.setStart(node, i);
            range.setEnd(node, i + 1);
            const at = range.getBoundingClientRect();
            if (at.width === 0) continue;
            if (/[，。、；：！？）」』]/.test(node.data[i]) && last.has(block) && at.top >= last.get(block) - 2)
                faults.push(`"${node.data[i]}" of "${block.textContent.trim()}" begins a line`);
            if (node.data[i].trim()) last.set(block, at.bottom);
        }
    }
    const places = cards.map(card => card.b).sort((a, b) => a.top - b.top || a.left - b.left);
    for (let i = 1; i < places.length; i++)
        if (Math.abs(places[i].top - places[i - 1].top) < 4 && places[i].left - places[i - 1].left < 24)
            faults.push(`only ${places[i].left - places[i - 1].left} px of a card show`);
    for (const scrolls of [document.scrollingElement, document.querySelector('.frame-main')])
        if (scrolls && scrolls.scrollHeight > scrolls.clientHeight + 1)
            faults.push(`${scrolls.className || 'page'} scrolls: ${scrolls.scrollHeight} in ${scrolls.clientHeight}`);
        else if (scrolls && scrolls.scrollWidth > scrolls.clientWidth + 1)
            faults.push(`${scrolls.className || 'page'} scrolls sideways`);
    return [...new Set(faults)];
}"""


# The page follows the size of its window, and the hand its own width, before the next picture.
FITTED: Final = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const fits = () => {
        const hand = document.querySelector('[data-hand]');
        return document.querySelector('.frame')?.dataset.window === `${window.innerWidth}x${window.innerHeight}`
            && (!hand || hand.dataset.width === String(hand.clientWidth));
    };
    while (!fits()) await frame();
    await frame();
}"""
FIT_AND_MEASURE: Final = f"async named => {{ await ({FITTED})(); return ({MEASURE})(named); }}"

# Boxes are measured, not colours. Painting every window without a graphics card takes most of the time otherwise.
UNPAINTED: Final = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('html { clip-path: inset(50%) }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""

# News are measured too, however long the sizes take: what is told for a moment stays.
NEWS_STAY: Final = """{
    const wait = window.setTimeout;
    window.setTimeout = (work, ms, ...given) => (ms >= 800 ? 0 : wait(work, ms, ...given));
}"""


def faults_of(stage: Stage) -> list[str]:
    """What is wrong with the picture."""
    found: list[Any] = stage.page.evaluate(FIT_AND_MEASURE, [NAMED, WHOLE])
    return [str(fault) for fault in found]


@pytest.mark.parametrize("language", ["en-US", "zh-CN"])
@pytest.mark.parametrize("game", list(PHASES))
def test_every_phase_fits_every_window(invite: Invite, game: str, language: str) -> None:
    guest = invite(motion="reduce", language=language, painted=True)
    guest.context.add_init_script(NEWS_STAY)
    stage = Stage(guest)
    stage.page.evaluate(UNPAINTED)
    wrong: dict[str, list[str]] = {}
    for name in PHASES[game]:
        stage.show(find(game, name), events=True)
        for width, height in SIZES:
            stage.page.set_viewport_size({"width": width, "height": height})
            if found := faults_of(stage):
                wrong[f"{name} at {width}x{height}"] = found
    assert wrong == {}, json.dumps(wrong, ensure_ascii=False, indent=1)


PLACES: Final = f"""async () => {{
    await ({FITTED})();
    const box = selector => document.querySelector(selector)?.getBoundingClientRect();
    const found = {{}};
    for (const name of ['draw', 'hint', 'sort', 'uno', 'play']) {{
        const {{ left, top, right, bottom }} = box(`.action-${{name}}`);
        found[name] = [left, top, right, bottom].map(Math.round);
    }}
    found.prompt = Math.round(box('.prompt').bottom);
    const felt = box('.felt'), discard = box('.pile-top'), news = box('.news');
    // On a phone the table shares the window with a hand of as many rows as it takes, and with nothing else.
    const hand = document.querySelector('.hand-rack');
    const rack = hand ? ` above a hand of ${{hand.clientHeight}} px` : '';
    found[`table${{rack}}`] = Math.round(felt.height);
    if (discard) {{
        if (!document.querySelector('.shown-hand')) found[`discard${{rack}}`] = Math.round(discard.top - felt.top);
        found.aside = Math.round((discard.left + discard.right - felt.left - felt.right) / 2);
        found.below = news.top > discard.bottom && Math.abs(news.left + news.right - felt.left - felt.right) < 4;
    }}
    return found;
}}"""
AT_ONE_TABLE: Final = (
    *("4-seats", "nothing-fits", "wild", "swap", "challenge", "catch", "debt", "jump-in", "hit", "rotated"),
    *("said-uno", "caught", "forgot"),
)


@pytest.mark.parametrize("language", ["en-US", "zh-CN"])
def test_things_of_uno_keep_their_places_and_the_discard_is_in_the_middle(invite: Invite, language: str) -> None:
    stage = Stage(invite(motion="reduce", language=language, painted=True))
    stage.page.evaluate(UNPAINTED)
    places: dict[str, dict[str, set[str]]] = {}
    for name in AT_ONE_TABLE:
        stage.show(find("uno", name), events=True)
        for width, height in SIZES:
            stage.page.set_viewport_size({"width": width, "height": height})
            seen = stage.page.evaluate(PLACES)
            assert seen.pop("aside", 0) == 0, f"{name} at {width}x{height}"
            assert seen.pop("below", True), f"{name} at {width}x{height}"
            # On a phone the bar stands above a hand of as many rows as it takes.
            if stage.page.locator(".frame-phone").count():
                seen.pop("prompt")
            for part, place in seen.items():
                places.setdefault(f"{width}x{height}", {}).setdefault(part, set()).add(str(place))
    moved = {size: {part: at for part, at in parts.items() if len(at) > 1} for size, parts in places.items()}
    assert not any(moved.values()), moved


def test_nothing_of_a_larger_window_is_left_beside_a_result(invite: Invite) -> None:
    stage = Stage(invite(motion="reduce", painted=True))
    seen = []
    for name in ("match-over", "round-over-of-ten"):
        stage.show(find("uno", name), events=True)
        for width, height in ((1280, 640), (1366, 650), (2560, 1440)):
            stage.page.set_viewport_size({"width": width, "height": height})
            stage.page.evaluate(FITTED)
            picture = stage.page.screenshot(clip={"x": 1012, "y": 100, "width": 28, "height": 400})
            if width == 1366:
                seen.append(picture)
    cloth, beside = seen
    assert beside == cloth


def test_chinese_has_its_width(invite: Invite) -> None:
    page = invite(language="zh-CN").open()
    width = page.evaluate("""() => {
        const text = document.createElement('canvas').getContext('2d');
        text.font = '20px ' + getComputedStyle(document.body).fontFamily;
        return text.measureText('牌局').width;
    }""")
    assert width == 40, "Chinese texts cannot be measured without a Chinese font: install one, e.g. fonts-wqy-microhei"


def test_a_fault_is_found_although_nothing_is_painted(invite: Invite) -> None:
    stage = Stage(invite(motion="reduce", painted=True))
    stage.page.evaluate(UNPAINTED)
    stage.show(find("uno", "4-seats"))
    assert faults_of(stage) == []
    stage.page.locator(".prompt").evaluate("prompt => { prompt.style.transform = 'translateY(60px)'; }")
    assert any("prompt" in fault and "overlap" in fault for fault in faults_of(stage))
