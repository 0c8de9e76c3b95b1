"""No test reads or writes the files of whoever runs it, and none depends on how busy the machine is."""

import asyncio
from functools import partial

import pytest
from textual._compositor import Compositor
from textual._context import active_app
from textual.message_pump import MessagePump

from paiju.terminal.tui.board import Board

HOPS = 12
"""More messages than follow one from another, from a key to the screen it opens."""


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def idle_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual's pilot waits until the processor seems idle; here it waits until all messages are dealt with."""
    for module in ("textual.app", "textual.pilot"):
        monkeypatch.setattr(f"{module}.wait_for_idle", all_messages_dealt_with)


@pytest.fixture
def without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards are painted as ever, but their lines are not composed for a terminal that a pilot does not have.

    For whole matches, which would otherwise spend most of their time on that.
    """

    def render_update(
        self: Compositor, full: bool = False, screen_stack: object = None, simplify: bool = False
    ) -> None:
        for widget in self.visible_widgets:
            if isinstance(widget, Board):
                assert widget.canvas.width

    monkeypatch.setattr(Compositor, "render_update", render_update)


async def all_messages_dealt_with(min_sleep: float = 0.0, max_sleep: float = 0.0) -> None:
    """Every message pump has taken what was in its queue, and what followed from that, and so on."""
    app = active_app.get()
    for _ in range(HOPS):
        pumps: list[MessagePump] = [app]
        for screen in app.screen_stack:
            pumps.extend(screen.walk_children(with_self=True))
        taken: set[MessagePump] = set()

        def take(pump: MessagePump, taken: set[MessagePump] = taken) -> None:
            taken.add(pump)

        marked = [pump for pump in pumps if pump.call_later(partial(take, pump))]
        while any(pump.is_running and pump not in taken for pump in marked):
            await asyncio.sleep(0)
