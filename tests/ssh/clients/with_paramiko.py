"""A client made with paramiko; a guest has a password, after which it asks for a service again."""

import sys

import paramiko  # type: ignore[import-untyped]

from tests.ssh.clients import bridge

wish = bridge.wish()
client = paramiko.SSHClient()
client.set_missing_host_key_policy(paramiko.AutoAddPolicy())
who = {"key_filename": wish.key} if wish.key else {"password": "whatever"}
alone = {"allow_agent": False, "look_for_keys": False}
client.connect("127.0.0.1", wish.port, wish.user, **who, **alone)
transport = client.get_transport()
assert transport is not None
channel = transport.open_session()
if wish.command:
    channel.exec_command(wish.command)
else:
    channel.get_pty(bridge.TYPE, bridge.COLUMNS, bridge.ROWS)
    channel.invoke_shell()


def read() -> bytes:
    if channel.recv_ready():
        return bytes(channel.recv(65536))
    if channel.eof_received or channel.closed:
        raise EOFError
    return b""


bridge.carry(channel.fileno(), read, channel.sendall)
sys.exit(channel.recv_exit_status())
