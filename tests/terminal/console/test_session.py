"""A local match without a screen: who is awaited, what is shown, what is kept."""

import errno
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from paiju.bots.base import Bot
from paiju.engine.errors import BadRecord
from paiju.engine.facts import known_to
from paiju.engine.game import CHANCE, Action, Seat, View
from paiju.engine.record import read, verify
from paiju.engine.shuffle import Source
from paiju.games.registry import find_game
from paiju.games.uno.actions import DRAW, play_card
from paiju.games.uno.cards import parse_card
from paiju.terminal.kept_seats import RoomAddress, keep_seat, kept_seat
from paiju.terminal.library import kept_matches
from paiju.terminal.opening import TooManyBots, Wanted, open_match
from paiju.terminal.saves import InUse, NothingSaved, Save, last_saved, note_path, resume, unfinished
from paiju.terminal.session import MatchEvent, Session
from paiju.terminal.words import Words
from tests.terminal.console.player import Home
from tests.terminal.dealt import dealt_match

ROOT = Path(__file__).parents[3]
WORDS = Words("zh-CN")


LAST_LEVEL: dict[str, object] = {"startLevel": "A"}


def opened(game: str, seed: int = 1, rulebook: str = "") -> tuple[Session, Save]:
    return open_match(Wanted(game, rulebook, LAST_LEVEL if game == "shandong" else {}, seed=seed), WORDS)


def lines(path: Path) -> list[bytes]:
    """The lines of a record without the times."""
    return [line.rsplit(b',"at"')[0] for line in path.read_bytes().splitlines()]


def played(session: Session, most: int = 100_000) -> list[MatchEvent]:
    """Go on to the end (or for `most` events), the person doing what the hint says."""
    events: list[MatchEvent] = []
    while not session.over() and len(events) < most:
        new = session.step()
        if not new:
            action = session.hint()
            assert action is not None
            answer = session.act(action)
            assert answer.accepted
            new = answer.events
        events.extend(new)
    return events


@pytest.mark.parametrize(("game", "rulebook"), [("uno", "console"), ("uno", "platform"), ("shandong", "")])
def test_hints_play_a_whole_match_whose_record_is_true(home: Home, game: str, rulebook: str) -> None:
    session, save = opened(game, 3, rulebook)
    played(session)
    record = read(save.path.read_bytes(), find_game)
    verify(record)
    assert record.commitment == session.commitment
    assert not note_path(save.path).exists(), "a finished match has no secret left to keep"
    outcome, (kept,) = session.outcome(), kept_matches(game)
    assert outcome is not None
    assert (kept.finished, kept.winners) == (True, [int(seat) for seat in outcome.winners])


def test_events_tell_nothing_that_only_others_may_know(home: Home) -> None:
    session, save = opened("shandong", 5)
    events = played(session)
    assert {"SHUFFLE", "DECLARE", "BURY", "PLAY"} <= {event.kind for event in events if event.seat != session.viewer}
    assert all(event.after["seat"] == session.viewer for event in events)
    record = read(save.path.read_bytes(), find_game)
    state = record.game.new(record.rules, 4)
    for event, entry in zip(events, record.entries, strict=True):
        facts = state.apply_with_facts(entry.seat, entry.action)
        assert event.facts == known_to(facts, session.viewer)
    assert any(fact.to == session.viewer for event in events for fact in event.facts)


@pytest.mark.parametrize("game", ["uno", "shandong"])
def test_a_resumed_match_goes_on_exactly_as_it_would_have(home: Home, game: str) -> None:
    rulebook, options = ("", LAST_LEVEL) if game == "shandong" else ("platform", {})
    whole, whole_save = opened(game, 9, rulebook)
    played(whole)
    broken, broken_save = open_match(Wanted(game, rulebook, options, seed=9, save=home.path / "x.paiju"), WORDS)
    played(broken, 40)
    assert last_saved() == broken_save.path
    broken_save.close()
    again, again_save = resume(broken_save.path)
    assert (again.viewer, again.names, again.seq, again.look()) == (
        broken.viewer,
        broken.names,
        broken.seq,
        broken.look(),
    )
    played(again)
    assert lines(again_save.path) == lines(whole_save.path)


