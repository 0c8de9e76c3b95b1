"""UNO played on the table as people play it: by keys, by mouse, with wrong keys in between."""

import itertools
import threading
import time
from pathlib import Path

import pytest
from textual.pilot import Pilot

from paiju.engine.game import Seat
from paiju.games.uno.actions import DRAW, play_card
from paiju.games.uno.cards import BLUE, parse_card
from paiju.games.uno.vectors import position
from paiju.terminal.opening import Wanted, open_match
from paiju.terminal.saves import resume
from paiju.terminal.session import MatchEvent
from paiju.terminal.settings import Settings
from paiju.terminal.tui.app import PaijuApp
from paiju.terminal.tui.menu import MenuScreen
from paiju.terminal.tui.replay import open_replay
from paiju.terminal.tui.sheets import Chooser, Reader
from paiju.terminal.tui.stage import FLASH_SECONDS
from paiju.terminal.tui.table import TableScreen
from paiju.terminal.tui.texts import Texts
from paiju.terminal.uno.face import UnoFace
from paiju.terminal.uno.look import uno_look
from paiju.terminal.uno.prompt import uno_prompt
from paiju.terminal.words import Words
from tests.games.uno.script import book, play
from tests.terminal.dealt import dealt_match
from tests.terminal.tui.clock import ManualClock
from tests.terminal.tui.moments import MOMENTS, hand_of, reached
from tests.terminal.tui.tables import click, front, resized, screen_of, settled, shown, table, uno_keys, until

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("without_a_terminal")]

SHORT = {"targetScore": 60}
MOST_TURNS = 600


def advice(screen: TableScreen) -> dict[str, object]:
    """What H says; once UNO is armed, the first play there is."""
    assert isinstance(screen.face, UnoFace)
    if screen.face.armed:
        return next(a.to_json() for a in screen.match.legal() if a.to_json()["type"] == "PLAY_CARD")
    action = screen.match.hint()
    assert action is not None
    return action.to_json()


async def play_out(pilot: Pilot[int], by_mouse: bool) -> TableScreen:
    """Take the advice of H until the match is over."""
    for _ in range(MOST_TURNS):
        screen = await settled(pilot)
        if screen.match.over():
            return screen
        if screen.face.resting():
            await (click(pilot, "cmd:play") if by_mouse else pilot.press("enter"))
            continue
        data = advice(screen)
        if by_mouse:
            await play_by_mouse(pilot, screen, str(data["type"]), str(data.get("cardId", "")), data)
        else:
            for key in uno_keys(screen, data):
                await pilot.press(key)
                await pilot.pause()
    raise AssertionError("the match never ended")


async def play_by_mouse(pilot: Pilot[int], screen: TableScreen, kind: str, card: str, data: dict[str, object]) -> None:
    if kind in ("PLAY_CARD", "JUMP_IN"):
        assert isinstance(screen.face, UnoFace)
        if not (screen.face.chosen and screen.face.card == card):  # a card just drawn is chosen already
            await click(pilot, f"card:{card}")
        await click(pilot, f"card:{card}")
        if isinstance(pilot.app.screen, Chooser):
            wanted = data.get("chosenColor") or data.get("targetPlayerId")
            index = [option.value for option in pilot.app.screen.options].index(str(wanted))
            await click(pilot, f"option:{index}")
        return
    if kind == "CHOOSE_COLOR":
        await click(pilot, "cmd:play")
        assert isinstance(pilot.app.screen, Chooser)
        await click(pilot, "option:0")
        return
    buttons = {
        "SKIP_TURN": "cmd:pass",
        "ACCEPT_WILD_DRAW_FOUR": "cmd:accept",
        "DRAW_CARD": "draw",
        "CALL_UNO": "cmd:uno",
    }
    await click(pilot, buttons.get(kind, "cmd:catch"))


@pytest.mark.parametrize("rulebook", ["official", "console", "arena", "platform"])
async def test_a_whole_match_by_keys(tmp_path: Path, rulebook: str) -> None:
    options = SHORT if rulebook in ("official", "arena") else {}
    app = table(tmp_path, "uno", rulebook=rulebook, options=options)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await play_out(pilot, by_mouse=False)
        assert screen.match.over()
        assert "match" in shown(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, MenuScreen)


