"""The rules a second time, second part: what an action does. The engine is compared with it.

Where a shuffle of several cards would be needed it raises `Unsure`, because its stories must not depend on an order.
"""

from tests.games.uno.model_law import COLOUR, TYPE, VALUE, WD4_ANSWERS, Json, Law


class Unsure(Exception):
    """The outcome depends on a shuffle."""


def points(hand: list[str]) -> int:
    return sum({"number": VALUE[card] or 0, "wild": 50, "wild_draw_four": 50}.get(TYPE[card], 20) for card in hand)


class Model(Law):
    """A round that can be played."""

    def act(self, action: Json) -> tuple[str, int]:
        """Carry an action out. Returns the code that refuses it and how many cards that cost."""
        code = self.refusal(action)
        kind, player = str(action.get("type")), str(action.get("player"))
        if code:
            price = 0
            if code == "NOT_YOUR_TURN" and kind in ("PLAY_CARD", "DRAW_CARD"):
                price = self.number("outOfTurnPenalty")
            elif kind == "PLAY_CARD" and code in ("INVALID_CARD", "WD4_NOT_ALLOWED"):
                price = self.number("illegalPlayPenalty")
            return code, self.draw(player, price)
        owing = self.owed > 0 and kind in ("DRAW_CARD", "ACCEPT_WILD_DRAW_FOUR", "TIMEOUT")
        if self.phase in ("turn", "wd4_response") and kind in ("DRAW_CARD", "TIMEOUT", *WD4_ANSWERS):
            self.close_window()
        if owing and self.phase != "acted":
            self.take_owed(0)
        elif kind in ("PLAY_CARD", "JUMP_IN"):
            if kind == "JUMP_IN":
                self.current, self.turn = player, self.turn + 1
            self.lay(str(action["cardId"]), action.get("chosenColor"), action.get("targetPlayerId"))
            self.after_laying()
        elif kind == "DRAW_CARD":
            self.draw_freely()
        elif kind == "SKIP_TURN":
            self.end_turn()
        elif kind == "CHOOSE_COLOR":
            self.colour, self.phase = str(action["color"]), "turn"
        elif kind == "CALL_UNO":
            self.called = player
            if self.exposed == player:
                self.exposed = None
        elif kind == "CHALLENGE_UNO":
            self.catch(player, str(action["targetPlayerId"]))
        elif kind == "CHALLENGE_WILD_DRAW_FOUR":
            self.challenge()
        elif kind == "TIMEOUT":
            self.time_out()
        elif kind == "REMOVE_PLAYER":
            self.remove(player)
        else:
            raise Unsure  # NEXT_ROUND
        return "", 0

    def draw(self, player: str, count: int) -> int:
        got = 0
        while got < count:
            if not self.pile:
                if len(self.discard) > 2:
                    raise Unsure
                self.pile, self.discard = self.discard[1:], self.discard[:1]
            if not self.pile:
                break
            self.hands[player].append(self.pile.pop(0))
            got += 1
        if got:
            self.empty_draws = 0
            if self.exposed == player:
                self.exposed = None
            if self.called == player and not self.enforced("endOfTurn"):
                self.called = None
        return got

    def close_window(self) -> None:
        late, self.exposed = self.exposed, None
        if late is not None and self.enforced("windowThenAuto"):
            self.draw(late, self.number("drawPenalty"))

    def lay(self, card: str, colour: object, target: object) -> None:
        player, before = self.current, self.colour
        self.close_window()
        self.hands[player].remove(card)
        self.discard.insert(0, card)
        self.colour = COLOUR[card] or str(colour)
        self.bluff = self.holds(player, before)
        self.laid, self.drawn, self.wd4_by, self.empty_draws = card, None, None, 0
        if not self.hands[player]:
            if self.on("lastCardDraw") and TYPE[card] in ("draw_two", "wild_draw_four"):
                self.draw(self.next(player), self.owed + (2 if TYPE[card] == "draw_two" else 4))
            self.end_round(player)
            return
        if VALUE[card] == 7 and self.on("sevenSwap"):
            other = str(target) if target is not None else self.next(player)
            self.hands[player], self.hands[other] = self.hands[other], self.hands[player]
        if VALUE[card] == 0 and self.on("zeroRotate"):
            self.hands = {self.next(giver): hand for giver, hand in self.hands.items()}
        if not self.enforced("endOfTurn"):
            self.judge_call(player)

    def judge_call(self, player: str) -> None:
        single = len(self.hands[player]) == 1
        if self.called != player or not single:
            self.called = None
        if single and self.called is None:
            if self.enforced("catch", "windowThenAuto"):
                self.exposed = player
            elif self.enforced("immediate"):
                self.draw(player, self.number("drawPenalty"))

    def after_laying(self) -> None:
        if self.phase in ("round_over", "ended"):
            return
        if self.options["endTurn"] == "manual":
            self.phase = "acted"
        else:
            self.end_turn()

    def end_turn(self) -> None:
        """The check of the end of the turn, then the consequences of the card laid in it."""
        card, player = self.laid, self.current
        self.check_call()
        kind = TYPE[card] if card is not None else ""
        after = self.next(player)
        if kind == "skip" or (kind == "reverse" and len(self.players) == 2):
            self.begin(self.next(after))
        elif kind == "reverse":
            self.direction = -self.direction
            self.begin(self.next(player))
        elif kind in ("draw_two", "wild_draw_four"):
            count = 2 if kind == "draw_two" else 4
            answered = kind == "wild_draw_four" and self.options["wd4Rule"] == "challenge"
            if answered or self.manual_draws():
                self.owed += count
                self.begin(after)
                if answered:
                    self.phase, self.wd4_by = "wd4_response", player
            else:
                self.draw(after, count)
                self.begin(self.next(after))
        else:
            self.begin(after)

    def check_call(self) -> None:
        if not self.enforced("endOfTurn"):
            return
        single = len(self.hands[self.current]) == 1
        if self.called == self.current and not single:
            self.draw(self.current, self.number("wrongUnoPenalty"))
        elif self.called != self.current and single and self.laid is not None:
            self.draw(self.current, self.number("drawPenalty"))
        self.called = None

    def begin(self, player: str) -> None:
        self.current, self.phase, self.turn, self.drawn, self.laid = player, "turn", self.turn + 1, None, None

    def take_owed(self, extra: int) -> None:
        count, self.owed, self.wd4_by = self.owed + extra, 0, None
        self.draw(self.current, count)
        self.check_call()
        self.begin(self.next(self.current))

    def draw_freely(self) -> None:
        hand = self.hands[self.current]
        got = self.draw(self.current, 1)
        if got == 0 and self.blocked():
            return
        if self.options["drawMode"] == "untilPlayable":
            while got and not self.playable(self.current, hand[-1]):
                if not self.draw(self.current, 1):
                    break
        if got and self.playable(self.current, hand[-1]):
            self.phase, self.drawn = "drawn", hand[-1]
        else:
            self.after_laying()

    def blocked(self) -> bool:
        self.empty_draws += 1
        if self.empty_draws >= len(self.players):
            self.end_round(None)
        return self.phase in ("round_over", "ended")

    def challenge(self) -> None:
        if not self.bluff:
            self.take_owed(2)
            return
        assert self.wd4_by is not None
        self.draw(self.wd4_by, self.owed)
        self.owed, self.wd4_by, self.phase = 0, None, "turn"

    def catch(self, player: str, target: str) -> None:
        if target == self.exposed:
            self.exposed = None
            self.draw(target, self.number("drawPenalty"))
        else:
            self.draw(player, self.number("falseCatchPenalty"))

    def time_out(self) -> None:
        hand = self.hands[self.current]
        if self.phase == "choose_color":
            self.colour, self.phase = self.favourite(hand), "turn"
        elif self.phase == "drawn" and self.must_play_drawn() and self.drawn is not None:
            rest = [card for card in hand if card != self.drawn]
            self.lay(self.drawn, self.favourite(rest), self.next(self.current))
            self.end_turn()
        elif self.phase != "turn" or self.draw(self.current, 1) or not self.blocked():
            self.end_turn()

    def remove(self, player: str) -> None:
        heir, right = self.next(player), self.seat(player, -1)
        self.pile += self.hands.pop(player)
        self.players = [other for other in self.players if other != player]
        self.called = None if self.called == player else self.called
        self.exposed = None if self.exposed == player else self.exposed
        self.dealer = right if self.dealer == player else self.dealer
        if len(self.players) == 1:
            self.phase, self.winner, self.current = "ended", self.players[0], self.players[0]
            self.owed, self.called, self.exposed, self.drawn = 0, None, None, None
        elif self.phase == "round_over":
            self.current = heir if self.current == player else self.current
        elif self.current == player:
            choosing = self.phase == "choose_color"
            self.owed, self.wd4_by = 0, None
            self.begin(heir)
            self.phase = "choose_color" if choosing else "turn"
        elif self.wd4_by == player:
            self.owed, self.wd4_by, self.phase = 0, None, "turn"

    def end_round(self, winner: str | None) -> None:
        self.round_winner, self.owed = winner, 0
        self.called = self.exposed = self.drawn = self.laid = self.wd4_by = None
        self.phase = "round_over"
        over = False
        if winner is not None:
            self.current = winner
            over = self.score(winner)
        if self.options["targetScore"] is None:
            self.phase, self.winner = "ended", winner
        elif over:
            self.phase = "ended"

    def score(self, winner: str) -> bool:
        """Count the hands. Returns whether that reached the target; then `winner` of the match is set."""
        counted = {player: points(self.hands[player]) for player in self.players}
        target = self.options["targetScore"]
        goal = target if isinstance(target, int) else 10**9
        if self.options["scoring"] == "winnerTakesAll":
            self.scores[winner] += sum(counted.values())
            self.winner = winner if self.scores[winner] >= goal else None
            return self.winner is not None
        sign = -1 if self.options["scoring"] == "negative" else 1
        for player in self.players:
            self.scores[player] += sign * counted[player]
        totals = [sign * self.scores[player] for player in self.players]
        if max(totals) < goal:
            return False
        best = [player for player in self.players if sign * self.scores[player] == min(totals)]
        self.winner = winner if winner in best else best[0]
        return True

    # --- looking ------------------------------------------------------------------------------------

    def expectation(self) -> dict[str, object]:
        """Everything a vector can compare."""
        return {
            "players": self.players,
            "handOrder": {player: list(self.hands[player]) for player in self.players},
            "drawPile": list(self.pile),
            "top": self.discard[0],
            "discardCount": len(self.discard),
            "current": self.current,
            "phase": self.phase,
            "direction": self.direction,
            "currentColor": self.colour,
            "drawPending": self.owed,
            "turnNumber": self.turn,
            "roundNumber": self.round,
            "status": "ended" if self.phase == "ended" else "playing",
            "scores": {player: self.scores[player] for player in self.players},
            "winner": self.winner,
            "roundWinner": self.round_winner,
            "unoCalledBy": self.called,
            "unoExposed": self.exposed,
            "drawnCard": self.drawn,
        }
