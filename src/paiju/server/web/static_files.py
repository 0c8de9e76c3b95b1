"""The page: files built from `web/` into `static/`. Without them, a plain page says how to get them."""

import mimetypes
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from litestar import Request, Response, get

from paiju.server.errors import Refusal

STATIC: Final = Path(__file__).parents[1] / "static"
_TYPES: Final = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/json",
}
_FOR_EVER: Final = "public, max-age=31536000, immutable"

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


def _file(path: str) -> Path | None:
    """The built file of a path, or None. Never a file outside the folder or a hidden one."""
    parts = [part for part in path.split("/") if part]
    if any(part.startswith(".") or "\\" in part or "\0" in part for part in parts):
        return None
    found = STATIC.joinpath(*parts) if parts else STATIC / "index.html"
    return found if found.is_file() and found.resolve().is_relative_to(STATIC.resolve()) else None


def _answer(file: Path) -> Response[bytes]:
    kind = _TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    headers = {"cache-control": _FOR_EVER if file.parent.name == "assets" else "no-cache"}
    return Response(file.read_bytes(), media_type=kind, headers=headers)


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """A built file; addresses inside the page (`/room/…`) are redirected to the page."""
    path = request.scope["path"]
    if path.startswith(("/api/", "/socket.io")) or path == "/api":
        raise Refusal("not_found")
    file = _file(path)
    if file is not None:
        return _answer(file)
    last = path.rsplit("/", 1)[-1]
    if "." in last:
        raise Refusal("not_found")
    if _file("index.html") is not None:
        # The page finds its files beside itself, so it has one address; where it is in the page stands behind the #.
        return Response(b"", status_code=302, headers={"location": f"/#{quote(path)}"})
    return Response(_NOT_BUILT.encode(), media_type="text/html")
