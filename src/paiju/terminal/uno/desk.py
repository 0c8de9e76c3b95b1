"""UNO in the plain console: the flow of document 002 (see `docs/origins.md`), to which other rulebooks add steps."""

from collections.abc import Mapping
from typing import Final

from paiju.engine.facts import Fact
from paiju.engine.game import Action
from paiju.games.uno.actions import ACCEPT, CALL, CATCHES, CHALLENGE, DRAW, NO_SEAT, SKIP, UnoAction, jump_in, play_card
from paiju.games.uno.actions import COLOURS as COLOUR_ACTIONS
from paiju.games.uno.cards import NO_COLOUR, RED, card_from_id, find_colour
from paiju.games.uno.wire import UnoCard
from paiju.terminal.console.desk import Desk
from paiju.terminal.console.talk import Talk
from paiju.terminal.session import Match, MatchEvent
from paiju.terminal.uno.hand_list import hand_lines, laying_refused
from paiju.terminal.uno.look import UnoLook, dangerous, uno_look
from paiju.terminal.uno.narrator import UnoNarrator
from paiju.terminal.words import COLOURS

TURN_ENDS: Final = frozenset({"turn_ended", "accepted", "challenged"})


class CountingNarrator(UnoNarrator):
    """Also says how many cards somebody has: nobody sees the table here."""

    counts: Mapping[int, int] = {}
    """Everybody's cards after the action, where they are known."""

    def sentence(self, fact: Fact) -> str:
        text = super().sentence(fact)
        played = fact.type == "played"
        held = fact.data.get("left") if played else self.counts.get(fact.seat or 0)
        if fact.type not in ("played", "drew") or not isinstance(held, int) or held < 2 or fact.seat is None:
            return text
        theirs, yours = ("uno.left", "uno.you.left") if played else ("uno.now", "uno.you.now")
        key = yours if fact.seat == self.reader else theirs
        return self.words.joined(text, self.words(key, who=self.who(fact.seat), n=held))


