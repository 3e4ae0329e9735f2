"""The wire of a session: what carries its bytes to the client, and back."""

from typing import Protocol


class Wire(Protocol):
    """A channel of SSH, or a WebSocket, as far as a session needs it."""

    @property
    def closing(self) -> bool: ...

    @property
    def waiting(self) -> int:
        """The bytes that wait for the client."""

    def write(self, data: bytes, aside: bool = False) -> None:
        """Send bytes; `aside`: to the client's errors, if it reads them apart."""

    def hold(self, on: bool) -> None:
        """Read nothing from the client; or read again."""

    async def answer(self) -> None:
        """Ask the client whether it is there, and wait until it answers."""

    def exit(self, status: int) -> None:
        """Close when everything is sent."""

    def abort(self) -> None:
        """Close at once, with the whole connection: the client takes nothing."""
