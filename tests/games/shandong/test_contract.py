"""The engine's contract on random tables: whatever `legal` claims to be complete really lists everything."""

from typing import cast

from paiju.engine.game import Seat, State
from paiju.games.shandong.game import SHANDONG
from paiju.games.shandong.view import ShandongView
from paiju.testing import check_game


def says_complete(state: State, seat: Seat) -> bool:
    return cast(ShandongView, state.view(seat)).legal_complete


def test_lists_that_claim_to_be_complete_are() -> None:
    check_game(SHANDONG, seeds=range(310, 313), fixed={"startLevel": "A"}, complete=says_complete, every=11)
