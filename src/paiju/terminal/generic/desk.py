"""Any game in the plain console: legal actions by number."""

from paiju.terminal.console.desk import Desk
from paiju.terminal.console.talk import Talk
from paiju.terminal.generic.look import own_cards, table_lines
from paiju.terminal.session import Match


class GenericDesk(Desk):
    """One player's match, line by line."""

    def __init__(self, talk: Talk, table: Match) -> None:
        super().__init__(talk, table)
        self._declined = -1
        """The seq at which the player last declined to react, so that nobody is asked twice."""

    def open(self) -> None:
        talk = self.talk
        talk.tell("desk.at_the_table", names=talk.words.listed(self.who(seat) for seat in range(len(self.table.names))))
        self.tell_keys()

    def resumed(self) -> None:
        for line in table_lines(self.table.look(), len(self.table.names), self.who):
            self.talk.say(line)
        cards = own_cards(self.table.look())
        if cards:
            self.talk.tell("desk.your_cards", cards=self.talk.words.listed(cards))

    def react(self) -> bool:
        if self.table.awaited().person or self._declined == self.table.seq or not self.table.legal():
            return False
        return self._choose(wait=True)

    def late_call(self) -> bool:
        return False

    def decide(self) -> None:
        self.resumed()
        self._choose(wait=False)

    def _choose(self, *, wait: bool) -> bool:
        """Offer the legal actions; returns whether something was done."""
        legal = self.table.legal()
        for number, action in enumerate(legal, 1):
            self.talk.say(f" {number} {action.text()}")
        answers = [str(number) for number in range(0 if wait else 1, len(legal) + 1)]
        key = "desk.ask_reaction" if wait else "desk.ask_action"
        answer = self.ask(self.talk.words(key, last=len(legal)), answers)
        if answer != "0":
            return self.act(legal[int(answer) - 1])
        self._declined = self.table.seq
        return False

    def between(self) -> None:
        """Rounds follow each other without a pause."""

    def finish(self) -> None:
        talk, outcome = self.talk, self.table.outcome()
        talk.tell("match_over")
        if outcome is None:
            return
        for seat in sorted(range(len(outcome.placements)), key=lambda seat: outcome.placements[seat]):
            place, score = outcome.placements[seat], outcome.scores[seat]
            talk.tell("match.line", place=place, who=self.who(seat), score=score)

    def hint(self) -> None:
        action = self.table.hint()
        if action is None:
            self.talk.tell("desk.no_hint")
        else:
            self.talk.tell("desk.hint", action=action.text())

    def help(self) -> None:
        self.resumed()
        self.tell_keys()


DESK = GenericDesk
