"""The form for a new duel: against whom, at which game, over how many rounds."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from arcade.club.duels.duels import ROUNDS
from arcade.club.duels.views import DuelView
from arcade.club.i18n.words import Words
from arcade.club.operations.duels import opponents, usual_game
from arcade.club.operations.results import ReadRules
from arcade.engine import registry
from arcade.engine.game import Game
from arcade.engine.words import N_
from screens import keys
from screens.games.view import PLACARD
from screens.keys import Action
from screens.lobby.cards import CORNERS, SIDES
from screens.lobby.game_form import GameForm
from screens.pages.form import HIGH, Field
from screens.terminal.rows import (
    EMPTY,
    Row,
    balanced,
    clip,
    columns,
    indented,
    row,
    row_width,
)
from screens.terminal.seats import MARKS
from screens.widgets.dice import written
from screens.widgets.sheet import TALL, framed

_CHALLENGE = Action("challenge", ("enter",), "Enter", N_("challenge"), N_("Begin this duel."))
UNSEEN = N_("Nobody sees the other's play before both have played.")
_EACH = N_("Each plays within 14 days, unseen by the other until both have played.")
_EQUALS = " = "
_DEALT = 3
"""How many faces that nobody has seen yet stand for a deal."""


class NewDuel(GameForm):
    """Chooses opponent, game and rounds; Enter challenges, and tells `made` the duel."""

    TITLE = N_("A new duel")
    SAMPLE_NAME = N_("The same deal for both")
    LISTS_VALUES = True

    def __init__(self, made: Callable[[DuelView], None], game: str = "") -> None:
        """`game` is the one that was just played."""
        super().__init__()
        self._made = made
        self._values: dict[str, Any] = {"game": game} if game else {}
        self._fields: list[Field] = []

    def on_mount(self) -> None:
        """Make the lines once: whoever comes meanwhile shifts nobody under the arrows."""
        t, club, player = self.words.t, self.arcade.club, self.arcade.player
        names = {key: game.meta.name for key, game in registry.games().items()}
        about_names = t(
            "Choose a friend, somebody you have played with, or somebody who is here. Anyone away "
            "finds the challenge when they come back."
        )
        same = t("Both play the same sealed dice or cards against the same bots.")
        rounds = t("Each round has dice of its own.")
        self._fields = [
            Field(
                *("to", t("Opponent"), about_names, ("", *opponents(club, player)), ""),
                partial(_against, self.words),
            ),
            Field(
                *("game", t("Game"), same, tuple(names), usual_game(club, player)),
                names.__getitem__,
            ),
            Field("rounds", t("Rounds"), rounds, ROUNDS, ROUNDS[0], partial(_rounds, self.words)),
        ]
        super().on_mount()

    @property
    def game(self) -> Game:
        return registry.find(self.value(self._fields[1]))

    def fields(self) -> Sequence[Field]:
        return self._fields

    def value(self, field: Field) -> Any:
        return self._values.get(field.name, field.preset)

    async def change(self, field: Field, value: Any) -> None:
        self._values[field.name] = value
        self._fields = [*self._fields]  # another list is drawn anew

    def summary(self) -> list[str]:
        t = self.words.t
        who, game, rounds = (field.text(self.value(field)) for field in self._fields)
        chosen = f"{who} · {game} · {rounds}"
        if self.arcade.touch:
            return [chosen]
        if opponent := self.value(self._fields[0]):
            return [t("Enter challenges {who}.", who=opponent), chosen]
        return [t("Enter begins a duel and gives you a code to pass on."), chosen]

    def preview(self, cells: int) -> list[Row]:
        """Draw both persons face to face, the same deal before each, and when they play."""
        t, (who, *_) = self.words.t, self._fields
        half = (cells - len(_EQUALS)) // 2
        large = self.app.size.height >= TALL and half >= PLACARD + SIDES
        dealt = sealed(large)
        inside = indented(dealt, (half - SIDES - max(map(row_width, dealt))) // 2)
        inside = [EMPTY, *inside]
        high = len(inside) + 3
        name = clip(who.text(self.value(who)), half - CORNERS - SIDES)
        sides = (t("you"), half), (name, cells - half - len(_EQUALS))
        mine, theirs = (
            framed(
                row((f" {mark.shape} ", mark.tone), (f"{person} ", "strong")),
                *(EMPTY, inside, across, high),
            )
            for mark, (person, across) in zip(MARKS, sides, strict=False)
        )
        equals = [row(" " * len(_EQUALS))] * high
        equals[high // 2] = row((_EQUALS, "strong"))
        facing = columns((mine, equals, theirs), 0)
        air = [EMPTY] * (self.form.size.height >= HIGH)
        return [*facing, *air, *balanced(row((t(_EACH), "dim")), cells)]

    def actions(self) -> list[Action]:
        return [_CHALLENGE, keys.of(ReadRules), *super().actions()]

    async def do_challenge(self) -> None:
        to, game, rounds = (self.value(field) for field in self._fields)
        duel = await self.arcade.club.duels.challenge(self.arcade.player, to, game, rounds)
        self.dismiss()
        self._made(duel)


def sealed(large: bool) -> list[Row]:
    """Draw what is dealt to both before anybody has seen it."""
    return columns(written("?", "huge" if large else "small", count=_DEALT), 1)


def _against(words: Words, name: str) -> str:
    return name or words.t("whoever comes")


def _rounds(words: Words, rounds: int) -> str:
    return words.t("one round") if rounds == 1 else words.t("best of {n}", n=rounds)
