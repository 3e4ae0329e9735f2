"""The view of The Golden 21: its keys, its layout, and the current move.

The move is the chances while a total is chosen, the dice once they are thrown.
"""

from collections.abc import Sequence
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
from screens.games.golden21.chart import Plot, chart, fates_of, outlook
from screens.games.golden21.choice import KEYS, SHEET, WORKS, Choice, Mode
from screens.games.golden21.throw import blocks, golden_in, inline, largest, outcome, to_throw
from screens.games.golden21.traders import Traders, own_account, poster, preview, thumbnail
from screens.games.playback import Moment
from screens.games.view import GameView, Panel
from screens.terminal.rows import (
    EMPTY,
    Row,
    beside,
    fit,
    indented,
    minus,
    placed,
    row,
    row_width,
    wrap,
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
_STAGE = 17
"""Rows above which the stage does not grow while the Bourse wants room."""
_BURDEN = N_("It is one more die for them to roll: the more dice, the bigger the misses.")
_WIDE = 96
"""Cells from which the last throw stands beside the chart."""
_MOST_CHART, _UNDER_DICE = 18, 11
"""Rows of the chart alone, and under the dice: there as many while one announces as after."""
_CHART, _FLAT = 6, 4
"""Rows a chart should have while one announces, and rows below which there is none."""
_LED = 2
"""How many rows more than dice and chart have leave one above the dice."""
_LOW, _HIGHEST, _FREE = 12, 30, 12
"""Rows below which dice stand beside a chart where that is wide, the most rows of the stage, and
from how many on the row above the bars is free."""
_AIRED = 14
"""Rows from which the row under the title bar is free."""
_PROMISE, _ROOMY = 2, 18
"""Rows a promise takes, and from how many on they are kept where nothing is promised."""


class Golden21View(GameView[View]):
    """A table of The Golden 21: chances or dice above, traders below, the Bourse at a key."""

    SIGNS = {
        "★": N_("exactly 21, or the winner"),
        "✗": N_("insolvent"),
        "†": N_("killed"),
        "◎": N_("aimed at"),
        "█▓": N_("debt on its way to 21, and what the last roll added"),
        "▸": N_("before and after"),
        "●": N_("what was rolled"),
        "▲": N_("what was announced, or a rating that rose"),
        "▼": N_("a rating that fell"),
        "‹›": N_("the total you choose"),
    }
    SHOWS_SEATS = True
    FINALE = N_("the last roll")
    MOST = 100
    COLUMNS = 50
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
            return self._open and name in SHEET
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
        match self.choice.mode:
            case "announce":
                return t("Type or ←→ a total, Enter rolls.")
            case "bonus" | "account":
                return t("Number, + − {add} {take}, Enter; or arrows.", **self._ways())
            case "give":
                return t("Number and Enter gives a die, {key} ends.", key=self.key_of("end"))
            case _:
                return t("{key} ends the turn.", key=self.key_of("end"))

    def touch_hint(self) -> str:
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
    thumbnail = staticmethod(thumbnail)

    @staticmethod
    def finale(_: Words, view: View, seat: int, rows: int, /) -> list[Row]:
        """Draw the last roll, if it is the winner's, beside what was announced."""
        if view.thrower != seat or not 0 < len(view.dice) <= _FINALE:
            return []
        total = row(("  = ", "dim"), (str(sum(view.dice)), "gold"))
        return dice.hand(view.dice, rows, end=total)

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
            throw = self._throw_in_words(width, min(6, height - len(self.moment.ended.order) - 3))
            return placed(year_end(self, self.moment.ended, width, throw), width, width, height)
        over = self.game.phase == "over" and not self.moment.frame
        if over:
            lower = ending(self, width, self._throw_in_words(width, 1))
        else:
            tumbles = bool(self.tumbling)
            flash = self._killers if self.moment.frame % 2 else frozenset()
            traders = Traders(self, self.choice, width - 1, self.shown, tumbles, flash)
            lower = indented(traders.rows(), 1)
        room = height - len(lower)
        if over:
            shown = bourse(self, width, room - 1) if room > LEAST else []
            return [*lower, EMPTY, *shown]
        with_sheet = not self.panelled and room >= _STAGE + 2 + LEAST
        apart = room > _STAGE - 2
        aired = room > _AIRED
        free = (room > _FREE) + apart + aired  # above the bars, the traders, and all of it
        upper = self._stage(width, _STAGE if with_sheet else min(_HIGHEST, room - free))
        upper = [*[EMPTY] * aired, *upper]
        if not with_sheet:
            return placed([*upper, *[EMPTY] * apart, *lower], width, width, height)
        rest = height - len(upper) - len(lower) - 3
        return [*upper, EMPTY, *lower, EMPTY, *indented(bourse(self, width - 1, rest), 1)]

    # The current move

    def _stage(self, cells: int, rows: int) -> list[Row]:
        """Draw the current move in exactly `rows` rows: caption, chart or dice, actions."""
        below = self._below(cells, 1 if rows < 12 else 3)
        if rows >= _ROOMY:  # the picture stays where it is when the turn goes on
            below += [EMPTY] * (_PROMISE - len(below))
        announcing = self.game.phase == "announce" and not self.moment.frame
        head = [self._caption(cells)]
        if announcing and self.mine:
            head = [*self._last_roll(cells, rows), *head]
        elif announcing and outcome(self, self.tumbling):  # whose dice these are stands above them
            head = [fit(row(" ") + line, cells) for line in self._sentence(cells)]
        room = rows - len(head) - len(below)
        middle = (self._announcing if announcing else self._thrown)(cells, room)
        spare = room - len(middle)
        above = [EMPTY] * (spare > 1)
        close = [EMPTY] * (spare > 0)
        rest = [EMPTY] * max(0, spare - len(above) - len(close))
        return [*head, *above, *middle, *close, *below, *rest][:rows]

    def _last_roll(self, cells: int, rows: int) -> list[Row]:
        """Tell the roll before, small and above what is to be announced now."""
        sentence = outcome(self, self.tumbling)
        if not sentence:
            return []
        with_dice = sentence + row("  ") + inline(*self._faces())
        if rows >= _ROOMY and (drawn := self._small_dice(cells)):
            lines = [sentence, *drawn]
        elif row_width(with_dice) <= cells - 2:
            lines = [with_dice]
        else:
            rest = wrap(inline(*self._faces()), cells - 2) if rows > _UNDER_DICE else ()
            lines = [*[EMPTY] * (not rest), *wrap(sentence, cells - 2), *rest]
        lines = [fit(row(" ") + line, cells) for line in lines]
        return [*lines, *[EMPTY] * (rows > _UNDER_DICE)]

    def _small_dice(self, cells: int) -> list[Row]:
        fits = largest(len(self.game.dice), cells - 2, dice.SIZES["small"][1])
        return blocks(*self._faces(), fits) if fits else []

    def _caption(self, cells: int) -> Row:
        view, t, choice = self.game, self.words.t, self.choice
        seat = view.thrower if self.moment.frame else view.turn
        if seat is None:
            return EMPTY
        if self.mine and seat == view.turn and not self.tumbling:
            text = {
                "announce": t("Announce the sum"),
                "bonus": t("Spend your bonus of {n}", n=view.bonus),
                "account": t("Spend your account of {n}", n=own_account(self)),
                "give": t("Give crisis dice: {n} left", n=view.gifts),
            }.get(choice.mode, self._ending())
            tone = "gold"
        else:
            text, tone = self._doing(seat), "strong"
        line = row(" ", (text, tone))
        if view.phase == "announce" and not self.moment.frame:
            dice_to_throw = row("   ") + to_throw(self)
            line += dice_to_throw if row_width(line + dice_to_throw) <= cells else EMPTY
        return fit(line, cells)

    def _ending(self) -> str:
        if self.touch:
            return ""
        return self.words.t("{key} ends your turn", key=self.key_of("end"))

    def _doing(self, seat: int) -> str:
        view, t = self.game, self.words.t
        name = self.name_of(seat)
        if self.moment.frame:
            return t("{name:@ rolls|You roll}", name=name)
        if view.phase == "announce":
            return t("{name} to announce", name=name)
        if view.bonus:
            return t("{name} has a bonus of {n} to spend", name=name, n=view.bonus)
        if view.gifts:
            return self.words.nt(
                "{name} may give {n} crisis die",
                "{name} may give {n} crisis dice",
                view.gifts,
                name=name,
            )
        return t("{name} may spend the account", name=name)

    def _announcing(self, cells: int, rows: int) -> list[Row]:
        view, choice = self.game, self.choice
        mine = choice.mode == "announce"
        fates = fates_of(view, choice.total) if mine and choice.valid else ()
        earns = view.options.specific_rules
        plot = Plot(view.throws, choice.total if fates else None, None, fates, mine, earns)
        if not outcome(self, self.tumbling):
            return chart(self.words, plot, cells, min(rows, _MOST_CHART))
        balance = self._last_balance(cells - 2) if rows >= 8 else []
        if not self.mine:
            # In the order of `_thrown`: what stays where it was is not painted again.
            room = rows - len(balance) - 1 - _CHART
            drawn = self._last_dice(cells - 2, max(3, room)) if self._fits(cells, 3) else []
            apart = [EMPTY] * (bool(drawn) and rows > len(drawn) + len(balance) + 1 + _CHART)
            led = self._led(len(drawn), rows)
            balance = [*led, *indented(drawn, 1), *apart, self._caption(cells), *balance]
            return [*balance, *self._under_dice(plot, cells, rows - len(balance))]
        return [*balance, *chart(self.words, plot, cells, min(rows - len(balance), _MOST_CHART))]

    @staticmethod
    def _led(dice_rows: int, rows: int) -> list[Row]:
        """Part the dice from what stands above them, where so many rows leave one free."""
        return [EMPTY] * (dice_rows > 0 and rows > dice_rows + _CHART + _LED)

    def _fits(self, cells: int, rows: int) -> bool:
        """Whether the dice of the last throw fit as pictures."""
        return bool(largest(len(self.game.dice), cells - 2, rows))

    def _sentence(self, cells: int) -> list[Row]:
        """Tell the last roll; with its dice where these have no room as pictures."""
        sentence = outcome(self, self.tumbling)
        if self._fits(cells, 3):
            return list(wrap(sentence, cells - 2))
        return list(wrap(sentence + row("  ") + inline(*self._faces()), cells - 2))

    def _under_dice(self, plot: Plot, cells: int, rows: int) -> list[Row]:
        if rows < _FLAT:
            return []
        if rows <= _CHART:
            return chart(self.words, plot, cells, rows)
        return [EMPTY, *chart(self.words, plot, cells, min(rows - 1, _MOST_CHART))]

    def _last_balance(self, cells: int) -> list[Row]:
        """Describe the balance of the last year until the first throw of the next."""
        view, t = self.game, self.words.t
        if view.year < 2 or any(len(column) > 1 for column in view.sheet[-1]):
            return []
        starts = [
            t(
                "{name:@ starts|you start} at {start}",
                name=self.name_of(seat),
                start=minus(column[0]),
            )
            for seat, column in enumerate(view.sheet[-1])
            if column and column[0]
        ]
        who = "; ".join(starts) or t("everybody starts at 0")
        text = t("Year {n}: {who} (b: Bourse)", n=view.year - 1, who=who)
        lines = wrap(row((text, "gold")), cells - 2)
        if len(lines) > 2:
            text = t("Year {n}: the balance is in the Bourse (b)", n=view.year - 1)
            lines = (row((text, "gold")),)
        return indented(lines, 1)

    def _thrown(self, cells: int, rows: int) -> list[Row]:
        """Draw the throw: its dice, and the announced against the thrown sum."""
        view = self.game
        sentence = outcome(self, self.tumbling)
        if not sentence:
            return []
        thrown = None if self.tumbling else sum(view.dice)
        plot = Plot(len(view.dice), view.announced, thrown, earns=view.options.specific_rules)
        if cells >= _WIDE and rows < _LOW:
            drawn = self._last_dice(cells - 62, 5)
            left = chart(self.words, plot, 58, min(rows, _MOST_CHART))
            return beside(left, [EMPTY, *drawn, EMPTY, *wrap(sentence, cells - 62)], 58, 3)
        top = self._throw_in_words(cells, max(rows - _CHART, min(4, rows - _FLAT)))
        high = len(top) - len(wrap(sentence, cells - 2))
        apart = self._led(high, rows - 1)
        top = [*self._led(high, rows), *top[:high], *apart, *top[high:]]
        return [*top, *self._under_dice(plot, cells, rows - len(top))]

    def _throw_in_words(self, cells: int, rows: int) -> list[Row]:
        """Draw the last throw in `rows` rows: dice and sentence, or all dice in the sentence."""
        sentence = outcome(self, self.tumbling)
        wrapped = wrap(sentence, cells - 2)
        if largest(len(self.game.dice), cells - 2, rows - len(wrapped)):
            drawn = [*self._last_dice(cells - 2, rows - len(wrapped)), *wrapped]
        else:
            drawn = [*wrap(sentence + row("  ") + inline(*self._faces()), cells - 2)]
        return [fit(row(" ") + line, cells) for line in drawn]

    def _below(self, cells: int, most: int) -> list[Row]:
        """Describe the result of the choice under the cursor, and the keys."""
        lines = [part for line in self._choice_rows() for part in wrap(line, cells - 2)]
        return [fit(row(" ") + line, cells) for line in lines[:most]]

    def _to_whom(self) -> Row:
        t, seat = self.words.t, self.choice.seat
        if seat is None:
            by_keys = t("To whom? A number and Enter, or ↑↓ and Enter.")
            return row(t("To whom? Tap a trader.") if self.touch else by_keys)
        if self.touch:
            return row((t("To {name}: ×{n}", name=self.name_of(seat), n=self.choice.count), "gold"))
        text = self.words.nt(
            "Enter gives {n} crisis die to {name}.",
            "Enter gives {n} crisis dice to {name}.",
            self.choice.count,
            name=self.name_of(seat),
        )
        if self.game.gifts == 1:
            return row((text, "gold"))
        return row((text, "gold"), (" " + t("←→ how many, a all."), ""))

    def _choice_rows(self) -> list[Row]:
        t, choice = self.words.t, self.choice
        if not self.mine or self.tumbling:
            return []
        match choice.mode:
            case "announce":
                return self._promise()
            case "bonus" | "account":
                spend = choice.spend
                piece = (
                    (preview(self, spend), "gold") if spend is not None else (self._on_whom(), "")
                )
                return [row(piece)]
            case "give":
                return [self._to_whom(), row((t(_BURDEN), "dim"))]
            case _:
                return []

    def _on_whom(self) -> str:
        t = self.words.t
        if self.touch:
            return t("On whom? Tap what to change: + or − of debt or account.")
        return t("On whom? Number, + or − (debt), {add} or {take} (account).", **self._ways())

    def _promise(self) -> list[Row]:
        view, t, choice = self.game, self.words.t, self.choice
        if not choice.valid:
            low, high = view.throws, 6 * view.throws
            text = t("from {low} to {high}", low=low, high=high)
            return [row((f" ‹ {choice.typed} › ", "cursor"), (f" {text}", "alert"))]
        fates = fates_of(view, choice.total)
        plot = Plot(view.throws, choice.total, None, fates, earns=view.options.specific_rules)
        lines = outlook(self.words, plot)
        if choice.aim is not None:
            name = self.name_of(choice.aim)
            text = t("Aim at {name}: 1/6 hits, 1/6 costs you a die", name=name)
            lines.insert(1, row((f"◎ {text}", "accent")))
        return lines

    def _last_dice(self, cells: int, rows: int) -> list[Row]:
        """Draw the dice of the last throw as large as fits; they tumble while frames are left."""
        golden, crisis = self._faces()
        size = largest(len(self.game.dice), cells, rows)
        drawn = blocks(golden, crisis, size) if size else wrap(inline(golden, crisis), cells)
        return [fit(line, cells) for line in drawn]

    def _faces(self) -> tuple[Sequence[int], Sequence[int]]:
        """Return the golden and the crisis dice of the last throw, as they are seen now."""
        faces = self.game.dice
        landed, number = len(faces) - self.tumbling, self.moment.number
        faces = tuple(
            face if at < landed else dice.tumbling(number, at, self.table.version)
            for at, face in enumerate(faces)
        )
        return faces[: self.golden], faces[self.golden :]


VIEW = Golden21View
