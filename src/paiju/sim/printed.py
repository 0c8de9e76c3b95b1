"""Prints a report as a table for people."""

from dataclasses import replace

from rich.console import Console
from rich.table import Table
from rich.text import Text

from paiju.i18n import Translator, translator
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


def show(report: Report, console: Console, language: str = "en-US") -> None:
    """Print the table, how it was measured, and every violation with its cause."""
    t = translator("cli", language)

    def say(key: str, **params: object) -> None:
        console.print(Text(t(f"sim.{key}", **params)))  # names of bots come from third parties: no markup, no emoji

    console.print(_table(report, t))
    plan = report.plan
    kind = ("matches" if plan.whole_match else "rounds") + (".seatings" if plan.duplicate else "")
    say(f"played.{kind}", n=report.games, deals=report.deals, seed=plan.seed, fair=f"{100 * report.fair:.2f}")
    if report.interrupted:
        say("interrupted", deals=report.deals, planned=plan.deals)
    if report.ahead is not None and len(set(plan.entrants)) > 1:
        ahead = report.ahead
        behind = replace(ahead, mean=-ahead.mean, low=-ahead.high, high=-ahead.low)
        trails = ahead.mean < 0
        key = "behind" if trails else "ahead" if ahead.mean else "level"
        say(key, bot=plan.entrants[0], by=percent(behind if trails else ahead))
    if report.control is not None:
        control = report.control
        say("control", bot=control.bot, share=percent(control.share), change=percent(control.null))
    if report.seconds:
        rates = {"games": report.games, "rounds": report.rounds, "decisions": report.decisions}
        say("speed", seconds=f"{report.seconds:.1f}", **{k: f"{v / report.seconds:.0f}" for k, v in rates.items()})
    for row in report.rows:
        for verdict, cause in row.conduct.causes.items():
            times = row.conduct.verdicts[verdict]
            say("violation", bot=row.name, verdict=t(f"sim.{verdict}"), times=times, cause=cause)
    if report.lost:
        say("lost", deals=report.lost)


def _table(report: Report, t: Translator) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column(t("sim.bot"))
    headings = ["wins", "points", "place", "decisions", "p50", "p95", "max", "verdicts"]
    if any(row.levels for row in report.rows):
        headings.insert(1, "levels")
    if any(row.rating for row in report.rows):
        headings.append("rating")
    for heading in headings:
        table.add_column(t(f"sim.{heading}"), justify="right")
    for row in report.rows:
        table.add_row(*(Text(cell) for cell in _cells(row, headings, t)))
    return table


def _cells(row: Row, headings: list[str], t: Translator) -> list[str]:
    times = row.conduct.times
    counted = [(t(f"sim.{v}"), row.conduct.verdicts[v]) for v in VERDICTS if row.conduct.verdicts.get(v)]
    cells = {
        "wins": percent(row.share),
        "levels": number(row.levels) if row.levels else "",
        "points": number(row.points),
        "place": number(row.placement),
        "decisions": str(times.count),
        "p50": duration(times.quantile(0.5)),
        "p95": duration(times.quantile(0.95)),
        "max": duration(times.longest),
        "verdicts": ", ".join(f"{verdict} {count}" for verdict, count in counted) or t("sim.none"),
        "rating": f"{row.rating.mu:.1f} ± {2 * row.rating.sigma:.1f}" if row.rating else "",
    }
    return [row.name, *[cells[heading] for heading in headings]]
