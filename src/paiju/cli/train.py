"""`paiju train`: weights for `net` from a seed, on one core."""

import os
from pathlib import Path

from paiju.cli.errors import UsageError
from paiju.extras import MissingExtra, need


def train(
    game: str = "uno",
    *,
    seed: int = 1,
    rounds: int = 600_000,
    hidden: int = 64,
    out: Path = Path("uno-net.json"),
) -> int:
    """Train the network of the bot `net` by play and write its weights.

    Parameters
    ----------
    game
        uno: the only game with a network.
    seed
        Everything random comes from it.
    rounds
        Rounds of UNO to learn from.
    hidden
        Units of the hidden layer.
    out
        Where the weights go; play them with --bots ./uno-net.json.
    """
    if game != "uno":
        raise UsageError(f'There is no network for "{game}"; there is one for uno.')
    if rounds < 1 or hidden < 1:
        raise UsageError("--rounds and --hidden must be at least 1.")
    if out.suffix != ".json" or not out.parent.is_dir():
        raise UsageError(f'"{out}" must be a file in an existing folder and end in .json.')
    try:
        need("numpy", "lab")
    except MissingExtra as error:
        raise UsageError(str(error)) from error
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")  # small matrices: threads only wait for each other
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from paiju.sim.train_uno import Training
    from paiju.sim.train_uno import train as learn

    plan = Training(seed=seed, rounds=rounds, hidden=hidden)
    command = f"paiju train uno --seed {seed} --rounds {rounds} --hidden {hidden}"
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=rounds)
        found = learn(plan, command, lambda done, error: bar.update(task, completed=done, description=f"{error:.4f}"))
    found.save(out)
    place = str(out) if out.is_absolute() else f"./{out}"
    print(f"{out}: {rounds} rounds in {found.about['seconds']} s. Play it: paiju sim uno --bots {place},colour")
    return 0
