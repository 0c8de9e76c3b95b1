"""Two positions that never change, whatever bots learn: matches that were left when it was the player's turn."""

import shutil
from pathlib import Path
from typing import Final

from textual.pilot import Pilot

from paiju.terminal.saves import resume
from paiju.terminal.settings import Settings
from paiju.terminal.tui.app import PaijuApp
from paiju.terminal.tui.appearance import Appearance
from tests.terminal.tui.clock import ManualClock
from tests.terminal.tui.tables import plain_appearance, settled

MATCHES: Final = Path(__file__).parent / "matches"
CHINESE: Final = {'"You"': '"你"', '"Lin"': '"小林"', '"Sage"': '"松柏"'}
CHOICE: Final = {"uno": ["7"], "shandong": ["end", "left", "space", "left", "space", "left", "space", "left", "space"]}
"""Keys that choose something, so that a picture shows a choice."""


def resumed(folder: Path, game: str, language: str, appearance: Appearance | None = None) -> PaijuApp:
    """The program with the match that was left."""
    for name in (f"{game}.paiju", f"{game}.paiju.resume"):
        shutil.copy(MATCHES / name, folder / name)
    record = folder / f"{game}.paiju"
    if language == "zh-CN":
        head, rest = record.read_text("utf-8").split("\n", 1)
        for english, chinese in CHINESE.items():
            head = head.replace(english, chinese)
        record.write_text(f"{head}\n{rest}", "utf-8")
    return PaijuApp(
        Settings(pace=0.0),
        language,
        match=resume(record),
        appearance=appearance or plain_appearance(),
        clock=ManualClock(),
    )


async def chosen(pilot: Pilot[int], game: str) -> None:
    """Wait for the table and choose something."""
    await settled(pilot)
    await pilot.press(*CHOICE[game])
    await pilot.pause()
