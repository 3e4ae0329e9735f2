"""The form for a new table: game, seats, options, who may join, and bots for empty seats."""

from typing import Any

from arcade.club.i18n.words import Words
from arcade.club.views import STEPS, TABLE_OPTIONS, TableRules
from arcade.engine import registry
from arcade.engine.game import Game, Option
from screens import keys
from screens.keys import Action
from screens.pages.form import Field, FormScreen
from screens.pages.option_text import default
from screens.pages.page import Page
from screens.pages.rules import rules_page
from screens.pages.rules_page import RulesPage
from screens.widgets.clock import rule_value_text

AMONG_STRANGERS = frozenset({"private", "table watching", "table late_join", "table days"})
"""The lines about who comes from elsewhere; at one keyboard there is nobody else."""


class NewTable(FormScreen):
    """Chooses the game and its options; Enter opens the table and sits down."""

    def __init__(self) -> None:
        super().__init__()
        self.games = registry.games()
        self.values: dict[str, Any] = {"game": registry.first().meta.key}

    def heading(self) -> str:
        """Return the form's title."""
        return self.words.t("A new table")

    @property
    def game(self) -> Game:
        """The chosen game."""
        return self.games[self.values["game"]]

    def fields(self) -> list[Field]:
        """List the lines of the form for the chosen game."""
        made_for = self.words.language, self.values["game"]
        if self._fields is None or self._fields[0] != made_for:
            self._fields = made_for, self._make_fields()
        return self._fields[1]

    _fields: tuple[tuple[str, str], list[Field]] | None = None
    """The lines, and what language and game they were made for: a key asks for them often."""

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
        fields = [
            Field("game", t("Game"), t(meta.blurb), known, None, names, {}, False, False),
            Field("seats", t("Seats"), t("How many play."), seats, meta.best_seats, {}, {}),
            Field("bots", t("Empty seats"), at_any_time, (False, True), False, start, {}),
            Field("private", t("Private"), by_code, (False, True), False, yes_no, {}),
            *(_option_field(self.words, self.game, option) for option in self.game.option_list),
            *(self._rule_field(option) for option in TABLE_OPTIONS),
        ]
        left_out = AMONG_STRANGERS if self.arcade.local else frozenset()
        return [field for field in fields if field.name not in left_out]

    def _rule_field(self, option: Option) -> Field:
        """Return the field of one of the table's rules."""
        words, preset = self.words, getattr(TableRules(), option.name)
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
        """Return a line's current value."""
        return self.values.get(field.name, field.preset)

    def actions(self) -> list[Action]:
        """List the keys that work here."""
        return [keys.CREATE, keys.RULES, *super().actions(), keys.HELP]

    def do_rules(self) -> None:
        """Show the rules of the chosen game."""
        self.app.push_screen(RulesPage(self.words, self.game.meta.key))

    def do_help(self) -> None:
        """Show the rules and the keys."""
        self.app.push_screen(Page(*rules_page(self.words, self.game.meta.key, self.actions())))

    async def do_create(self) -> None:
        """Open the table, sit down, and start it if chosen."""
        club, player = self.arcade.club, self.arcade.player
        wished = {field.name: self.value(field) for field in self.fields()}
        options = {one.name: wished[f"option {one.name}"] for one in self.game.option_list}
        changed = {
            one.name: options[one.name]
            for one in self.game.option_list
            if options[one.name] != default(self.game, one)
        }
        asked = (one.name for one in TABLE_OPTIONS if f"table {one.name}" in wished)
        rules = {name: wished[f"table {name}"] for name in asked}
        code = await club.create(
            player,
            self.game.meta.key,
            changed,
            wished["seats"],
            wished.get("private", False),
            TableRules(**rules),
        )
        place = await club.join(player, code)
        if wished["bots"]:
            await place.start()
        self.dismiss()
        await self.arcade.go_to_table(place)

    async def change(self, field: Field, value: Any) -> None:
        """Change the value of a line; another game has its own options."""
        if field.name == "game":
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
        {None: words.t(option.without)} if option.without else {},
        sentences,
        marks_usual=True,
    )
