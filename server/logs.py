"""The server's own log: one JSON object a line on standard error, everything escaped."""

import logging
import sys

import structlog
from structlog.typing import Processor


def configure() -> None:
    """Send structlog and the standard library's logging the same way."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    # JSON in ASCII: a name or a command with an escape sequence stays letters in the log.
    as_json = structlog.processors.JSONRenderer(ensure_ascii=True)
    structlog.configure(
        processors=[*shared, as_json],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, as_json],
            foreign_pre_chain=shared,
        )
    )
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    # Below this asyncssh names users, and a user name may hold a guest's resume code.
    logging.getLogger("asyncssh").setLevel(logging.WARNING)
