"""Which section of the rules in words explains a refusal; the words are in `text`, read by `paiju.guide`."""

from typing import Final

SECTION_OF_CODE: Final = {
    "GAME_NOT_STARTED": "start",
    "NOT_YOUR_TURN": "turn",
    "CARD_NOT_IN_HAND": "turn",
    "MUST_DRAW_FIRST": "debt",
    "INVALID_CARD": "fits",
    "CHOOSE_COLOR_REQUIRED": "wild",
    "CANNOT_SKIP": "draw",
    "INVALID_UNO_CALL": "uno",
    "INVALID_CHALLENGE": "catch",
    "GAME_ENDED": "aim",
    "ROUND_OVER": "round-end",
    "ROUND_NOT_OVER": "round-end",
    "UNKNOWN_PLAYER": "clock",
    "UNKNOWN_ACTION": "turn",
    "INVALID_COLOR": "wild",
    "NO_COLOR_TO_CHOOSE": "first-discard",
    "ALREADY_DRAWN": "draw",
    "ALREADY_ACTED": "turn",
    "ONLY_DRAWN_CARD": "draw",
    "MUST_PLAY_DRAWN": "draw",
    "MUST_PLAY": "turn",
    "WD4_NOT_ALLOWED": "wd4",
    "WD4_RESPONSE_REQUIRED": "wd4",
    "NO_WD4_TO_CHALLENGE": "wd4",
    "TARGET_REQUIRED": "seven",
    "INVALID_TARGET": "seven",
    "JUMP_IN_NOT_ALLOWED": "jump-in",
    "INVALID_OPTION": "changes",
    "INVALID_PLAYER_COUNT": "aim",
}
"""The section that explains a refusal, for a link beside its message."""
