"""Who logs in: a key that was proved, or a guest; and what a user name asks for.

Must not know: players' names, or that there are games.
"""

import re
from collections.abc import Callable
from weakref import proxy

import asyncssh

from arcade.club.i18n.words import Words, languages
from arcade.club.start import Start
from arcade.engine.words import N_
from server.ssh.host_key import weakness
from server.ssh.transport import on_refusal, refuse_sha1

PROVED = "arcade-proved-key"
WEAK = N_(
    "A key of yours is too weak to prove who you are ({weak}). Make another: "
    "ssh-keygen -t ed25519. Without one you are a guest."
)
KEYS_FOR_A_TRY = 5
"""Keys that may be offered and passed over for each login attempt: looking one up is cheap."""
BEGINS_AGAIN = "SSH-2.0-OpenSSH_"
"""Version prefix of clients that offer their keys again after a partial success."""
GUEST = "guest"
"""The user name that logs in without a key, even for people who have one."""
_MAX_NAME = 64
_SHORTCUT = re.compile(r"(?:(watch|resume)-)?([A-Za-z0-9]+(?:-[A-Za-z0-9]+)*)")


def shortcut(user: str) -> Start:
    """Read a user name: `plain`, `watch-CODE`, `resume-CODE`, else perhaps a table's code.

    The names `play` and `guest`, and anything that cannot be a code, lead to the lobby.
    """
    match = _SHORTCUT.fullmatch(user) if len(user) <= _MAX_NAME else None
    if match is None or user.lower() in ("play", GUEST):
        return Start()
    if user.lower() == "plain":
        return Start("plain")
    word, code = match.groups()
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

    def __init__(self, tries: "Tries", choice: "KeyChoice") -> None:
        self._tries = tries
        self._choice = choice

    def validate(
        self,
        key: asyncssh.SSHKey,
        _client_host: str,
        _client_addr: str,
        _cert_principals: object = None,
        ca: bool = False,
    ) -> dict[str, object] | None:
        """Return the options of an accepted key; None for a certificate's signer."""
        if ca:
            return None
        if weak := weakness(key):
            self._tries.explain(weak)
            self._tries.pass_over()
            return None
        name = key.get_fingerprint()
        if not self._choice.takes(name):
            self._tries.pass_over(again=self._choice.first == name)
            return None
        if not self._tries.another():
            return None
        refuse_sha1(key, lambda: self._tries.explain("SHA-1"))
        return {PROVED: name}


class KeyChoice:
    """Chooses among the keys of one connection: one with an account, else the first.

    A client shows its keys one by one and does not say how many it has. Only OpenSSH, asked to,
    shows them again from the first: there a key without an account is passed over until it comes
    back, which means that no other is left (docs/decisions/0036-clients.md). Elsewhere the first
    key is taken.
    """

    def __init__(self, client: str, has_account: Callable[[str], bool]) -> None:
        self._begins_again = client.startswith(BEGINS_AGAIN)
        self._has_account = has_account
        self.first = ""
        """The first key without an account, if it was passed over."""

    def takes(self, key: str) -> bool:
        """Whether this key, once proved, identifies the person."""
        if not self._begins_again or key == self.first or self._has_account(key):
            return True
        self.first = self.first or key
        return False


class Tries:
    """Counts the login attempts of one connection, and ends it at the limit."""

    def __init__(self, connection: asyncssh.SSHServerConnection, limit: int) -> None:
        self._connection = proxy(connection)  # the connection refers to it, too
        self._left = limit
        self._keys_left = limit * KEYS_FOR_A_TRY
        self._explained = False
        self._passed_over = self._again = False
        on_refusal(connection, self._refused)

    def explain(self, weak: str) -> None:
        """Tell the client once, in every language, that a key is too weak and what to do."""
        if not self._explained:
            self._explained = True
            texts = [Words(language).t(WEAK, weak=weak) for language in languages()]
            self._connection.send_auth_banner("".join(f"{text}\r\n" for text in texts))

    def pass_over(self, again: bool = False) -> None:
        """Let the request at hand be refused at little cost: a key was shown that does not count.

        `again` asks the client to show its keys again.
        """
        self._passed_over, self._again = True, again

    def another(self) -> bool:
        """Count an attempt; False if it was one too many and the connection is closing."""
        self._left -= 1
        if self._left < 0:
            self._connection.disconnect(
                asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, "Too many tries to log in"
            )
        return self._left >= 0

    def _refused(self) -> bool:
        passed_over, again = self._passed_over, self._again
        self._passed_over = self._again = False
        if passed_over and self._keys_left > 0:
            self._keys_left -= 1
        else:
            self.another()
        return again


def fingerprint(connection: asyncssh.SSHServerConnection) -> str:
    """Return the fingerprint of the key that proved itself; "" for a guest."""
    return str(connection.get_key_option(PROVED) or "")
