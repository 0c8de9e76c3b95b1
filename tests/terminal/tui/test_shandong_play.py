"""Shandong played on the table: declaring, burying, leading and following by keys and by mouse."""

from collections.abc import Mapping
from pathlib import Path
from typing import cast

import pytest
from textual.pilot import Pilot

from paiju.engine.game import Seat
from paiju.games.shandong.actions import parse_action
from paiju.games.shandong.notation import parse_position
from paiju.terminal.shandong.face import ShandongFace
from paiju.terminal.shandong.look import shandong_look
from paiju.terminal.shandong.scene import offers, shandong_prompt
from paiju.terminal.tui.sheets import Reader
from paiju.terminal.tui.table import TableScreen
from paiju.terminal.tui.texts import Texts
from tests.terminal.tui.positions import resumed
from tests.terminal.tui.tables import click, front, resized, settled, shown, table

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("without_a_terminal")]

LAST_LEVEL = {"startLevel": "A"}
MOST_DECISIONS = 600


def face_of(screen: TableScreen) -> ShandongFace:
    assert isinstance(screen.face, ShandongFace)
    return screen.face


async def choose_by_keys(pilot: Pilot[int], screen: TableScreen, cards: list[str]) -> None:
    """Arrows to each card, Space on it: the long way, as somebody does who wants just these cards."""
    await pilot.press("x")
    for card in cards:
        order = [c for row in face_of(screen)._rows for c in row.cards]
        at = order.index(card)
        near = ["home", *["right"] * at] if at < len(order) // 2 else ["end", *["left"] * (len(order) - 1 - at)]
        await pilot.press(*near)
        if card not in face_of(screen).chosen:
            await pilot.press("space")


async def choose_by_mouse(pilot: Pilot[int], screen: TableScreen, cards: list[str]) -> None:
    await click(pilot, "cmd:clear")
    for card in cards:
        if card not in face_of(screen).chosen:
            await click(pilot, f"card:{card}")


async def decide(pilot: Pilot[int], screen: TableScreen, by_mouse: bool, slowly: bool) -> None:
    """Do what the adviser would."""
    if offers(face_of(screen).look) and not screen.match.awaited().person:
        await (click(pilot, "offer:0") if by_mouse else pilot.press("1"))
        return
    action = screen.match.hint()
    assert action is not None
    data: Mapping[str, object] = action.to_json()
    if data["type"] == "CHOOSE_UNIT":
        await pilot.press("1")
        return
    cards = cast(list[str], data["cards"])
    if by_mouse:
        await choose_by_mouse(pilot, screen, cards)
        await click(pilot, "cmd:play")
    elif slowly:
        await choose_by_keys(pilot, screen, cards)
        await pilot.press("enter")
    else:
        await pilot.press("h", "enter")


async def play_out(pilot: Pilot[int], by_mouse: bool, hands: int | None = None) -> TableScreen:
    """Play a whole match, or so many hands."""
    for number in range(MOST_DECISIONS):
        screen = await settled(pilot)
        if screen.match.over():
            return screen
        if screen.face.resting():
            if hands is not None and cast(int, screen.view["handNumber"]) >= hands:
                return screen
            await pilot.press("enter")
            continue
        await decide(pilot, screen, by_mouse, slowly=number % 5 == 0)
    raise AssertionError("the match never ended")


async def test_a_whole_match_by_keys(tmp_path: Path) -> None:
    app = table(tmp_path, "shandong", options=LAST_LEVEL, seed=2)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await play_out(pilot, by_mouse=False)
        assert screen.match.over()
        assert "win the match" in shown(pilot)


async def test_a_whole_hand_by_mouse(tmp_path: Path) -> None:
    app = table(tmp_path, "shandong", language="zh-CN", seed=4)
    async with app.run_test(size=(140, 44)) as pilot:
        await play_out(pilot, by_mouse=True, hands=1)
        assert "按回车开始下一局" in shown(pilot)


async def test_thirty_cards_fit_the_smallest_window(tmp_path: Path) -> None:
    app = table(tmp_path, "shandong", seed=1)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await settled(pilot)
        hand = cast(list[str], screen.view["hand"])
        assert len(hand) == 30
        assert all(screen.board.canvas.find(f"card:{card}") is not None for card in hand)
        assert "Bury 4 cards. 0 chosen, 4 to go" in shown(pilot)


