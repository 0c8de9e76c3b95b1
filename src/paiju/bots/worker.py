"""A process in which bots think for a server: reads questions, asks its bots, writes their answers.

The parent process writes questions to its standard input, each a pickled `Question` after its length in four bytes, and
reads one JSON list per line from its standard output: `["ready"]` once, then for every question `["thinking"]` when the
bot has been made and begins, and at last one of these:

| line | meaning |
|---|---|
| `["action", JSON]` | the bot's action |
| `["other", text]` | it answered something that is not an action |
| `["none"]` | it has nothing to do |
| `["failed", type]` | it raised an exception of this type, or could not be made |
| `["unreadable", type]` | the question cannot be read, for example because a class is not found here |

Bots live on between questions, so they can remember. The process ends when its standard input does, even while a bot is
thinking. What bots print goes to standard error.
"""

import json
import os
import pickle
import signal
import sys
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO, Final

from paiju.bots.base import Bot, action_shown
from paiju.bots.registry import find_bot
from paiju.engine.game import Action, View
from paiju.engine.shuffle import FastSource
from paiju.games.registry import find_game

LENGTH: Final = 4
"""Bytes of the number before a question: how long it is, the most significant byte first."""


@dataclass(frozen=True)
class Question:
    """A decision that a bot has to make."""

    bot: int
    """The bot's number, chosen by the asker. A number that is new here gets a new bot."""
    spec: str
    game: str
    view: View
    seed: int
    on_turn: bool
    """Whether the seat is awaited; otherwise the bot is asked for a reaction."""
    forgotten: tuple[int, ...] = ()
    """Numbers of bots that will not be asked again."""

    def encoded(self) -> bytes:
        """The bytes to send. Raises whatever `pickle` raises for a view that cannot be pickled."""
        data = pickle.dumps(self, pickle.HIGHEST_PROTOCOL)
        return len(data).to_bytes(LENGTH, "big") + data


class Worker:
    """Answers questions, one after the other."""

    def __init__(self, answers: BinaryIO) -> None:
        self._answers: Final = answers
        self._bots: Final[dict[int, Bot]] = {}

    def say(self, *words: object) -> None:
        """Write one line."""
        self._answers.write(json.dumps(words).encode() + b"\n")
        self._answers.flush()

    def answer(self, data: bytes) -> None:
        """Answer one question. An exception of the bot becomes its answer and does not end the process."""
        try:
            question: Question = pickle.loads(data)
        except Exception as error:  # the view may be of another package's game
            self.say("unreadable", type(error).__name__)
            return
        try:
            words = self._words(question)
        except (Exception, SystemExit) as error:  # third-party code may raise anything
            words = ("failed", type(error).__name__)
        self.say(*words)

    def _words(self, question: Question) -> tuple[object, ...]:
        for number in question.forgotten:
            self._bots.pop(number, None)
        bot = self._bots.get(question.bot)
        if bot is None:
            bot = self._bots[question.bot] = find_bot(question.spec, find_game(question.game))
        self.say("thinking")
        ask = bot.choose if question.on_turn else bot.react
        answer: object = ask(question.view, FastSource(question.seed))
        if answer is None:
            return ("none",)
        if not isinstance(answer, Action):
            return "other", action_shown(answer)
        words = ("action", answer.to_json())
        json.dumps(words)  # raises here, where it is the bot's failure, if it cannot be written
        return words


def _listen(questions: BinaryIO, inbox: "SimpleQueue[bytes]") -> None:
    """Pass questions on; end the process when the input ends."""
    while len(head := questions.read(LENGTH)) == LENGTH:
        inbox.put(questions.read(int.from_bytes(head, "big")))
    os._exit(0)


def main() -> None:
    """Answer until the standard input ends. Ctrl-C and SIGTERM are ignored: the server handles them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)  # what a bot prints must not be taken for an answer
    sys.stdout = sys.stderr
    inbox: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_listen, args=(questions, inbox), daemon=True).start()
    worker = Worker(answers)
    worker.say("ready")
    while True:
        worker.answer(inbox.get())
