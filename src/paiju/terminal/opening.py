"""From what a player asked for to a match that can begin."""

import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from paiju.bots.files import lasting
from paiju.engine.errors import GameError
from paiju.engine.game import Game, Rules, Seat
from paiju.engine.shuffle import derived, new_seed
from paiju.games.registry import find_game
from paiju.terminal.saves import Save, begin, new_path
from paiju.terminal.session import Seats, Session, seated, usual_bot
from paiju.terminal.words import BOT_NAMES, Words

USUAL_SEATS: Final = 4


class TooManyBots(GameError):
    """More bots were named than there are seats."""

    def __init__(self, bots: int, seats: int) -> None:
        super().__init__("too_many_bots", f"{bots} bots, {seats} seats", {"bots": bots, "seats": seats})


@dataclass(frozen=True)
class Wanted:
    """A match as a player asks for it. What is left out is chosen sensibly."""

    game: str
    rulebook: str = ""
    options: Mapping[str, object] = field(default_factory=dict)
    seats: int | None = None
    bots: tuple[str, ...] = ()
    """One name for all bots, or one for each. With as many names as seats, the player only watches."""
    seed: int | None = None
    """The same number gives the same cards, the same seat and the same bots' decisions."""
    save: Path | None = None


def open_match(wanted: Wanted, words: Words) -> tuple[Session, Save]:
    """A new match with its save file. Raises `GameError` before anything is written."""
    game = find_game(wanted.game)
    rules = game.rules(wanted.rulebook or game.default_rulebook, wanted.options)
    count = wanted.seats if wanted.seats is not None else _usual_seats(game, rules)
    state = game.new(rules, count)
    seed = _seed(wanted.seed)
    seats = _seats(game, count, wanted.bots, seed, words)
    save = _begun(wanted.save, game, rules, seats, seed)
    return Session(game, rules, state, seats, seed, save), save


def _seed(number: int | None) -> bytes:
    """The seed of a match: made from a number or the variable `PAIJU_PLAY_SEED`, otherwise random."""
    named = os.environ.get("PAIJU_PLAY_SEED", "") if number is None else str(number)
    return hashlib.sha256(f"paiju/seed/{named}".encode()).digest() if named else new_seed()


def _begun(path: Path | None, game: Game, rules: Rules, seats: Seats, seed: bytes) -> Save:
    """Create the files of a new match. Two programs that look for a free name at the same time get two names."""
    while path is None:
        try:
            return begin(new_path(game.name), game, rules, seats, seed)
        except FileExistsError:
            continue
    return begin(path, game, rules, seats, seed)


def _usual_seats(game: Game, rules: Rules) -> int:
    fewest, most = game.seat_range(rules)
    return min(max(USUAL_SEATS, fewest), most)


def _seats(game: Game, count: int, bots: tuple[str, ...], seed: bytes, words: Words) -> Seats:
    if len(bots) > count:
        raise TooManyBots(len(bots), count)
    people: list[Seat] = []
    if len(bots) < count or count == 1:
        people.append(Seat(derived(int.from_bytes(seed, "big"), "seat") % count))
    others = [Seat(seat) for seat in range(count) if seat not in people]
    names = [words("ui.you")] * count
    specs: dict[Seat, str] = {}
    for place, seat in enumerate(others):
        names[seat] = words(f"ui.houseBot.{BOT_NAMES[place % len(BOT_NAMES)]}")
        specs[seat] = lasting(bots[place % len(bots)]) if bots else usual_bot(game)
    return seated(game, names, people, specs)
