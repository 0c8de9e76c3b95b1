"""The Chinese console, step by step as document 002 describes it, by somebody who knows only that document."""

import itertools
import re
from collections.abc import Iterable
from typing import Any

import pytest

from paiju.games.uno.actions import SKIP, play_card
from paiju.games.uno.cards import find_colour, parse_card
from paiju.terminal.settings import Settings, save_settings
from tests.terminal.console.player import Home, Terminal
from tests.terminal.dealt import dealt_match

ON_TURN = "0 结束回合  1 摸牌  2 看手牌"
IN_HAND = "0 返回  1 出牌  2 喊UNO"


@pytest.fixture
def menu(home: Home) -> Terminal:
    """The main menu, with bots that do not take their time."""
    save_settings(Settings(pace=0))
    terminal = Terminal(home, "--plain", "--lang", "zh")
    assert "主菜单：1 开始  2 设置  3 规则  0 退出" in terminal.listen()
    return terminal


OTHERS = ["b1 b2 b3 b4 b5 b6 b7", "y2 y3 y4 y5 y6 y7 y9", "g4 g5 g6 g7 g8 g9 g0"]
"""Hands of the bots: none of them has a card that hits the player."""


def resumed(home: Home, hands: list[str], top: str, pile: str = "", **more: Any) -> tuple[Terminal, str]:
    """A match of the console's rulebook on this deal, up to the player's first question."""
    number = len(list(home.path.glob("*.paiju")))
    path = dealt_match(home.path / f"dealt-{number}.paiju", hands, top, pile, **more)
    arguments = ("play", "--resume", "--save", str(path), "--lang", "zh", "--plain", "--no-color", "--pace", "0")
    terminal = Terminal(home, *arguments)
    return terminal, terminal.listen()


def at_own_turn(home: Home, mine: str = "r5 r9 g1 g2 b8 y1 w4", pile: str = "") -> Terminal:
    """The player's first turn on a red three, as player 1."""
    terminal, heard = resumed(home, [mine, *OTHERS], "r3", pile)
    assert heard.endswith(ON_TURN)
    return terminal


def hand(heard: str) -> list[tuple[str, str]]:
    """The cards listed last, with their marks."""
    return re.findall(r"^ +\d+ (\S+) +(\S.*)$", heard, re.MULTILINE)


def test_0_quits(menu: Terminal) -> None:
    assert menu.type("0") == ""
    assert "再见" in menu.said
    assert menu.exit_code() == 0


def test_wrong_input_in_the_menu_is_answered_and_asked_again(menu: Terminal) -> None:
    for nonsense in ("", "4", "开始", "-1", "９９"):
        assert "请输入 1、2、3 或 0" in menu.type(nonsense)
    assert "主菜单" in menu.type("?")
    menu.type("0")


def test_full_width_digits_are_digits(menu: Terminal) -> None:
    menu.type("０")
    assert "再见" in menu.said


def read_rules(menu: Terminal, keys: Iterable[str]) -> str:
    """Everything the rules say, pressing these keys without Enter at every stop."""
    heard = menu.type("3")
    said = heard
    for key in keys:
        if "主菜单" in heard:
            break
        assert "按任意键" in heard.splitlines()[-1]
        menu.child.send(key)
        heard = menu.listen()
        said += heard
    assert "主菜单" in heard
    return said


def test_3_shows_the_rules_part_by_part_and_any_key_goes_on(menu: Terminal) -> None:
    said = read_rules(menu, itertools.cycle([" ", "x", "\x1b[B", "任", "\r"]))
    pages = re.findall(r"第 (\d+) 页，共 (\d+) 页", said)
    assert [int(number) for number, _ in pages] == list(range(1, int(pages[0][1]) + 1))
    assert len(pages) >= 5
    menu.type("0")


