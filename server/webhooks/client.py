"""One request of a webhook: no redirect, no cookie, no body of the answer."""

import aiohttp

from arcade.club.webhooks.webhooks import Message
from arcade.engine.words import N_
from server.webhooks.addresses import Forbidden, public_socket

FORBIDDEN = N_("not a public address")


class Client:
    """Sends requests, to public addresses alone unless `private`."""

    def __init__(self, private: bool, seconds: float) -> None:
        connector = aiohttp.TCPConnector(
            socket_factory=None if private else public_socket, force_close=True
        )
        self._session = aiohttp.ClientSession(
            connector=connector,
            timeout=aiohttp.ClientTimeout(total=seconds),
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
        )
        self.close = self._session.close

    async def post(self, message: Message, data: bytes, headers: dict[str, str]) -> str:
        """Send a message; return "HTTP 200" or what went wrong, in a few words."""
        try:
            async with self._session.post(
                message.target.url, data=data, headers=headers, allow_redirects=False
            ) as response:
                return f"HTTP {response.status}"
        except TimeoutError:
            return N_("no answer in time")
        except aiohttp.ClientConnectorError as error:
            forbidden = isinstance(error.os_error, Forbidden) or FORBIDDEN in str(error.os_error)
            return FORBIDDEN if forbidden else N_("no connection")
        except (aiohttp.ClientError, ValueError):
            return N_("no answer that is HTTP")
