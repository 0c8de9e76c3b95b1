"""The facts of UNO, as `docs/facts.md` lists them. The rules call these functions only while somebody listens."""

from typing import Final

from paiju.engine.facts import Fact
from paiju.games.uno.cards import CARD_IDS, COLOUR_NAMES, DRAW_TWO, FACE_OF, NO_COLOUR, WILD_DRAW_FOUR

Facts = list[Fact]

# Why somebody draws.
FOR_TURN: Final = "turn"
FOR_DRAW_TWO: Final = "draw_two"
FOR_DRAW_FOUR: Final = "wild_draw_four"
FOR_TIMEOUT: Final = "timeout"
FOR_REFUSED: Final = "penalty"
FOR_CAUGHT: Final = "caught"
FOR_FALSE_CATCH: Final = "false_catch"
FOR_MISSED_CALL: Final = "missed_call"
FOR_WRONG_CALL: Final = "wrong_call"
FOR_BLUFF: Final = "challenge_won"
FOR_LOST_CHALLENGE: Final = "challenge_lost"


def why_owed(top: int) -> str:
    """Why cards are owed, by the card on top of the discard pile."""
    return FOR_DRAW_FOUR if FACE_OF[top] == WILD_DRAW_FOUR else FOR_DRAW_TWO


def ids(cards: list[int]) -> list[object]:
    """Card ids in the same order."""
    return [CARD_IDS[card] for card in cards]


def colour(number: int) -> str | None:
    """The name of a colour, None while there is none."""
    return COLOUR_NAMES[number] if number < NO_COLOUR else None


def seat_fact(facts: Facts, type: str, seat: int) -> None:
    """A fact about one seat, without further fields."""
    facts.append(Fact(type, seat))


def got(facts: Facts, seat: int, cards: list[int]) -> None:
    """Which cards joined a hand: only its owner knows."""
    if cards:
        facts.append(Fact("got", seat, {"cards": ids(cards)}, seat))


def gave(facts: Facts, seat: int, cards: list[int]) -> None:
    """Which hidden cards left a hand: only its owner knows."""
    if cards:
        facts.append(Fact("gave", seat, {"cards": ids(cards)}, seat))


def drew(facts: Facts, seat: int, cards: list[int], why: str) -> None:
    """Somebody drew cards from the pile, or found it empty."""
    facts.append(Fact("drew", seat, {"count": len(cards), "why": why}))
    got(facts, seat, cards)


def drew_in_turn(facts: Facts, seat: int, cards: list[int], playable: bool) -> None:
    """The player on turn drew of their own choice. Whether the last card can be played, everybody sees."""
    facts.append(Fact("drew", seat, {"count": len(cards), "why": FOR_TURN, "playable": playable}))
    got(facts, seat, cards)


def played(facts: Facts, seat: int, card: int, chosen: int, left: int) -> None:
    """A card was laid, a wild with its colour."""
    data: dict[str, object] = {"cards": [CARD_IDS[card]], "left": left}
    if FACE_OF[card] > DRAW_TWO:
        data["color"] = colour(chosen)
    facts.append(Fact("played", seat, data))


def chose_colour(facts: Facts, seat: int, chosen: int) -> None:
    """The colour for a wild that was turned up."""
    facts.append(Fact("color_chosen", seat, {"color": colour(chosen)}))


def skipped(facts: Facts, seat: int, why: str) -> None:
    """Somebody lost the turn to a card that was laid."""
    facts.append(Fact("skipped", seat, {"why": why}))


def turned(facts: Facts, direction: int) -> None:
    """The direction of play changed."""
    facts.append(Fact("direction_turned", None, {"direction": direction}))


def owed(facts: Facts, seat: int, count: int, added: int) -> None:
    """Somebody owes cards: those just added, and those that were passed on."""
    facts.append(Fact("owed", seat, {"count": count, "added": added}))


def challenge_offered(facts: Facts, seat: int, player: int, chosen: int, count: int) -> None:
    """The next player may challenge a Wild Draw Four or accept it."""
    facts.append(Fact("challenge_offered", seat, {"target": player, "color": colour(chosen), "count": count}))


def accepted(facts: Facts, seat: int, player: int) -> None:
    """A Wild Draw Four was not challenged."""
    facts.append(Fact("accepted", seat, {"target": player}))


def challenged(facts: Facts, seat: int, player: int, won: bool, shown: list[int]) -> None:
    """A Wild Draw Four was challenged; the challenger alone sees the hand it came from."""
    facts.append(Fact("challenged", seat, {"target": player, "won": won}))
    facts.append(Fact("hand_shown", player, {"cards": ids(shown)}, seat))


def between(facts: Facts, type: str, seat: int, target: int) -> None:
    """A fact about two seats: `caught`, `false_catch`, `jumped_in`."""
    facts.append(Fact(type, seat, {"target": target}))