SECTION_2 = """
    数字牌76张 功能牌24张 万能牌8张 108张 每色19张 1到9各两张 0一张 每种8张 每色两张 黑色 没有颜色 各4张 黑牌、王牌
    跳过：下家不能出牌 反转：出牌方向反转 +2：下家摸两张牌 变色 任选一种颜色 摸四张
    出完手里所有的牌 每人7张 首张数字牌 每次只能出一张
    红3 所有红色的牌 所有颜色的3 黄+2 所有黄色的牌 其他颜色的+2 不管参照牌
    摸一张牌 马上打出 留着 倒数第二张 乌诺 报单 摸2张
    没有颜色和参照牌相同的牌 数字、图案和别的万能牌不算 质疑 看对方的手牌 摸六张 出牌人摸四张 正常出牌 停一轮
    数字牌−0到−9 跳过、反转、+2各−20 变色、+4各−50
"""


def test_the_rules_have_the_whole_of_section_2(menu: Terminal) -> None:
    said = re.sub(r"\s|\x1b\[\d*m", "", read_rules(menu, itertools.repeat(" ")))
    assert [part for part in SECTION_2.split() if part not in said] == []
    menu.type("0")


def test_help_says_when_uno_may_be_called(home: Home) -> None:
    heard = at_own_turn(home).type("?")
    assert "打出倒数第二张之前或之后都行，只要还没结束回合" in heard.replace("\n  ", "")


def test_2_switches_the_colour_enhancement_and_remembers_it(home: Home, menu: Terminal) -> None:
    heard = menu.type("2")
    assert "颜色增强：开" in heard
    heard = menu.type("1")
    assert "已保存" in heard and "颜色增强：关" in heard
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
    assert "1 号先出，顺序 1→2→3→4" in heard or "你（1 号）先出，顺序 1→2→3→4" in heard
    assert "q 存盘退出" in heard
    assert "主菜单" in menu.type("q")


def test_others_show_number_card_hand_size_and_last_valid_card(home: Home) -> None:
    _, heard = resumed(home, [*OTHERS, "r5 r9 g1 g2 b8 y1 w4"], "b9", "r1 r2 r4", you=3)
    assert re.search(r"^1 号出 ?蓝\S+。1 号剩 6 张。$", heard, re.MULTILINE)
    assert re.search(r"^2 号(出 ?\S+。2 号剩 6 张。|摸 1 张。2 号现有 8 张。)", heard, re.MULTILINE)
    assert re.search(r"^上一张有效牌：\S+，颜色[红黄绿蓝]色。$", heard, re.MULTILINE)
    assert not re.search(r"^(上一张有效牌：.*)\n\1$", heard, re.MULTILINE), "said once a turn"


def test_0_ends_the_turn_only_after_an_effective_action(home: Home) -> None:
    terminal = at_own_turn(home)
    heard = terminal.type("0")
    assert "尚未进行有效操作，不能结束回合" in heard and "什么都没有变" in heard
    assert heard.endswith(ON_TURN)


def test_1_draws_a_card_that_may_be_played_at_once_but_not_later(home: Home) -> None:
    terminal = at_own_turn(home, pile="r1")
    heard = terminal.type("1")
    assert "你摸 1 张。你现有 8 张。" in heard and "1 打出  0 留着" in heard
    assert "不能再出牌" in terminal.type("0")
    terminal.type("2")
    terminal.type("1")
    assert "摸牌以后不能再从手牌里出牌" in terminal.type("1")
    terminal.type("0")
    again = terminal.type("1")
    assert "什么都没有变" in again or "请输入" in again
    assert "回合结束。轮到" in terminal.type("0")


def test_1_draws_once_and_then_the_turn_can_only_be_ended(home: Home) -> None:
    terminal = at_own_turn(home, pile="y8")
    heard = terminal.type("1")
    assert "你摸 1 张。你现有 8 张。" in heard and "请结束回合" in heard
    assert "本回合已完成操作，请结束回合。可以输入：0、2。" in terminal.type("1")
    assert "回合结束。轮到" in terminal.type("0")


def test_2_opens_the_hand_and_0_goes_back(home: Home) -> None:
    terminal = at_own_turn(home)
    heard = terminal.type("2")
    assert len(hand(heard)) == 7 and heard.endswith(IN_HAND)
    assert terminal.type("0").endswith(ON_TURN)


