"""Every moment of a match that looks like no other: where the game asks for something, and where it accounts for it.

A moment is reached by walking a match with fixed cards and a bot that only lives here, so that no bot that learns
changes it; its condition says what makes it that moment, and a walk that does not come there fails.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final, cast

from rich.segment import Segment
from textual.pilot import Pilot

from paiju.bots.base import Bot
from paiju.engine.game import Action, View
from paiju.engine.shuffle import Source
from paiju.terminal.opening import Wanted, open_match
from paiju.terminal.session import Session, ViewJson
from paiju.terminal.settings import Settings
from paiju.terminal.tui.app import PaijuApp
from paiju.terminal.tui.appearance import Appearance
from paiju.terminal.words import Words
from tests.terminal.tui.clock import ManualClock
from tests.terminal.tui.tables import plain_appearance

STEPS: Final = 4_000
STILL: Final = Settings(pace=1.0)
"""Bots that take a second for a move, which never passes: a moment in their turn stays on the table."""


@dataclass(frozen=True)
class Moment:
    """One moment: which match, when in it, and the keys that show it."""

    game: str
    here: Callable[[ViewJson], bool]
    keys: tuple[str, ...] = ()
    rulebook: str = ""
    options: Mapping[str, object] = field(default_factory=dict)
    seats: int | None = None
    seed: int = 1
    draws: bool = False
    """Whether the player collects cards instead of playing them."""
    shows: str = ""
    """What the player does out of turn as soon as it is possible."""


async def shown_at(pilot: Pilot[int], moment: Moment) -> list[list[Segment]]:
    """What the terminal shows at that moment."""
    await pilot.pause()
    await pilot.press(*moment.keys)
    await pilot.pause()
    return lines_of(pilot)


def lines_of(pilot: Pilot[int]) -> list[list[Segment]]:
    """The lines of the whole screen, with everything that lies over the table."""
    return [list(strip) for strip in pilot.app.screen._compositor.render_strips()]


def reached(moment: Moment, folder: Path, language: str, look: Appearance | None = None) -> PaijuApp:
    """The program with the match on the table, at that moment."""
    wanted = Wanted(
        moment.game,
        moment.rulebook,
        moment.options,
        moment.seats,
        seed=moment.seed,
        save=folder / f"{moment.game}.paiju",
    )
    session, save = open_match(wanted, Words(language))
    walk(session, moment)
    return PaijuApp(STILL, language, match=(session, save), appearance=look or plain_appearance(), clock=ManualClock())


class Stranger(Bot):
    """Plays what it can, at random, and says UNO every other time."""

    name = "stranger"

    def choose(self, view: View, source: Source) -> Action:
        return _played(view.to_json(), view.legal, source.below)

    def react(self, view: View, source: Source) -> Action | None:
        shows = [a for a in view.legal if a.to_json()["type"] in ("DECLARE", "SNATCH", "STICK")]
        return shows[source.below(len(shows))] if shows and source.below(2) else None


def _played(view: ViewJson, legal: Sequence[Action], below: Callable[[int], int]) -> Action:
    """Any card rather than drawing one."""
    calls = [action for action in legal if action.to_json()["type"] == "CALL_UNO"]
    if calls and len(hand_of(view)) <= 2 and view["unoCalledBy"] is None and below(2):
        return calls[0]
    quiet = [action for action in legal if action.to_json()["type"] not in ("CALL_UNO", "CHALLENGE_UNO", "JUMP_IN")]
    cards = [action for action in quiet if "cardId" in action.to_json()]
    choices = cards or quiet or list(legal)
    return choices[below(len(choices))]


def walk(session: Session, moment: Moment) -> None:
    """Let everybody play at random until the viewer sees what is looked for."""
    here, source = moment.here, Random(moment.seed)
    for seat in session.seats.bots:
        session.seats.bots[seat] = Stranger()
    for _ in range(STEPS):
        if here(session.look()):
            return
        awaited = session.awaited()
        if awaited.person:
            legal = session.legal()
            drawing = [action for action in legal if action.to_json()["type"] in ("DRAW_CARD", "SKIP_TURN")]
            choice = _played(session.look(), drawing if moment.draws and drawing else legal, source.randrange)
            assert session.act(choice).accepted
        elif moment.shows in kinds(session.look()):
            session.act(next(action for action in session.legal() if action.to_json()["type"] == moment.shows))
        else:
            session.step()
        if session.over() and not here(session.look()):
            break
    raise AssertionError("the match never came to this moment")


# --- what makes a moment --------------------------------------------------------------------------------


def mine(view: ViewJson, phase: str) -> bool:
    """Whether the viewer decides in this phase."""
    return view["phase"] == phase and view["currentPlayer"] == f"p{cast(int, view['seat']) + 1}"


def hand_of(view: ViewJson) -> list[str]:
    return cast(list[str], view["hand"])


def kinds(view: ViewJson) -> set[str]:
    """The types of what the viewer may do."""
    return {str(action["type"]) for action in cast(list[Mapping[str, object]], view["legal"])}


def first_card(view: ViewJson, part: str, playable: bool = True) -> bool:
    """Whether the first card of the hand has this in its id, and can be played now or not."""
    first = hand_of(view)[0] if hand_of(view) else ""
    legal = any(action.get("cardId") == first for action in cast(list[Mapping[str, object]], view["legal"]))
    return mine(view, "turn") and part in first and legal == playable


def turn_after(turns: int) -> Callable[[ViewJson], bool]:
    """The viewer's turn, once so many turns have been taken."""
    return lambda view: mine(view, "turn") and cast(int, view["turnNumber"]) > turns


