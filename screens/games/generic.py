"""A view for games that have none of their own: its offers and its state in words, its dice."""

from functools import partialmethod
from typing import Any

from msgspec import structs
from textual.geometry import Size

from arcade.club.speech.actions import label
from arcade.club.speech.options import default, value_text
from arcade.club.speech.read_aloud import sentences
from arcade.club.views import TableView
from arcade.engine import registry
from arcade.engine.game import GameAction
from arcade.engine.offers import Offer
from arcade.engine.words import N_
from screens.games.view import GameView
from screens.keys import Action
from screens.terminal.rows import (
    EMPTY,
    Row,
    beside,
    columns,
    indented,
    pad,
    placed,
    row,
    wrap,
)
from screens.widgets.dice import die, faces

_BESIDE = 90
"""Cells from which the state stands beside the offers."""


class GenericView(GameView[object]):
    """Any game: its offers as a list, then the state in words."""

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
        self._values: dict[int, object] = {}

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

    def draw(self, size: Size) -> list[Row]:
        width, height = size
        rows: list[Row] = []
        for number in range(len(self.table.offers)):
            here = number == self._chosen
            rows.append(
                row(
                    (" ▶ " if here else "   ", "gold"),
                    (self._say(number), "gold" if here else "", str(number)),
                )
            )
        if rows:
            first = max(0, min(self._chosen - 4, len(rows) - 9))
            rows = [row(" ", (self.words.t("You may:"), "strong")), *rows[first : first + 9], EMPTY]
        if width >= _BESIDE and rows:
            state = [*self._dice(height), *self._state(width // 2 - 3)]
            options = self._options()
            below = [*beside(rows, state, width // 2), *options]
            return placed(below[:height], width, width, height)
        state = self._state(width)
        dice = self._dice(height - len(rows) - len(state))
        options = self._options()
        rows += [*dice, *state]
        return [*rows, *(options if len(rows) + len(options) <= height else ())][:height]

    def _dice(self, rows: int) -> list[Row]:
        """Draw the view's `dice`, if it has any, large where there is room."""
        thrown = getattr(self.game, "dice", ())
        if rows < 2 or not thrown or not all(face in range(7) for face in thrown):
            return []
        large = columns(die(face, size="medium") for face in thrown)
        return [*indented(large if rows > len(large) else [faces(thrown)], 1), EMPTY]

    def _state(self, width: int) -> list[Row]:
        if self.game is None:
            return []
        texts = sentences(self.words, self.table)[1:-1]  # between the heading and the turn
        return [line for text in texts for line in wrap(row(" ", text), width, 3)]

    def _options(self) -> list[Row]:
        game, t = registry.find(self.table.game), self.words.t
        lines = []
        for option in game.option_list:
            value = self.table.options.get(option.name, default(game, option))
            lines.append(
                row((f" {pad(t(option.label), 30)} ", "dim"), value_text(self.words, option, value))
            )
        return [EMPTY, *lines] if lines else []

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

    def _action(self, number: int) -> GameAction:
        offer = self.table.offers[number]
        action: GameAction = offer.action
        if number in self._values:
            action = structs.replace(action, **{offer.field: self._values[number]})
        return action

    def _say(self, number: int) -> str:
        names = [seat.name for seat in self.table.seats]
        text = label(self.words, self.table.game, self._action(number), names)
        return f"{text} ‹›" if self.table.offers[number].field else text


VIEW = GenericView
