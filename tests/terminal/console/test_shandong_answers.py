"""Shandong in the plain console: h, ?, t, l and mistakes are answered, and the match goes on."""

import io
from pathlib import Path

import msgspec
import pytest

from paiju.engine.game import SPECTATOR, Seat
from paiju.games.registry import find_game
from paiju.games.shandong.actions import PASS, parse_action
from paiju.games.shandong.notation import parse_position
from paiju.games.shandong.rules import make_rules
from paiju.terminal.console.desk import Leave
from paiju.terminal.console.talk import Talk
from paiju.terminal.opening import Wanted, open_match
from paiju.terminal.session import Session, seated
from paiju.terminal.shandong.desk import ShandongDesk
from paiju.terminal.words import Words
from tests.terminal.tui.moments import SHANDONG, WINDOW, Moment, walk

GAME = find_game("shandong")
SEED = bytes(32)
NAMES = ["Lin", "You", "Maya", "Kit"]
YOU = Seat(1)
KITTY = "kitty sJ sQ sA dA"
FOLLOWING = f"trump spades; hands h6 c4 c4 / h9 hK d4 / hA c5 c7 / hJ c6 c8; {KITTY}"


def at_the_table(position: str, *played: str, **options: object) -> Session:
    """A match in this position, after these plays, with a person in the second seat."""
    rules = make_rules(GAME.default_rulebook, options)
    bots = {Seat(seat): GAME.default_bot() for seat in range(4) if seat != YOU}
    seats = seated(GAME, NAMES, [YOU], bots)
    session = Session(GAME, rules, parse_position(position, rules), seats, SEED)
    for text in played:
        assert session.act(parse_action(text), Seat(session.state.turn())).accepted
    assert session.awaited().person
    return session


def at_the_moment(which: str | Moment, folder: Path) -> Session:
    """A match at a moment, for example one of those of which there are pictures."""
    moment = SHANDONG[which] if isinstance(which, str) else which
    wanted = Wanted("shandong", seed=moment.seed, save=folder / "match.paiju")
    session, save = open_match(wanted, Words("en-US"))
    walk(session, moment)
    save.close()
    return session


def desk(session: Session, *answers: str, language: str = "en-US") -> tuple[ShandongDesk, io.StringIO]:
    """The desk of somebody who answers so, and what it says."""
    sink = io.StringIO()
    source = io.StringIO("".join(f"{answer}\n" for answer in answers))
    return ShandongDesk(Talk(Words(language), source=source, sink=sink), session), sink


def said(session: Session, *answers: str, language: str = "en-US") -> str:
    """What is said to somebody who decides with these answers, in one line."""
    made, sink = desk(session, *answers, language=language)
    made.decide()
    return " ".join(sink.getvalue().split())


def hand(session: Session) -> list[str]:
    return [card.rsplit("_", 1)[0] for card in session.state.view(YOU).own_cards()]


def test_h_names_cards_with_their_numbers_and_enter_plays_them() -> None:
    session = at_the_table(f"trump spades; hands h6 c4 / h9 d4 / hA c5 / hJ c6; {KITTY}", "play h6")
    text = said(session, "", "h", "")
    assert "Nothing chosen." in text.partition("Hint: ")[0]
    assert "Hint: 1 (H9). Enter plays it." in text
    assert hand(session) == ["diamonds_4"]


def test_a_mistake_is_explained_and_can_be_asked_about_again() -> None:
    session = at_the_table(FOLLOWING, "play h6")
    before = hand(session)
    text = said(session, "zz", "d4", "?", "h9")
    assert '"zz" is not a card in your hand' in text
    refused, _, explained = text.partition("(rule 8.1). Nothing has changed.")
    assert "Not allowed: " in refused
    assert "Not allowed just now: " in explained
    assert "Led: a single in hearts, 1 card." in explained
    assert "Any card of hearts will do." in explained
    assert sorted(set(before) - set(hand(session))) == ["hearts_9"]


@pytest.mark.parametrize(
    ("hands", "played", "english", "chinese"),
    [
        (
            "h6 / h9 / hA / hJ",
            "",
            ("Lead a single, a pair", "There is only one legal play: H9."),
            ("只能这样出：红桃9。",),
        ),
        (
            "h6 / h9 / hA / hJ",
            "play h6",
            ("Led: a single in hearts, 1 card.", "You have 1 card in hearts: play it."),
            ("首出的是红桃，单张，共 1 张。", "你有 1 张红桃：要出 1 张红桃。"),
        ),
        (
            "h6 / c9 / hA / hJ",
            "play h6",
            ("You have no hearts: any card will do; a trump can take the trick.",),
            ("你没有红桃：任意 1 张都可以；同样牌型的主牌可以毙。",),
        ),
        (
            "s6 s6 / c9 c10 / sK s7 / hJ c7",
            "play s6 s6",
            ("Led: a pair in trump, 2 cards in all.", "You have no trump: any 2 cards will do."),
            ("你没有主牌：任意 2 张都可以。",),
        ),
        (
            "h6 h6 / h9 c9 / hA hK / hJ hQ",
            "play h6 h6",
            ("You have only 1 in hearts, which must be played; the other card is free.",),
            ("红桃只有 1 张：要全部出完，另外 1 张随便垫。",),
        ),
        (
            "h6 h6 / h9 h9 hK / hA h10 / hJ hQ",
            "play h6 h6",
            ("You have 3 cards in hearts: play 2 of them.", "If you have a pair there, play it"),
            ("你有 3 张红桃：要出 2 张红桃。",),
        ),
    ],
)
def test_what_is_owed_is_explained(hands: str, played: str, english: tuple[str, ...], chinese: tuple[str, ...]) -> None:
    for language, expected in (("en-US", english), ("zh-CN", chinese)):
        leader = "" if played else "leader 1; "
        session = at_the_table(f"trump spades; {leader}hands {hands}; {KITTY}", *filter(None, [played]))
        explained = said(session, "?", "h", "", language=language)
        assert [text for text in expected if text not in explained] == []


