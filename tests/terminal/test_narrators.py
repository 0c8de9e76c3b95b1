"""What happened, in sentences: the same words on every screen, for everything that players missed before."""

import re
from pathlib import Path

import pytest

from paiju.engine.facts import Fact, known_to
from paiju.engine.game import SPECTATOR, Game, Seat
from paiju.games.registry import GAMES, find_game
from paiju.i18n import LANGUAGES
from paiju.protocol import messages as m
from paiju.protocol import play
from paiju.terminal.faces import find_face
from paiju.terminal.kept_seats import RoomAddress
from paiju.terminal.narrator import Narrator, reader_of
from paiju.terminal.opening import Wanted, open_match
from paiju.terminal.remote import RemoteMatch
from paiju.terminal.session import Session
from paiju.terminal.words import Words
from tests.terminal.console.player import Home

NAMES = ["Ann", "Bo", "Cy", "Di"]


def narrator(game: str, reader: int = 0, language: str = "en-US") -> Narrator:
    words = Words(language)

    def who(seat: int) -> str:
        return words("ui.you") if seat == reader else NAMES[seat]

    found = find_game(game)
    return find_face(found).narrator(found, words, who, reader)


def told(narrator: Narrator, facts: list[Fact]) -> list[str]:
    """What the console says. The log beside the drawn table says the same, except what its score sheet shows."""
    said = narrator.tell(facts)
    shown = [line for fact in facts for line in narrator.details(fact)]
    assert [line for line, _ in narrator.tell_in_log(facts)] == [line for line in said if line not in shown]
    return said


def uno(*facts: Fact, reader: int = 0) -> list[str]:
    return told(narrator("uno", reader), known_to(list(facts), reader))


def shandong(*facts: Fact, reader: int = 0) -> list[str]:
    return told(narrator("shandong", reader), known_to(list(facts), reader))


def test_who_draws_for_a_draw_two_is_told_to_everybody_and_what_only_to_the_one_who_draws() -> None:
    facts = (
        Fact("played", 1, {"cards": ["red-draw_two-23"], "left": 4}),
        Fact("drew", 2, {"count": 2, "why": "draw_two"}),
        Fact("got", 2, {"cards": ["red-5-9", "wild-100"]}, 2),
        Fact("skipped", 2, {"why": "draw_two"}),
    )
    assert uno(*facts) == ["Bo plays Red +2.", "Cy draws 2 cards for the +2.", "Cy misses the turn."]
    assert uno(*facts, reader=2)[1:] == ["You draw 2 cards for the +2.", "You get Red 5, Wild.", "You miss the turn."]


def test_hands_that_move_are_told_and_nobody_seems_to_draw() -> None:
    swap = (
        Fact("hands_swapped", 1, {"target": 0, "counts": [{"seat": 1, "count": 2}, {"seat": 0, "count": 3}]}),
        Fact("gave", 0, {"cards": ["red-1-1", "red-1-2"]}, 0),
        Fact("got", 0, {"cards": ["blue-2-28"]}, 0),
    )
    assert uno(*swap) == ["Bo swaps hands with you.", "You get Blue 2."]
    assert uno(*swap, reader=2) == ["Bo swaps hands with Ann."]
    rotation = Fact("hands_rotated", None, {"direction": 1, "counts": []})
    assert uno(rotation) == ["Everybody passes their hand on."]


def test_a_won_challenge_is_told_with_its_price() -> None:
    facts = (
        Fact("challenged", 0, {"target": 3, "won": True}),
        Fact("hand_shown", 3, {"cards": ["red-5-9"]}, 0),
        Fact("drew", 3, {"count": 4, "why": "challenge_won"}),
    )
    won = ["You challenge Di: it was a bluff.", "Di held Red 5.", "Di was bluffing and draws 4 cards."]
    assert uno(*facts) == won
    assert uno(*facts, reader=1) == ["Ann challenges Di: it was a bluff.", won[2]]