def holding(cards: int) -> Callable[[ViewJson], bool]:
    """The viewer's turn with at least so many cards."""
    return lambda view: mine(view, "turn") and len(hand_of(view)) >= cards


def phase(name: str, round_number: int = 0) -> Callable[[ViewJson], bool]:
    """A phase, of a certain round if one is named."""
    return lambda view: view["phase"] == name and (not round_number or view["roundNumber"] == round_number)


def decides(name: str) -> Callable[[ViewJson], bool]:
    """The viewer decides in this phase."""
    return lambda view: mine(view, name)


def possible(kind: str) -> Callable[[ViewJson], bool]:
    """The viewer may do this."""
    return lambda view: kind in kinds(view)


def trick(cards: int, my_turn: bool) -> Callable[[ViewJson], bool]:
    """A trick was led with at least so many cards (0: nothing is led yet), and it is the viewer's turn or not."""

    def here(view: ViewJson) -> bool:
        if view["phase"] != "playing" or (view["turn"] == view["seat"]) != my_turn:
            return False
        now = cast(Mapping[str, Mapping[str, list[str]]] | None, view["trick"])
        return now is None if cards == 0 else now is not None and len(now["lead"]["cards"]) >= cards

    return here


def _waiting(view: ViewJson) -> bool:
    return view["phase"] == "turn" and not mine(view, "turn") and cast(int, view["turnNumber"]) > 9


def _catch(view: ViewJson) -> bool:
    return "CHALLENGE_UNO" in kinds(view) and not mine(view, "turn")


def _debt(view: ViewJson) -> bool:
    return mine(view, "turn") and cast(int, view["drawPending"]) >= 4


def _second_trick(view: ViewJson) -> bool:
    return view["lastTrick"] is not None and trick(1, my_turn=True)(view)


def _won(view: ViewJson) -> bool:
    return view["lastTrick"] is not None and trick(0, my_turn=False)(view)


def _match_over(view: ViewJson) -> bool:
    return view["matchWinner"] is not None


def _window(view: ViewJson) -> bool:
    return {"PASS", "DECLARE"} <= kinds(view)


WINDOW: Final = Moment("shandong", _window, seed=2)
"""After the deal, when the player may still declare."""

UNO: Final = {
    "uno-turn": Moment("uno", turn_after(12)),
    "uno-two-rows": Moment("uno", holding(14)),
    "uno-thirty": Moment("uno", holding(30), seats=2, draws=True),
    "uno-ten-seats": Moment("uno", turn_after(20), seats=10),
    "uno-two-seats": Moment("uno", turn_after(6), seats=2),
    "uno-waiting": Moment("uno", _waiting),
    "uno-drawn": Moment("uno", decides("drawn")),
    "uno-acted": Moment("uno", decides("acted"), rulebook="console"),
    "uno-colour": Moment("uno", lambda view: first_card(view, "wild-"), ("1", "enter")),
    "uno-first-colour": Moment("uno", decides("choose_color"), seed=2),
    "uno-challenge": Moment("uno", decides("wd4_response")),
    "uno-catch": Moment("uno", _catch),
    "uno-swap": Moment(
        "uno", lambda view: first_card(view, "-7-"), ("1", "enter"), "platform", {"sevenSwap": True}, seed=11
    ),
    "uno-debt": Moment("uno", _debt, options={"stackDrawCards": True}),
    "uno-jump-in": Moment("uno", possible("JUMP_IN"), (), "platform", {"jumpIn": True}),
    "uno-round-over": Moment("uno", phase("round_over")),
    "uno-fourth-round": Moment("uno", phase("round_over", 4), seats=5),
    "uno-match-over": Moment("uno", phase("ended")),
    "uno-console-over": Moment("uno", phase("ended"), rulebook="console"),
    "uno-scores": Moment("uno", lambda view: mine(view, "turn") and view["roundNumber"] == 3, ("t",)),
    "uno-help": Moment("uno", decides("turn"), ("question_mark",)),
    "uno-menu": Moment("uno", decides("turn"), ("escape",)),
    "uno-read": Moment("uno", decides("turn"), ("w",)),
    "uno-refused": Moment("uno", lambda view: first_card(view, "", playable=False), ("1", "enter")),
}
SHANDONG: Final = {
    "shandong-dealing": Moment("shandong", lambda view: view["phase"] == "dealing" and len(hand_of(view)) > 14),
    "shandong-declare": Moment("shandong", possible("DECLARE"), seed=2),
    "shandong-snatch": Moment("shandong", possible("SNATCH"), seed=9),
    "shandong-stick": Moment("shandong", possible("STICK"), seed=3),
    "shandong-give-back": Moment("shandong", possible("GIVE_BACK"), shows="STICK", seed=3),
    "shandong-bury": Moment("shandong", possible("BURY"), ("end", "space", "left", "space", "left", "space"), seed=2),
    "shandong-lead": Moment("shandong", trick(0, my_turn=True)),
    "shandong-follow": Moment("shandong", trick(1, my_turn=True), ("h",)),
    "shandong-follow-many": Moment("shandong", trick(3, my_turn=True)),
    "shandong-waiting": Moment("shandong", trick(1, my_turn=False)),
    "shandong-trick-won": Moment("shandong", _won),
    "shandong-last-trick": Moment("shandong", _second_trick, ("t",)),
    "shandong-declared": Moment("shandong", trick(1, my_turn=True), ("k",)),
    "shandong-result": Moment("shandong", phase("scored")),
    "shandong-match-over": Moment("shandong", _match_over, options={"startLevel": "A"}),
    "shandong-help": Moment("shandong", trick(1, my_turn=True), ("question_mark",)),
}
MOMENTS: Final = {**UNO, **SHANDONG}
