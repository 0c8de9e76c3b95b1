"""`paiju train`: weights for `net` from a seed, on one core."""

import os
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from paiju.cli.errors import UsageError
from paiju.extras import MissingExtra, need
from paiju.games.registry import GAMES, find_game


def train(
    game: str = "",
    *,
    seed: int = 1,
    rounds: int = 600_000,
    hidden: int = 64,
    out: Path | None = None,
) -> int:
    """Train the network of the bot `net` by play and write its weights.

    Parameters
    ----------
    game
        A game with a network. Without a name: the only one, uno.
    seed
        Everything random comes from it.
    rounds
        Rounds to learn from.
    hidden
        Units of the hidden layer.
    out
        Where the weights go (GAME-net.json); play them with --bots ./GAME-net.json.
    """
    trainable = [one.name for one in GAMES if find_spec(_module(one.name))]
    game = find_game(game or trainable[0]).name
    if game not in trainable:
        raise UsageError(f'There is no network for "{game}"; there is one for {", ".join(trainable)}.')
    out = out or Path(f"{game}-net.json")
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

    training = import_module(_module(game))
    plan = training.Training(seed=seed, rounds=rounds, hidden=hidden)
    command = f"paiju train {game} --seed {seed} --rounds {rounds} --hidden {hidden}"
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=rounds)
        found = training.train(
            plan, command, lambda done, error: bar.update(task, completed=done, description=f"{error:.4f}")
        )
    found.save(out)
    rival = find_game(game).default_bot()
    place = str(out) if out.is_absolute() else f"./{out}"
    print(f"{out}: {rounds} rounds in {found.about['seconds']} s. Play it: paiju sim {game} --bots {place},{rival}")
    return 0


def _module(game: str) -> str:
    """The module that trains the network of a game: it has `Training` and `train`."""
    return f"paiju.sim.train_{game}"
