"""Who is away from a table, and what happens to a seat while its player is away."""

import math

from arcade.club.i18n.words import Words
from arcade.club.speech.clock import seconds_left
from arcade.club.views import TableView


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
    names = [table.seats[seat].name for seat in table.left]
    if not table.may_settle:
        return ""
    return words.nt(
        "A bot plays for {names}, who has left.",
        "Bots play for {names}, who have left.",
        len(names),
        names=words.listed(names),
    )


def others_stay(table: TableView) -> bool:
    return bool(table.company or table.watchers)


def seat_kept_text(words: Words, days: int, others: bool) -> str:
    """Return what happens to the reader's seat while they are away."""
    if days:
        return words.t("Your seat waits for you; nobody else plays it.")
    if others:
        return words.t("Your seat waits for you; a bot plays it while you are away.")
    return words.t("Nobody else is at the table: your game waits as you leave it.")
