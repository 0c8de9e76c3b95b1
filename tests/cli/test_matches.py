"""`paiju matches`: saved and finished matches to resume, watch or delete, and the player's results."""

import io
import json
from pathlib import Path

import pytest

from paiju.cli import main
from paiju.engine.game import Seat
from paiju.terminal.library import kept_matches, results
from paiju.terminal.opening import Wanted, open_match
from paiju.terminal.saves import InUse, delete
from paiju.terminal.words import Words
from tests.terminal.console.player import Home


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    made = Home(tmp_path)
    for name, value in made.environment().items():
        monkeypatch.setenv(name, value)
    return made


def a_match(game: str, seed: int, language: str = "en-US", *, to_the_end: bool = True) -> None:
    """A match of a player who does what the bot of the game would do."""
    session, save = open_match(Wanted(game, seed=seed), Words(language))
    steps = 0
    while not session.over() and (to_the_end or steps < 5):
        steps += 1
        if not session.step():
            seat = session.state.turn()
            session.act(session.hint(seat) or session.legal(seat)[0], Seat(seat))
    save.close()


def test_matches_are_listed_newest_first_with_date_game_and_result(capsys: pytest.CaptureFixture[str]) -> None:
    a_match("uno", 1)
    a_match("shandong", 2, "zh-CN", to_the_end=False)
    assert main(["matches", "--lang", "en"]) == 0
    first, second = capsys.readouterr().out.splitlines()[1:3]
    assert "Shandong Upgrade" in first and "unfinished" in first
    assert "UNO · Official" in second and ("won" in second or "lost" in second)
    assert main(["matches", "--lang", "zh"]) == 0
    assert "没打完" in capsys.readouterr().out
    assert main(["matches", "uno", "--json"]) == 0
    (only,) = json.loads(capsys.readouterr().out)
    assert only["game"] == "uno" and only["finished"] and len(only["winners"]) == 1


def test_an_empty_list_says_how_to_begin(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["matches", "--lang", "en"]) == 0
    assert capsys.readouterr().out == "You have no matches yet; start one with paiju play uno.\n"


def test_results_count_the_matches_of_the_player(capsys: pytest.CaptureFixture[str]) -> None:
    for seed in range(4):
        a_match("uno", seed, ("en-US", "zh-CN")[seed % 2])
    open_match(Wanted("uno", bots=("random",) * 4, seed=9), Words("en-US"))[1].close()
    found = kept_matches()
    (uno,) = results(found)
    mine = [one for one in found if one.finished]
    assert (uno.game, uno.played, uno.won) == ("uno", 4, sum(one.won for one in mine))
    assert main(["matches", "--lang", "en"]) == 0
    assert f"UNO: 4 matches, {uno.won} won" in capsys.readouterr().out


def test_a_match_is_resumed_replayed_and_deleted_by_its_number(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    a_match("uno", 1, to_the_end=False)
    assert main(["matches", "--replay", "1", "--lang", "en"]) == 0
    assert "UNO (Official" in capsys.readouterr().out
    assert main(["matches", "--resume", "1", "--lang", "en"]) == 0
    assert "UNO · Official" in capsys.readouterr().out
    (path,) = [one.path for one in kept_matches()]
    assert main(["matches", "--delete", "1", "--lang", "en"]) == 0
    assert capsys.readouterr().out == f"Deleted: {path}\n"
    assert [*path.parent.glob("uno*")] == []


def test_a_match_that_is_being_played_is_not_deleted() -> None:
    _, save = open_match(Wanted("uno", seed=1), Words("en-US"))
    with pytest.raises(InUse):
        delete(save.path)
    assert save.path.exists()
    save.close()
    delete(save.path)
    assert not save.path.exists()


def test_a_match_whose_last_line_was_torn_is_still_listed() -> None:
    a_match("uno", 1, to_the_end=False)
    (one,) = kept_matches()
    with one.path.open("ab") as file:
        file.write(b'{"seq": 7, "se')
    assert [kept.finished for kept in kept_matches()] == [False]
