"""Messages put together from shared parts are, byte for byte, those that encoding everything for each seat gives."""

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from paiju.engine.game import SPECTATOR, Seat
from paiju.protocol.rooms import CreateRoom
from paiju.server.live.frames import frame
from paiju.server.live.render import clock_of, events_for
from paiju.server.live.updates import Updates
from paiju.server.match.changes import Change, Listener
from paiju.server.match.table import Table
from paiju.server.rooms import seating
from paiju.server.web.callers import Person
from tests.server.clock import ManualClock
from tests.server.serving import serving
from tests.toy.package import install

pytestmark = pytest.mark.anyio

ADDRESS = "10.0.0.1"


def encoded_at_once(table: Table, change: Change, seat: int, with_view: bool, latency: int | None) -> bytes:
    """The message for one recipient without any sharing."""
    message: dict[str, Any] = {
        "type": "update",
        "room": table.folded.header.room,
        "seq": change.entries[-1].seq,
        "events": events_for(table.folded.game, change.entries, seat),
        "clock": clock_of(table),
    }
    if with_view:
        view = None if table.folded.state is None else table.folded.state.view(Seat(seat)).to_json()
        message["legal"] = [] if view is None else view.pop("legal")
        message = {**{name: message[name] for name in list(message)[:-1]}, "view": view, "legal": message["legal"]}
        if latency is not None:
            message["latencyMs"] = latency
    return frame(msgspec.json.encode(message))


class Comparing(Listener[Table]):
    """Compares the messages about every change for everybody, in another order of seats each time."""

    def __init__(self, seats: int) -> None:
        self.rng = random.Random(3)
        self.recipients = [*range(seats), int(SPECTATOR)]
        self.changes = 0
        self.shared = 0
        self.private = 0

    def on_change(self, table: Table, change: Change) -> None:
        self.changes += 1
        self.rng.shuffle(self.recipients)
        latency = self.rng.choice([None, 7])
        updates = Updates.of(table, change)
        for seat in self.recipients:
            assert updates.plain(seat) == encoded_at_once(table, change, seat, False, None)
            assert updates.with_view(seat, latency) == encoded_at_once(table, change, seat, True, latency)
        frames = [updates.plain(seat) for seat in self.recipients]
        self.shared += any(one is frames[0] for one in frames[1:])
        self.private += len(set(frames)) > 1


@pytest.mark.parametrize(
    ("game", "options", "seats"),
    [
        ("uno", {"targetScore": 200, "sevenSwap": True, "zeroRotate": True, "jumpIn": True}, 4),
        ("uno", {}, 3),
        ("shandong", {}, 4),
        ("shandong", {"hiddenDeclaration": False}, 4),
        ("high-card", {}, 3),
    ],
)
async def test_every_message_equals_its_plain_encoding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, options: dict[str, Any], seats: int
) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    install(folder)
    monkeypatch.syspath_prepend(folder)
    async with serving(tmp_path, ManualClock()) as server:
        service = server.service
        rng = random.Random(5)
        table, _ = await service.create(
            CreateRoom(game=game, name="A", seats=seats, clock=0, options=options), Person(ADDRESS, ADDRESS)
        )
        comparing = Comparing(seats)
        table.listeners[comparing] = int(SPECTATOR)
        for name in "BCD"[: seats - 1]:
            await service.join(table, name, None, None, ADDRESS)
        await seating.start(table, 0)
        for _ in range(250):
            state = table.folded.state
            assert state is not None
            if state.over():
                break
            able = [seat for seat in range(seats) if state.legal(Seat(seat))]
            if able:
                seat = rng.choice(able)
                await table.act(seat, rng.choice(state.legal(Seat(seat))))
            else:
                step = state.upkeep()
                assert step is not None
                await table.host(step)
    assert comparing.changes > (8 if game == "high-card" else 100)
    assert comparing.shared  # otherwise nothing was tested
    assert comparing.private
