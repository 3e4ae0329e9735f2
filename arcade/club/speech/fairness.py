"""How a table's dice are sealed, in words: what a seal means, this game's, the last game's seed."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from arcade.club.i18n.words import Words
from arcade.club.views import FairView, Sealing, TableView
from arcade.engine.fair import Contribution
from arcade.rooms.facts import duel_of


class FairLine(NamedTuple):
    """A sentence, a title, a value with its name, or a command to type; an empty text is a gap."""

    text: str = ""
    value: str = ""
    kind: Literal["sentence", "title", "value", "command"] = "sentence"


def fair_lines(words: Words, table: TableView, way: str = "ssh …") -> Iterator[FairLine]:
    """Say what a seal means, then those of this or the next game and of the last.

    `way` is the command that connects.
    """
    t, fair = words.t, table.fair
    yield FairLine(
        t(
            "Nobody can change a roll or a card unseen: they follow from a seed, drawn before "
            "anybody sits down, and from what the players type. You see the seal of the seed now, "
            "the seed after the game, and can check that they match."
        )
    )
    yield FairLine()
    yield from _this_game(words, table, fair)
    if fair.words:
        yield FairLine(t("Your words: {words}", words=fair.words))
    if fair.last is not None:
        yield FairLine()
        yield from _game(
            words, table, t("The last game, number {n}", n=fair.last.number), fair.last
        )
        yield FairLine(t("To check it yourself:"))
        yield FairLine(f"  {way} ", f"record {table.code} > record.jsonl", "command")
        yield FairLine("  ", "arcade verify record.jsonl", "command")
    yield FairLine()
    yield FairLine(
        t(
            "Random words are drawn for you, but the server knows them, and the seed: words that "
            "you type yourself prove more. You may also keep your words at home and type only "
            "their seal, 64 hex digits, and the words themselves before the game begins."
        )
    )


def _this_game(words: Words, table: TableView, fair: FairView) -> Iterator[FairLine]:
    """Say what is known of the game that is played or comes next."""
    t, now = words.t, fair.now
    if now is None:
        yield FairLine(t("The dice of this game were not sealed: it began too long ago."))
    elif duel_of(now.day):
        yield FairLine(t("A duel: the same for both, revealed when both have played it."))
        yield _value(t("sealed by"), now.commitment)
    elif now.day:
        yield FairLine(
            t("The daily deal of {day}: the same for everybody, told the day after.", day=now.day)
        )
        yield _value(t("sealed by"), now.commitment)
    elif table.phase == "playing":
        yield from _game(words, table, t("This game, number {n}", n=now.number), now)
    else:
        yield from _game(words, table, t("The next game, number {n}", n=now.number), now)


def _game(words: Words, table: TableView, title: str, game: Sealing) -> Iterator[FairLine]:
    t = words.t
    yield FairLine(title, kind="title")
    yield _value(t("sealed by"), game.commitment)
    if game.seed:
        yield _value(t("the seed"), game.seed)
    for seat, contribution in zip(table.seats, game.seats, strict=False):
        name = t("{who}: ", who=seat.name or f"#{seat.number + 1}")
        yield FairLine(f"  {name}", _given(words, contribution), "value")


def _value(name: str, digits: str) -> FairLine:
    return FairLine(f"  {name} ", digits, "value")


def _given(words: Words, contribution: Contribution) -> str:
    match contribution.kind:
        case "words":
            return words.t("“{words}”", words=contribution.text)
        case "sealed":
            return words.t("words sealed by {start}…", start=contribution.commitment[:16])
        case _:
            return words.t("gives nothing")
