"""The record of a match: JSON Lines that every part of paiju writes and reads.

    {"paiju": 1, "game": "…", "rulebook": "…", "options": {}, "seats": ["Ann", "Bo"], "commitment": "…"}
    {"seq": 1, "seat": -2, "action": {"type": "START"}, "at": "2026-01-01T12:00:00Z"}
    {"seq": 2, "seat": -1, "action": {"type": "SHUFFLE", "order": […]}, "at": "2026-01-01T12:00:00Z"}
    …
    {"result": {…}, "seed": "…"}

One accepted action per line, so a program that is killed leaves a file that can be read up to its last whole line.
Nothing here touches files or clocks: lines go out as text, a whole file comes in as bytes.
"""

import json
from collections.abc import Callable, Mapping
from typing import Final, final

from paiju.engine.errors import BadRecord, GameError
from paiju.engine.game import CHANCE, HOST, Action, Game, Rules, Seat, Shuffle, State
from paiju.engine.shuffle import SEED_BYTES, FairSource, commitment

FORMAT: Final = 1
"""The major number in the first line. It grows when an older program could misread a record."""


@final
class RecordEntry:
    """One accepted action of a seat, CHANCE or HOST."""

    def __init__(self, seat: Seat, action: Action, at: str) -> None:
        self.seat: Final = seat
        self.action: Final = action
        self.at: Final = at


class Record:
    """A match as it was written. Every entry is legal in its position: `read` has replayed them all."""

    def __init__(self, game: Game, rules: Rules, seats: list[str], promise: str) -> None:
        self.game = game
        self.rules = rules
        self.seats = seats
        """The names at the table, by seat."""
        self.commitment = promise
        """SHA-256 of the seed, published before the deal; empty if the shuffles cannot be verified."""
        self.entries: list[RecordEntry] = []
        self.result: dict[str, object] | None = None
        """`Outcome.result` of the match; None before its end."""
        self.seed = ""
        self.damage: BadRecord | None = None
        """Why `entries` stops before the end of the file, if it does."""


# --- writing ------------------------------------------------------------------------------------------


def header_line(game: Game, rules: Rules, seats: list[str], promise: str) -> str:
    """The first line. `promise` is the commitment, or "" if the shuffles cannot be verified."""
    return _line(
        {
            "paiju": FORMAT,
            "game": game.name,
            "rulebook": rules.rulebook,
            "options": rules.overrides(),
            "seats": seats,
            "commitment": promise or None,
        }
    )


def entry_line(seq: int, seat: Seat, action: Action, at: str) -> str:
    """The line of one accepted action. `seq` counts from 1 without gaps; `at` is an ISO time."""
    return _line({"seq": seq, "seat": int(seat), "action": action.to_json(), "at": at})


def result_line(result: Mapping[str, object], seed: bytes | None) -> str:
    """The last line of a match that is over: how it ended, and the seed that had to stay secret until now."""
    return _line({"result": dict(result), "seed": seed.hex() if seed is not None else None})