async def test_a_whole_match_by_mouse(tmp_path: Path) -> None:
    app = table(tmp_path, "uno", options=SHORT, seed=5)
    async with app.run_test(size=(80, 24)) as pilot:
        assert (await play_out(pilot, by_mouse=True)).match.over()


async def test_a_machine_busy_with_other_things_loses_no_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = itertools.count(time.monotonic(), 0.002)
    monkeypatch.setattr("textual.timer._time.get_time", lambda: next(now))  # every look at the clock takes long
    app = table(tmp_path, "uno", settings=Settings(pace=0.0))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await settled(pilot)
        for _ in range(5):
            seq = screen.match.seq
            await pilot.press("d", "p")
            await settled(pilot)
            assert screen.match.seq > seq


async def test_house_rules_by_keys(tmp_path: Path) -> None:
    house = {"stackDrawCards": True, "sevenSwap": True, "zeroRotate": True, "jumpIn": True, "targetScore": None}
    app = table(tmp_path, "uno", options=house, seats=3, seed=5)
    async with app.run_test(size=(100, 30)) as pilot:
        assert (await play_out(pilot, by_mouse=False)).match.over()


async def test_ten_seats_fit_a_small_window(tmp_path: Path) -> None:
    app = table(tmp_path, "uno", seats=10, language="zh-CN")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        text = shown(pilot)
        for name in screen_of(pilot).names:
            assert name == "你" or name in text


async def test_a_refused_play_says_why_and_changes_nothing(tmp_path: Path) -> None:
    app = table(tmp_path, "uno")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await settled(pilot)
        seq = screen.match.seq
        await pilot.press("1", "enter")  # Green 1 on Yellow 5
        await pilot.pause()
        assert "Green 1 does not fit: play yellow, a 5 or a wild" in shown(pilot)
        assert screen.match.seq == seq


async def test_arrows_go_round_the_hand(tmp_path: Path) -> None:
    path = dealt_match(tmp_path / "arrows.paiju", ["r3 b9 g1", "r1 r2 r4"], "r7", rulebook="official")
    app = PaijuApp(Settings(pace=0.0), "en-US", match=resume(path), clock=ManualClock())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await settled(pilot)
        seq = screen.match.seq
        assert isinstance(screen.face, UnoFace)
        hand = [card.id for card in screen.face.hand()]
        for key, index in (("right", 0), ("right", 1), ("end", 2), ("right", 0), ("left", 2), ("home", 0), ("up", 0)):
            await pilot.press(key)
            await pilot.pause()
            assert (screen.face.card, screen.face.chosen) == (hand[index], True), key
        assert screen.match.seq == seq


@pytest.mark.parametrize(
    ("hand", "said", "armed"),
    [("r3 b9 g1", "play Red 3", False), ("r3 b9", "say UNO and play Red 3", True), ("b9 g1 g2", "draw (D)", False)],
)
async def test_h_chooses_what_it_advises_and_plays_nothing(tmp_path: Path, hand: str, said: str, armed: bool) -> None:
    other = "r1 r2 r4" if len(hand.split()) == 3 else "r1 r2"
    path = dealt_match(tmp_path / "advice.paiju", [hand, other], "r7", rulebook="official")
    app = PaijuApp(Settings(pace=0.0), "en-US", match=resume(path), clock=ManualClock())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await settled(pilot)
        seq = screen.match.seq
        assert isinstance(screen.face, UnoFace)
        await pilot.press("h")
        await pilot.pause()
        assert said in shown(pilot)
        assert screen.match.seq == seq
        assert screen.face.armed is armed
        assert (screen.face.chosen and screen.face.card.startswith("red-3")) is ("Red 3" in said)


async def test_no_wrong_key_changes_anything(tmp_path: Path) -> None:
    app = table(tmp_path, "uno")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await settled(pilot)
        seq = screen.match.seq
        for key in (
            "u",
            "c",
            "a",
            "p",
            "x",
            "k",
            "enter",
            "z",
            "f5",
            "tab",
            "0",
            "9",
            "s",
            "s",
            "g",
            "g",
            "n",
            "m",
            "m",
        ):
            await pilot.press(key)
            await pilot.pause()
        assert screen.match.seq == seq
        assert len(pilot.app.screen_stack) == 2


