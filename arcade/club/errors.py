"""How the club says no; the names a screen imports."""

from arcade.eventlog.log import NotStored as NotStored
from arcade.rooms.errors import Refused as Refused
