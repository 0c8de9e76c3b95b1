"""Two ways to look at a position: what one seat may know, and everything."""

from paiju.engine.game import Action, Seat
from paiju.games.uno.actions import player_id
from paiju.games.uno.cards import CARD_IDS, NO_CARD
from paiju.games.uno.position import Position, hands_are_open
from paiju.games.uno.view import (
    IDLE,
    PHASES,
    UnoView,
    colour_or_none,
    ids,
    last_json,
    name_or_none,
    points_json,
    status_of,
    wd4_json,
)


def view_of(p: Position, seat: Seat, legal: list[Action]) -> UnoView:
    """Build a view by naming what is shown. Before the first deal is complete no card is."""
    view = UnoView(seat, p.rules, legal)
    view.phase = p.phase
    view.players = p.order.copy()
    view.hand_counts = [0] * p.seats
    view.scores = p.scores.copy()
    view.rounds_won = p.rounds_won.copy()
    view.last = p.last
    view.last_by = p.last_by
    view.last_count = p.last_count
    view.last_success = p.last_success
    view.dealer = p.dealer
    if p.phase == IDLE:
        return view
    view.current = p.current
    view.turn_number = p.turn_number
    view.round_number = p.round_number
    view.direction = p.direction
    view.colour = p.colour
    for other in p.order:
        view.hand_counts[other] = len(p.hands[other])
    if p.seated(seat):
        view.hand = p.hands[seat].copy()
        if seat == p.current:
            view.drawn = p.drawn
        if seat == p.shown_to:
            view.shown_by = p.shown_by
            view.shown = p.shown.copy()
    view.discard = p.discard.copy()
    view.deck_count = len(p.deck)
    view.voids = p.voids.copy()
    view.pending = p.pending
    view.called = p.called
    view.exposed = p.exposed
    view.wd4_by = p.wd4_by
    view.wd4_before = p.wd4_before
    view.wd4_held = p.wd4_held
    view.acted = p.acted
    view.empty_draws = p.empty_draws
    view.round_winner = p.round_winner
    view.winner = p.winner
    if p.round_points:
        view.round_points = p.round_points.copy()
        if hands_are_open(p):
            view.open_hands = [hand.copy() for hand in p.hands]
    return view


def snapshot_of(p: Position) -> dict[str, object]:
    """The whole position under the names of the rules, and the engine's own secrets."""
    wd4 = wd4_json(p.wd4_by, p.wd4_before)
    if wd4 is not None:
        wd4["guilty"] = p.wd4_guilty
    return {
        "rulebook": p.rules.rulebook,
        "options": p.rules.options(),
        "status": status_of(p.phase),
        "phase": PHASES[p.phase],
        "players": [player_id(seat) for seat in p.order],
        "currentPlayer": name_or_none(p.current),
        "currentPlayerIndex": p.order.index(p.current) if p.current in p.order else None,
        "dealer": name_or_none(p.dealer),
        "turnNumber": p.turn_number,
        "roundNumber": p.round_number,
        "direction": p.direction,
        "currentColor": colour_or_none(p.colour),
        "hands": {player_id(seat): ids(p.hands[seat]) for seat in p.order},
        "deck": ids(p.deck),
        "discardPile": ids(p.discard),
        "drawPending": p.pending,
        "drawnCardId": CARD_IDS[p.drawn] if p.drawn != NO_CARD else None,
        "actedCardId": CARD_IDS[p.acted] if p.acted != NO_CARD else None,
        "unoCalledBy": name_or_none(p.called),
        "unoExposed": name_or_none(p.exposed),
        "pendingWd4": wd4,
        "wd4Held": p.wd4_held,
        "wd4Guilty": p.wd4_guilty,
        "shownHand": {"by": name_or_none(p.shown_by), "to": name_or_none(p.shown_to), "cards": ids(p.shown)},
        "drewOn": p.voids,
        "emptyDraws": p.empty_draws,
        "scores": {player_id(seat): p.scores[seat] for seat in p.order},
        "roundsWon": {player_id(seat): p.rounds_won[seat] for seat in p.order},
        "roundWinner": name_or_none(p.round_winner),
        "roundPoints": points_json(p.order, p.round_points),
        "winner": name_or_none(p.winner),
        "lastAction": last_json(p.last, p.last_by, p.last_count, p.last_success),
        "wanted": p.wanted,
        "tied": [player_id(seat) for seat in p.tied],
        "spare": ids(p.spare),
    }
