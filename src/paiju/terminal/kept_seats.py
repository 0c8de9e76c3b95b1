"""The seats that this player has in rooms of servers: to come back, the room's link is enough."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class RoomAddress:
    """Where a room is: the server's address and the room's code."""

    base: str
    room: str


def kept_seat(place: RoomAddress) -> str | None:
    """The secret of a seat taken earlier in this room."""
    return _kept().get(f"{place.base} {place.room.upper()}")


def keep_seat(place: RoomAddress, secret: str) -> None:
    """Remember a seat, in a file that only this user can read."""
    _write({**_kept(), f"{place.base} {place.room.upper()}": secret})


def forget_seat(place: RoomAddress) -> None:
    """Forget a seat that was given up or lost."""
    kept = _kept()
    if kept.pop(f"{place.base} {place.room.upper()}", None) is not None:
        _write(kept)


def _seats_file() -> Path:
    from platformdirs import user_data_path

    return user_data_path("paiju", appauthor=False) / "seats.json"


def _kept() -> dict[str, str]:
    try:
        data: object = json.loads(_seats_file().read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(key): str(value) for key, value in data.items()} if isinstance(data, Mapping) else {}


def _write(seats: Mapping[str, str]) -> None:
    path = _seats_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            json.dump(dict(seats), file)
    except OSError:
        pass  # only coming back after a restart of the program misses it