def called(facts: Facts, seat: int, late: bool) -> None:
    """Somebody called UNO, perhaps only after going down to one card in silence."""
    facts.append(Fact("called_uno", seat, {"late": late}))


def one_card_left(facts: Facts, seat: int, call: bool, exposed: bool) -> None:
    """Somebody went down to one card, with or without a call."""
    facts.append(Fact("one_card_left", seat, {"called": call, "exposed": exposed}))


def swapped(facts: Facts, one: int, other: int, hands: list[list[int]]) -> None:
    """Two hands changed owners; `hands` are the new ones by seat."""
    counts: list[object] = [{"seat": one, "count": len(hands[one])}, {"seat": other, "count": len(hands[other])}]
    facts.append(Fact("hands_swapped", one, {"target": other, "counts": counts}))
    _moved(facts, one, hands[other], hands[one])
    _moved(facts, other, hands[one], hands[other])


def rotated(facts: Facts, order: list[int], before: list[list[int]], hands: list[list[int]], direction: int) -> None:
    """Every hand went to the next player."""
    counts: list[object] = [{"seat": seat, "count": len(hands[seat])} for seat in order]
    facts.append(Fact("hands_rotated", None, {"direction": direction, "counts": counts}))
    for seat in order:
        _moved(facts, seat, before[seat], hands[seat])


def _moved(facts: Facts, seat: int, before: list[int], after: list[int]) -> None:
    gave(facts, seat, before)
    got(facts, seat, after)


def turn_ended(facts: Facts, seat: int, why: str) -> None:
    """A turn ended without a card laid now: `kept`, `done`, `unplayable`, `empty` or `timeout`."""
    facts.append(Fact("turn_ended", seat, {"why": why}))


def penalised(facts: Facts, seat: int, code: str) -> None:
    """A refused action costs cards."""
    facts.append(Fact("penalised", seat, {"code": code}))


def reshuffled(facts: Facts, count: int) -> None:
    """The discards except the top card became the new pile."""
    facts.append(Fact("reshuffled", None, {"count": count}))


def removed(facts: Facts, seat: int, hand: list[int]) -> None:
    """A player left the match; the hand went under the pile."""
    facts.append(Fact("removed", seat, {"count": len(hand)}))
    gave(facts, seat, hand)


def match_started(facts: Facts, order: list[int]) -> None:
    """The match begins with these seats, clockwise."""
    facts.append(Fact("match_started", None, {"order": list(order)}))


def misdealt(facts: Facts) -> None:
    """No card of the pile can begin the discard pile: everything is shuffled and dealt again."""
    facts.append(Fact("misdealt"))


def drew_for_deal(facts: Facts, seat: int, card: int) -> None:
    """The card somebody drew for the deal, shown to everybody."""
    facts.append(Fact("drew_for_deal", seat, {"card": CARD_IDS[card]}))


def dealt(facts: Facts, dealer: int, order: list[int], before: list[list[int]], hands: list[list[int]]) -> None:
    """Everybody gets a hand; what was left of the last round is collected first."""
    for seat in order:
        gave(facts, seat, before[seat])
    facts.append(Fact("dealt", dealer, {"count": len(hands[dealer])}))
    for seat in order:
        got(facts, seat, hands[seat])


def first_card(facts: Facts, type: str, card: int) -> None:
    """A card turned up to begin the discard pile: `first_card_turned`, or `first_card_returned` if it cannot."""
    facts.append(Fact(type, None, {"card": CARD_IDS[card]}))


def round_started(facts: Facts, dealer: int, number: int, order: list[int], scores: list[int]) -> None:
    """The cards are dealt, and the first one is about to be turned."""
    players: list[object] = [{"seat": seat, "score": scores[seat]} for seat in order]
    facts.append(Fact("round_started", dealer, {"round": number, "players": players}))


def round_over(
    facts: Facts,
    winner: int | None,
    number: int,
    order: list[int],
    hands: list[list[int]],
    points: list[int],
    before: list[int],
    scores: list[int],
) -> None:
    """A round ended, won by nobody if it was blocked. All hands are laid open and counted."""
    players: list[object] = [
        {
            "seat": seat,
            "cards": ids(hands[seat]),
            "points": points[seat],
            "gained": scores[seat] - before[seat],
            "score": scores[seat],
        }
        for seat in order
    ]
    facts.append(Fact("round_over", winner, {"round": number, "players": players}))


def match_over(facts: Facts, winner: int | None, placement: list[int], scores: list[int]) -> None:
    """The match ended; `placement` has the seats, the best first."""
    players: list[object] = [{"seat": seat, "score": scores[seat]} for seat in placement]
    facts.append(Fact("match_over", winner, {"players": players}))