def test_a_match_that_is_being_played_is_not_resumed_a_second_time(home: Home) -> None:
    session, save = opened("uno", 9)
    played(session, 20)
    before = save.path.read_bytes()
    with pytest.raises(InUse):
        resume(save.path)
    assert save.path.read_bytes() == before
    save.close()
    _, second = resume(save.path)
    with pytest.raises(InUse):
        resume(save.path)
    second.close()
    resume(save.path)


@pytest.mark.parametrize(
    "note", ["{", "[]", '{"seed": "00"}', '{"seed": "00", "people": [0], "bots": {}}', '{"seed": 5, "people": 1}']
)
def test_a_note_that_is_damaged_is_named(home: Home, note: str) -> None:
    path = dealt_match(home.path / "m.paiju", ["r3 b9 g1", "r1 r2 r4"], "r7", rulebook="official")
    note_path(path).write_text(note, "utf-8")
    with pytest.raises(BadRecord) as refused:
        resume(path)
    assert (refused.value.code, refused.value.params) == ("note_damaged", {"file": str(note_path(path))})


def test_only_what_was_left_unfinished_and_whole_is_resumed(home: Home) -> None:
    path = dealt_match(home.path / "m.paiju", ["r3 b9 g1", "r1 r2 r4"], "r7", rulebook="official")
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b'"seq":2', b'"seq":7'))
    with pytest.raises(BadRecord) as refused:
        resume(path)
    assert refused.value.code == "record_damaged"
    path.write_bytes(whole + b'{"result":{},"seed":null}\n')
    with pytest.raises(NothingSaved):
        resume(path)
    note_path(path).unlink()
    with pytest.raises(NothingSaved):
        resume(path)


def test_what_is_no_match_is_left_out_of_the_lists(home: Home) -> None:
    _, save = opened("uno")
    save.close()
    for name, text in (("notes", "hello"), ("empty", ""), ("list", "[1]")):
        other = save.path.with_name(f"{name}.paiju")
        other.write_text(text, "utf-8")
        note_path(other).write_text("{}", "utf-8")
    assert [saved.path for saved in unfinished()] == [save.path]
    assert [kept.path for kept in kept_matches()] == [save.path]


def test_a_full_disk_stops_nothing_and_loses_nothing(home: Home) -> None:
    """In a process of its own: the limit holds for every file of a process, and servers of other tests write, too."""
    code = "from tests.terminal.console.test_session import play_on_a_full_disk; play_on_a_full_disk()"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


def play_on_a_full_disk() -> None:
    session, save = opened("uno", 9, "platform")
    played(session, 10)
    before = save.path.read_bytes()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 20, limits[1]))
    played(session, 10)
    assert save.trouble and save.path.read_bytes() == before, "half a line is worse than none"
    resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    played(session)
    assert not save.trouble
    verify(read(save.path.read_bytes(), find_game))


def test_unfinished_matches_are_listed_newest_first(home: Home) -> None:
    with pytest.raises(NothingSaved):
        last_saved()
    saves = [opened("uno", seed)[1] for seed in range(3)]
    assert {saved.path for saved in unfinished()} == {save.path for save in saves}
    assert last_saved() == saves[-1].path
    note_path(saves[-1].path).unlink()
    assert saves[-1].path not in {saved.path for saved in unfinished()}
    assert last_saved() in {save.path for save in saves[:2]}


@pytest.mark.parametrize(("rulebook", "punished"), [("official", False), ("arena", True)])
def test_a_refused_action_changes_nothing_but_the_arena_punishes(home: Home, rulebook: str, punished: bool) -> None:
    hands = ["r5 g8", "b1 b2", "y2 y3", "g4 g5"]
    session, save = resume(dealt_match(home.path / "dealt.paiju", hands, "r3", rulebook=rulebook))
    before, size = session.look(), save.path.stat().st_size
    wrong = play_card(parse_card("g8.1"))
    assert session.check(wrong).code == "INVALID_CARD"
    assert session.look() == before
    answer = session.act(wrong)
    assert answer.code == "INVALID_CARD"
    assert [event.kind for event in answer.events] == (["PENALTY"] if punished else [])
    assert (session.look() == before and save.path.stat().st_size == size) is not punished


