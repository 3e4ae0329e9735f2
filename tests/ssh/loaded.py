"""What a fork of `tests.ssh.forks` finds loaded: everything a server loads at its start."""

import os

from server.environment import forget_terminal

forget_terminal(os.environ)

import server.cli  # noqa: E402
import server.run  # noqa: E402

server.run._load_screens()
