"""What the process of bots answers, in this process: every question gets one line, whatever the bot does."""

import io
import json
from typing import Any, ClassVar

import pytest

from paiju.bots import worker
from paiju.bots.base import Bot
from paiju.bots.worker import LENGTH, Question, Worker
from paiju.engine.game import Action, Seat, View
from paiju.engine.shuffle import Source
from paiju.games.uno.game import UNO
from paiju.games.uno.vectors import position

VIEW = position("r3", "r5 b1", "g1 g2").view(Seat(0))


class Odd(Bot):
    """Answers with what it was made for; `made` has all of them."""

    made: ClassVar[list["Odd"]] = []

    def __init__(self, answer: object) -> None:
        self.answer = answer
        self.made.append(self)

    def choose(self, view: View, source: Source) -> Action:
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer  # type: ignore[return-value]

    def react(self, view: View, source: Source) -> Action | None:
        return None


def asked(of: Worker, sink: io.BytesIO, number: int = 1, **more: Any) -> list[Any]:
    """What is answered to a question, without the word that the bot thinks."""
    before = len(sink.getvalue())
    fields = {"spec": "random", "game": "uno", "view": VIEW, "seed": 1, "on_turn": True, **more}
    of.answer(Question(number, **fields).encoded()[LENGTH:])
    *thinking, answer = [json.loads(line) for line in sink.getvalue()[before:].splitlines()]
    assert thinking in ([], [["thinking"]])
    return list(answer)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Odd]:
    monkeypatch.setattr(Odd, "made", [])
    return Odd.made


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (None, ["none"]),
        ("r5", ["other", "'r5'"]),
        (RuntimeError("of the test"), ["failed", "RuntimeError"]),
        (SystemExit(3), ["failed", "SystemExit"]),
    ],
)
def test_a_bot_that_fails_or_says_nothing_gets_a_line_too(
    monkeypatch: pytest.MonkeyPatch, made: list[Odd], answer: object, words: list[str]
) -> None:
    monkeypatch.setattr(worker, "find_bot", lambda *_: Odd(answer))
    sink = io.BytesIO()
    here = Worker(sink)
    assert asked(here, sink) == words
    assert asked(here, sink, on_turn=False) == ["none"]
    assert len(made) == 1, "one bot for all its questions"


def test_a_bot_that_is_forgotten_is_made_again_when_it_is_asked(
    monkeypatch: pytest.MonkeyPatch, made: list[Odd]
) -> None:
    monkeypatch.setattr(worker, "find_bot", lambda *_: Odd(None))
    sink = io.BytesIO()
    here = Worker(sink)
    for number, forgotten in ((1, ()), (2, (1,)), (1, ())):
        asked(here, sink, number, forgotten=forgotten)
    assert len(made) == 3


def test_what_cannot_be_read_is_said_and_the_next_question_is_answered() -> None:
    sink = io.BytesIO()
    here = Worker(sink)
    here.answer(b"nonsense")
    assert json.loads(sink.getvalue()) == ["unreadable", "UnpicklingError"]
    kind, action = asked(here, sink)
    assert kind == "action" and UNO.action_from_json(action) in VIEW.legal
