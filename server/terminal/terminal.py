"""The client's terminal, as described by the client."""

from collections.abc import Mapping

from msgspec import Struct

from screens.terminal.colours import Depth, depth
from screens.terminal.glyphs import has_cp437, only_ascii

ALLOWED = frozenset({"LANG", "LC_ALL", "LC_CTYPE", "COLORTERM", "NO_COLOR", "ACCESSIBLE", "TZ"})
"""The variables taken from a client; all others are as if they had not been sent."""
LONGEST_VALUE = 64

WIDTHS = (20, 500)
HEIGHTS = (5, 200)
USUAL_SIZE = (80, 24)


class Terminal(Struct, frozen=True):
    """A client's terminal. `size` is (columns, rows), clamped; `term` is "" without a pty."""

    term: str
    size: tuple[int, int]
    depth: Depth
    locale: str
    """Such as "fr_FR.UTF-8"; "" where none was sent."""
    zone: str = ""
    """The time zone that it or the browser says: "Europe/Paris"; "" where none was sent."""
    only_ascii: bool = False
    """Whether the client's locale says that it shows no UTF-8."""
    light: bool = False
    """Whether its background is light, if it has answered."""
    cp437: bool = False
    """Whether its font has few glyphs besides ASCII."""
    accessible: bool = False
    """Whether its user asks for lines instead of screens."""
    pointer: bool = False
    """Whether it reports clicks and taps unasked: text on a page is selected in other ways."""
    touch: bool = False
    """Whether its screen is touched, with buttons in place of the keys."""
    repeats: bool = False
    """Whether the client repeats a character on request (REP); unknown for other clients."""


def terminal(term: str, size: tuple[int, int], sent: Mapping[bytes, bytes]) -> Terminal:
    """Describe a terminal from its TERM, its size as sent, and the environment as sent."""
    environment = allowed(sent)
    return Terminal(
        term=term[:LONGEST_VALUE],
        size=clamp(*size),
        depth=depth(term[:LONGEST_VALUE], environment),
        locale=environment.get("LC_ALL") or environment.get("LANG", ""),
        zone=environment.get("TZ", ""),
        only_ascii=only_ascii(environment),
        cp437=has_cp437(term),
        accessible=environment.get("ACCESSIBLE", "0") != "0",
    )


def allowed(sent: Mapping[bytes, bytes]) -> dict[str, str]:
    """Keep the variables that may be taken from a client, if they are short ASCII."""
    variables = {}
    for name in ALLOWED:
        value = sent.get(name.encode(), b"")
        if 0 < len(value) <= LONGEST_VALUE and value.isascii():
            variables[name] = value.decode("ascii")
    return variables


def clamp(columns: int, rows: int) -> tuple[int, int]:
    """Clamp a window's size to what can be drawn; 0: the client does not know.

    Unclamped, 5 columns by 65,535 rows kept everybody waiting for 85 s (security.md, row 19).
    """
    return _within(columns or USUAL_SIZE[0], WIDTHS), _within(rows or USUAL_SIZE[1], HEIGHTS)


def _within(value: int, span: tuple[int, int]) -> int:
    return min(max(value, span[0]), span[1])
