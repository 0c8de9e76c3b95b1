"""Print every wire type of the server as the components of an OpenAPI document, for `npm run types`."""

import inspect
import sys

import msgspec

from paiju.protocol import messages, study


def main() -> None:
    """Every struct of `paiju.protocol`, plus the two unions of the live socket."""
    structs = [
        kind
        for module in (messages, study)
        for _, kind in sorted(inspect.getmembers(module, inspect.isclass))
        if issubclass(kind, msgspec.Struct) and kind.__module__ == module.__name__ and kind is not messages.Wire
    ]
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
