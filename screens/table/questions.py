"""What a table asks before something that is not taken back easily."""

from collections.abc import Callable, Sequence
from typing import Any

from arcade.club.i18n.words import Words
from arcade.club.speech.absence import leaving_text, others_stay
from arcade.club.standings.views import Attendance
from arcade.club.table_session import TableSession
from arcade.club.views import TableView
from screens.base import BaseScreen
from screens.pages.ask import Ask, confirm
from screens.table.seated import give_up


def ask_to_leave(
    screen: BaseScreen[Any],
    table: TableView,
    seated: Sequence[TableSession],
    leave: Callable[[], None],
) -> None:
    """Ask what becomes of the seat, then call `leave`."""
    arcade = screen.arcade

    async def confirmed(answer: str) -> None:
        if answer == "give_up":
            confirm(screen, giving_up(arcade.words), confirmed)
            return
        if answer == "given_up":
            await give_up(seated)
        leave()

    others = others_stay(table) and not arcade.local
    attendance = arcade.club.standings.attendance(arcade.player) if others else None
    confirm(screen, leaving(arcade.words, table, others, attendance), confirmed)


def leaving(words: Words, table: TableView, others: bool, attendance: Attendance | None) -> Ask:
    """Ask what becomes of the seat of a person who leaves; tell one who often does."""
    t = words.t
    return Ask(
        t("Leave the table?"),
        leaving_text(words, table, others, attendance),
        [
            ("leave", "y", t("leave, and come back later")),
            ("give_up", "g", t("give the seat up for good")),
            ("", "n", t("stay")),
        ],
    )


def giving_up(words: Words) -> Ask:
    """Ask once more: in other languages a key of many uses may have been pressed."""
    t = words.t
    return Ask(
        t("Give the seat up for good?"),
        t("A bot plays on in it, and for you the game is over."),
        [("given_up", "y", t("give it up")), ("", "n", t("stay"))],
    )


def going_on(words: Words) -> Ask:
    t = words.t
    return Ask(
        t("Go on with the game?"),
        t("The pause is over for everybody then, and the clocks run."),
        [("go_on", "y", t("go on")), ("", "n", t("stay paused"))],
    )


def ending(words: Words) -> Ask:
    t = words.t
    return Ask(
        t("End the game?"),
        t("It is then over, without a result."),
        [("end", "y", t("end it")), ("", "n", t("play on"))],
    )
