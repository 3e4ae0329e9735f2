"""The command by which people connect to this server."""

import re

from arcade.club.i18n.words import Words
from arcade.club.watch_links import WatchLinks

_ADDRESS = re.compile(r"\[?(.*?)\]?(?::(\d+))?", re.DOTALL)


def split(address: str) -> tuple[str, str]:
    """Return host and port of an address, HOST or HOST:PORT; without a port it is ""."""
    match = _ADDRESS.fullmatch(address)
    return (match[1], match[2] or "") if match else (address, "")


def by_ssh(user: str, address: str, terminal: bool = False) -> str:
    """Return the command that connects as a user to an address, HOST or HOST:PORT.

    A host with colons is put in brackets, as in URLs. `terminal`: the command asks for one, as
    ssh does not by itself where it runs another command there.
    """
    host, port = _host(address)
    return f"ssh {'-t ' if terminal else ''}{port}{user}@{host}"


def lines_by_ssh(user: str, address: str, cells: int) -> list[str]:
    """Return that command in as many lines as it needs; a shell takes them as they stand."""
    whole = by_ssh(user, address)
    if len(whole) <= cells:
        return [whole]
    host, port = _host(address)
    words = [f"ssh {port}".rstrip(), f"{user}@{host}"]
    if len(words[-1]) > cells:
        words[-1:] = [f"-l {user}", host]
    lines = [words[0]]
    for word in words[1:]:
        if len(f"{lines[-1]} {word} \\") <= cells:
            lines[-1] += f" {word}"
        else:
            lines[-1] += " \\"
            lines.append(word)
    return lines


def _host(address: str) -> tuple[str, str]:
    """Return the host of an address, and the option for its port."""
    host, port = split(address)
    return host, f"-p {port} " if port not in ("", "22") else ""


def by_another_key(words: Words, address: str) -> str:
    """Return the command that offers one key and no other, whatever an agent has."""
    key = words.t("KEY")
    return by_ssh("play", address).replace("ssh", f"ssh -i {key} -o IdentitiesOnly=yes", 1)


def forgetting_text(words: Words, name: str, how: str) -> tuple[str, ...]:
    """Return what being forgotten means, and what to write to go on."""
    t = words.t
    return (
        t("Your name, keys, codes and settings go for good; you give up your seats."),
        t("Your games stay, for those who played them, under a name made of letters and digits."),
        t("What you said is shown to nobody any more. Your first key opens nothing here again."),
        t("The host's backups keep what they have. First, you may want it all: {how}", how=how),
        t("To go on, write: forget {name}", name=name),
    )


def recovery_text(words: Words, code: str, address: str) -> tuple[str, ...]:
    """Return a page with a recovery code and its purpose."""
    how = f"{by_ssh('play', address)} recovery {code}"
    return (
        words.t("Your recovery code: {code}", code=code),
        words.t(
            "Write it down now: it is shown this once, and good once. An older one is void. When "
            "your key is lost, come with a new one and give the code instead of a name; or type:"
        ),
        how,
    )


def other_device_text(words: Words, links: WatchLinks, code: str, address: str) -> tuple[str, ...]:
    """Return a page with a code that makes another device's key one more of the same person."""
    return (
        words.t("Good once, within ten minutes. In the other device's browser open:"),
        links.to_link(code),
        words.t("In its terminal, with the key it is to have, type:"),
        f"{by_ssh('play', address)} link {code}",
    )
