"""The ASGI application: routes, middleware, dialects, start and stop."""

import asyncio
from functools import cache
from typing import TYPE_CHECKING, Any, Final, cast

import msgspec
import socketio
from litestar import Litestar, Request, Response, get
from litestar.config.app import AppConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme

from paiju import __version__
from paiju.protocol.base import ErrorAnswer
from paiju.server.arena.arena import Arena
from paiju.server.arena.http import ArenaHttp
from paiju.server.arena.packets import Filter
from paiju.server.arena.refusals import is_arena
from paiju.server.errors import Refusal
from paiju.server.live.connection import CLOSE_SLOW
from paiju.server.live.socket import CLOSE_NOT_ENTERED, CLOSE_RESTART
from paiju.server.services import Served, Services
from paiju.server.web.history_api import HistoryController
from paiju.server.web.json_input import BODY, bad_fields, typed
from paiju.server.web.middleware import LimitsMiddleware
from paiju.server.web.rooms_api import HealthController, RoomsController, SeatController
from paiju.server.web.static_files import page
from paiju.server.web.study_api import StudyController
from paiju.storage.faults import StoreError

if TYPE_CHECKING:
    from litestar.types import Receive, Send

_WATCH_SECONDS: Final = 1.0
_WAVES: Final = 8
_WAVE_SECONDS: Final = 0.25
_LIBRARY_PAGES: Final = "/openapi"
"""Litestar's own documentation pages, which load scripts of third parties. `/schema` shows the document instead."""
_SERVICE: Final = "paiju.service"
"""Where the scope of a request names the server that is asked."""
_CODES: Final = {400: "bad_request", 404: "not_found", 405: "bad_method", 413: "too_large", 415: "bad_media_type"}


def create_app(service: Services, arena: Arena) -> Any:
    """The ASGI application of a server. `start` the server first; `stop` it in the end."""
    return LimitsMiddleware(Dialects(service, arena), service)


@cache
def _native_api() -> Litestar:
    """The native API and the page: the same for every server of this process, as they take a tenth of a second to put
    together. Which server is asked is in the scope."""
    config = AppConfig(
        route_handlers=[
            RoomsController,
            SeatController,
            HistoryController,
            StudyController,
            HealthController,
            schema,
            page,
        ],
        dependencies={"service": Provide(_service_of, sync_to_thread=False)},
        exception_handlers={
            Refusal: _refused,
            StoreError: _store_away,
            ValidationException: _invalid,
            HTTPException: _other,
            Exception: _unexpected,
        },
        before_request=_strict_body,
        request_class=_DecodedRequest,
        request_max_body_size=None,  # the middleware limits it
        openapi_config=OpenAPIConfig(
            title="paiju",
            version=__version__,
            path=_LIBRARY_PAGES,
            render_plugins=[],
            components=Components(security_schemes={"seat": SecurityScheme(type="http", scheme="bearer")}),
        ),
    )
    return Litestar.from_config(config)


class Dialects:
    """Routes requests to the arena (its HTTP paths and Socket.IO) or to the native API and the page."""

    def __init__(self, service: Services, arena: Arena) -> None:
        self._native: Final = _native_api()
        self._service: Final = service
        self._http: Final = ArenaHttp(arena)
        self._sockets: Final = socketio.ASGIApp(arena.sio)
        self._connections: Final = arena.connections

    async def __call__(self, scope: Any, receive: "Receive", send: "Send") -> None:
        path = scope.get("path", "")
        if path.startswith(_LIBRARY_PAGES):
            raise Refusal("not_found")
        if path.startswith("/socket.io/"):
            self._connections.before_request(scope)
            if scope["type"] == "websocket":
                filtered = Filter(receive, send)
                receive, send = filtered.receive, filtered.send
            await self._sockets(scope, receive, send)
        elif scope["type"] == "http" and is_arena(path):
            await self._http(scope, receive, send)
        else:
            scope[_SERVICE] = self._service
            await self._native(scope, receive, send)


async def start(service: Services, arena: Arena) -> None:
    """Open the rooms and whatever else must be there before the first request."""
    await service.log.probe()  # a full disk, or a read-only file, is noticed at once
    await service.lobby.open()
    await arena.open()
    await service.cluster.start()
    service.spawn(_watch(service))


async def stop(service: Services) -> None:
    """Refuse new requests, close sockets with "restarting", and wait until pending appends are stored."""
    if service.stopping:
        return
    service.stopping = True
    await service.cluster.hand_over()
    sockets = service.sockets.all()
    waves = _WAVES if service.cluster.shared else 1  # so that they do not all reconnect at once
    for wave in range(waves):
        for socket in sockets[wave::waves]:
            socket.close(CLOSE_RESTART)
        if sockets and wave + 1 < waves:
            await asyncio.sleep(_WAVE_SECONDS)
    for close in service.closing:
        await close()
    for _ in range(20):
        if not service.sockets:
            break
        await asyncio.sleep(0.05)
    await service.lobby.close()
    await service.stop_background()
    await service.log.close()
    await service.cluster.stop()


