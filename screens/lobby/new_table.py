"""The form for a new table: game, seats, options, who may join, and bots for empty seats."""

from collections.abc import Mapping, Sequence
from typing import Any

from arcade.club.i18n import rulebook
from arcade.club.i18n.words import Words
from arcade.club.operations.results import ReadRules
from arcade.club.people.drafts import OpenPage
from arcade.club.speech.clock import rule_value_text
from arcade.club.speech.options import chosen as chosen_text
from arcade.club.speech.options import default, filled, matters, value_text
from arcade.club.table_session import TableSession
from arcade.club.views import STEPS, TABLE_OPTIONS, USUAL, TableRules
from arcade.engine import registry
from arcade.engine.game import Game, Option
from arcade.engine.words import N_
from screens import keys
from screens.keys import Action
from screens.pages.form import WIDE, Field, FormScreen
from screens.pages.page import Page
from screens.pages.rules import rules_page
from screens.pages.rules_page import RulesPage
from screens.terminal.rows import EMPTY, Row, row, row_width, wrap
from screens.widgets import markdown

STYLES: Mapping[str, tuple[str, str]] = {
    "classic": (N_("classic"), N_("The rules as most tables play them.")),
    "quick": (N_("quick"), ""),
    "spicy": (N_("spicy"), ""),
    "belge": (N_("Belgian"), ""),
    "own": (N_("your own"), N_("The rules as chosen below.")),
}
"""The styles of a game's options; what has no sentence here is told by the options it changes.

"classic" are the defaults, "own" is any other choice."""

TIMES = frozenset({"turn", "reserve", "days", "pace"})
"""The table's rules about time; the others are about bots and who looks on."""

AMONG_STRANGERS = frozenset({"private", "table watching", "table late_join", "table days"})
"""The lines about who comes from elsewhere; at one keyboard there is nobody else."""


