"""Plays deals in this process or in several. Deals of a process that dies are played again."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection

from paiju.bots.files import any_bot_maker
from paiju.engine.shuffle import FastSource, Source
from paiju.games.registry import find_game
from paiju.sim.match import Conduct, Ended, Referee, Watch
from paiju.sim.plan import Plan, rules_of


@dataclass
class DealResult:
    """The result of a deal: one `Ended` per seating, one `Conduct` per entrant."""

    deal: int
    seatings: list[tuple[int, ...]] = field(default_factory=list)
    games: list[Ended] = field(default_factory=list)
    conduct: dict[int, Conduct] = field(default_factory=dict)
    lost: bool = False
    """The deal killed every process that tried to play it."""


Runner = Callable[[Plan, Sequence[int]], list[DealResult]]


def play_deals(plan: Plan, deals: Sequence[int]) -> list[DealResult]:
    """A worker's task: all seatings of these deals. Every game has fresh bots, so nothing is carried over."""
    game = find_game(plan.game)
    rules = rules_of(plan, game)
    makers = [any_bot_maker(name, game) for name in plan.entrants]
    results: list[DealResult] = []
    with Watch(plan.limit) as watch:
        for deal in deals:
            result = DealResult(deal)
            for seating in plan.seatings(deal):
                streams: list[Source] = [FastSource(plan.bot_seed(deal, entrant)) for entrant in seating]
                source = FastSource(plan.deal_seed(deal))
                bots = [makers[entrant]() for entrant in seating]
                referee = Referee(game, game.new(rules, plan.seats), bots, source, streams, watch)
                result.seatings.append(seating)
                result.games.append(referee.run(whole_match=plan.whole_match))
                for entrant, conduct in zip(seating, referee.conduct, strict=True):
                    result.conduct.setdefault(entrant, Conduct()).merge(conduct)
            results.append(result)
    return results


def chunks(deals: int, jobs: int) -> list[list[int]]:
    """Tasks of neighbouring deals: enough of them that the progress bar moves and no worker waits long at the end."""
    size = max(1, min(200, deals // (jobs * 8)))
    return [list(range(start, min(start + size, deals))) for start in range(0, deals, size)]


def in_this_process(plan: Plan) -> Generator[list[DealResult]]:
    """Play everything here, a few deals at a time."""
    for chunk in chunks(plan.deals, 8):
        yield play_deals(plan, chunk)


def in_processes(plan: Plan, jobs: int, task: Runner = play_deals) -> Generator[list[DealResult]]:
    """Play with `jobs` processes. When one dies the pool is renewed and the deals without a result are played again.

    Deals that break the pool a second time are played alone, each in its own process. A deal that breaks it again is
    reported as lost, and the tournament goes on.
    """
    unfinished = chunks(plan.deals, jobs)
    for _attempt in range(2):
        finished: list[list[int]] = []
        for chunk, results in _pool_round(plan, jobs, unfinished, task):
            finished.append(chunk)
            yield results
        unfinished = [chunk for chunk in unfinished if chunk not in finished]
        if not unfinished:
            return
    for chunk in unfinished:
        for deal in chunk:
            done = [results for _, results in _pool_round(plan, 1, [[deal]], task)]
            yield done[0] if done else [DealResult(deal, lost=True)]


def _pool_round(
    plan: Plan, jobs: int, work: list[list[int]], task: Runner
) -> Generator[tuple[list[int], list[DealResult]]]:
    """Yield what a pool finishes, and stop quietly when it breaks. Spawned, not forked: the bar uses threads."""
    context = get_context("spawn")
    theirs, ours = context.Pipe(duplex=False)
    with ProcessPoolExecutor(jobs, context, initializer=_end_with, initargs=(theirs,)) as pool, theirs, ours:
        with _without_interrupts():
            waiting: dict[Future[list[DealResult]], list[int]] = {
                pool.submit(task, plan, chunk): chunk for chunk in work
            }
        while waiting:
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                chunk = waiting.pop(future)
                try:
                    results = future.result()
                except BrokenProcessPool:
                    continue
                yield chunk, results


def _end_with(parent: Connection) -> None:
    """In a worker: end when the other end of the pipe is closed, even in the middle of a deal.

    Without this a pool that is left early waits for every deal a worker has begun.
    """

    def watch() -> None:
        try:
            parent.recv_bytes()
        except (EOFError, OSError):
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Delay Ctrl-C until the block ends. Processes started in the block ignore it: their parent handles it."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
