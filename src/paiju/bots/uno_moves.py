"""The moves that `net` and `search` compare, and the value of the end of a round."""

from typing import Final

from paiju.games.uno.actions import CALL_UNO, CHALLENGE_UNO, DRAW_CARD, NO_SEAT, SKIP_TURN, UnoAction
from paiju.games.uno.cards import COLOUR_OF, FACE_OF, KIND_OF, NO_CARD, NO_COLOUR, SEVEN, ZERO
from paiju.games.uno.rules import WINNER_TAKES_ALL
from paiju.games.uno.view import UnoView

ROUND: Final = 0
"""Goal: win this round. The network's first output."""
POINTS: Final = 1
"""Goal: win by many points and lose by few, as a match wants it. The second output."""
GOALS: Final = 2


def goal_of(view: UnoView) -> int:
    """The goal to play for: points in a match that counts them, where a big win is worth more than a small one.

    This holds to the end: playing for any win once somebody is near the target won fewer matches.
    """
    return POINTS if view.rules.target_score > 0 and view.rules.scoring == WINNER_TAKES_ALL else ROUND


def decisions(view: UnoView) -> list[UnoAction]:
    """The moves worth weighing: twins once, and neither calls nor catches, which need no weighing.

    Drawing, or keeping what was drawn, is a choice only for the sake of a wild: a coloured card that fits is laid.
    """
    found: list[UnoAction] = []
    seen: set[int] = set()
    fitting = False
    for action in view.legal:
        assert isinstance(action, UnoAction)
        kind = action.kind
        if kind in (CALL_UNO, CHALLENGE_UNO):
            continue
        card = action.card
        if card != NO_CARD:
            key = (KIND_OF[card] * 8 + action.colour) * 16 + action.target + 1
            if key in seen:
                continue
            seen.add(key)
            if COLOUR_OF[card] != NO_COLOUR and not _gives_away(view, card):
                fitting = True
        elif (kind == DRAW_CARD and (fitting or view.wd4_by != NO_SEAT)) or (kind == SKIP_TURN and fitting):
            continue
        found.append(action)
    return found


def last_card(view: UnoView, moves: list[UnoAction]) -> UnoAction | None:
    """The move that ends the round, if there is one: it needs no weighing."""
    if len(view.hand) == 1:
        for move in moves:
            if move.card == view.hand[0]:
                return move
    return None


def _gives_away(view: UnoView, card: int) -> bool:
    """Whether laying the card moves hands, which can be a reason not to."""
    face = FACE_OF[card]
    return (face == SEVEN and view.rules.seven_swap) or (face == ZERO and view.rules.zero_rotate)


def round_worth(points: int, won: bool, seats: int, goal: int) -> float:
    """What a finished round is worth to a seat; `points` are the winner's.

    Points are scaled to the range of wins and capped, so that an extreme hand counts no more than a very good round.
    """
    if goal == ROUND:
        return 1.0 if won else 0.0
    worth = points / (40.0 * seats)
    if worth > 1.5:
        worth = 1.5
    return worth if won else -worth / (seats - 1)


def order_after(view: UnoView) -> list[int]:
    """The other seats in the order in which they will come to play."""
    players = view.players
    here = players.index(view.seat)
    seats = len(players)
    order: list[int] = []
    for step in range(1, seats):
        order.append(players[(here + step * view.direction) % seats])
    return order


def rotated(sizes: list[int], order: list[int], seat: int, own: int) -> list[int]:
    """Hand sizes after every hand went to the next seat in playing order."""
    after = sizes.copy()
    given = own
    for other in order:
        after[other], given = given, sizes[other]
    after[seat] = given
    return after