def test_cards_are_marked_legal_illegal_or_dangerous_and_illegal_ones_are_refused(home: Home) -> None:
    terminal = at_own_turn(home)
    cards = hand(terminal.type("2"))
    kinds = ("可出", "不能出", "危险")
    assert all(mark.startswith(kinds) for _, mark in cards)
    legal, illegal, danger = (
        next(n for n, (_, mark) in enumerate(cards, 1) if mark.startswith(kind)) for kind in kinds
    )
    terminal.type("1")
    heard = terminal.type(str(illegal))
    assert f"{cards[illegal - 1][0]} 不能出：现在要出" in heard and "什么都没有变" in heard
    assert cards[danger - 1][0] == "+4"
    assert "选一种颜色：1 红色  2 黄色  3 绿色  4 蓝色" in terminal.type(str(danger))
    assert "你出 +4，选红色" in terminal.type("1")
    again = at_own_turn(home)
    again.type("2")
    again.type("1")
    heard = again.type(str(legal))
    assert f"你出{cards[legal - 1][0]}。你剩 6 张。" in heard


def test_one_card_is_played_at_a_time(home: Home) -> None:
    terminal = at_own_turn(home)
    for answer in ("2", "1"):
        terminal.type(answer)
    assert "你出红5。" in terminal.type("1")
    for answer in ("2", "1"):
        terminal.type(answer)
    assert "本回合已完成操作，请结束回合" in terminal.type("1")


def test_a_wrong_uno_costs_two_cards_at_the_end_of_the_turn_and_cannot_be_taken_back(home: Home) -> None:
    terminal = at_own_turn(home, pile="y8")
    terminal.type("2")
    assert "你喊 UNO" in terminal.type("2")
    terminal.type("0")
    terminal.type("1")
    assert "你错喊 UNO，罚摸 2 张。" in terminal.type("0")


@pytest.mark.parametrize("call", ["before", "after", "never"])
def test_uno_is_called_before_or_after_the_second_to_last_card(home: Home, call: str) -> None:
    terminal, _ = resumed(home, ["r5 r9", "b1 b2", "y2 y3", "g4 g5"], "r3")
    terminal.type("2")
    if call == "before":
        assert "你喊 UNO" in terminal.type("2")
    terminal.type("1")
    assert "你出红5。" in terminal.type("1")
    if call == "after":
        terminal.type("2")
        assert "你喊 UNO" in terminal.type("2")
        terminal.type("0")
    heard = terminal.type("0")
    assert ("罚摸 2 张" in heard) == (call == "never")


@pytest.mark.parametrize(
    ("bluff", "answer", "outcome"),
    [
        (False, "0", r"你不质疑 1 号。\n你被 \+4，摸 4 张。"),
        (False, "1", r"你质疑 1 号失败。.*\n(.*\n)?你质疑失败，摸 6 张。"),
        (True, "1", r"你质疑 1 号成功。\n(.*\n)?1 号被质疑成功，摸 4 张。"),
    ],
)
def test_being_hit_by_a_draw_four_the_user_is_asked_whether_to_challenge(
    home: Home, bluff: bool, answer: str, outcome: str
) -> None:
    theirs = f"w4 {'r7' if bluff else 'b7'} b1 b2 b3 b4 b5"
    hands = [theirs, "r5 r9 g1 g2 b8 y1 w", "y2 y3 y4 y5 y6 y7 y9", "g4 g5 g6 g7 g8 g9 g0"]
    laid = play_card(parse_card("w4.1"), find_colour("blue"))
    terminal, heard = resumed(home, hands, "r3", you=1, played=[(0, laid), (0, SKIP)])
    assert "1 号对你出 +4。之前是红色" in heard
    assert "1 质疑  0 不质疑" in heard
    assert re.search(outcome, terminal.type(answer))
    if bluff:
        assert terminal.type("2").endswith(IN_HAND), "who challenged successfully plays on"


