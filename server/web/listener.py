"""The listener for browsers: pages, and a WebSocket for each of them."""

import socket
from collections.abc import Callable, Sequence
from http import HTTPStatus

from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from server.config.settings import Settings
from server.doors.context import ServerContext
from server.doors.listener import Listener
from server.limits.connection_limiter import ConnectionSlot
from server.limits.cost_meter import PAYER
from server.web.address import endpoint, origins
from server.web.connection import Handler, WebConnection
from server.web.files import page_files
from server.web.front import Front
from server.web.greeting import Reception
from server.web.pages import Pages
from server.web.session import Sessions

SOCKET = "/ws"
FRONT = Request("/", Headers(), "GET")


class WebListener(Listener):
    """Answers the browsers that come."""

    def __init__(
        self,
        sockets: list[socket.socket],
        context: ServerContext,
        trusted: Sequence[str],
        origins: Sequence[str],
        pages: Pages,
    ) -> None:
        super().__init__(sockets, context, trusted)
        self.origins = origins
        """The addresses of the pages, the one to show first."""
        self._pages = pages
        self._sessions = Sessions(context)

    def fault(self) -> str:
        try:
            status = self._pages.respond(FRONT).status_code
        except Exception as error:
            return f"the front page cannot be written: {error!r}"
        return "" if status == HTTPStatus.OK else f"the front page is answered with {status}"

    def _admit(self, address: str) -> ConnectionSlot | None:
        return self.limiter.admit(address, pages=True)

    async def _connect(self, opened: socket.socket, address: str, slot: ConnectionSlot) -> None:
        def answer(request: Request) -> Response | Handler:
            if request.path != SOCKET:
                return self._pages.respond(request)
            return Reception(self._context, self._sessions, slot, address, self._pages.build)

        def protocol(hold: Callable[[bool], None]) -> WebConnection:
            return WebConnection(answer, self.origins, hold, self._context.web_traffic)

        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        PAYER.set(slot.cost_meter)  # this task's context is the connection's
        await self._throttle(opened, slot, protocol)


async def listen(settings: Settings, context: ServerContext, fingerprint: str) -> WebListener:
    """Listen for browsers; raises `CannotDo` where a file or the port cannot be had."""
    files = page_files()
    sockets = await endpoint(settings).listen()
    allowed = origins(settings, int(sockets[0].getsockname()[1]))
    pages = Pages(files, Front(context.club, allowed[0], fingerprint))
    return WebListener(sockets, context, settings.proxies, allowed, pages)
