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


def advance(state: State, source: Source) -> list[Entry]:
    """CHANCE, then everything the host does at once, until a seat, a window or the end is reached."""
    done = settle(state, source)
    while not state.over() and state.patience_ms() == 0:
        action = state.upkeep()
        if action is None:
            break
        state.apply(HOST, action)
        done.append((HOST, action))
        done.extend(settle(state, source))
    return done
