"""A line between a client and a server, which a test can cut."""

import asyncio
from contextlib import suppress


class Line:
    """A TCP line to the server that can fall silent, towards the client or wholly."""

    def __init__(self, port: int) -> None:
        self.deaf = False
        self.silent = False
        self._to = port
        self._writers: list[asyncio.StreamWriter] = []

    async def open(self) -> str:
        self._listener = await asyncio.start_server(self._join, "127.0.0.1", 0)
        return f"nats://127.0.0.1:{self._listener.sockets[0].getsockname()[1]}"

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.append(writer)
        try:
            other, back = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:
            writer.close()
            return
        if writer.transport.is_closing():  # cut meanwhile
            back.close()
            return
        self._writers.append(back)
        await asyncio.gather(self._pass(reader, back, False), self._pass(other, writer, True))

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, answers: bool
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                if not (self.silent or (answers and self.deaf)):
                    writer.write(data)
        writer.close()

    def cut(self) -> None:
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    async def close(self) -> None:
        self._listener.close()
        self.cut()
        await self._listener.wait_closed()
