"""The tables as plain text, for scripts and for reading aloud."""

from collections.abc import Sequence

from arcade.club.i18n.words import Words
from arcade.club.views import TableRow
from server.text.columns import columns


def state(row: TableRow) -> str:
    """Name the state of a table: its phase, or that nobody is there."""
    return "asleep" if row.asleep and row.phase != "over" else row.phase


def tables_text(words: Words, rows: Sequence[TableRow]) -> str:
    """Give a line for each table under a head."""
    t = words.t
    states = {
        "waiting": t("waiting"),
        "playing": t("playing"),
        "over": t("over"),
        "closed": t("closed"),
        "asleep": t("asleep"),
    }
    head = ("CODE", t("GAME"), t("STATE"), t("SEATS"), t("WATCHERS"), t("PEOPLE"))
    cells = [
        (
            *(row.code, row.name, states[state(row)], f"{row.taken}/{row.seats}"),
            *(str(row.watchers), ", ".join(row.people)),
        )
        for row in rows
    ]
    return columns([head, *cells])
