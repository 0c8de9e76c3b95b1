"""Playing a match against bots in the plain console, from the first card to the result."""

import time

from paiju.terminal.console.desk import Desk, Leave, TakeBack, find_desk
from paiju.terminal.console.talk import InputEnded, Talk
from paiju.terminal.faces import game_title
from paiju.terminal.saves import Save, take_back
from paiju.terminal.session import Session


def play(
    talk: Talk, session: Session, save: Save, *, pace: float = 0.0, signal: str = "none", resumed: bool = False
) -> bool:
    """Play until the match is over (True) or the player leaves (False). Either way everything is saved."""
    try:
        desk = find_desk(talk, session)
        if resumed:
            talk.tell("match.resumed", game=game_title(session.game, session.rules.rulebook, talk.words))
            desk.resumed()
        else:
            desk.open()
        while True:
            try:
                _run(desk, session, save, pace, signal)
                break
            except TakeBack:
                before = take_back(save, session.viewer)
                session, save = before or (session, save)
                talk.tell("desk.taken_back" if before else "refuse.take_back")
                desk = find_desk(talk, session)
                desk.resumed()
    except (InputEnded, Leave, KeyboardInterrupt) as reason:
        if isinstance(reason, KeyboardInterrupt):
            talk.say("")
        _say_saved(talk, save)
        if isinstance(reason, Leave):
            return False
        raise
    finally:
        save.close()
    desk.finish()
    talk.tell("match.record", file=str(save.path))
    return True


def _run(desk: Desk, session: Session, save: Save, pace: float, signal: str) -> None:
    trouble = ""
    while not session.over():
        if save.trouble != trouble:
            trouble = save.trouble
            if trouble:
                desk.talk.tell("match.not_saved", why=trouble)
        if desk.react():
            continue
        events = session.react()
        if not events:
            if desk.late_call():
                continue
            desk.between()
            events = session.step()
        for event in events:
            desk.show(event)
            desk.talk.others_played()
        if not events:
            desk.talk.signal(signal)
            desk.decide()
        elif pace and events[-1].seat >= 0:
            time.sleep(pace)


def _say_saved(talk: Talk, save: Save) -> None:
    """Where the match is, and how to go on with it."""
    from paiju.terminal.saves import saves_folder

    if save.trouble:
        talk.tell("match.moves_lost", why=save.trouble)
    talk.tell("match.saved", file=str(save.path))
    if save.path.parent == saves_folder().absolute():
        talk.tell("match.resume_command", command="paiju play --resume")
    else:
        talk.tell("match.resume_command", command=f"paiju play --resume --save {save.path}")
