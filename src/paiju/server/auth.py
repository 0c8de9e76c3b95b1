"""Secrets, ids and names. The secret of a seat proves its ownership; only its hash is stored."""

import hashlib
import hmac
import secrets
import unicodedata
from typing import Final

_CODE_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""No 0/O, no 1/I: codes are read aloud."""
_CODE_LENGTH: Final = 6
_LONGEST_NAME: Final = 32
_LARGEST_NAME: Final = 128
_INVISIBLE: Final = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
_JOINERS: Final = "\u200d\ufe0f"
"""Zero-width joiner and emoji variation selector: invisible alone, but part of visible characters."""
MAC_PLAYER: Final = "m-"
"""Prefix of player ids that are self-declared labels of arena bots, which anybody could claim."""


def new_secret() -> str:
    """192 bits from the operating system."""
    return secrets.token_urlsafe(24)


def new_public_id() -> str:
    """A public id for a seat, independent of its secret."""
    return "p-" + secrets.token_hex(8)


def new_match_id() -> str:
    """A unique id of a match."""
    return secrets.token_hex(12)


def new_room_code() -> str:
    """Six letters that can be read aloud."""
    return "".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_LENGTH))


def hashed(secret: str) -> str:
    """The hash of a secret; only this is stored."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def same(left: str, right: str) -> bool:
    """Compare in constant time."""
    return hmac.compare_digest(left.encode("utf-8", "surrogatepass"), right.encode("utf-8", "surrogatepass"))


def player_of(secret: str) -> str:
    """The public id of a player, derived from the secret by a hash, so that nothing has to be stored."""
    return "u-" + hashed("paiju/player/" + secret)[:24]


def clean_name(raw: str) -> str:
    """The cleaned name, or "" if it is not acceptable: 1–32 visible characters, no control or bidi characters."""
    try:
        name = " ".join(unicodedata.normalize("NFC", raw).split())
        size = len(name.encode("utf-8"))
    except UnicodeEncodeError:  # a lone surrogate
        return ""
    if not name or len(name) > _LONGEST_NAME or size > _LARGEST_NAME:
        return ""
    visible = [sign for sign in name if sign not in _JOINERS]
    if not visible or any(unicodedata.category(sign) in _INVISIBLE for sign in visible):
        return ""
    return name if any(unicodedata.category(sign)[0] not in "ZM" for sign in visible) else ""


def name_key(name: str) -> str:
    """A key that is equal for names that look the same."""
    return unicodedata.normalize("NFKC", name).casefold()


def clean_text(raw: str, longest: int) -> str:
    """The cleaned chat line, or "": a single line without control or bidi characters."""
    try:
        text = " ".join(unicodedata.normalize("NFC", raw).split())
        text.encode("utf-8")
    except UnicodeEncodeError:
        return ""
    kept = "".join(s for s in text if s in _JOINERS or unicodedata.category(s) not in _INVISIBLE)
    return " ".join(kept.split())[:longest].strip()
