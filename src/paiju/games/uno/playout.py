"""Random play inside the engine, for search and for measuring: no lists of actions, no calls from outside."""

from mypy_extensions import i64

from paiju.engine.game import HOST, Seat
from paiju.engine.shuffle import Source
from paiju.games.uno.actions import BEGIN, CALL_UNO, CHALLENGE_UNO, DRAW, NEXT, PLAYS, VARIANTS, UnoAction
from paiju.games.uno.cards import CARDS, FACE_OF, FACES, FIRST_WILD, FITS
from paiju.games.uno.deal import use_ranking
from paiju.games.uno.position import NOTHING, ask_for_spare
from paiju.games.uno.state import UnoState
from paiju.games.uno.view import ENDED, IDLE, ROUND_OVER, TURN


def play_out(state: UnoState, source: Source) -> int:
    """Let the player on turn do something at random until the match is over; returns the number of decisions.

    Every legal action is equally likely, but for calls and catches: nobody calls and nobody is caught.
    """
    decisions: i64 = 0
    while state.phase != ENDED:
        if state.wanted != NOTHING:
            use_ranking(state, source.order(CARDS))
            ask_for_spare(state)
            continue
        if state.phase == IDLE:
            state.apply(HOST, BEGIN)
        elif state.phase == ROUND_OVER:
            state.apply(HOST, NEXT)
        else:
            state.apply(Seat(state.current), random_action(state, source))
            decisions += 1
    return int(decisions)


def random_action(state: UnoState, source: Source) -> UnoAction:
    """One of the actions of the player on turn."""
    rules = state.rules
    if state.phase != TURN or state.pending > 0 or not rules.plain_plays:
        return random_listed(state, source)
    hand = state.hands[state.current]
    fitting = FITS[state.colour * FACES + FACE_OF[state.discard[-1]]]
    ways: i64 = 0
    for card in hand:
        ways += fitting[card]
    chosen: i64 = source.below(ways if ways and rules.draw_only_if_stuck else ways + 1)
    for card in hand:
        each: i64 = fitting[card]
        if chosen < each:
            return PLAYS[card * VARIANTS + (chosen + 1 if card >= FIRST_WILD else 0)]
        chosen -= each
    return DRAW


def random_listed(state: UnoState, source: Source) -> UnoAction:
    """The same from the list of legal actions, for the moments that have more to them."""
    choices: list[UnoAction] = []
    for action in state.legal(Seat(state.current)):
        if isinstance(action, UnoAction) and action.kind not in (CALL_UNO, CHALLENGE_UNO):
            choices.append(action)
    return choices[source.below(len(choices))]
