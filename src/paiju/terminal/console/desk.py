"""The base class of all games in the plain console."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final

from paiju.engine.game import Action
from paiju.terminal.console.talk import Talk
from paiju.terminal.faces import find_face
from paiju.terminal.narrator import Narrator
from paiju.terminal.session import Match, MatchEvent, Session


class Leave(Exception):
    """The player wants to stop for now."""


class TakeBack(Exception):
    """The player wants the last move back."""


class Desk(ABC):
    """Asks one player and shows one player's view of a match."""

    def __init__(self, talk: Talk, table: Match) -> None:
        self.talk: Final = talk
        self.table: Final = table

    @abstractmethod
    def open(self) -> None:
        """Say who plays, before the first card."""

    @abstractmethod
    def resumed(self) -> None:
        """Say where a resumed match stands."""

    def who(self, seat: int) -> str:
        """The name of a seat."""
        return self.talk.words("ui.you") if seat == self.table.viewer else self.table.names[seat]

    def tell_keys(self) -> None:
        """Say what may be typed at every question."""
        self.talk.tell("desk.keys", quit=self.quit_words())

    def quit_words(self) -> str:
        """What `q` does: a match on this machine is saved, in a room the seat is kept."""
        if isinstance(self.table, Session):
            return self.talk.words("desk.quit")
        return self.talk.words("desk.quit_room" if self.table.viewer >= 0 else "desk.quit_watching")

    def narrator(self) -> Narrator:
        """The narrator for the current language."""
        game = self.table.game
        return find_face(game).narrator(game, self.talk.words, self.who, self.table.viewer)

    def show(self, event: MatchEvent) -> None:
        """Tell what happened. The end of the match is left to `finish`."""
        for line in self.narrator().tell(fact for fact in event.facts if fact.type != "match_over"):
            self.talk.say(line)

    @abstractmethod
    def react(self) -> bool:
        """Offer what the player may do although it is not the player's turn; returns whether something was done."""

    @abstractmethod
    def late_call(self) -> bool:
        """Offer what the player may still do once the bots have let it pass; returns whether something was done."""

    @abstractmethod
    def decide(self) -> None:
        """Ask for the decision the match waits for."""

    @abstractmethod
    def between(self) -> None:
        """Stop between two rounds until the player goes on."""

    @abstractmethod
    def finish(self) -> None:
        """The final result."""

    @abstractmethod
    def hint(self) -> None:
        """Say what a bot would do."""

    @abstractmethod
    def help(self) -> None:
        """Say where the match stands and what the keys do."""

    def ask(self, question: str, answers: Sequence[str]) -> str:
        """Ask until the answer is one of `answers`. Every question also takes h hint, ? help, q quit, z take back."""
        return self.talk.ask(question, answers, show=self.anywhere)

    def anywhere(self, answer: str) -> bool:
        """Handle an answer that is possible at every question; returns whether it was one."""
        if answer in ("q", "quit", "exit"):
            raise Leave
        if answer in ("h", "hint"):
            self.hint()
        elif answer in ("?", "help"):
            self.help()
            if isinstance(self.table, Session):
                self.talk.tell("desk.take_back_key")
        elif answer in ("z", "undo") and isinstance(self.table, Session):
            raise TakeBack
        else:
            return False
        return True

    def act(self, action: Action) -> bool:
        """Take an action and say what it led to. A refusal is explained and changes nothing."""
        answer = self.table.act(action)
        if not answer.accepted:
            text = self.talk.words.refusal(self.table.game.name, answer.code, answer.params, self.table.rules.rulebook)
            if any(event.kind == "PENALTY" for event in answer.events):
                self.talk.tell("desk.punished", text=text.rstrip("。."))
            else:
                self.refused(answer.code, text)
        for event in answer.events:
            self.show(event)
        return answer.accepted

    def refused(self, code: str, text: str) -> None:
        """Say why something was refused."""
        self.talk.tell("desk.refused", text=text.rstrip("。."))


def find_desk(talk: Talk, table: Match) -> Desk:
    """The desk of the game that is played at this table."""
    made: Desk = find_face(table.game).part("desk")(talk, table)
    return made
