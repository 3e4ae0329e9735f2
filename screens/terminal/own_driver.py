"""Textual's driver for the local terminal; it never takes the terminal's answers for keys.

Not for Windows, where the console tells keys from everything else.
"""

import os
import selectors
from time import monotonic

from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from screens.terminal.reader import Reader, decoder
from screens.terminal.sequences import ASK_GROUND, ASKED_BY_TEXTUAL, TYPED

_LOOK = 0.1
"""Seconds between two checks of whether the app has ended."""


class OwnDriver(LinuxDriver):
    """Reads the terminal as the server does, and asks it whether its background is light."""

    def start_application_mode(self) -> None:
        super().start_application_mode()  # type: ignore[no-untyped-call]
        if self.input_tty:
            self.write(ASK_GROUND)
            self.flush()

    def run_input_thread(self) -> None:
        """Read until the app ends; complete an unfinished sequence when its time is up."""
        reader, decode = Reader(ASKED_BY_TEXTUAL), decoder().decode
        patience = since = 0.0
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                left = since + patience - monotonic() if patience else _LOOK
                messages: list[Message] = []
                if selector.select(min(max(left, 0.0), _LOOK)):
                    data = os.read(self.fileno, 4096)
                    if not data:  # the terminal is gone
                        self.exit_event.wait(_LOOK)
                    messages = reader.feed(decode(data))
                    if len(data) > TYPED or reader.patience != patience:
                        patience, since = reader.patience, monotonic()
                elif patience and left <= 0:
                    messages, patience = reader.give_up(), 0.0
                for event in messages:
                    self.process_message(event)
