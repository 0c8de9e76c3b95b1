"""Print every wire type of the server as the components of an OpenAPI document, for `npm run types`."""

import inspect
import sys
from itertools import chain
from types import ModuleType

import msgspec

from paiju.protocol import base, history, messages, play, rooms, study


def _structs(module: ModuleType) -> list[type[msgspec.Struct]]:
    """The types a module defines, by name."""
    return [
        kind
        for _, kind in inspect.getmembers(module, inspect.isclass)
        if issubclass(kind, msgspec.Struct) and kind.__module__ == module.__name__ and kind is not base.Wire
    ]


def main() -> None:
    """Every struct of `paiju.protocol`, plus the two unions of the live socket."""
    modules = (base, rooms, play, history, messages)
    structs = [*sorted(chain(*map(_structs, modules)), key=lambda kind: kind.__name__), *_structs(study)]
    unions = [messages.ClientMessage, messages.ServerMessage]
    roots, components = msgspec.json.schema_components([*structs, *unions], ref_template="#/components/schemas/{name}")
    components["ClientMessage"], components["ServerMessage"] = roots[-2], roots[-1]
    document = {
        "openapi": "3.1.0",
        "info": {"title": "paiju wire types", "version": "1"},
        "paths": {},
        "components": {"schemas": components},
    }
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n")


if __name__ == "__main__":
    main()
