"""The menu, its settings, resuming from it, and recorded matches on the table."""

import re
from pathlib import Path

import pytest
from textual.pilot import Pilot

from paiju.engine.errors import BadRules
from paiju.terminal.opening import Wanted, open_match
from paiju.terminal.settings import Settings, load_settings
from paiju.terminal.tui.app import PaijuApp
from paiju.terminal.tui.menu import MenuScreen, next_setting, setting_text
from paiju.terminal.tui.replay import Replay, ReplayScreen, open_replay
from paiju.terminal.tui.sheets import Chooser, Reader
from paiju.terminal.tui.table import TableScreen
from paiju.terminal.tui.texts import Texts
from paiju.terminal.uno.face import UnoFace
from paiju.terminal.words import Words
from tests.terminal.tui.clock import ManualClock
from tests.terminal.tui.tables import click, front, plain_appearance, settled, table, until

pytestmark = pytest.mark.anyio


def menu(language: str = "en-US") -> PaijuApp:
    return PaijuApp(Settings(pace=0.0), language, appearance=plain_appearance(), clock=ManualClock())


def menu_of(pilot: Pilot[int]) -> MenuScreen:
    screen = pilot.app.screen
    assert isinstance(screen, MenuScreen)
    return screen


def finished(folder: Path, game: str) -> Path:
    """A match that bots have played to its end."""
    path = folder / f"{game}.paiju"
    options = {"targetScore": None} if game == "uno" else {"startLevel": "A"}
    session, _ = open_match(Wanted(game, "", options, None, ("random",) * 4, 1, path), Words("en-US"))
    while not session.over():
        session.step()
    return path


async def test_a_new_player_is_at_the_table_with_three_keys() -> None:
    async with menu().run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Play UNO" in menu_of(pilot).board.canvas.text()
        await pilot.press("1")
        await pilot.pause()
        assert front(pilot) is Chooser
        await pilot.press("enter")
        screen = await settled(pilot)
        assert screen.match.rules.rulebook == "official"


async def test_shandong_and_back_to_the_menu_and_on_again() -> None:
    async with menu("zh-CN").run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("2")
        screen = await settled(pilot)
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("8")
        await pilot.pause()
        assert "继续" in menu_of(pilot).board.canvas.text()
        await pilot.press("1")
        again = await settled(pilot)
        assert again.match is not screen.match
        assert again.match.commitment == screen.match.commitment
        assert again.match.seq >= screen.match.seq


async def test_a_match_that_is_open_elsewhere_is_not_resumed(tmp_path: Path) -> None:
    _, save = open_match(Wanted("uno"), Words("en-US"))
    async with menu().run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("1")
        await pilot.pause()
        reader = pilot.app.screen
        assert isinstance(reader, Reader)
        assert "being played in another window" in reader.board.canvas.text()
        save.close()
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("1")
        assert (await settled(pilot)).match.commitment


async def test_settings_are_remembered_and_the_language_changes_at_once() -> None:
    async with menu().run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await click_menu(pilot, "Settings")
        assert front(pilot) is Chooser
        await pilot.press("1")
        await pilot.pause()
        await pilot.press("7")
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert "设置" in menu_of(pilot).board.canvas.text()
    assert load_settings().language == "zh-CN"
    assert load_settings().signal == "bell"


async def click_menu(pilot: Pilot[int], label: str) -> None:
    index = [option.text for option in menu_of(pilot).options].index(label)
    await click(pilot, f"option:{index}")


def test_each_setting_goes_on_to_its_next_value() -> None:
    settings = Settings()
    assert next_setting(settings, "colour", "en-US").colour is not settings.colour
    seen = {settings.rulebook}
    for _ in range(10):
        settings = next_setting(settings, "rulebook", "en-US")
        seen.add(settings.rulebook)
    assert {"official", "console", "arena", "platform"} <= seen
    bots = [settings.bots]
    while (settings := next_setting(settings, "bots", "en-US")).bots != bots[0]:
        bots.append(settings.bots)
    assert {"", "random", "champion"} <= set(bots)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(28, "No space left on device"), "No space left"),
        (BadRules("unknown_bot", "", {"name": "nobody", "allowed": "random"}), "nobody"),
    ],
)
async def test_a_match_that_cannot_be_opened_is_explained_and_the_menu_stays(
    monkeypatch: pytest.MonkeyPatch, error: Exception, said: str
) -> None:
    def fails(*_: object) -> None:
        raise error

    monkeypatch.setattr("paiju.terminal.opening.open_match", fails)
    async with menu().run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await click_menu(pilot, "Play Shandong Upgrade")
        reader = pilot.app.screen
        assert isinstance(reader, Reader)
        assert said in reader.board.canvas.text()
        await pilot.press("escape")
        await pilot.pause()
        assert "Play UNO" in menu_of(pilot).board.canvas.text()


