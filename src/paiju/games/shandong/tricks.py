"""From the first lead to the score of a hand (§7, §9, §10). Every function trusts its caller: the action must be legal.

Facts are reported here, where things happen.
"""

from paiju.engine.facts import Fact
from paiju.games.shandong.cards import NO_CARDS, RANKS, TRUMP, Cards
from paiju.games.shandong.patterns import THROW, Pattern, identify, shows_big_joker, suit_of_cards
from paiju.games.shandong.position import SEATS, Position
from paiju.games.shandong.scoring import hand_result, is_hooked, kitty_gain, multiplier
from paiju.games.shandong.table import FailedThrow, HandResult, Trick
from paiju.games.shandong.throws import beatable_units, throw_choices
from paiju.games.shandong.view import NO_SEAT, SCORED, id_list
from paiju.games.shandong.winner import NO_MATCH, lead_rank, play_rank


def play(p: Position, seat: int, cards: Cards) -> None:
    """A lead or a follow."""
    if p.lead is None:
        put_lead(p, seat, cards)
        return
    lay(p, seat, cards)
    suit = p.lead.suit
    if suit_of_cards(p.ctx, cards) != suit:
        p.voids[seat] |= 1 << suit
    rank = play_rank(p.ctx, p.lead, cards)
    if rank > p.best_rank:
        p.best_seat, p.best_rank = seat, rank
    if p.facts is not None:
        p.facts.append(_follow_fact(p, p.lead, seat, cards, rank))
    if len(p.trick) == SEATS:
        end_trick(p, p.lead)


def _follow_fact(p: Position, lead: Pattern, seat: int, cards: Cards, rank: int) -> Fact:
    """What a follow was: cards of the suit led with or without others, a kill (§8.5), or a discard."""
    ctx = p.ctx
    off = cards.within(~ctx.suit_masks[lead.suit])
    data: dict[str, object] = {"cards": id_list(ctx.sorted_strongest_first(cards)), "ahead": p.best_seat == seat}
    if off.size() < cards.size():
        return Fact("followed", seat, {**data, "off": id_list(ctx.sorted_strongest_first(off))})
    return Fact("discarded" if rank == NO_MATCH else "killed", seat, data)


def lay(p: Position, seat: int, cards: Cards) -> None:
    """Cards leave a hand for the trick."""
    p.hands[seat] = p.hands[seat].minus(cards)
    p.trick.append(cards)
    p.played = p.played.plus(cards)
    p.open_cards[seat] = p.open_cards[seat].minus(cards)
    if not p.big_joker_played and shows_big_joker(cards):
        p.big_joker_played = True
    p.turn_seat = (seat + 1) % SEATS


def put_lead(p: Position, seat: int, cards: Cards) -> None:
    """A lead; a throw is tested first (§7.3–5)."""
    pattern = identify(p.ctx, cards)
    if pattern.kind == THROW:
        others = [p.hands[(seat + i) % SEATS] for i in (1, 2, 3)]
        beatable = beatable_units(p.ctx, pattern, others)
        if beatable:
            throw_fails(p, seat, cards, throw_choices(p.ctx, beatable))
            return
    begin_trick(p, seat, pattern)


def throw_fails(p: Position, seat: int, attempted: Cards, choices: list[Pattern]) -> None:
    """One unit is led instead, or the next player is asked which."""
    p.open_cards[seat] = p.open_cards[seat].plus(attempted)
    penalty = p.rules.failed_throw_penalty
    p.points += penalty if seat % 2 == p.banker_side else -penalty
    if p.facts is not None:
        p.facts.append(_failed_fact(p, seat, attempted, choices))
    if len(choices) == 1:
        p.failed = FailedThrow(seat, attempted, choices[0].cards, [])
        begin_trick(p, seat, choices[0])
    else:
        p.failed = FailedThrow(seat, attempted, NO_CARDS, [unit.cards for unit in choices])
        p.turn_seat = (seat + 1) % SEATS


def _failed_fact(p: Position, seat: int, attempted: Cards, choices: list[Pattern]) -> Fact:
    """All saw the cards; one choice is led at once, among several the next player chooses."""
    ctx = p.ctx
    units = [id_list(ctx.sorted_strongest_first(unit.cards)) for unit in choices]
    return Fact(
        "throw_failed",
        seat,
        {
            "cards": id_list(ctx.sorted_strongest_first(attempted)),
            "forced": units[0] if len(units) == 1 else [],
            "choices": [] if len(units) == 1 else units,
            "chooser": None if len(units) == 1 else (seat + 1) % SEATS,
            "penalty": p.rules.failed_throw_penalty,
            "score": p.points,
        },
    )


