"""Choosing cards of Shandong by digits, arrows, groups and double clicks, and keys at the wrong time."""

from pathlib import Path
from typing import cast

import pytest
from textual.pilot import Pilot

from paiju.engine.game import SPECTATOR, Seat
from paiju.games.shandong.actions import PASS, card_action, parse_action
from paiju.terminal.saves import begin
from paiju.terminal.settings import Settings
from paiju.terminal.shandong.face import ShandongFace
from paiju.terminal.shandong.scene import offers
from paiju.terminal.tui.app import PaijuApp
from paiju.terminal.tui.sheets import Reader
from tests.terminal.console.test_shandong_answers import YOU, at_the_table
from tests.terminal.tui.clock import ManualClock
from tests.terminal.tui.moments import MOMENTS, WINDOW, Moment, kinds, reached
from tests.terminal.tui.tables import click, plain_appearance, screen_of, settled, shown, until

pytestmark = pytest.mark.anyio

BURYING = Moment("shandong", MOMENTS["shandong-bury"].here, seed=MOMENTS["shandong-bury"].seed)


def face_of(pilot: Pilot[int]) -> ShandongFace:
    face = screen_of(pilot).face
    assert isinstance(face, ShandongFace)
    return face


def rows(pilot: Pilot[int]) -> list[list[str]]:
    """The cards as they lie."""
    return [list(row.cards) for row in face_of(pilot)._rows]


def read_out(pilot: Pilot[int]) -> str:
    """What lies over the table to be read."""
    reader = pilot.app.screen
    assert isinstance(reader, Reader)
    return reader.board.canvas.text()


async def press(pilot: Pilot[int], *keys: str) -> None:
    await pilot.press(*keys)
    await pilot.pause()


async def test_arrows_and_digits_reach_every_row(tmp_path: Path) -> None:
    async with reached(BURYING, tmp_path, "en-US").run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        face, lying = face_of(pilot), rows(pilot)
        assert len(lying) > 1
        await press(pilot, "home", "down")
        assert face.card == lying[1][0]
        await press(pilot, "2")
        assert face.chosen == [lying[1][1]]
        await press(pilot, "2")
        assert face.chosen == [], "the same digit again takes it back"
        await press(pilot, "home", "up")
        assert face.card == lying[-1][0], "above the first row is the last"


async def test_a_double_click_chooses_a_pair_and_a_click_on_the_suit_goes_there(tmp_path: Path) -> None:
    async with reached(BURYING, tmp_path, "en-US").run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        face = face_of(pilot)
        cards = [card for row in rows(pilot) for card in row]
        pair = next(card for card in cards if card.endswith("_0") and f"{card[:-1]}1" in cards)
        await click(pilot, f"card:{pair}", times=2)
        assert sorted(face.chosen) == [pair, f"{pair[:-1]}1"]
        last = face._rows[-1]
        await click(pilot, f"group:{last.group.suit}")
        assert face.card == last.cards[0]


async def test_enter_and_p_at_the_wrong_time_say_so_and_change_nothing(tmp_path: Path) -> None:
    async with reached(MOMENTS["shandong-waiting"], tmp_path, "en-US").run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        seq = screen_of(pilot).match.seq
        await press(pilot, "home", "enter")
        assert "NOT ALLOWED" in shown(pilot) and "not your turn" in shown(pilot)
        await press(pilot, "p")
        assert "there is nothing to decline now" in shown(pilot)
        await press(pilot, "h")
        assert "there is nothing for you to decide now" in shown(pilot)
        assert screen_of(pilot).match.seq == seq


async def test_enter_at_an_offer_names_the_keys_for_it(tmp_path: Path) -> None:
    async with reached(MOMENTS["shandong-declare"], tmp_path, "en-US").run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        seq = screen_of(pilot).match.seq
        await press(pilot, "enter")
        assert "press a digit to show cards, or P to pass" in shown(pilot)
        assert screen_of(pilot).match.seq == seq


async def test_enter_without_cards_says_how_to_choose(tmp_path: Path) -> None:
    async with reached(BURYING, tmp_path, "en-US").run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        await press(pilot, "enter")
        assert "choose cards first: Space selects, Enter plays" in shown(pilot)
        await press(pilot, "space")
        assert face_of(pilot).card == rows(pilot)[0][0], "Space begins at the first card"


async def test_who_declared_and_exchanged_what_and_the_table_are_read_out(tmp_path: Path) -> None:
    async with reached(MOMENTS["shandong-give-back"], tmp_path, "en-US").run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        look, face = face_of(pilot).look, face_of(pilot)
        assert look.exchange is not None
        await press(pilot, "k")
        assert "You: exchanged with" in read_out(pilot)
        assert [shown for shown in look.declarations if f"{face.who(shown.seat)}: " not in read_out(pilot)] == []
        await press(pilot, "escape", "w")
        for group in look.groups:
            assert f"{len(group.cards)}: " in read_out(pilot)
        assert "Give back 3" in read_out(pilot)


async def test_what_is_advised_and_the_last_trick_are_buttons_too(tmp_path: Path) -> None:
    moment = Moment("shandong", MOMENTS["shandong-last-trick"].here)
    async with reached(moment, tmp_path, "en-US").run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        await click(pilot, "hint")
        assert face_of(pilot).chosen != []
        assert not set(face_of(pilot).chosen) - set(face_of(pilot).look.hand)
        await press(pilot, "x")
        assert face_of(pilot).chosen == []
        await click(pilot, "trick")
        assert "Last trick" in read_out(pilot)


