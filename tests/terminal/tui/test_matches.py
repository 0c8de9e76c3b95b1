"""The list of matches in the menu: what they were, how they ended, and what can be done with them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from paiju.terminal.library import kept_matches
from paiju.terminal.opening import Wanted, open_match
from paiju.terminal.settings import Settings
from paiju.terminal.tui.app import PaijuApp
from paiju.terminal.tui.menu import MenuScreen
from paiju.terminal.tui.replay import ReplayScreen
from paiju.terminal.tui.sheets import Chooser, Reader
from paiju.terminal.words import Words
from tests.terminal.tui.clock import ManualClock
from tests.terminal.tui.tables import plain_appearance, settled, until

pytestmark = pytest.mark.anyio


def menu() -> PaijuApp:
    return PaijuApp(Settings(pace=0.0), "en-US", appearance=plain_appearance(), clock=ManualClock())


def a_finished_match() -> None:
    wanted = Wanted("uno", "platform", bots=("random",) * 4, seed=1)
    session, _ = open_match(wanted, Words("en-US"))
    while not session.over():
        session.step()


def chooser(app: PaijuApp) -> Chooser:
    assert isinstance(app.screen, Chooser)
    return app.screen


async def test_an_empty_list_says_so_and_is_not_called_a_failure() -> None:
    app = menu()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, MenuScreen))
        await pilot.press("5")
        await until(pilot, lambda: isinstance(app.screen, Reader))
        assert isinstance(app.screen, Reader)
        text = app.screen.board.canvas.text()
        assert "You have no matches yet." in text
        assert "Matches and results" in text
        assert "did not work" not in text


async def test_a_finished_match_is_listed_watched_and_deleted() -> None:
    a_finished_match()
    app = menu()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, MenuScreen))
        await pilot.press("5", "enter")
        await until(pilot, lambda: isinstance(app.screen, Chooser))
        assert [option.value for option in chooser(app).options] == ["watch", "delete"]
        await pilot.press("1")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, Chooser))
        assert "won by" in chooser(app).board.canvas.text()
        await pilot.press("enter", "2")
        await until(pilot, lambda: "Delete this match" in chooser(app).heading)
        await pilot.press("2")
        await until(pilot, lambda: isinstance(app.screen, Reader))
        assert not kept_matches()
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, MenuScreen))


async def test_an_unfinished_match_is_resumed_from_the_list() -> None:
    for seed in (1, 2):
        open_match(Wanted("uno", seed=seed), Words("en-US"))[1].close()
    older = kept_matches()[1]
    app = menu()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, MenuScreen))
        await pilot.press("6")
        await until(pilot, lambda: isinstance(app.screen, Chooser))
        await pilot.press("2")
        await until(pilot, lambda: chooser(app).options[0].value == "resume")
        await pilot.press("1")
        screen = await settled(pilot)
        assert screen._save.path == older.path


async def test_esc_leaves_the_list_and_the_choice_of_a_rulebook() -> None:
    open_match(Wanted("uno", seed=1), Words("en-US"))[1].close()
    app = menu()
    async with app.run_test(size=(80, 24)) as pilot:
        for key in ("6", "2"):
            await until(pilot, lambda: isinstance(app.screen, MenuScreen))
            await pilot.press(key)
            await until(pilot, lambda: isinstance(app.screen, Chooser))
            await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, MenuScreen))
    assert len(kept_matches()) == 1


@pytest.mark.parametrize(
    ("damage", "said"),
    [(Path.unlink, "no such file"), (lambda path: path.write_text("{}"), "did not work")],
)
async def test_a_record_that_was_damaged_meanwhile_is_explained(damage: Callable[[Path], object], said: str) -> None:
    a_finished_match()
    path = kept_matches()[0].path
    app = menu()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, MenuScreen))
        await pilot.press("5", "enter")
        await until(pilot, lambda: isinstance(app.screen, Chooser) and chooser(app).options[0].value == "watch")
        damage(path)
        await pilot.press("1")
        await until(pilot, lambda: isinstance(app.screen, Reader))
        assert isinstance(app.screen, Reader)
        assert said in app.screen.board.canvas.text()
