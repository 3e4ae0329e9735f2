"""The form for a new table: game, seats, options, who may come, and who fills the empty seats."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from textual.geometry import Region, Size
from textual.widget import Widget

from arcade.club.views import STEPS, TABLE_OPTIONS, TableRules
from arcade.club.words import Words
from arcade.engine import registry
from arcade.engine.game import Game, Option
from screens import keys
from screens.clock import rule_value_text
from screens.frame import Bar, Frame
from screens.keys import Action
from screens.lines import Lines
from screens.optiontext import default, value_text
from screens.page import Page
from screens.rows import EMPTY, Row, around, pad, row, wrap
from screens.rules import rules_page


class Field(NamedTuple):
    """A line of the form: what it is called, its help, its values (or a span of numbers)."""

    name: str
    label: str
    help: str
    values: tuple[Any, ...]
    preset: Any
    words: Mapping[Any, str]
    sentences: Mapping[str, str]


class NewTable(Frame[None]):
    """Choose what is played and how; Enter opens the table and sits down."""

    def __init__(self) -> None:
        super().__init__()
        self.top = Bar()
        self.form = Form(self)
        self.status = Lines()
        self.games = registry.games()
        self.values: dict[str, Any] = {"game": next(iter(self.games))}
        if "421" in self.games:
            self.values["game"] = "421"
        self.at = 0

    def compose(self) -> list[Widget]:
        """Give the panes."""
        return [self.top, self.form, self.status, self.footer]

    def places(self, size: Size) -> Mapping[Widget, Region]:
        """Give the form the screen."""
        cells = min(96, size.width - 2)
        return {
            self.top: Region(0, 0, size.width, 1),
            self.form: Region((size.width - cells) // 2, 1, cells, size.height - 4),
            self.status: Region(0, size.height - 3, size.width, 2),
            self.footer: Region(0, size.height - 1, size.width, 1),
        }

    def on_mount(self) -> None:
        """Show the title."""
        self.top.put([row(" ", (self.words.t("A new table"), "bar-gold"))])

    @property
    def game(self) -> Game:
        """The chosen game."""
        return self.games[self.values["game"]]

    def fields(self) -> list[Field]:
        """List the lines of the form for the chosen game."""
        t = self.words.t
        meta = self.game.meta
        seats = tuple(range(meta.seats[0], meta.seats[1] + 1))
        names = {key: game.meta.name for key, game in self.games.items()}
        yes_no = {True: t("yes"), False: t("no")}
        start = {True: t("start at once, bots fill the seats"), False: t("wait for people")}
        at_any_time = t("A person can take a bot's seat at any time.")
        by_code = t("A private table is not in the lobby; one comes by its code.")
        known = tuple(self.games)
        return [
            Field("game", t("Game"), t(meta.blurb), known, None, names, {}),
            Field("seats", t("Seats"), t("How many play."), seats, meta.best_seats, {}, {}),
            Field("bots", t("Empty seats"), at_any_time, (False, True), False, start, {}),
            Field("private", t("Private"), by_code, (False, True), False, yes_no, {}),
            *(_option_field(self.words, self.game, option) for option in self.game.option_list),
            *(self._rule_field(option) for option in TABLE_OPTIONS),
        ]

    def _rule_field(self, option: Option) -> Field:
        """Give the line of one of the table's own rules."""
        words, preset = self.words, getattr(TableRules(), option.name)
        values = option.values or STEPS[option.name]
        if option.name == "turn" and self.arcade.local:
            preset = 0  # who shares a keyboard knows who is waiting
        if option.name == "watching" and not self.game.meta.secrets:
            values = tuple(value for value in values if value != "hands")
        named = {value: rule_value_text(words, option.name, value) for value in values}
        sentences = {name: words.t(text) for name, text in option.value_help.items()}
        label, help_ = words.t(option.label), words.t(option.help)
        return Field(f"table {option.name}", label, help_, values, preset, named, sentences)

    def value(self, field: Field) -> Any:
        """Give a line's value now."""
        return self.values.get(field.name, field.preset)

    def actions(self) -> list[Action]:
        """List what works here."""
        return [
            keys.CREATE, keys.UP, keys.DOWN, keys.LESS, keys.MORE, keys.RULES, keys.BACK, keys.QUIT,
            keys.HELP,
        ]  # fmt: skip

    def tell(self, sentence: str) -> None:
        """Show a sentence above the footer."""
        cells = max(20, self.status.size.width - 3)
        lines = wrap(row((sentence, "alert")), cells)
        self.status.put([row(" ! ") + one for one in lines] if sentence else [])

    async def clicked(self, what: str) -> None:
        """Choose a line by a click, or change its value by its arrows."""
        part, _, number = what.partition(" ")
        if part in {"line", "less", "more"} and number:
            self.at = int(number)
            self.form.redraw()
            if part != "line":
                self._step(1 if part == "more" else -1)
        else:
            await super().clicked(what)

    def do_up(self) -> None:
        """Go to the line above."""
        self._move(-1)

    def do_down(self) -> None:
        """Go to the line below."""
        self._move(1)

    def do_less(self) -> None:
        """Take the value before."""
        self._step(-1)

    def do_more(self) -> None:
        """Take the next value."""
        self._step(1)

    def do_rules(self) -> None:
        """Show the rules of the chosen game."""
        self.app.push_screen(Page(*rules_page(self.words, self.game.meta.key)))

    def do_help(self) -> None:
        """Show the rules and the keys."""
        self.app.push_screen(Page(*rules_page(self.words, self.game.meta.key, self.actions())))

    def do_back(self) -> None:
        """Go back to the lobby."""
        self.dismiss()

    async def do_create(self) -> None:
        """Open the table, sit down, and start it if so wished."""
        club, player = self.arcade.club, self.arcade.player
        wished = {field.name: self.value(field) for field in self.fields()}
        options = {one.name: wished[f"option {one.name}"] for one in self.game.option_list}
        changed = {
            one.name: options[one.name]
            for one in self.game.option_list
            if options[one.name] != default(self.game, one)
        }
        rules = {one.name: wished[f"table {one.name}"] for one in TABLE_OPTIONS}
        code = await club.create(
            player,
            self.game.meta.key,
            changed,
            wished["seats"],
            wished["private"],
            TableRules(**rules),
        )
        place = await club.join(player, code)
        if wished["bots"]:
            await place.start()
        self.dismiss()
        await self.arcade.go_to_table(place)

    def _move(self, step: int) -> None:
        self.at = max(0, min(self.at + step, len(self.fields()) - 1))
        self.form.redraw()

    def _step(self, step: int) -> None:
        field = self.fields()[self.at]
        at = field.values.index(self.value(field))
        value = field.values[max(0, min(at + step, len(field.values) - 1))]
        if field.name == "game" and value != self.values["game"]:
            kept = {
                name: one
                for name, one in self.values.items()
                if name in {"bots", "private"} or name.startswith("table ")
            }
            self.values = {**kept, "game": value}
            if not self.game.meta.secrets:
                self.values.pop("table watching", None)
        else:
            self.values[field.name] = value
        self.form.redraw()


