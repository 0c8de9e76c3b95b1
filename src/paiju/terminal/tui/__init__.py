"""The Textual table: the same games as in the plain console, drawn.

These functions load Textual when they are called, so that the plain console starts without it. Collecting
garbage is off until the first frame is drawn: loading makes much that stays, and looking through it takes a sixth
of the time to start.
"""

import gc
from typing import TYPE_CHECKING

from paiju.engine.record import Record
from paiju.terminal.saves import Save
from paiju.terminal.session import Session
from paiju.terminal.settings import Settings

if TYPE_CHECKING:
    from paiju.terminal.remote import RemoteMatch


def run_menu(settings: Settings, language: str, *, color: bool) -> int:
    """The menu: play, settings, rules, quit. Returns an exit code."""
    gc.disable()
    from paiju.terminal.tui.app import PaijuApp

    return PaijuApp(settings, language, color=color).play()


def run_match(session: Session, save: Save, settings: Settings, language: str, *, pace: float, color: bool) -> int:
    """A match on the table. Returns an exit code."""
    gc.disable()
    from paiju.terminal.tui.app import PaijuApp

    return PaijuApp(settings, language, color=color, match=(session, save), pace=pace).play()


def run_room(match: "RemoteMatch", settings: Settings, language: str, *, color: bool) -> int:
    """A room on a server, on the table, at the server's pace. Returns an exit code."""
    gc.disable()
    from paiju.terminal.tui.app import PaijuApp

    return PaijuApp(settings, language, color=color, room=match).play()


def run_replay(record: Record, language: str, *, color: bool) -> int:
    """A recorded match on the table. Returns an exit code."""
    gc.disable()
    from paiju.terminal.settings import load_settings
    from paiju.terminal.tui.app import PaijuApp
    from paiju.terminal.tui.replay import Replay

    return PaijuApp(load_settings(), language, color=color, replay=Replay(record)).play()
