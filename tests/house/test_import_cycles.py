"""No module of the package imports, directly or through others, a module that imports it.

Imports inside functions and under `TYPE_CHECKING` count: they hide a cycle, they do not remove it.
"""

from graphlib import CycleError, TopologicalSorter

import grimp


def test_there_is_no_import_cycle() -> None:
    graph = grimp.build_graph("paiju", cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    try:
        tuple(TopologicalSorter(imports).static_order())
    except CycleError as error:
        raise AssertionError(" → ".join(reversed(error.args[1]))) from None
