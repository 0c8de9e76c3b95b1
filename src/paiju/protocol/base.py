"""Base class, field types and errors of the native API.

Names are camelCase on the wire. Unknown fields are refused. Actions, views and options are the JSON forms of the
games (`Action.to_json`, `View.to_json`, `Rules.options`), so a new game needs no change here.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

Json = dict[str, Any]
"""A JSON object of a game: an action, a view, options, a result. (`Any` is msgspec's type of any JSON value.)"""

Code = Annotated[str, Meta(pattern="^[A-Za-z0-9]{4,12}$", description="Short code of a room, any letter case.")]
Name = Annotated[str, Meta(min_length=1, max_length=128, description="1–32 visible characters.")]
SeatNumber = Annotated[int, Meta(ge=0, le=31)]
Seq = Annotated[int, Meta(ge=0, le=2**53 - 1, description="Number of an entry in the log of the match.")]
ActionId = Annotated[
    str,
    Meta(
        min_length=1, max_length=64, pattern=r"^[^\x00]*$", description="Chosen by the caller; a repeat adds nothing."
    ),
]
Secret = Annotated[str, Meta(min_length=16, max_length=128)]
Language = Literal["zh-CN", "en-US"]
Visibility = Literal["listed", "link"]
Status = Literal["waiting", "playing", "ended", "closed"]
Mode = Literal["ranked", "casual", "competitive", "sandbox"]
"""`ranked` and `casual` are native rooms; `competitive` and `sandbox` those of the arena dialect."""


class Wire(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """Base of all types: camelCase names, strict."""


class Problem(Wire, kw_only=True):
    """Why something was refused. `code` is stable, `text` is in the caller's language."""

    code: str
    text: str
    params: Json = {}
    rule: str = ""
    """The rule that refused, `uno#INVALID_CARD`; empty if it was not a rule of the game."""
    incident: str = ""
    """Set on an internal error: the number under which the server's log has the details."""


class ErrorAnswer(Wire, kw_only=True):
    """Body of every HTTP answer that is not 2xx."""

    error: Problem