def test_scores_are_negative_points_of_the_own_hand(home: Home) -> None:
    terminal, _ = resumed(home, ["r5 r9", "b1 b2", "y+2 w", "g4 g5"], "r3", "y8 y9 g8 g9")
    for answer in ("2", "2", "1", "1"):
        terminal.type(answer)
    heard = terminal.type("0")
    while not heard.endswith(ON_TURN):
        heard = terminal.type("1")
    for answer in ("2", "1", "1", "0"):
        terminal.type(answer)
    rows = re.findall(r"手里剩 (\d+) 分，总分 (-?\d+)。", terminal.said)
    assert len(rows) == 4
    assert all(int(total) == -int(left) for left, total in rows)
    assert ("0", "0") in rows
    assert re.search(r"第 1 名：.*，0 分。", terminal.said)


WORDS = {
    "zh": (
        "主菜单",
        "0 结束回合",
        "0 返回  1 出牌",
        "出哪一张",
        "1 打出  0 留着",
        "可出",
        "危险",
        "你喊 UNO",
        "手里剩",
    ),
    "en": (
        "Menu:",
        "0 end turn",
        "0 back  1 play",
        "Which card",
        "1 play it  0",
        "can be",
        "danger",
        "You say UNO",
        "left",
    ),
}


class Reader:
    """Somebody who has read §4 and types the numbers it names, a dangerous +4 rather than a safe card."""

    def __init__(self, terminal: Terminal, language: str) -> None:
        self.terminal = terminal
        self.menu, self.turn, self.hand, self.which, self.drawn, *self.marks, self.call, self.score = WORDS[language]
        self.acted = self.called = False
        self.choice = 0

    def play_a_round(self) -> str:
        """Start a game from the menu; what is said until the menu comes back."""
        heard = self.terminal.type("1")
        said = heard
        while not heard.splitlines()[-1].startswith(self.menu):
            heard = self.terminal.type(self.answer(heard))
            said += heard + "\n"
        return said

    def answer(self, heard: str) -> str:
        """What the document says about this question."""
        question = heard.splitlines()[-1]
        if question.startswith(self.turn):
            if self.acted:
                self.acted = self.called = False
                return "0"
            if self.choice < 0:  # the hand was looked at, and nothing in it fits
                self.acted, self.choice = True, 0
                return "1"
            return "2"
        if question.startswith(self.hand):
            return self.from_hand([line for line in heard.splitlines() if re.match(r" +\d+ ", line)])
        if question.startswith(self.which):
            self.acted = True
            return str(self.choice)
        return "1"  # the first color, the challenge, the drawn card

    def from_hand(self, cards: list[str]) -> str:
        """Call UNO before the second-to-last card, play a card that is marked, or go back to draw one."""
        if len(cards) == 2 and not self.called:
            self.called = True
            return "2"
        for mark in reversed(self.marks):
            for number, card in enumerate(cards, 1):
                if mark in card:
                    self.choice = number
                    return "1"
        self.choice = -1
        return "0"


@pytest.mark.parametrize("language", WORDS)
def test_a_whole_round_along_the_text(home: Home, language: str) -> None:
    save_settings(Settings(pace=0))
    terminal = Terminal(home, "--plain", "--lang", language, variables={"PAIJU_PLAY_SEED": "5"})
    assert terminal.listen().splitlines()[-1].startswith(WORDS[language][0])
    heard = terminal.type("3")
    while not heard.splitlines()[-1].startswith(WORDS[language][0]):
        terminal.child.send(" ")
        heard = terminal.listen()
    assert len(terminal.type("2").splitlines()) >= 7
    assert terminal.type("0").splitlines()[-1].startswith(WORDS[language][0])
    reader = Reader(terminal, language)
    said = reader.play_a_round()
    assert len([line for line in said.splitlines() if reader.score in line and re.search(r"-?\d+", line)]) >= 4
    assert "不能" not in "".join(line for line in said.splitlines() if "什么都没有变" in line), "nothing was refused"
    assert "Nothing has changed" not in said
    assert terminal.type("0") == ""
    assert terminal.exit_code() == 0
