"""Whole matches through a pseudo-terminal, from the first card to the final score, with garbage thrown in."""

import pytest

from paiju.engine.record import read, verify
from paiju.games.registry import find_game
from paiju.terminal.cells import width
from tests.terminal.console.player import Home, Player, Terminal

HOUSE_RULES = (
    "--option", "stackDrawCards=true", "--option", "sevenSwap=true", "--option", "zeroRotate=true",
    "--option", "jumpIn=true", "--option", "forcePlay=true",
)  # fmt: skip
MATCHES = {
    "console, zh": ("uno", "--rulebook", "console", "--lang", "zh"),
    "console, en": ("uno", "--rulebook", "console", "--lang", "en"),
    "official to 500, zh": ("uno", "--rulebook", "official", "--seats", "4", "--lang", "zh"),
    "official, two seats, en": (
        "uno",
        "--rulebook",
        "official",
        "--seats",
        "2",
        "--lang",
        "en",
        "--option",
        "targetScore=100",
    ),
    "platform, zh": ("uno", "--rulebook", "platform", "--lang", "zh"),
    "platform, ten seats, en": ("uno", "--rulebook", "platform", "--seats", "10", "--lang", "en"),
    "arena, en": ("uno", "--rulebook", "arena", "--lang", "en", "--option", "targetScore=200"),
    "house rules, zh": ("uno", "--rulebook", "official", "--lang", "zh", "--option", "targetScore=100", *HOUSE_RULES),
    "house rules, console, en": ("uno", "--rulebook", "console", "--lang", "en", *HOUSE_RULES),
    "shandong, zh": ("shandong", "--lang", "zh", "--option", "startLevel=A"),
    "shandong, en": ("shandong", "--lang", "en", "--option", "startLevel=A"),
}
FIRST_SEED = 13
"""Somebody who answers at random may play a round of the console's rules for thousands of turns; from here on not."""
OVER = ("整场比赛结束。", "The match is over.")


@pytest.mark.parametrize(("seed", "arguments"), enumerate(MATCHES.values(), FIRST_SEED), ids=MATCHES.keys())
def test_a_match_with_garbage_ends_with_a_score_and_a_true_record(
    home: Home, seed: int, arguments: tuple[str, ...]
) -> None:
    terminal = Terminal(home, "play", *arguments, "--plain", "--no-color", "--pace", "0", "--seed", str(seed))
    Player(terminal, seed).play_to_the_end()
    assert terminal.exit_code() == 0, terminal.said[-2000:]
    assert any(sentence in terminal.said for sentence in OVER)
    assert "Traceback" not in terminal.said
    (path,) = home.matches()
    record = read(path.read_bytes(), find_game)
    assert record.damage is None
    verify(record)
    too_wide = [line for line in terminal.said.split("\n") if width(line) > 80 and str(home.path) not in line]
    assert [line for line in too_wide if "é" not in line and "记录" not in line] == []
