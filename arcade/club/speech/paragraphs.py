"""The state of a table as one paragraph to be read aloud: one module per game, named like its own.

Must not know: a screen, a terminal, or more of a table than the view of whom it speaks to.
"""

from arcade.club.i18n.words import Words
from arcade.club.speech.speech import Speech
from arcade.club.views import TableView
from arcade.engine import registry


def paragraph(words: Words, table: TableView) -> str:
    """Say how a table stands, for the person the picture was built for."""
    return " ".join(sentences(words, table))


def sentences(words: Words, table: TableView, brief: bool = False) -> list[str]:
    """Say the same sentence by sentence; the last one says whom the game waits for.

    Where `brief`, without long lists of which every change was told when it came about.
    """
    speech = Speech(words, table, brief)
    said = [speech.heading()]
    if table.view is None:
        said.append(speech.seats())
    else:
        own = registry.part(registry.find(table.game), "spoken")
        said += own.state(speech) if own else [speech.seats()]
    said.append(speech.turn())
    return [one for one in said if one]
