"""Matches on disk, written action by action: quitting, a closed window or kill -9 lose nothing.

A save is two files: the record (`….paiju`, the format every part of paiju reads) and, until the match is over, a note
beside it (`….paiju.resume`) with what a record must not tell yet: the secret seed, who is a person and who a bot.
The program that plays a match holds a lock on its note, which the system releases however the program ends, so two
programs never write to one record.
"""

import errno
import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from paiju.engine.errors import BadRecord, GameError
from paiju.engine.game import Action, Game, Outcome, Rules, Seat
from paiju.engine.record import entry_line, header_line, read, result_line
from paiju.engine.shuffle import SEED_BYTES, commitment
from paiju.games.registry import find_game
from paiju.terminal.session import Seats, Session, seated

ENDING: Final = ".paiju"
NOTE_ENDING: Final = ".resume"


class NothingSaved(GameError):
    """There is no unfinished match to resume, or this file does not contain one."""

    def __init__(self, path: Path | None = None) -> None:
        why = "none" if path is None else "file" if path.exists() else "missing"
        super().__init__("nothing_saved", str(path), {"why": why, "file": str(path)})


class InUse(GameError):
    """The match is being played by another program."""

    def __init__(self, path: Path) -> None:
        super().__init__("match_in_use", str(path), {"file": str(path)})


@dataclass(frozen=True)
class Saved:
    """An unfinished match on disk."""

    path: Path
    game: str
    rulebook: str
    names: list[str]
    changed: float
    """When it was last written, seconds since 1970."""


