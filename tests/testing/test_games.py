"""Every game in the registry keeps the contract. Games also have longer runs of their own in tests/games."""

import pytest

from paiju.engine.game import Game, Seat, State
from paiju.games.registry import GAMES
from paiju.testing import check_game, check_no_leak
from paiju.testing.soak import main, soak

SHORT: dict[str, dict[str, object]] = {"uno": {"targetScore": 60}, "shandong": {"startLevel": "A"}}
"""Options that make a random match short."""


def only_a_sample(state: State, seat: Seat) -> bool:
    return False  # Shandong lists a sample, and UNO leaves out calls that change nothing: refusal is the law


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_contract_is_kept(game: Game) -> None:
    check_game(game, seeds=range(100, 104), fixed=SHORT[game.name], complete=only_a_sample, every=17)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_view_tells_a_secret(game: Game) -> None:
    check_no_leak(game, seeds=range(200, 203), fixed=SHORT[game.name], every=11, most_actions=150)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_soak_finds_nothing(game: Game) -> None:
    figures = soak(game, 3000, seed=7)
    assert figures.accepted > 500 and figures.refused > 500


def test_the_soak_command_prints_its_figure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--game", "uno", "--actions", "500", "--seed", "3"]) == 0
    assert "no broken invariant" in capsys.readouterr().out
    with pytest.raises(SystemExit) as stopped:
        main(["--game", "whist"])
    assert stopped.value.code == 2
