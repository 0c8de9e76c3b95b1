"""Why a play is accepted or refused, step by step, as data.

The words for a step are `trace.<key>` in the catalogue of its game. The verdict comes from the check itself; the steps
say which rule led to it.
"""

from collections.abc import Callable
from typing import Final, final

Clock = Callable[[], float]


def no_clock() -> float:
    """The clock of traces that are not timed."""
    return 0.0


@final
class Step:
    """One thing that was checked: the paragraph of the rules, a stable key, parameters."""

    def __init__(self, rule: str, key: str, params: dict[str, object]) -> None:
        self.rule: Final = rule
        self.key: Final = key
        self.params: Final = params

    def to_json(self) -> dict[str, object]:
        """The step as `paiju explain --json` prints it."""
        return {"rule": self.rule, "step": self.key, "params": self.params}


@final
class Trace:
    """The steps of one check and its verdict: "" or the code of the rule that refuses."""

    def __init__(self, verdict_rule: str) -> None:
        self.verdict_rule: Final = verdict_rule
        """The paragraph of the rules that lists the codes."""
        self.steps: Final[list[Step]] = []
        self.code = ""
        self.params: dict[str, object] = {}
        """Parameters for the message of the verdict's code."""
        self.seconds = 0.0
        """How long the check itself took, when a clock was given."""

    def note(self, rule: str, key: str, **params: object) -> None:
        """Add a step."""
        self.steps.append(Step(rule, key, params))

    def end(self, code: str) -> "Trace":
        """Set the verdict, add it as the last step, and return the trace."""
        self.code = code
        if code:
            self.note(self.verdict_rule, "refused", code=code)
        else:
            self.note(self.verdict_rule, "accepted")
        return self

    def to_json(self) -> dict[str, object]:
        """The whole trace as `paiju explain --json` prints it."""
        return {
            "valid": not self.code,
            "code": self.code or None,
            "params": self.params,
            "steps": [step.to_json() for step in self.steps],
            "microseconds": round(self.seconds * 1e6, 1),
        }