async def _watch(service: Services) -> None:
    """Close sockets that do not read and those that do not enter a room, until cancelled."""
    while True:
        await service.clock.sleep(_WATCH_SECONDS)
        now = service.clock.monotonic()
        for socket in service.sockets.all():
            blocked, idle = socket.blocked_since(), socket.idle_since()
            if blocked is not None and now - blocked > service.settings.stall_seconds:
                socket.close(CLOSE_SLOW)
            elif idle is not None and now - idle > service.settings.enter_seconds:
                socket.close(CLOSE_NOT_ENTERED)


@get("/schema", include_in_schema=False)
async def schema(service: Served, request: Request[Any, Any, Any]) -> Response[Any]:
    """OpenAPI of the native API: JSON, or a plain page for people."""
    if "text/html" in request.headers.get("accept", ""):
        return service.prepared.answer(request, "schema as a page", lambda: _schema_page(request.app), "text/html")
    return service.prepared.answer(request, "schema", lambda: msgspec.json.encode(_document(request.app)))


def _document(app: Litestar) -> dict[str, Any]:
    document = app.openapi_schema.to_schema()
    _close_objects(document)
    return document


def _schema_page(app: Litestar) -> bytes:
    lines = ["<!doctype html><html lang=en><meta charset=utf-8><title>paiju API</title><h1>paiju API</h1><ul>"]
    for path, verbs in sorted(_document(app)["paths"].items()):
        lines.extend(
            f"<li><code>{verb.upper()} {path}</code> {what.get('description', '')}"
            for verb, what in verbs.items()
            if isinstance(what, dict)
        )
    lines.append("</ul><p>The whole document: this address with <code>Accept: application/json</code>.</html>")
    return "\n".join(lines).encode()


def _close_objects(document: dict[str, Any]) -> None:
    """Set `additionalProperties: false` on every object: the server refuses unknown fields."""
    for shape in document.get("components", {}).get("schemas", {}).values():
        if shape.get("type") == "object" and "properties" in shape:
            shape["additionalProperties"] = False
    error = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorAnswer"}}}}
    for verbs in document["paths"].values():
        for what in verbs.values():
            if isinstance(what, dict) and "responses" in what:
                what["responses"].pop("400", None)
                what["responses"]["default"] = {"description": "Refused; nothing changed.", **error}


class _DecodedRequest(Request[Any, Any, Any]):
    """A request whose body has been decoded by the middleware."""

    async def json(self) -> Any:
        """The object of the body."""
        return cast(dict[str, Any], self.scope)[BODY]


async def _strict_body(request: Request[Any, Any, Any]) -> None:
    """Refuse "2" and 2.0 where the body needs the number 2. Litestar converts them, as query strings require."""
    field = request.route_handler.parsed_data_field
    if field is not None and BODY in request.scope:
        typed(await request.json(), field.annotation)


def _service_of(request: Request[Any, Any, Any]) -> Services:
    """The server that is asked."""
    return cast(Services, cast(dict[str, Any], request.scope)[_SERVICE])


def _refused(request: Request[Any, Any, Any], refusal: Refusal) -> Response[ErrorAnswer]:
    service = _service_of(request)
    service.metrics.refused.labels(refusal.code).inc()
    headers = {} if refusal.retry_after is None else {"retry-after": str(refusal.retry_after)}
    problem = refusal.problem(service.language(request.scope))
    return Response(
        ErrorAnswer(error=problem), status_code=refusal.status, headers=headers, media_type="application/json"
    )


def _store_away(request: Request[Any, Any, Any], _error: StoreError) -> Response[ErrorAnswer]:
    return _refused(request, Refusal("store_away"))


def _invalid(request: Request[Any, Any, Any], error: ValidationException) -> Response[ErrorAnswer]:
    extra = error.extra if isinstance(error.extra, list) else []
    keys = [str(item.get("key") or item.get("message")) for item in extra if isinstance(item, dict)]
    return _refused(request, bad_fields(", ".join(keys)))


def _other(request: Request[Any, Any, Any], error: HTTPException) -> Response[ErrorAnswer]:
    if error.status_code >= 500:
        return _unexpected(request, error)
    return _refused(request, Refusal(_CODES.get(error.status_code, "bad_request")))


def _unexpected(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorAnswer]:
    """The answer to an unexpected error: generic, with the incident number under which the log has the details."""
    service = _service_of(request)
    problem = Refusal("internal").problem(service.language(request.scope))
    problem.incident = service.incident(error, request.scope)
    return Response(ErrorAnswer(error=problem), status_code=500, media_type="application/json")
