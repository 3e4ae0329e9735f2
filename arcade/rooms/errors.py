"""How a room refuses a request."""

from arcade.engine.errors import IllegalAction
from arcade.engine.fence import GameBroken, tell
from arcade.engine.news import News, Value, phrase
from arcade.players.text import clean


class Refused(Exception):
    """A request that is not allowed; nothing has changed.

    `why` is the reason, to be translated; `paragraph` is the paragraph of the game's rules that
    forbids it (0: none).
    """

    def __init__(self, why: News, paragraph: int = 0) -> None:
        self.why = why
        self.paragraph = paragraph
        super().__init__(why.text)


class NoSeat(Refused):
    """Nobody can sit down at a table now; it can still be watched."""


def refused(text: str, **data: Value) -> Refused:
    """Build a refusal from a literal sentence and its fields."""
    return Refused(phrase(text, **data))


def no_table(code: str) -> Refused:
    return refused("There is no table {code}.", code=clean(code, 20).upper())


def broken_down(error: GameBroken) -> Refused:
    """Build a refusal for a game that failed outside any table, naming the failure."""
    tell(error.fault)
    return Refused(error.news)


def by_rule(error: IllegalAction) -> Refused:
    return Refused(error.news, error.paragraph)
