"""What surrounds the code fits together: versions, classifiers, the workflow, make."""

import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent.parent
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PYTHONS = ["3.11", "3.12", "3.13"]
CONSTRAINTS = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()


def workflow() -> Any:
    return yaml.safe_load((ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8"))


def test_the_versions_of_python_are_the_same_everywhere() -> None:
    prefix = "Programming Language :: Python :: "
    named = [
        line.removeprefix(prefix) for line in PYPROJECT["project"]["classifiers"] if line.startswith(prefix + "3.")
    ]
    assert named == workflow()["jobs"]["test"]["strategy"]["matrix"]["python"] == PYTHONS
    assert PYPROJECT["project"]["requires-python"] == f">={PYTHONS[0]}"


def test_the_workflow_runs_what_everybody_runs() -> None:
    runs = [step["run"] for job in workflow()["jobs"].values() for step in job["steps"] if "run" in step]
    assert {"make test", "make coverage", "make soak"} == set(runs)
    for command in runs:
        assert subprocess.run([*command.split(), "-n"], check=False, cwd=ROOT, capture_output=True).returncode == 0


def test_the_hooks_run_what_make_lint_runs() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    assert [repo["repo"] for repo in hooks["repos"]] == ["local"]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for hook in hooks["repos"][0]["hooks"]:
        words = hook["entry"].split()
        assert f"{words[1]}:" in makefile if words[0] == "make" else f"$(BIN)/ruff {words[1]}" in makefile


def test_the_constraints_name_versions_and_no_addresses() -> None:
    assert CONSTRAINTS[0].startswith("#")
    for line in CONSTRAINTS[1:]:
        assert re.fullmatch(r"[a-z0-9.-]+==[\w.]+( ; [\w .'=<>!]+)?", line), line


@pytest.mark.parametrize("python", PYTHONS)
def test_every_requirement_has_a_version_that_fits(python: str) -> None:
    pinned = {}
    for requirement in map(Requirement, CONSTRAINTS[1:]):
        here = {"python_version": python, "python_full_version": f"{python}.9", "sys_platform": "linux"}
        if requirement.marker is None or requirement.marker.evaluate(here):
            assert requirement.name not in pinned, f"{requirement.name} stands twice"
            pinned[requirement.name] = next(iter(requirement.specifier)).version
    project = PYPROJECT["project"]
    groups = [
        project["dependencies"],
        *project["optional-dependencies"].values(),
        *PYPROJECT["dependency-groups"].values(),
    ]
    for wanted in (Requirement(text) for group in groups for text in group):
        version = pinned[re.sub(r"[-_.]+", "-", wanted.name).lower()]
        assert wanted.specifier.contains(version), f"{wanted} and {version}: run make upgrade"
