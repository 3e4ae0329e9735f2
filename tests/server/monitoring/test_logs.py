"""The server's log: one line an event, in ASCII, whatever players write."""

import io
import json
import logging
import os
from contextlib import suppress

import pytest
import structlog

from server.monitoring import logs

pytestmark = pytest.mark.usefixtures("own_logging")

HOSTILE = (
    "\x1b]52;c;ZXZpbA==\x07",
    "a\nlevel=error forged",
    '"},{"event": "forged"',
    "\u202eevil\u200b\x9b31m\x7f",
    "\ud800",
    "[@click=app.quit]x[/]",
)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def written(stream: io.StringIO, level: str = "info") -> str:
    """Log everything hostile, in every way the server logs."""
    logs.configure(level, stream)
    # Not the module's cached one: other tests have used it.
    log = structlog.get_logger()
    for text in HOSTILE:
        log.info("visit", player=text, nested={text: [text]})
        logging.getLogger("asyncssh").warning("Client says %s", text)
        try:
            raise ValueError(text)
        except ValueError:
            log.exception("session failed", command=text)
    return stream.getvalue()


@pytest.mark.parametrize("stream", ["a reader that has gone", "a full disk"])
def test_nothing_fails_because_its_line_cannot_be_written(stream: str) -> None:
    went_on = False
    if stream == "a full disk":
        target = os.open("/dev/full", os.O_WRONLY)
    else:
        reader, target = os.pipe()
        os.close(reader)
    with suppress(OSError), os.fdopen(target, "w", buffering=1) as file:  # closing writes the rest
        logs.configure("info", file)
        structlog.get_logger().info("visit", player="Anna")
        try:
            raise ValueError
        except ValueError:
            structlog.get_logger().exception("session failed")
        went_on = True
    assert went_on


def test_every_event_is_one_line_of_json() -> None:
    lines = written(io.StringIO()).splitlines()
    assert len(lines) == 3 * len(HOSTILE)
    for line, text in zip(lines[::3], HOSTILE, strict=True):
        assert line.isascii() and line.isprintable()
        assert json.loads(line)["player"] == text
        assert json.loads(line)["event"] == "visit"
    assert {json.loads(line)["event"] for line in lines[2::3]} == {"session failed"}


def test_a_terminal_gets_readable_lines_and_nothing_it_would_obey() -> None:
    output = written(Terminal())
    assert output.isascii()
    assert all(line.isprintable() for line in output.splitlines())
    assert output.count("forged") and not any(
        line.startswith(("level=", "{")) for line in output.splitlines()
    )
    assert "visit  player=" in output and "Traceback" in output


def test_the_level() -> None:
    assert '"visit"' not in written(io.StringIO(), "warning")
    assert "Client says" not in written(io.StringIO(), "error")
    stream = io.StringIO()
    logs.configure("debug", stream)
    # A user name may be a guest's private code: asyncssh tells it below this.
    logging.getLogger("asyncssh").info("Beginning auth for user resume-SECRET")
    structlog.get_logger().debug("seen")
    assert "SECRET" not in stream.getvalue() and "seen" in stream.getvalue()


def test_lines_that_were_closed_are_not_told_of_one_by_one() -> None:
    stream = io.StringIO()
    logs.configure("info", stream)
    for _ in range(100):
        logging.getLogger("asyncio").warning("socket.send() raised exception.")
    logging.getLogger("asyncio").warning("something else")
    assert [json.loads(line)["event"] for line in stream.getvalue().splitlines()] == [
        "something else"
    ]
