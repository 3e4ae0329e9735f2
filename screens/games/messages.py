"""What a game's view tells the screen around it."""

from textual.message import Message

from arcade.engine.offers import Offer


class Act(Message):
    """The person requests a plain action such as `{"do": "roll", "keep": [4, 2]}`.

    `offers` are those they chose among: where there are others by now, they cannot mean it.
    A screen takes it from the view (`take_act`); in another app the view posts it.
    """

    def __init__(self, action: dict[str, object], offers: tuple[Offer, ...] = ()) -> None:
        self.action = action
        self.offers = offers
        super().__init__()


class Pointed(Message):
    """A click on a screen's picture: on the piece named `what`, or on none ("")."""

    def __init__(self, what: str) -> None:
        self.what = what
        super().__init__()


class Settled(Message):
    """An animation has ended, or a step of a round's end: words may now follow the picture."""