@pytest.mark.parametrize(
    ("seed", "sentences"),
    [
        (
            26,
            [
                "The first card is Green \\+2.",
                "(You draw|.* draws) 2 cards for the \\+2.",
                "(You miss|.* misses) the turn.",
            ],
        ),
        (21, ["The first card is Red Skip.", "(You are|.* is) skipped."]),
        (18, ["The first card is Green Reverse.", "Play is now counterclockwise."]),
    ],
)
def test_what_the_first_card_does_is_told(home: Home, seed: int, sentences: list[str]) -> None:
    told = opening(seed)
    start = next(number for number, line in enumerate(told) if line.startswith("The first card is "))
    told = [line for line in told[start:] if not line.startswith("You get")]
    for line, expected in zip(told, sentences, strict=False):
        assert re.fullmatch(expected, line)


def opening(seed: int) -> list[str]:
    """What is told before the first action of a seat."""
    session, save = open_match(Wanted("uno", seed=seed), Words("en-US"))
    told: list[str] = []
    while session.awaited().seat < 0:
        told += told_by(session)
    save.close()
    return told


def told_by(session: Session) -> list[str]:
    def who(seat: int) -> str:
        return session.names[seat]

    words = find_face(session.game).narrator(session.game, Words("en-US"), who, session.viewer)
    return [line for event in session.step() for line in words.tell(event.facts)]


def test_a_redeal_tells_levels_and_the_next_banker() -> None:
    data: dict[str, object] = {"redeals": 2, "levelsBefore": ["3", "2"], "levels": ["2", "2"], "level": "2"}
    (line,) = shandong(Fact("redealt", 1, data))
    assert line == "Nobody declared: new deal, level 2; Bo is the banker. Levels: you and Cy 2, Bo and Di 2."
    assert shandong(Fact("redealt", None, data), reader=SPECTATOR) == [
        "Nobody declared: new deal. Levels: Ann and Cy 2, Bo and Di 2."
    ]


def test_a_turned_up_trump_is_told() -> None:
    pair: dict[str, object] = {"suit": "hearts", "pair": ["hearts_9_0", "hearts_9_1"], "holder": 1}
    assert shandong(Fact("trump_shown", 1, pair)) == ["Trump is turned up: hearts (hearts 9 9)."]
    assert shandong(Fact("trump_seen", 0, pair, 0)) == [], "who laid the pair down knows it"


def test_the_account_of_a_hand_tells_points_levels_and_the_next_banker() -> None:
    data: dict[str, object] = {
        "hand": 3, "trickPoints": 75, "kittyGain": 20, "score": 95, "bankerSeat": 0,
        "levelsBefore": ["5", "4"], "levels": ["5", "4"], "nextBankerSeat": 1,
    }  # fmt: skip
    assert shandong(Fact("hand_scored", None, data)) == [
        "Hand 3: the attackers have 95 points. Levels: you and Cy 5, Bo and Di 4. Next banker: Bo."
    ]


def test_cards_thrown_off_are_not_named_twice() -> None:
    fact = Fact("followed", 1, {"cards": ["hearts_9_0", "spades_K_0"], "ahead": False, "off": ["spades_K_0"]})
    assert shandong(fact) == ["Bo follows with H9 and discards SK."]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_who_leaves_a_room_or_comes_back_is_told_in_every_game(game: Game) -> None:
    room = narrator(game.name)
    assert [told(room, [Fact(kind, 2)]) for kind in ("left", "away", "back")] == [
        ["Cy has left; a bot plays on."],
        ["Cy is away; a bot plays until they return."],
        ["Cy is back."],
    ]


def test_a_room_tells_everything_of_an_update_with_several_actions() -> None:
    match = RemoteMatch(RoomAddress("http://127.0.0.1:1", "ABCD"), "en-US")
    match.game = find_game("uno")
    match._view = {"seat": 0}
    drew: dict[str, object] = {"type": "drew", "seat": 2, "count": 2, "why": "draw_two"}
    played: dict[str, object] = {"type": "played", "seat": 1, "cards": ["red-draw_two-23"], "left": 1}
    update = m.Update(
        room="ABCD",
        seq=9,
        events=[
            event(7, 1, {"type": "CALL_UNO"}, {"type": "called_uno", "seat": 1, "late": False}),
            event(8, 1, {"type": "PLAY_CARD", "cardId": "red-draw_two-23"}, played, drew),
            event(9, -3, {"type": "away", "seat": 3}),
        ],
        clock=play.TurnClock(seat=3, left_ms=None),
    )
    told = [narrator("uno").tell(happened.facts) for happened in match._take(update)]
    match.close()
    assert told == [
        ["Bo says UNO."],
        ["Bo plays Red +2.", "Cy draws 2 cards for the +2."],
        ["Di is away; a bot plays until they return."],
    ]


