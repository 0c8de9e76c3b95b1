"""A room on a server in the plain console: wait for the others, play, come back after a lost connection."""

from typing import Final

from paiju.engine.game import HOST
from paiju.terminal.console.desk import Desk, Leave, find_desk
from paiju.terminal.console.talk import InputEnded, QuestionOutdated, Talk
from paiju.terminal.faces import game_title
from paiju.terminal.remote import BACK, GONE, Refused, RemoteMatch, ServerAway
from paiju.terminal.server_connection import GIVEN_UP
from paiju.terminal.session import MatchEvent

PAST_EVENTS: Final = 8
"""How many past events are told to a player who joins a running match."""


class Link:
    """Reports losses and reconnections, each once."""

    def __init__(self, talk: Talk, match: RemoteMatch) -> None:
        self._talk: Final = talk
        self._match: Final = match
        self._told = 0
        """How many losses the player has been told of."""

    def lost(self) -> None:
        """Say that the connection is lost. Also called while waiting for an answer, when nothing else would say it."""
        if self._told < self._match.connection.losses:
            self._told = self._match.connection.losses
            self._talk.tell("connection.lost")

    def tell_news(self) -> None:
        """Say what has happened to the connection since the last call."""
        for kind, count in self._match.news:
            self.lost()
            if kind == BACK:
                words = self._talk.words
                self._talk.say(words.joined(words("ui.backAgain"), words("ui.caughtUp", n=count)))
        self._match.news.clear()


def play_in_room(talk: Talk, match: RemoteMatch, command: str) -> None:
    """Play until the match is over or the player leaves; `command` is the command with which to come back."""
    link = Link(talk, match)
    match.while_away = link.lost
    try:
        wait_for_start(talk, match)
        if match.started:
            _play(talk, match, link)
    except (InputEnded, Leave, KeyboardInterrupt) as reason:
        _say_kept(talk, command)
        if isinstance(reason, KeyboardInterrupt):
            raise
        return
    except ServerAway:
        match.collect()
        if not match.gone:
            raise
    if match.gone:
        talk.tell(GONE[match.gone])
        if match.gone == GIVEN_UP:
            _say_kept(talk, command)


def wait_for_start(talk: Talk, match: RemoteMatch) -> None:
    """Show who joins, until the match begins; the host starts it. Raises `InputEnded`, `Leave` or `ServerAway`."""
    info = match.info
    talk.tell("room.title", room=info.room, game=game_title(match.game, info.rulebook, talk.words))
    talk.tell("room.link", link=info.link)
    shown: list[str] = []
    while not match.started and not match.over():
        names = [name or talk.words("room.free") for name in match.names]
        if names != shown:
            shown = names
            talk.tell("room.seats", names=talk.words.listed(names))
        if not match.host:
            match.ready()
            match.past += match.step()
            continue
        answer = talk.ask(talk.words("room.ask_start"), ("1", "", "q"))
        if answer == "q":
            raise Leave
        if answer == "1":
            _start(talk, match)
        else:
            match.past += match.step()


def _start(talk: Talk, match: RemoteMatch) -> None:
    try:
        match.start()
    except Refused as refused:
        talk.tell("desk.refused", text=refused.problem.text.rstrip("。."))
    while not match.started and not match.over():
        match.past += match.step()


def _play(talk: Talk, match: RemoteMatch, link: Link) -> None:
    desk = find_desk(talk, match)
    desk.open()
    if match.watching:
        talk.tell(match.watching)
    for event in match.past[-PAST_EVENTS:]:
        for line in desk.narrator().tell(event.facts):
            talk.say(line)
    desk.resumed()
    _run(match, desk, link)
    if match.info.status == "ended" and not match.gone:
        desk.finish()


def _run(match: RemoteMatch, desk: Desk, link: Link) -> None:
    rested = False
    desk.talk.outdated = match.outdated
    try:
        while not match.over():
            _show(desk, match.collect() if match.awaited().person else match.step())
            link.tell_news()
            try:
                rested = _ask(match, desk, rested)
            except QuestionOutdated:  # the time is up, or the next round has begun
                _show(desk, match.collect())
    finally:
        desk.talk.outdated = None


def _show(desk: Desk, events: list[MatchEvent]) -> None:
    for event in events:
        desk.show(event)
        desk.talk.others_played()


def _ask(match: RemoteMatch, desk: Desk, rested: bool) -> bool:
    """Ask what there is to ask. Takes and returns whether the player was asked to go on after the last round."""
    awaited = match.awaited()
    if awaited.person:
        desk.decide()
        return False
    if awaited.reactors and desk.react():
        return rested
    if awaited.seat != HOST:
        return False
    if not rested:
        desk.between()
        match.ready()
    return True


def _say_kept(talk: Talk, command: str) -> None:
    talk.tell("room.seat_kept")
    talk.tell("match.resume_command", command=command)