class UnoDesk(Desk):
    """One player's UNO match, line by line."""

    def __init__(self, talk: Talk, table: Match) -> None:
        super().__init__(talk, table)
        self.numbers: Final = self.look().rulebook == "console"
        self._announced = (0, 0)
        """Round and turn of the player's last announced turn."""
        self._asked_after = 0
        """The round after which the player was last asked to go on."""
        self._declined: int = -1
        """The moment at which the player last declined to react, so that nobody is asked twice."""

    def look(self) -> UnoLook:
        """The position as the player sees it."""
        return uno_look(self.table.look())

    def who(self, seat: int) -> str:
        """How the console calls a seat: by number under `console`, otherwise by name."""
        if not self.numbers:
            return super().who(seat)
        if seat == self.table.viewer:
            return self.talk.words("console.your_number", number=seat + 1)
        return self.talk.words("console.number", number=seat + 1)

    def order(self, look: UnoLook) -> str:
        """1→2→3→4, or the names of the players in the order of play."""
        order = look.order()
        if self.numbers:
            return "→".join(str(seat + 1) for seat in order)
        first = order.index(look.current) if look.current in order else 0
        return "→".join(self.who(seat) for seat in [*order[first:], *order[:first]])

    # --- showing ----------------------------------------------------------------------------------------

    def open(self) -> None:
        """Say who sits where, before the first card."""
        talk = self.talk
        if self.numbers and self.table.viewer >= 0:
            talk.tell("console.you_are", number=self.table.viewer + 1)
        else:
            names = talk.words.listed(self.who(seat) for seat in range(len(self.table.names)))
            talk.tell("desk.at_the_table", names=names)
        target = self.look().options.get("targetScore")
        if target is not None:
            talk.tell("uno.target", target=target)
        self.tell_keys()

    def resumed(self) -> None:
        """Say where the match stands."""
        look = self.look()
        if look.running:
            self.show_table(look)

    def show(self, event: MatchEvent) -> None:
        """Tell what happened, and what document 002 requires at the end of a turn."""
        up_to_date = event.seq == self.table.seq
        """In a room several actions may have come at once: then the position is that after the last one."""
        look = self.look()
        narrator = CountingNarrator(self.table.game, self.talk.words, self.who, self.table.viewer)
        narrator.counts = look.counts if up_to_date else {}
        for line in narrator.tell(fact for fact in event.facts if fact.type != "match_over"):
            self.talk.say(line)
        if not up_to_date or not look.running:
            return
        if any(fact.type == "first_card_turned" for fact in event.facts):
            key = "uno.you.first" if look.current == look.seat else "uno.first"
            self.talk.tell(key, who=self.who(look.current), order=self.order(look))
        ended = [fact.seat for fact in event.facts if fact.type in TURN_ENDS]
        if not self.numbers or not ended or ended[0] == look.current:
            return
        if ended[0] == look.seat:
            self.talk.tell("console.turn_over", who=self.who(look.current))
        else:
            self._last_valid(look)

    def show_table(self, look: UnoLook) -> None:
        """The position in words: last card, colour, everybody's number of cards."""
        talk = self.talk
        self._last_valid(look)
        talk.tell("uno.direction", order=self.order(look))
        for seat in look.seats:
            talk.tell("uno.holds", who=self.who(seat), n=look.counts[seat])
        talk.tell("uno.pile", n=look.deck_count)

    def _last_valid(self, look: UnoLook) -> None:
        words = self.talk.words
        if look.top_card is not None and look.colour:
            self.talk.tell("uno.last_valid", card=words.card(look.top_card), colour=words.colour_word(look.colour))

    def between(self) -> None:
        """Between two rounds the player says when to go on."""
        look = self.look()
        if look.phase == "round_over" and self._asked_after != look.round_number:
            self._asked_after = look.round_number
            self.ask(self.talk.words("uno.next_round"), ("",))

    def finish(self) -> None:
        """Say the final score."""
        look, talk = self.look(), self.talk
        talk.tell("match_over")
        if look.won_by != NO_SEAT:
            talk.tell("match.you_won" if look.won_by == look.seat else "match.won", who=self.who(look.won_by))
        outcome = self.table.outcome()
        places = dict(enumerate(outcome.placements)) if outcome is not None else _places(look)
        for seat in sorted(look.seats, key=lambda seat: (places[seat], seat)):
            talk.tell("match.line", place=places[seat], who=self.who(seat), score=look.totals[seat])

    # --- reacting out of turn ----------------------------------------------------------------------------

    def react(self) -> bool:
        """Offer a catch or a jump-in when it is somebody else's turn; returns whether something was done."""
        look = self.look()
        if not look.running or self._declined == self.table.seq:
            return False
        if look.exposed not in (NO_SEAT, look.seat) and look.current != look.seat:
            return self._offer("uno.ask_catch", CATCHES[look.exposed], who=self.who(look.exposed))
        jumps = [action for action in self.table.legal() if isinstance(action, UnoAction) and action.type == "JUMP_IN"]
        if jumps and look.top_card is not None:
            return self._offer_jump(look)
        return False

    def late_call(self) -> bool:
        """Offer a late UNO call to a player who forgot it, once the bots have had their chance to catch."""
        look = self.look()
        if look.exposed != look.seat or look.seat < 0 or self._declined == self.table.seq:
            return False
        return self._offer("uno.ask_late_call", CALL)

    def _offer(self, key: str, action: Action, **params: object) -> bool:
        if self.ask(self.talk.words(key, **params), ("1", "0")) == "1":
            return self.act(action)
        self._declined = self.table.seq
        return False

    def _offer_jump(self, look: UnoLook) -> bool:
        top = look.top_card
        twin = next((card for card in look.cards if top is not None and _same_face(card, top)), None)
        if (
            twin is None
            or self.ask(self.talk.words("uno.ask_jump", card=self.talk.words.card(twin)), ("1", "0")) == "0"
        ):
            self._declined = self.table.seq
            return False
        target = self._target(look, twin)
        if target == NO_SEAT and _swaps(look, twin):
            self._declined = self.table.seq
            return False
        return self.act(jump_in(card_from_id(twin.id), target))

    # --- the player's turn -------------------------------------------------------------------------------------

    def decide(self) -> None:
        """One decision of the player on turn."""
        look = self.look()
        if look.phase == "choose_color":
            colour = self._colour(back=False)
            self.act(COLOUR_ACTIONS[find_colour(colour)])
        elif look.phase == "wd4_response":
            self._answer_wd4(look)
        else:
            self._turn(look)

    def _turn(self, look: UnoLook) -> None:
        words = self.talk.words
        if look.top_card is not None and self._announced != (look.round_number, look.turn_number):
            self._announced = (look.round_number, look.turn_number)
            key = "console.your_turn" if self.numbers else "uno.your_turn"
            self.talk.tell(
                key,
                number=look.seat + 1,
                card=words.card(look.top_card),
                colour=words.colour_word(look.colour),
                n=len(look.hand),
                pile=look.deck_count,
            )
            if look.draw_pending:
                self.talk.tell("uno.owed", n=look.draw_pending)
        if look.phase == "drawn" and self.table.check(SKIP).code == "MUST_PLAY_DRAWN":
            self._offer_drawn(look)
            return
        while self.look().turn_number == look.turn_number and self.look().current == look.seat:
            now = self.look()
            if not now.running or now.phase not in ("turn", "drawn", "acted"):
                return
            answer = self.ask(self._menu(now), self._menu_answers(now))
            if answer == "0":
                self.act(SKIP)
            elif answer == "1":
                self._draw(now)
            elif answer == "2":
                self._hand()
            elif answer == "3":
                self.act(CATCHES[now.exposed])
            if answer in ("0", "1", "3"):
                return

    def _menu(self, look: UnoLook) -> str:
        owes = look.draw_pending and look.phase == "turn"
        menu = self.talk.words("uno.menu_owed", n=look.draw_pending) if owes else self.talk.words("uno.menu")
        if look.exposed not in (NO_SEAT, look.seat):
            menu += "  " + self.talk.words("uno.menu_catch", who=self.who(look.exposed))
        return menu

    def _menu_answers(self, look: UnoLook) -> tuple[str, ...]:
        return ("0", "1", "2", "3") if look.exposed not in (NO_SEAT, look.seat) else ("0", "1", "2")

    def _draw(self, look: UnoLook) -> None:
        """Draw. A card that fits is offered at once; later it cannot be played from the hand (document 002 §4.2)."""
        if not self.act(DRAW):
            return
        now = self.look()
        if now.current != look.seat:
            return
        if now.phase == "drawn":
            self._offer_drawn(now)
        elif now.phase == "acted":
            self.talk.tell("uno.does_not_help_end")

    def _offer_drawn(self, look: UnoLook) -> None:
        """Play the card just drawn, or keep it if the rules allow that."""
        card = next(card for card in look.cards if card.id == look.drawn_card_id)
        key = "uno.ask_drawn_danger" if dangerous(look, card) else "uno.ask_drawn"
        question = self.talk.words(key, card=self.talk.words.card(card))
        while self.look().phase == "drawn":
            if self.ask(question, ("1", "0")) == "1":
                if self._lay(look, card):
                    return
            elif self.numbers and self.table.check(SKIP).accepted:
                self.talk.tell("uno.kept_for_later")
                return
            elif self.act(SKIP):
                return

    def _hand(self) -> None:
        """The hand view: 0 back, 1 play a card, 2 call UNO."""
        while True:
            look = self.look()
            self._list_hand(look)
            answer = self.ask(self.talk.words("uno.hand_menu"), ("0", "1", "2"))
            if answer == "0":
                return
            if answer == "2":
                self.act(CALL)
            elif self._play_from_hand():
                return

    def _list_hand(self, look: UnoLook) -> None:
        for line in hand_lines(self.talk.words, self.table, look, asked=self.numbers):
            self.talk.say(line)

    def _play_from_hand(self) -> bool:
        look = self.look()
        count = len(look.hand)
        question = self.talk.words("uno.ask_card", last=count)
        while True:
            answer = self.ask(question, [str(number) for number in range(count + 1)])
            if answer == "0":
                return False
            if look.phase == "drawn" and self.numbers:
                self.talk.tell("uno.not_from_hand")
                return False
            card = look.cards[int(answer) - 1]
            if self._lay(look, card):
                return True
            look = self.look()
            if len(look.hand) != count or look.phase == "acted":
                return False

    def _lay(self, look: UnoLook, card: UnoCard) -> bool:
        """Play a card with the colour or the target it needs. A refused card is explained."""
        code = laying_refused(self.table, card)
        colour: int = NO_COLOUR
        target = NO_SEAT
        if not code and card.color is None:
            name = self._colour(back=True)
            if not name:
                return False
            colour = find_colour(name)
        if not code and _swaps(look, card):
            target = self._target(look, card)
            if target == NO_SEAT:
                return False
        if code and card.color is None:
            colour = RED
        if code == "INVALID_CARD" and not look.options.get("illegalPlayPenalty"):
            self.talk.tell("uno.does_not_fit", card=self.talk.words.card(card), wanted=self.wanted(look))
            return False
        return self.act(play_card(card_from_id(card.id), colour, target))

    def wanted(self, look: UnoLook) -> str:
        """What fits now: 绿色、3 或万能牌 / green, a 3 or a wild."""
        words = self.talk.words
        if look.top_card is None or look.top_card.color is None:
            return words("uno.wanted_colour", colour=words.colour_word(look.colour))
        key = "uno.wanted_eight" if look.top_card.value == 8 else "uno.wanted"
        return words(key, colour=words.colour_word(look.colour), face=words.face(look.top_card))

    def _colour(self, *, back: bool) -> str:
        """One of the four colours, or empty when the player takes the card back."""
        words = self.talk.words
        choices = "  ".join(f"{number} {words.colour_word(colour)}" for number, colour in enumerate(COLOURS, 1))
        question = words("uno.ask_colour_back" if back else "uno.ask_colour", choices=choices)
        answer = self.ask(question, ("1", "2", "3", "4", "0") if back else ("1", "2", "3", "4"))
        return "" if answer == "0" else COLOURS[int(answer) - 1]

    def _target(self, look: UnoLook, card: UnoCard) -> int:
        """The seat to swap hands with; NO_SEAT when nothing is swapped or the player takes the card back."""
        if not _swaps(look, card):
            return NO_SEAT
        others = [seat for seat in look.seats if seat != look.seat]
        for number, seat in enumerate(others, 1):
            self.talk.say(f" {number} {self.talk.words('uno.holds', who=self.who(seat), n=look.counts[seat])}")
        answer = self.ask(self.talk.words("uno.ask_target", last=len(others)), [str(n) for n in range(len(others) + 1)])
        return NO_SEAT if answer == "0" else others[int(answer) - 1]

    def _answer_wd4(self, look: UnoLook) -> None:
        words = self.talk.words
        self.talk.tell("uno.wd4_on_you", who=self.who(look.wd4_by), colour=words.colour_word(look.colour_before))
        self.talk.tell("uno.wd4_outcomes", n=look.draw_pending, more=look.draw_pending + 2)
        stack = [card for card in look.cards if not laying_refused(self.table, card)]
        answers = ("1", "0", "2") if stack else ("1", "0")
        answer = self.ask(words("uno.ask_wd4_stack" if stack else "uno.ask_wd4"), answers)
        if answer == "1":
            self.act(CHALLENGE)
        elif answer == "0":
            self.act(ACCEPT)
        else:
            self._list_hand(look)
            self._play_from_hand()

    # --- hints and help -----------------------------------------------------------------------------------

    def hint(self) -> None:
        """Say what a bot would do."""
        action = self.table.hint()
        if not isinstance(action, UnoAction):
            self.talk.tell("desk.no_hint")
            return
        self.talk.tell("desk.hint", action=self.action_name(action))

    def action_name(self, action: UnoAction) -> str:
        """An action in words."""
        words, data = self.talk.words, action.to_json()
        if action.type in ("PLAY_CARD", "JUMP_IN"):
            card = next((c for c in self.look().cards if c.id == data["cardId"]), None)
            name = words.card(card) if card else ""
            if "chosenColor" in data:
                return words("uno.hint.play_wild", card=name, colour=words.colour_word(str(data["chosenColor"])))
            return words("uno.hint.play", card=name)
        if action.type == "CHOOSE_COLOR":
            return words("uno.hint.colour", colour=words.colour_word(str(data["color"])))
        return words(HINTS[action.type])

    def help(self) -> None:
        """The position and what the keys do."""
        look = self.look()
        if look.running:
            self.show_table(look)
        self.talk.tell("uno.help.turn")
        self.talk.tell("uno.help.hand_manual" if look.options.get("endTurn") == "manual" else "uno.help.hand")
        self.tell_keys()

    def refused(self, code: str, text: str) -> None:
        """A refusal, and what is possible instead."""
        if code == "ALREADY_ACTED":
            self.talk.tell("uno.already_acted", text=text.rstrip("。."))
            return
        super().refused(code, text)


HINTS: Final = {
    "DRAW_CARD": "uno.hint.draw",
    "SKIP_TURN": "uno.hint.end",
    "CALL_UNO": "uno.hint.call",
    "CHALLENGE_UNO": "uno.hint.catch",
    "CHALLENGE_WILD_DRAW_FOUR": "uno.hint.challenge",
    "ACCEPT_WILD_DRAW_FOUR": "uno.hint.accept",
}


def _places(look: UnoLook) -> dict[int, int]:
    """Places by total where nobody tells them: the winner first, then the better total."""
    best_low = look.options.get("scoring") == "handTotals"
    totals = [(seat != look.won_by, look.totals[seat] if best_low else -look.totals[seat], seat) for seat in look.seats]
    return {seat: place for place, (_, _, seat) in enumerate(sorted(totals), 1)}


def _same_face(card: UnoCard, other: UnoCard) -> bool:
    return (card.color, card.type, card.value) == (other.color, other.type, other.value)


def _swaps(look: UnoLook, card: UnoCard) -> bool:
    return card.type == "number" and card.value == 7 and bool(look.options.get("sevenSwap")) and len(look.hand) > 1


DESK = UnoDesk
