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
HOST_KEYS = "host_keys"
KEY_NAME = "ssh_host_ed25519_key"
"""The folder of the host key, and how the key is called in it."""


def data_folder(data: Path | None) -> Path:
    """Give the folder that was named, else the user's own; absolute."""
    from platformdirs import user_data_path

    return (data or user_data_path("ssh-arcade", appauthor=False)).absolute()


def default_host_key(data: Path) -> Path:
    """Give the key of a server that is told of none.

    In a clone it lies in ./host_keys, elsewhere with the data; who has only one of them, has it
    in both places: docs/decisions/0031-host-key.md.
    """
    here, own = (Path(HOST_KEYS) / KEY_NAME).absolute(), data / HOST_KEYS / KEY_NAME
    return here if here.exists() or (here.parent.is_dir() and not own.exists()) else own