class Save:
    """The files of one running match, locked until `close` or the end of the match."""

    def __init__(self, path: Path, seed: bytes, seq: int, note: int) -> None:
        self.path: Final = path
        self._seed: Final = seed
        self._seq = seq
        self._note = note
        """Descriptor of the note, which carries the lock; −1 once the lock is released."""
        self._unwritten = b""
        self.trouble = ""
        """Why the last actions are not in the file (a full disk), or empty. Each further action tries again."""

    def append(self, seat: Seat, action: Action) -> None:
        """Write one accepted action. The operating system has it when this returns."""
        self._seq += 1
        self._write(entry_line(self._seq, seat, action, datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")))

    def finish(self, outcome: Outcome) -> None:
        """Write the result with the seed, and delete the note: there is nothing left to resume."""
        self._write(result_line(outcome.result, self._seed))
        if not self.trouble:
            note_path(self.path).unlink(missing_ok=True)
        self.close()

    def close(self) -> None:
        """Release the match, so that another program can resume it."""
        if self._note >= 0:
            os.close(self._note)
            self._note = -1

    def _write(self, line: str) -> None:
        self._unwritten += line.encode()
        try:
            with self.path.open("ab", buffering=0) as file:
                end = file.tell()
                if file.write(self._unwritten) < len(self._unwritten):
                    file.truncate(end)
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError as error:
            self.trouble = error.strerror or str(error)
        else:
            self._unwritten, self.trouble = b"", ""


def saves_folder() -> Path:
    """Where matches are kept on this platform."""
    from platformdirs import user_data_path

    return user_data_path("paiju", appauthor=False) / "matches"


def note_path(path: Path) -> Path:
    """The note that belongs to a record."""
    return path.with_name(path.name + NOTE_ENDING)


def new_path(game: str) -> Path:
    """A free name for a new match."""
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    folder = saves_folder()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{game}-{stamp}{ENDING}"
    number = 2
    while path.exists():
        path = folder / f"{game}-{stamp}-{number}{ENDING}"
        number += 1
    return path


def begin(path: Path, game: Game, rules: Rules, seats: Seats, seed: bytes) -> Save:
    """Start the files of a new match in `path`, which must be free."""
    path = path.absolute()
    note = {
        "seed": seed.hex(),
        "people": [int(seat) for seat in seats.people],
        "bots": {str(seat): spec for seat, spec in seats.specs.items()},
    }
    with path.open("x", encoding="utf-8") as file:
        file.write(header_line(game, rules, seats.names, commitment(seed)))
    secret = os.open(note_path(path), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    _lock(secret, path)
    os.write(secret, json.dumps(note).encode())
    _remember_last(path)
    return Save(path, seed, 0, secret)


def resume(path: Path) -> tuple[Session, Save]:
    """Resume a saved match exactly where it stopped. Raises `NothingSaved`, `InUse` or `BadRecord`."""
    path = path.absolute()
    try:
        note = os.open(note_path(path), os.O_RDONLY)
    except (FileNotFoundError, NotADirectoryError):
        raise NothingSaved(path) from None
    try:
        _lock(note, path)
        session, save = _resumed(path, note)
    except BaseException:
        os.close(note)
        raise
    _remember_last(path)
    return session, save


def take_back(save: Save, seat: Seat) -> tuple[Session, Save] | None:
    """The match as it was before the last action of `seat`; None if there is no such action.

    That action and everything after it is removed from the file. The old session must not be used afterwards.
    """
    lines = save.path.read_bytes().splitlines(keepends=True)
    last = next((number for number in reversed(range(1, len(lines))) if json.loads(lines[number])["seat"] == seat), 0)
    if not last:
        return None
    save.close()
    with save.path.open("r+b") as file:
        file.truncate(sum(len(line) for line in lines[:last]))
    return resume(save.path)


def copy_record(path: Path, folder: Path) -> Path:
    """Copy a record into a folder, over an earlier copy of it but over nothing else. Raises `OSError`."""
    target = folder / path.name
    if target.exists() and target.samefile(path):
        return target
    record = path.read_bytes()
    earlier = target.exists() and record.startswith(target.read_bytes())
    with target.open("wb" if earlier else "xb") as file:
        file.write(record)
    return target


def _resumed(path: Path, note: int) -> tuple[Session, Save]:
    seed, people, specs = _read_note(note_path(path))
    data = path.read_bytes()
    record = read(data, find_game)
    if record.result is not None:
        raise NothingSaved(path)
    if record.damage is not None and record.damage.code != "record_truncated":
        raise record.damage
    kept = b"".join(data.splitlines(keepends=True)[: len(record.entries) + 1])
    if len(kept) < len(data):  # the program was killed while it wrote the last line
        with path.open("r+b") as file:
            file.truncate(len(kept))
    save = Save(path, seed, len(record.entries), note)
    state = record.game.new(record.rules, len(record.seats))
    session = Session(record.game, record.rules, state, seated(record.game, record.seats, people, specs), seed, save)
    session.catch_up([(entry.seat, entry.action) for entry in record.entries])
    return session, save


def _lock(note: int, path: Path) -> None:
    """Claim the match of an open note. Raises `InUse`."""
    if sys.platform == "win32":
        return  # only one program is to be started there
    import fcntl

    try:
        fcntl.flock(note, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InUse(path) from None
    except OSError:
        pass  # a file system without locks


def delete(path: Path) -> None:
    """Delete the files of a match. Raises `InUse` while it is being played."""
    try:
        note = os.open(note_path(path), os.O_RDONLY)
    except FileNotFoundError:
        path.unlink()
        return
    try:
        _lock(note, path)
        path.unlink()
        note_path(path).unlink()
    finally:
        os.close(note)


def last_saved() -> Path:
    """The unfinished match that was played last. Raises `NothingSaved`."""
    try:
        last = Path(_last_file().read_text("utf-8").strip())
        if note_path(last).exists() and last.exists():
            return last
    except OSError:
        pass
    found = unfinished()
    if not found:
        raise NothingSaved()
    return found[0].path


def unfinished() -> list[Saved]:
    """Unfinished matches in the usual folder, newest first."""
    found: list[Saved] = []
    for path in saves_folder().glob(f"*{ENDING}"):
        if not note_path(path).exists():
            continue
        try:
            with path.open("rb") as file:
                head = json.loads(file.readline())
            found.append(Saved(path, head["game"], head["rulebook"], head["seats"], path.stat().st_mtime))
        except (OSError, ValueError, KeyError, TypeError):
            continue  # not ours, or damaged: resuming it by name says what is wrong
    return sorted(found, key=lambda saved: saved.changed, reverse=True)


def _read_note(path: Path) -> tuple[bytes, list[Seat], dict[Seat, str]]:
    try:
        note: object = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise NothingSaved(path) from None
    except ValueError:
        raise BadRecord("note_damaged", params={"file": str(path)}) from None
    if not isinstance(note, Mapping):
        raise BadRecord("note_damaged", params={"file": str(path)})
    try:
        seed = bytes.fromhex(note["seed"])
        people = [Seat(int(seat)) for seat in note["people"]]
        specs = {Seat(int(seat)): str(spec) for seat, spec in note["bots"].items()}
    except (KeyError, TypeError, ValueError, AttributeError):
        raise BadRecord("note_damaged", params={"file": str(path)}) from None
    if len(seed) != SEED_BYTES:
        raise BadRecord("note_damaged", params={"file": str(path)})
    return seed, people, specs


def _last_file() -> Path:
    return saves_folder() / "last"


def _remember_last(path: Path) -> None:
    try:
        _last_file().parent.mkdir(parents=True, exist_ok=True)
        _last_file().write_text(str(path), "utf-8")
    except OSError:
        pass  # only `--resume` without a file name misses it
