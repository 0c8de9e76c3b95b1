"""Tables for tests: matches that always deal the same cards, and hands that play them by keys or by mouse."""

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import cast

from textual.pilot import Pilot

from paiju.games.registry import find_game
from paiju.terminal.opening import Wanted, open_match
from paiju.terminal.settings import Settings
from paiju.terminal.tui.app import PaijuApp
from paiju.terminal.tui.appearance import Appearance
from paiju.terminal.tui.palette import FULL, Palette
from paiju.terminal.tui.sheets import Chooser
from paiju.terminal.tui.table import TableScreen
from paiju.terminal.words import COLOURS, Words
from tests.terminal.tui.clock import ManualClock

SECONDS = 120.0
"""Against hanging: nothing that tests wait for takes as long."""


def plain_appearance() -> Appearance:
    """Full colours and all characters."""
    return Appearance(Palette(FULL))


def table(
    folder: Path,
    game: str,
    *,
    language: str = "en-US",
    rulebook: str = "",
    options: Mapping[str, object] | None = None,
    seats: int | None = None,
    seed: int = 1,
    appearance: Appearance | None = None,
    settings: Settings | None = None,
    clock: ManualClock | None = None,
) -> PaijuApp:
    """The program with a match on the table; bots play at once, and else time stands still."""
    bots = tuple(filter(None, [find_game(game).default_bot()]))
    wanted = Wanted(game, rulebook, options or {}, seats, bots, seed, folder / f"{game}.paiju")
    session, save = open_match(wanted, Words(language))
    return PaijuApp(
        settings or Settings(pace=0.0),
        language,
        match=(session, save),
        appearance=appearance or plain_appearance(),
        clock=clock or ManualClock(),
    )


def screen_of(pilot: Pilot[int]) -> TableScreen:
    """The table that is being played on."""
    for screen in pilot.app.screen_stack:
        if isinstance(screen, TableScreen):
            return screen
    raise AssertionError("there is no table")


async def settled(pilot: Pilot[int]) -> TableScreen:
    """Wait until the table waits for the player."""

    def waiting() -> bool:
        return any(isinstance(screen, TableScreen) and screen.waiting for screen in pilot.app.screen_stack)

    await until(pilot, waiting, "the table never came to rest")
    return screen_of(pilot)


async def until(pilot: Pilot[int], true: Callable[[], bool], otherwise: str = "") -> None:
    """Wait until something is true, and everything that follows from it is drawn."""
    end = time.monotonic() + SECONDS
    await pilot.pause()
    while not true():
        assert time.monotonic() < end, otherwise or "it never came true"
        await pilot.pause(0.001)
    await pilot.pause()


async def resized(pilot: Pilot[int], width: int, height: int) -> None:
    """Make the window as large, and wait until the table is drawn in it; Textual takes its time for that."""
    await pilot.resize_terminal(width, height)

    def drawn() -> bool:
        canvas = screen_of(pilot).board.canvas
        return (canvas.width, canvas.height) == (width, height)

    await until(pilot, drawn, f"the table was never drawn in {width} × {height}")


def front(pilot: Pilot[int]) -> type[object]:
    """What kind of screen lies in front."""
    return type(pilot.app.screen)


def shown(pilot: Pilot[int]) -> str:
    """The table as text."""
    return screen_of(pilot).board.canvas.text()


async def click(pilot: Pilot[int], target: str, times: int = 1) -> None:
    """Click what carries this name on the board in front."""
    screen = pilot.app.screen
    board = screen.board if isinstance(screen, TableScreen) else cast(Chooser, screen).board
    spot = board.canvas.find(target)
    assert spot is not None, f"{target} cannot be clicked"
    await pilot.click(board, offset=(spot.x, spot.y), times=times)
    await pilot.pause()


def uno_keys(screen: TableScreen, action: Mapping[str, object]) -> list[str]:
    """The keys that do an UNO action at a table."""
    return hand_keys(screen.view, action)


def hand_keys(view: Mapping[str, object], action: Mapping[str, object]) -> list[str]:
    """The keys that do an UNO action: arrows to the card, Enter, and a digit for what is asked then."""
    kind = str(action["type"])
    single = {
        "DRAW_CARD": "d",
        "SKIP_TURN": "p",
        "CALL_UNO": "u",
        "CHALLENGE_WILD_DRAW_FOUR": "c",
        "CHALLENGE_UNO": "c",
        "ACCEPT_WILD_DRAW_FOUR": "a",
    }
    if kind in single:
        return [single[kind]]
    if kind == "CHOOSE_COLOR":
        return [str(COLOURS.index(str(action["color"])) + 1)]
    hand = cast(list[str], view["hand"])
    index = hand.index(str(action["cardId"]))
    keys = [str((index + 1) % 10)] if index < 10 else ["home", *["right"] * index]
    keys.append("enter")
    if "chosenColor" in action:
        keys.append(str(COLOURS.index(str(action["chosenColor"])) + 1))
    if "targetPlayerId" in action:
        seats = len(cast(list[object], view["players"]))
        me = cast(int, view["seat"])
        keys.append(str((int(str(action["targetPlayerId"])[1:]) - 1 - me) % seats))
    return keys
