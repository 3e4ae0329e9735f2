"""The layout of a screen with a game: the picture left, something beside it, bars below.

From `COMPOSED` columns on, what is beside the picture has the whole height, and the bars stand
under the picture. A terminal of more columns than that needs leaves them free beside the rule. In
a narrower one the picture has all columns, and the last lines of the log stand below it, until Tab
opens what is beside it.

Every other screen is placed by `screens/places.tcss`; here the sheet places notice, top line and
footer. The rest is computed: placed by the sheet, a table took 1.4 to 2.6 times the processor time
for the coach, a panel or the card of the end, since Textual applies the rules again to each pane
whose class changes (docs/decisions/0007-private-parts.md). And a cast draws without a screen.
"""

from abc import abstractmethod
from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple, TypeVar, cast

from msgspec.structs import replace
from textual import events
from textual.geometry import Offset, Region, Size, Spacing
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.layouts.vertical import VerticalLayout
from textual.strip import Strip
from textual.widget import Widget

from arcade.club.table_session import TableSession
from arcade.club.views import TableView
from screens.base import SMALLEST, BaseScreen
from screens.games import view_class
from screens.games.messages import Act, Pointed
from screens.games.view import AnyView, GameView
from screens.table.bars import StatusLine, TalkLine, silent
from screens.table.coach import CoachPane
from screens.table.gestures import Gestures
from screens.table.result.card import ResultCard
from screens.table.seats import PausedCard, SeatStrip
from screens.table.side import SidePanels
from screens.table.waiting_room import WaitingRoom
from screens.terminal.paint import Pane, untie
from screens.terminal.rows import EMPTY, Row, row, row_width
from screens.widgets.lines import Lines, strip
from screens.widgets.log import LogPane

Result = TypeVar("Result")

_NARROW = 60
"""Cells of a terminal below which there is room for the picture alone."""
COMPOSED = 120
"""Columns from which something beside the picture has the whole height."""
_AIR, _ROW_BELOW = Spacing(1, 1, 0, 1), Spacing(0, 0, 1, 0)
"""What is free around what is beside the picture, and below it where it has the whole height."""
_LOWEST_HEADING = 3
"""The row of a narrow picture down to which what is beside it begins beside its heading."""
_BARS, _FIELD, _SHARED = 2, 3, 22
"""Rows of a table's two bars, of a field to type in with its edges, and of a side that a panel or
the coach shares with the log."""
_MORE = 2
"""Rows that the bars of a wide screen take above them, where the picture leaves them free."""
_WHOLE, _FEW = 24, 5
"""Rows of a screen, and seats, from and up to which a row of air is between the two bars."""
_LOWEST, _ROOMY = 17, 36
"""Rows below which a picture makes no room for the card of a pause, and from which that has air."""
_APART = Spacing(1, 0, 0, 0)
"""What is free between a panel and the log below it."""
_WELL_APART = Spacing(2, 0, 0, 0)
"""What is free between the gestures, which have air themselves, and the log below them."""
_NEED, _FEW_ROWS, _PART, _LINES = 14, 4, 7, 5
"""Rows of such a picture and the rule below it, besides those of the seats, which get no more for
more than a few; for so many of its rows one of log below, at most so many."""
_COACHED = 12
"""Rows of a picture and the rule below it, besides those of its seats, where the coach is there."""
_CHOICES, _ADVICE = 4, 7
"""The fewest rows of the coach below the seats, and the most."""
_PICTURE, _PICTURE_TALKING, _LOG = 25, 18, range(4, 10)
"""Rows that a narrow picture keeps, also while one types on a phone, and rows of log below it."""


class TableLayout(NamedTuple):
    """The parts of a screen with a game, between its top line and its footer."""

    picture: Region
    seats: Region
    bars: Region
    divider: Region
    side: Region
    high: bool
    """Whether the side has the whole height, beside the bars too."""


class RegionLayout(Layout):
    """Places panes in the screen's `regions`, other widgets one below the other."""

    name = "regions"

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> ArrangeResult:
        """Place the panes between the top line, or what is in its place, and the footer."""
        screen = cast("GameScreen[object]", parent)
        regions = screen.regions(Size(size.width, size.height + 2))
        screen.lowered = screen.app.size.height - size.height - 2
        mounted = set(children)
        placed = [
            WidgetPlacement(region.translate((0, -1)), Offset(), Spacing(), pane)
            for pane, region in regions.items()
            if region and pane in mounted
        ]
        others = [child for child in children if not isinstance(child, Pane)]
        return placed + (VerticalLayout().arrange(parent, others, size, greedy) if others else [])


