"""The view of The Golden 21: its keys, its layout, and the current move.

The move is the chances while a total is chosen, the dice once they are thrown.
"""

from functools import partial, partialmethod

from msgspec.structs import replace
from textual.geometry import Size

from arcade.club.i18n.words import Words
from arcade.club.views import TableView
from arcade.engine.words import N_
from arcade.games.golden21.rules.actions import Action, Announce
from arcade.games.golden21.rules.state import View
from screens.games.golden21.bourse import LEAST, bourse, ending, most_back, year_end
from screens.games.golden21.bourse import beside as sheet
from screens.games.golden21.choice import KEYS, SHEET, WORKS, Choice, Mode
from screens.games.golden21.placard import placard
from screens.games.golden21.stage import Stage
from screens.games.golden21.throw import golden_in
from screens.games.golden21.traders import Traders, poster, thumbnail
from screens.games.playback import Moment
from screens.games.seat_cards import fitting_cards
from screens.games.seat_rows import half
from screens.games.view import Finale, GameView, Panel
from screens.terminal.rows import (
    EMPTY,
    Row,
    indented,
    minus,
    placed,
    row,
    rows_apart,
)
from screens.widgets import dice

_LIE, _LAST = 10, 30
"""Frames for which they then lie still: while others wait, and at the game's end. A key ends it."""
_FLASH = 8
"""Frames that a kill flashes."""
_FINALE = 9
"""The most dice of the last roll that are drawn at the end."""
_PAGE = 4
"""Rows by which the Bourse is scrolled."""
_WHOLE, _LEAST, _LOW = range(74, 120), 9, 14
"""Cells of a picture that has all columns of a small terminal, and the fewest and most rows of the
move, above which one stays free below the traders."""
_BROAD = 92
"""Cells from which a high picture is another."""
_STAGE = 16
"""Rows of the stage while the Bourse is drawn below the traders."""
_MOVE, _EDGES = 25, 3
"""Rows of the stage above the traders' cards, and those that stay free then."""
_FREE, _HIGH, _HIGHEST = 4, 36, 31
"""Rows that stay free, one above all, one above the traders and two below them; rows of a pane
that has more of them, and those of its stage, which are the same from step to step."""


