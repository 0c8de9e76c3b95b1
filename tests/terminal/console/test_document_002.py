"""The Chinese console, step by step as document 002 describes it, by somebody who knows only that document."""

import re
from collections.abc import Callable

import pytest

from paiju.games.uno.actions import DRAW
from paiju.terminal.opening import Wanted, open_match
from paiju.terminal.session import Session
from paiju.terminal.settings import Settings, save_settings
from paiju.terminal.uno.hand_list import dangerous, laying_refused
from paiju.terminal.uno.look import uno_look
from paiju.terminal.words import Words
from tests.terminal.console.player import Home, Player, Terminal

ON_TURN = "0 结束回合  1 摸牌  2 看手牌"
IN_HAND = "0 返回  1 出牌  2 喊UNO"


@pytest.fixture
def menu(home: Home) -> Terminal:
    """The main menu, with bots that do not take their time."""
    save_settings(Settings(pace=0))
    terminal = Terminal(home, "--plain", "--lang", "zh")
    assert "主菜单：1 开始  2 设置  3 规则  0 退出" in terminal.listen()
    return terminal


def started(home: Home, seed: int) -> tuple[Terminal, str]:
    """A match of the console's rulebook, up to the player's first question."""
    arguments = ("play", "uno", "--rulebook", "console", "--lang", "zh", "--plain", "--no-color", "--pace", "0")
    terminal = Terminal(home, *arguments, "--seed", str(seed))
    return terminal, terminal.listen()


def at_own_turn(home: Home, seed: int) -> tuple[Terminal, str]:
    """The same at the menu of the own turn, taking whatever +4 comes before."""
    terminal, heard = started(home, seed)
    for _ in range(5):
        if heard.endswith(ON_TURN):
            break
        heard = terminal.type("0")
    assert heard.endswith(ON_TURN)
    return terminal, heard


def seed_where(wanted: Callable[[Session], bool]) -> int:
    """The first deal in which the player begins with an ordinary turn that is as wanted. Found without a screen."""
    for seed in range(200):
        session, save = open_match(Wanted("uno", "console", seed=seed), Words("zh-CN"))
        while not session.awaited().person:
            session.step()
        save.close()
        if uno_look(session.look()).phase == "turn" and wanted(session):
            return seed
    raise AssertionError("there is no such deal")


def fitting_draw(session: Session) -> bool:
    """Whether the card drawn now can be played. Draws it."""
    session.act(DRAW)
    return uno_look(session.look()).phase == "drawn"


def holds_all_kinds(session: Session) -> bool:
    """Whether the hand has a card that fits, one that does not, and a +4 that can be challenged."""
    look = uno_look(session.look())
    fits = [laying_refused(session, card) == "" for card in look.hand if card["color"] is not None]
    return any(fits) and not all(fits) and any(dangerous(look, card) for card in look.hand)


def hand(heard: str) -> list[tuple[str, str]]:
    """The cards listed last, with their marks."""
    return re.findall(r"^ +\d+ (\S+) +(\S.*)$", heard, re.MULTILINE)


def test_0_quits(menu: Terminal) -> None:
    assert menu.type("0") == ""
    assert "再见" in menu.said
    assert menu.exit_code() == 0


def test_wrong_input_in_the_menu_is_answered_and_asked_again(menu: Terminal) -> None:
    for nonsense in ("", "4", "开始", "-1", "９９"):
        assert "可以输入：1、2、3、0" in menu.type(nonsense)
    assert "主菜单" in menu.type("?")
    menu.type("0")


def test_full_width_digits_are_digits(menu: Terminal) -> None:
    menu.type("０")
    assert "再见" in menu.said


def test_3_shows_the_rules_part_by_part(menu: Terminal) -> None:
    heard = menu.type("3")
    assert "108" in heard and "第 1 页" in heard
    pages = 1
    while "主菜单" not in heard:
        heard = menu.type("")
        pages += "页，共" in heard
    assert pages >= 5
    for word in ("跳过", "反转", "+2", "万能", "也可以质疑", "各人扣掉自己剩牌的分数"):
        assert word in menu.said
    menu.type("0")


def test_2_switches_the_colour_enhancement_and_remembers_it(home: Home, menu: Terminal) -> None:
    heard = menu.type("2")
    assert "颜色增强：开" in heard
    heard = menu.type("1")
    assert "已记住" in heard and "颜色增强：关" in heard
    menu.type("0")
    menu.type("0")
    again = Terminal(home, "--plain", "--lang", "zh")
    again.listen()
    assert "颜色增强：关" in again.type("2")
    assert "颜色增强：开" in again.type("1")
    again.type("0")
    again.type("0")


def test_2_changes_language_rulebook_and_bots(home: Home) -> None:
    terminal = Terminal(home, "--plain", variables={"LANG": "zh_CN.UTF-8"})
    assert "主菜单" in terminal.listen()
    terminal.type("2")
    terminal.type("4")
    assert "UNO 规则：官方规则" in terminal.type("1")
    terminal.type("5")
    assert "机器人：random" in terminal.type("2")
    terminal.type("2")
    assert "Language: English" in terminal.type("3")
    terminal.type("0")
    terminal.type("0")
    again = Terminal(home, "--plain", variables={"LANG": "zh_CN.UTF-8"})
    assert "Menu: 1 play" in again.listen()
    heard = again.type("2")
    assert "UNO rulebook: Official" in heard and "Bots: random" in heard


def test_1_plays_and_tells_the_own_number_first(home: Home, menu: Terminal) -> None:
    heard = menu.type("1")
    assert re.search(r"你是 [1-4] 号。", heard)
    assert "1 号 先出，顺序 1→2→3→4" in heard or "你（1 号） 先出，顺序 1→2→3→4" in heard
    assert "q 存盘退出" in heard
    assert "主菜单" in menu.type("q")


