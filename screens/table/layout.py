"""The layout of a screen with a game: the picture left, something beside it, bars below.

Every other screen is placed by `screens/places.tcss`; here the sheet places notice, top line and
footer. The rest is reckoned: placed by the sheet, a table took up to 1.35 times the processor time
for a new size, a panel or the card of the end, since Textual applies the rules again to each pane
whose class changes (docs/decisions/0007-private-parts.md). And a cast draws without a screen.
"""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar, cast

from textual import events
from textual.geometry import Offset, Region, Size, Spacing
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.layouts.vertical import VerticalLayout
from textual.strip import Strip
from textual.widget import Widget

from screens.base import BaseScreen
from screens.games.view import Act, GameView, Pointed
from screens.table.seats import SeatStrip
from screens.terminal.paint import Pane
from screens.terminal.rows import row
from screens.widgets.lines import strip

Result = TypeVar("Result")

_NARROW = 60
"""Cells of a terminal below which there is room for the picture alone."""
_CARD, _CARD_ROWS = 82, 26
"""Cells of the card of a game's end where it stands beside the board, and its rows at most."""
_LARGE, _LOG, _HIGH = Size(140, 40), 9, 36
"""From which size on the log has rows under the picture, how many, and the most of a picture."""
_TALK = 16
"""Rows of the log under the panels."""


class TableLayout(NamedTuple):
    """The parts of a screen with a game, under its top line; `bottom` is the first row below.

    `status` is the row of the status line; `log` is `side`, or stands under the picture.
    """

    picture: Region
    seats: Region
    divider: Region
    side: Region
    log: Region
    status: int
    bottom: int


def middle(picture: Region, rows: int) -> Region:
    """Return a band across the middle of a picture."""
    high = min(rows, picture.height)
    return Region(picture.x, picture.y + (picture.height - high) // 2, picture.width, high)


class RegionLayout(Layout):
    """Places panes in the screen's `regions`, other widgets one below the other."""

    name = "regions"

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> ArrangeResult:
        """Place the panes between the top line, or what is in its place, and the footer."""
        regions = cast("GameScreen[Any]", parent).regions(Size(size.width, size.height + 2))
        there = set(children)
        placed = [
            WidgetPlacement(region.translate((0, -1)), Offset(), Spacing(), pane)
            for pane, region in regions.items()
            if region and pane in there
        ]
        others = [child for child in children if not isinstance(child, Pane)]
        return placed + (VerticalLayout().arrange(parent, others, size, greedy) if others else [])


_REGION_LAYOUT = RegionLayout()


class GameScreen(BaseScreen[Result]):
    """A screen with a game, and a rule between the picture and what is beside it."""

    game: GameView[Any]
    divider = Region()
    """Where the rule is; `regions` sets it."""

    @property
    def layout(self) -> Layout:
        return _REGION_LAYOUT

    @abstractmethod
    def regions(self, size: Size) -> Mapping[Pane, Region]:
        """Return the regions of the panes on a screen of this size; other panes are hidden."""

    def fit(self, size: Size) -> None:
        """Mount the panes that become visible for the first time."""
        super().fit(size)
        self.mount_panes(*[pane for pane, region in self.regions(size).items() if region])

    def rearrange(self) -> None:
        if self.is_attached:
            self.fit(self.app.size)
        super().rearrange()

    async def take_key(self, event: events.Key) -> bool:
        """Let a key of the game first end an animation."""
        line = self.line()
        typing = line is not None and line.typing
        if (
            self.is_active
            and self.focused is None
            and not typing
            and not self.game.playback.settled
        ):
            hurried = self.game.hurried(event)
            self.rebind()
            if hurried:
                return True
        return await super().take_key(event)

    async def on_pointed(self, event: Pointed) -> None:
        """Have the game react to a click on its picture."""
        if self.is_active:
            self.tell("")
            if event.what:
                self.game.clicked(event.what)
            await self.play()

    async def play(self) -> None:
        """Submit the action that the game's view requests, else show a change of its state."""
        act = self.game.take_act()
        self.rebind()
        if act is None:
            self.bars()
            self.renew()
        elif not await self.submit(act):
            self.game.redraw()
            self.renew()

    async def submit(self, act: Act) -> bool:  # noqa: ARG002
        """Submit an action of the view; return whether the game changes by it."""
        return False

    def bars(self) -> None:
        """Refresh the bars."""

    def backdrop(self, y: int, cells: int) -> Strip:
        """Paint the rule between the picture and what is beside it."""
        at = self.divider
        if not at.width or not at.y <= y < at.bottom:
            return super().backdrop(y, cells)
        return strip(row(" " * at.x, ("│", "rule")), cells, self.arcade.palette)


def table_layout(
    size: Size, below: int, seats: int = 0, panels: bool = False, wide: int = 0, high: bool = False
) -> TableLayout:
    """Divide a screen with `below` rows of bars and so many seats under the picture.

    `seats` is 0 where the view shows them. `panels`: something besides the log stands at the side.
    `wide`: the columns the picture needs for itself. `high`: it uses every row, so the log stands
    under the panels.
    """
    side = 0 if size.width < _NARROW else max(26, min(60, size.width // 3))
    if size.width - side - 1 < wide <= size.width:
        side = 0
    rule = 1 if side else 0
    left = size.width - side - rule
    strip = SeatStrip.rows_for(seats, left) if seats else 0
    bottom = size.height - below
    large = panels and size.width >= _LARGE.width and size.height >= _LARGE.height
    low = large and not high
    status = min(bottom - _LOG, 1 + _HIGH + strip) if low else bottom
    beside = Region(left + 1, 1, side, bottom - 1 + low)
    log = Region(0, status + 1, left, bottom - status) if low else beside
    if large and high:
        beside, log = beside.split_horizontal(-_TALK)
    return TableLayout(
        picture=Region(0, 1, left, max(0, status - 1 - strip)),
        seats=Region(0, status - strip, left, strip),
        divider=Region(left, 1, rule, bottom - 1 + low),
        side=beside,
        log=log,
        status=status,
        bottom=bottom,
    )


def result_layout(size: Size, seats: int) -> TableLayout:
    """Divide a screen with the card of a game's end at `side`; the board beside it if it fits."""
    bottom, wide = size.height - 3, size.width >= _LARGE.width
    left = size.width - _CARD - 1 if wide else 0
    strip = SeatStrip.rows_for(seats, left) if seats and wide else 0
    card = min(bottom - 1, _CARD_ROWS) if wide else bottom - 1
    x = left + wide
    return TableLayout(
        picture=Region(0, 1, left, bottom - 1 - strip),
        seats=Region(0, bottom - strip, left, strip),
        divider=Region(left, 1, int(wide), bottom - 1),
        side=Region(x, 1, size.width - x, card),
        log=Region(x, 1 + card, size.width - x, bottom - 1 - card),
        status=bottom,
        bottom=bottom,
    )
