"""One word, one meaning: no two classes share a name, and a negative number with a name means one thing."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from paiju.games.registry import GAMES

SOURCE = Path(__file__).parent.parent.parent / "src" / "paiju"
GAME_FOLDER = re.compile(rf"(?<=/)({'|'.join(game.name for game in GAMES)})/")

SHARED_CLASSES = {
    "Card": "the plain interfaces of both games have one; their modules are divided differently",
    "Settings": "the server and the terminal have settings of their own, and no module uses both",
    "ShandongView": "`wire` describes the JSON of the view of the rules",
    "UnoAction": "`wire` describes the JSON of the action of the rules",
    "UnoView": "`wire` describes the JSON of the view of the rules",
}
"""Names of several classes, and why. Classes of the same module in the folders of two games count as one."""

ACTORS = {"CHANCE": -1, "HOST": -2, "ROOM": -3, "NOBODY": -4}
"""Who does something, or is awaited, where it is not a seat."""
RECIPIENTS = {"SPECTATOR": -3}
"""Who is shown something, where it is not a seat. A recipient never acts."""


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(SOURCE.rglob("*.py")):
        yield path.relative_to(SOURCE).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def constants() -> Iterator[tuple[str, str, int]]:
    """Every negative integer that a module gives a name: module, name and number."""
    for module, tree in modules():
        for node in tree.body:
            if isinstance(node, ast.AnnAssign | ast.Assign) and node.value is not None:
                target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
                value = node.value.args[0] if isinstance(node.value, ast.Call) and node.value.args else node.value
                if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub):
                    number = ast.literal_eval(value)
                    if isinstance(number, int):
                        yield module, ast.unparse(target), number


def test_no_two_classes_share_a_name() -> None:
    found: dict[str, set[str]] = defaultdict(set)
    for module, tree in modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                found[node.name].add(GAME_FOLDER.sub("GAME/", module))
    shared = {name: places for name, places in found.items() if len(places) > 1}
    assert {name: places for name, places in shared.items() if name not in SHARED_CLASSES} == {}
    assert set(SHARED_CLASSES) <= set(shared), "not shared any more"


def test_a_negative_number_means_one_thing() -> None:
    outside = {name: number for module, name, number in constants() if not module.startswith("games/")}
    assert outside == {**ACTORS, **RECIPIENTS}
    assert len(set(ACTORS.values())) == len(ACTORS)
    for module, name, number in constants():
        if module.startswith("games/"):
            assert (name[:3], number) == ("NO_", -1), f"{module}: {name} = {number}"
