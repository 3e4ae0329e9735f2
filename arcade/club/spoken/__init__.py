"""The state of a table as one paragraph to be read aloud: one module per game, named like its own.

Must not know: a screen, a terminal, or more of a table than the view of whom it speaks to.
"""

from importlib import import_module
from importlib.util import find_spec

from arcade.club.spoken.speech import Speech
from arcade.club.views import TableView
from arcade.club.words import Words
from arcade.engine import registry


def paragraph(words: Words, table: TableView) -> str:
    """Say how a table stands, for the person the picture was built for."""
    speech = Speech(words, table)
    said = [speech.heading()]
    if table.view is None:
        said.append(speech.seats())
    else:
        module = type(registry.find(table.game)).__module__.removeprefix("arcade.games.")
        name = f"{__name__}.{module.split('.')[0]}"
        if find_spec(name):
            said += import_module(name).state(speech)
        else:
            said.append(speech.seats())
    said.append(speech.turn())
    return " ".join(part for part in said if part)
