"""Positions as one line, for tests and logs: everything that matters once cards are played.

    level 2; trump spades; banker 0; owner 2; points 15; leader 1; trick h10 h10 / h9 h9; hands hA / - / h4 / cK

Hands are those of seats 0 … 3, plays of a trick go from the leader on, `-` means no cards. All but `hands` may be left
out; the kitty owner is then the banker's partner. Cards not mentioned have been played in earlier tricks.
"""

from typing import Final

from paiju.engine.errors import BadNotation
from paiju.games.shandong.cards import FULL_DECK, NO_CARDS, NO_SUIT, RANKS, SUITS, Cards, parse_cards
from paiju.games.shandong.patterns import identify, shows_big_joker
from paiju.games.shandong.position import SEATS
from paiju.games.shandong.rules import STANDARD, ShandongRules
from paiju.games.shandong.state import ShandongState
from paiju.games.shandong.table import Declaration
from paiju.games.shandong.trump import context
from paiju.games.shandong.view import PLAYING
from paiju.games.shandong.winner import lead_rank, play_rank

_FIELDS: Final = ("level", "trump", "banker", "owner", "points", "leader", "trick", "hands", "kitty")


def _bad(why: str) -> BadNotation:
    return BadNotation("bad_position", why)


def _cards(text: str) -> Cards:
    return NO_CARDS if text.strip() == "-" else parse_cards(text)


def _number(fields: dict[str, str], name: str, default: int, most: int) -> int:
    text = fields.get(name, str(default))
    digits = text[1:] if text.startswith("-") and name == "points" else text
    if not digits.isdigit() or int(digits) > most:
        raise _bad(f"{name} cannot be {text!r}")
    return int(text)


def parse_position(text: str, rules: ShandongRules = STANDARD) -> ShandongState:
    """A position in which somebody has to lead or follow. Raises `BadNotation`."""
    fields: dict[str, str] = {}
    for part in text.split(";"):
        name, _, value = part.strip().partition(" ")
        if name not in _FIELDS or name in fields:
            raise _bad(f"{name!r} is not a field, or comes twice")
        fields[name] = value.strip()
    level = fields.get("level", "2")
    trump = fields.get("trump", "none")
    if level not in RANKS or (trump != "none" and trump not in SUITS):
        raise _bad("level or trump is unknown")
    hands = [_cards(part) for part in fields.get("hands", "").split("/")]
    if len(hands) != SEATS:
        raise _bad("four hands are needed, separated by /")
    state = ShandongState(rules)
    state.phase = PLAYING
    state.first_hand = False
    state.hand_number = 1
    state.trick_number = 1
    state.dealt = len(state.deck)
    state.trump = NO_SUIT if trump == "none" else SUITS.index(trump)
    state.blind = context(rules, RANKS.index(level), NO_SUIT)
    state.ctx = context(rules, RANKS.index(level), state.trump)
    state.banker_seat = _number(fields, "banker", 0, 3)
    state.banker_side = state.banker_seat % 2
    state.levels = [RANKS.index(level), RANKS.index(level)]
    state.setter = state.banker_seat
    state.kitty_owner = _number(fields, "owner", (state.banker_seat + 2) % SEATS, 3)
    state.declarations = [Declaration(state.setter, NO_CARDS, NO_CARDS, state.trump)]
    state.points = _number(fields, "points", 0, 1000)
    state.hands = hands
    state.kitty = _cards(fields.get("kitty", "-"))
    state.leader = _number(fields, "leader", 0, 3)
    plays = [_cards(part) for part in fields["trick"].split("/")] if "trick" in fields else []
    _put_trick(state, plays)
    return state


def _put_trick(state: ShandongState, plays: list[Cards]) -> None:
    """Lay the plays of the trick, and count every card that is nowhere as played."""
    around = [*state.hands, state.kitty]
    seen = NO_CARDS
    for cards in [*around, *plays]:
        if seen.overlaps(cards):
            raise _bad("a card is in two places")
        seen = seen.plus(cards)
    state.played = FULL_DECK.minus(seen)
    state.big_joker_played = shows_big_joker(state.played)
    for i, cards in enumerate(plays):
        seat = (state.leader + i) % SEATS
        if state.lead is None:
            state.lead = identify(state.ctx, cards)
            state.best_seat, state.best_rank = seat, lead_rank(state.lead)
        else:
            rank = play_rank(state.ctx, state.lead, cards)
            if rank > state.best_rank:
                state.best_seat, state.best_rank = seat, rank
        state.trick.append(cards)
        state.played = state.played.plus(cards)
        state.big_joker_played = state.big_joker_played or shows_big_joker(cards)
    state.turn_seat = (state.leader + len(plays)) % SEATS


def position_text(state: ShandongState) -> str:
    """The line that `parse_position` reads back, for a position in which cards are played."""
    if state.phase != PLAYING:
        raise ValueError("only positions in which cards are played have a text")
    parts = [
        f"level {RANKS[state.ctx.level]}",
        f"trump {'none' if state.trump == NO_SUIT else SUITS[state.trump]}",
        f"banker {state.banker_seat}",
        f"owner {state.kitty_owner}",
        f"points {state.points}",
        f"leader {state.leader}",
    ]
    if state.trick:
        parts.append("trick " + " / ".join([cards.text() for cards in state.trick]))
    parts.append("hands " + " / ".join([cards.text() or "-" for cards in state.hands]))
    parts.append("kitty " + (state.kitty.text() or "-"))
    return "; ".join(parts)
