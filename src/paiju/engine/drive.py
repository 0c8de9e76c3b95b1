"""Running a match: what every driver does between two decisions of players."""

from paiju.engine.game import CHANCE, HOST, Action, Seat, Shuffle, State
from paiju.engine.shuffle import Source

Entry = tuple[Seat, Action]


def settle(state: State, source: Source) -> list[Entry]:
    """Let CHANCE do what the position waits for. Returns what was applied, for the log."""
    done: list[Entry] = []
    wanted = state.chance()
    while wanted:
        action = Shuffle(source.order(wanted))
        state.apply(CHANCE, action)
        done.append((CHANCE, action))
        wanted = state.chance()
    return done


def automatic(state: State, source: Source) -> Entry | None:
    """What happens now without anybody being asked or waited for: a shuffle, or something the host does at once."""
    wanted = state.chance()
    if wanted:
        return CHANCE, Shuffle(source.order(wanted))
    if state.over() or state.patience_ms() > 0:
        return None
    action = state.upkeep()
    return (HOST, action) if action is not None else None


def advance(state: State, source: Source) -> list[Entry]:
    """CHANCE, then everything the host does at once, until a seat, a window or the end is reached."""
    done: list[Entry] = []
    entry = automatic(state, source)
    while entry is not None:
        state.apply(entry[0], entry[1])
        done.append(entry)
        entry = automatic(state, source)
    return done
