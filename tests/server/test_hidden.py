"""The law of hidden cards: when cards that a seat does not see change places, its view stays the same byte for byte.

What is hidden is written down here once more, from the rules: the engine's own imagination (`State.resampled`) is made
from views, so what a view shows too much it would take for known.
"""

import json

import pytest

from paiju.engine.game import SPECTATOR, State
from paiju.engine.shuffle import FastSource
from paiju.games.registry import find_game
from paiju.games.shandong.cards import Cards, cards_of
from paiju.games.shandong.position import Position as ShandongPosition
from paiju.games.shandong.view import BURYING, SCORED
from paiju.games.uno.position import Position as UnoPosition
from paiju.games.uno.view import IDLE, ROUND_OVER
from paiju.testing.walk import Walk


def shandong_places(p: ShandongPosition, seat: int) -> list[Cards]:
    """Cards that may lie anywhere for all `seat` knows: the four hands, the kitty, the pack."""
    told = p.played.plus(p.owner_cards)
    for cards in p.open_cards:
        told = told.plus(cards)
    for declaration in p.declarations:
        told = told.plus(declaration.pair)
    if p.exchange is not None:
        told = told.plus(p.exchange.shown).plus(p.exchange.taken).plus(p.exchange.given)
    hands = [cards_of([]) if other == seat else hand.minus(told) for other, hand in enumerate(p.hands)]
    knows_kitty = p.phase > BURYING and seat == p.kitty_owner
    kitty = cards_of([]) if knows_kitty else p.kitty.minus(told)
    return [*hands, kitty, cards_of(p.deck[p.dealt :])]


def swap_shandong(p: ShandongPosition, seat: int, source: FastSource) -> bool:
    """Two hidden cards change places; False where there are none."""
    places = shandong_places(p, seat)
    if p.phase == SCORED or sum(not cards.empty() for cards in places) < 2:
        return False
    here, there = [n for n in source.order(len(places)) if not places[n].empty()][:2]
    one, other = source.choice(places[here].numbers()), source.choice(places[there].numbers())
    for place, gone, come in ((here, one, other), (there, other, one)):
        if place < 4:
            p.hands[place] = p.hands[place].minus(cards_of([gone])).plus(cards_of([come]))
            if place == p.kitty_owner and p.new_cards.has(gone):
                p.new_cards = p.new_cards.minus(cards_of([gone])).plus(cards_of([come]))
        elif place == 4:
            p.kitty = p.kitty.minus(cards_of([gone])).plus(cards_of([come]))
        else:
            p.deck[p.deck.index(gone, p.dealt)] = come
    return True


def swap_uno(p: UnoPosition, seat: int, source: FastSource) -> bool:
    """The same: hands of others, without what was shown to this seat, and the pile."""
    if p.phase == IDLE or p.phase >= ROUND_OVER:
        return False
    shown = p.shown if seat == p.shown_to else []
    spots = [(p.hands[other], n) for other in p.order if other != seat for n in range(len(p.hands[other]))]
    spots = [(hand, n) for hand, n in spots if hand[n] not in shown] + [(p.deck, n) for n in range(len(p.deck))]
    if len(spots) < 2:
        return False
    (here, i), (there, j) = [spots[n] for n in source.order(len(spots))[:2]]
    drawn = {here[i]: there[j], there[j]: here[i]}
    if seat != p.current:
        p.drawn = drawn.get(p.drawn, p.drawn)
    here[i], there[j] = there[j], here[i]
    return True


def swapped(state: State, seat: int, source: FastSource) -> State | None:
    """A copy in which hidden cards lie elsewhere, or None where nothing is hidden."""
    other = state.copy()
    if isinstance(other, ShandongPosition):
        moved = [swap_shandong(other, seat, source) for _ in range(6)]
    else:
        assert isinstance(other, UnoPosition)
        moved = [swap_uno(other, seat, source) for _ in range(6)]
    return other if any(moved) and other.snapshot() != state.snapshot() else None


@pytest.mark.parametrize("name", ["uno", "shandong"])
def test_views_stay_the_same_when_hidden_cards_change_places(name: str) -> None:
    game = find_game(name)
    compared: dict[str, int] = {}
    for seed in range(6):
        source = FastSource(seed)
        walk = Walk(game, game.rules(game.default_rulebook, {}), 4, source)
        for step in range(150):
            walk.settle()
            phase = str(walk.state.snapshot()["phase"])
            if step % 5 == 0 or compared.get(phase, 0) < 40:
                for seat in (*walk.seats(), SPECTATOR):
                    other = swapped(walk.state, int(seat), source)
                    if other is not None:
                        compared[phase] = compared.get(phase, 0) + 1
                        seen = json.dumps(walk.state.view(seat).to_json())
                        assert json.dumps(other.view(seat).to_json()) == seen, (phase, seat)
            if not walk.step():
                break
    wanted = {"uno": {"turn", "drawn"}, "shandong": {"declaring", "burying", "playing"}}[name]
    assert wanted <= compared.keys()
    assert min(compared[phase] for phase in wanted) >= 20
