"""How a table's dice are sealed, in words: what a seal means, this game's, the last game's seed."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from arcade.club.i18n.words import Words
from arcade.club.views import FairView, Sealing, TableView
from arcade.engine.fair import Contribution
from arcade.engine.words import N_
from arcade.rooms.facts import duel_of


class FairLine(NamedTuple):
    """A sentence, a step or a value with its name, a title, or a command to type.

    A detail may be left out where there is little room. An empty text is a gap.
    """

    text: str = ""
    value: str = ""
    kind: Literal["sentence", "step", "detail", "title", "digits", "value", "command"] = "sentence"


def fair_lines(
    words: Words, table: TableView, way: str = "ssh …", key: str = "fair …"
) -> Iterator[FairLine]:
    """Say what a seal means, then those of this or the next game and of the last.

    `way` is the command that connects, `key` gives words to the dice.
    """
    t, fair = words.t, table.fair
    yield FairLine(t("Nobody can change a roll or a card unseen, not even this server."))
    yield FairLine()
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
    yield FairLine(t("Before a game, {key} adds your own words: nobody can foresee them.", key=key))


def _steps(words: Words, code: str, way: str) -> Iterator[FairLine]:
    """Say in three steps what is proved; with a table's code, by which commands."""
    t = words.t
    steps = (
        (
            t("1  Sealed"),
            t("Before the game a seed is drawn. Its seal fits no other seed."),
            t("If somebody changed the seed, the seal would show it."),
        ),
        (
            t("2  Mixed"),
            t("Players add words. Each roll and card follows from both."),
            t("So neither the server nor a player can choose what comes."),
        ),
        (
            t("3  Checked"),
            t("After the game you see the seed, and can check every roll."),
            t("These commands play the game again and compare.") if code else "",
        ),
    )
    cells = max(len(name) for name, *_ in steps) + 2
    for name, about, detail in steps:
        yield FairLine(name.ljust(cells), about, "step")
        if detail:
            yield FairLine(" " * cells, detail, "detail")
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
        yield _digits(words, t("seal"), now.commitment)
    elif now.day:
        yield FairLine(
            t("The daily deal of {day}: the same for everybody, told the day after.", day=now.day)
        )
        yield _digits(words, t("seal"), now.commitment)
    elif table.phase == "playing":
        yield from _game(words, table, t("This game, number {n}", n=now.number), now)
    else:
        yield from _game(words, table, t("The next game, number {n}", n=now.number), now)


def _game(words: Words, table: TableView, title: str, game: Sealing) -> Iterator[FairLine]:
    t = words.t
    yield FairLine(title, kind="title")
    yield _digits(words, t("seal"), game.commitment)
    if game.seed:
        yield _digits(words, t("seed"), game.seed)
    name = t("words")
    for seat, contribution in zip(table.seats, game.seats, strict=False):
        who = seat.name or f"#{seat.number + 1}"
        given = _given(words, who, contribution)
        yield _digits(words, name, given)._replace(kind="value")
        name = ""


def _digits(words: Words, name: str, value: str) -> FairLine:
    cells = max(len(words.t(text)) for text in (N_("seal"), N_("seed"), N_("words"))) + 2
    return FairLine(name.ljust(cells), value, "digits")


def _given(words: Words, who: str, contribution: Contribution) -> str:
    match contribution.kind:
        case "words":
            return words.t("{name}: “{words}”", name=who, words=contribution.text)
        case "sealed":
            start = contribution.commitment[:16]
            return words.t("{name}: words sealed by {start}…", name=who, start=start)
        case _:
            return words.t("{name} gave none", name=who)
