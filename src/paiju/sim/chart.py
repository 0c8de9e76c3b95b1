"""A report as a picture: shares with their intervals, and strength against thinking time."""

from pathlib import Path

from paiju.extras import need
from paiju.sim.plan import BadPlan
from paiju.sim.tournament import Report

FORMATS = (".png", ".svg")


def check_name(file: Path) -> None:
    """Raise `BadPlan` if the chart cannot be written, before any game is played."""
    if file.suffix.lower() not in FORMATS:
        detail = f'"{file}" is not a picture: the name must end in .png or .svg.'
        raise BadPlan("bad_chart_name", detail, {"file": str(file)})
    if not file.parent.is_dir():
        raise BadPlan("no_folder", f'There is no folder "{file.parent}".', {"folder": str(file.parent)})
    need("matplotlib", "lab")


def draw(report: Report, file: Path) -> None:
    """Write the chart. The suffix of the file decides the format."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 4.5), layout="constrained")
    shares, strength = figure.subplots(1, 2)
    names = [row.name for row in report.rows]
    means = [100 * row.share.mean for row in report.rows]
    below = [100 * (row.share.mean - row.share.low) for row in report.rows]
    above = [100 * (row.share.high - row.share.mean) for row in report.rows]
    places = list(range(len(names)))
    shares.errorbar(means, places, xerr=[below, above], fmt="o", capsize=4)
    shares.axvline(100 * report.fair, linestyle="--", linewidth=1, color="grey")
    shares.set_yticks(places, names)
    shares.invert_yaxis()
    shares.set_xlabel("wins in %, 95 % interval over deals")
    shares.set_title(f"{report.games} games, seed {report.plan.seed}")
    milliseconds = [1000 * row.conduct.times.quantile(0.95) for row in report.rows]
    strength.errorbar(milliseconds, means, yerr=[below, above], fmt="o", capsize=4)
    for name, x, y in zip(names, milliseconds, means, strict=True):
        strength.annotate(name, (x, y), textcoords="offset points", xytext=(6, 4))
    strength.axhline(100 * report.fair, linestyle="--", linewidth=1, color="grey")
    strength.set_xscale("log")
    strength.set_xlabel("thinking time p95, ms")
    strength.set_ylabel("wins in %")
    strength.set_title("strength against thinking time")
    figure.savefig(file)
