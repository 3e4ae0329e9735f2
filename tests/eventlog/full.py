"""A log without space."""

from collections.abc import Sequence

from arcade.eventlog.log import NotStored, Token
from arcade.eventlog.memory import MemoryLog


class FullLog(MemoryLog):
    """Refuses to store while `full`, of one `stream` if it is named."""

    full, stream, refused = False, "", 0

    async def append(self, stream: str, data: Sequence[bytes], expected: Token) -> Token:
        if self.full and stream.startswith(self.stream):
            self.refused += 1
            raise NotStored("no space")
        return await super().append(stream, data, expected)

    async def can_store(self) -> bool:
        return not self.full
