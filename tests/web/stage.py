"""The real page with a server that shows any position: phases come one after another without a match being played."""

import json
import re
import time
from collections.abc import Callable
from typing import Any, Final

from playwright.sync_api import Page, Route, WebSocketRoute

from tests.web.phases import TEN_NAMES, Phase
from tests.web.site import DEADLINE
from tests.web.visitor import Visitor

ROOM: Final = "STAGED"
NOBODY: Final = -4
Json = dict[str, Any]

# A position is on the screen when its number is, when no part of it is still being fetched, and when fonts, pictures
# and animations have come to rest.
_SHOWN: Final = """async seq => {
    const frame = () => new Promise(requestAnimationFrame);
    while (document.querySelector('.frame')?.dataset.seq !== String(seq)) await frame();
    await frame();
    while (document.querySelector('.frame [aria-busy=true]')) await frame();
    await frame();
    await Promise.allSettled(document.getAnimations().map(motion => motion.finished));
    await frame();
}"""


class Stage:
    """A table on which phases are shown."""

    def __init__(self, guest: Visitor) -> None:
        self.page: Final[Page] = guest.page
        self.silent = False
        """Whether questions are left without an answer."""
        self.reading: Json | None = None
        """What the server reads in a selection."""
        self.requests: Final[list[Json]] = []
        self._seq = 100
        self._phase: Phase | None = None
        self._socket: WebSocketRoute | None = None
        self.page.route(re.compile(r"/api/v1/rooms/[^/]+/events"), _no_events)
        self.page.route_web_socket(re.compile("/api/v1/ws"), self._accept)
        guest.open(f"room/{ROOM}")
        self.page.wait_for_selector("#root > *")

    def _accept(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        socket.on_message(lambda text: self._answer(json.loads(text)))

    def _answer(self, message: Json) -> None:
        self.requests.append(message)
        kind, re_ = message["type"], message["id"]
        if kind == "enter" and self._phase is not None:
            self._send(self._entered(self._phase, re_))
        elif kind == "ping":
            self._send({"type": "pong", "re": re_, "at": "2026-01-01T00:00:00Z"})
        elif kind == "check" and not self.silent:
            checked = {"legal": True, "problem": None, "seq": self._seq, "reading": self.reading}
            self._send({"type": "checked", "re": re_, **checked})

    def _send(self, message: Json) -> None:
        assert self._socket is not None
        self._socket.send(json.dumps(message))

    def show(self, phase: Phase, *, events: bool = False) -> None:
        """Put a phase on the table, with `events` as the step that led to it."""
        self.send(phase)
        self.page.evaluate(_SHOWN, self._seq)
        if events:
            self.happen(phase)
        if phase.ask:
            card = self.page.locator(f'[data-card="{phase.ask}"]')
            card.evaluate("card => card.click()")
            self.page.keyboard.press("Enter")
            self.page.wait_for_selector(".ask")

    def send(self, phase: Phase) -> None:
        """Tell the page a phase, without waiting for its picture."""
        self._seq += 10
        self._phase = phase
        while self._socket is None:
            self.page.wait_for_timeout(10)
        self._send(self._entered(phase, 0))

    def happen(self, *phases: Phase) -> None:
        """What the last action of each phase brought about reaches the page, all at once."""
        events = [
            {
                "seq": seq,
                "at": "2026-01-01T00:00:00Z",
                "seat": phase.actor,
                "action": phase.action,
                "facts": phase.facts,
            }
            for seq, phase in enumerate(phases, self._seq + 1)
        ]
        phase = phases[-1]
        self._seq += len(events)
        self._send(
            {
                "type": "update",
                "room": ROOM,
                "seq": self._seq,
                "events": events,
                "view": phase.view,
                "legal": phase.legal,
                "clock": _clock(phase),
            }
        )
        self.page.evaluate(_SHOWN, self._seq)

    def expect_request(self, kind: str, wanted: Callable[[Json], bool]) -> None:
        """The page sends such a request."""
        deadline = time.monotonic() + DEADLINE
        while not any(sent["type"] == kind and wanted(sent) for sent in self.requests):
            assert time.monotonic() < deadline, self.requests
            self.page.wait_for_timeout(10)

    def say(self, seat: int, *, text: str = "", emote: str = "") -> None:
        """Somebody writes something, or makes a sign."""
        self._send(
            {
                "type": "chatted",
                "seat": seat,
                "name": TEN_NAMES[seat],
                "text": text,
                "emote": emote,
                "at": "2026-01-01T00:00:00Z",
            }
        )

    def _entered(self, phase: Phase, re_: int) -> Json:
        over = phase.turn == NOBODY
        snapshot = {
            "room": ROOM,
            "match": phase.name,
            "seq": self._seq,
            "seat": 0,
            "you": "u1",
            "status": "ended" if over else "playing",
            "view": phase.view,
            "legal": phase.legal,
            "clock": _clock(phase),
        }
        return {
            "type": "entered",
            "re": re_,
            "info": _info(phase, self._seq, over=over),
            "snapshot": snapshot,
            "events": [],
            "resumed": False,
            "chat": [],
        }


def _no_events(route: Route) -> None:
    route.fulfill(json={"events": [], "complete": True})


def _clock(phase: Phase) -> Json:
    running = phase.turn >= 0
    left = 42_000 if running else None
    return {"seat": phase.turn, "leftMs": left, "totalMs": 60_000 if running else None, "deadline": None}


def _info(phase: Phase, seq: int, *, over: bool) -> Json:
    seats = [
        {
            "seat": seat,
            "id": f"u{seat + 1}",
            "name": TEN_NAMES[seat],
            "bot": "normal" if seat % 3 == 1 else "",
            "connected": seat != 3,
            "away": False,
            "ready": seat == 2,
            "left": False,
            "player": "",
            "next": "",
        }
        for seat in range(phase.seats)
    ]
    return {
        "room": ROOM,
        "match": phase.name,
        "game": phase.game,
        "rulebook": phase.view["rulebook"],
        "options": phase.view["options"],
        "changed": {},
        "status": "ended" if over else "playing",
        "mode": "casual",
        "dialect": "native",
        "visibility": "link",
        "clock": 60,
        "seats": seats,
        "host": 0,
        "spectators": 0,
        "commitment": "0cdb" * 16,
        "seq": seq,
        "createdAt": "2026-01-01T00:00:00Z",
        "link": "",
        "chat": True,
        "previous": "",
        "next": "",
        "result": None,
    }
