"""Who is away from a table, and what happens to a seat while its player is away."""

import math

from arcade.club.i18n.words import Words
from arcade.club.speech.clock import seconds_left
from arcade.club.speech.read_aloud import back, out
from arcade.club.standings.views import Attendance, RatingChange
from arcade.club.views import TableView
from arcade.players.standing import MARKED


def absence_text(words: Words, table: TableView) -> str:
    """Return who is away, those waited for first, and when a bot plays for them; "" for nobody."""
    away = sorted(
        table.absent, key=lambda absence: (absence.seat not in table.to_act, absence.until)
    )
    if not away:
        return ""
    who, left = table.seats[away[0].seat].name, math.ceil(seconds_left(away[0].until))
    if away[0].near:
        return words.t("{who} is in the lobby; a bot plays for them in {n} s.", who=who, n=left)
    return words.t("{who}'s connection dropped; a bot plays for them in {n} s.", who=who, n=left)


def left_text(words: Words, table: TableView) -> str:
    """Return who has left a running game that the reader may end; "" for nobody."""
    if not table.may_settle:
        return ""
    return words.nt(
        "A bot plays for {names}, who has left.",
        "Bots play for {names}, who have left.",
        len(table.left),
        names=words.listed(table.left),
    )


def attendance_text(words: Words, attendance: Attendance, yours: bool) -> str:
    """Return how often somebody leaves games; to themselves also what clears it."""
    figures = {"left": attendance.left, "games": attendance.games}
    if not yours:
        return words.t("Left {left} of the last {games} games with other people.", **figures)
    own = words.t("You left {left} of your last {games} games with other people.", **figures)
    seen = words.t("Others read it too, beside your name.")
    if not attendance.marked:
        seen = words.t("From {n} on others read it, beside your name.", n=MARKED)
    mends = words.nt(
        "{n} game played to its end clears it.",
        "{n} games played to their end clear it.",
        attendance.mends,
    )
    return f"{own} {seen} {mends}"


def spared_text(words: Words, change: RatingChange) -> str:
    """Return why a lost game has not lowered somebody's rating."""
    return words.t(
        "{name} was away, and had lost another game so today: this one takes no points.",
        name=change.name,
    )


def others_stay(table: TableView) -> bool:
    return bool(table.company or table.watchers)


def leaving_text(
    words: Words, table: TableView, others: bool, attendance: Attendance | None
) -> str:
    """Return what a reader who leaves is told: of their seat, and how often they leave."""
    if out(words, table) and not back(words, table):
        return words.t("You play no more in this game; its result counts all the same.")
    text = seat_kept_text(words, table.table.days, others, table.of_tournament, table.paused)
    return f"{text} {attendance_text(words, attendance, yours=True)}" if attendance else text


def seat_kept_text(
    words: Words, days: int, others: bool, tournament: bool, paused: bool = False
) -> str:
    """Return what happens to the reader's seat while they are away."""
    if days:
        return words.t("Your seat waits for you; nobody else plays it.")
    if others and paused:
        return words.t(
            "Your seat waits for you; after the pause a bot plays it while you are away."
        )
    if others:
        return words.t("Your seat waits for you; a bot plays it while you are away.")
    if tournament:
        return words.t(
            "A tournament waits for nobody: unless you are back soon, bots play your game to its "
            "end."
        )
    return words.t("Nobody else is at the table: your game waits as you leave it.")