class Cheat(Bot):
    """Wants to draw whenever it is asked, whatever the rules say."""

    def choose(self, view: View, source: Source) -> Action:
        return DRAW

    def react(self, view: View, source: Source) -> Action | None:
        return DRAW


def test_a_bot_that_breaks_the_rules_loses_its_choice_not_the_match(home: Home) -> None:
    session, _ = opened("uno", 2, "console")
    for seat in session.seats.bots:
        session.seats.bots[seat] = Cheat()
    events = played(session, 400)
    assert "TIMEOUT" in {event.kind for event in events}
    assert len(events) == 400 or session.over()


def test_after_a_players_action_no_shuffle_is_left_to_wait_for(home: Home) -> None:
    waited = 0
    for seed in range(20):
        session, _ = open_match(Wanted("uno", "platform", bots=("random",), seed=seed), WORDS)
        while not session.over() and not waited:
            if session.step():
                continue
            drawing = session.check(DRAW).accepted
            answer = session.act(DRAW if drawing else session.legal()[0])
            waited += len(answer.events) - 1
            assert session.awaited().seat != CHANCE
    assert waited, "the pile never ran low"


def test_seats_and_bots_as_asked_for(home: Home) -> None:
    session, _ = open_match(Wanted("uno", seats=6, bots=("random", "colour")), WORDS)
    assert len(session.names) == 6 and len(set(session.names)) == 6
    assert list(session.seats.specs.values()) == ["random", "colour"] * 2 + ["random"]
    watched, _ = open_match(Wanted("uno", seats=2, bots=("random", "colour")), WORDS)
    assert watched.seats.people == [] and watched.legal() == []
    with pytest.raises(TooManyBots):
        open_match(Wanted("uno", seats=2, bots=("random",) * 3), WORDS)
    assert {open_match(Wanted("uno", seed=n), WORDS)[0].viewer for n in range(20)} == {Seat(n) for n in range(4)}


def test_the_secret_note_is_for_its_owner_alone(home: Home) -> None:
    _, save = opened("uno")
    assert note_path(save.path).stat().st_mode & 0o077 == 0
    assert b"seed" not in save.path.read_bytes()


def test_a_home_that_cannot_be_written_is_no_crash(home: Home, tmp_path: Path) -> None:
    blocked = tmp_path / "data"
    blocked.write_text("a file where the folder of matches would be")
    _, save = open_match(Wanted("uno", seed=1, save=tmp_path / "x.paiju"), Words("en-US"))
    save.close()
    session, save = resume(tmp_path / "x.paiju")
    assert session.seq == 0 and not save.trouble
    place = RoomAddress("http://a", "abcd")
    keep_seat(place, "secret")
    assert kept_seat(place) is None
    with pytest.raises(NothingSaved):
        last_saved()


def test_a_disk_without_locks_is_played_on(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.flock", fails)
    session, save = opened("uno")
    save.close()
    assert resume(save.path)[0].seq == session.seq


def test_a_name_that_another_program_has_just_taken_is_not_overwritten(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, first = opened("uno", 1)
    before = first.path.read_bytes()
    names = [first.path, first.path.with_name("free.paiju")]
    monkeypatch.setattr("paiju.terminal.opening.new_path", lambda _: names.pop(0))
    _, second = opened("uno", 2)
    assert second.path.name == "free.paiju"
    assert first.path.read_bytes() == before


def test_a_match_that_was_killed_before_the_shuffle_is_dealt_when_it_is_resumed(home: Home) -> None:
    session, save = opened("uno")
    while session.seq < 4:
        session.step()
    save.close()
    lines = save.path.read_bytes().splitlines(keepends=True)
    save.path.write_bytes(b"".join(lines[:2]))
    again, _ = resume(save.path)
    assert again.awaited().seat == CHANCE
    while not again.awaited().person:
        again.step()
    assert save.path.read_bytes().startswith(b"".join(lines[:3]))


@pytest.mark.usefixtures("home")
def test_a_match_that_another_program_ends_while_it_is_opened_is_no_longer_saved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, save = open_match(Wanted("uno", seed=1), WORDS)
    save.close()
    monkeypatch.setattr("paiju.terminal.saves._lock", lambda note, path: note_path(path).unlink())
    with pytest.raises(NothingSaved):
        resume(save.path)
