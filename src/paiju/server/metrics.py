"""Metrics for Prometheus. They contain no names and no cards."""

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Metrics:
    """Counters of one server."""

    def __init__(self) -> None:
        self.registry: Final = CollectorRegistry()
        self.accepted = 0
        """Accepted actions so far: a plain number, counted thousands of times a second."""
        self._actions: Final = Counter("paiju_actions", "Accepted actions", registry=self.registry)
        self._reported = 0
        self.refused: Final = Counter("paiju_refused", "Refused requests", ["code"], registry=self.registry)
        self.slow: Final = Counter("paiju_slow_sockets", "Sockets closed for not reading", registry=self.registry)
        self.floods: Final = Counter("paiju_flooding_sockets", "Sockets closed for flooding", registry=self.registry)
        self.incidents: Final = Counter("paiju_incidents", "Internal errors", registry=self.registry)
        self.requests: Final = Histogram(
            "paiju_request_seconds", "Time to answer HTTP requests", registry=self.registry
        )
        self.sockets: Final = Gauge("paiju_sockets", "Open native sockets", registry=self.registry)
        self.rooms: Final = Gauge("paiju_rooms", "Live rooms", registry=self.registry)
        self.tables: Final = Gauge("paiju_tables_in_memory", "Tables in memory", registry=self.registry)
        self.commits: Final = Gauge("paiju_commits", "Synced commits since the start", registry=self.registry)
        self.appends: Final = Gauge("paiju_appends", "Appends since the start", registry=self.registry)
        self.ready: Final = Gauge("paiju_store_ready", "1 when the store can be written", registry=self.registry)

    def text(self) -> bytes:
        """The body of `/metrics`."""
        self._actions.inc(self.accepted - self._reported)
        self._reported = self.accepted
        return generate_latest(self.registry)
