"""Structured logs, one JSON object a line. Hands, seeds and secrets never get here; addresses of requests neither."""

import logging
import sys
from typing import Final

import structlog

_LEVELS: Final = {"debug": 10, "info": 20, "warning": 30, "error": 40}


def set_up_logs(level: str) -> None:
    """Everything goes to stderr. uvicorn's access log is off: paths may hold secrets of legacy clients."""
    number = _LEVELS.get(level.lower(), 20)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(level=max(number, 30), stream=sys.stderr, format="%(levelname)s %(name)s %(message)s")
