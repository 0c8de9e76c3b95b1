"""Print every type of the server's JSON as the components of an OpenAPI document, for `npm run types`.

These are the structs of `paiju.protocol` and what `paiju.games.*.wire` says about views, actions and facts.
"""

import inspect
import sys
from importlib import import_module
from itertools import chain
from types import ModuleType, UnionType
from typing import Any, get_args

import msgspec
from msgspec.structs import StructMeta

from paiju.games.registry import GAMES
from paiju.protocol import base, history, messages, play, rooms, study

REF = "#/components/schemas/{name}"


def _structs(module: ModuleType) -> list[type[msgspec.Struct]]:
    """The types a module defines, by name."""
    return [
        kind
        for _, kind in inspect.getmembers(module, inspect.isclass)
        if issubclass(kind, msgspec.Struct) and kind.__module__ == module.__name__ and kind is not base.Wire
    ]


def _game_types() -> tuple[list[Any], dict[str, UnionType]]:
    """What the games name: types, and unions of them."""
    types: list[Any] = []
    unions: dict[str, UnionType] = {}
    for game in GAMES:
        for name, found in vars(import_module(f"paiju.games.{game.name}.wire")).items():
            if isinstance(found, StructMeta) and found.__struct_fields__:
                types.append(found)
            elif isinstance(found, UnionType):
                unions[name] = found
    return types, unions


def main() -> None:
    """Every struct of `paiju.protocol`, the two unions of the live socket, and the types of the games."""
    modules = (base, rooms, play, history, messages)
    structs = [*sorted(chain(*map(_structs, modules)), key=lambda kind: kind.__name__), *_structs(study)]
    types, facts = _game_types()
    unions = [messages.ClientMessage, messages.ServerMessage]
    roots, components = msgspec.json.schema_components([*structs, *types, *unions], ref_template=REF)
    components["ClientMessage"], components["ServerMessage"] = roots[-2], roots[-1]
    for component in components.values():
        if "description" in component:  # a docstring, whose indentation Python removes by itself since 3.13
            component["description"] = inspect.cleandoc(component["description"])
    for name, union in facts.items():
        components[name] = {"anyOf": [{"$ref": REF.format(name=member.__name__)} for member in get_args(union)]}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "paiju wire types", "version": "1"},
        "paths": {},
        "components": {"schemas": components},
    }
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n")


if __name__ == "__main__":
    main()