async def test_the_language_changes_in_mid_game(tmp_path: Path) -> None:
    app = table(tmp_path, "uno")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "YOUR TURN" in shown(pilot)
        assert "Yellow 5" in shown(pilot)
        await pilot.press("l")
        await pilot.pause()
        assert "轮到你" in shown(pilot)
        assert "黄5" in shown(pilot)
        await pilot.press("l")
        await pilot.pause()
        assert "YOUR TURN" in shown(pilot)


async def test_a_window_that_is_too_small_says_how_large_it_has_to_be(tmp_path: Path) -> None:
    app = table(tmp_path, "uno")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await resized(pilot, 40, 10)
        assert "Please enlarge the window" in shown(pilot)
        assert "60 × 20 at least; it is 40 × 10" in shown(pilot)


async def test_resizing_keeps_the_choice(tmp_path: Path) -> None:
    app = table(tmp_path, "uno")
    async with app.run_test(size=(160, 50)) as pilot:
        await settled(pilot)
        await pilot.press("6")
        for width, height in ((80, 24), (100, 30), (40, 10), (61, 20), (120, 40)):
            await resized(pilot, width, height)
        assert "Selected: Blue 5" in shown(pilot)


async def test_help_and_scores_open_and_close_over_the_table(tmp_path: Path) -> None:
    app = table(tmp_path, "uno")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        for key in ("question_mark", "t", "w"):
            await pilot.press(key)
            await pilot.pause()
            assert front(pilot) is Reader
            await pilot.press("escape")
            await pilot.pause()
            assert front(pilot) is TableScreen


async def test_a_wild_asks_for_a_colour_and_esc_takes_it_back(tmp_path: Path) -> None:
    app = table(tmp_path, "uno")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await settled(pilot)
        seq = screen.match.seq
        await pilot.press("2", "enter")  # the +4
        await pilot.pause()
        assert front(pilot) is Chooser
        await pilot.press("escape")
        await pilot.pause()
        assert front(pilot) is TableScreen
        assert screen.match.seq == seq
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("4")
        await settled(pilot)
        assert screen.match.seq > seq


async def test_the_key_of_answers_jumps_in(tmp_path: Path) -> None:
    app = reached(MOMENTS["uno-jump-in"], tmp_path, "en-US")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = screen_of(pilot)
        held = hand_of(screen.match.look())
        assert "jump in" in shown(pilot)
        await pilot.press("c")
        await pilot.pause()
        assert len(hand_of(screen.match.look())) == len(held) - 1


async def test_a_dangerous_four_is_marked_before_it_is_played(tmp_path: Path) -> None:
    """Whoever still holds the color in force may be challenged, and draws four."""
    for hands, said in (("w4 r3 b9", True), ("w4 g3 b9", False)):
        path = dealt_match(tmp_path / f"{said}.paiju", [hands, "r1 r2 r4"], "r7", rulebook="official")
        app = PaijuApp(Settings(pace=0.0), "en-US", match=resume(path), clock=ManualClock())
        async with app.run_test(size=(80, 24)) as pilot:
            screen = await settled(pilot)
            number = str(screen.view["hand"].index("wild-draw-four-104") + 1)  # type: ignore[attr-defined]
            await pilot.press(number)
            await pilot.pause()
            assert ("You hold red: +4 may be challenged" in shown(pilot)) is said
            await pilot.press("enter")
            await pilot.pause()
            assert front(pilot) is Chooser
            assert ("You hold red: +4 may be challenged" in shown(pilot)) is said


async def test_leaving_keeps_the_match_for_resuming(tmp_path: Path) -> None:
    app = table(tmp_path, "uno")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await settled(pilot)
        await pilot.press("d")
        screen = await settled(pilot)
        seq, view = screen.match.seq, screen.view
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("7")
        await pilot.pause()
    again, _ = resume(tmp_path / "uno.paiju")
    assert again.seq == seq
    assert again.look() == view


async def test_the_turn_is_announced_by_a_flash_if_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = ManualClock()
    app = table(tmp_path, "uno", settings=Settings(pace=0.0, signal="flash"), clock=clock)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await settled(pilot)
        flashes: list[bool] = []
        monkeypatch.setattr(screen.board, "reverse", flashes.append)
        await pilot.press("d")
        await settled(pilot)
        assert flashes == [True]
        clock.advance(FLASH_SECONDS)
        assert flashes == [True, False]
        monkeypatch.undo()
        plain = [segment.style for segment in screen.board.render_line(0)]
        screen.board.reverse(True)
        reversed_ = [segment.style for segment in screen.board.render_line(0)]
        assert [style is not None and style.reverse for style in reversed_] == [
            style is None or not style.reverse for style in plain
        ]


