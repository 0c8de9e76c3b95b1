"""`make bench`: measures everything, or the parts named, and prints tables and JSON.

python -m bench [--short] [--json FILE] [start terminal uno shandong lab server pace nodes instructions arena page]
"""

import argparse
import json
import os
import platform
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table

from bench.row import PEERS

ROOT: Final = Path(__file__).resolve().parent.parent
PARTS: Final = (
    "start", "terminal", "uno", "shandong", "lab", "server", "pace", "nodes", "instructions", "arena", "page"
)  # fmt: skip
COMPARED: Final = {"uno", "lab"}
"""Parts that compare their figures with those of peers, which take minutes to install."""
PYTHONS: Final = {"compiled": ROOT / ".venv-compiled" / "bin" / "python", "pure": ROOT / ".venv" / "bin" / "python"}
PEER_PYTHON: Final = ROOT / ".venv-bench" / "bin" / "python"
PEER_PACKAGES: Final = ["numpy", "termcolor", "open_spiel"]
"""What RLCard's UNO needs to run, and OpenSpiel. RLCard itself goes in without the rest of its dependencies."""


def main() -> int:
    """Returns 1 when a limit was missed."""
    asked = parse(sys.argv[1:])
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # a host's server starts from byte code, in a third of the time
    if asked.short:
        os.environ["PAIJU_BENCH_SHORT"] = "1"
    console = Console()
    peers: dict[str, float] = {}
    if COMPARED & set(asked.parts):
        with console.status("peers: RLCard and OpenSpiel"):
            peers = measure_peers()
    report: dict[str, object] = {**machine(), "peers": peers}
    parts: dict[str, list[dict[str, object]]] = {}
    failed: list[str] = []
    for part in asked.parts:
        if not (ROOT / "bench" / f"{part}.py").exists():
            continue
        for build in getattr(import_module(f"bench.{part}"), "BUILDS", ("compiled",)):
            title = f"{part}, {build}"
            with console.status(title):
                rows = measure(part, build, peers)
            if rows is None:
                failed.append(title)
            else:
                parts[title] = rows
                show(console, title, rows)
    report["parts"] = parts
    text = json.dumps(report, ensure_ascii=False, indent=1)
    asked.json.parent.mkdir(parents=True, exist_ok=True)
    asked.json.write_text(text + "\n", encoding="utf-8")
    print(text)
    missed = [str(row["name"]) for rows in parts.values() for row in rows if row["verdict"] == "missed"]
    if failed:
        console.print(f"could not be measured: {', '.join(failed)}", style="bold", highlight=False)
    console.print(f"missed: {', '.join(missed)}" if missed else "every limit is kept", style="bold", highlight=False)
    return 1 if missed or failed else 0


def parse(arguments: list[str]) -> argparse.Namespace:
    """Read the command line: what to measure, and where to write the figures."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure the figures we quote.")
    parser.add_argument("parts", nargs="*", help=f"any of {', '.join(PARTS)}; default: all")
    parser.add_argument("--json", type=Path, default=ROOT / ".cache" / "bench.json", help="where the JSON goes too")
    parser.add_argument("--short", action="store_true", help="only show that everything can be measured")
    asked = parser.parse_args(arguments)
    unknown = [part for part in asked.parts if part not in PARTS]
    if unknown:
        parser.error(f"no such part: {', '.join(unknown)}; there are {', '.join(PARTS)}")
    asked.parts = asked.parts or list(PARTS)
    return asked


def machine() -> dict[str, object]:
    """The machine, the commit and the versions that the figures belong to."""
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=ROOT, check=False, capture_output=True, text=True
    )
    return {
        "commit": commit.stdout.strip(),
        "cores": os.cpu_count(),
        "machine": platform.machine(),
        "system": platform.system(),
        "python": platform.python_version(),
    }


def measure_peers() -> dict[str, float]:
    """Decisions/s of the peers, in an environment of their own; empty where they cannot be installed."""
    uv = str(ROOT / "tools" / "uv")
    if not (ROOT / ".venv-bench" / ".ready").exists():
        into = ["pip", "install", "--quiet", "--python", str(PEER_PYTHON)]
        for command in (
            ["venv", "--quiet", "--clear", "--python", sys.executable, str(PEER_PYTHON.parent.parent)],
            [*into, *PEER_PACKAGES],
            [*into, "--no-deps", "rlcard"],
        ):
            if subprocess.run([uv, *command], cwd=ROOT, check=False).returncode:
                print("The peers could not be installed: ratios are left out.", file=sys.stderr)
                return {}
        (ROOT / ".venv-bench" / ".ready").touch()
    done = subprocess.run(
        [str(PEER_PYTHON), str(ROOT / "bench" / "peers.py")], check=True, stdout=subprocess.PIPE, text=True
    )
    found: dict[str, float] = json.loads(done.stdout)
    return found


def measure(part: str, build: str, peers: dict[str, float]) -> list[dict[str, object]] | None:
    """The rows of one module in one build; None if it failed, with the reason on stderr."""
    done = subprocess.run(
        [str(PYTHONS[build]), "-m", "bench.measure", part],
        cwd=ROOT,
        env={**os.environ, PEERS: json.dumps(peers)},
        check=False,
        stdout=subprocess.PIPE,
        text=True,
    )
    if done.returncode:
        return None
    rows: list[dict[str, object]] = json.loads(done.stdout.splitlines()[-1])
    return rows


def show(console: Console, title: str, rows: list[dict[str, object]]) -> None:
    """A table for people."""
    table = Table(title=title, title_justify="left")
    for heading in ("what", "value", "unit", "peer", "ratio", "limit", ""):
        table.add_column(heading, justify="left" if heading in ("what", "unit", "") else "right")
    for row in rows:
        ratio = row["ratio"]
        table.add_row(
            str(row["name"]),
            figure(row["value"]),
            str(row["unit"]),
            figure(row["peer"]),
            f"{ratio:.1f} ×" if isinstance(ratio, float) else "",
            str(row["limit"]),
            str(row["verdict"]),
        )
    console.print(table)


def figure(value: object) -> str:
    """A number, rounded to its significant digits."""
    if not isinstance(value, (int, float)):
        return ""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


if __name__ == "__main__":
    sys.exit(main())