class NewTable(FormScreen):
    """Chooses the game and its options; Enter opens the table and sits down."""

    TITLE = N_("A new table")

    def __init__(self, instead: Sequence[TableSession] = (), page: OpenPage | None = None) -> None:
        """Take the seats of a table, `instead` of which the new one is opened.

        `page` is the form as it was left.
        """
        super().__init__()
        self._instead = instead
        self.games = registry.games()
        self.values: dict[str, Any] = {"game": registry.first().meta.key}
        self.style = "classic"
        if page is not None:
            self.values |= page.values
            self.style, self.at = self.values.pop("style"), page.at

    def open_page(self) -> OpenPage:
        values = {**self.values, "style": self.style}
        return OpenPage("form", self.values["game"], self.at, values=values)

    @property
    def game(self) -> Game:
        return self.games[self.values["game"]]

    def fields(self) -> list[Field]:
        """List the lines of the form for the chosen game."""
        made_for = self.words.language, dict(self.values)
        if self._fields is None or self._fields[0] != made_for:
            self._fields = made_for, self._make_fields()
        return self._fields[1]

    _fields: tuple[tuple[str, dict[str, Any]], list[Field]] | None = None
    """The lines, and for what language and values they were made: a key asks for them often."""

    def _make_fields(self) -> list[Field]:
        t = self.words.t
        meta = self.game.meta
        seats = tuple(range(meta.seats[0], meta.seats[1] + 1))
        names = {key: game.meta.name for key, game in self.games.items()}
        yes_no = {True: t("yes"), False: t("no")}
        waits = t("others sit down here first") if self.arcade.local else t("wait for people")
        start = {True: t("start at once, bots fill the seats"), False: waits}
        at_any_time = t("A person can take a bot's seat at any time.")
        by_code = t("A private table is not in the lobby; one comes by its code.")
        known = tuple(self.games)
        seating = Field(
            "seats", t("Seats"), t("Number of players."), seats, meta.best_seats, {}, {}
        )
        chosen = self._options(seats=self.value(seating))
        meant = filled(self.game, chosen)
        options = [
            _option_field(self.words, self.game, option, meant)
            for option in self.game.option_list
            if matters(option, chosen)
        ]
        laws = [(option.name in TIMES, self._rule_field(option)) for option in TABLE_OPTIONS]
        game = Field("game", t("Game"), t(meta.blurb), known, None, names, {}, lists_values=False)
        groups = {
            t("Game"): [
                game,
                seating,
                Field("bots", t("Empty seats"), at_any_time, (False, True), False, start, {}),
                Field("private", t("Private"), by_code, (False, True), False, yes_no, {}),
            ],
            t("Rules"): [*([self._style_field(chosen)] if self.game.styles else []), *options],
            t("Time"): [field for timed, field in laws if timed],
            t("Bots and watchers"): [field for timed, field in laws if not timed],
        }
        left_out = AMONG_STRANGERS if self.arcade.local else frozenset()
        return [
            field._replace(group=group)
            for group, fields in groups.items()
            for field in fields
            if field.name not in left_out
        ]

    def _options(self, **more: Any) -> dict[str, Any]:
        """Return the value of every option of the game."""
        return {
            **more,
            **{
                option.name: self.values.get(f"option {option.name}", default(self.game, option))
                for option in self.game.option_list
            },
        }

    def _style_field(self, chosen: Mapping[str, Any]) -> Field:
        t, styles = self.words.t, {"classic": {}, **self.game.styles}
        names = [name for name in STYLES if name in styles]
        fits = (name for name in names if self._styled(styles[name]).items() <= chosen.items())
        self.style = next(fits, "own")
        values = tuple(names if self.style != "own" else [*names, "own"])
        labels = {name: t(STYLES[name][0]) for name in values}
        sentences = {name: t(STYLES[name][1]) or self._style_text(styles[name]) for name in values}
        about = t("Rules that go well together; each may be changed below.")
        return Field(
            *("style", t("Style"), about, values, "classic", labels, sentences), explains_all=True
        )

    def _style_text(self, style: Mapping[str, Any]) -> str:
        """Say what a style is: in a sentence if it is one value that has one."""
        sentences = [
            option.value_help[str(style[option.name])]
            for option in self.game.option_list
            if option.name in style and str(style[option.name]) in option.value_help
        ]
        if len(style) == len(sentences) == 1:
            return self.words.t(sentences[0])
        return chosen_text(self.words, self.game, style)

    def summary(self) -> str:
        """Say which table Enter opens."""
        t, values = self.words.t, {field.name: field for field in self.fields()}
        shown = [values[name] for name in ("style", "bots") if name in values]
        parts = [field.words[self.value(field)] for field in shown]
        seats = self.value(values["seats"])
        parts.insert(0, self.words.nt("{n} seat", "{n} seats", seats))
        if "private" in values and self.value(values["private"]):
            parts.append(t("private table"))
        return t("Enter opens: {said}", said=" · ".join((self.game.meta.name, *parts)))

    def example(self, cells: int) -> list[Row]:
        text = rulebook.rules(self.game.meta.key, self.words.language)
        drawn = [*markdown.example(text, cells)]
        return drawn if max(map(row_width, drawn), default=0) <= cells else []

    def preview(self, cells: int) -> list[Row]:
        """Draw beside the lines an example of the game, then what its rules are as chosen."""
        if self.app.size.width < WIDE:
            return []
        rows = [row((self.game.meta.name, "gold")), EMPTY]
        if example := self.example(cells):
            rows += [*example, EMPTY]
        for field in self.fields():
            value = self.value(field)
            sentence = field.sentences.get(str(value)) if value != "preset" else None
            if field.name.startswith(("style", "option ")) and sentence:
                tone = "strong" if value == field.preset else "gold"
                name = self.words.t("{who}: ", who=field.words.get(value, field.label))
                rows += wrap(row((name, tone), (sentence, "dim")), cells, 2)
        return rows

    def _styled(self, style: Mapping[str, Any]) -> dict[str, Any]:
        return {option.name: default(self.game, option) for option in self.game.option_list} | dict(
            style
        )

    def _rule_field(self, option: Option) -> Field:
        words, preset = self.words, getattr(USUAL, option.name)
        values = option.values or STEPS[option.name]
        if option.name == "turn" and self.arcade.local:
            preset = 0  # who shares a keyboard knows who is waiting
        if option.name == "watching" and not self.game.meta.secrets:
            values = tuple(value for value in values if value != "hands")
        named = {value: rule_value_text(words, option.name, value) for value in values}
        sentences = {name: words.t(text) for name, text in option.value_help.items()}
        label, help_ = words.t(option.label), words.t(option.help)
        return Field(f"table {option.name}", label, help_, values, preset, named, sentences, True)

    def value(self, field: Field) -> Any:
        if field.name == "style":
            return self.style
        return self.values.get(field.name, field.preset)

    def actions(self) -> list[Action]:
        return [keys.CREATE, keys.of(ReadRules), *super().actions(), keys.HELP]

    def do_rules(self) -> None:
        self.app.push_screen(RulesPage(self.words, self.game.meta.key))

    def do_help(self) -> None:
        self.app.push_screen(Page(*rules_page(self.words, self.game.meta.key, self.offered())))

    async def do_create(self) -> None:
        """Open the table, sit down, and start it if chosen."""
        club, player = self.arcade.club, self.arcade.player
        wished = {field.name: self.value(field) for field in self.fields()}
        changed = {
            option.name: wished[f"option {option.name}"]
            for option in self.game.option_list
            if wished.get(f"option {option.name}", default(self.game, option))
            != default(self.game, option)
        }
        asked = (option.name for option in TABLE_OPTIONS if f"table {option.name}" in wished)
        rules = {name: wished[f"table {name}"] for name in asked}
        code = await club.create(
            player,
            self.game.meta.key,
            changed,
            wished["seats"],
            wished.get("private", False),
            TableRules(**rules),
        )
        session = await club.join(player, code)
        if wished["bots"]:
            await session.start()
        self.dismiss()
        if self._instead:
            self.arcade.navigator.leave_table(self._instead)
        await self.arcade.navigator.go_to_table(session)

    async def change(self, field: Field, value: Any) -> None:
        """Change the value of a line; another game has its own options."""
        if field.name == "style":
            style = self._styled({} if value == "classic" else self.game.styles.get(value, {}))
            self.values |= {f"option {name}": setting for name, setting in style.items()}
        elif field.name == "game":
            kept = {
                name: setting
                for name, setting in self.values.items()
                if name in {"bots", "private"} or name.startswith("table ")
            }
            self.values = {**kept, "game": value}
            if not self.game.meta.secrets:
                self.values.pop("table watching", None)
        else:
            self.values[field.name] = value


def _option_field(words: Words, game: Game, option: Option, meant: Mapping[str, Any]) -> Field:
    """Return the line of an option; `meant` has what it comes to if it leaves that to others."""
    values: Sequence[Any] = option.values or range(option.low, option.high + 1)
    if option.nullable:
        values = (None, *values)
    sentences = {name: words.t(sentence) for name, sentence in option.value_help.items()}
    named = {None: words.t(option.without)} if option.without else {}
    if option.name in meant:
        text = value_text(words, meant[option.name])
        named[default(game, option)] = words.t("{value} (as the rules say)", value=text)
    return Field(
        f"option {option.name}",
        words.t(option.label),
        words.t(option.help),
        values,
        default(game, option),
        named,
        sentences,
        marks_usual=True,
        step=option.step,
    )
