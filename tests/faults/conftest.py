"""The fixtures of the server as a process, as in `tests/ssh`."""

from tests.ssh.conftest import _close_terminals as _close_terminals
from tests.ssh.conftest import made as made
from tests.ssh.conftest import server as server
