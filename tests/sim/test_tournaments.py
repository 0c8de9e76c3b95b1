"""Tournaments: the same seed gives the same result, fair shares come out fair, and nobody can stop one."""

import io
import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from paiju.sim import Plan, run
from paiju.sim.plan import BadPlan
from paiju.sim.printed import show
from paiju.sim.tournament import Report

RUDE = Path(__file__).parent / "rude_bots.py"
FOUR = ("colour", "greedy", "random", "random")
PLAN = Plan("uno", FOUR, 4, games=24, seed=5, duplicate=True)


def result(report: Report) -> str:
    return json.dumps(report.to_json()["result"], sort_keys=True)


def against(name: str, **changes: object) -> Report:
    """A short tournament with one rude bot."""
    plan = Plan("uno", (f"{RUDE}:{name}", "colour"), 2, games=2, seed=1, limit=60.0)
    return run(replace(plan, **changes))  # type: ignore[arg-type]


def test_the_same_seed_gives_the_same_result() -> None:
    assert result(run(PLAN)) == result(run(PLAN))
    assert result(run(PLAN)) != result(run(replace(PLAN, seed=6)))


def test_the_result_does_not_depend_on_the_number_of_processes() -> None:
    assert result(run(PLAN, jobs=2)) == result(run(PLAN))


def test_a_deal_is_played_with_every_rotation() -> None:
    assert sorted(PLAN.seatings(0)) == [(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)]
    assert PLAN.deals == 6
    assert run(PLAN).games == 24


def test_sides_are_swapped_in_shandong() -> None:
    plan = Plan("shandong", ("a", "b", "a", "b"), 4, games=2, duplicate=True)
    assert plan.seatings(0) == [(0, 1, 2, 3), (3, 0, 1, 2)]


def test_without_duplicates_seats_rotate_from_deal_to_deal() -> None:
    plan = replace(PLAN, duplicate=False)
    assert {plan.seatings(deal)[0] for deal in range(4)} == set(PLAN.seatings(0))


def test_a_bot_against_itself_gets_exactly_its_fair_share_on_duplicate_deals() -> None:
    report = run(Plan("uno", ("colour",) * 4, 4, games=20, seed=2, duplicate=True))
    for row in report.rows:
        assert (row.share.mean, row.share.low, row.share.high) == (0.25, 0.25, 0.25)


def test_shares_add_up_and_better_bots_win_more() -> None:
    report = run(replace(PLAN, games=80))
    assert sum(row.share.mean for row in report.rows) == pytest.approx(1.0)
    assert report.rows[0].share.mean > report.fair > report.rows[2].share.mean
    assert report.ahead is not None
    assert report.ahead.low > 0


def test_the_null_control_moves_nothing_but_noise() -> None:
    report = run(Plan("uno", ("random", "colour"), 2, games=60, seed=3), controlled=True)
    assert report.control is not None
    assert report.control.share.contains(0.5)
    assert report.control.null.contains(0.0)


def test_another_stream_changes_random_bots_but_not_the_cards() -> None:
    plan = Plan("uno", ("random", "random"), 2, games=10, seed=4)
    assert result(run(plan)) != result(run(replace(plan, stream=1)))
    fixed = Plan("uno", ("colour", "greedy"), 2, games=10, seed=4)
    assert result(run(fixed)) == result(run(replace(fixed, stream=1)))


def test_a_whole_match_goes_to_its_target() -> None:
    report = run(Plan("uno", ("colour", "colour"), 2, games=2, seed=1, whole_match=True))
    assert max(row.points.mean for row in report.rows) > 250
    assert report.rounds > 4


def test_a_pool_seats_everybody_and_rates_them() -> None:
    report = run(Plan("uno", ("random", "greedy", "colour"), 2, games=120, seed=1, duplicate=True))
    assert all(row.games > 40 for row in report.rows)
    ratings = [row.rating for row in report.rows]
    assert all(rating is not None for rating in ratings)
    mus = [rating.mu for rating in ratings if rating is not None]
    assert mus[0] < mus[1]
    assert mus[0] < mus[2]


@pytest.mark.parametrize(
    ("bot", "verdict", "cause"),
    [
        ("Raises", "crash", "KeyError: 'no idea'"),
        ("Sleeps", "timeout", "still thinking after 1 s"),
        ("Broods", "timeout", "still thinking after 1 s"),
        ("Mumbles", "illegal", "'red five', which is not an action"),
        ("Cheats", "illegal", "CARD_NOT_IN_HAND"),
        ("Stalls", "timeout", "never passed the turn"),
        ("Shrugs", "illegal", "returned None, which is not an action"),
    ],
)
def test_a_rude_bot_is_reported_by_name_and_cause_and_the_tournament_goes_on(
    bot: str, verdict: str, cause: str
) -> None:
    report = against(bot, **({"limit": 1.0} if bot in ("Sleeps", "Broods") else {}))
    rude, other = report.rows
    assert rude.conduct.verdicts[verdict] > 0
    assert cause in rude.conduct.causes[verdict]
    assert RUDE.name in rude.name
    assert report.games == 2
    assert other.conduct.verdicts == {}
    assert other.share.mean > 0


def test_a_process_that_dies_loses_only_its_unfinished_deals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAIJU_TEST_MARK", str(tmp_path / "died"))
    plan = Plan("uno", (f"{RUDE}:Dies", "colour"), 2, games=12, seed=1)
    report = run(plan, jobs=2)
    assert (tmp_path / "died").exists()
    assert report.games == 12
    assert report.lost == []
    assert result(report) == result(run(plan))


def test_deals_that_kill_every_process_are_reported_as_lost() -> None:
    report = run(Plan("uno", (f"{RUDE}:AlwaysDies", "colour"), 2, games=2, seed=1), jobs=2)
    assert report.lost == [0, 1]
    assert report.games == 0
    said = io.StringIO()
    show(report, Console(file=said, width=120))
    assert said.getvalue().endswith("lost: deals 0 1 ended every process that played them.\n")


def test_without_a_timer_a_bot_that_took_too_long_is_judged_when_it_is_done() -> None:
    """Timer signals exist in the main thread only."""
    with ThreadPoolExecutor(1) as pool:
        report = pool.submit(against, "Draws", limit=1e-9).result()
    assert report.games == 2
    rude = report.rows[0].conduct
    assert rude.causes == {"timeout": "took longer than 1e-09 s"}


def test_a_match_that_does_not_end_is_played_and_won_by_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paiju.sim.match.ENDLESS", 5)
    report = run(Plan("uno", ("random", "random"), 2, games=3, seed=1))
    assert (report.games, report.decisions) == (3, 15)
    assert [row.share.mean for row in report.rows] == [0.0, 0.0]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"games": 0}, "at least 1"),
        ({"seats": 5}, "5 seats need at least as many bots"),
        ({"limit": 0.0}, "more than 0 seconds"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused_in_one_sentence(changes: dict[str, int], sentence: str) -> None:
    with pytest.raises(BadPlan, match=sentence):
        run(replace(PLAN, **changes))  # type: ignore[arg-type]
