"""`paiju sim`: a tournament between bots."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from paiju.cli.common import options_of
from paiju.cli.errors import INTERRUPTED, UsageError
from paiju.extras import MissingExtra

if TYPE_CHECKING:
    from paiju.engine.game import Seat
    from paiju.sim import Plan, Report


def sim(
    game: str,
    *,
    bots: str,
    games: int = 1000,
    seats: int | None = None,
    seed: int = 1,
    jobs: int = 1,
    duplicate: bool = False,
    match: Annotated[bool | None, Parameter(negative="--no-match")] = None,
    rulebook: str = "",
    option: Annotated[list[str] | None, Parameter(negative=())] = None,
    limit: float = 5.0,
    control: bool = False,
    rated: bool = False,
    stream: int = 0,
    cluster: str = "",
    json_: Annotated[bool, Parameter(name="--json")] = False,
    plot: Path | None = None,
) -> int:
    """Let bots play against each other and say how sure the result is.

    Parameters
    ----------
    game
        A game by name, such as uno or shandong.
    bots
        Names with commas between them, one a seat: colour,net or search:worlds=400 or ./my_bot.py:MyBot. More bots
        than seats are a pool. In games with teams, one name per team is enough.
    games
        How many games, rounded up to whole deals.
    seats
        Seats at the table; as many as there are bots if you do not say.
    seed
        The same seed gives the same result, whatever the number of jobs.
    jobs
        Processes.
    duplicate
        Play each shuffle once for every team: with every rotation of the seats, or with the two sides swapped.
    match
        Play whole matches, or with --no-match single rounds. Without either: single rounds with --duplicate and in
        games whose rules know matches of one round (UNO), otherwise whole matches (Shandong Upgrade).
    rulebook
        A rulebook of the game.
    option
        A rule, as NAME=VALUE; may be repeated.
    limit
        Seconds a bot may think about one decision.
    control
        Also play the first bot against itself, and again with another random stream.
    rated
        OpenSkill ratings (a pool always has them).
    stream
        Another number: other random numbers for the bots on the same deals.
    cluster
        Address of a Dask scheduler to play on.
    json_
        Print JSON instead of a table.
    plot
        Write a chart, .png or .svg.
    """
    from paiju.sim import BadPlan
    from paiju.sim.chart import check_name, draw

    try:
        plan = _plan(game, bots, games, seats, seed, duplicate, match, rulebook, option or [], limit, stream)
        if jobs < 1:
            raise UsageError(f"The number of jobs must be at least 1, not {jobs}.")
        if plot is not None:
            check_name(plot)
        report = _played(plan, jobs, cluster, rated, control)
        if plot is not None:
            draw(report, plot)
    except (BadPlan, MissingExtra) as error:
        raise UsageError(str(error)) from error
    _print(report, as_json=json_)
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
    option: list[str],
    limit: float,
    stream: int,
) -> "Plan":
    from paiju.games.registry import find_game
    from paiju.sim import Plan

    names = tuple(name.strip() for name in bots.split(",") if name.strip())
    if not names:
        raise UsageError("--bots needs at least one name.")
    found, options = find_game(game), options_of(option, game)
    fewest, most = found.seat_range(found.rules(rulebook or found.default_rulebook, options))
    seats = seats or (fewest if fewest == most else len(names))
    return Plan(
        game=game,
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
    """Play with a bar on stderr that shows the running estimate and the time left. Ctrl-C ends it early."""
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


def _print(report: "Report", *, as_json: bool) -> None:
    if as_json:
        json.dump(report.to_json(), sys.stdout, indent=2, allow_nan=False, default=str)
        print()
        return
    from rich.console import Console

    from paiju.sim.printed import show

    show(report, Console() if sys.stdout.isatty() else Console(width=200, soft_wrap=True))
