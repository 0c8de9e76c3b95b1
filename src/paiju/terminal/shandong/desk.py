"""Shandong Upgrade in the plain console: declare, snatch, stick, bury, lead and follow by numbers or names."""

from typing import Final, cast

from paiju.engine.game import Action
from paiju.games.shandong.actions import PASS, CardAction, card_action
from paiju.games.shandong.wire import ShandongTrick
from paiju.terminal.cells import WIDTH, pad, pad_left, width
from paiju.terminal.console.desk import Desk
from paiju.terminal.console.talk import Talk
from paiju.terminal.session import Match
from paiju.terminal.shandong.explain import explanation
from paiju.terminal.shandong.look import BANK, ShandongLook, shandong_look
from paiju.terminal.shandong.pick import NotThere, pick

OFFERS: Final = {"DECLARE": "sd.ask_declare", "SNATCH": "sd.ask_snatch", "STICK": "sd.ask_stick"}
HIDDEN_OFFERS: Final = OFFERS | {"DECLARE": "sd.ask_declare.hidden", "SNATCH": "sd.ask_snatch.hidden"}
"""Where the pair stays face down."""
WINDOW_ACTIONS: Final = {"dealing": "DECLARE", "declaring": "DECLARE", "snatching": "SNATCH", "sticking": "STICK"}
MOST_OFFERS: Final = 9
RULES: Final = {
    "lead_mixed_trump_side": "4.6", "lead_mixed_suits": "4.6", "lead_mixed_trump_suits": "4.6",
    "trump_pair_locked": "7.2", "wrong_count": "8.1", "must_play_all_of_suit": "8.1", "must_follow_suit": "8.1",
    "must_follow_rain": "8.1", "must_follow_thunder": "8.1", "must_follow_flash": "8.1", "must_follow_pair": "8.1",
    "must_follow_tractor": "8.2", "must_play_largest": "8.4", "bury_wrong_count": "6.7",
    "giveback_wrong_count": "6.4", "giveback_not_allowed": "6.4", "giveback_needs_high_trump": "6.4",
    "giveback_needs_side_cards": "6.4",
}  # fmt: skip
"""Where the rules page says it."""


