"""The rules a second time, first part: the facts of a round and which rule refuses an action.

Written for reading and not for speed; it knows card ids and JSON actions only and shares no code with the engine.
"""

from collections.abc import Callable, Mapping

Json = Mapping[str, object]

COLOURS = ("red", "blue", "green", "yellow")
COLOUR: dict[str, str | None] = {}
TYPE: dict[str, str] = {}
VALUE: dict[str, int | None] = {}


def _add(name: str, colour: str | None, kind: str, value: int | None = None) -> None:
    card = f"{name}-{len(TYPE)}"
    COLOUR[card], TYPE[card], VALUE[card] = colour, kind, value


for _colour in COLOURS:
    for _value in (0, *sorted([*range(1, 10), *range(1, 10)])):
        _add(f"{_colour}-{_value}", _colour, "number", _value)
    for _kind in ("skip", "skip", "reverse", "reverse", "draw_two", "draw_two"):
        _add(f"{_colour}-{_kind}", _colour, _kind)
for _ in range(4):
    _add("wild", None, "wild")
for _ in range(4):
    _add("wild-draw-four", None, "wild_draw_four")

DECK = list(TYPE)
WD4_ANSWERS = ("CHALLENGE_WILD_DRAW_FOUR", "ACCEPT_WILD_DRAW_FOUR")
OWN_TURN = ("PLAY_CARD", "DRAW_CARD", "SKIP_TURN", "CHOOSE_COLOR", "TIMEOUT", *WD4_ANSWERS)
KNOWN = (*OWN_TURN, "CALL_UNO", "CHALLENGE_UNO", "JUMP_IN", "NEXT_ROUND", "REMOVE_PLAYER")


