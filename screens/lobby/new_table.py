"""The form for a new table: game, seats, options, who may join, and bots for empty seats."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from arcade.club.operations.results import ReadRules
from arcade.club.people.drafts import OpenPage
from arcade.club.speech.options import chosen as chosen_text
from arcade.club.speech.options import default, filled, matters, value_text
from arcade.club.table_session import TableSession
from arcade.club.views import TABLE_OPTIONS, TableOption, TableRules
from arcade.engine import registry
from arcade.engine.game import Game, Option
from arcade.engine.words import N_
from screens import keys
from screens.keys import Action
from screens.lobby.game_form import GameForm
from screens.pages.form import Field
from screens.pages.rules_page import RulesPage
from screens.widgets.sheet import is_tall

STYLES: Mapping[str, tuple[str, str]] = {
    "classic": (N_("classic"), N_("The rules as most tables play them.")),
    "quick": (N_("quick"), ""),
    "spicy": (N_("spicy"), ""),
    "belge": (N_("Belgian"), ""),
    "own": (N_("your own"), N_("The rules as chosen below.")),
}
"""The styles of a game's options; what has no sentence here is explained by the options it changes.

"classic" are the defaults, "own" is any other choice."""


_FIRST = frozenset(("game", "seats", "bots", "private", "style"))
"""The lines that are listed in every terminal."""


class NewTable(GameForm):
    """Chooses the game and its options; Enter opens the table and sits down."""

    TITLE = N_("A new table")
    ASIDE = 92

    def __init__(self, instead: Sequence[TableSession] = (), page: OpenPage | None = None) -> None:
        """Take the seats of a table, `instead` of which the new one is opened.

        `page` is the form as it was left.
        """
        super().__init__()
        self._instead = instead
        self.games = registry.games()
        self.values: dict[str, Any] = {"game": registry.first().meta.key}
        self.style = "classic"
        self._made_for: tuple[str, dict[str, object]] | None = None
        """The language and the values for which the lines were made."""
        self._fields: list[Field] = []
        self._folded: tuple[list[Field], list[Field]] = [], []
        self._details = False
        """Whether the rules in detail are listed where they have no room."""
        if page is not None:
            self.values |= page.values
            self.style, self.at = self.values.pop("style"), page.at
            self._details = self.values.pop("details", False)

    def open_page(self) -> OpenPage:
        values = {**self.values, "style": self.style, "details": self._details}
        return OpenPage("form", self.values["game"], self.at, values=values)

    @property
    def game(self) -> Game:
        return self.games[self.values["game"]]

    def fields(self) -> list[Field]:
        """List the lines of the form for the chosen game; a key asks for them often."""
        made_for = self.words.language, dict(self.values)
        if self._made_for != made_for:
            self._made_for, self._fields = made_for, self._make_fields()
            self._folded = self._fold(self._fields)
        if is_tall(self.app.size):
            return self._fields
        return self._folded[self._details]

    def _fold(self, fields: Sequence[Field]) -> tuple[list[Field], list[Field]]:
        """Return the lines with the rules in detail folded into one, and with that one unfolded."""
        t = self.words.t
        first = [field for field in fields if field.name in _FIRST]
        rest = [field for field in fields if field.name not in _FIRST]
        folded = self.words.nt("{n} more: → lists it", "{n} more: → lists them", len(rest))
        if self.arcade.touch:
            folded = self.words.nt("{n} more", "{n} more", len(rest))
        shown = {False: folded, True: t("shown below")}
        about = t("The rules one by one, the time for a turn, bots and watchers.")
        fold = Field("details", t("In detail"), about, (False, True), False, shown.__getitem__)
        fold = fold._replace(group=first[-1].group, lists_values=False)
        return [*first, fold], [*first, fold, *rest]

    def _make_fields(self) -> list[Field]:
        t, game = self.words.t, self.game
        chosen = self._options()
        meant = filled(game, chosen)
        options = [
            self._option_field(option, meant)
            for option in game.option_list
            if matters(option, chosen)
        ]
        styles = [self._style_field(chosen)] if game.styles else []
        rules = [
            (option.group, self._rule_field(option))
            for option in TABLE_OPTIONS
            if not (self.arcade.local and option.among_strangers)
        ]
        groups = {
            t("The table"): self._first_fields(),
            t("Rules"): [*styles, *options],
            t("Time"): [field for group, field in rules if group == "time"],
            t("Bots and watchers"): [field for group, field in rules if group == "people"],
        }
        return [field._replace(group=group) for group in groups for field in groups[group]]

    def _first_fields(self) -> list[Field]:
        """Return the lines about the game, its seats, and who may come."""
        t = self.words.t
        waits = t("others sit down here first") if self.arcade.local else t("wait for people")
        start = {True: t("start at once, bots fill the seats"), False: waits}
        yes_no = {True: t("yes"), False: t("no")}
        at_any_time = t("A person can take a bot's seat at any time.")
        by_code = t("A private table is not in the lobby; one comes by its code.")
        # No function of a line refers to the screen: a cycle would wait for a collection.
        names = {key: game.meta.name for key, game in self.games.items()}
        private = Field("private", t("Private"), by_code, (False, True), False, yes_no.__getitem__)
        return [
            Field(
                *("game", t("Game"), t(self.game.meta.blurb), tuple(self.games), None),
                names.__getitem__,
                lists_values=False,
            ),
            self._seats_field(),
            Field(
                *("bots", t("Empty seats"), at_any_time, (False, True), False), start.__getitem__
            ),
            *([] if self.arcade.local else [private]),
        ]

    def _seats_field(self) -> Field:
        t, meta = self.words.t, self.game.meta
        seats = range(meta.seats[0], meta.seats[1] + 1)
        return Field("seats", t("Seats"), t("Number of players."), seats, meta.best_seats, str)

    def _options(self) -> dict[str, object]:
        """Return the number of seats, and the value of every option of the game."""
        return {
            "seats": self.value(self._seats_field()),
            **{
                option.name: self.values.get(f"option {option.name}", default(self.game, option))
                for option in self.game.option_list
            },
        }

    def _style_field(self, chosen: Mapping[str, object]) -> Field:
        t, styles = self.words.t, {"classic": {}, **self.game.styles}
        names = [name for name in STYLES if name in styles]
        fits = (name for name in names if self._styled(styles[name]).items() <= chosen.items())
        self.style = next(fits, "own")
        values = tuple(names if self.style != "own" else [*names, "own"])
        sentences = {name: t(STYLES[name][1]) or self._style_text(styles[name]) for name in values}
        about = t("Rules that go well together; each may be changed below.")
        return Field(
            *("style", t("Style"), about, values, "classic"),
            lambda name: t(STYLES[name][0]),
            sentences,
            explains_all=True,
        )

    def _style_text(self, style: Mapping[str, object]) -> str:
        """Describe a style: by its value's sentence if it changes one value, else by its values."""
        sentences = [
            option.value_help[str(style[option.name])]
            for option in self.game.option_list
            if option.name in style and str(style[option.name]) in option.value_help
        ]
        if len(style) == len(sentences) == 1:
            return self.words.t(sentences[0])
        return chosen_text(self.words, self.game, style)

    def summary(self) -> list[str]:
        """Say which table is opened, its style left out in fewer words."""
        t, values = self.words.t, {field.name: field for field in self.fields()}
        game = self.game.meta.name
        seats = self.words.nt("{n} seat", "{n} seats", self.value(values["seats"]))
        style, bots = (
            [field.text(self.value(field)) for field in [values.get(name)] if field is not None]
            for name in ("style", "bots")
        )
        hidden = "private" in values and self.value(values["private"])
        private = [t("private table")] * hidden
        if self.arcade.touch:
            opens = " · ".join
            return [opens((game, seats, *style, *bots, *private)), opens((game, *bots, *private))]
        many = self.value(values["seats"])
        sentence = self.words.nt(
            "Enter opens a table of {game} for {n} person",
            "Enter opens a table of {game} for {n} people",
            many,
            game=game,
        )
        rules = [t("rules: {style}", style=part) for part in style]
        starts = (
            t("It starts at once.") if self.value(values["bots"]) else t("It waits for people.")
        )
        return [
            f"{', '.join((sentence, *more, *private))}. {end}".strip()
            for more, end in ((rules, starts), ((), starts), ((), ""))
        ]

    def _styled(self, style: Mapping[str, object]) -> dict[str, object]:
        return {option.name: default(self.game, option) for option in self.game.option_list} | dict(
            style
        )

    def _rule_field(self, option: TableOption) -> Field:
        # Who shares a keyboard knows who is waiting.
        no_clock = option.name == "turn" and self.arcade.local
        preset = 0 if no_clock else getattr(TableRules(), option.name)
        return Field(
            *(f"table {option.name}", self.words.t(option.label), self.words.t(option.help)),
            *(option.choices(self.game), preset, partial(value_text, self.words, option)),
            self._sentences(option),
            marks_usual=True,
        )

    def _option_field(self, option: Option, meant: Mapping[str, object]) -> Field:
        """Return the line of an option; `meant` has the values of those that leave it to others."""
        words, preset = self.words, default(self.game, option)
        values: Sequence[object] = option.values or range(option.low, option.high + 1)

        def text(value: object) -> str:
            if value == preset and option.name in meant:
                means = value_text(words, option, meant[option.name])
                return words.t("{value} (as the rules say)", value=means)
            return value_text(words, option, value)

        return Field(
            *(f"option {option.name}", words.t(option.label), words.t(option.help)),
            *((None, *values) if option.nullable else values, preset, text),
            self._sentences(option),
            marks_usual=True,
            step=option.step,
        )

    def _sentences(self, option: Option) -> dict[str, str]:
        return {value: self.words.t(text) for value, text in option.value_help.items()}

    def value(self, field: Field) -> Any:
        if field.name == "style":
            return self.style
        if field.name == "details":
            return self._details
        return self.values.get(field.name, field.preset)

    def actions(self) -> list[Action]:
        return [keys.CREATE, keys.of(ReadRules), *super().actions(), keys.HELP]

    def on_resize(self) -> None:
        self.at = min(self.at, len(self.fields()) - 1)

    def do_help(self) -> None:
        self.app.push_screen(RulesPage(self.words, self.game.meta.key, self.explained()))

    async def do_create(self) -> None:
        """Open the table, sit down, and start it if chosen."""
        club, player = self.arcade.club, self.arcade.player
        wished = {field.name: self.value(field) for field in self._make_fields()}
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
        if field.name == "details":
            self._details = value
        elif field.name == "style":
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
