"""How entries are written into the log."""

import pytest

from paiju.server.match.entries import GameEntry, decode_game, encode
from paiju.server.match.log_entry import encode_game, text_of


@pytest.mark.parametrize("due", [None, 0, 1_700_000_000_123])
@pytest.mark.parametrize("action", [{"type": "DRAW_CARD"}, {"type": "PLAY", "cards": ["红心", 'a"b\\'], "to": None}])
def test_an_encoded_action_makes_the_same_text_as_its_entry(action: dict[str, object], due: int | None) -> None:
    entry = GameEntry(action, due)
    assert encode_game(text_of(action), due) == encode(entry)
    assert decode_game(encode_game(text_of(action), due)) == entry