class Law:
    """The facts of a round in progress, and which rule refuses an action. Piles have their top card first."""

    def __init__(self, options: Json, players: list[str]) -> None:
        self.options = options
        self.players = players
        self.dealer = players[-1]
        self.hands: dict[str, list[str]] = {}
        self.pile: list[str] = []
        self.discard: list[str] = []
        self.colour: str | None = None
        self.direction = 1
        self.current = players[0]
        self.phase = "turn"
        self.owed = 0
        self.turn = 1
        self.round = 1
        self.scores = dict.fromkeys(players, 0)
        self.winner: str | None = None
        self.round_winner: str | None = None
        self.called: str | None = None
        self.exposed: str | None = None
        self.drawn: str | None = None
        self.laid: str | None = None
        """The card laid this turn."""
        self.bluff = False
        self.wd4_by: str | None = None
        self.empty_draws = 0

    # --- small questions ----------------------------------------------------------------------------

    def on(self, option: str) -> bool:
        return self.options[option] is True

    def number(self, option: str) -> int:
        value = self.options[option]
        assert isinstance(value, int)
        return value

    def seat(self, player: str, steps: int) -> str:
        return self.players[(self.players.index(player) + steps) % len(self.players)]

    def next(self, player: str) -> str:
        return self.seat(player, self.direction)

    def enforced(self, *ways: str) -> bool:
        return self.options["unoEnforcement"] in ways

    def manual_draws(self) -> bool:
        return self.on("stackDrawCards") or self.options["forcedDraw"] == "manual"

    def fits(self, card: str) -> bool:
        top = self.discard[0]
        if COLOUR[card] in (None, self.colour):
            return True
        return TYPE[card] == TYPE[top] and VALUE[card] == VALUE[top]

    def holds(self, player: str, colour: str | None) -> bool:
        return any(COLOUR[card] == colour for card in self.hands[player])

    def playable(self, player: str, card: str) -> bool:
        strict = TYPE[card] == "wild_draw_four" and self.options["wd4Rule"] == "strict"
        return self.fits(card) and not (strict and self.holds(player, self.colour))

    def stacks(self, card: str) -> bool:
        mode, top = self.options["stackMode"], TYPE[self.discard[0]]
        if not self.on("stackDrawCards") or TYPE[card] not in ("draw_two", "wild_draw_four"):
            return False
        if top == "draw_two":
            return TYPE[card] == "draw_two" or mode != "same"
        if top == "wild_draw_four":
            return TYPE[card] == "wild_draw_four" or (mode == "any" and COLOUR[card] == self.colour)
        return False

    def swaps(self, player: str, card: str) -> bool:
        if not self.on("sevenSwap") or VALUE[card] != 7:
            return False
        cards_come = self.exposed == player and self.enforced("windowThenAuto") and self.number("drawPenalty") > 0
        return len(self.hands[player]) > 1 or cards_come

    def must_play_drawn(self) -> bool:
        card = self.drawn
        if card is None or not self.on("forcePlay") or not self.playable(self.current, card):
            return False
        bluff = TYPE[card] == "wild_draw_four" and self.holds(self.current, self.colour)
        return not (bluff and self.options["wd4Rule"] == "challenge")

    def favourite(self, cards: list[str]) -> str:
        counts = [sum(COLOUR[card] == colour for card in cards) for colour in COLOURS]
        return COLOURS[counts.index(max(counts))]

    # --- which rule refuses -------------------------------------------------------------------------

    def refusal(self, action: Json) -> str:
        kind, player = str(action.get("type")), str(action.get("player"))
        if self.phase == "ended":
            return "GAME_ENDED"
        if kind != "NEXT_ROUND" and player not in self.players:
            return "UNKNOWN_PLAYER"
        if kind not in KNOWN:
            return "UNKNOWN_ACTION"
        if kind == "NEXT_ROUND":
            return "" if self.phase == "round_over" else "ROUND_NOT_OVER"
        if kind == "REMOVE_PLAYER":
            return ""
        if self.phase == "round_over":
            return "ROUND_OVER"
        if kind in WD4_ANSWERS and self.phase != "wd4_response":
            return "NO_WD4_TO_CHALLENGE"
        own_turn = kind in OWN_TURN or (kind == "CALL_UNO" and self.on("unoCallTurnOnly"))
        if own_turn and player != self.current:
            return "NOT_YOUR_TURN"
        own_checks: dict[str, Callable[[str, Json], str]] = {
            "CALL_UNO": self.call_refusal,
            "CHALLENGE_UNO": self.catch_refusal,
            "JUMP_IN": self.jump_refusal,
        }
        if kind in own_checks:
            return own_checks[kind](player, action)
        return self.phase_refusal(kind) or self.detail_refusal(kind, player, action)

    def phase_refusal(self, kind: str) -> str:
        if kind == "CHOOSE_COLOR" and self.phase != "choose_color":
            return "NO_COLOR_TO_CHOOSE"
        if kind == "SKIP_TURN" and self.phase in ("choose_color", "wd4_response", "turn"):
            return "CANNOT_SKIP"
        if kind == "SKIP_TURN" and self.phase == "drawn" and self.must_play_drawn():
            return "MUST_PLAY_DRAWN"
        if kind in ("PLAY_CARD", "DRAW_CARD"):
            if self.phase == "choose_color":
                return "CHOOSE_COLOR_REQUIRED"
            if self.phase == "acted":
                return "ALREADY_ACTED"
        if kind == "DRAW_CARD" and self.phase == "drawn":
            return "ALREADY_DRAWN"
        unanswered = kind == "PLAY_CARD" and self.phase == "wd4_response" and not self.on("stackDrawCards")
        return "WD4_RESPONSE_REQUIRED" if unanswered else ""

    def detail_refusal(self, kind: str, player: str, action: Json) -> str:
        if kind == "PLAY_CARD":
            return self.play_refusal(player, action)
        if kind == "CHOOSE_COLOR":
            return colour_refusal(action.get("color"))
        plain_draw = kind == "DRAW_CARD" and self.phase == "turn" and self.owed == 0
        if plain_draw and self.on("drawOnlyIfStuck") and any(self.playable(player, c) for c in self.hands[player]):
            return "MUST_PLAY"
        return ""

    def play_refusal(self, player: str, action: Json) -> str:
        card = str(action.get("cardId"))
        if card not in self.hands[player]:
            return "CARD_NOT_IN_HAND"
        if self.phase == "wd4_response" and not self.stacks(card):
            return "WD4_RESPONSE_REQUIRED"
        if self.phase == "drawn" and card != self.drawn:
            return "ONLY_DRAWN_CARD"
        if self.owed and not self.stacks(card):
            return "MUST_DRAW_FIRST"
        if not self.fits(card):
            return "INVALID_CARD"
        if not self.playable(player, card):
            return "WD4_NOT_ALLOWED"
        if COLOUR[card] is None:
            return colour_refusal(action.get("chosenColor"))
        return self.target_refusal(player, card, action)

    def target_refusal(self, player: str, card: str, action: Json) -> str:
        target = action.get("targetPlayerId")
        if not self.swaps(player, card):
            return ""
        if target is None:
            return "" if len(self.players) == 2 else "TARGET_REQUIRED"
        return "" if target != player and target in self.players else "INVALID_TARGET"

    def call_refusal(self, player: str, action: Json) -> str:
        if self.on("unoCallTurnOnly"):
            return "INVALID_UNO_CALL" if self.phase == "wd4_response" else ""
        return "" if len(self.hands[player]) in (1, 2) else "INVALID_UNO_CALL"

    def catch_refusal(self, player: str, action: Json) -> str:
        target = action.get("targetPlayerId")
        if target == player or target not in self.players:
            return "INVALID_CHALLENGE"
        return "" if target == self.exposed or self.number("falseCatchPenalty") else "INVALID_CHALLENGE"

    def jump_refusal(self, player: str, action: Json) -> str:
        if not self.on("jumpIn") or self.phase != "turn" or self.owed or player == self.current:
            return "JUMP_IN_NOT_ALLOWED"
        card, top = str(action.get("cardId")), self.discard[0]
        if card not in self.hands[player]:
            return "CARD_NOT_IN_HAND"
        twin = COLOUR[card] is not None and COLOUR[card] == COLOUR[top] and TYPE[card] == TYPE[top]
        if not twin or VALUE[card] != VALUE[top]:
            return "JUMP_IN_NOT_ALLOWED"
        return self.target_refusal(player, card, action)


def colour_refusal(colour: object) -> str:
    if colour is None:
        return "CHOOSE_COLOR_REQUIRED"
    return "" if colour in COLOURS else "INVALID_COLOR"
