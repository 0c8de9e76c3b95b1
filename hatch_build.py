"""The build hook: puts the page, the compiled catalogues and the compiled modules into the wheel.

PAIJU_NO_PAGE=1            do not build the page (an install for the terminal only)
PAIJU_PURE=1               do not compile anything
PAIJU_REQUIRE_COMPILED=1   fail where the modules cannot be compiled, instead of shipping them as plain Python
PAIJU_OPTIMIZE=0           compile only engine and games, and without making them fast, for tests of the rules: in an
                           eighth of the time
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "src")]

from page import NODE_WHEEL, build_page, page_is_stale, system_has_node  # noqa: E402  # found by the line above

COMPILE = """
import json
import sys
from mypyc.build import mypycify
from setuptools import setup

target, level, groups = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
# Packages that are not installed here count as untyped; `make lint` checks all types.
options = ["--config-file=", "--no-site-packages", "--ignore-missing-imports", "--follow-imports=silent"]
options += ["--namespace-packages", "--explicit-package-bases"]
modules = mypycify(
    options + [file for files in groups.values() for file in files],
    opt_level=level,
    debug_level="0",
    target_dir=target + "/c",
    separate=[(files, "paiju_" + name) for name, files in groups.items()],
)
setup(
    name="paiju",
    package_dir={"": "src"},
    packages=[],
    ext_modules=modules,
    script_args=["--quiet", "build_ext", "-j2", "--build-lib", target + "/lib", "--build-temp", target + "/o"],
)
"""
"""The groups of modules are compiled beside each other, each as one C file."""


class Hook(BuildHookInterface):  # type: ignore[type-arg]  # hatchling's own examples leave its config untyped
    """Runs before hatchling gathers the files."""

    def dependencies(self) -> list[str]:
        """What the build itself needs, asked before it starts: only what this build will really use."""
        needed = []
        if self._wants_page() and not system_has_node():
            needed.append(NODE_WHEEL)
        if self.target_name == "wheel":
            needed += ["Babel>=2.16", "mypy_extensions>=1.0", "platformdirs>=4"]
            if not os.environ.get("PAIJU_PURE"):
                needed += ["mypy>=1.18", "setuptools>=77"]
        return needed

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """`version` is "standard" for a wheel, "editable" for a development install, which stays pure Python."""
        if self._wants_page():
            build_page()
        if self.target_name == "wheel" and version == "standard":
            self.made = tempfile.TemporaryDirectory(prefix="paiju-build-")
            self._catalogues(Path(self.made.name), build_data)
            if not os.environ.get("PAIJU_PURE"):
                self._compile(Path(self.made.name), build_data)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "made"):
            self.made.cleanup()

    def _wants_page(self) -> bool:
        return not os.environ.get("PAIJU_NO_PAGE") and page_is_stale()

    def _catalogues(self, folder: Path, build_data: dict[str, Any]) -> None:
        from paiju.i18n import LOCALE, compiled

        for po in LOCALE.glob("*/LC_MESSAGES/*.po"):
            inside = po.relative_to(LOCALE.parent.parent).with_suffix(".mo")
            mo = folder / "mo" / inside
            mo.parent.mkdir(parents=True, exist_ok=True)
            mo.write_bytes(compiled(po))
            build_data["force_include"][str(mo)] = str(inside)

    def _compile(self, folder: Path, build_data: dict[str, Any]) -> None:
        level = os.environ.get("PAIJU_OPTIMIZE", "3")
        if level == "0":
            groups = {"engine": self._sources("engine")}
        else:
            groups = {"engine": self._sources("engine", "bots"), "server": self._sources("server")}
        done = subprocess.run(
            [sys.executable, "-c", COMPILE, str(folder), level, json.dumps(groups)],
            check=False,
            cwd=ROOT,
            env={**os.environ, "MYPYPATH": str(ROOT / "src")},
            stdout=sys.stderr,
        )
        libraries = list((folder / "lib").rglob("*.so")) + list((folder / "lib").rglob("*.pyd"))
        if done.returncode or not libraries:
            if os.environ.get("PAIJU_REQUIRE_COMPILED"):
                raise RuntimeError("the modules could not be compiled")
            self.app.display_warning("The modules could not be compiled; this wheel is plain Python and slower.")
            return
        for library in libraries:
            build_data["force_include"][str(library)] = str(library.relative_to(folder / "lib"))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def _sources(self, *lists: str) -> list[str]:
        """The modules of these lists in pyproject.toml, without those named by `interpret`."""
        left_out = {path for pattern in self.config["interpret"] for path in ROOT.glob(pattern)}
        found = {path for name in lists for pattern in self.config[name] for path in ROOT.glob(pattern)}
        return sorted(str(path.relative_to(ROOT)) for path in found - left_out)
