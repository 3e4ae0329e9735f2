"""What the lobby's help says besides its keys: what the arcade is, and what mends a terminal."""

from typing import NamedTuple

from arcade.club.i18n.words import Words
from screens.terminal.rows import chip


class HowTo(NamedTuple):
    about: str
    mends: list[str]
    """What helps if something looks wrong, or the connection breaks."""


def how_to(words: Words, local: bool, in_browser: bool) -> HowTo:
    t = words.t
    boxes = t("Boxes where signs should be: {key}, then ASCII only.", key=chip("o"))
    if local:
        about = t(
            "French café games on your own machine: against bots, or several people at one "
            "keyboard. Play now begins a game with bots; n opens a table, where + seats another "
            "person. Everything is kept here: come back whenever you like."
        )
        return HowTo(about, [boxes])
    about = t(
        "Tables of French café games, played by people wherever they are. Take a free "
        "seat, or a bot's; open a table for friends and give them its code; or just "
        "watch. If your connection drops, your seat waits for you."
    )
    if in_browser:
        more = t(
            "This page comes back by itself when the connection breaks, and this browser's "
            "key brings you back as yourself. For another device: the settings."
        )
        return HowTo(about, [more])
    mends = [
        t("No answer? {enter} {keys} ends ssh.", enter=chip(t("Enter")), keys=chip("~.")),
        t("ssh -o ServerAliveInterval=5 ends it after 15 s."),
        t("If the terminal is odd afterwards, type reset."),
        boxes,
    ]
    return HowTo(about, mends)
