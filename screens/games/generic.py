"""A view for games that have none of their own: their dice, offers, seats and state."""

from collections.abc import Callable, Sequence
from functools import partial, partialmethod
from itertools import product
from typing import Any

from msgspec import structs
from rich.cells import cell_len
from textual.geometry import Size

from arcade.club.speech.actions import label
from arcade.club.views import TableView
from arcade.engine.game import GameAction
from arcade.engine.offers import Offer
from arcade.engine.words import N_
from screens.games.seat_cards import fitting_cards
from screens.games.state_sheet import (
    Facts,
    facts_of,
    figures_sheet,
    large_figures,
    pairs_sheet,
    plain_lines,
    seat_facts,
    seat_table,
)
from screens.games.view import GameView
from screens.keys import Action
from screens.terminal.rows import (
    EMPTY,
    Row,
    beside,
    blocks_apart,
    choice,
    clickable,
    columns,
    indented,
    pad,
    placed,
    row,
    row_width,
    rows_apart,
    wrap,
)
from screens.terminal.seats import seat_mark
from screens.widgets.dice import SIZES, die, faces, places, sorted_out
from screens.widgets.sheet import piled

_BESIDE, _GAP = 90, 4
"""Cells from which the state stands beside the offers, and between them."""
_ABOVE, _SIZES = ("giant", "huge"), ("giant", "huge", "big", "medium", "small")
"""The sizes of dice above everything else, and of those with the choices beside them."""
_LARGE, _TALL = 3, 36
"""How many of the last are large, and the rows of a high picture."""
_APART, _FAR = 2, 3
"""The most blank rows between the parts of a picture, and of a high one."""
_PROMPT = 2
"""Rows of the prompt below the choices, with the one between."""
_LIST = 30
"""The fewest cells of the choices, where there is room."""
_CHOICES = 9
"""The most offers that are listed at once."""


_Way = Callable[[list[list[Row]], int, int], list[Row]]
"""Draws the rest of a picture with the dice in so many cells and rows; nothing without room."""


