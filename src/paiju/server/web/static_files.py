"""The page: files built from `web/` into `static/`. Without them, a plain page says how to get them."""

import gzip
import mimetypes
import os
from functools import lru_cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from litestar import Request, Response, get

from paiju.server.errors import Refusal
from paiju.server.services import Served
from paiju.server.web.callers import is_known
from paiju.server.web.prepared import ENCODINGS, accepted_encodings

STATIC: Final = Path(__file__).parents[1] / "static"
_TYPES: Final = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
_FOR_EVER: Final = "public, max-age=31536000, immutable"
_A_DAY: Final = "public, max-age=86400"
_ASK_AGAIN: Final = "no-cache"
"""For files that belong to a version of the page and keep their names: an upgrade is seen at once."""
_PICTURES: Final = (".svg", ".png", ".ico")
_ENDINGS: Final = {"br": ".br", "gzip": ".gz"}
"""Of the files that the build has stored in each encoding: those that it makes smaller."""
_BASE: Final = b"{{base}}"
"""Stands for the public address of the server in index.html: link previews need whole addresses."""

_NOT_BUILT: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>paiju 牌局</title>
<h1>paiju 牌局</h1>
<p>The server runs. The page has not been built in this checkout; build it with <code>make serve</code> or
<code>cd web &amp;&amp; npm ci &amp;&amp; npm run build</code>.</p>
<p lang="zh-CN">服务器已启动。网页还没有生成，请运行 <code>make serve</code>。</p>
<p>Programs can play already: see <a href="/schema">the API description</a>, <code>paiju join</code> and
<code>docs/api.md</code>.</p>
</html>
"""


class _Sent(NamedTuple):
    """A file as it is sent."""

    body: bytes
    encoding: str
    """"" for the file as it is."""
    etag: str


def _file(path: str) -> Path | None:
    """The built file of a path, or None. Never a file outside the folder or a hidden one."""
    parts = [part for part in path.split("/") if part]
    if any(part.startswith(".") or "\\" in part or "\0" in part for part in parts):
        return None
    found = STATIC.joinpath(*parts) if parts else STATIC / "index.html"
    # Unlike the method, the function answers False to a path that is too long.
    return found if os.path.isfile(found) and found.resolve().is_relative_to(STATIC.resolve()) else None


@lru_cache(maxsize=256)
def _sent(file: Path, _modified: int, accepted: frozenset[str], base: str) -> _Sent:
    """The smallest form of a file that a client accepts."""
    body, encoding = file.read_bytes(), ""
    if file.name == "index.html":
        body = body.replace(_BASE, escape(base).encode())
        if "gzip" in accepted:
            body, encoding = gzip.compress(body, 9, mtime=0), "gzip"
    else:
        for name in ENCODINGS:
            packed = file.with_name(file.name + _ENDINGS[name])
            if name in accepted and packed.is_file():
                body, encoding = packed.read_bytes(), name
                break
    return _Sent(body, encoding, f'"{sha256(body).hexdigest()[:24]}"')


def _answer(file: Path, request: Request[Any, Any, Any], base: str) -> Response[bytes]:
    kind = _TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    accepted = accepted_encodings(request.headers.get("accept-encoding", ""))
    page = file.name == "index.html"
    sent = _sent(file, file.stat().st_mtime_ns, accepted, base if page else "")
    caching = _FOR_EVER if file.parent.name == "assets" else _A_DAY if file.suffix in _PICTURES else _ASK_AGAIN
    headers = {"cache-control": caching, "etag": sent.etag, "vary": "accept-encoding"}
    if is_known(request.scope, sent.etag):
        return Response(b"", status_code=304, media_type=kind, headers=headers)
    if sent.encoding:
        headers["content-encoding"] = sent.encoding
    return Response(sent.body, media_type=kind, headers=headers)


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(service: Served, request: Request[Any, Any, Any]) -> Response[bytes]:
    """A built file; addresses inside the page (`/room/…`) are redirected to the page."""
    path = request.scope["path"]
    if path.startswith(("/api/", "/socket.io")) or path == "/api":
        raise Refusal("not_found")
    file = _file(path)
    if file is not None:
        return _answer(file, request, service.base_of(request.scope))
    last = path.rsplit("/", 1)[-1]
    if "." in last:
        raise Refusal("not_found")
    if _file("index.html") is not None:
        # The page loads its files by relative paths, so it has one address; places inside it follow the #.
        return Response(b"", status_code=302, headers={"location": f"/#{quote(path)}"})
    return Response(_NOT_BUILT.encode(), media_type="text/html")
