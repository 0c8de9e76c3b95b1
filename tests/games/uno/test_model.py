"""Random stories told by the model and compared with the engine after every action, in every mixture of options."""

import random

import pytest

from paiju.games.uno.rules import KNOBS, RULEBOOKS, uno_rules
from paiju.games.uno.vectors import run_vector
from tests.games.uno.model import Model, Unsure
from tests.games.uno.model_law import COLOUR, COLOURS, DECK, KNOWN, TYPE, VALUE

HOST_KINDS = ("TIMEOUT", "REMOVE_PLAYER", "NEXT_ROUND")
NOT_IN_A_ROUND = ("minPlayers", "maxPlayers", "initialCards", "dealerRule", "firstDiscard", "firstReverse")


def random_options(dice: random.Random) -> dict[str, object]:
    """Some knobs at random; what must go together does."""
    options: dict[str, object] = {}
    for knob in KNOBS:
        if knob.name not in NOT_IN_A_ROUND and dice.random() < 0.4:
            options[knob.name] = dice.choice(knob.values or [0, 1, 2, 3])
    if "targetScore" in options:
        options["targetScore"] = dice.choice([None, 20, 100, 500])
    if options.get("unoEnforcement") == "endOfTurn":
        options |= {"endTurn": "manual", "unoCallTurnOnly": True}
    return options


def random_cards(dice: random.Random, count: int) -> list[str]:
    """Many cards with effects, many twins."""
    special = [card for card in DECK if TYPE[card] != "number" or VALUE[card] in (0, 7)]
    cards = dice.sample(dice.choice([DECK, special]), count // 2)
    twins = [card for card in DECK if any(same(card, other) for other in cards) and card not in cards]
    rest = [card for card in DECK if card not in cards and card not in twins]
    cards += (dice.sample(twins, min(len(twins), count // 4)) + dice.sample(rest, count))[: count - len(cards)]
    dice.shuffle(cards)
    return cards


def same(card: str, other: str) -> bool:
    return (COLOUR[card], TYPE[card], VALUE[card]) == (COLOUR[other], TYPE[other], VALUE[other])


def random_action(dice: random.Random, model: Model) -> dict[str, object]:
    """Something to try, mostly by the player on turn."""
    kind = dice.choice([*KNOWN, "PLAY_CARD", "PLAY_CARD", "DRAW_CARD", "SKIP_TURN", "JUMP_IN"])
    if kind == "REMOVE_PLAYER" and dice.random() < 0.7:
        kind = dice.choice(["CALL_UNO", "CHALLENGE_UNO", "FLY"])
    player = model.current if dice.random() < 0.6 else dice.choice([*model.players, "px"])
    action: dict[str, object] = {"type": kind}
    if kind != "NEXT_ROUND":
        action["player"] = player
    if kind in ("PLAY_CARD", "JUMP_IN"):
        action["cardId"] = dice.choice([*model.hands.get(player, []), dice.choice(DECK)])
    if kind == "PLAY_CARD" and dice.random() < 0.9:
        action["chosenColor"] = dice.choice([*COLOURS, *COLOURS, "pink"])
    if kind in ("PLAY_CARD", "JUMP_IN", "CHALLENGE_UNO") and dice.random() < 0.9:
        action["targetPlayerId"] = dice.choice([*model.players, model.exposed or "px"])
    if kind == "CHOOSE_COLOR":
        action["color"] = dice.choice(COLOURS)
    return action


def allowed_action(dice: random.Random, model: Model) -> dict[str, object] | None:
    """Something that is allowed: first a kind of action or card, all equally likely, then one of that kind."""
    found: dict[str, list[dict[str, object]]] = {}
    for player in model.players:
        tries: list[dict[str, object]] = [{"type": kind, "color": "green"} for kind in KNOWN if kind not in HOST_KINDS]
        for card in model.hands[player]:
            target = dice.choice(model.players)
            tries.append({"type": "JUMP_IN", "cardId": card, "targetPlayerId": target})
            tries.append({**tries[-1], "type": "PLAY_CARD", "chosenColor": dice.choice(COLOURS)})
        tries += [{"type": "CHALLENGE_UNO", "targetPlayerId": other} for other in model.players]
        for action in tries:
            action["player"] = player
            if not model.refusal(action):
                kind = TYPE[str(action["cardId"])] if action["type"] == "PLAY_CARD" else str(action["type"])
                found.setdefault(kind, []).append(action)
    return dice.choice(found[dice.choice(sorted(found))]) if found else None


def story(seed: int) -> dict[str, object]:
    """A vector with a random position and what the model says after each of many actions."""
    dice = random.Random(seed)
    rulebook, options = dice.choice(sorted(RULEBOOKS)), random_options(dice)
    if rulebook == "console" and "unoEnforcement" not in options:
        options |= {"endTurn": "manual", "unoCallTurnOnly": True}
    players = [f"p{number}" for number in range(1, dice.choice([2, 2, 3, 4, 6]) + 1)]
    model = Model(uno_rules(rulebook, options).options(), players)
    cards = random_cards(dice, len(players) * 4 + dice.choice([2, 20]))
    model.hands = {player: [cards.pop() for _ in range(dice.choice([1, 2, 2, 3, 4]))] for player in players}
    model.discard, model.pile = [cards.pop()], cards
    model.colour = COLOUR[model.discard[0]] or dice.choice(COLOURS)
    model.direction = dice.choice([1, -1])
    if TYPE[model.discard[0]] == "draw_two" and dice.random() < 0.4:
        model.owed = 2
    setup = {
        "players": players,
        "hands": {player: list(hand) for player, hand in model.hands.items()},
        "discard": list(model.discard),
        "drawPile": list(model.pile),
        "currentColor": model.colour,
        "direction": model.direction,
        "drawPending": model.owed,
    }
    actions: list[dict[str, object]] = []
    last: dict[str, object] = {}
    try:
        for _ in range(40):
            action = allowed_action(dice, model) if dice.random() < 0.7 else None
            action = action or random_action(dice, model)
            code, price = model.act(action)
            last = model.expectation()
            if code:
                last["error"] = code
            if price:
                last["penalty"] = {"player": action["player"], "cards": price}
            elif code:
                last["unchanged"] = True
            actions.append({**action, "expect": last})
            if model.phase == "ended" and dice.random() < 0.5:
                break
    except Unsure:
        pass
    return {
        "id": str(seed),
        "rulebook": rulebook,
        "options": options,
        "setup": setup,
        "actions": actions,
        "expect": last,
    }


@pytest.mark.parametrize("first", range(0, 500, 50))
def test_engine_and_model_tell_the_same_story(first: int) -> None:
    for seed in range(first, first + 50):
        vector = story(seed)
        assert run_vector(vector) == [], vector
