"""Internals of other packages that we use: these tests fail when an upgrade removes one.

The upper bounds in pyproject.toml keep such an upgrade from being installed unnoticed.
"""

import ast
import importlib
import inspect
import pkgutil
import re
import textwrap
import tomllib
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

import paiju.server
import paiju.terminal.tui

ROOT = Path(__file__).parent.parent.parent

PACKAGES = {
    "uvicorn": "its protocols are subclassed",
    "websockets": "uvicorn's WebSocket is steered through its connection",
    "python-engineio": "its sockets and answers are replaced",
    "python-socketio": "connections are found through its manager",
    "textual": "its app, screens and widgets are subclassed",
}


@cache
def names_of_self(cls: type, *, assigned: bool) -> set[str]:
    """The X of every `self.X` in the source of a class, or only of those that it assigns or declares."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(cls)))
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self":
            if not assigned or isinstance(node.ctx, ast.Store):
                found.add(node.attr)
    return found


def provides(cls: type, name: str) -> bool:
    """Whether objects of a class have this attribute, as far as its source tells."""
    return hasattr(cls, name) or any(makes(base, name) for base in cls.__mro__)


def makes(cls: type, name: str) -> bool:
    """Whether a class itself defines, declares or assigns this attribute."""
    if name in vars(cls) or name in vars(cls).get("__annotations__", {}):
        return True
    try:
        return name in names_of_self(cls, assigned=True)
    except (OSError, TypeError):  # a class without a source in Python, such as object
        return False


def our_subclasses() -> list[tuple[type, type]]:
    """Our classes, each with the first class of another package that it builds on."""
    pairs = []
    for package in (paiju.server, paiju.terminal.tui):
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            module = importlib.import_module(info.name)
            for cls in vars(module).values():
                if inspect.isclass(cls) and cls.__module__ == info.name:
                    foreign = [base for base in cls.__mro__ if base.__module__.split(".")[0] in ("uvicorn", "textual")]
                    if foreign:
                        pairs.append((cls, foreign[0]))
    return pairs


def test_what_our_subclasses_inherit_is_there() -> None:
    pairs = our_subclasses()
    assert {"LiveProtocol", "HttpProtocol", "_Server", "PaijuApp", "Stage", "Board"} <= {
        own.__name__ for own, _ in pairs
    }
    missing = []
    for own, foreign in pairs:
        ours = [base for base in own.__mro__ if base.__module__.startswith("paiju.")]
        for name in sorted(names_of_self(own, assigned=False)):
            if not provides(foreign, name) and not any(makes(base, name) for base in ours):
                missing.append(f"{foreign.__module__}.{foreign.__name__} has no {name}, which {own.__name__} uses")
    assert missing == []


OVERRIDDEN = {
    "uvicorn.protocols.websockets.websockets_sansio_impl:WebSocketsSansIOProtocol": (
        "handle_connect data_received send_receive_event_to_app pause_writing resume_writing connection_lost"
    ),
    "uvicorn.protocols.http.httptools_impl:HttpToolsProtocol": (
        "connection_made connection_lost data_received on_message_begin on_headers_complete send_400_response"
    ),
    "uvicorn:Server": "startup shutdown capture_signals",
    "textual.widget:Widget": "render_line",
}
"""What we replace: under another name it would no longer be called."""

TOUCHED = {
    "uvicorn.protocols.websockets.websockets_sansio_impl:WebSocketsSansIOProtocol": (
        "transport queue stop_keepalive send_keepalive_ping last_ping_rtt read_paused close_timer close_sent frames "
        "curr_msg_data_type conn scope"
    ),
    "websockets.server:ServerProtocol": "current_size state send_close data_to_send",
    "engineio.async_server:AsyncServer": "_bad_request _method_not_found _unauthorized handlers sockets on",
    "engineio.async_socket:AsyncSocket": "queue close closed upgraded",
    "socketio.async_manager:AsyncManager": "eio_sid_from_sid",
    "socketio.async_server:AsyncServer": "eio manager",
}
"""What we read, call or set from outside."""

PACKAGE_OF = {"engineio": "python-engineio", "socketio": "python-socketio"}


@pytest.mark.parametrize(
    ("place", "name"),
    [(place, name) for table in (OVERRIDDEN, TOUCHED) for place, names in table.items() for name in names.split()],
)
def test_the_internal_is_there(place: str, name: str) -> None:
    module, _, cls = place.partition(":")
    owner: Any = getattr(importlib.import_module(module), cls)
    package = PACKAGE_OF.get(module.split(".")[0], module.split(".")[0])
    assert provides(owner, name), f"{package} {version(package)}: {cls} has no {name}"


@pytest.mark.parametrize("package", PACKAGES)
def test_such_a_package_has_an_upper_bound(package: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["server"]]
    lines = [line for line in wanted if re.match(rf"{package}[\[<>=]", line)]
    assert [line for line in lines if "<" in line] == lines != [], PACKAGES[package]