async def test_the_clock_of_the_arena_counts_down_and_plays_for_whoever_waits_too_long(tmp_path: Path) -> None:
    clock = ManualClock()
    app = table(tmp_path, "uno", rulebook="arena", clock=clock)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await settled(pilot)
        seq = screen.match.seq
        assert "0:15" in shown(pilot)
        clock.advance(14)
        await pilot.pause()
        assert "0:01" in shown(pilot) and screen.match.seq == seq
        clock.advance(1)
        await settled(pilot)
        assert screen.match.seq > seq and "0:15" in shown(pilot)


async def test_bots_take_the_time_that_the_settings_say(tmp_path: Path) -> None:
    clock = ManualClock()
    app = table(tmp_path, "uno", settings=Settings(pace=2.0), seats=10, seed=2, clock=clock)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: clock.due() is not None)
        screen = screen_of(pilot)
        assert not screen.match.awaited().person
        seq, wait = screen.match.seq, clock.due()
        assert wait is not None and wait >= 2.0
        clock.advance(wait - 0.01)
        await pilot.pause()
        assert screen.match.seq == seq
        clock.advance(0.01)
        await until(pilot, lambda: screen.match.seq > seq)


def dealt(folder: Path, hands: list[str], top: str, **more: object) -> PaijuApp:
    """A match on a given deal under the official rules, on the table."""
    path = folder / "dealt.paiju"
    dealt_match(path, hands, top, rulebook="official", **more)  # type: ignore[arg-type]
    return PaijuApp(Settings(pace=0.0), "en-US", match=resume(path), clock=ManualClock())


async def test_space_chooses_the_first_card_and_takes_it_back(tmp_path: Path) -> None:
    async with dealt(tmp_path, ["r3 b9 g1", "r1 r2 r4"], "r7").run_test(size=(80, 24)) as pilot:
        screen = await settled(pilot)
        assert isinstance(screen.face, UnoFace)
        first = screen.face.hand()[0].id
        for chosen in (True, False, True):
            await pilot.press("space")
            await pilot.pause()
            assert (screen.face.card, screen.face.chosen) == (first, chosen)


@pytest.mark.parametrize("keys", [["9", "3"], ["enter", "3"]])
async def test_the_colour_of_a_wild_that_begins_is_chosen_by_a_digit(tmp_path: Path, keys: list[str]) -> None:
    async with dealt(tmp_path, ["r3 b9 g1", "b1 b2 b4"], "w", pile="b5").run_test(size=(80, 24)) as pilot:
        screen = await settled(pilot)
        await pilot.press("h")
        await pilot.pause()
        assert "choose" in shown(pilot)
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
        assert screen.view["currentColor"] == "green"
        assert screen.view["phase"] == "turn", "it is still the turn of the player who chose"


async def test_who_watches_bots_has_no_hand_to_choose_from(tmp_path: Path) -> None:
    wanted = Wanted("uno", bots=("random",) * 4, seed=1, save=tmp_path / "bots.paiju")
    app = PaijuApp(Settings(pace=1.0), "en-US", match=open_match(wanted, Words("en-US")), clock=ManualClock())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = screen_of(pilot)
        assert isinstance(screen.face, UnoFace)
        for key, said in (("right", ""), ("home", ""), ("space", ""), ("enter", "It is not your turn")):
            await pilot.press(key)
            await pilot.pause()
            assert (screen.face.card, screen.face.chosen) == ("", False)
            assert said in shown(pilot)


