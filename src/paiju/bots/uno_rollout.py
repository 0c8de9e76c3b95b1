"""Looking ahead in imagined worlds: plays on from a move to the seat's next decision and values the position there.

Works on positions, never on the real one: `search` builds them from its view. Plain ints and lists, compiled by mypyc.
"""

from typing import Final

from paiju.bots.network import SCALE, Network
from paiju.bots.uno_features import Situation
from paiju.bots.uno_moves import decisions, last_card, round_worth
from paiju.engine.drive import settle
from paiju.engine.game import Seat
from paiju.engine.shuffle import Source
from paiju.games.uno.actions import (
    CALL,
    CALL_UNO,
    CHALLENGE_UNO,
    CHALLENGE_WD4,
    CHOOSE_COLOR,
    NO_SEAT,
    UnoAction,
)
from paiju.games.uno.cards import COLOUR_OF, FACE_OF, NO_CARD, NO_COLOUR, POINTS_OF, SEVEN
from paiju.games.uno.hidden import judge_again
from paiju.games.uno.rules import END_OF_TURN
from paiju.games.uno.state import UnoState
from paiju.games.uno.view import ACTED, ROUND_OVER

PATIENCE: Final = 60
"""After this many actions of others a world is judged as it stands."""


def respect_voids(world: UnoState, seat: int, source: Source) -> None:
    """Exchange cards with the pile until nobody holds more of a colour than was drawn since it was shown to lack it."""
    deck = world.deck
    if not deck:
        return
    for other in world.order:
        if other == seat:
            continue
        for colour in range(4):
            mark = world.voids[other * 4 + colour]
            if mark:
                _thin_out(world.hands[other], deck, colour, mark - 1, source)
    judge_again(world, seat)


def _thin_out(hand: list[int], deck: list[int], colour: int, most: int, source: Source) -> None:
    held = 0
    for place in range(len(hand)):
        if COLOUR_OF[hand[place]] != colour:
            continue
        held += 1
        if held <= most:
            continue
        for _ in range(8):
            there = source.below(len(deck))
            if COLOUR_OF[deck[there]] != colour:
                card = hand[place]
                hand[place] = deck[there]
                deck[there] = card
                break


def simple_move(world: UnoState, seat: Seat) -> UnoAction:
    """A quick sensible move: the colour held most, then points; wilds and draws last."""
    hand = world.hands[seat]
    counts = [0, 0, 0, 0, 0]
    for card in hand:
        counts[COLOUR_OF[card]] += 1
    best: UnoAction | None = None
    most = -1
    for action in world.legal(seat):
        assert isinstance(action, UnoAction)
        kind = action.kind
        if kind in (CALL_UNO, CHALLENGE_UNO):
            continue
        card = action.card
        worth = 0
        if card != NO_CARD:
            colour = COLOUR_OF[card]
            if colour == NO_COLOUR:
                worth = 10 + counts[action.colour] if action.colour < NO_COLOUR else 10
            else:
                worth = 100 + 100 * counts[colour] + POINTS_OF[card]
                if FACE_OF[card] == SEVEN and action.target != NO_SEAT:
                    worth += 30 - len(world.hands[action.target])
        elif kind == CHOOSE_COLOR:
            worth = counts[action.colour]
        elif kind == CHALLENGE_WD4:
            worth = -1
        if worth > most:
            most = worth
            best = action
    assert best is not None
    return best


def make(world: UnoState, seat: Seat, move: UnoAction) -> None:
    """Play a move with the UNO call that belongs to it."""
    if move.card != NO_CARD and len(world.hands[seat]) == 2 and world.rules.enforcement != END_OF_TURN:
        if not world.refusal(seat, CALL):
            world.apply(seat, CALL)
    world.apply(seat, move)


def outlook(world: UnoState, seat: Seat, move: UnoAction, network: Network, goal: int, source: Source) -> float:
    """What `move` is worth in this world: play on to the next own decision and ask the network there."""
    make(world, seat, move)
    for _ in range(PATIENCE):
        settle(world, source)
        if world.phase >= ROUND_OVER:
            won = world.round_winner == seat
            return round_worth(_total(world.round_points), won, len(world.order), goal)
        turn = world.turn()
        if world.phase == ACTED:
            if len(world.hands[turn]) == 1 and world.called != turn and not world.refusal(turn, CALL):
                world.apply(turn, CALL)
            world.apply(turn, simple_move(world, turn))
        elif turn == seat:
            break
        else:
            make(world, turn, simple_move(world, turn))
    return expected(world, seat, network, goal)


def expected(world: UnoState, seat: Seat, network: Network, goal: int) -> float:
    """The network's value of the best move of a seat."""
    view = world.view(seat)
    moves = decisions(view)
    if not moves:
        return network.offsets[goal]
    if last_card(view, moves) is not None:
        total = 0
        for hand in world.hands:
            for card in hand:
                total += POINTS_OF[card]
        return round_worth(total - POINTS_OF[view.hand[0]], True, len(world.order), goal)
    situation = Situation(view)
    best = network.value(situation.after(moves[0]), goal)
    for move in moves[1:]:
        value = network.value(situation.after(move), goal)
        if value > best:
            best = value
    return best / (SCALE * SCALE) + network.offsets[goal]


def _total(points: list[int]) -> int:
    total = 0
    for some in points:
        total += some
    return total
