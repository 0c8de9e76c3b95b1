"""`paiju train`: weights for `net` from a seed, on one core."""

import os
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from paiju.cli.common import Whole, game_of, language_of
from paiju.cli.errors import UsageError
from paiju.extras import need
from paiju.games.registry import GAMES, find_game
from paiju.i18n import translator


def train(
    game: str = "",
    /,
    *,
    seed: Whole = 1,
    rounds: Whole = 600_000,
    hidden: Whole = 64,
    out: Path | None = None,
    lang: str = "",
) -> int:
    """Train the network of the bot `net` by play and write its weights."""
    trainable = [one.name for one in GAMES if find_spec(_module(one.name))]
    game = game_of(game or trainable[0]).name
    if game not in trainable:
        raise UsageError("no_network", game=game, allowed=", ".join(trainable))
    out = out or Path(f"{game}-net.json")
    for name, number in (("--rounds", rounds), ("--hidden", hidden)):
        if number < 1:
            raise UsageError("too_small", name=name, least=1, value=number)
    if out.suffix != ".json" or not out.parent.is_dir():
        raise UsageError("bad_weights_name", file=out)
    need("numpy", "lab")
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")  # small matrices: threads only wait for each other
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    training = import_module(_module(game))
    plan = training.Training(seed=seed, rounds=rounds, hidden=hidden)
    command = f"paiju train {game} --seed {seed} --rounds {rounds} --hidden {hidden}"
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("", total=rounds)
        found = training.train(
            plan, command, lambda done, error: bar.update(task, completed=done, description=f"{error:.4f}")
        )
    found.save(out)
    rival = find_game(game).default_bot()
    place = str(out) if out.is_absolute() else f"./{out}"
    t = translator("cli", language_of(lang))
    print(t("trained", file=out, rounds=rounds, seconds=found.about["seconds"]))
    print(t("trained_use", game=game, place=place, rival=rival))
    return 0


def _module(game: str) -> str:
    """The module that trains the network of a game: it has `Training` and `train`."""
    return f"paiju.sim.train_{game}"
