"""What a page shows beside the picture of its terminal: buttons, and a field for text."""

from msgspec import Struct


class Offers(Struct, frozen=True):
    """What a frontend offers now; none of it is for a client of SSH."""

    actions: tuple[tuple[str, str, str], ...] = ()
    """Of the bottom line: name, key and label in the person's language."""
    main: str = ""
    """The name of the action that matters most; "": none."""
    typing: bool = False
    """Whether a line for text is open."""
    text: str = ""
    """What the open line holds."""
    table: str = ""
    """The code of the table at which the person has a seat; "": none."""
