"""The server's own log on standard error: one JSON object a line, or readable lines on a terminal.

Either way everything is ASCII: what a player wrote stays letters, whatever it would do to the
terminal on which somebody reads the log.
"""

import json
import logging
import sys
from collections import Counter
from contextlib import suppress
from typing import TextIO, cast

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

lines: Counter[str] = Counter()
"""Lines written since the start, by level."""


def configure(level: str = "info", stream: TextIO | None = None) -> None:
    """Send structlog and the standard library's logging the same way, from `level` up."""
    stream = stream or sys.stderr
    least: int = getattr(logging, level.upper())
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        _count,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    render: Processor = (
        _readable if stream.isatty() else structlog.processors.JSONRenderer(ensure_ascii=True)
    )
    structlog.configure(
        processors=[*shared, render],
        wrapper_class=structlog.make_filtering_bound_logger(least),
        logger_factory=structlog.WriteLoggerFactory(cast(TextIO, _Unfailing(stream))),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, render],
            foreign_pre_chain=shared,
        )
    )
    logging.basicConfig(level=max(least, logging.WARNING), handlers=[handler], force=True)
    # Below this asyncssh names users, and a user name may hold a guest's resume code.
    logging.getLogger("asyncssh").setLevel(max(least, logging.WARNING))
    logging.getLogger("asyncio").addFilter(_not_of_closed_lines)


class _Unfailing:
    """The log's stream: what cannot be written is lost, for a full disk or a reader that has gone.

    No move may fail because its log line does.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> None:
        with suppress(OSError):
            self._stream.write(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._stream.flush()


def _not_of_closed_lines(record: logging.LogRecord) -> bool:
    """Drop asyncio's warning about each write to a closed connection."""
    return record.msg != "socket.send() raised exception."


def _count(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    lines[event.get("level", "")] += 1
    return event


def _readable(_: WrappedLogger, __: str, event: EventDict) -> str:
    """Write time, level, event and the rest; a traceback below, line by line."""
    when, level = event.pop("timestamp", ""), event.pop("level", "")
    message, trace = event.pop("event", ""), str(event.pop("exception", ""))
    rest = "".join(f"  {_plain(key)}={json.dumps(event[key], default=repr)}" for key in event)
    # Indented: player text in an error must not look like a log line.
    below = [f"    {_plain(line)}" for line in trace.splitlines()]
    return "\n".join([f"{when} {level:7} {_plain(message)}{rest}", *below])


def _plain(text: object) -> str:
    """Write it as JSON writes a string, without the quotation marks."""
    return json.dumps(str(text))[1:-1]
