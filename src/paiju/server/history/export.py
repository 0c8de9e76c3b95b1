"""A finished match as a record: the game's actions only, numbered from 1, with result and seed."""

from collections.abc import Sequence

from paiju.engine.game import Seat
from paiju.engine.record import entry_line, header_line, result_line
from paiju.engine.shuffle import FairSource
from paiju.server.errors import Refusal
from paiju.server.live.render import iso
from paiju.server.match.entries import ROOM, decode_game
from paiju.server.match.replay import Shuffles, fold
from paiju.storage.faults import DamagedLog
from paiju.storage.log import Entry


def record_lines(match: str, entries: Sequence[Entry], source: Shuffles = FairSource) -> str:
    """The record of a finished match. Raises `Refusal` for a running one, whose shuffles are secret."""
    try:
        folded = fold(match, entries, source)
    except DamagedLog:
        raise Refusal("damaged") from None
    if folded.finished is None or folded.finished.reason != "complete":
        raise Refusal("no_match")
    names = [place.name for place in folded.places]
    lines = [header_line(folded.game, folded.rules, names, folded.header.commitment)]
    for entry in entries:
        if entry.actor != ROOM:
            action = folded.game.action_from_json(decode_game(entry.data).a)
            lines.append(entry_line(len(lines), Seat(entry.actor), action, iso(entry.at)))
    lines.append(result_line(folded.finished.result, bytes.fromhex(folded.header.seed)))
    return "".join(lines)