_REGION_LAYOUT = RegionLayout()


class GameScreen(BaseScreen[Result]):
    """A screen with a game, and a rule between the picture and what is beside it."""

    game: AnyView
    lowered = 0
    """Rows by which a notice above the top line moves all below it."""
    _divider = Region()

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

    @property
    def divider(self) -> Region:
        """The rule between the picture and what is beside it; `regions` sets it."""
        return self._divider

    @divider.setter
    def divider(self, region: Region) -> None:
        if region != self._divider:
            by = Offset(0, self.lowered)
            self.refresh(self._divider + by, region + by)  # no pane may be where it begins or ends
            self._divider = region

    @property
    def main(self) -> str:
        return super().main or self.game.main

    def cut(self, size: Size) -> bool:
        return super().cut(size) or (self.arcade.in_browser and size.width < self.game.COLUMNS)

    async def take_key(self, event: events.Key) -> bool:
        """Let a key of the game first end an animation."""
        return self._hurried(event) or await super().take_key(event)

    async def press(self, name: str) -> None:
        """Let a button of the game, as its key does, first end an animation."""
        key = next((each.keys[0] for each in self.footer.actions if each.name == name), "")
        if not self._hurried(events.Key(key, None)):
            await super().press(name)

    def _hurried(self, event: events.Key) -> bool:
        """End an animation if this is a key of the game; return whether that used the key up."""
        line = self.line()
        typing = line is not None and line.typing
        if not self.is_active or self.focused is not None or typing or self.game.playback.settled:
            return False
        hurried = self.game.hurried(event)
        self.rebind()
        return hurried

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
        at = self.divider + Offset(0, self.lowered)
        if not at.width or not at.y <= y < at.bottom:
            return super().backdrop(y, cells)
        end = self.on_rule() if at.width > 1 else EMPTY
        rule = "─" * (at.width - row_width(end)) if at.width > 1 else "│"
        return strip(row(" " * at.x, (rule, "rule")) + end, cells, self.arcade.palette)

    def on_rule(self) -> Row:
        """Return what stands at the end of a rule below the picture."""
        return EMPTY


def own_columns(game: AnyView, width: int) -> int:
    """Return the columns that a picture needs: all, in a terminal that is not wide."""
    return width if width < COMPOSED else game.WIDE


