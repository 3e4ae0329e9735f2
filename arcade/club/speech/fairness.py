"""How a table's dice are sealed, in words: what a seal means, this game's, the last game's seed."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from arcade.club.i18n.words import Words
from arcade.club.views import FairView, Sealing, TableView
from arcade.engine.fair import Contribution
from arcade.engine.words import N_
from arcade.rooms.facts import duel_of


class FairLine(NamedTuple):
    """A sentence, a step with its name, a title, a value with its name, or a command to type.

    An empty text is a gap.
    """

    text: str = ""
    value: str = ""
    kind: Literal["sentence", "step", "title", "value", "command"] = "sentence"


def fair_lines(words: Words, table: TableView, way: str = "ssh …") -> Iterator[FairLine]:
    """Say what a seal means, then those of this or the next game and of the last.

    `way` is the command that connects.
    """
    t, fair = words.t, table.fair
    yield FairLine(t("Nobody can change a roll or a card unseen. You can check it:"))
    yield from _steps(words, table.code if fair.last is not None else "", way)
    yield FairLine()
    yield from _this_game(words, table, fair)
    if fair.words:
        yield FairLine(t("Your words: {words}", words=fair.words))
    if fair.last is not None:
        yield FairLine()
        yield from _game(
            words, table, t("The last game, number {n}", n=fair.last.number), fair.last
        )
    yield FairLine()
    yield FairLine(
        t(
            "Words you type prove more than random ones, which the server knows. You may also "
            "type only their seal, 64 hex digits, and the words before the game."
        )
    )


def _steps(words: Words, code: str, way: str) -> Iterator[FairLine]:
    """Say in three steps what is proved; with a table's code, by which commands."""
    t = words.t
    steps = (
        (t("1  Sealed"), t("A seed is drawn before anybody sits down; you see its seal.")),
        (t("2  Mixed"), t("The players' words join it: rolls and cards follow from both.")),
        (t("3  Checked"), t("After the game you see the seed, and check that all match.")),
    )
    cells = max(len(name) for name, _ in steps) + 2
    for name, about in steps:
        yield FairLine(name.ljust(cells), about, "step")
    if code:
        yield FairLine(f"{' ' * cells}{way} ", f"record {code} > record.jsonl", "command")
        yield FairLine(" " * cells, "arcade verify record.jsonl", "command")


def _this_game(words: Words, table: TableView, fair: FairView) -> Iterator[FairLine]:
    """Say what is known of the game that is played or comes next."""
    t, now = words.t, fair.now
    if now is None:
        yield FairLine(t("The dice of this game were not sealed: it began too long ago."))
    elif duel_of(now.day):
        yield FairLine(t("A duel: the same for both, revealed when both have played it."))
        yield _value(words, t("sealed by"), now.commitment)
    elif now.day:
        yield FairLine(
            t("The daily deal of {day}: the same for everybody, told the day after.", day=now.day)
        )
        yield _value(words, t("sealed by"), now.commitment)
    elif table.phase == "playing":
        yield from _game(words, table, t("This game, number {n}", n=now.number), now)
    else:
        yield from _game(words, table, t("The next game, number {n}", n=now.number), now)


def _game(words: Words, table: TableView, title: str, game: Sealing) -> Iterator[FairLine]:
    t = words.t
    yield FairLine(title, kind="title")
    yield _value(words, t("sealed by"), game.commitment)
    if game.seed:
        yield _value(words, t("the seed"), game.seed)
    for seat, contribution in zip(table.seats, game.seats, strict=False):
        name = seat.name or f"#{seat.number + 1}"
        yield FairLine(f"{name}  ", _given(words, contribution), "value")


def _value(words: Words, name: str, digits: str) -> FairLine:
    cells = max(len(words.t(text)) for text in (N_("sealed by"), N_("the seed"))) + 2
    return FairLine(name.ljust(cells), digits, "value")


def _given(words: Words, contribution: Contribution) -> str:
    match contribution.kind:
        case "words":
            return words.t("“{words}”", words=contribution.text)
        case "sealed":
            return words.t("words sealed by {start}…", start=contribution.commitment[:16])
        case _:
            return words.t("typed no words")