class GenericView(GameView[object]):
    """Any game: its dice and offers, then its seats and what its words say of its state."""

    SHOWS_SEATS = True
    ROWS = 18
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
        self._labels: list[str] = []
        """What is drawn of each offer, said once for all ways to place them."""

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

    def hint(self) -> str:
        return self.words.t("The arrows choose, Enter does it.")

    def touch_hint(self) -> str:
        return self.words.t("Tap what you choose, then tap it again.")

    def draw(self, size: Size) -> list[Row]:
        """Draw the dice with the choices beside them, then the seats and the state."""
        width, height = size
        cells = width - 2
        if self.game is None:
            return []
        self._labels = [self._say(number) for number in range(len(self.table.offers))]
        state = facts_of(self)
        plain = [sentence for sentence in state.plain if not self._names_dice(sentence)]
        state = state._replace(plain=plain)
        table, pairs = seat_table(self, state, cells), pairs_sheet(state, cells)
        paragraph, listed = self._sentences(state, cells), [self._beside_table(state, table, cells)]
        if height >= _TALL and (cards := self._cards(state, cells)):
            large = large_figures(state, cells)
            listed.insert(
                0, [plain_lines(state, cells), large, cards] if large else [paragraph, cards]
            )
        ways: tuple[_Way, ...] = (
            *(partial(self._beside_large, air=n > 0, apart=n > 1) for n in (2, 1, 0)),
            self._below_dice,
            self._beside_dice,
        )
        for drawn, rest in product(ways, listed):
            if spaced := drawn([*rest, pairs], cells, height):
                return indented(spaced, 1)
        if width >= _BESIDE:
            side = (cells - _GAP) // 2
            below = [seat_table(self, state, side), self._sentences(state, side)]
            sheet = pairs_sheet(state, side)
            left = piled((self._dice(side, "medium"), self._choices(side)), height)
            right = piled([*below, sheet], height)
            lines = beside(left, right, side, _GAP) if left else right
            return placed(lines, cells, width, height)
        return indented(piled((self._upper(cells), paragraph, table, pairs), height), 1)

    def _sentences(self, state: Facts, cells: int) -> list[Row]:
        """Draw what is said of the game: the figures first, apart where they take rows."""
        figures = figures_sheet(state, cells)
        return [*figures, *[EMPTY] * (len(figures) > 1), *plain_lines(state, cells)]

    def _beside_table(self, state: Facts, table: list[Row], cells: int) -> list[list[Row]]:
        """Put beside the table of the seats what is said of the game, else above it."""
        across = max(map(row_width, table), default=0)
        left = cells - across - _GAP
        if left < _LIST:
            return [self._sentences(state, cells), table]
        return [[], beside(table, self._sentences(state, left), across, _GAP)]

    def _cards(self, state: Facts, cells: int) -> list[Row]:
        drawn = fitting_cards(self, seat_facts(self, state), cells)
        return next((cards for _, cards in drawn), [])

    def _below_dice(self, rest: list[list[Row]], cells: int, height: int) -> list[Row]:
        """Put the choices last, right above the prompt, and large dice first; nothing without room.

        What is said of the dice stands below these.
        """
        for size in _ABOVE:
            dice = self._dice(cells, size)
            if len(dice) == 1:
                continue
            for air in (True, False):
                if spaced := _spaced([dice, *rest, self._choices(cells, air)], height - _PROMPT):
                    return spaced
        return []

    def _beside_large(
        self, rest: list[list[Row]], cells: int, height: int, *, air: bool, apart: bool
    ) -> list[Row]:
        """Put the choices beside large dice; nothing without room.

        Where the choices are `apart`, what is said of the dice stands below these.
        """
        sentences, rest = (rest[0], rest[1:]) if apart else ([], rest)
        upper = self._beside(cells, _SIZES[:_LARGE], air, apart, sentences=sentences)
        return _spaced([upper, *rest], height - _PROMPT) if upper else []

    def _beside_dice(self, rest: list[list[Row]], cells: int, height: int) -> list[Row]:
        """Put the choices beside the dice; nothing without room for the rest below them.

        Before the choices lose their heading, all that is below them closes up.
        """
        upper, below = self._upper(cells), [*rest[1:], rest[0]]
        return (
            _spaced([upper, *below], height)
            or _spaced([upper, [line for block in below for line in block]], height)
            or _spaced([self._upper(cells, headed=False), *below], height)
        )

    def _upper(self, cells: int, headed: bool = True) -> list[Row]:
        """Draw the dice as large as leaves room for the choices beside them, else above these."""
        if beside_dice := self._beside(cells, _SIZES[_LARGE - 1 :], headed=headed):
            return beside_dice
        dice, choices = self._dice(0, "medium"), self._choices(cells)
        return [*dice, EMPTY, *choices] if dice and choices else dice or choices

    def _beside(
        self,
        cells: int,
        sizes: Sequence[str],
        air: bool = False,
        apart: bool = False,
        headed: bool = True,
        sentences: Sequence[Row] = (),
    ) -> list[Row]:
        """Draw the dice as large as leaves room for the choices beside them; else nothing.

        The `sentences` stand below the dice.
        """
        for size in sizes:
            gap = 1 + SIZES[size][1] // 3
            dice = self._dice(cells, size)
            across = max(map(row_width, dice), default=0)
            left = cells - across - gap
            if len(dice) > 1 and (not self.table.offers or self._longest <= left):
                if size != "small" and air:
                    dice = [*dice, *self._below(size)]
                if sentences:
                    below = [part for line in sentences for part in wrap(line, across)]
                    dice = [*dice, EMPTY, *below]
                choices = self._choices(left, air, apart)
                return beside(dice, choices if headed else choices[1:], across, gap)
        return []

    def _names_dice(self, sentence: str) -> bool:
        """Whether a sentence only says what the dice show, which are drawn."""
        thrown = "-".join(str(face) for face in getattr(self.game, "dice", ()))
        says, named, _ = sentence.partition(thrown) if thrown else (sentence, "", "")
        return bool(named) and sentence.removesuffix(".").endswith(thrown) and says.count(" ") < 3

    @property
    def _longest(self) -> int:
        """The cells of the longest choice, with the sign of the chosen one and its dice."""
        longest = max((cell_len(text) + 2 for text in self._labels), default=0)
        return longest + self._dice_across + bool(self._dice_across)

    @property
    def _dice_across(self) -> int:
        """The cells of the dice before a choice; 0 where none keeps any."""
        keeps = any(
            isinstance(getattr(each.action, "keep", None), tuple) for each in self.table.offers
        )
        return 3 * len(getattr(self.game, "dice", ())) * keeps

    def _choices(self, cells: int, air: bool = False, apart: bool = False) -> list[Row]:
        """List what one may do, with air below the heading, and perhaps `apart` from each other."""
        offers = range(len(self.table.offers))
        if not offers:
            return []
        cells, drawn = min(cells, max(_LIST, self._longest + 2)), self._longest <= cells
        first = max(0, min(self._chosen - 4, len(offers) - _CHOICES))
        rows = [self._choice(number, cells, drawn) for number in offers[first : first + _CHOICES]]
        rows = rows_apart(rows) if apart else rows
        return [row((self.words.t("You may:"), "strong")), *[EMPTY] * air, *rows]

    def _choice(self, number: int, cells: int, drawn: bool) -> Row:
        """Draw a choice, and before it where `drawn` the dice with those that it keeps lit."""
        dice = self._kept(number) if drawn else EMPTY
        text = row(" " * bool(dice) + self._labels[number])
        here = number == self._chosen
        first, *rest = choice(text, cells - row_width(dice), here, str(number))
        return (first, *clickable([dice], str(number))[0], *rest)

    def _kept(self, number: int) -> Row:
        """Draw the dice with those lit that an offer keeps; blank for another kind of offer."""
        across = self._dice_across
        keep = getattr(self._action(number), "keep", None)
        if not across or not isinstance(keep, tuple):
            return row(" " * across)
        tile = seat_mark(self.table.seat or 0).tile
        return sorted_out(getattr(self.game, "dice", ()), keep, tile)

    def _dice(self, cells: int, size: str) -> list[Row]:
        """Draw the view's `dice`, if it has any, as large as there is room."""
        thrown = getattr(self.game, "dice", ())
        if not thrown or not all(face in range(7) for face in thrown):
            return []
        tones = self._tones(thrown)
        large = columns(
            (die(face, tone, size) for face, tone in zip(thrown, tones, strict=True)), 1
        )
        return large if row_width(large[0]) <= cells else [faces(thrown)]

    def _tones(self, thrown: Sequence[int]) -> list[str]:
        """Mark the dice that the chosen action keeps."""
        offers = self.table.offers
        keep = getattr(self._action(self._chosen), "keep", None) if offers else None
        kept_at = places(thrown, keep if isinstance(keep, tuple) else ())
        tile = seat_mark(self.table.seat or 0).tile
        return [tile if at in kept_at else "tile" for at in range(len(thrown))]

    def _below(self, size: str) -> list[Row]:
        """Say below the dice which of them the chosen action keeps."""
        across = SIZES[size][0]
        tones = self._tones(getattr(self.game, "dice", ()))
        own = seat_mark(self.table.seat or 0)
        kept = pad(f"▲ {self.words.t('keep')}", across, "center")
        signs = ((" " * across if tone == "tile" else kept, own.tone) for tone in tones)
        return [row(*(piece for sign in signs for piece in (sign, " ")))]

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


def _spaced(blocks: Sequence[list[Row]], height: int) -> list[Row]:
    """Put blocks below each other, equally far apart; nothing if they do not all fit."""
    shown = [block for block in blocks if block]
    free = height - sum(map(len, shown))
    if not shown or free < len(shown):
        return []
    high = height >= _TALL - _PROMPT
    gap = max(1, min(_FAR if high else _APART, free // (len(shown) + (not high))))
    return [*[EMPTY] * (gap if high else 1), *blocks_apart(shown, gap)]


VIEW = GenericView