class Golden21View(GameView[View]):
    """A table of The Golden 21: chances or dice above, traders below, the Bourse at a key."""

    SIGNS = {
        "★": N_("exactly 21, or the winner"),
        "✗": N_("insolvent"),
        "†": N_("killed"),
        "◎": N_("aimed at"),
        "▆": N_("debt on its way to 21, and what the last roll added"),
        "▸": N_("before and after"),
        "●": N_("what was rolled"),
        "▲": N_("what was announced, or the best move of a game"),
        "▼": N_("the worst move of a game"),
        "‹›": N_("the total you choose"),
    }
    SHOWS_SEATS = True
    MOST = 104
    MANY = 7
    COLUMNS = 50
    PICTURED = N_("sums of two dice")
    KEYS = KEYS
    LOOKS = frozenset({"bourse", *SHEET})

    def __init__(self, table: TableView) -> None:
        super().__init__(table)
        self._choice = Choice()
        self._decision: object = None
        self._open = False
        self._back = 0
        self._before: View | None = None
        self._golden: int | None = None
        self._lie = 0
        self._killers: frozenset[int] = frozenset()

    # State

    @property
    def choice(self) -> Choice:
        decision = (self.game, self.table.offers)
        if decision != self._decision:
            before, self._choice = self._choice, Choice(self.game, self.table.offers)
            if self._decision is not None:
                self._choice.keep(before)
            self._decision = decision
        return self._choice

    @property
    def tumbling(self) -> int:
        """How many of the dice still tumble."""
        return self.moment.tumbling

    @property
    def _free(self) -> int:
        """The frames in which the dice lie still: they delay nothing but the game's end."""
        return 0 if self.table.phase == "over" else self._lie

    @property
    def golden(self) -> int:
        """The number of golden dice in the last throw: as seen before it, or as the view shows."""
        return golden_in(self.game) if self._golden is None else self._golden

    def game_at(self, moment: Moment[View]) -> View:
        """Return the game before dice that tumble, or with the debts of a year that has ended."""
        if self.tumbling or moment.ended is None:
            return (self.tumbling and self._before) or self.game
        return self._at_year_end(moment.ended)

    def _at_year_end(self, ended: View) -> View:
        view = self.game
        year = ended.year
        ends = zip(view.sheet[year - 1], ended.debts, strict=True)
        debts = tuple(column[-1] if column else debt for column, debt in ends)
        if self.moment.counting:
            return replace(view, order=ended.order, debts=debts)
        sheet, exponents = view.sheet[:year], view.exponents[:year]
        made = {"kills": view.kills, "twentyones": view.twentyones, "status": view.status}
        return replace(ended, debts=debts, sheet=sheet, exponents=exponents, **made)

    # Keys

    def is_enabled(self, name: str) -> bool:
        choice = self.choice
        if name in ("confirm", "cancel"):
            return self.pending is not None
        if self._open or name in SHEET:
            return (
                self._open
                and name in SHEET
                and (name == "close" or most_back(self, self.size.height) > 0)
            )
        if name.startswith("digit_"):
            return choice.mode == "announce" or (int(name[-1]) - 1) % 10 in choice.rows
        if name in WORKS and choice.mode not in WORKS[name]:
            return False
        match name:
            case "erase":
                return bool(choice.typed)
            case "aim":
                return len(choice.aims) > 1
            case "points" | "gifts":
                wished = "account" if name == "points" else "give"
                return wished in choice.modes and len(choice.modes) > 1
            case "give_all":
                return self.game.gifts > 1
            case "forfeit" | "end":
                return bool(self.offered("throw" if name == "forfeit" else "end"))
        return True

    def perform(self, name: str) -> None:
        """Perform an action; any key ends an animation."""
        self.playback.finish()
        self.play_frames(0)
        super().perform(name)

    def clicked(self, what: str) -> None:
        kind, _, number = what.partition("_")
        choice = self.choice
        if kind == "total" and choice.mode == "announce":
            choice.typed, choice.total = "", int(number)
        elif kind == "row" and int(number) in choice.rows and choice.mode != "announce":
            choice.pick(int(number))
        elif kind == "cell":
            at, column = number.split("_")
            if choice.spending(choice.order[int(at)], int(column)):
                choice.row, choice.column = int(at), int(column)
        else:
            super().clicked(what)
            return
        self.redraw()

    def do_close(self) -> None:
        self._open = False

    def do_bourse(self) -> None:
        self._open, self._back = True, 0

    def do_older(self) -> None:
        self._back = min(self._back + _PAGE, most_back(self, self.size.height))

    def do_newer(self) -> None:
        self._back = max(0, self._back - _PAGE)

    def do_throw(self) -> None:
        choice = self.choice
        if choice.aim is None:
            self.act("announce", total=choice.total)
        else:
            self.act("announce", total=choice.total, aim=choice.aim)

    def do_more(self) -> None:
        self.choice.step(1)

    def do_less(self) -> None:
        self.choice.step(-1)

    def do_erase(self) -> None:
        self.choice.erase()

    def do_aim(self) -> None:
        """Aim at the next trader's die, or at nobody's again."""
        self.choice.aim_next()

    def do_forfeit(self) -> None:
        self.act("throw")

    def do_spend(self) -> None:
        """Spend as the cursor says."""
        spend = self.choice.spend
        if spend is None:
            self._ask_for_trader()
            return
        self.act_offer(spend)

    def _ask_for_trader(self) -> None:
        t = self.words.t
        by_keys = t("Choose a trader first: a number, or ↑↓.")
        self.tell(t("Tap a trader first.") if self.touch else by_keys)

    def do_give(self) -> None:
        if self.choice.seat is None:
            self._ask_for_trader()
        else:
            self.act("give", to=[self.choice.seat] * self.choice.count)

    def do_give_all(self) -> None:
        """Give all crisis dice to one trader."""
        seat = self.choice.seat
        if seat is None:
            self.do_give()
        else:
            self.act("give", to=[seat] * self.game.gifts)

    def do_up(self) -> None:
        self.choice.move(-1)

    def do_down(self) -> None:
        self.choice.move(1)

    def do_on(self) -> None:
        self.choice.slide(1)

    def do_back(self) -> None:
        self.choice.slide(-1)

    def _turn_to(self, mode: Mode) -> None:
        """Turn to the account or the gifts, or back to the first choice."""
        choice = self.choice
        choice.wish = "" if choice.mode == mode else mode
        choice.row = None

    do_points = partialmethod(_turn_to, "account")
    do_gifts = partialmethod(_turn_to, "give")

    def do_digit(self, digit: int) -> None:
        choice = self.choice
        if choice.mode == "announce":
            choice.type(str(digit))
        elif choice.pick((digit - 1) % 10) and choice.mode == "give":
            self.do_give()

    def do_way(self, column: int) -> None:
        """Choose a way to spend, which Enter does: − may be meant as the 6 of a French keyboard."""
        choice = self.choice
        if choice.seat is None:
            self.do_spend()
        elif choice.spending(choice.seat, column) is not None:
            choice.column = column

    def changed(self, before: View) -> None:
        view = self.game
        thrown = (view.thrower, view.dice, view.announced, view.luck)
        if thrown != (before.thrower, before.dice, before.announced, before.luck):
            self._before, self._golden = before, min(before.golden, len(view.dice))
            # Whoever is to choose sees the choices at once; a game's end stays longest.
            self._lie = (
                0
                if self.mine or self.moment.ended is not None
                else _LAST
                if view.phase == "over"
                else _LIE
            )
            self.roll(len(view.dice), self._decides, self._lie, self._free)
        kills = zip(before.kills, view.kills, strict=False)
        self._killers = frozenset(seat for seat, (had, has) in enumerate(kills) if has > had)
        if self._killers and not self.moment.frame and not self.mine:
            self._lie = _FLASH
            self.play_frames(_FLASH, self._free)

    @property
    def _decides(self) -> bool:
        """Whether the last die may make the announced sum."""
        view = self.game
        return view.announced is not None and 1 <= view.announced - sum(view.dice[:-1]) <= 6

    # Picture

    def phase_text(self) -> str:
        view, t = self.game, self.words.t
        if view.years:
            return t("year {n} of {all}", n=view.year, all=view.years)
        if view.options.variant == "killer":
            return self.words.nt(
                "year {year}, first to {n} kill",
                "year {year}, first to {n} kills",
                view.options.kills_to_win,
                year=view.year,
            )
        return t("year {n}, to the last alive", n=view.year)

    def hint(self) -> str:
        t = self.words.t
        if self._open:
            return ""
        match self.choice.mode:
            case "announce":
                return t("Type or ←→ a total, Enter rolls.")
            case "bonus" | "account":
                return t("Number, + − {add} {take}, Enter; or arrows.", **self._ways())
            case "give":
                return t("Enter gives a die, {key} ends.", key=self.key_of("end"))
            case _:
                return t("{key} ends the turn.", key=self.key_of("end"))

    def touch_hint(self) -> str:
        if self._open:
            return ""
        match self.choice.mode:
            case "announce":
                return self.words.t("Tap a total.")
            case "bonus" | "account" | "give":
                return self.words.t("Tap a trader.")
            case _:
                return ""

    def _ways(self) -> dict[str, str]:
        return {"add": self.key_of("way_2"), "take": self.key_of("way_3")}

    def why_not_playing(self, seat: int) -> str:
        match self.game.status[seat]:
            case "out":
                return self.words.t("You are insolvent: out until next year.")
            case "dead":
                return self.words.t("You are out for good.")
            case "21":
                return self.words.t("You stay at 21 until the year ends.")
        return ""

    poster = staticmethod(poster)
    placard = staticmethod(placard)
    thumbnail = staticmethod(thumbnail)

    @staticmethod
    def finale(words: Words, view: View, seat: int, rows: int, /) -> Finale | None:
        """Draw the last roll, if it is the winner's, beside what was announced."""
        if view.thrower != seat or not 0 < len(view.dice) <= _FINALE:
            return None
        total = row(words.t("The last roll: {sum}", sum=sum(view.dice)))
        return Finale(dice.hand(view.dice, rows), total)

    @staticmethod
    def decision(_: View, action: Action, /) -> Row:
        """Draw the sum that was announced: the dice came after it."""
        return row((f" {action.total} ", "tile-held")) if isinstance(action, Announce) else EMPTY

    def panels(self) -> tuple[Panel, ...]:
        return (Panel(N_("Bourse"), partial(sheet, self)),)

    def about(self, seat: int) -> str:
        view, t = self.shown, self.words.t
        debt, account = minus(view.debts[seat]), view.accounts[seat]
        if not view.options.specific_rules:
            return t("debt {debt}", debt=debt)
        return t("debt {debt}, account {account}", debt=debt, account=account)

    def draw(self, size: Size) -> list[Row]:
        width, height = size
        if self._open:
            return bourse(self, width, height, self._back)
        if self.moment.ended is not None and self.playback.landed:
            rows = min(6, height - len(self.moment.ended.order) - 3)
            throw = self._stage(width).in_words(rows)
            return placed(year_end(self, self.moment.ended, width, throw), width, width, height)
        over = self.game.phase == "over" and not self.moment.frame
        if over:
            lower = ending(self, width, self._stage(width).in_words(1))
            room = height - len(lower)
            shown = bourse(self, width, room - 1) if room > LEAST else []
            return [*lower, EMPTY, *shown]
        flash = self._killers if self.moment.frame % 2 else frozenset()
        tumbles = bool(self.tumbling)
        if width in _WHOLE and (width < _BROAD or height < _HIGH):
            return self._whole(width, height, tumbles, flash)
        traders = Traders(self, self.choice, width - 1, self.shown, tumbles, flash)
        if height >= _HIGH and (whole := self._composed(traders, width, height)):
            return placed(whole, width, width, height)
        lower = indented(traders.rows(), 1)
        room = height - len(lower) - (_FREE if self.has_log else _FREE - 1)  # no prompt moves up
        with_sheet = not self.panelled and room > _STAGE + LEAST + 1
        upper = self._stage(width).rows(_STAGE if with_sheet else room)
        high = height >= _HIGH and not with_sheet  # then it stands in the middle
        if high:
            upper += [EMPTY] * (min(_HIGHEST, room) - len(upper))
        apart = 2 if room > len(upper) else 1
        drawn = [EMPTY, *upper, *[EMPTY] * apart, *lower]
        if not with_sheet:
            return placed(drawn, width, width, height)
        rest = height - len(drawn) - 2
        return [*drawn, EMPTY, *indented(bourse(self, width - 1, rest), 1)]

    def _composed(self, traders: Traders, width: int, height: int) -> list[Row]:
        """Draw the move, and the traders as cards below it; nothing without room.

        Where one chooses among them they are rows, in the middle of the room of the cards.
        """
        for style, cards in fitting_cards(self, traders.cards(), width - 2):
            rows = height - _EDGES - len(cards)
            if rows >= (_MOVE if style.large else _STAGE):
                upper = self._stage(width).rows(min(rows, _MOVE))
                upper += [EMPTY] * (min(rows, _MOVE) - len(upper))
                lower = traders.rows() if traders.choosing else cards
                lower = rows_apart(lower) if 2 * len(lower) - 1 <= len(cards) else lower
                free = len(cards) - len(lower)
                lower = [*[EMPTY] * (free // 3), *lower, *[EMPTY] * (free - free // 3)]
                return [EMPTY, *upper, *[EMPTY] * (1 + (rows > _MOVE)), *indented(lower, 1)]
        return []

    def _whole(self, width: int, height: int, tumbles: bool, flash: frozenset[int]) -> list[Row]:
        """Draw the move and the traders from edge to edge; many of these in two columns."""
        cells = width - 2
        halves = len(self.shown.order) >= self.MANY and not self.choice.spends
        across = half(cells) if halves else cells
        traders = Traders(self, self.choice, across, self.shown, tumbles, flash)
        lower = traders.in_halves(cells) if halves else traders.rows()
        rows = height - 2 - len(lower)
        air = traders.choosing or (rows > _LEAST and not self.replayed)
        upper = self._stage(width).small(min(_LOW, rows - air))
        return placed([EMPTY, *upper, EMPTY, *indented(lower, 1)], width, width, height)

    def _stage(self, width: int) -> Stage:
        return Stage(self, self.choice, self.golden, width)


VIEW = Golden21View
