"""The private parts of asyncssh and Textual that are relied on: a new version must keep them."""

import inspect
from importlib.metadata import version

import asyncssh
import textual.app
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.driver import Driver
from textual.message_pump import MessagePump

from server import driver, transport


def test_the_versions_are_those_that_were_read() -> None:
    assert version("textual") == "8.2.8"
    assert version("asyncssh") == "2.24.1"


def test_asyncssh() -> None:
    for owner, names in transport.PRIVATE.items():
        source = "".join(
            inspect.getsource(one)
            for one in owner.__mro__[:-1]
            if one.__module__.startswith("asyncssh")
        )
        for name in names:
            assert hasattr(owner, name) or f"self.{name}" in source, name
    # The sessions' way in: what a login proved is forgotten with every new request.
    assert "_key_options = {}" in inspect.getsource(
        asyncssh.SSHServerConnection._process_userauth_request
    )


def test_asyncssh_has_the_algorithms() -> None:
    assert transport.OPTIONS["kex_algs"][-2:] == [
        "curve25519-sha256",
        "curve25519-sha256@libssh.org",
    ]


def test_textual() -> None:
    for owner, names in driver.PRIVATE.items():
        for name in names:
            assert hasattr(owner, name), name
    app = inspect.getsource(App)
    for name in ("_exception", "_exit_renderables", "_driver", "_loop", "_thread_id"):
        assert f"self.{name}" in app, name
    assert "driver._size" in app
    assert "self._timeout_time" in inspect.getsource(XTermParser.__mro__[1])
    assert {"_app", "_loop", "_size"} <= set(
        inspect.getsource(Driver.__init__).replace(".", " ").split()
    )
    assert hasattr(MessagePump, "_close_messages_no_wait")
    assert {"redirect_stdout", "redirect_stderr"} <= set(vars(textual.app))
