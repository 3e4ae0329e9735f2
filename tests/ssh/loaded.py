"""What a fork of `tests.ssh.forks` finds loaded: everything a command loads at its start."""

import os

from server.hosting.environment import forget_terminal

forget_terminal(os.environ)

import server.hosting.cli  # noqa: E402
import server.hosting.run  # noqa: E402
import server.hosting.storage.transfer  # noqa: E402

server.hosting.run._load_screens()
