"""Plays a plan in this process, in several or on a cluster, and reports progress."""

from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import replace
from time import perf_counter

from paiju.bots.files import any_bot_maker
from paiju.games.registry import find_game
from paiju.sim.cluster import on_cluster
from paiju.sim.intervals import paired_difference, share_over_deals
from paiju.sim.plan import BadPlan, Plan, rules_of
from paiju.sim.ratings import Rating, rate
from paiju.sim.tournament import Control, Report, Tournament, per_deal
from paiju.sim.workers import DealResult, in_processes, in_this_process

Progress = Callable[[Tournament], None]


class Interrupted(KeyboardInterrupt):
    """Ctrl-C: `report` has the deals that were finished before."""

    def __init__(self, report: Report) -> None:
        super().__init__()
        self.report = report


def check(plan: Plan) -> None:
    """Raise `BadPlan` or `BadRules` if a plan cannot be played."""
    game = find_game(plan.game)
    rules = rules_of(plan, game)
    game.new(rules, plan.seats)
    if plan.games < 1:
        wrong: dict[str, object] = {"name": "--games", "least": 1, "value": plan.games}
        raise BadPlan("too_small", f"The number of games must be at least 1, not {plan.games}.", wrong)
    if plan.limit <= 0:
        raise BadPlan("bad_limit", "The time limit must be more than 0 seconds.")
    if len(plan.entrants) < plan.seats:
        detail = f"{plan.seats} seats need at least as many bots, not {len(plan.entrants)}."
        raise BadPlan("too_few_bots", detail, {"seats": plan.seats, "bots": len(plan.entrants)})
    for name in plan.entrants:
        any_bot_maker(name, game)()


def results_of(plan: Plan, jobs: int, cluster: str) -> Generator[list[DealResult]]:
    """The deals of a plan as they are finished."""
    if cluster:
        return on_cluster(plan, cluster)
    if jobs > 1:
        return in_processes(plan, jobs)
    return in_this_process(plan)


def run(
    plan: Plan,
    *,
    jobs: int = 1,
    cluster: str = "",
    rated: bool = False,
    controlled: bool = False,
    progress: Progress | None = None,
) -> Report:
    """Play `plan` and report. `controlled` adds the first bot against itself and the null with another stream.

    Raises `Interrupted`, with a report of what was played so far, on Ctrl-C.
    """
    check(plan)
    tournament, control = Tournament(plan), None
    begun = perf_counter()
    try:
        _play(tournament, jobs, cluster, progress)
        seconds = perf_counter() - begun
        if controlled:
            control = _control(plan, jobs, cluster, progress)
    except KeyboardInterrupt:
        report = tournament.report(perf_counter() - begun, _ratings(tournament, rated))
        raise Interrupted(replace(report, interrupted=True)) from None
    return tournament.report(seconds, _ratings(tournament, rated), control)


def _play(tournament: Tournament, jobs: int, cluster: str, progress: Progress | None) -> Tournament:
    with closing(results_of(tournament.plan, jobs, cluster)) as finished:
        for results in finished:
            tournament.add(results)
            if progress is not None:
                progress(tournament)
    return tournament


def _ratings(tournament: Tournament, rated: bool) -> list[Rating] | None:
    plan = tournament.plan
    if not rated and not plan.pool:
        return None
    games = [
        pair
        for deal in sorted(tournament.results)
        for pair in zip(tournament.results[deal].seatings, tournament.results[deal].games, strict=True)
    ]
    return rate(plan.entrants, games, plan.teams())


def _control(plan: Plan, jobs: int, cluster: str, progress: Progress | None) -> Control:
    itself = replace(plan, entrants=(plan.entrants[0],) * plan.seats)
    other = replace(itself, stream=plan.stream + 1)
    first, second = (
        per_deal([t.results[d] for d in sorted(t.results)], 0, "wins")
        for t in (_play(Tournament(plan), jobs, cluster, progress) for plan in (itself, other))
    )
    return Control(plan.entrants[0], share_over_deals(first), paired_difference(first, second))
