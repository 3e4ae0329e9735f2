"""How one comes here from elsewhere: the command to type."""

import re

from rich.cells import cell_len

_ADDRESS = re.compile(r"\[?(.*?)\]?(?::(\d+))?", re.DOTALL)


def by_ssh(user: str, address: str, cells: int = 400) -> str:
    """Write the command by which one comes as a user to an address, HOST or HOST:PORT.

    A host with colons of its own stands in brackets, as it does in URLs. Without so many `cells`
    the address gives way: the user is what nobody knows by heart.
    """
    found = _ADDRESS.fullmatch(address)
    host, port = found.groups() if found else (address, None)
    way = f"-p {port} " if port and port != "22" else ""
    whole = f"ssh {way}{user}@{host}"
    return whole if cell_len(whole) <= cells else f"ssh {user}@…"
