"""Prints a report as a table for people."""

from rich.console import Console
from rich.table import Table

from paiju.sim.intervals import Estimate
from paiju.sim.match import VERDICTS
from paiju.sim.tournament import Report, Row


def percent(estimate: Estimate) -> str:
    return f"{100 * estimate.mean:.2f} % [{100 * estimate.low:.2f}, {100 * estimate.high:.2f}]"


def number(estimate: Estimate) -> str:
    if estimate.deals < 2:
        return f"{estimate.mean:.2f}"
    return f"{estimate.mean:.2f} ± {(estimate.high - estimate.low) / 2:.2f}"


def duration(seconds: float) -> str:
    if seconds < 1e-3:
        return f"{seconds * 1e6:.0f} µs"
    return f"{seconds * 1e3:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


def show(report: Report, console: Console) -> None:
    """Print the table, how it was measured, and every violation with its cause."""
    console.print(_table(report))
    plan = report.plan
    kind = "matches" if plan.whole_match else "rounds"
    console.print(
        f"{report.games} {kind} on {report.deals} deals"
        + (", each with every seating" if plan.duplicate else "")
        + f", seed {plan.seed}; a fair share is {100 * report.fair:.2f} %; intervals are 95 % over deals."
    )
    if report.interrupted:
        console.print(f"Interrupted: {report.deals} of {plan.deals} deals were played.")
    if report.ahead is not None and len(set(plan.entrants)) > 1:
        console.print(f"{plan.entrants[0]} is ahead of the others by {percent(report.ahead)}, paired by deal.")
    if report.control is not None:
        control = report.control
        console.print(
            f"control: {control.bot} against itself {percent(control.share)}; "
            f"another random stream changes it by {percent(control.null)}."
        )
    if report.seconds:
        console.print(
            f"{report.games / report.seconds:.0f} games/s, {report.rounds / report.seconds:.0f} rounds/s, "
            f"{report.decisions / report.seconds:.0f} decisions/s in {report.seconds:.1f} s."
        )
    for row in report.rows:
        for verdict, cause in row.conduct.causes.items():
            console.print(f"{row.name}: {verdict} × {row.conduct.verdicts[verdict]}, first: {cause}", markup=False)
    if report.lost:
        console.print(f"lost: deals {report.lost} ended every process that played them.", markup=False)


def _table(report: Report) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("bot")
    headings = ["wins", "points", "place", "decisions", "p50", "p95", "max", "verdicts"]
    if any(row.levels for row in report.rows):
        headings.insert(1, "levels/deal")
    if any(row.rating for row in report.rows):
        headings.append("rating")
    for heading in headings:
        table.add_column(heading, justify="right")
    for row in report.rows:
        table.add_row(*_cells(row, headings))
    return table


def _cells(row: Row, headings: list[str]) -> list[str]:
    times = row.conduct.times
    verdicts = ", ".join(f"{v} {row.conduct.verdicts[v]}" for v in VERDICTS if row.conduct.verdicts.get(v))
    cells = {
        "wins": percent(row.share),
        "levels/deal": number(row.levels) if row.levels else "",
        "points": number(row.points),
        "place": number(row.placement),
        "decisions": str(times.count),
        "p50": duration(times.quantile(0.5)),
        "p95": duration(times.quantile(0.95)),
        "max": duration(times.longest),
        "verdicts": verdicts or "none",
        "rating": f"{row.rating.mu:.1f} ± {2 * row.rating.sigma:.1f}" if row.rating else "",
    }
    return [row.name, *[cells[heading] for heading in headings]]
