"""A client made with libssh; a guest answers a question without prompts."""

import ctypes
import sys

from tests.ssh.clients import bridge

HOST, PORT, USER = 0, 1, 4
OK, INFO = 0, 3
"""Names of libssh's options and answers (libssh/libssh.h)."""

library = ctypes.CDLL("libssh.so.4")
library.ssh_new.restype = library.ssh_channel_new.restype = ctypes.c_void_p


def call(name: str, *given: object, expected: int | None = OK) -> int:
    """Call a function; the program ends where it fails."""
    result = getattr(library, name)(*given)
    if expected is not None and result != expected:
        sys.exit(f"{name} gave {result}")
    return int(result)


wish = bridge.wish()
session = ctypes.c_void_p(library.ssh_new())
call("ssh_options_set", session, HOST, b"127.0.0.1")
call("ssh_options_set", session, PORT, ctypes.byref(ctypes.c_uint(wish.port)))
call("ssh_options_set", session, USER, wish.user.encode())
call("ssh_connect", session)
if wish.key:
    key = ctypes.c_void_p()
    path = wish.key.encode()
    call("ssh_pki_import_privkey_file", path, None, None, None, ctypes.byref(key))
    call("ssh_userauth_publickey", session, None, key)
else:
    while call("ssh_userauth_kbdint", session, None, None, expected=None) == INFO:
        pass
channel = ctypes.c_void_p(library.ssh_channel_new(session))
call("ssh_channel_open_session", channel)
if wish.command:
    call("ssh_channel_request_exec", channel, wish.command.encode())
else:
    size = (bridge.COLUMNS, bridge.ROWS)
    call("ssh_channel_request_pty_size", channel, bridge.TYPE.encode(), *size)
    call("ssh_channel_request_shell", channel)
buffer = ctypes.create_string_buffer(65536)


def read() -> bytes:
    count = call("ssh_channel_read_nonblocking", channel, buffer, 65536, 0, expected=None)
    if count < 0 or (count == 0 and call("ssh_channel_is_eof", channel, expected=None)):
        raise EOFError
    return buffer.raw[:count]


def write(typed: bytes) -> None:
    call("ssh_channel_write", channel, typed, len(typed), expected=len(typed))


bridge.carry(call("ssh_get_fd", session, expected=None), read, write)
code = call("ssh_channel_get_exit_status", channel, expected=None)
call("ssh_disconnect", session, expected=None)
sys.exit(code)
