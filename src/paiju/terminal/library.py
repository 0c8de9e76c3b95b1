"""The matches on this machine, unfinished and finished: what they were, how they ended, and the player's results."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from paiju.engine.errors import GameError
from paiju.engine.record import read, replay
from paiju.games.registry import all_games, find_game
from paiju.terminal.cells import harmless, pad, width
from paiju.terminal.faces import game_name, game_title
from paiju.terminal.narrator import reader_of
from paiju.terminal.saves import ENDING, note_path, saves_folder
from paiju.terminal.words import Words

LAST_BYTES: Final = 64 * 1024
"""How much of the end of a record is read: more than its last line."""


@dataclass(frozen=True)
class Kept:
    """One match in the usual folder."""

    path: Path
    game: str
    rulebook: str
    names: list[str]
    changed: float
    """When it was last written, seconds since 1970."""
    finished: bool
    winners: list[int]
    """Seats, once it is finished."""

    @property
    def reader(self) -> int:
        """The player's seat; negative where only bots played."""
        return reader_of(self.names)

    @property
    def won(self) -> bool:
        """Whether the player has won it."""
        return self.reader in self.winners


@dataclass(frozen=True)
class Results:
    """The player's finished matches of one game."""

    game: str
    played: int
    won: int
    streak: int
    """Matches won in a row, up to the last one."""


def kept_matches(game: str = "") -> list[Kept]:
    """Matches of a game, or all, newest first. Files that are not records are left out."""
    found = []
    for path in saves_folder().glob(f"*{ENDING}"):
        try:
            one = _kept(path)
        except (OSError, ValueError, KeyError, TypeError, AttributeError, GameError):
            continue  # not ours, or damaged: `paiju replay` says what is wrong with it
        if not game or one.game == game:
            found.append(one)
    return sorted(found, key=lambda one: one.changed, reverse=True)


def _kept(path: Path) -> Kept:
    with path.open("rb") as file:
        head = json.loads(file.readline())
        file.seek(0, 2)
        file.seek(max(0, file.tell() - LAST_BYTES))
        last = file.read().splitlines()[-1]
    result = json.loads(last).get("result") if last.startswith(b'{"result"') else None
    unfinished = result is None and note_path(path).exists()
    winners = _winners(path, result) if isinstance(result, dict) else []
    names = [str(name) for name in head["seats"]]
    return Kept(path, head["game"], head["rulebook"], names, path.stat().st_mtime, not unfinished, winners)


def _winners(path: Path, result: dict[str, object]) -> list[int]:
    """The seats that won, from the result of the record or else from its last position."""
    named = result.get("winners", [result["winner"]] if result.get("winner") else None)
    if isinstance(named, list):
        return [int(str(player).removeprefix("p")) - 1 for player in named]
    record = read(path.read_bytes(), find_game)
    outcome = replay(record, len(record.entries)).outcome()
    return [] if outcome is None else [int(seat) for seat in outcome.winners]


def results(matches: Iterable[Kept]) -> list[Results]:
    """The player's results by game, most played first. `matches` is newest first."""
    by_game: dict[str, list[bool]] = {}
    for one in matches:
        if one.finished and one.reader >= 0 and one.winners:
            by_game.setdefault(one.game, []).append(one.won)
    found = []
    for game, won in by_game.items():
        streak = next((n for n, victory in enumerate(won) if not victory), len(won))
        found.append(Results(game, len(won), sum(won), streak))
    return sorted(found, key=lambda one: -one.played)


def title_of(match: Kept, words: Words) -> str:
    """UNO · 官方规则 / UNO · Official rules."""
    game = next((game for game in all_games() if game.name == match.game), None)
    return match.game if game is None else game_title(game, match.rulebook, words)


def players_of(match: Kept, words: Words) -> str:
    """Everybody at the table; the player is "you", also where the record has the word in the other language."""
    names = [words("ui.you") if seat == match.reader else name for seat, name in enumerate(match.names)]
    return harmless(words.listed(names))


def match_lines(matches: list[Kept], words: Words) -> list[str]:
    """2026-01-31 20:15  UNO · Official rules  won: what a list shows of matches, in columns."""
    titles = [harmless(title_of(match, words)) for match in matches]
    widest = max(map(width, titles), default=0)
    return [
        f"{date_of(match)}  {pad(title, widest)}  {harmless(state_of(match, words))}"
        for match, title in zip(matches, titles, strict=True)
    ]


def date_of(match: Kept) -> str:
    """When it was last played."""
    return datetime.fromtimestamp(match.changed).strftime("%Y-%m-%d %H:%M")


def state_of(match: Kept, words: Words) -> str:
    """Unfinished, won, lost, or who has won."""
    if not match.finished:
        return words("library.unfinished")
    if not match.winners:
        return words("library.no_winner")
    if match.reader >= 0:
        return words("library.won" if match.won else "library.lost")
    return words("library.winner", who=words.listed(match.names[seat] for seat in match.winners))


def results_line(one: Results, words: Words) -> str:
    """UNO: 12 matches, 5 won (42 %)."""
    game = next((game for game in all_games() if game.name == one.game), None)
    name = one.game if game is None else game_name(game, words)
    line = words("library.results", game=name, n=one.played, won=one.won, share=round(100 * one.won / one.played))
    return words.joined(line, words("library.streak", n=one.streak)) if one.streak > 1 else line
