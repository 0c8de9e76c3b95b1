"""JSON Schema of the live messages, from which the page's types are generated: `python -m paiju.protocol.schema`."""

import sys
from typing import Any

import msgspec

from paiju.protocol import messages


def message_schema() -> dict[str, Any]:
    """One document: `$defs` has every type, `client` and `server` are the two unions."""
    roots, definitions = msgspec.json.schema_components(
        [messages.ClientMessage, messages.ServerMessage], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "paiju live messages",
        "type": "object",
        "properties": {"client": roots[0], "server": roots[1]},
        "$defs": definitions,
    }


if __name__ == "__main__":
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(message_schema()), indent=2).decode() + "\n")