class ShandongDesk(Desk):
    """One player's Shandong match, line by line."""

    def __init__(self, talk: Talk, table: Match) -> None:
        super().__init__(talk, table)
        self._declined: set[tuple[int, str, str]] = set()
        """Offers that the player has declined, by hand, window and suit: they are not repeated."""
        self._asked_after = 0
        self._hinted: list[str] = []
        """The cards of the last hint: Enter plays them."""
        self._last_refusal = ""

    def look(self) -> ShandongLook:
        """The position as the player sees it."""
        return shandong_look(self.table.look())

    # --- showing ----------------------------------------------------------------------------------------

    def open(self) -> None:
        """Say who sits where."""
        talk, me = self.talk, self.table.viewer
        talk.tell("sd.title")
        if me >= 0:
            names = {
                "after": self.who((me + 1) % 4),
                "partner": self.who((me + 2) % 4),
                "before": self.who((me + 3) % 4),
            }
            talk.tell("sd.seats", **names)
        else:
            talk.tell("desk.at_the_table", names=talk.words.listed(self.table.names))
        self.tell_keys()

    def resumed(self) -> None:
        """Say where the match stands."""
        self._status(self.look())

    def _status(self, look: ShandongLook) -> None:
        """Hand, trick, level, trump, bank and points, in one line."""
        words = self.talk.words
        if look.trump_suit:
            trump = words("sd.status_trump", suit=words.suit(look.trump_suit))
        else:
            trump = words("sd.status_hidden" if look.trump_hidden else "sd.status_no_trump")
        parts = [words("sd.status_hand", hand=look.hand_number, trick=look.trick_number, level=look.level), trump]
        if look.banker_side is not None:
            ours = look.banker_side == look.side
            parts.append(words("sd.status_us_bank" if ours else "sd.status_them_bank", n=look.points, need=BANK))
        self.talk.say(words.joined(*parts))

    def _levels(self, look: ShandongLook) -> None:
        """级别：我方 6，对方 7。"""
        ours = look.near_side
        self.talk.tell("sd.levels", ours=look.levels[ours], theirs=look.levels[1 - ours])

    def _on_table(self, trick: ShandongTrick) -> None:
        """The trick so far, for somebody who has to follow."""
        words, mine = self.talk.words, trick.ahead == self.table.viewer
        ahead = words("sd.ahead_you") if mine else words("sd.ahead", who=self.who(trick.ahead))
        self.talk.say(words.joined(ahead, words("sd.on_table", n=trick.points)))

    def _list_hand(self, look: ShandongLook, marked: str = "") -> list[str]:
        """The hand by effective suit with numbers; returns the cards in the order of their numbers."""
        words = self.talk.words
        listed = [card for group in look.groups for card in group.cards]
        number = 1
        for group in look.groups:
            suit, cards = group.suit, group.cards
            name = words.suit(suit)
            head = " " + pad(name[:1].upper() + name[1:], 9) + pad_left(str(len(cards)), 2) + " "
            line = head
            names = [words.poker(card) + ("*" if card in look.new_cards else "") for card in cards]
            widest = max(
                [width(name) for card, name in zip(cards, names, strict=True) if "joker" not in card], default=0
            )
            for name in names:
                item = f" {number:>2} {pad(name, widest)} "
                if width(line) + width(item) > WIDTH:
                    self.talk.say(line, indent="")
                    line = " " * width(head)
                line += item
                number += 1
            note = f"({words('ui.mustFollow')})" if suit == marked else ""
            if note and width(line) + width(note) + 2 > WIDTH:
                self.talk.say(line, indent="")
                line = " " * width(head)
            self.talk.say(line + ("  " + note if note else ""), indent="")
        if look.new_cards:
            self.talk.tell("sd.new_cards")
        return listed

    def between(self) -> None:
        """Between two hands the player says when to go on."""
        look = self.look()
        if look.phase == "scored" and self._asked_after != look.hand_number and look.match_winner is None:
            self._asked_after = look.hand_number
            self.ask(self.talk.words("sd.next_hand"), ("",))

    def finish(self) -> None:
        """Who won the match."""
        look, talk = self.look(), self.talk
        talk.tell("match_over")
        self._levels(look)
        if look.side is not None:
            talk.say(
                talk.words.sentence("ui.matchWonSide_us" if look.match_winner == look.side else "ui.matchWonSide_them")
            )
        elif look.match_winner is not None:
            talk.tell("sd.won", one=self.who(look.match_winner), two=self.who(look.match_winner + 2))

    # --- declaring, snatching, sticking -------------------------------------------------------------------

    def react(self) -> bool:
        """Offer a declaration, a snatch or a stick while its window is open; returns whether something was done."""
        look = self.look()
        kind = WINDOW_ACTIONS.get(look.phase)
        if kind is None or look.seat not in look.can_act or look.waiting_for:
            return False
        offers = self._offers(look, kind)
        fresh = [offer for offer in offers if self._key(look, kind, offer) not in self._declined]
        if not fresh:
            return False
        self._list_hand(look)
        return self._offer(look, kind, offers[:MOST_OFFERS])

    def late_call(self) -> bool:
        """This game has no such offers."""
        return False

    def _offers(self, look: ShandongLook, kind: str) -> list[CardAction]:
        """What the player could show now; during the deal only a declaration is offered, once a suit."""
        offers = [a for a in self.table.legal() if isinstance(a, CardAction) and a.to_json()["type"] == kind]
        if kind == "STICK":
            return offers
        by_suit: dict[str, CardAction] = {}
        for offer in offers:
            by_suit.setdefault(_pair_suit(offer), offer)
        return list(by_suit.values())

    def _key(self, look: ShandongLook, kind: str, offer: CardAction) -> tuple[int, str, str]:
        # The deal and the window after it are two chances: a player who waits for a better suit is asked once more.
        return look.hand_number * 1000 + look.redeals, f"{look.phase} {kind}", _pair_suit(offer)

    def _offer(self, look: ShandongLook, kind: str, offers: list[CardAction]) -> bool:
        words = self.talk.words
        hidden = kind != "STICK" and self.table.rules.options()["hiddenDeclaration"]
        self.talk.tell((HIDDEN_OFFERS if hidden else OFFERS)[kind])
        for number, offer in enumerate(offers, 1):
            self.talk.say(f" {number} {words.poker_cards(_jokers_first(offer))}")
        question = words("sd.ask_show", last=len(offers)) if len(offers) > 1 else words("sd.ask_show.one")
        answer = self.ask(question, [str(number) for number in range(len(offers) + 1)])
        if answer != "0":
            return self.act(offers[int(answer) - 1])
        self._declined |= {self._key(look, kind, offer) for offer in offers}
        if look.phase != "dealing" and self.table.check(PASS).accepted:
            return self.act(PASS)  # the others need not wait for the end of the window
        return False

    # --- cards --------------------------------------------------------------------------------------------

    def decide(self) -> None:
        """Ask for the cards that the match waits for."""
        look, words = self.look(), self.talk.words
        if look.waiting_for == "throwChoice" and look.failed_throw is not None:
            self._choose_unit(look.failed_throw.choices)
        elif look.waiting_for == "giveBack":
            self._cards(look, "GIVE_BACK", words.joined(words("ui.giveBackTitle"), words("ui.giveBackHow")))
        elif look.phase == "burying":
            self._cards(look, "BURY", words("sd.ask_bury", n=len(look.new_cards) or 4))
        elif look.trick is None:
            self._status(look)
            self._cards(look, "PLAY", words("sd.ask_lead", n=len(look.hand)))
        else:
            self._status(look)
            self._on_table(look.trick)
            self._cards(look, "PLAY", self._follow_question(look, len(look.trick.lead.cards)))

    def _follow_question(self, look: ShandongLook, count: int) -> str:
        """How many cards of what: all of the suit led, what there is of it, or anything."""
        suit = look.lead_suit()
        own = sum(1 for card in look.hand if look.suit_of(card) == suit)
        key = "sd.ask_follow" if own >= count else "sd.ask_follow_short" if own else "sd.ask_follow_void"
        return self.talk.words(
            key, n=count, own=own, rest=count - own, held=len(look.hand), suit=self.talk.words.suit(suit)
        )

    def _choose_unit(self, choices: list[list[str]]) -> None:
        words = self.talk.words
        self.talk.tell("sd.ask_unit")
        for number, cards in enumerate(choices, 1):
            self.talk.say(f" {number} {words.poker_cards(cards)}")
        answer = self.ask(words("sd.ask_unit_number", last=len(choices)), [str(n) for n in range(1, len(choices) + 1)])
        self.act(card_action("CHOOSE_UNIT", choices[int(answer) - 1]))

    def _cards(self, look: ShandongLook, kind: str, question: str) -> None:
        """Ask for cards until they are accepted."""
        self._hinted, self._last_refusal = [], ""
        self.talk.say(question)
        listed = self._list_hand(look, look.lead_suit())
        while True:
            self.talk.tell("sd.prompt", quit=self.quit_words())
            answer = self.talk.listen()
            if self._command(answer, look, listed):
                continue
            if not answer and not self._hinted:
                self.talk.tell("sd.nothing_chosen")
                continue
            try:
                cards = pick(answer, listed) if answer else self._hinted
            except NotThere as missing:
                self.talk.tell("sd.not_there", word=missing.word, last=len(listed))
                continue
            if self.act(card_action(kind, cards)):
                return

    def _command(self, answer: str, look: ShandongLook, listed: list[str]) -> bool:
        """Handle `h`, `?`, `t`, `q` and the other commands; returns whether it was one of them."""
        if answer in ("h", "hint"):
            self._suggest(listed)
        elif answer in ("?", "help"):
            self._explain(look)
        elif answer == "t":
            self._last_trick(look)
        elif answer == "l":
            self._list_hand(look, look.lead_suit())
        else:
            return self.anywhere(answer)
        return True

    def _suggest(self, listed: list[str]) -> None:
        action = self.table.hint()
        if not isinstance(action, CardAction):
            self.talk.tell("desk.no_hint")
            return
        self._hinted = sorted(_ids(action), key=listed.index)
        numbers = " ".join(str(listed.index(card) + 1) for card in self._hinted)
        self.talk.tell("sd.hint", numbers=numbers, cards=self.talk.words.poker_cards(self._hinted))

    def _explain(self, look: ShandongLook) -> None:
        if self._last_refusal:
            self.talk.tell("sd.last_refusal", text=self._last_refusal)
        for line in explanation(look, self.talk.words):
            self.talk.say(line)

    def _last_trick(self, look: ShandongLook) -> None:
        if look.last_trick is None:
            self.talk.tell("ui.noLastTrick")
            return
        words, trick = self.talk.words, look.last_trick
        self.talk.tell("sd.last_trick", who=self.who(trick.ahead), n=trick.points)
        for play in trick.plays:
            self.talk.tell("labelled", label=self.who(play.seat), text=words.poker_cards(play.cards))

    def refused(self, code: str, text: str) -> None:
        """Say why a play was refused, by which rule, and what would be accepted; remember it for `?`."""
        self._last_refusal = text.rstrip("。.")
        if code == "must_follow_pair":
            words = self.talk.words
            pairs = words.listed(words.poker_cards([card, card]) for card in self.look().pairs())
            self._last_refusal = words("sd.instead", why=self._last_refusal, cards=pairs)
        rule = RULES.get(code)
        if rule is None:
            self.talk.tell("sd.refused", text=self._last_refusal)
            return
        self.talk.tell("sd.refused_by", text=self._last_refusal, rule=rule)
        owed = self.look().suggested
        if code.startswith("must_follow_") and code != "must_follow_suit" and owed:
            self.talk.tell("why.example", cards=self.talk.words.poker_cards(owed))

    # --- at other questions -------------------------------------------------------------------------------

    def hint(self) -> None:
        """Say what a bot would do in the open window."""
        action = self.table.hint()
        if isinstance(action, CardAction):
            self.talk.tell("desk.hint", action=self.talk.words.poker_cards(_ids(action)))
        else:
            self.talk.tell("sd.hint_wait")

    def help(self) -> None:
        """Say where the match stands."""
        look = self.look()
        self._status(look)
        self._levels(look)
        self.talk.tell("sd.help.window")
        self.tell_keys()


def _ids(action: Action) -> list[str]:
    return cast(list[str], action.to_json()["cards"])


def _jokers_first(action: CardAction) -> list[str]:
    return sorted(_ids(action), key=lambda card: not card.startswith("joker"))


def _pair_suit(action: CardAction) -> str:
    return next(card.split("_")[0] for card in _ids(action) if not card.startswith("joker"))


DESK = ShandongDesk
