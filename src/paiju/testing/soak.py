"""Soak a game: random legal and illegal actions over all rulebooks and random options, with invariants.

    python -m paiju.testing.soak --game uno --actions 2000000 --seed 1

Every action counts, accepted or refused. After each one the cards are counted; expensive checks run at a
sample of positions. The first broken promise stops the run with the seed of its match.
"""

import argparse
import sys
import time
from collections.abc import Callable

from paiju.engine.errors import GameError
from paiju.engine.game import Game
from paiju.engine.shuffle import FastSource, derived
from paiju.testing.conformance import check_accepted, check_cards, check_copy, check_end, check_refused
from paiju.testing.facts import FactCheck
from paiju.testing.leak import check_action_hides, check_position_hides
from paiju.testing.options import random_rules, random_seats
from paiju.testing.replay import check_replay
from paiju.testing.walk import ContractBroken, Walk

Progress = Callable[[int], None]


class Figures:
    """What a soak has done."""

    def __init__(self) -> None:
        self.accepted = 0
        self.refused = 0
        self.matches = 0
        self.rulebooks: dict[str, int] = {}
        """Matches by rulebook."""

    @property
    def actions(self) -> int:
        """How many actions were tried."""
        return self.accepted + self.refused


def soak(game: Game, actions: int, seed: int, progress: Progress = lambda done: None) -> Figures:
    """Play matches until `actions` actions were tried. Raises `ContractBroken` naming the match's seed."""
    figures = Figures()
    while figures.actions < actions:
        match_seed = derived(seed, figures.matches)
        try:
            _soak_match(game, match_seed, actions, figures, progress)
        except ContractBroken as broken:
            raise ContractBroken(f"match {figures.matches}, seed {match_seed}: {broken}") from broken
    return figures


def _soak_match(game: Game, seed: int, actions: int, figures: Figures, progress: Progress) -> None:
    source = FastSource(seed)
    rules = random_rules(game, source)
    walk = Walk(game, rules, random_seats(game, rules, source), source)
    told = FactCheck(walk)
    cards: list[str] = []
    figures.matches += 1
    figures.rulebooks[rules.rulebook] = figures.rulebooks.get(rules.rulebook, 0) + 1
    while figures.actions < actions:
        before = len(walk.log)
        walk.settle()
        figures.accepted += len(walk.log) - before
        cards = check_cards(walk, cards)
        if source.below(8) == 0:
            told.check()
        figures.refused += _illegal_attempts(walk, source.below(4))
        chosen = walk.next_action()
        if chosen is None:
            check_end(walk)
            check_replay(game, rules, walk.state, walk.log, walk.facts)
            return
        if source.below(64) == 0:
            check_copy(walk, *chosen)
            check_accepted(walk, *chosen)
            for seat in walk.seats():
                check_position_hides(walk.state, seat, source, walk.pool[:8])
                check_action_hides(walk.state, seat, source, *chosen)
        walk.apply(*chosen)
        figures.accepted += 1
        progress(figures.actions)


def _illegal_attempts(walk: Walk, count: int) -> int:
    """Try actions that were legal once or elsewhere; returns how many were refused, each without a trace."""
    refused = 0
    state, source = walk.state, walk.source
    for _ in range(count if walk.pool else 0):
        seat, action = source.choice(walk.seats()), source.choice(walk.pool)
        code = state.refusal(seat, action)
        if code:
            before = state.snapshot() if source.below(8) == 0 else None
            check_refused(walk, seat, action, code)
            if before is not None and state.snapshot() != before:
                raise ContractBroken(f"the refused {action} of seat {seat} changed the position\n{walk.story()}")
            refused += 1
    return refused


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    from paiju.games.registry import GAMES, find_game

    parser = argparse.ArgumentParser(prog="python -m paiju.testing.soak", description="Soak a game with random play.")
    parser.add_argument("--game", default=GAMES[0].name)
    parser.add_argument("--actions", type=int, default=2_000_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    try:
        game = find_game(asked.game)
    except GameError as error:
        parser.error(error.detail)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    started = time.perf_counter()
    with Bar(*columns, refresh_per_second=4) as bar:
        task = bar.add_task(game.name, total=asked.actions)
        try:
            figures = soak(game, asked.actions, asked.seed, lambda done: bar.update(task, completed=done))
        except ContractBroken as broken:
            bar.stop()
            print(broken, file=sys.stderr)
            return 1
    seconds = time.perf_counter() - started
    shares = ", ".join(f"{name} {count}" for name, count in sorted(figures.rulebooks.items()))
    print(
        f"{game.name}, seed {asked.seed}: {figures.actions} actions ({figures.accepted} accepted, "
        f"{figures.refused} refused) in {figures.matches} matches ({shares}), no broken invariant; "
        f"{seconds:.0f} s, {figures.actions / seconds:.0f} actions/s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
