"""Browser tests and others in one process, in any order."""

import asyncio

from tests.web.conftest import BrowserLoop, Invite


async def _answer() -> str:
    await asyncio.sleep(0)
    return "ran"


def test_other_loops_run_between_browser_tests(invite: Invite, browser_loop: BrowserLoop) -> None:
    page = invite().open()
    browser_loop.rest()
    assert asyncio.run(_answer()) == "ran"
    browser_loop.resume()
    assert page.evaluate("1 + 1") == 2