def test_others_show_number_card_hand_size_and_last_valid_card(home: Home) -> None:
    _, heard = started(home, seed_where(lambda session: session.viewer == 3))
    assert "你是 4 号" in heard
    assert re.search(r"^1 号(出 ?\S+。1 号剩 6 张。|摸 1 张。1 号剩 8 张。)", heard, re.MULTILINE)
    assert re.search(r"^上一张有效牌：\S+，颜色 [红黄绿蓝]色。$", heard, re.MULTILINE)
    assert not re.search(r"^(上一张有效牌：.*)\n\1$", heard, re.MULTILINE), "said once a turn"


def test_0_ends_the_turn_only_after_an_effective_action(home: Home) -> None:
    terminal, _ = at_own_turn(home, 1)
    heard = terminal.type("0")
    assert "尚未进行有效操作，不能结束回合" in heard and "什么都没有变" in heard
    assert heard.endswith(ON_TURN)


def test_1_draws_a_card_that_may_be_played_at_once_but_not_later(home: Home) -> None:
    terminal, _ = at_own_turn(home, seed_where(fitting_draw))
    heard = terminal.type("1")
    assert "你摸 1 张。你剩 8 张。" in heard and "1 打出  0 留着" in heard
    assert "不能再出牌" in terminal.type("0")
    terminal.type("2")
    terminal.type("1")
    assert "摸牌以后不能再从手牌里出牌" in terminal.type("1")
    terminal.type("0")
    again = terminal.type("1")
    assert "什么都没有变" in again or "可以输入" in again
    assert "回合结束。轮到" in terminal.type("0")


def test_1_draws_once_and_then_the_turn_can_only_be_ended(home: Home) -> None:
    terminal, _ = at_own_turn(home, seed_where(lambda session: not fitting_draw(session)))
    heard = terminal.type("1")
    assert "你摸 1 张。你剩 8 张。" in heard and "请结束回合" in heard
    assert "本回合已完成操作，请结束回合。可以输入：0、2。" in terminal.type("1")
    assert "回合结束。轮到" in terminal.type("0")


def test_2_opens_the_hand_and_0_goes_back(home: Home) -> None:
    terminal, _ = at_own_turn(home, 2)
    heard = terminal.type("2")
    assert len(hand(heard)) == 7 and heard.endswith(IN_HAND)
    assert terminal.type("0").endswith(ON_TURN)


def test_cards_are_marked_legal_illegal_or_dangerous_and_illegal_ones_are_refused(home: Home) -> None:
    seed = seed_where(holds_all_kinds)
    terminal, _ = at_own_turn(home, seed)
    cards = hand(terminal.type("2"))
    kinds = ("可出", "不能出", "危险")
    assert all(mark.startswith(kinds) for _, mark in cards)
    legal, illegal, danger = (
        next(n for n, (_, mark) in enumerate(cards, 1) if mark.startswith(kind)) for kind in kinds
    )
    terminal.type("1")
    heard = terminal.type(str(illegal))
    assert f"{cards[illegal - 1][0]} 不能出：现在要" in heard and "什么都没有变" in heard
    assert cards[danger - 1][0] == "+4"
    assert "选一种颜色：1 红色  2 黄色  3 绿色  4 蓝色" in terminal.type(str(danger))
    assert "你出 +4，选红色" in terminal.type("1")
    again, _ = at_own_turn(home, seed)
    again.type("2")
    again.type("1")
    heard = again.type(str(legal))
    assert f"你出{cards[legal - 1][0]}。你剩 6 张。" in heard


def test_a_wrong_uno_costs_two_cards_at_the_end_of_the_turn_and_cannot_be_taken_back(home: Home) -> None:
    terminal, _ = at_own_turn(home, 3)
    terminal.type("2")
    assert "你喊 UNO" in terminal.type("2")
    terminal.type("0")
    if "1 打出  0 留着" in terminal.type("1"):
        terminal.type("0")
    heard = terminal.type("0")
    assert "你错喊 UNO，罚摸 2 张。" in heard


def test_being_hit_by_a_draw_four_the_user_is_asked_whether_to_challenge(home: Home) -> None:
    refused = r"你不质疑 \d 号。\n你被 \+4，摸 4 张。"
    lost = r"你质疑 \d 号：失败，.*\n(.*\n)?你质疑失败，摸 6 张。"
    won = r"你质疑 \d 号：成功，是诈出。\n(.*\n)?\d 号诈出 \+4，摸 4 张。"
    answers = {"0": refused, "1": f"{lost}|{won}"}
    for answer, outcome in answers.items():
        for seed in range(60):
            terminal, heard = started(home, seed)
            for _ in range(12):
                if "1 质疑  0 不质疑" in heard or not heard:
                    break
                drew = terminal.type("1")  # draw, keep what fits, end the turn
                kept = terminal.type("0") if drew.endswith("0 留着") else drew
                heard = terminal.type("0") if kept.endswith(ON_TURN) else kept
            if "1 质疑  0 不质疑" in heard:
                assert "对你出 +4。之前是" in heard
                assert re.search(outcome, terminal.type(answer))
                break
        else:
            raise AssertionError("nobody played a +4")


def test_scores_are_negative_points_of_the_own_hand(home: Home) -> None:
    terminal, heard = started(home, 5)
    player = Player(terminal, 5, garbage=0)
    while heard:
        heard = terminal.type(player.answer(heard))
    rows = re.findall(r"手里剩 (\d+) 分，总分 (-?\d+)。", terminal.said)
    assert len(rows) == 4
    assert all(int(total) == -int(left) for left, total in rows)
    assert ("0", "0") in rows
    assert re.search(r"第 1 名：.*，0 分。", terminal.said)
