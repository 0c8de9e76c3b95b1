"""`paiju sim`: a tournament between bots."""

import json as json_format
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from paiju.cli.common import Whole, bots_of, game_of, language_of, options_of, rulebook_of
from paiju.cli.errors import INTERRUPTED, UsageError

if TYPE_CHECKING:
    from paiju.engine.game import Seat
    from paiju.sim import Plan, Report


def sim(
    game: str,
    /,
    *,
    bots: str,
    games: Whole = 1000,
    seats: Whole | None = None,
    seed: Whole = 1,
    jobs: Whole = 1,
    duplicate: bool = False,
    match: Annotated[bool | None, Parameter(negative="--no-match")] = None,
    rulebook: str = "",
    option: list[str] | None = None,
    limit: float = 5.0,
    control: bool = False,
    rated: bool = False,
    stream: Whole = 0,
    cluster: str = "",
    json: bool = False,
    plot: Path | None = None,
    lang: str = "",
) -> int:
    """Let bots play against each other and say how sure the result is."""
    from paiju.sim.chart import check_name, draw

    plan = _plan(game, bots, games, seats, seed, duplicate, match, rulebook, option, limit, stream)
    if jobs < 1:
        raise UsageError("too_small", name="--jobs", least=1, value=jobs)
    if plot is not None:
        check_name(plot)
    report = _played(plan, jobs, cluster, rated, control)
    if plot is not None:
        draw(report, plot)
    if json:
        json_format.dump(report.to_json(), sys.stdout, indent=2, allow_nan=False, default=str)
        print()
    else:
        _print(report, language_of(lang))
    return INTERRUPTED if report.interrupted else 0


def _plan(
    game: str,
    bots: str,
    games: int,
    seats: int | None,
    seed: int,
    duplicate: bool,
    match: bool | None,
    rulebook: str,
    option: list[str] | None,
    limit: float,
    stream: int,
) -> "Plan":
    from paiju.sim import Plan

    found = game_of(game)
    names, options = bots_of(found, bots), options_of(found, option)
    rulebook = rulebook_of(found, rulebook)
    fewest, most = found.seat_range(found.rules(rulebook, options))
    seats = seats or (fewest if fewest == most else len(names))
    return Plan(
        game=found.name,
        entrants=_seated(names, found.teams(seats)),
        seats=seats,
        games=games,
        seed=seed,
        rulebook=rulebook,
        options=options,
        duplicate=duplicate,
        whole_match=not duplicate and not found.one_round_options() if match is None else match,
        limit=limit,
        stream=stream,
    )


def _seated(names: tuple[str, ...], teams: "list[list[Seat]]") -> tuple[str, ...]:
    """One name for each seat where there is one for each team; otherwise the names as they are."""
    if len(names) != len(teams):
        return names
    team_of = {seat: number for number, team in enumerate(teams) for seat in team}
    return tuple(names[team_of[seat]] for seat in sorted(team_of))


def _played(plan: "Plan", jobs: int, cluster: str, rated: bool, control: bool) -> "Report":
    """Play with a progress bar on stderr that shows the running estimate and the time left. Ctrl-C ends it early."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from paiju.sim import Interrupted, run
    from paiju.sim.tournament import Tournament

    total = plan.deals * (3 if control else 1)
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("", total=total)
        seen: dict[int, int] = {}

        def tell(tournament: Tournament) -> None:
            seen[id(tournament)] = len(tournament.results)
            bar.update(task, completed=sum(seen.values()), description=tournament.running())

        try:
            return run(plan, jobs=jobs, cluster=cluster, rated=rated, controlled=control, progress=tell)
        except Interrupted as stopped:
            if not stopped.report.games:
                raise
            return stopped.report


def _print(report: "Report", language: str) -> None:
    from paiju.cli.output import output
    from paiju.sim.printed import show

    show(report, output(200, soft_wrap=True), language)
