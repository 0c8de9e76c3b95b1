"""The end of a round and of a match: points, totals, winner, placement."""

from paiju.engine.game import Outcome, Seat
from paiju.games.uno import facts as told
from paiju.games.uno.actions import NO_SEAT, player_id
from paiju.games.uno.cards import DRAW_TWO, FACE_OF, WILD_DRAW_FOUR, hand_points
from paiju.games.uno.position import Position, clear_turn
from paiju.games.uno.rules import HAND_TOTALS, NEGATIVE, WINNER_TAKES_ALL
from paiju.games.uno.view import ENDED, ROUND_OVER, name_or_none


def go_out(p: Position, seat: int, card: int) -> None:
    """A hand is empty: the round ends at once, before swaps, checks and challenges."""
    face = FACE_OF[card]
    if p.rules.last_card_draw and face in (DRAW_TWO, WILD_DRAW_FOUR):
        p.draw(p.after(seat), p.pending + (2 if face == DRAW_TWO else 4), told.why_owed(card))
    p.current = seat
    close_round(p, seat)
    before = p.scores
    add_scores(p, seat)
    if p.facts is not None:
        told.round_over(p.facts, seat, p.round_number, p.order, p.hands, p.round_points, before, p.scores)
    if p.rules.target_score == 0:
        end_match(p, seat)
    elif target_reached(p, seat):
        end_match(p, match_winner(p, seat))


def block_round(p: Position) -> None:
    """Nobody could draw or play in a whole lap of the table: the round has no winner and scores nothing."""
    close_round(p, NO_SEAT)
    if p.facts is not None:
        told.round_over(p.facts, None, p.round_number, p.order, p.hands, p.round_points, p.scores, p.scores)
    if p.rules.target_score == 0:
        end_match(p, NO_SEAT)


def close_round(p: Position, winner: int) -> None:
    """Count the hands and clear what belongs to the round only."""
    p.phase = ROUND_OVER
    p.round_winner = winner
    p.round_points = [hand_points(hand) for hand in p.hands]
    clear_turn(p)


def add_scores(p: Position, winner: int) -> None:
    """Add the round to the scores, in new lists, because copies share the old ones."""
    scores = p.scores.copy()
    points = p.round_points
    for seat in p.order:
        if p.rules.scoring == WINNER_TAKES_ALL:
            scores[winner] += points[seat]
        elif p.rules.scoring == NEGATIVE:
            scores[seat] -= points[seat]
        else:
            scores[seat] += points[seat]
    p.scores = scores
    won = p.rounds_won.copy()
    won[winner] += 1
    p.rounds_won = won


def target_reached(p: Position, winner: int) -> bool:
    """Whether a score has reached the target of the match."""
    target = p.rules.target_score
    if p.rules.scoring == WINNER_TAKES_ALL:
        return p.scores[winner] >= target
    for seat in p.order:
        if p.rules.scoring == NEGATIVE and p.scores[seat] <= -target:
            return True
        if p.rules.scoring == HAND_TOTALS and p.scores[seat] >= target:
            return True
    return False


def worth(p: Position, seat: int) -> int:
    """The total of a seat, negated where low scores win: higher is better."""
    return -p.scores[seat] if p.rules.scoring == HAND_TOTALS else p.scores[seat]


def match_winner(p: Position, round_winner: int) -> int:
    """The seat with the best total; on a tie the winner of the round if it is among them, else the lowest seat."""
    if p.rules.scoring == WINNER_TAKES_ALL:
        return round_winner
    best = round_winner
    for seat in sorted(p.order):
        if worth(p, seat) > worth(p, best):
            best = seat
    return best


def end_match(p: Position, winner: int) -> None:
    """The match is over."""
    p.phase = ENDED
    p.winner = winner
    if p.facts is not None:
        told.match_over(p.facts, winner if winner != NO_SEAT else None, ranked_seats(p), p.scores)


def ranked_seats(p: Position) -> list[int]:
    """The seats left, the best first."""
    return sorted(p.order, key=lambda seat: (-worth(p, seat), -p.rounds_won[seat], seat))


def outcome_of(p: Position) -> Outcome:
    """How a finished match ended. Players who left come last, with the lowest score."""
    order = ranked_seats(p)
    lowest = min([0] + [worth(p, seat) for seat in p.order])
    placements = [len(order) + 1] * p.seats
    scores = [lowest] * p.seats
    for place in range(len(order)):
        placements[order[place]] = place + 1
        scores[order[place]] = worth(p, order[place])
    result: dict[str, object] = {
        "winner": name_or_none(p.winner),
        "rounds": p.round_number,
        "scores": {player_id(seat): p.scores[seat] for seat in p.order},
        "roundsWon": {player_id(seat): p.rounds_won[seat] for seat in p.order},
        "placement": [player_id(seat) for seat in order],
    }
    return Outcome([Seat(p.winner)] if p.winner != NO_SEAT else [], scores, placements, result)
