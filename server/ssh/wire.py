"""A channel of SSH as the wire of a session.

Must not know: what is shown on it, or to whom.
"""

import asyncssh

from server.ssh.transport import answer, limit_environment, outstanding, packet_size
from server.terminal.channel import Channel
from server.terminal.terminal import ALLOWED, LONGEST_VALUE, terminal

SMALLEST_PACKET = 1024
"""Bytes; a channel that asks for smaller packets is refused: each frame would block everybody."""
STDERR = asyncssh.EXTENDED_DATA_STDERR


class SSHWire(asyncssh.SSHServerSession[bytes]):
    """Passes on what asyncssh reports, and sends what the session shows."""

    _channel: "asyncssh.SSHServerChannel[bytes]"

    def __init__(self, session: Channel) -> None:
        self._session: Channel | None = session
        """None once the client is gone: session and line would keep each other."""
        self._opened = False
        self.begun = False
        self._pty = False
        self._size = (0, 0)
        self._command: str | None = None

    # What asyncssh asks

    def connection_made(self, chan: "asyncssh.SSHServerChannel[bytes]") -> None:
        self._channel = chan
        self._opened = True
        limit_environment(chan, ALLOWED, LONGEST_VALUE)

    def pty_requested(
        self, _term_type: str, term_size: tuple[int, int, int, int], _term_modes: object
    ) -> bool:
        self._pty = True
        self._size = term_size[:2]
        return True

    def shell_requested(self) -> bool:
        """Accept a shell: the app."""
        return True

    def exec_requested(self, command: str) -> bool:
        """Accept a command; an unknown one is answered in words."""
        self._command = command
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """Take sftp and every other subsystem for a command that there is not.

        A refusal has no text, and clients would show none of ours.
        """
        self._command = subsystem
        return True

    def session_started(self) -> None:
        """Begin; not where packets are so small that every byte would cost many."""
        if packet_size(self._channel) < SMALLEST_PACKET:
            self._channel.abort()
        elif self._session is not None:
            self.begun = True
            client = terminal(
                self._channel.get_terminal_type() or "",
                self._size,
                self._channel.get_environment_bytes(),
            )
            self._session.begin(self, client, pty=self._pty, command=self._command)

    def data_received(self, data: bytes, _datatype: int | None) -> None:
        if self._session is not None:
            self._session.receive(data)

    def eof_received(self) -> bool:
        """Keep the way out open: `ssh -n` ends its input at once and still wants the answer."""
        if self._session is not None:
            self._session.end_input()
        return True

    def terminal_size_changed(
        self, width: int, height: int, _pixwidth: int, _pixheight: int
    ) -> None:
        self._size = (width, height)
        if self.begun and self._session is not None:
            self._session.resize(width, height)

    def connection_lost(self, _exc: Exception | None) -> None:
        session, self._session = self._session, None
        if self.begun and session is not None:
            session.hang_up()

    # What the session asks: see `Wire`

    @property
    def closing(self) -> bool:
        return self._opened and self._channel.is_closing()

    @property
    def waiting(self) -> int:
        return outstanding(self._channel)

    def write(self, data: bytes, aside: bool = False) -> None:
        """A terminal has only one way out."""
        self._channel.write(data, STDERR if aside and not self._pty else None)

    def hold(self, on: bool) -> None:
        if on:
            self._channel.pause_reading()
        else:
            self._channel.resume_reading()

    async def answer(self) -> None:
        await answer(self._channel.get_connection())

    def exit(self, status: int) -> None:
        self._channel.exit(status)

    def abort(self) -> None:
        self._channel.get_connection().abort()