async def test_rules_can_be_read_from_the_menu() -> None:
    async with menu().run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await click_menu(pilot, "Rules")
        await pilot.press("2")
        await pilot.pause()
        reader = pilot.app.screen
        assert isinstance(reader, Reader)
        assert "Aim" in reader.board.canvas.text()
        await pilot.press("end")
        await pilot.press("l")
        await pilot.pause()
        assert "级" in reader.board.canvas.text()


async def test_quitting_says_how_to_go_on(tmp_path: Path) -> None:
    app = table(tmp_path, "uno")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("ctrl+c")
        await pilot.pause()
    assert "paiju play --resume" in app.farewell


@pytest.mark.parametrize("game", ["uno", "shandong"])
async def test_a_record_is_stepped_through_to_and_fro(tmp_path: Path, game: str) -> None:
    replay = open_replay(finished(tmp_path, game), None)
    app = PaijuApp(Settings(), "en-US", replay=replay, appearance=plain_appearance())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, ReplayScreen)
        await pilot.press(*["right"] * 45)
        ahead = screen.board.canvas.text()
        await pilot.press("right", "left")
        await pilot.pause()
        assert screen.board.canvas.text() == ahead
        assert "all hands open" in ahead
        await pilot.press("2")
        await pilot.pause()
        assert f"as {screen.names[1]} saw it" in screen.board.canvas.text()
        await pilot.press("end")
        await pilot.pause()
        assert screen.turn == replay.length
        assert "win" in screen.board.canvas.text()
        await pilot.press("home")
        await pilot.pause()
        assert screen.turn == 0


async def test_a_replay_begins_with_the_cards_dealt_and_at_the_seat_of_the_person_who_played(tmp_path: Path) -> None:
    path = tmp_path / "uno.paiju"
    session, _ = open_match(Wanted("uno", "", {"targetScore": 200}, seed=2, save=path), Words("en-US"))
    assert session.viewer != 0
    while not session.over():
        if not session.step():
            action = session.hint()
            assert action is not None and session.act(action).accepted
    replay = open_replay(path, None)
    app = PaijuApp(Settings(), "en-US", replay=replay, appearance=plain_appearance())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, ReplayScreen)
        assert screen.seat == session.viewer
        assert "Your hand" in screen.board.canvas.text()
        await pilot.press(str(screen.seat + 1))
        await pilot.pause()
        assert "as you saw it" in screen.board.canvas.text()
        await pilot.press("a")
        rounds = 0
        while screen.turn < replay.length:
            assert [len(hand) for hand in (screen.hands or {}).values() if len(hand) < 7] == []
            rounds += 1
            await pilot.press("pagedown")
        assert rounds == len(replay.round_starts()) + 1
        for _ in range(rounds):
            await pilot.press("pageup")
        assert screen.turn == replay.start


async def test_a_replay_speaks_to_the_person_who_played_and_to_nobody_else(tmp_path: Path) -> None:
    path = tmp_path / "uno.paiju"
    session, _ = open_match(Wanted("uno", "", {"targetScore": None}, seed=2, save=path), Words("en-US"))
    while not session.over():
        if not session.step():
            action = session.hint()
            assert action is not None and session.act(action).accepted
    me = session.viewer
    other = (me + 1) % 4
    app = PaijuApp(Settings(), "en-US", replay=open_replay(path, None), appearance=plain_appearance())
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, ReplayScreen)
        await pilot.press(*["right"] * 12)
        await pilot.press(str(other + 1))
        await pilot.pause()
        assert f"{screen.names[other]}'s hand" in screen.board.canvas.text()
        await pilot.press(str(me + 1))
        await pilot.pause()
        assert "Your hand" in screen.board.canvas.text()
        for keys in ([str(other + 1)], [str(me + 1)], ["a"]):
            await pilot.press(*keys)
            for turn in range(1, screen.replay.length + 1):
                screen._go(turn)
                told = [screen.notice.text if screen.notice else "", *texts_of_log(screen)]
                assert not [line for line in told if re.search(r"\b[Yy]ou (is|has|plays|draws|wins|gets)\b", line)]
        await pilot.press("end")
        await pilot.pause()
        winner = session.outcome()
        assert winner is not None
        words = "You win" if winner.winners == [me] else f"{screen.names[winner.winners[0]]} wins"
        assert words in screen.board.canvas.text()


def texts_of_log(screen: ReplayScreen) -> list[str]:
    assert isinstance(screen.face, UnoFace)
    return [line.text for line in screen.face.log.lines(screen.face.narrator())]


async def test_a_record_runs_by_itself_and_stops(tmp_path: Path) -> None:
    replay = open_replay(finished(tmp_path, "uno"), None)
    replay.start = replay.length - 2
    clock = ManualClock()
    app = PaijuApp(Settings(pace=0.1), "en-US", replay=replay, appearance=plain_appearance(), clock=clock)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("space")
        screen = pilot.app.screen
        assert isinstance(screen, ReplayScreen)
        for turn in (replay.length - 1, replay.length, replay.length):
            clock.advance(0.1)
            assert screen.turn == turn
        await pilot.pause()
        assert f"· {replay.length} / {replay.length}" in screen.board.canvas.text()
        await pilot.press("home", "space", "space")
        clock.advance(10)
        assert screen.turn == 0, "space stops it again"


