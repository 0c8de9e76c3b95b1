"""Random play inside the engine, for search and for measuring: no lists of actions, no calls from outside."""

from typing import cast

from mypy_extensions import i64

from paiju.engine.game import HOST, Seat
from paiju.engine.shuffle import Source
from paiju.games.uno.actions import BEGIN, CALL, CALL_UNO, CHALLENGE_UNO, DRAW, NEXT, PLAYS, SKIP, VARIANTS, UnoAction
from paiju.games.uno.cards import CARDS, FACE_OF, FACES, FIRST_WILD, FITS, NO_CARD
from paiju.games.uno.deal import use_ranking
from paiju.games.uno.position import NOTHING, ask_for_spare
from paiju.games.uno.rules import END_OF_TURN, IMMEDIATE, WINDOW_THEN_AUTO, UnoRules
from paiju.games.uno.state import UnoState
from paiju.games.uno.view import ACTED, DRAWN, ENDED, IDLE, ROUND_OVER, TURN


def random_matches(rules: UnoRules, seats: int, matches: int, source: Source) -> int:
    """Play whole matches at random; returns the number of decisions."""
    decisions = 0
    for _ in range(matches):
        decisions += play_out(UnoState(rules, seats), source)
    return decisions


def play_out(state: UnoState, source: Source) -> int:
    """Let the player on turn do something at random until the match is over; returns the number of decisions.

    Every legal action is equally likely, but for calls and catches: nobody is caught, and where a missing call is
    punished by itself everybody calls in time, for otherwise nobody would ever go out.
    """
    must_call = state.rules.enforcement in (WINDOW_THEN_AUTO, IMMEDIATE, END_OF_TURN)
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
            if must_call and should_call(state):
                state.apply(Seat(state.current), CALL)
            state.apply(Seat(state.current), random_action(state, source))
            decisions += 1
    return int(decisions)


def should_call(state: UnoState) -> bool:
    """Whether the player on turn has to call now: before the last but one card, or before ending the turn with one."""
    held = len(state.hands[state.current])
    if state.called == state.current:
        return False
    if state.rules.enforcement == END_OF_TURN:
        return held == 1 and state.phase == ACTED and state.acted != NO_CARD
    return held == 2 and state.phase in (TURN, DRAWN)


def random_action(state: UnoState, source: Source) -> UnoAction:
    """One of the actions of the player on turn."""
    rules = state.rules
    if state.phase == DRAWN and rules.plain_plays and not rules.force_play:
        return random_drawn(state.drawn, source)
    if state.phase != TURN or state.pending > 0 or not rules.plain_plays:
        return random_listed(state, source)
    hand = cast("list[i64]", state.hands[state.current])  # unpacks each card straight into a machine word
    fitting = FITS[state.colour * FACES + FACE_OF[state.discard[-1]]]
    ways: i64 = 0
    each: i64
    for held in hand:
        each = fitting[held]
        ways += each
    if ways == 0:
        return DRAW
    chosen: i64 = source.below(ways if rules.draw_only_if_stuck else ways + 1)
    for held in hand:
        each = fitting[held]
        if chosen < each:
            place: i64 = held * VARIANTS
            if held >= FIRST_WILD:
                place += chosen + 1
            return PLAYS[place]
        chosen -= each
    return DRAW


def random_drawn(card: i64, source: Source) -> UnoAction:
    """Play the drawn card, a wild in any colour, or keep it."""
    if card < FIRST_WILD:
        return PLAYS[card * VARIANTS] if source.below(2) == 0 else SKIP
    chosen: i64 = source.below(5)
    return PLAYS[card * VARIANTS + 1 + chosen] if chosen < 4 else SKIP


def random_listed(state: UnoState, source: Source) -> UnoAction:
    """As `random_action`, chosen from the list of legal actions: for positions with special choices."""
    choices: list[UnoAction] = []
    for action in state.legal(Seat(state.current)):
        if isinstance(action, UnoAction) and action.kind not in (CALL_UNO, CHALLENGE_UNO):
            choices.append(action)
    return choices[source.below(len(choices))]