class Form(Lines):
    """The lines of the form, the chosen one explained at the bottom."""

    def __init__(self, frame: NewTable) -> None:
        super().__init__()
        self._frame = frame

    def draw(self, width: int, height: int) -> list[Row]:
        """Draw the lines around the chosen one, and its explanation."""
        frame = self._frame
        fields = frame.fields()
        help_rows = self._help(fields[frame.at], width)[:6]
        room = max(3, height - 8)
        first = around(frame.at, len(fields), room)
        label = max(len(field.label) for field in fields) + 2
        done: list[Row] = [EMPTY]
        for number, field in list(enumerate(fields))[first : first + room]:
            done.append(self._line(number, field, min(label, 30)))
        return [*done, EMPTY, *help_rows]

    def _line(self, number: int, field: Field, label: int) -> Row:
        frame = self._frame
        here = number == frame.at
        value = frame.value(field)
        at = field.values.index(value)
        said = f" {field.words.get(value) or value_text(self.words, value)} "
        preset = field.name.startswith(("option ", "table ")) and value == field.preset
        return row(
            ("▶ " if here else "  ", "gold"),
            (pad(field.label, label), "strong" if here else "", f"line {number}"),
            ("◀ " if at else "  ", "gold" if here else "rule", f"less {number}"),
            (said, "cursor" if here else "strong", f"line {number}"),
            (
                " ▶" if at < len(field.values) - 1 else "  ",
                "gold" if here else "rule",
                f"more {number}",
            ),
            ("  " + self.words.t("as usual") if preset else "", "dim"),
        )

    def _help(self, field: Field, cells: int) -> list[Row]:
        value = self._frame.value(field)
        done: list[Row] = [row(("─" * cells, "rule")), *wrap(row(field.help), cells)]
        sentence = field.sentences.get(str(value)) or field.sentences.get(str(value).lower())
        if sentence:
            said = field.words.get(value) or value_text(self.words, value)
            done += wrap(row((f"{said}: ", "gold"), (sentence, "dim")), cells, 2)
        if len(field.values) > 1 and field.name != "game" and len(field.values) <= 12:
            done += wrap(self._values(field, value), cells, 2)
        return done

    def _values(self, field: Field, value: Any) -> Row:
        pieces: list[tuple[str, str]] = []
        for one in field.values:
            said = field.words.get(one) or value_text(self.words, one)
            pieces += [(said, "gold" if one == value else "dim"), (" · ", "rule")]
        return row(*pieces[:-1])


def _option_field(words: Words, game: Game, option: Option) -> Field:
    values: tuple[Any, ...] = option.values or tuple(range(option.low, option.high + 1))
    if option.nullable:
        values = (None, *values)
    sentences = {name: words.t(sentence) for name, sentence in option.value_help.items()}
    return Field(
        f"option {option.name}",
        words.t(option.label),
        words.t(option.help),
        values,
        default(game, option),
        {},
        sentences,
    )