async def test_a_refused_burial_says_why_and_keeps_the_choice(tmp_path: Path) -> None:
    app = table(tmp_path, "shandong", seed=1)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await settled(pilot)
        seq = screen.match.seq
        await pilot.press("home", "space", "right", "space", "enter")
        await pilot.pause()
        assert "NOT ALLOWED" in shown(pilot)
        assert len(face_of(screen).chosen) == 2
        assert screen.match.seq == seq
        await pilot.press("x")
        await pilot.pause()
        assert "0 chosen" in shown(pilot)


async def test_a_wrong_following_is_explained_before_it_is_played(tmp_path: Path) -> None:
    app = table(tmp_path, "shandong", seed=2)
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(60):
            screen = await settled(pilot)
            trick = cast(Mapping[str, object] | None, screen.view["trick"])
            playable = cast(list[str], screen.view["playable"])
            wrong = [card for card in cast(list[str], screen.view["hand"]) if card not in playable]
            lead = cast(Mapping[str, object], trick["lead"]) if trick else {}
            if screen.match.awaited().person and wrong and len(cast(list[str], lead.get("cards", []))) == 1:
                break
            await decide(pilot, screen, by_mouse=False, slowly=False)
        seq = screen.match.seq
        await choose_by_keys(pilot, screen, wrong[:1])
        await pilot.pause()
        assert "Must follow" in shown(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert "Must follow" in shown(pilot)
        assert screen.match.seq == seq


@pytest.mark.parametrize(
    ("language", "said"), [("zh-CN", "跟 4 张：♣K ♣10 ♣6 ♣6"), ("en-US", "following with 4 cards: ♣K ♣10 ♣6 ♣6")]
)
async def test_cards_chosen_to_follow_are_no_throw(tmp_path: Path, language: str, said: str) -> None:
    async with resumed(tmp_path, "shandong", language).run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("h")
        await pilot.pause()
        assert said in shown(pilot)


async def test_the_language_and_the_size_change_in_mid_game(tmp_path: Path) -> None:
    app = table(tmp_path, "shandong", seed=1)
    async with app.run_test(size=(160, 50)) as pilot:
        await settled(pilot)
        await pilot.press("home", "space", "l")
        await pilot.pause()
        assert "扣 4 张。已选 1 张，还差 3 张" in shown(pilot)
        for width, height in ((80, 24), (100, 30), (30, 8), (130, 40)):
            await resized(pilot, width, height)
        assert "还差 3 张" in shown(pilot)


async def test_the_last_trick_and_the_declared_cards_are_on_keys(tmp_path: Path) -> None:
    app = table(tmp_path, "shandong", seed=1)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await settled(pilot)
        await pilot.press("t")
        await pilot.pause()
        assert "No trick has been played yet" in shown(pilot)
        await decide(pilot, screen, by_mouse=False, slowly=False)
        while screen.view["lastTrick"] is None:
            await decide(pilot, await settled(pilot), by_mouse=False, slowly=False)
        await settled(pilot)
        for key in ("t", "k", "w"):
            await pilot.press(key)
            await pilot.pause()
            assert front(pilot) is Reader
            await pilot.press("escape")
            await pilot.pause()


@pytest.mark.parametrize(
    ("led", "english", "chinese"),
    [
        ("s6", "You have no trump: play anything", "没有主牌，可以随意出"),
        ("c6", "No clubs: any card, or trump it", "没有梅花：任意 1 张，可以毙"),
    ],
)
def test_who_is_void_in_trump_is_not_told_to_trump(led: str, english: str, chinese: str) -> None:
    hands = f"{led} h4 / {'h6 h7' if led == 's6' else 's7 h7'} / d6 d7 / d8 d9"
    state = parse_position(f"trump spades; hands {hands}; kitty sJ sQ sA dA")
    state.play(Seat(0), parse_action(f"play {led}"))
    look = shandong_look(state.view(Seat(1)).to_json())
    for language, said in (("en-US", english), ("zh-CN", chinese)):
        assert shandong_prompt(look, Texts(language), str, []).text == said
