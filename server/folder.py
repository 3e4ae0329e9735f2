"""The data folder: which it is where none is named, and what lies in it.

Must not know: what is in the files. Nothing heavy is imported: every command of the host needs it.
"""

from pathlib import Path

LOG = "arcade.sqlite3"
"""The log of a server by itself."""
SOCKET = "arcade.sock"
"""The host's own door."""
NATS = "nats"
"""The folder of a NATS server of one's own."""


def chosen(data: Path | None) -> Path:
    """Give the folder that was named, else the user's own; absolute."""
    from platformdirs import user_data_path

    return (data or user_data_path("ssh-arcade", appauthor=False)).absolute()
