"""The messages between a page and the server, on one WebSocket at /ws.

Text frames carry these, as JSON objects whose `type` names the class. Binary frames carry the bytes
of the terminal: pictures to the page, and keys, clicks and pastes to the server. The server begins
with a challenge; the page sends nothing before its greeting.
"""

from typing import Literal

import msgspec
from msgspec import Struct

View = Literal["screens", "lines", "watch"]
"""What a page shows: the app on a terminal, line mode as HTML, or a table's shared picture."""

WATCH_SIZES = ((100, 30), (80, 24), (60, 30), (50, 40))
"""The sizes of a watched table's pictures; a page scales one of them to its window."""

MAX_CODE = 80
"""Characters that are read of a table's code, or of what a link has in its place."""


class Message(Struct, frozen=True, tag_field="type", tag=str.lower):
    """One text frame; its tag is the class's name in small letters."""


# From the page


class Greeting(Message, frozen=True):
    """The first message of a page: what to show, to whom."""

    view: View
    size: tuple[int, int]
    """Columns and rows; of a table that is watched one of `WATCH_SIZES`."""
    language: str = ""
    """As the browser names it: fr-FR."""
    table: str = ""
    """The code of the table to watch, or to go to."""
    key: str = ""
    """The page's public key, SPKI in base64; "": a browser without keys (no https) is a guest."""
    proof: str = ""
    """What the key signed, 64 bytes in base64: `PURPOSE`, the origin, a NUL, the nonce."""
    token: str = ""
    """Of the session whose connection broke, to go on with it."""
    resume: str = ""
    """A guest's resume code, for a browser without keys."""
    link: str = ""
    """The code of `ssh play@host web`, which makes the key one more of an account."""
    touch: bool = False
    """Whether its screen is touched: sentences then name no keys."""


class Resize(Message, frozen=True):
    """The window has another size, in cells."""

    size: tuple[int, int]


class Zone(Message, frozen=True):
    """The browser's time zone, by its IANA name: Europe/Paris. Told after the first picture: a
    browser takes as long to find it out.
    """

    zone: str


class Press(Message, frozen=True):
    """Do one of the offered actions, as its key would."""

    action: str


class Text(Message, frozen=True):
    """Fill the open field with a text and send it off; without an open field, nothing happens."""

    text: str


class Line(Message, frozen=True):
    """A line of line mode."""

    line: str


# From the server


class Challenge(Message, frozen=True):
    """The first message of the server."""

    nonce: str
    """32 bytes in base64."""
    build: str
    """The build of the pages; a page of another build loads itself anew."""


class Welcome(Message, frozen=True):
    """The answer to the greeting of somebody who plays."""

    token: str
    """For the greeting of the next connection, if this one breaks."""
    resume: str = ""
    """A guest's resume code, for a browser without keys."""


class Button(Struct, frozen=True):
    """An action of the bottom line: its name; its key and its label in the player's language."""

    action: str
    key: str
    label: str


class Actions(Message, frozen=True):
    """What the bottom line offers now; the last three are menu, way out and help, where there are
    that many.
    """

    buttons: list[Button]
    main: str = ""
    """The name of the action that matters most; "": none, as while others play."""


class Field(Message, frozen=True):
    """A field for text is open, as for talk or a name; closed: the page hides its own."""

    open: bool
    text: str = ""
    """What the field holds already."""


class Table(Message, frozen=True):
    """The table at which the session is; "": none. The greeting after a restart names it."""

    code: str


class Choice(Struct, frozen=True):
    """Something to do in line mode: the line that does it, and its words."""

    line: str
    text: str


class Choices(Message, frozen=True):
    """What can be done now in line mode; replaces the choices before it."""

    choices: list[Choice]


class Spoken(Message, frozen=True):
    """A paragraph of line mode, without line breaks; urgent: the player's turn, or a refusal."""

    text: str
    urgent: bool = False


class End(Message, frozen=True):
    """The last message: the session is over, and the page does not come back by itself.

    A connection that closes without it has broken, or the server starts anew: the page returns.
    """

    text: str = ""


FromPage = Greeting | Resize | Zone | Press | Text | Line
FromServer = Challenge | Welcome | Actions | Field | Table | Choices | Spoken | End

PURPOSE = b"ssh-arcade: this browser logs in\0"
"""What a page's key signs begins with this, so that it signs nothing else."""

decode = msgspec.json.Decoder(FromPage).decode
encode = msgspec.json.Encoder().encode
