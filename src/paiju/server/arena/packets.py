"""Checks Engine.IO packets of clients before they reach the libraries, which fail on malformed ones."""

import re
from collections.abc import Awaitable, Callable
from typing import Any, Final

from paiju.server.errors import Refusal
from paiju.server.web.json_input import parse_json

_MOST_PACKETS: Final = 16
_SEPARATOR: Final = "\x1e"
_PLAIN: Final = re.compile(r"[1356]|2(?:probe)?|3(?:probe)?|40(?:/[^,{]*,?)?|41(?:/[^,]*,?)?")
_WITH_JSON: Final = re.compile(r"4(?:0(?:/[^,{]*,)?(?P<auth>\{.*)|[23](?:/[^,]*,)?\d{0,9}(?P<list>\[.*))", re.DOTALL)
_RESERVED: Final = frozenset(("connect", "connect_error", "disconnect"))
"""Events of Socket.IO itself. Its server would accept them from a client as if it had raised them."""

CLOSE_UNSUPPORTED: Final = 1003
CLOSE_UNREADABLE: Final = 1007

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]


def is_packet(text: str) -> bool:
    """Whether a client may send this: control packets, and Socket.IO's connect, disconnect, event and answer.

    Nothing of the arena is binary.
    """
    if _PLAIN.fullmatch(text):
        return True
    found = _WITH_JSON.fullmatch(text)
    if found is None:
        return False
    try:
        inside = parse_json(f'{{"packet":{found["auth"] or found["list"]}}}')["packet"]
    except Refusal:
        return False
    answer = text[1] == "3"
    if isinstance(inside, dict) or answer:
        return True
    return bool(inside) and isinstance(inside[0], str) and inside[0] not in _RESERVED


def is_payload(body: bytes) -> bool:
    """Whether the body of a poll's POST consists of such packets, and not of too many."""
    try:
        packets = body.decode("utf-8").split(_SEPARATOR)
    except UnicodeDecodeError:
        return False
    return len(packets) <= _MOST_PACKETS and all(is_packet(packet) for packet in packets)


class Filter:
    """Wraps the WebSocket of Engine.IO: the first message that is not a packet ends the connection."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive: Final = receive
        self._send: Final = send
        self._closed = False

    async def receive(self) -> Any:
        """The next message."""
        message = await self._receive()
        if message["type"] != "websocket.receive":
            return message
        text = message.get("text")
        if text is not None and is_packet(text):
            return message
        code = CLOSE_UNSUPPORTED if text is None else CLOSE_UNREADABLE
        await self.send({"type": "websocket.close", "code": code, "reason": ""})
        self._closed = True
        return {"type": "websocket.disconnect", "code": code}

    async def send(self, message: Any) -> None:
        """Send a message; nothing is sent after a close."""
        if not self._closed:
            await self._send(message)