def choose_unit(p: Position, cards: Cards) -> None:
    """The next player names the unit that is led."""
    failed = p.failed
    assert failed is not None
    if p.facts is not None:
        chosen = id_list(p.ctx.sorted_strongest_first(cards))
        p.facts.append(Fact("unit_chosen", p.turn_seat, {"leader": failed.seat, "cards": chosen}))
    p.failed = FailedThrow(failed.seat, failed.attempted, cards, [])
    begin_trick(p, failed.seat, identify(p.ctx, cards))


def begin_trick(p: Position, seat: int, lead: Pattern) -> None:
    """The lead in force lies on the table."""
    p.leader = seat
    p.lead = lead
    p.best_seat = seat
    p.best_rank = lead_rank(lead)
    lay(p, seat, lead.cards)
    if p.facts is not None:
        cards = id_list(p.ctx.sorted_strongest_first(lead.cards))
        suit = p.ctx.suit_name(lead.suit)
        p.facts.append(
            Fact("led", seat, {"trick": p.trick_number, "cards": cards, "suit": suit, "pattern": lead.to_json()})
        )


def end_trick(p: Position, lead: Pattern) -> None:
    """Count the trick; the winner leads, or the hand is scored."""
    points = 0
    for cards in p.trick:
        points += cards.points()
    winner = p.best_seat
    if winner % 2 != p.banker_side:
        p.points += points
    p.last_trick = Trick(p.leader, p.trick, lead, winner, points)
    won_with = p.trick[(winner - p.leader) % SEATS]
    if p.facts is not None:
        p.facts.append(Fact("trick_won", winner, {"trick": p.trick_number, "points": points, "score": p.points}))
    p.trick = []
    p.lead = None
    p.failed = None
    if p.hands[winner].empty():
        score_hand(p, lead, winner, won_with)
        return
    p.trick_number += 1
    p.leader = winner
    p.best_seat = NO_SEAT
    p.turn_seat = winner


def score_hand(p: Position, lead: Pattern, winner: int, won_with: Cards) -> None:
    """§10.2–5: kitty, levels, next banker, perhaps the end of the match."""
    won_with_trump = suit_of_cards(p.ctx, won_with) == TRUMP
    gain = kitty_gain(p.rules, lead, p.kitty, winner % 2 != p.banker_side, won_with_trump)
    total = p.points + gain
    levels, next_banker, match_winner = hand_result(p.rules, total, p.banker_seat, p.levels)
    hooked = is_hooked(p.rules, p.ctx, p.banker_side, winner, won_with)
    if hooked:
        levels[p.banker_side] = 0
    p.result = HandResult(
        p.points,
        p.kitty,
        multiplier(p.rules, lead),
        gain,
        total,
        winner,
        p.banker_seat,
        p.levels,
        levels,
        next_banker,
        match_winner,
    )
    p.points = total
    p.phase = SCORED
    p.turn_seat = NO_SEAT
    p.best_seat = NO_SEAT
    p.levels = levels
    p.match_winner = match_winner
    p.first_hand = False
    p.redeals = 0
    if p.facts is not None:
        _report_score(p, p.facts, p.result, hooked)


def _report_score(p: Position, facts: list[Fact], result: HandResult, hooked: bool) -> None:
    """The kitty is turned up, the hand is counted, perhaps the match is won."""
    kitty = id_list(p.ctx.sorted_strongest_first(result.kitty))
    worth: dict[str, object] = {"points": result.kitty.points(), "multiplier": result.multiplier}
    facts.append(Fact("kitty_revealed", p.kitty_owner, {"cards": kitty, **worth, "gain": result.kitty_gain}))
    if hooked:
        fallen: dict[str, object] = {"side": p.banker_side, "level": RANKS[p.levels[p.banker_side]]}
        facts.append(Fact("hooked", result.last_winner, fallen))
    account = result.to_json()
    shown = ("trickPoints", "kittyGain", "score", "bankerSeat", "levelsBefore", "levels", "nextBankerSeat")
    facts.append(Fact("hand_scored", None, {"hand": p.hand_number, **{name: account[name] for name in shown}}))
    if p.match_winner != NO_SEAT:
        seats = [seat for seat in range(SEATS) if seat % 2 == p.match_winner]
        facts.append(Fact("match_over", None, {"side": p.match_winner, "seats": seats, "levels": account["levels"]}))