async def test_a_jump_in_while_the_others_act_comes_after_what_they_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "dealt.paiju"
    hands, played = ["r3 r7 b9", "r7 g1 g2", "y1 y2 y4"], [(0, play_card(parse_card("r3.1")))]
    session, save = resume(dealt_match(path, hands, "r5", rulebook="official", played=played, jumpIn=True))
    step, seq = session.step, session.seq
    has_acted, go_on = threading.Event(), threading.Event()

    def slow_step() -> list[MatchEvent]:
        happened = step()
        if not has_acted.is_set():
            has_acted.set()
            go_on.wait()
        return happened

    monkeypatch.setattr(session, "step", slow_step)
    app = PaijuApp(Settings(pace=0.0), "en-US", match=(session, save), clock=ManualClock())
    async with app.run_test(size=(80, 24)) as pilot:
        try:
            await until(pilot, has_acted.is_set)
            screen = screen_of(pilot)
            (jump,) = [action for action in session.legal() if action.to_json()["type"] == "JUMP_IN"]
            screen.act([jump])
        finally:
            go_on.set()
        await settled(pilot)
    done = [(entry.seat, str(entry.action.to_json()["type"])) for entry in open_replay(path, None).record.entries]
    assert done[seq : seq + 2] == [(1, "PLAY_CARD"), (0, "JUMP_IN")]
    assert len(done) > seq + 2, "the others have gone on"


async def test_h_names_the_colour_of_a_wild(tmp_path: Path) -> None:
    async with dealt(tmp_path, ["w b9 b8 b2", "r1 r2 r4 r6"], "g7").run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("h")
        await pilot.pause()
        assert "Wild" in shown(pilot) and "blue" in shown(pilot)


@pytest.mark.parametrize("way", ["key", "mouse"])
async def test_who_forgot_uno_is_caught_by_key_or_by_a_click_on_the_seat(tmp_path: Path, way: str) -> None:
    forgotten = [(0, play_card(parse_card("r3.1")))]
    app = dealt(tmp_path, ["r3 b9", "g1 g2"], "r7", you=1, played=forgotten)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await settled(pilot)
        assert "CATCH" in shown(pilot).upper()
        await (pilot.press("c") if way == "key" else click(pilot, "seat:0"))
        await settled(pilot)
        assert uno_look(screen.view).counts[0] == 3


async def test_the_key_of_answers_challenges_a_four(tmp_path: Path) -> None:
    four = [(0, play_card(parse_card("w4.1"), BLUE))]
    app = dealt(tmp_path, ["w4 r3 b9", "g1 g2 g4"], "r7", you=1, played=four)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await settled(pilot)
        assert screen.view["phase"] == "wd4_response"
        await pilot.press("c")
        await settled(pilot)
        assert uno_look(screen.view).counts[0] == 6, "the challenge was right"


async def test_enter_ends_a_turn_in_which_nothing_else_is_left(tmp_path: Path) -> None:
    path = tmp_path / "console.paiju"
    others = ["y1 y2 y4", "y6 y8 y9", "b6 b7 b8"]
    dealt_match(path, ["b9 g1 g2", *others], "r7", "y5", played=[(0, DRAW)])
    app = PaijuApp(Settings(pace=0.0), "en-US", match=resume(path), clock=ManualClock())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await settled(pilot)
        assert screen.view["phase"] == "acted"
        turn = uno_look(screen.view).turn_number
        await pilot.press("enter")
        await settled(pilot)
        assert uno_look(screen.view).turn_number > turn


def test_a_player_who_forgot_uno_is_told_so_and_a_round_that_is_over_asks_nothing() -> None:
    texts = Texts("en-US")
    state = play(position("r1", "r2 g3", "r4 b2 b3", pile="y1 y2 y3 y4", rules=book("official")), "p1 r2")
    forgot = uno_prompt(uno_look(state.view(Seat(0)).to_json()), texts, str)
    assert (forgot.text, forgot.tone) == (texts("prompt.forgot"), "warn")
    over = play(position("r1", "r2", "r4 b2 b3", pile="y1 y2 y3 y4", rules=book("official")), "p1 r2")
    assert uno_prompt(uno_look(over.view(Seat(0)).to_json()), texts, str).text == texts("prompt.over")


async def test_an_action_that_came_too_late_is_refused(tmp_path: Path) -> None:
    app = dealt(tmp_path, ["b8 r5 b9", "g1 g2 g4", "y1 y2 y4", "y6 y7 y9"], "r3")
    async with app.run_test(size=(100, 30)) as pilot:
        screen = await settled(pilot)
        seq = screen.match.seq
        screen.act([play_card(parse_card("b8.1"))])  # as if the position had just changed
        await settled(pilot)
        assert screen.match.seq == seq
        assert "NOT ALLOWED" in shown(pilot)
