"""The page's icons and the picture of its link previews: `python -m tests.web.artwork [FOLDER]`."""

import sys
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser

from tests.web.pictures import studio
from tests.web.site import SharedSite
from tests.web.visitor import Visitor

PUBLIC: Final = Path(__file__).parents[2] / "web" / "public"
_ICON: Final = """<body style="margin:0;display:grid;place-items:center;
width:{size}px;height:{size}px;background:{back}">
<svg width="{inner}" height="{inner}" viewBox="0 0 32 32">
<rect x="3" y="6" width="16" height="21" rx="4" transform="rotate(-8 11 16)" fill="none" stroke="{ink}"
 stroke-width="2.4"/><rect x="11" y="5" width="18" height="23" rx="4" fill="{ink}"/>
<path d="M15.5 11.5h9M15.5 16.5h9M15.5 21.5h6" stroke="{back}" stroke-width="2.2" stroke-linecap="round"/></svg>"""
_PREVIEW: Final = """() => {
    const pictures = [...document.querySelectorAll('.game-picture')].map(picture => picture.outerHTML);
    document.body.insertAdjacentHTML('beforeend', `<div id="preview"><div>${pictures[0]}</div>
        <p><b>牌局 · paiju</b><span>UNO · 山东升级</span><span>Shandong Upgrade</span></p>
        <div>${pictures[1]}</div></div>`);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`.shell { display: none; } #preview { display: grid; grid-template-columns: 1fr 380px 1fr;
        width: 1200px; height: 630px; background: #d9e6de; }
        #preview > div { display: grid; } #preview .game-picture { background: none; }
        #preview p { display: grid; place-content: center; gap: 14px; text-align: center; font-size: 30px; }
        #preview b { font-size: 56px; color: #7a2c70; }`);
    document.adoptedStyleSheets = [sheet];
}"""


def icons(browser: Browser, folder: Path) -> None:
    """`icon-192.png`, `icon-512.png`, and one that launchers may cut to any shape."""
    for name, size, part, back, ink in (
        ("icon-192.png", 192, 0.8, "#fcfdfb", "#7a2c70"),
        ("icon-512.png", 512, 0.8, "#fcfdfb", "#7a2c70"),
        ("icon-maskable.png", 512, 0.52, "#7a2c70", "#ffffff"),
    ):
        page = browser.new_page(viewport={"width": size, "height": size})
        page.set_content(_ICON.format(size=size, inner=int(size * part), back=back, ink=ink))
        page.screenshot(path=folder / name)
        page.close()


def preview(browser: Browser, site: SharedSite, folder: Path) -> None:
    """`preview.png`: the cards of both games, from the start page."""
    guest = Visitor(browser, site, size=(1200, 630), language="zh-CN", motion="reduce")
    page = guest.open()
    page.wait_for_selector(".game-picture svg")
    page.evaluate(_PREVIEW)
    page.screenshot(path=folder / "preview.png")
    guest.context.close()


def main() -> None:
    """Draw all of them."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else PUBLIC
    with studio() as (browser, site):
        icons(browser, folder)
        preview(browser, site, folder)


if __name__ == "__main__":
    main()