def table_layout(
    size: Size,
    bars: int,
    seats: int = 0,
    wide: int = 0,
    most: int = GameView.MOST,
    alone: bool = False,
) -> TableLayout:
    """Divide a screen with so many rows of bars, and seats under the picture.

    `seats` is 0 where the view shows them. `wide`: the columns the picture needs for itself.
    `most`: the most it has any use for. `alone`: there is nothing to show beside it.
    """
    high = size.width >= COMPOSED
    beside = max(26, min(60, size.width // 3)) + (not high)
    if alone:
        beside = 0
    elif size.width < _NARROW or size.width - beside < wide <= size.width:
        beside, high = 0, False
    left, bottom = size.width - beside, size.height - 1 - bars
    table = min(left, most) if high else left
    strip = SeatStrip.rows_for(seats, table) if seats else 0
    divider, side = Region(left, 1, beside, bottom - 1 + bars * high).split_vertical(min(1, beside))
    return TableLayout(
        picture=Region(0, 1, table, max(0, bottom - 1 - strip)),
        seats=Region(0, bottom - strip, table, strip),
        bars=Region(0, bottom, table, bars) if high else Region(0, bottom, size.width, bars),
        divider=divider,
        side=side.shrink(_AIR + _ROW_BELOW if high else _AIR),
        high=high,
    )


def with_log_below(at: TableLayout, talking: bool) -> TableLayout:
    """Put below a narrow and high picture, as on a phone, what is beside a wide one."""
    rows = at.picture.height - (_PICTURE_TALKING if talking else _PICTURE)
    rows = min(rows, _LOG.stop - 1)
    if at.side or at.bars.width >= _NARROW or rows < _LOG.start:
        return at
    side = Region(1, at.bars.y - rows, at.bars.width - 1, rows)
    picture = at.picture.shrink(Spacing(0, 0, rows, 0))
    return at._replace(picture=picture, seats=at.seats.translate((0, -rows)), side=side)


def with_lines_below(at: TableLayout, needed: int, least: int = 1, most: int = 0) -> TableLayout:
    """Put the last lines of the log below a picture that has all columns, and a rule above them.

    Picture and rule keep the rows they need, but for the `least` rows of log; there are at most
    `most`. A row of air is above the bars first, then below them; more log comes last.
    """
    spare = at.picture.height - needed
    above, under = spare > least, spare > least + 1
    most = most or min(_LINES, at.picture.height // _PART)
    rows = max(least, min(most, spare - above - under))
    air = Spacing(0, 0, above + under, 0)
    picture, below = at.picture.shrink(air).split_horizontal(-rows - 1)
    rule, side = below.translate((0, at.seats.height)).split_horizontal(1)
    inside = Spacing(0, 1, 0, 1)
    return at._replace(
        picture=picture,
        seats=at.seats.translate((0, -rows - 1 - above - under)),
        bars=at.bars.translate((0, -under)),
        divider=rule.shrink(inside),
        side=side.shrink(inside),
    )


class FilledRows:
    """The rows that a pane fills, or has filled since it has its size."""

    def __init__(self) -> None:
        self.rows = range(0)
        self._drawn: tuple[Lines, Size, int] | None = None

    def free_below(self, pane: Lines, size: Size, game: int = 0) -> int:
        """Return the rows free below what a pane of this size fills: never more in one game."""
        pane.lowest = size.height
        pane.draw_for(size)
        if self._drawn != (pane, size, game):
            self._drawn, self.rows = (pane, size, game), pane.filled
        stop = max(self.rows.stop, pane.filled.stop)
        self.rows, pane.lowest = range(self.rows.start, stop), stop
        return max(0, size.height - stop - 1)


class TablePanes:
    """The panes of a table, and where each of them is.

    Panes that many tables never show are created when they are first shown.
    """

    def __init__(self, table: TableView) -> None:
        self.table = table
        self.game = view_class(table.game)(table)
        self.side = SidePanels(self.game)
        self.log_pane = LogPane(self.side.tabs)
        self.status = StatusLine(table)
        self.prompt = TalkLine()
        self.result = ResultCard()
        self.divider = Region()
        self._filled = FilledRows()
        self.below = False
        """Whether the last lines of the log stand below the picture."""
        self.talks = False
        """Whether a screen that is not wide has a second row of bars; it keeps a row it needed."""
        self.typed = False
        """Whether somebody types: a phone then shows less of the picture."""
        self.airy = False
        """Whether it has a row of air between them, above what one types or is asked."""

    @cached_property
    def coach(self) -> CoachPane:
        return CoachPane(self.game.advise)

    @property
    def coached(self) -> bool:
        return "coach" in vars(self) and self.coach.open

    @cached_property
    def gestures(self) -> Gestures:
        return Gestures()

    @property
    def gesturing(self) -> bool:
        return "gestures" in vars(self) and self.gestures.open

    @cached_property
    def waiting(self) -> WaitingRoom:
        """What is shown before the first game."""
        return WaitingRoom(self.table)

    def drop_waiting(self) -> None:
        """Remove what is shown before the first game: that has begun."""
        if "waiting" in vars(self):
            vars(self).pop("waiting").remove()

    @cached_property
    def paused(self) -> PausedCard:
        """The card across the game during a pause."""
        return PausedCard(self.table)

    @cached_property
    def seats(self) -> SeatStrip:
        """The seats, for views that do not show them."""
        return SeatStrip(self.table)

    def untie(self, screen: GameScreen[None]) -> None:
        """Break the reference cycles of all panes, those too that were never shown."""
        for pane in (*vars(self).values(), *vars(self.result).values()):
            if isinstance(pane, Pane):
                untie(pane, screen)

    def put_in_words(self, seen: TableView, session: TableSession, shared: bool) -> None:
        """Show what is visible in seats, log and coach; talk and absences as they are now.

        `shared`: nobody at this keyboard is "you".
        """
        if seen.view is not None and not self.game.SHOWS_SEATS:
            self.seats.show(replace(seen, to_act=tuple(self.game.acting)))
        last, absent = seen.lines[-1].number if seen.lines else 0, self.table.absent
        talk = [line for line in self.table.lines if line.number > last and line.kind == "chat"]
        now = replace(seen, lines=(*seen.lines, *talk), absent=absent) if talk or absent else seen
        self.log_pane.show(now, "" if shared else seen.you)
        if self.coached:
            self.coach.show(session, seen)

    def regions(self, size: Size) -> dict[Pane, Region]:
        """Put the game left, beside it the log, or the gestures, and bars below."""
        if self.gesturing:
            self.gestures.headed = True
        regions = self._with_result(size) if self.result.shown else self._with_game(size)
        if not self.gesturing:
            return regions
        beside = [pane for pane in (self.side, self.log_pane) if regions.get(pane)]
        if self.coached or not beside:  # over the lowest rows
            rows = len(self.gestures.lines(*size))
            return regions | {self.gestures: Region(0, size.height - 1 - rows, size.width, rows)}
        side = Region.from_union([regions.pop(pane) for pane in beside])
        rows = len(self.gestures.lines(*side.size))
        if side.y == self.divider.bottom or side.height - rows < _LOG.stop:  # below the picture
            return regions | {self.gestures: side}
        listed, log = side.split_horizontal(rows)
        return regions | {self.gestures: listed, self.log_pane: log.shrink(_WELL_APART)}

    def _rows_of_bars(self, size: Size) -> int:
        if size.width >= COMPOSED or not self.talks:
            return _BARS if size.width >= COMPOSED else 1
        few = size.height >= _WHOLE and len(self.table.seats) <= _FEW
        return _BARS + (self.airy and few and size.width < _NARROW)

    def _with_game(self, size: Size) -> dict[Pane, Region]:
        table, wide = self.table, own_columns(self.game, size.width)
        waiting = table.view is None
        seats = 0 if waiting or self.game.SHOWS_SEATS else len(table.seats)
        self.side.shuts = not self._layout(size, wide=wide).side
        tells = self.game.TELLS
        shut = self.side.shut and not waiting and not (self.coached and tells)
        most = size.width if waiting else self.game.MOST
        alone = silent(table)
        at = self._layout(size, seats, wide if shut else 0, most, alone)
        self.game.alone = tells and self.side.shut and not self.coached  # before the first game too
        middle = self.waiting if waiting else self.game
        regions: dict[Pane, Region] = {middle: at.picture}
        aside = bool(at.side) and not waiting and not self.coached
        self._tab(aside, bool(at.side) and at.side.height >= _SHARED)
        self.game.panelled = self.side.above
        below = shut and not (at.side or tells or alone) and self._has_rows(at.picture)
        self.log_pane.airy, self.log_pane.talking = False, below and self.typed
        self.below = below
        if below:
            if table.paused:
                regions[self.paused], at = self._card_above(at)
            at = self._with_below(at)
            regions[middle] = at.picture
        elif not table.paused:
            at = self._close(middle, at)
        elif not waiting:
            regions |= self._paused(at.picture)
        self.divider = at.divider
        if at.seats:
            regions[self.seats] = at.seats
        side, bars = self._bars(at, size.height - 1)
        if self.coached and not (at.high and self.side.above):
            regions[self.coach] = side
        elif self.side.above and not waiting:
            half, most = side.height // 2, side.height - _LOG.start - 2
            if self.coached:
                rows = self.coach.rows(side.width, half)
            else:
                rows = self.side.rows(side.width, max(half, most))
            upper, lower = side.split_horizontal(rows)
            regions[self.coach if self.coached else self.side] = upper
            ends = Spacing() if at.high else _ROW_BELOW  # with the rule beside it
            regions[self.log_pane] = lower.shrink(_APART + ends)
        else:
            chosen = self.side.tabbed and self.side.chosen
            apart = Spacing() if chosen or at.high or below else _ROW_BELOW
            regions[self.side if chosen else self.log_pane] = side.shrink(apart)
        return regions | bars

    def _has_rows(self, picture: Region) -> bool:
        """Whether a picture with all columns has rows for the log below it.

        In fewer columns than 80 all seats stand below each other.
        """
        width, height = picture.size
        return width >= _NARROW and (
            width >= SMALLEST.width or height >= _NEED + len(self.table.seats)
        )

    def _with_below(self, at: TableLayout) -> TableLayout:
        """Put below a picture the last lines of the log, or in place of its seats the coach."""
        seats = len(self.table.seats)
        rows = seats if seats < self.game.MANY else -(-seats // 2)
        needed = _NEED + min(_FEW_ROWS, rows)
        if self.gesturing:
            self.gestures.headed = self.coached  # else the rule names them
            few = len(self.gestures.lines(at.picture.width - 2, at.picture.height))
            few += not self.gestures.headed  # air below the rule
            return with_lines_below(at, min(needed, at.picture.height - few - 1), few, few)
        if self.coached:
            if at.picture.height < _COACHED + rows + _CHOICES + 2:
                return with_lines_below(at, _COACHED, most=at.picture.height)
            return with_lines_below(at, _COACHED + rows, _CHOICES, _ADVICE)
        last = at.bars.y
        at = with_lines_below(at, self.game.ROWS or needed)
        asked = self.airy and not self.typed  # between that and whose turn it is
        field = self.typed and at.bars.y == last and at.bars.y > at.side.bottom  # its upper edge
        bars = at.bars.grow(Spacing(asked or field, 0, 0, 0))
        side = at.side._replace(height=bars.y - at.side.y)
        self.log_pane.airy = (asked or bars.y > at.side.bottom) and not self.typed
        return at._replace(bars=bars, side=side if side.height > asked else Region())

    def _card_above(self, at: TableLayout) -> tuple[Region, TableLayout]:
        """Put the card of a pause above a picture with all columns."""
        picture = at.picture.shrink(_APART)
        card, picture = picture.split_horizontal(len(self.paused.lines(picture.width)))
        return card, at._replace(picture=picture)

    def _paused(self, picture: Region) -> dict[Pane, Region]:
        """Put the card above the picture, across it only where that would become too low."""
        rows = len(self.paused.lines(picture.width)) + 2 * (picture.height >= _ROOMY)
        apart = picture.height > _LOWEST + rows
        card, rest = picture.shrink(Spacing(apart, 0, 0, 0)).split_horizontal(rows)
        regions: dict[Pane, Region] = {self.paused: card}
        if rest.height >= _LOWEST:
            regions[self.game] = rest
        return regions

    def _layout(
        self,
        size: Size,
        seats: int = 0,
        wide: int = 0,
        most: int = GameView.MOST,
        alone: bool = False,
    ) -> TableLayout:
        at = table_layout(size, self._rows_of_bars(size), seats, wide, most, alone)
        return with_log_below(at, self.prompt.typing)

    def _with_result(self, size: Size) -> dict[Pane, Region]:
        """Put the card over the picture and all beside it."""
        at = table_layout(size, self._rows_of_bars(size), most=size.width, alone=True)
        at = self._close(self.result.pane, at)
        _, bars = self._bars(at, size.height - 1)
        self.divider = Region()
        self._tab(False)
        return {self.result.pane: at.picture, **bars}

    def _close(self, pane: Lines, at: TableLayout) -> TableLayout:
        """Give the bars what rows the pane leaves free; on a small screen, put them one row higher.

        There what is beside it begins beside its heading. They only move down in one game, so that
        nothing jumps.
        """
        below = self._filled.free_below(pane, at.picture.size, self.table.games_played)
        free = 0 if at.seats else below
        if at.high:
            return at._replace(bars=at.bars.grow(Spacing(min(_MORE, free), 0, 0, 0)))
        if at.bars.width < _NARROW:
            return at
        up, down = min(1, free), min(self._filled.rows.start, _LOWEST_HEADING) - _AIR.top
        less = Spacing(0, 0, up, 0)
        return at._replace(
            bars=at.bars.translate((0, -up)),
            divider=at.divider.shrink(less + _ROW_BELOW),  # the sentence below it is wider
            side=at.side.shrink(less).grow(Spacing(-down, 0, 0, 0)) if at.side else at.side,
        )

    def _bars(self, at: TableLayout, bottom: int) -> tuple[Region, dict[Pane, Region]]:
        """Return what is left of the side, and the bars; talk is at the foot of a high side.

        One types in a field that has edges, where the rows above `bottom` are free for it.
        """
        if at.high and at.side:
            rows = _FIELD if self.typed else 1
            status, (side, talk) = at.bars, at.side.split_horizontal(-rows)
            side = side.shrink(_ROW_BELOW)
            prompt = talk.grow(Spacing(0, 0, 0, 1))
            self.status.edges = False
        else:
            rows = at.bars.height + (self.typed and at.bars.bottom < bottom)
            field = at.bars._replace(height=rows)
            self.status.edges = self.typed and rows >= _FIELD
            if self.status.edges:
                field = field.shrink(Spacing(rows - _FIELD, 0, 0, 0))
            side, (status, prompt) = at.side, field.split_horizontal(1)
            if not self.status.edges:
                prompt = prompt.shrink(Spacing(prompt.height - 1 if prompt else 0, 0, 0, 0))
        self.status.room = status.size
        return side, {self.status: status, self.prompt: prompt}

    def _tab(self, shared: bool, roomy: bool = False) -> None:
        """Name log and panels above them, where only one of them is shown at a time.

        `roomy`: the game's panels have room above the log.
        """
        self.side.above = roomy and bool(self.game.panels())
        self.side.tabbed, self.log_pane.headed = shared, shared and not self.side.above