def event(seq: int, seat: int, action: dict[str, object], *facts: dict[str, object]) -> play.Event:
    return play.Event(seq=seq, at="2026-01-01T12:00:00Z", seat=seat, action=action, facts=list(facts))


MATCHES = [("uno", "official"), ("uno", "platform"), ("uno", "console"), ("uno", "arena"), ("shandong", "standard")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "rulebook"), MATCHES)
def test_whole_matches_are_told_with_every_parameter_and_you_in_the_second_person(
    home: Home, monkeypatch: pytest.MonkeyPatch, game: str, rulebook: str, language: str, tmp_path: Path
) -> None:
    monkeypatch.setenv("PAIJU_STRICT_TEXTS", "1")
    options = {"startLevel": "A"} if game == "shandong" else {"sevenSwap": True, "zeroRotate": True}
    seats = 4
    wanted = Wanted(game, rulebook, options, seats, ("random",) * seats, 5, tmp_path / "x.paiju")
    session, _ = open_match(wanted, Words(language))
    session.viewer = Seat(0)
    teller = narrator(game, 0, language)
    told: list[str] = []
    while not session.over():
        for happened in session.step():
            told += teller.tell(happened.facts)
    assert len(told) > 50
    assert not [line for line in told if "{" in line or "…" in line or line[-1] not in ".。"]
    assert not [
        line for line in told if re.search(r"\b[Yy]ou (is|has|plays|draws|wins|keeps|gets|leads|follows)\b", line)
    ]


def test_the_person_of_a_record_is_found_by_the_name() -> None:
    assert (reader_of(["Ann", "You"]), reader_of(["你", "Bo"]), reader_of(["Ann", "Bo"])) == (1, 0, SPECTATOR)


def test_a_drawn_card_that_does_not_fit_is_named_to_who_drew_it() -> None:
    facts = (
        Fact("drew", 0, {"count": 1, "why": "turn"}),
        Fact("got", 0, {"cards": ["red-5-9"]}, 0),
        Fact("turn_ended", 0, {"why": "unplayable"}),
    )
    assert uno(*facts)[-1] == "Red 5 does not fit."
    assert uno(*facts, reader=1) == ["Ann draws 1 card."]


def test_the_end_of_a_turn_is_not_told_where_every_turn_is_ended_by_hand() -> None:
    """The console's rules would say it after every card."""
    facts = (Fact("played", 0, {"cards": ["red-5-9"], "left": 6}), Fact("turn_ended", 0, {"why": "done"}))
    assert [len(uno(*facts, reader=reader)) for reader in (0, 1)] == [1, 1]


def test_whoever_buries_is_told_the_cards_and_the_others_how_many() -> None:
    facts = (
        Fact("buried", 0, {"count": 4}),
        Fact("gave", 0, {"why": "bury", "cards": ["spades_8_0", "hearts_4_0", "clubs_9_0", "diamonds_4_0"]}, 0),
    )
    assert shandong(*facts) == ["You bury S8, H4, C9, D4."]
    assert shandong(*facts, reader=1) == ["Ann buries 4 cards."]


def test_spaces_stand_where_chinese_meets_digits_and_latin_names() -> None:
    story = narrator("shandong", 3, "zh-CN")
    rain = {"type": "straight", "cards": ["spades_A_0"] * 5, "count": 5}
    assert story.tell([Fact("led", 0, {"pattern": rain, "cards": ["spades_A_0"]})]) == ["Ann 首出 5 张雨：黑桃A。"]
    assert story.names([0, 1]) == "Ann 和 Bo"