def test_the_last_trick_is_told_once_there_is_one() -> None:
    session = at_the_table(FOLLOWING, "play h6")
    assert "No trick has been played yet" in said(session, "t", "h9")
    for text in ("play hA", "play hJ", "play c7", "play c8", "play c4"):
        assert session.act(parse_action(text), Seat(session.state.turn())).accepted
    told = said(session, "t", "d4").partition("Last trick: won by Maya, 0 points.")[2]
    assert "Lin: H6 You: H9 Maya: HA Kit: HJ" in told


def test_l_lists_the_hand_again_and_q_leaves_it() -> None:
    session = at_the_table(FOLLOWING, "play h6")
    assert said(session, "l", "h9").count("Hearts 2") == 2
    session = at_the_table(FOLLOWING, "play h6")
    made, _ = desk(session, "q")
    with pytest.raises(Leave):
        made.decide()
    assert len(hand(session)) == 3


@pytest.mark.parametrize(
    ("moment", "said_then"),
    [("shandong-bury", "Bury any 4 cards"), ("shandong-give-back", "Give back 3: exactly one trump above A")],
)
def test_what_to_bury_and_to_give_back_is_explained(tmp_path: Path, moment: str, said_then: str) -> None:
    session = at_the_moment(moment, tmp_path)
    seq = session.seq
    text = said(session, "?", "h", "")
    assert said_then in text and "Legal, for example: " in text
    assert session.seq > seq


def test_an_offer_can_be_asked_about_and_declined(tmp_path: Path) -> None:
    session = at_the_moment("shandong-declare", tmp_path)
    made, sink = desk(session, "h", "?", "0")
    made.react()
    text = " ".join(sink.getvalue().split())
    assert "You can declare (a joker and a pair; the pair stays face down):" in text
    assert "Hint: " in text
    assert "Hand 1, trick 0" in text and "Levels: us 2, them 2." in text
    assert "0 means not now." in text and "At any question: h hint" in text
    assert not made.react(), "it is not offered again"


def test_an_offer_that_is_taken_is_shown(tmp_path: Path) -> None:
    session = at_the_moment("shandong-declare", tmp_path)
    made, sink = desk(session, "1")
    assert made.react()
    assert "You declare" in sink.getvalue()
    assert not [action for action in session.legal() if action.to_json()["type"] == "DECLARE"]


def test_the_unit_of_a_failed_throw_is_chosen_by_its_number() -> None:
    thrown = "trump clubs; hands hQ h4 h4 / hA h6 h6 / d4 d6 d7 / d8 d9 dJ"
    for answer, led in (("1", ["hearts_4", "hearts_4"]), ("2", ["hearts_Q"])):
        session = at_the_table(thrown, "play hQ h4 h4", failedThrowChoice="nextPlayer")
        text = said(session, answer)
        assert "1 hearts 4 4 2 HQ" in text
        lead = session.state.view(YOU).to_json()["trick"]["lead"]["cards"]  # type: ignore[index]
        assert [card.rsplit("_", 1)[0] for card in lead] == led


def test_h_has_nothing_to_say_while_another_is_awaited() -> None:
    session = at_the_table(FOLLOWING, "play h6")
    assert session.act(parse_action("play h9"), YOU).accepted
    made, sink = desk(session)
    made._suggest([])
    made.hint()
    assert "No hint for this one." in sink.getvalue()


def test_who_watches_is_told_the_names_of_all() -> None:
    session = at_the_table(FOLLOWING, "play h6")
    session.viewer = SPECTATOR
    made, sink = desk(session)
    made.open()
    assert all(name in sink.getvalue() for name in NAMES)


def test_who_declines_in_a_window_keeps_nobody_waiting(tmp_path: Path) -> None:
    session = at_the_moment(WINDOW, tmp_path)
    assert session.check(PASS).accepted
    made, _ = desk(session, "0")
    assert made.react()
    assert not session.check(PASS).accepted


def test_h_in_a_window_names_the_cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = at_the_moment("shandong-declare", tmp_path)
    made, sink = desk(session)
    offer = next(action for action in session.legal() if action.to_json()["type"] == "DECLARE")
    monkeypatch.setattr(session, "hint", lambda *_: offer)
    made.hint()
    assert sink.getvalue().startswith("Hint: ") and "joker" in sink.getvalue()


@pytest.mark.parametrize(("language", "told"), [("en-US", "You and Kit win."), ("zh-CN", "You 和 Kit 赢了。")])
def test_who_watched_is_told_which_two_have_won(monkeypatch: pytest.MonkeyPatch, language: str, told: str) -> None:
    session = at_the_table(FOLLOWING, "play h6")
    session.viewer = SPECTATOR
    made, sink = desk(session, language=language)
    over = msgspec.structs.replace(made.look(), match_winner=1)
    monkeypatch.setattr(made, "look", lambda: over)
    made.finish()
    assert told in sink.getvalue()
