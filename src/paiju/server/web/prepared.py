"""Answers that are the same for everybody: made, encoded and compressed once."""

import gzip
from collections.abc import Callable
from hashlib import sha256
from typing import Any, Final

from litestar import Request, Response
from litestar.enums import MediaType

from paiju.server.web.callers import is_known

ENCODINGS: Final = ("br", "gzip")
"""The best first."""


def accepted_encodings(header: str) -> frozenset[str]:
    """Those of `ENCODINGS` that an `Accept-Encoding` header allows."""
    found = set()
    for part in header.lower().split(","):
        name, _, quality = part.partition(";")
        if quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000"):
            found.add(name.strip())
    return frozenset(name for name in ENCODINGS if name in found or "*" in found)


class PreparedAnswers:
    """The answers of one application, by name."""

    def __init__(self) -> None:
        self._made: Final[dict[str, tuple[bytes, bytes]]] = {}

    def answer(
        self,
        request: Request[Any, Any, Any],
        name: str,
        make: Callable[[], bytes],
        kind: MediaType | str = MediaType.JSON,
    ) -> Response[Any]:
        """The answer that `make` returned on the first request for this name, compressed if the caller accepts that.
        304 for a caller who has it already."""
        if name not in self._made:
            body = make()
            self._made[name] = body, gzip.compress(body, 9, mtime=0)
        plain, packed = self._made[name]
        headers = {"cache-control": "no-cache", "vary": "accept-encoding"}
        body = plain
        if "gzip" in accepted_encodings(request.headers.get("accept-encoding", "")):
            body, headers["content-encoding"] = packed, "gzip"
        headers["etag"] = f'"{sha256(body).hexdigest()[:24]}"'
        if is_known(request.scope, headers["etag"]):
            headers.pop("content-encoding", None)
            return Response(b"", status_code=304, media_type=kind, headers=headers)
        return Response(body, media_type=kind, headers=headers)
