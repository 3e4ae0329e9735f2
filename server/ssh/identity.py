"""Who logs in: a key that was proved, or a guest; and what a user name asks for.

Must not know: what a player is called, or that there are games.
"""

import re

import asyncssh

from arcade.club.i18n.words import Words, languages
from arcade.engine.words import N_
from screens.start import Start
from server.ssh.host_key import weakness
from server.ssh.transport import count_failures, refuse_sha1

PROVED = "arcade-proved-key"
WEAK = N_(
    "A key of yours is too weak to prove who you are ({weak}). Make another: "
    "ssh-keygen -t ed25519. Without one you are a guest."
)
_MAX_NAME = 64
_SHORTCUT = re.compile(r"(?:(watch|resume)-)?([A-Za-z0-9]+(?:-[A-Za-z0-9]+)*)")


def shortcut(user: str) -> Start:
    """Read a user name: `plain`, `watch-CODE`, `resume-CODE`, else perhaps a table's code.

    The name `play`, and anything that cannot be a code, leads to the lobby.
    """
    found = _SHORTCUT.fullmatch(user) if len(user) <= _MAX_NAME else None
    if found is None or user.lower() == "play":
        return Start()
    if user.lower() == "plain":
        return Start("plain")
    word, code = found.groups()
    if word == "watch":
        return Start("watch", code.upper())
    if word == "resume":
        return Start("resume", code)
    return Start("join", code)


class AnyKey:
    """Accepts every strong public key and leaves its fingerprint with the request that offered it.

    asyncssh forgets what `validate` gave back when the next authentication request begins, so
    what is there after the login belongs to the request that succeeded, and to no other: a key
    that was only shown, never proved, is nobody (security.md, row 1).
    """

    def __init__(self, tries: "Tries") -> None:
        self._tries = tries

    def validate(
        self,
        key: asyncssh.SSHKey,
        client_host: str,  # noqa: ARG002  asyncssh calls it by position
        client_addr: str,  # noqa: ARG002
        cert_principals: object = None,  # noqa: ARG002
        ca: bool = False,
    ) -> dict[str, object] | None:
        """Return the options of an accepted key; None for a certificate's signer."""
        if ca or not self._tries.another():
            return None
        if weak := weakness(key):
            self._tries.explain(weak)
            return None
        refuse_sha1(key, lambda: self._tries.explain("SHA-1"))
        return {PROVED: key.get_fingerprint()}


class Tries:
    """Counts what one connection tries in order to log in, and ends it at the limit."""

    def __init__(self, connection: asyncssh.SSHServerConnection, limit: int) -> None:
        self._connection = connection
        self._left = limit
        self._explained = False
        count_failures(connection, self.another)

    def explain(self, weak: str) -> None:
        """Tell the client once, in every language, that a key is too weak and what to do."""
        if not self._explained:
            self._explained = True
            texts = [Words(one).t(WEAK, weak=weak) for one in languages()]
            self._connection.send_auth_banner("".join(f"{one}\r\n" for one in texts))

    def another(self) -> bool:
        """Count an attempt; False if it was one too many and the connection is closing."""
        self._left -= 1
        if self._left < 0:
            self._connection.disconnect(
                asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, "Too many tries to log in"
            )
        return self._left >= 0


def fingerprint(connection: asyncssh.SSHServerConnection) -> str:
    """Return the fingerprint of the key that proved itself; "" for a guest."""
    return str(connection.get_key_option(PROVED) or "")
