"""Saved matches of UNO on a given deal: what a test wants to hold is in the hands when the match is resumed."""

from collections.abc import Sequence
from pathlib import Path

from paiju.engine.drive import advance, settle
from paiju.engine.game import Action, Seat
from paiju.games.uno.game import UNO
from paiju.terminal.saves import begin
from paiju.terminal.session import seated
from tests.server.deals import StackedDeals, uno_deal


def dealt_match(
    path: Path,
    hands: Sequence[str],
    top: str,
    pile: str = "",
    *,
    you: int = 0,
    played: Sequence[tuple[int, Action]] = (),
    rulebook: str = "console",
    bots: str = "",
    **options: object,
) -> Path:
    """Save a match in which these hands were dealt and these actions taken; `you` is the person's seat.

    Hands, top and pile are written as `uno_deal` has them; the first seat begins.
    """
    rules = UNO.rules(rulebook, {"initialCards": len(hands[0].split()), **options})
    deals = StackedDeals(path.name)
    deals.stack(uno_deal(hands, top, pile, rulebook=rulebook))
    seed = deals.new_seed("native")
    source = deals.source(seed)
    specs = {Seat(seat): bots or UNO.default_bot() for seat in range(len(hands)) if seat != you}
    names = [f"P{seat + 1}" for seat in range(len(hands))]
    save = begin(path, UNO, rules, seated(UNO, names, [Seat(you)], specs), seed)
    state = UNO.new(rules, len(hands))
    entries = advance(state, source)
    for seat, action in played:
        assert state.refusal(Seat(seat), action) == ""
        state.apply(Seat(seat), action)
        entries += [(Seat(seat), action), *settle(state, source)]
    for who, action in entries:
        save.append(who, action)
    save.close()
    return path
