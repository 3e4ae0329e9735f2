"""The daily deals as plain text, for scripts and for reading aloud."""

from collections.abc import Sequence

from arcade.club.daily import DailyTable
from arcade.club.i18n.words import Words
from screens.daily import result_text, state_text

MOST = 20
"""The most results told of one deal."""


def states_text(words: Words, tables: Sequence[DailyTable]) -> str:
    """Give each game's deal and how one's own attempt stands."""
    keys = max(len(table.game) for table in tables)
    names = max(len(table.name) for table in tables)
    return "".join(
        f"{table.game:{keys}}  {table.name:{names}}  {state_text(words, table)}\n"
        for table in tables
    )


def results_text(words: Words, table: DailyTable, today: str) -> str:
    """Give the results of one deal, today's or an older one; its seal, its seed once told."""
    lines = [f"{table.name}, {table.day}"]
    lines += [
        f"{one.place:>4}  {one.name:<17}{result_text(words, one)}  {one.code}"
        for one in table.rows[:MOST]
    ]
    if not table.rows:
        yet, never = words.t("Nobody has finished it yet."), words.t("Nobody finished it.")
        lines.append("  " + (yet if table.day == today else never))
    if table.commitment:
        lines.append("  " + words.t("sealed by {digits}", digits=table.commitment))
    if table.seed:
        lines.append("  " + words.t("its seed: {digits}", digits=table.seed))
    return "\n".join(lines) + "\n"
