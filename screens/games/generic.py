"""A view for games that have none of their own: fields as text, and a list of offers."""

from functools import partialmethod
from typing import Any

from msgspec import structs, to_builtins

from arcade.club.views import TableView
from arcade.engine.codec import plain
from arcade.engine.offers import Offer
from arcade.engine.words import N_
from screens.games.view import GameView
from screens.keys import Action
from screens.terminal.rows import Row, row, wrap


class GenericView(GameView[Any]):
    """Any game: its view as text, and its offers as a numbered list."""

    KEYS = (
        Action("up", ("up", "k"), "↑↓", N_("choose"), N_("Choose what to do.")),
        Action("down", ("down", "j"), "↓", "", ""),
        Action("less", ("left", "h"), "←→", N_("change"), N_("Change the number.")),
        Action("more", ("right", "l"), "→", "", ""),
        Action("add", ("plus",), "+", "", N_("Add an entry to a list.")),
        Action("drop", ("minus", "backspace"), "-", "", N_("Take the last entry off a list.")),
        Action("take", ("enter", "space"), "Enter", N_("do it"), N_("Do what is chosen.")),
    )

    def __init__(self, table: TableView) -> None:
        super().__init__(table)
        self._chosen = 0
        self._values: dict[int, Any] = {}

    def take(self, table: TableView) -> None:
        """Go back to the top if the offers have changed."""
        if table.offers != self.table.offers:
            self._chosen = 0
            self._values = {}
        super().take(table)

    def is_enabled(self, name: str) -> bool:
        offers = self.table.offers
        if not offers or name in {"up", "down", "take"}:
            return bool(offers)
        offer = offers[self._chosen]
        return bool(offer.most) if name in {"add", "drop"} else bool(offer.field)

    def do_add(self) -> None:
        offer, value = self._now()
        if offer.most and len(value) < offer.most:
            self._values[self._chosen] = (*value, offer.among[0])

    def do_drop(self) -> None:
        offer, value = self._now()
        if offer.most and len(value) > 1:
            self._values[self._chosen] = value[:-1]

    def do_take(self) -> None:
        self.act_offer(self._action(self._chosen))

    def clicked(self, what: str) -> None:
        """Choose an offer by a click; a second click performs it."""
        number = int(what)
        if number < len(self.table.offers):
            if number == self._chosen:
                self.do_take()
            else:
                self._chosen = number
                self.redraw()

    def draw(self, width: int, height: int) -> list[Row]:
        done: list[Row] = []
        for number in range(len(self.table.offers)):
            here = number == self._chosen
            done.append(
                row(
                    (" ▶ " if here else "   ", "gold"),
                    (self._say(number), "gold" if here else "", str(number)),
                )
            )
        if done:
            first = max(0, min(self._chosen - 4, len(done) - 9))
            done = [row((self.words.t("You may:"), "strong")), *done[first : first + 9], ()]
        for name, value in plain(self.game).items() if self.game is not None else ():
            if value not in (None, [], ""):
                line = row((f"{name.replace('_', ' ')}: ", "dim"), _text(value))
                done += wrap(line, width, 2)
        return done[:height]

    def _move(self, step: int) -> None:
        self._chosen = (self._chosen + step) % len(self.table.offers)

    do_up = partialmethod(_move, -1)
    do_down = partialmethod(_move, 1)

    def _now(self) -> tuple[Offer, Any]:
        offer = self.table.offers[self._chosen]
        return offer, getattr(self._action(self._chosen), offer.field, None)

    def _change(self, step: int) -> None:
        offer, value = self._now()
        if offer.most:
            last = offer.among.index(value[-1])
            self._values[self._chosen] = (
                *value[:-1],
                offer.among[(last + step) % len(offer.among)],
            )
        else:
            nearest = offer.low if value is None else value + step
            self._values[self._chosen] = min(offer.high, max(offer.low, nearest))

    do_less = partialmethod(_change, -1)
    do_more = partialmethod(_change, 1)

    def _action(self, number: int) -> Any:
        offer = self.table.offers[number]
        if number in self._values:
            return structs.replace(offer.action, **{offer.field: self._values[number]})
        return offer.action

    def _say(self, number: int) -> str:
        offer = self.table.offers[number]
        plain = to_builtins(self._action(number))
        fields = [
            f"{name} {_text(value)}" + (" ‹›" if name == offer.field else "")
            for name, value in plain.items()
            if name != "do" and value is not None
        ]
        return " · ".join([plain["do"], *fields])


def _text(value: Any) -> str:
    match value:
        case bool():
            return "✓" if value else "–"
        case list():
            return " ".join(_text(one) for one in value) or "–"
        case dict():
            return "(" + ", ".join(f"{name} {_text(one)}" for name, one in value.items()) + ")"
        case None:
            return "–"
        case _:
            return str(value)


VIEW = GenericView