async def test_h_at_an_offer_names_its_key_or_says_to_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with reached(MOMENTS["shandong-declare"], tmp_path, "en-US").run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        match = screen_of(pilot).match
        offered = card_action(*offers(face_of(pilot).look)[0])
        for advice, said in (
            (offered, "HINT  press 1: "),
            (card_action("DECLARE", face_of(pilot).look.hand[:3]), "HINT  wait (P)"),
            (PASS, "HINT  wait (P)"),
        ):
            monkeypatch.setattr(match, "hint", lambda *_, advice=advice: advice)
            await press(pilot, "h")
            assert said in shown(pilot)


async def test_an_offer_is_taken_by_a_click(tmp_path: Path) -> None:
    async with reached(MOMENTS["shandong-declare"], tmp_path, "en-US").run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        await click(pilot, "offer:0")
        await until(pilot, lambda: "DECLARE" not in kinds(screen_of(pilot).view))
        assert [declared.seat for declared in face_of(pilot).look.declarations][-1] == face_of(pilot).look.seat


async def test_p_ends_the_players_part_in_a_window(tmp_path: Path) -> None:
    async with reached(WINDOW, tmp_path, "en-US").run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        await press(pilot, "p")
        await until(pilot, lambda: "PASS" not in kinds(screen_of(pilot).view))


def at_position(folder: Path, position: str, *played: str, viewer: Seat = YOU, **options: object) -> PaijuApp:
    """The program with this position on the table, after these plays."""
    session = at_the_table(position, *played, **options)
    session.viewer = viewer
    save = begin(folder / "x.paiju", session.game, session.rules, session.seats, bytes(32))
    return PaijuApp(
        Settings(pace=0.0), "en-US", match=(session, save), appearance=plain_appearance(), clock=ManualClock()
    )


HIDDEN = "kitty sJ sQ sA dA"


@pytest.mark.parametrize(
    ("hands", "led", "chosen", "said"),
    [
        ("h6 c4 c4 / h9 hK d4 / hA c5 c7 / hJ c6 c8", "h6", ["d4"], "Must follow"),
        ("h6 c4 c4 / h9 d7 d4 / hA c5 c7 / hJ c6 c8", "h6", ["d4"], "♥9"),
        ("h6 h6 c4 / h9 h9 hK / hA c5 c7 / hJ c6 c8", "h6 h6", ["h9", "hK"], "♥9 ♥9"),
    ],
    ids=["any heart", "the only heart", "the pair"],
)
async def test_what_would_follow_is_named_where_there_is_one_way(
    tmp_path: Path, hands: str, led: str, chosen: list[str], said: str
) -> None:
    app = at_position(tmp_path, f"trump spades; hands {hands}; {HIDDEN}", f"play {led}")
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        face = face_of(pilot)
        face.chosen = cast(list[str], parse_action(f"play {' '.join(chosen)}").to_json()["cards"])
        await press(pilot, "enter")
        assert said in next(line for line in shown(pilot).splitlines() if "NOT ALLOWED" in line)


@pytest.mark.parametrize(
    ("hands", "said"),
    [
        ("h6 h6 c4 c5 c7 / h9 h9 hK hK hQ / hA c8 c9 cJ cQ / hJ d6 d7 d8 d9", "♥K ♥K, ♥9 ♥9"),
        ("h6 h6 c4 c5 c7 / h9 h9 hK d4 d4 / hA c8 c9 cJ cQ / hJ d6 d7 d8 d9", "♥9 ♥9"),
    ],
    ids=["two pairs", "a pair led and one of another suit"],
)
async def test_the_pairs_that_would_follow_are_named(tmp_path: Path, hands: str, said: str) -> None:
    app = at_position(tmp_path, f"trump spades; hands {hands}; {HIDDEN}", "play h6 h6")
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        face_of(pilot).chosen = cast(list[str], parse_action("play h9 hK").to_json()["cards"])
        await press(pilot, "enter")
        (refused,) = [line for line in shown(pilot).splitlines() if "NOT ALLOWED" in line]
        assert f": {said} " in f"{refused} " and said.count(",") == refused.partition(": ")[2].count(",")


@pytest.mark.parametrize(
    ("banker", "said"),
    [(0, "They keep the bank: we took only 10 points"), (1, "We keep the bank: they took only 10 points")],
)
async def test_the_sheet_says_who_keeps_the_bank_and_is_read_out(tmp_path: Path, banker: int, said: str) -> None:
    hands = "h10 / hA / h9 / hJ" if banker == 0 else "hA / h10 / h9 / hJ"
    played = "play h10" if banker == 0 else "play hA"
    app = at_position(tmp_path, f"banker {banker}; leader 0; trump spades; hands {hands}; {HIDDEN}", played)
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        await press(pilot, "home", "enter")
        await until(pilot, screen_of(pilot).face.resting)
        assert said in shown(pilot)
        await press(pilot, "w")
        assert "The round is over" in read_out(pilot)


async def test_the_unit_of_a_failed_throw_is_asked_for_and_chosen_by_a_digit(tmp_path: Path) -> None:
    thrown = "trump clubs; hands hQ h4 h4 / hA h6 h6 / d4 d6 d7 / d8 d9 dJ"
    app = at_position(tmp_path, thrown, "play hQ h4 h4", failedThrowChoice="nextPlayer")
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        assert "The throw failed: choose what is led (a digit)" in shown(pilot)
        await press(pilot, "2")
        await until(pilot, lambda: "The throw failed" not in shown(pilot))


async def test_who_watches_is_offered_no_cards(tmp_path: Path) -> None:
    position = f"trump spades; hands h6 c4 c4 / h9 hK d4 / hA c5 c7 / hJ c6 c8; {HIDDEN}"
    async with at_position(tmp_path, position, "play h6", viewer=SPECTATOR).run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        text = shown(pilot)
        assert "T last trick" in text and "Enter" not in text
        await press(pilot, "left", "right", "1", "enter")
        assert face_of(pilot).chosen == []
