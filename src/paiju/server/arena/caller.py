"""Who makes an arena request: address, MAC, language. Anybody can invent a MAC; only its keyed hash is kept."""

import hashlib
import hmac
import re
from typing import Final

from paiju.server.arena.refusals import ArenaRefusal
from paiju.server.services import Services
from paiju.server.web.callers import Scope, header

_MAC: Final = re.compile(r"[0-9a-f]{2}(?::[0-9a-f]{2}){5}")


def normalised(raw: str) -> str:
    """The MAC in lower case with colons, or "" if `raw` is not a MAC."""
    mac = raw.strip().lower().replace("-", ":")
    return mac if _MAC.fullmatch(mac) else ""


class ArenaCaller:
    """The sender of one request."""

    def __init__(self, service: Services, key: bytes, scope: Scope, body: dict[str, object]) -> None:
        self._key: Final = key
        self.address: Final = service.address(scope)
        self.language: Final = service.language(scope)
        sent = normalised(header(scope, b"x-mac-address"))
        inside = body.get("MAC")
        written = normalised(inside) if isinstance(inside, str) else ""
        self.header_mac: Final = self._hashed(sent)
        self.body_mac: Final = self._hashed(written)
        self.mac: Final = self.header_mac or self.body_mac
        """Of the header, else of the body, else ""."""

    def _hashed(self, mac: str) -> str:
        return hmac.new(self._key, mac.encode(), hashlib.sha256).hexdigest()[:32] if mac else ""

    @property
    def bucket(self) -> str:
        """The rate-limit key of this caller: the address, subdivided by MAC."""
        return f"{self.address}|{self.mac or '-'}"

    def required_mac(self) -> str:
        """The MAC of a join; both places must agree."""
        if not self.mac:
            raise ArenaRefusal("MAC_REQUIRED")
        if self.header_mac and self.body_mac and self.header_mac != self.body_mac:
            raise ArenaRefusal("MAC_MISMATCH", status=400)
        return self.mac

    def confirm_mac(self, label: str) -> None:
        """Game requests with another MAC than the seat's are refused; a missing one is tolerated."""
        if self.header_mac and self.header_mac != label:
            raise ArenaRefusal("MAC_MISMATCH", status=403)
