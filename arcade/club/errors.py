"""How the club refuses requests, as front ends import and show it."""

from arcade.club.i18n.words import Words
from arcade.engine.words import N_
from arcade.eventlog.log import NotStored as NotStored
from arcade.rooms.errors import Refused as Refused

NOT_STORED = N_("This cannot be stored at the moment; nothing was changed.")


def why_failed(words: Words, error: Refused | NotStored) -> str:
    return words.t(NOT_STORED) if isinstance(error, NotStored) else words.say(error.why)
