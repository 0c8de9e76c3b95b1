"""Structured logs, one JSON object per line. They never contain hands, seeds, secrets or addresses of clients."""

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Final

import structlog

_LEVELS: Final = {"debug": 10, "info": 20, "warning": 30, "error": 40}


def set_up_logs(level: str) -> None:
    """Log to stderr. uvicorn's access log is off, because paths may contain secrets of legacy clients."""
    number = _LEVELS.get(level.lower(), 20)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=_StderrLogger,
        cache_logger_on_first_use=True,
    )
    others = logging.StreamHandler(sys.stderr)
    others.setFormatter(JsonFormatter())
    logging.basicConfig(level=max(number, 30), handlers=[others])


class _StderrLogger:
    """Looks `sys.stderr` up for every line, because loggers outlive its redirections."""

    def __init__(self, *_names: object) -> None:
        pass

    def msg(self, message: str) -> None:
        """Write one line."""
        sys.stderr.write(message + "\n")
        sys.stderr.flush()

    log = debug = info = warning = error = critical = exception = msg


class JsonFormatter(logging.Formatter):
    """Formats logs of libraries like our own. Of an exception only the type is logged: its text may show secrets."""

    def format(self, record: logging.LogRecord) -> str:
        line = {"event": record.getMessage(), "logger": record.name, "level": record.levelname.lower()}
        if record.exc_info and record.exc_info[0] is not None:
            line["kind"] = record.exc_info[0].__name__
        at = datetime.fromtimestamp(record.created, UTC).isoformat().replace("+00:00", "Z")
        return json.dumps({**line, "timestamp": at})
