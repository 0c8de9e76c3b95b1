"""Why a play of UNO is accepted or refused. It sees only the top card, the colour in force and the player's hand."""

from collections.abc import Mapping
from typing import Final, cast

from paiju.engine.errors import BadNotation
from paiju.engine.game import Rules, Seat
from paiju.engine.trace import Clock, Trace
from paiju.games.uno.actions import DRAW_CARD, PLAY_CARD, START, UnoAction, parse_action
from paiju.games.uno.cards import (
    CARD_TEXTS,
    COLOUR_NAMES,
    COLOUR_OF,
    DRAW_TWO,
    FACE_OF,
    NO_COLOUR,
    REVERSE,
    SKIP,
    WILD,
    WILD_DRAW_FOUR,
    find_colour,
    parse_card,
)
from paiju.games.uno.position import holds_colour
from paiju.games.uno.refusals import answers_debt
from paiju.games.uno.rules import UnoRules
from paiju.games.uno.state import UnoState
from paiju.games.uno.view import DRAWN, TURN, WD4

OPTIONS: Final = ("play", "top", "color", "hand", "owed", "drawn")
_ME: Final = Seat(0)
_EFFECTS: Final = {SKIP: "skip", REVERSE: "reverse", DRAW_TWO: "draw_two", WILD_DRAW_FOUR: "draw_four"}


def explain(rules: Rules, question: Mapping[str, str], clock: Clock) -> Trace:
    """Judge a play: `play` (`r5`, `w:b`, `draw`, `skip`) on `top` by the owner of `hand`.

    `color` is the colour in force (by default the top card's), `owed` how many cards are owed, `drawn` whether the card
    was drawn this turn. Raises `BadNotation`.
    """
    action = parse_action(question["play"])
    if not isinstance(action, UnoAction) or action.kind >= START:
        raise BadNotation("bad_action", f"{question['play']!r} is not a play", {"text": question["play"]})
    state = _position(cast(UnoRules, rules), action, question)
    trace = Trace("15")
    started = clock()
    code = state.refusal(_ME, action)
    trace.seconds = clock() - started
    trace.params = state.refusal_params(_ME, action)
    top = CARD_TEXTS[state.discard[-1]]
    trace.note("6", "top", card=top, color=COLOUR_NAMES[state.colour])
    if state.pending:
        trace.note("5", "owed", n=int(state.pending))
    if action.kind == PLAY_CARD:
        _note_card(trace, state, action, code)
    elif action.kind == DRAW_CARD and not code:
        trace.note("8", "takes" if state.pending else "draws", n=max(1, int(state.pending)))
    return trace.end(code)


def _position(rules: UnoRules, action: UnoAction, question: Mapping[str, str]) -> UnoState:
    """The position of the question: the player's hand and the top card. The cards of others do not matter."""
    state = UnoState(rules, max(2, rules.min_players))
    used: list[int] = []
    hand = question.get("hand", "").split()
    if hand:
        state.hands[_ME] = [_take(word, used) for word in hand]
    elif action.kind == PLAY_CARD:
        used.append(action.card)
        state.hands[_ME] = [action.card]
    if "top" not in question:
        raise BadNotation("trace.needs_top", "which card lies on top?")
    state.discard = [_take(question["top"], used)]
    state.colour = _colour(question.get("color", ""), COLOUR_OF[state.discard[-1]])
    owed = question.get("owed", "0")
    if not owed.isascii() or not owed.isdigit() or len(owed) > 3:
        raise BadNotation("trace.bad_owed", f"{owed!r} is not a number of cards", {"owed": owed})
    state.pending = int(owed)
    state.current = _ME
    state.dealer = len(state.hands) - 1
    state.turn_number = state.round_number = 1
    state.phase = TURN
    if "drawn" in question:
        state.phase = DRAWN
        state.drawn = action.card if action.kind == PLAY_CARD else state.hands[_ME][-1] if hand else state.discard[-1]
    elif state.pending and rules.wd4_challenge and FACE_OF[state.discard[-1]] == WILD_DRAW_FOUR:
        state.phase = WD4
        state.wd4_by = state.dealer
    return state


def _take(word: str, used: list[int]) -> int:
    """A card that is not used yet: `r5` twice means both copies. Raises `BadNotation`."""
    card = parse_card(word)
    copy = 1
    while card in used and "." not in word:
        copy += 1
        card = parse_card(f"{word}.{copy}")
    if card in used:
        raise BadNotation("bad_card", f"{word!r} is named twice", {"card": word})
    used.append(card)
    return card


def _colour(name: str, printed: int) -> int:
    if not name:
        if printed == NO_COLOUR:
            raise BadNotation("trace.needs_color", "a wild on top: which colour is in force?")
        return printed
    colour = find_colour(name)
    if colour == NO_COLOUR:
        raise BadNotation("INVALID_COLOR", f"{name!r} is none of {', '.join(COLOUR_NAMES)}", {"color": name})
    return colour


def _note_card(trace: Trace, state: UnoState, action: UnoAction, code: str) -> None:
    """§5.1 step 8, in its order, as far as the check went."""
    card = action.card
    hand = state.hands[_ME]
    text = CARD_TEXTS[card]
    if card not in hand:
        trace.note("5.1", "not_held", card=text)
        return
    if state.pending:
        stacks = state.rules.stacking and answers_debt(state, card)
        trace.note("12.1", "stacks" if stacks else "stacks_not", card=text)
        if not stacks:
            return
    elif state.phase == DRAWN:
        trace.note("8", "drawn", card=CARD_TEXTS[state.drawn])
    trace.note("6", "fits_" + _why_it_fits(state, card), card=text, color=COLOUR_NAMES[state.colour])
    if code == "INVALID_CARD":
        return
    face = FACE_OF[card]
    if face == WILD_DRAW_FOUR and (state.rules.wd4_challenge or state.rules.wd4_strict):
        _note_bluff(trace, state, hand)
    if face >= WILD and action.colour < NO_COLOUR:
        trace.note("7", "new_color", color=COLOUR_NAMES[action.colour])
    if not code and face in _EFFECTS:
        trace.note("7", "effect_" + _EFFECTS[face])


def _note_bluff(trace: Trace, state: UnoState, hand: list[int]) -> None:
    color = COLOUR_NAMES[state.colour]
    if not holds_colour(hand, state.colour):
        trace.note("9", "no_bluff", color=color)
    else:
        trace.note("9", "forbidden" if state.rules.wd4_strict else "bluff", color=color)


def _why_it_fits(state: UnoState, card: int) -> str:
    """The key of the first rule of §6 by which the card fits."""
    face = FACE_OF[card]
    if face >= WILD:
        return "wild"
    if COLOUR_OF[card] == state.colour:
        return "color"
    if face == FACE_OF[state.discard[-1]]:
        return "number" if face < SKIP else "symbol"
    return "not"
