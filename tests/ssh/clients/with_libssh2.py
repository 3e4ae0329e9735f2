"""A client made with libssh2; a guest has a password."""

import ctypes
import socket
import sys

from tests.ssh.clients import bridge

AGAIN, MERGE = -37, 2
WINDOW, PACKET = 2 * 1024 * 1024, 32768
"""Names of libssh2's answers and sizes (libssh2.h)."""

library = ctypes.CDLL("libssh2.so.1")
for name in ("libssh2_session_init_ex", "libssh2_channel_open_ex"):
    getattr(library, name).restype = ctypes.c_void_p
library.libssh2_channel_read_ex.restype = ctypes.c_ssize_t
library.libssh2_channel_write_ex.restype = ctypes.c_ssize_t


def call(name: str, *given: object) -> None:
    """Call a function; the program ends where it fails."""
    if result := getattr(library, f"libssh2_{name}")(*given):
        sys.exit(f"{name} gave {result}")


wish = bridge.wish()
user = wish.user.encode()
line = socket.create_connection(("127.0.0.1", wish.port))
call("init", 0)
session = ctypes.c_void_p(library.libssh2_session_init_ex(None, None, None, None))
call("session_handshake", session, line.fileno())
if wish.key:
    path = wish.key.encode()
    public = path + b".pub"
    call("userauth_publickey_fromfile_ex", session, user, len(user), public, path, None)
else:
    call("userauth_password_ex", session, user, len(user), b"whatever", 8, None)
opened = library.libssh2_channel_open_ex(session, b"session", 7, WINDOW, PACKET, None, 0)
channel = ctypes.c_void_p(opened)
if wish.command:
    command = wish.command.encode()
    call("channel_process_startup", channel, b"exec", 4, command, len(command))
else:
    kind = bridge.TYPE.encode()
    size = (bridge.COLUMNS, bridge.ROWS, 0, 0)
    call("channel_request_pty_ex", channel, kind, len(kind), None, 0, *size)
    call("channel_process_startup", channel, b"shell", 5, None, 0)
library.libssh2_channel_handle_extended_data2(channel, MERGE)
library.libssh2_session_set_blocking(session, 0)
buffer = ctypes.create_string_buffer(65536)


def read() -> bytes:
    count = library.libssh2_channel_read_ex(channel, 0, buffer, 65536)
    if count == AGAIN:
        return b""
    if count <= 0 and (count < 0 or library.libssh2_channel_eof(channel)):
        raise EOFError
    return buffer.raw[:count]


def write(typed: bytes) -> None:
    while library.libssh2_channel_write_ex(channel, 0, typed, len(typed)) == AGAIN:
        pass


bridge.carry(line.fileno(), read, write)
sys.exit(library.libssh2_channel_get_exit_status(channel))
