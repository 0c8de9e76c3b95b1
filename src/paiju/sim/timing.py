"""Thinking times, counted in logarithmic classes: small to send between processes, exact enough for p50 and p95."""

import math

STEP = math.log(1.05)
"""Neighbouring classes differ by 5 %."""


class Times:
    """How long decisions took. Two of them can be added."""

    def __init__(self) -> None:
        self.classes: dict[int, int] = {}
        self.count = 0
        self.longest = 0.0
        self.total = 0.0

    def add(self, seconds: float) -> None:
        """Count one decision."""
        index = int(math.log(max(seconds, 1e-9)) / STEP)
        self.classes[index] = self.classes.get(index, 0) + 1
        self.count += 1
        self.total += seconds
        if seconds > self.longest:
            self.longest = seconds

    def merge(self, other: "Times") -> None:
        """Add what another process measured."""
        for index, number in other.classes.items():
            self.classes[index] = self.classes.get(index, 0) + number
        self.count += other.count
        self.total += other.total
        self.longest = max(self.longest, other.longest)

    def quantile(self, q: float) -> float:
        """Seconds below which a share `q` of the decisions stayed; 0 without decisions."""
        wanted = q * self.count
        seen = 0
        for index in sorted(self.classes):
            seen += self.classes[index]
            if seen >= wanted:
                return min(math.exp((index - 0.5) * STEP), self.longest)
        return self.longest

    def to_json(self) -> dict[str, object]:
        return {"p50": self.quantile(0.5), "p95": self.quantile(0.95), "max": self.longest, "total": self.total}
