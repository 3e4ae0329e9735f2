"""What somebody presses to get on at each game, whose turn it is; the footer says what works."""

import re

from tests.ssh.terminal import DOWN, ENTER, Terminal

WIDE, PICTURE = 120, 53
"""Columns from which the log is beside a picture of at least so many cells, not below it."""
VERDICT = re.compile(" (beats|exactly|misses)\\b")


def throw(terminal: Terminal) -> str:
    """421: throw once, and stand."""
    return "s" if re.search(r" s (stand|stop)", _footer(terminal)) else ENTER


def bon(terminal: Terminal) -> str:
    """421 with le bon: call it where one may; the leader throws again, unless asked about it."""
    if " b le bon" in _footer(terminal):
        return "b"
    return "s" if "again?" in terminal.text else ENTER


def keep_all(terminal: Terminal) -> str:
    """Trente: throw, choose all dice, keep them once what they come to stands there, strike."""
    chosen = any(VERDICT.search(line) for line in picture(terminal))
    return "a" if " a all" in _footer(terminal) and not chosen else ENTER


def call(terminal: Terminal) -> str:
    """Golden Zero: open for the least, call, stand, take no card, deal."""
    keys = _footer(terminal)
    for word, key in (("stand", "s"), ("call", "c"), ("o open", "o")):
        if word in keys:
            return key
    return ENTER


def speculate(terminal: Terminal) -> str:
    """The Golden 21: announce what is proposed, spend and give to the next, end the turn."""
    keys = _footer(terminal)
    if re.search("Enter (roll|yes)", keys):
        return ENTER
    return DOWN + ENTER if re.search("Enter (spend|give)", keys) else "e"


def lay(_: Terminal) -> str:
    """21: lay the proposed tile on the proposed square."""
    return ENTER


def picture(terminal: Terminal) -> list[str]:
    """Return the lines of the game's picture, without the log beside it or below."""
    lines = terminal.lines
    rules = [at for at, line in enumerate(lines) if line.startswith(" " + "─" * 50)]
    cells = terminal.columns if terminal.columns < WIDE else PICTURE
    return [line[:cells] for line in lines[: min(rules, default=None)]]


def _footer(terminal: Terminal) -> str:
    return terminal.lines[-1]
