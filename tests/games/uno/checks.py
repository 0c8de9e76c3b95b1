"""What must hold in every position of UNO, told without the engine's own helpers where that is possible."""

from paiju.engine.game import Seat
from paiju.games.uno import actions
from paiju.games.uno.actions import UnoAction
from paiju.games.uno.cards import COLOUR_OF, NO_COLOUR
from paiju.games.uno.state import UnoState

UNIVERSE: list[UnoAction] = list(
    dict.fromkeys(
        [
            *actions.PLAYS,
            *actions.JUMPS,
            *actions.COLOURS,
            *actions.CATCHES,
            actions.DRAW,
            actions.SKIP,
            actions.CALL,
            actions.CHALLENGE,
            actions.ACCEPT,
            *actions.TIMEOUTS,
            *actions.REMOVALS,
            actions.NEXT,
            actions.BEGIN,
            UnoAction(actions.UNKNOWN, code="FLY"),
            UnoAction(actions.PLAY_CARD),
            UnoAction(actions.PLAY_CARD, 100, actions.BAD_COLOUR),
            UnoAction(actions.CHOOSE_COLOR, colour=actions.BAD_COLOUR),
            UnoAction(actions.CHALLENGE_UNO, target=actions.STRANGER),
        ]
    )
)
"""Every well-formed action of a player, and some that can never be right."""


def points(card_id: str) -> int:
    """What a card counts, read off its id."""
    if card_id.startswith("wild"):
        return 50
    face = card_id.split("-")[1]
    return int(face) if face.isdigit() else 20


def check_law(state: UnoState) -> None:
    """`legal` lists exactly what `refusal` allows, each action in one spelling."""
    for number in range(state.seats):
        seat = Seat(number)
        listed = state.legal(seat)
        assert len(listed) == len({str(action) for action in listed})
        allowed = [a for a in UNIVERSE if not state.refusal(seat, a) and not respelled(state, number, a)]
        assert {str(a) for a in listed} == {str(a) for a in allowed}, (number, listed, allowed)


def respelled(state: UnoState, seat: int, action: UnoAction) -> bool:
    """A 7 whose target is ignored, or that leaves out the only possible target."""
    if action.kind not in (actions.PLAY_CARD, actions.JUMP_IN) or action.card < 0 or action.card >= 100:
        return False
    if (action.card % 25) not in (13, 14):
        return False
    waits = state.rules.options()["unoEnforcement"] == "windowThenAuto" and state.rules.draw_penalty > 0
    last = len(state.hands[seat]) == 1 and not (state.exposed == seat and waits)
    swaps = state.rules.options()["sevenSwap"] is True and not last
    return (action.target >= 0) is not swaps


def check_shape(state: UnoState) -> None:
    """Facts that belong together."""
    shown = state.snapshot()
    phase, options = shown["phase"], state.rules.options()
    # All but one may leave before anybody has chosen the colour of the first card.
    unchosen = phase == "ended" and len(state.discard) == 1 and COLOUR_OF[state.discard[0]] == NO_COLOUR
    assert (shown["currentColor"] is None) is (phase in ("choose_color", "idle") or unchosen)
    assert (shown["drawnCardId"] is not None) is (phase == "drawn")
    assert (shown["pendingWd4"] is not None) is (phase == "wd4_response")
    assert (shown["roundPoints"] is not None) <= (phase in ("round_over", "ended"))
    if state.pending:
        assert phase in ("turn", "wd4_response", "acted")
        assert phase != "turn" or options["forcedDraw"] == "manual" or options["stackDrawCards"]
    if phase == "acted":
        assert options["endTurn"] == "manual"
    if state.exposed >= 0:
        assert len(state.hands[state.exposed]) == 1 and state.called != state.exposed
        assert options["unoEnforcement"] in ("catch", "windowThenAuto")
    if phase not in ("idle", "ended", "round_over"):
        assert state.current in state.order and all(state.hands[seat] for seat in state.order)
        assert state.discard and state.winner < 0 and state.round_winner < 0
    for seat in range(state.seats):
        if seat not in state.order:
            assert not state.hands[seat]


def check_scores(before: list[int], state: UnoState) -> None:
    """Recount a round that just ended with a winner, from the cards that were left."""
    winner = state.round_winner
    left = {seat: sum(points(name) for name in hand_ids(state, seat)) for seat in state.order}
    scoring = state.rules.options()["scoring"]
    expected = list(before)
    for seat in state.order:
        if scoring == "winnerTakesAll":
            expected[winner] += left[seat]
        elif scoring == "negative":
            expected[seat] -= left[seat]
        else:
            expected[seat] += left[seat]
    assert state.scores == expected and left[winner] == 0
    check_winner(state)


def check_winner(state: UnoState) -> None:
    """Whether the match had to end, and with whom."""
    options, totals = state.rules.options(), {seat: state.scores[seat] for seat in state.order}
    target, winner = options["targetScore"], state.round_winner
    if target is None:
        assert state.over() and state.winner == winner
        return
    assert isinstance(target, int)
    if options["scoring"] == "winnerTakesAll":
        over, best = totals[winner] >= target, [winner]
    elif options["scoring"] == "negative":
        over, best = min(totals.values()) <= -target, [s for s in totals if totals[s] == max(totals.values())]
    else:
        over, best = max(totals.values()) >= target, [s for s in totals if totals[s] == min(totals.values())]
    assert state.over() is over
    if over:
        assert state.winner == (winner if winner in best else min(best))


def hand_ids(state: UnoState, seat: int) -> list[str]:
    """The ids of a hand, from the snapshot."""
    hands = state.snapshot()["hands"]
    assert isinstance(hands, dict)
    found = hands[f"p{seat + 1}"]
    assert isinstance(found, list)
    return found