async def test_a_click_on_a_seat_shows_its_hand_and_escape_ends_the_replay(tmp_path: Path) -> None:
    app = PaijuApp(
        Settings(), "en-US", replay=open_replay(finished(tmp_path, "shandong"), None), appearance=plain_appearance()
    )
    async with app.run_test(size=(100, 40)) as pilot:
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, ReplayScreen)
        await pilot.press(*["right"] * 3)
        seat = next(spot.target for spot in screen.board.canvas.spots if spot.target.startswith("seat:"))
        await pilot.click(screen.board, offset=spot_of(screen, seat))
        await pilot.pause()
        assert (screen.seat, screen.all_hands) == (int(seat[5:]), False)
        await pilot.press("k")
        await pilot.pause()
        assert isinstance(pilot.app.screen, Reader)
        await pilot.press("escape")
        await pilot.pause()
        assert front(pilot) is ReplayScreen
        await pilot.press("escape")
        await until(pilot, lambda: not app.is_running)
    assert app.return_value == 0


def spot_of(screen: ReplayScreen, target: str) -> tuple[int, int]:
    spot = screen.board.canvas.find(target)
    assert spot is not None
    return spot.x, spot.y


def test_any_position_of_a_record_is_the_same_from_both_sides(tmp_path: Path) -> None:
    replay = open_replay(finished(tmp_path, "uno"), None)
    again = Replay(replay.record)
    for turn in (replay.length, 5, 40, 33, 0, 64):
        if turn <= replay.length:
            assert replay.position(turn).snapshot() == again.position(turn).snapshot()


async def test_the_round_that_ended_can_be_seen_again(tmp_path: Path) -> None:
    from tests.terminal.tui.tables import uno_keys
    from tests.terminal.tui.test_uno_play import advice

    app = table(tmp_path, "uno")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await settled(pilot)
        while not screen.face.resting():
            for key in uno_keys(screen, advice(screen)):
                await pilot.press(key)
                await pilot.pause()
            screen = await settled(pilot)
        await pilot.press("r")
        await pilot.pause()
        assert front(pilot) is ReplayScreen
        await pilot.press("escape")
        await pilot.pause()
        assert front(pilot) is TableScreen


async def test_the_help_of_a_replay_has_the_keys_of_a_replay(tmp_path: Path) -> None:
    app = PaijuApp(
        Settings(), "en-US", replay=open_replay(finished(tmp_path, "uno"), None), appearance=plain_appearance()
    )
    async with app.run_test(size=(100, 40)) as pilot:
        await pilot.pause()
        await pilot.press("question_mark")
        await pilot.pause()
        reader = pilot.app.screen
        assert isinstance(reader, Reader)
        text = reader.board.canvas.text()
        assert "one step back or on" in text and "all hands" in text
        assert "say UNO with the next play" not in text and "take back" not in text


async def test_leaving_a_table_by_its_menu_says_how_to_go_on_and_what_is_not_saved(tmp_path: Path) -> None:
    app = table(tmp_path, "uno")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        record = tmp_path / "uno.paiju"
        record.unlink()
        record.mkdir()
        await pilot.press("d")
        await settled(pilot)
        await pilot.press("escape")
        await pilot.pause()
        options = app.screen.options if isinstance(app.screen, Chooser) else []
        await pilot.press(str([option.value for option in options].index("quit") + 1))
        await until(pilot, lambda: not app.is_running)
    assert "The last moves could not be saved (Is a directory)." in app.farewell
    assert "paiju play --resume" in app.farewell


async def test_ctrl_c_after_the_end_leaves_nothing_to_go_on_with(tmp_path: Path) -> None:
    app = PaijuApp(
        Settings(pace=0.0),
        "en-US",
        match=open_match(Wanted("uno", "", {"targetScore": None}, None, ("random",) * 4, 1), Words("en-US")),
        appearance=plain_appearance(),
        clock=ManualClock(),
    )
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await settled(pilot)
        assert screen.match.over()
        await pilot.press("ctrl+c")
        await pilot.pause()
    assert app.farewell == ""


def test_a_record_without_a_deal_begins_where_it_is(tmp_path: Path) -> None:
    path = finished(tmp_path, "uno")
    head, *_ = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(head)
    assert open_replay(path, None).start == 0


async def test_a_setting_that_is_changed_in_a_replay_is_said(tmp_path: Path) -> None:
    app = PaijuApp(Settings(), "en-US", replay=open_replay(finished(tmp_path, "uno"), 5), appearance=plain_appearance())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("m")
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        assert "On my turn: bell" in screen.board.canvas.text()


def test_time_without_end_is_said_in_words() -> None:
    assert setting_text(Settings(patience=0), "patience", Texts("en-US")).endswith("as long as you like")
