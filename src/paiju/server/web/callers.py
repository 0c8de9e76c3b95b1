"""The caller of a request, and the name by which it called the server: addresses behind proxies, hosts, origins."""

import re
import socket
from collections.abc import Mapping
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs

from paiju.server.settings import Settings, host_in, origin_of, parts
from paiju.server.web.limits import address_key, plain_address

Scope = Mapping[str, Any]
_SESSION: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")


class Person(NamedTuple):
    """The rate-limit keys of a caller. A client may send a random session id; it only subdivides the address, which has
    larger limits of its own."""

    address: str
    key: str


def header(scope: Scope, name: bytes) -> str:
    """A request header, or ""."""
    return next(iter(_lines(scope, name)), "")


def _lines(scope: Scope, name: bytes) -> list[str]:
    """All lines of a request header."""
    return [bytes(value).decode("latin-1") for key, value in scope.get("headers", ()) if key == name]


def is_known(scope: Scope, etag: str) -> bool:
    """Whether the caller already has what this entity tag names: the answer is 304 then."""
    known = [tag.strip().removeprefix("W/") for tag in header(scope, b"if-none-match").split(",")]
    return etag in known or "*" in known


def host_of(scope: Scope) -> str:
    """The `Host` of the request if it looks like one, else ""."""
    host = header(scope, b"host")
    return host if host and all(sign.isalnum() or sign in ".-:[]_" for sign in host) else ""


class Callers:
    """What the settings say about proxies, names and origins, applied to requests."""

    def __init__(self, settings: Settings) -> None:
        self._trusts: Final = settings.trust_proxy
        self._hops: Final = settings.proxy_hops
        self._proxies: Final = tuple(map(_network, parts(settings.proxies)))
        self._origins: Final = frozenset(parts(settings.origins))
        self._public: Final = origin_of(settings.public_url)
        machine = socket.gethostname().lower()
        named = (settings.host, host_in(settings.public_url), *map(host_in, self._origins), *parts(settings.hosts))
        self._hosts: Final = frozenset(
            {"localhost", machine, f"{machine}.local", *(name.lower() for name in named if name)}
        )

    def address(self, scope: Scope) -> str:
        """The address a request comes from, as limits count it.

        Only configured proxies are trusted. Every proxy appends an address to `X-Forwarded-For`, in the same line or
        in a new one. Anything before the configured number of addresses may have been written by the client.
        """
        client = scope.get("client")
        address = str(client[0]) if client else "unknown"
        if self._trusts and self._is_proxy(plain_address(address)):
            forwarded = parts(",".join(_lines(scope, b"x-forwarded-for")))
            if len(forwarded) >= self._hops:
                address = _without_port(forwarded[-self._hops]) or address
        return address_key(address)

    def _is_proxy(self, address: str) -> bool:
        return _is_address(address) and any(ip_address(address) in network for network in self._proxies)

    def person(self, scope: Scope) -> Person:
        """The caller: its address, and the header `X-Paiju-Session` or, for a WebSocket, `session` in the query."""
        address = self.address(scope)
        asked = parse_qs(bytes(scope.get("query_string", b"")).decode("latin-1")).get("session", [""])[0]
        session = header(scope, b"x-paiju-session") or asked
        return Person(address, f"{address}/{session if _SESSION.fullmatch(session) else '-'}")

    def host_allowed(self, scope: Scope) -> bool:
        """Whether the server was called by one of its names, or by an IP address, which DNS rebinding cannot fake."""
        said = header(scope, b"host")
        if not said:
            return True
        host = host_of(scope).lower()
        name = host if host.count(":") > 1 and not host.startswith("[") else _without_port(host) or host.split(":")[0]
        return bool(host) and (_is_address(name) or name.rstrip(".") in self._hosts or name.endswith(".localhost"))

    def origin_allowed(self, scope: Scope) -> bool:
        """Whether the `Origin` of a request is this server or a configured one. True without the header."""
        origin = header(scope, b"origin")
        if not origin:
            return True
        own = {f"{scheme}://{host_of(scope)}" for scheme in ("http", "https")} if host_of(scope) else set()
        return origin in own or origin == self._public or origin in self._origins


def _network(text: str) -> IPv4Network | IPv6Network:
    """The network that `text` names; an address is a network of one."""
    return ip_network(text if "/" in text else plain_address(text))


def _without_port(text: str) -> str:
    """The IP address in `192.0.2.7`, `192.0.2.7:443`, `2001:db8::7` or `[2001:db8::7]:443`; "" if there is none."""
    bare = text.strip().strip('"')
    if bare.startswith("["):
        bare = bare[1:].partition("]")[0]
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    return bare if _is_address(bare) else ""


def _is_address(text: str) -> bool:
    try:
        ip_address(text.partition("%")[0])
    except ValueError:
        return False
    return True
