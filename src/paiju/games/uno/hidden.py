"""Deals the cards that a seat cannot see again, for search and for the leak test."""

from paiju.engine.shuffle import Source
from paiju.games.uno.actions import NO_SEAT
from paiju.games.uno.cards import CARDS, FACE_OF, NO_CARD, WILD_DRAW_FOUR
from paiju.games.uno.position import NOTHING, Position, ask_for_spare, hands_are_open, holds_colour
from paiju.games.uno.view import DRAWN, UnoView


def deal_hidden(p: Position, seat: int, source: Source) -> None:
    """Shuffle the cards of the other hands and the pile; what `seat` was shown stays where it is."""
    if hands_are_open(p):
        shuffle_cards(p.deck, source)
        return
    pool = p.deck
    known: list[int] = []
    for other in p.order:
        if other == seat:
            continue
        hand = p.hands[other]
        if other == p.shown_by and seat == p.shown_to:
            known = hand[: len(p.shown)]
            pool = pool + hand[len(p.shown) :]
        else:
            pool = pool + hand
    shuffle_cards(pool, source)
    chosen = NO_CARD
    place = -1
    if p.phase == DRAWN and p.current != seat:
        place = p.hands[p.current].index(p.drawn)
        chosen = take_playable(p, pool, source)
    for other in p.order:
        if other == seat:
            continue
        count = len(p.hands[other])
        fresh = known if other == p.shown_by and seat == p.shown_to else []
        while len(fresh) < count:
            if other == p.current and len(fresh) == place:
                fresh.append(chosen)
            else:
                fresh.append(pool.pop())
        p.hands[other] = fresh
    p.deck = pool
    if chosen != NO_CARD:
        p.drawn = chosen
    judge_again(p, seat)
    if p.spare:
        p.spare = source.order(CARDS)


def shuffle_cards(cards: list[int], source: Source) -> None:
    """Put cards in random order."""
    i = len(cards) - 1
    while i > 0:
        j = source.below(i + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card
        i -= 1


def take_playable(p: Position, pool: list[int], source: Source) -> int:
    """Take a card out of the pool that somebody may have drawn and can play.

    Under the strict rule a WD4 is taken only if nothing else fits; then the pool has no card of the colour in force
    either, so that the WD4 is allowed.
    """
    choices = [card for card in pool if p.fits(card) and not (p.rules.wd4_strict and FACE_OF[card] == WILD_DRAW_FOUR)]
    if not choices:
        choices = [card for card in pool if p.fits(card)]
    card = choices[source.below(len(choices))]
    pool.remove(card)
    return card


def judge_again(p: Position, seat: int) -> None:
    """Decide again whether the last WD4 was a bluff, after its player's hand was dealt again."""
    player = p.wd4_by
    if player == NO_SEAT and p.acted != NO_CARD and FACE_OF[p.acted] == WILD_DRAW_FOUR:
        player = p.current
    if player not in (NO_SEAT, seat):
        p.wd4_guilty = holds_colour(p.hands[player][: p.wd4_held], p.wd4_before)


def imagined(p: Position, view: UnoView, source: Source) -> None:
    """Fill a fresh position with what a view shows, and with random cards where it shows none."""
    if view.players != p.order:
        p.seat_players(view.players.copy())
    p.phase = view.phase
    p.current = view.current
    p.dealer = view.dealer
    p.turn_number = view.turn_number
    p.round_number = view.round_number
    p.direction = view.direction
    p.colour = view.colour
    p.pending = view.pending
    p.discard = view.discard.copy()
    p.drawn = view.drawn
    p.acted = view.acted
    p.called = view.called
    p.exposed = view.exposed
    p.wd4_by = view.wd4_by
    p.wd4_before = view.wd4_before
    p.wd4_held = view.wd4_held
    p.voids = view.voids.copy()
    p.empty_draws = view.empty_draws
    p.scores = view.scores.copy()
    p.rounds_won = view.rounds_won.copy()
    p.round_winner = view.round_winner
    p.round_points = view.round_points.copy()
    p.winner = view.winner
    p.last = view.last
    p.last_by = view.last_by
    p.last_count = view.last_count
    p.last_success = view.last_success
    if view.shown_by != NO_SEAT:
        p.shown_by = view.shown_by
        p.shown_to = view.seat
        p.shown = view.shown.copy()
    place_cards(p, view, source)


def place_cards(p: Position, view: UnoView, source: Source) -> None:
    """Deal the unseen cards: any of the 108 that the viewer does not see somewhere."""
    seen = [False] * CARDS
    for card in view.discard + view.hand + view.shown:
        seen[card] = True
    for hand in view.open_hands:
        for card in hand:
            seen[card] = True
    pool = [card for card in range(CARDS) if not seen[card]]
    shuffle_cards(pool, source)
    chosen = NO_CARD
    if p.phase == DRAWN and p.current != view.seat:
        chosen = take_playable(p, pool, source)
        p.drawn = chosen
    for other in p.order:
        if other == view.seat or view.open_hands:
            p.hands[other] = view.open_hands[other].copy() if view.open_hands else view.hand.copy()
            continue
        hand = view.shown.copy() if other == view.shown_by else []
        wanted = view.hand_counts[other] - (1 if chosen != NO_CARD and other == p.current else 0)
        while len(hand) < wanted:
            hand.append(pool.pop())
        if len(hand) < view.hand_counts[other]:
            hand.append(chosen)
        p.hands[other] = hand
    whole = len(pool) == view.deck_count
    p.deck = pool[: view.deck_count]
    if not whole:
        p.pack = p.deck + p.discard
        for hand in p.hands:
            p.pack = p.pack + hand
    judge_again(p, view.seat)
    ask_for_spare(p)
    if p.wanted != NOTHING:
        p.spare = source.order(CARDS)
        p.wanted = NOTHING
