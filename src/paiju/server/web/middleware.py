"""ASGI middleware for every request: body limits, origins, security headers, unexpected errors."""

import time
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qs

import msgspec
import structlog

from paiju.protocol.base import ErrorAnswer, Problem
from paiju.server.arena.http import refuse
from paiju.server.arena.packets import is_payload
from paiju.server.arena.refusals import ArenaRefusal, as_arena_refusal, is_arena
from paiju.server.errors import Refusal
from paiju.server.live.socket import PATH, live
from paiju.server.services import Services
from paiju.server.web.callers import Scope, header, host_of
from paiju.server.web.http_protocol import READ_SECONDS
from paiju.server.web.json_input import BODY, parse_json
from paiju.server.web.study_api import RECORD_PATH, largest_record

if TYPE_CHECKING:
    from litestar.types import ASGIApp, HTTPRequestEvent, Message, Receive, ReceiveMessage, Send

_log: Final = structlog.get_logger("paiju.http")
_SOCKET_IO: Final = "/socket.io/"
_WITH_BODY: Final = frozenset(("POST", "PUT", "PATCH", "DELETE"))


class LimitsMiddleware:
    """Checks size, time, origin and form of requests, and adds headers to answers."""

    def __init__(self, app: "ASGIApp", service: Services) -> None:
        self._app: Final = app
        self._service: Final = service

    async def __call__(self, scope: Any, receive: "Receive", send: "Send") -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await self._socket(scope, receive, send)

    async def _socket(self, scope: Any, receive: "Receive", send: "Send") -> None:
        callers = self._service.callers
        if self._service.stopping or not callers.host_allowed(scope) or not callers.origin_allowed(scope):
            await receive()
            await send({"type": "websocket.close", "code": 1012 if self._service.stopping else 1008, "reason": ""})
            return
        try:
            if scope["path"] == PATH:
                await live(scope, receive, send, self._service)
            else:
                await self._app(scope, receive, send)
        except Exception as error:
            # An unexpected error ends this socket only.
            incident = self._service.incident(error, scope)
            _log.debug("socket ended", incident=incident)

    async def _http(self, scope: Any, receive: "Receive", send: "Send") -> None:
        started = time.monotonic()
        answered = False

        async def polite_send(message: "Message") -> None:
            nonlocal answered
            if message["type"] == "http.response.start":
                answered = True
                message = {**message, "headers": [*message.get("headers", ()), *self._headers(scope, message)]}
            await send(message)

        try:
            self._check(scope)
            if scope["method"] in _WITH_BODY:
                receive = await self._whole_body(scope, receive)
            await self._app(scope, receive, polite_send)
        except Refusal as refusal:
            if self._is_arena(scope):
                await self._answer_arena(polite_send, scope, as_arena_refusal(refusal))
            else:
                await self._answer(polite_send, refusal.status, refusal.problem(self._service.language(scope)), refusal)
        except Exception as error:
            incident = self._service.incident(error, scope)
            if not answered and self._is_arena(scope):
                await self._answer_arena(polite_send, scope, ArenaRefusal("INTERNAL"))
            elif not answered:
                problem = Refusal("internal").problem(self._service.language(scope))
                problem.incident = incident
                await self._answer(polite_send, 500, problem, None)
        finally:
            self._service.metrics.requests.observe(time.monotonic() - started)

    def _is_arena(self, scope: Scope) -> bool:
        path = str(scope["path"])
        return is_arena(path) or path.startswith(_SOCKET_IO)

    # --- coming in --------------------------------------------------------------------------------------------

    def _check(self, scope: Any) -> None:
        if self._service.stopping:
            raise Refusal("stopping", retry_after=5)
        if not self._service.callers.host_allowed(scope):
            raise Refusal("bad_host")
        if not self._service.callers.origin_allowed(scope):
            raise Refusal("bad_origin")
        if header(scope, b"content-encoding") not in ("", "identity"):
            raise Refusal("bad_media_type")
        if scope["path"].startswith(_SOCKET_IO) and b"j" in parse_qs(scope["query_string"]):
            raise Refusal("bad_request")  # JSONP: a script that any site could embed

    async def _whole_body(self, scope: Any, receive: "Receive") -> "Receive":
        """Read the body within the size and time limits and check that it is acceptable JSON, or text of Engine.IO."""
        chunks = bytearray()
        settings = self._service.settings
        limit = largest_record(settings.max_entries) if scope["path"] == RECORD_PATH else settings.body_bytes
        announced = header(scope, b"content-length")
        if announced.isdecimal() and int(announced) > limit:
            raise Refusal("too_large")
        try:
            async with self._service.clock.timeout(READ_SECONDS):
                while True:
                    message = await receive()
                    if message["type"] != "http.request":
                        break
                    chunks += message.get("body", b"")
                    if len(chunks) > limit:
                        raise Refusal("too_large")
                    if not message.get("more_body"):
                        break
        except TimeoutError:
            raise Refusal("bad_request") from None
        body = bytes(chunks)
        if scope["path"].startswith(_SOCKET_IO):
            if not is_payload(body):
                raise Refusal("bad_request")
        elif body:
            kind = header(scope, b"content-type").partition(";")[0].strip().lower()
            if kind != "application/json":
                raise Refusal("bad_media_type")
            scope[BODY] = parse_json(body)
        whole: list[HTTPRequestEvent] = [{"type": "http.request", "body": body, "more_body": False}]

        async def replay() -> "HTTPRequestEvent | ReceiveMessage":
            return whole.pop() if whole else await receive()

        return replay

    # --- going out --------------------------------------------------------------------------------------------

    def _headers(self, scope: Scope, message: Any) -> list[tuple[bytes, bytes]]:
        host = host_of(scope)
        own = f" ws://{host} wss://{host}" if host else ""
        policy = (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
            f"media-src 'self'; manifest-src 'self'; connect-src 'self'{own}; base-uri 'none'; object-src 'none'; "
            "form-action 'none'; frame-ancestors 'none'"
        )
        headers = [
            (b"content-security-policy", policy.encode()),
            (b"x-content-type-options", b"nosniff"),
            (b"referrer-policy", b"no-referrer"),
            (b"cross-origin-opener-policy", b"same-origin"),
        ]
        names = {name.lower() for name, _ in message.get("headers", ())}
        if b"cache-control" not in names:
            private = scope["path"].startswith(("/api", "/socket.io", "/metrics"))
            headers.append((b"cache-control", b"no-store" if private else b"no-cache"))
        return headers

    async def _answer_arena(self, send: "Send", scope: Any, refusal: ArenaRefusal) -> None:
        self._service.metrics.refused.labels(refusal.code).inc()
        await refuse(send, refusal, self._service.language(scope))

    async def _answer(self, send: "Send", status: int, problem: Problem, refusal: Refusal | None) -> None:
        body = msgspec.json.encode(ErrorAnswer(error=problem))
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        if refusal is not None and refusal.retry_after is not None:
            headers.append((b"retry-after", str(refusal.retry_after).encode()))
        self._service.metrics.refused.labels(problem.code).inc()
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": False})