def _line(data: dict[str, object]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


# --- reading ------------------------------------------------------------------------------------------


def read(data: bytes, find_game: Callable[[str], Game]) -> Record:
    """Read a record and play it through.

    Raises `BadRecord` when not even the first line can be used (foreign, newer, unknown rules). Damage further
    down is kept in `Record.damage`, and everything before it in `Record.entries`.
    """
    lines = data.split(b"\n")
    record = _header(lines[0], find_game)
    state = record.game.new(record.rules, len(record.seats))
    first_seq = 1
    for number in range(2, len(lines) + 1):
        line = lines[number - 1]
        if not line.strip():
            continue
        fields = _object(line)
        if fields is None:
            code = "record_truncated" if number == len(lines) else "record_damaged"
            record.damage = _damage(code, number, record)
            return record
        if record.result is not None:
            record.damage = _damage("record_damaged", number, record)
            return record
        if "result" in fields:
            if not _read_result(fields, record):
                record.damage = _damage("record_damaged", number, record)
                return record
            continue
        if not record.entries and fields.get("seq") == 0:
            first_seq = 0  # some files count from 0
        entry = _entry(fields, first_seq + len(record.entries), record)
        if entry is None:
            record.damage = _damage("record_damaged", number, record)
            return record
        reason = _refused(state, entry)
        if reason:
            record.damage = _damage("record_refused", number, record, reason)
            return record
        state.apply(entry.seat, entry.action)
        record.entries.append(entry)
    return record


def replay(record: Record, turn: int = -1) -> State:
    """The position after the first `turn` entries; after all of them when `turn` is negative."""
    last = len(record.entries)
    if turn > last:
        raise record.damage or BadRecord("record_no_turn", params={"wanted": turn, "turn": last})
    state = record.game.new(record.rules, len(record.seats))
    for entry in record.entries[: turn if turn >= 0 else last]:
        state.apply(entry.seat, entry.action)
    return state


def _header(line: bytes, find_game: Callable[[str], Game]) -> Record:
    fields = _object(line)
    version = fields.get("paiju") if fields is not None else None
    if fields is None or not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise BadRecord("not_a_record")
    if version > FORMAT:
        raise BadRecord("record_newer", params={"version": version, "known": FORMAT})
    name, rulebook, options = fields.get("game"), fields.get("rulebook"), fields.get("options")
    seats, promise = fields.get("seats"), fields.get("commitment")
    if not isinstance(name, str) or not isinstance(rulebook, str) or not isinstance(options, dict):
        raise BadRecord("not_a_record")
    if not isinstance(seats, list) or not (promise is None or isinstance(promise, str)):
        raise BadRecord("not_a_record")
    names: list[str] = [seat for seat in seats if isinstance(seat, str)]
    if len(names) != len(seats):
        raise BadRecord("not_a_record")
    try:
        game = find_game(name)
    except GameError:
        raise BadRecord("record_unknown_game", params={"game": name}) from None
    try:
        rules = game.rules(rulebook, options)
        game.new(rules, len(names))
    except GameError as error:
        raise BadRecord("record_bad_rules", params={"reason": str(error)}) from None
    return Record(game, rules, names, promise or "")


def _object(line: bytes) -> dict[str, object] | None:
    try:
        data: object = json.loads(line.decode("utf-8"), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")


def _entry(fields: Mapping[str, object], seq: int, record: Record) -> RecordEntry | None:
    number, seat, action, at = fields.get("seq"), fields.get("seat"), fields.get("action"), fields.get("at", "")
    if number != seq or not isinstance(seat, int) or not isinstance(action, dict) or not isinstance(at, str):
        return None
    if isinstance(seat, bool) or not int(HOST) <= seat < len(record.seats):
        return None
    try:
        return RecordEntry(Seat(seat), record.game.action_from_json(action), at)
    except GameError:
        return None


def _read_result(fields: Mapping[str, object], record: Record) -> bool:
    result, seed = fields.get("result"), fields.get("seed")
    if not isinstance(result, dict) or not (seed is None or isinstance(seed, str)):
        return False
    record.result = result
    record.seed = seed or ""
    return True


def _refused(state: State, entry: RecordEntry) -> str:
    """Why this entry is not legal in `state`, or ""."""
    wanted = state.chance()
    action = entry.action
    if isinstance(action, Shuffle) or entry.seat == CHANCE or wanted:
        fits = isinstance(action, Shuffle) and entry.seat == CHANCE and len(action.order) == wanted
        return "" if fits else "bad_shuffle"
    return state.refusal(entry.seat, action)


def _damage(code: str, line: int, record: Record, reason: str = "") -> BadRecord:
    return BadRecord(code, params={"line": line, "turn": len(record.entries), "reason": reason})


# --- verifying ----------------------------------------------------------------------------------------


def verify(record: Record) -> None:
    """Check that the cards were fair and the result is true; raises `BadRecord` with a `verify_…` code if not.

    The seed must belong to the commitment that was shown before the deal, every shuffle must be what the seed
    gives, in the order of the log, and the result must be what the actions lead to.
    """
    if record.damage is not None:
        raise record.damage
    if record.result is None:
        raise BadRecord("verify_unfinished")
    if not record.commitment or not record.seed:
        raise BadRecord("verify_no_commitment")
    seed = _seed_bytes(record.seed)
    if seed is None or commitment(seed) != record.commitment.lower():
        raise BadRecord("verify_commitment")
    source = FairSource(seed)
    for seq, entry in enumerate(record.entries, 1):
        action = entry.action
        if isinstance(action, Shuffle) and source.order(len(action.order)) != action.order:
            raise BadRecord("verify_shuffle", params={"seq": seq})
    outcome = replay(record).outcome()
    if outcome is None or _canonical(outcome.result) != _canonical(record.result):
        raise BadRecord("verify_result")


def _seed_bytes(text: str) -> bytes | None:
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        return None
    return seed if len(seed) == SEED_BYTES else None


def _canonical(result: Mapping[str, object]) -> str:
    return json.dumps(result, sort_keys=True)
