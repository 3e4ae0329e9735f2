"""The button of the lobby's list: what it begins, with whom, and the other ways into a game."""

from collections.abc import Sequence

from rich.cells import cell_len

from arcade.club.i18n.words import Words
from arcade.club.operations.lobby import PlayNow, TakeSeat
from arcade.club.speech.lobby import offer_text, stakes_text
from arcade.club.views import LobbyView, SeatOffer, TableRow
from arcade.engine import registry
from arcade.engine.words import N_
from screens import keys
from screens.lobby.cards import CORNERS, card_frame
from screens.lobby.table_rows import named, phase_text
from screens.session import SessionApp
from screens.terminal.rows import (
    Row,
    choice,
    clickable,
    clip,
    fit,
    flow,
    indented,
    pad,
    row,
    spread,
)

SEAT_WAITS = N_("Your seat is waiting")


def play_button(
    app: SessionApp, joined: TableRow | None, here: bool, number: int, cells: int
) -> list[Row]:
    """Draw the button; `joined` is the table where it finds a seat, if there is one."""
    label = app.words.t("Play now")
    room = cells - cell_len(label) - cell_len(_enter(app)) - 12
    about = _about_play(app.words, joined, room)
    return _button(app, (label, about), here, cells, number)


def own_table(
    app: SessionApp, table: TableRow, drawn: Sequence[Row], here: bool, cells: int
) -> list[Row]:
    """Draw the person's own table in a frame: what is `drawn` of its game, else who is there."""
    t, state = app.words.t, phase_text(app.words, table)
    short = f"{table.code}  {table.name} "
    keyed = f" · {_enter(app)}" if here and not app.touch else ""
    named_so = (f"{t(SEAT_WAITS)}   {short}", f" {state}{keyed} "), (short, f" {state} ")
    fitting = (each for each in named_so if cell_len("".join(each)) + CORNERS <= cells)
    title, about = next(fitting, (short, ""))
    head, end = row((title, "strong")), row((about, "good"))
    lines = drawn or [row((named(app.words, table.people, cells - 4), "strong"))]
    return clickable(card_frame(head, end, lines, cells, len(lines) + 2, here), "row 0")


def play_line(app: SessionApp, joined: TableRow | None, here: bool, number: int, cells: int) -> Row:
    """Draw Play now as a line, where the person's own table is the button."""
    label = app.words.t("Play now")
    about = _about_play(app.words, joined, cells - cell_len(label) - 8)
    play = row((pad(_shown(app), 3), "gold"), label, "   ", (about, "dim"))
    return choice(play, cells - 2, here, f"row {number}")


def _enter(app: SessionApp) -> str:
    return "" if app.touch else app.words.t("Enter")


def _shown(app: SessionApp) -> str:
    return "" if app.touch else app.keyboard.shown(keys.of(PlayNow))


def _button(
    app: SessionApp, texts: tuple[str, str], here: bool, cells: int, number: int
) -> list[Row]:
    """Draw an entry as a button: its key, what it does, and with whom; Enter where it is chosen."""
    edge, name, more = ("cursor",) * 3 if here else ("rule", "strong", "dim")
    click, (label, about) = f"row {number}", texts
    before = "▸" if here else _shown(app)
    left = row(
        (f" {before}", "cursor" if here else "gold", click),
        (f"  {label}   ", name, click),
        (about, more, click),
    )
    cap, side = row((f" {_enter(app)}   " if here else "", more, click)), row(("│", edge, click))
    return [
        row(("╭" + "─" * (cells - 2) + "╮", edge, click)),
        side + spread(left, cap, cells - 2, more) + side,
        row(("╰" + "─" * (cells - 2) + "╯", edge, click)),
    ]


def _about_play(words: Words, table: TableRow | None, cells: int) -> str:
    """Say which game Play now begins, and with whom: as many whole names as fit."""
    t = words.t
    if table is None or not table.people:
        name = registry.first().meta.name
        texts = [t("{game}, with bots", game=name), name]
    else:
        name, people = table.name, table.people
        lists = [people]
        for known in range(len(people) - 1, 0, -1):
            more = words.nt("{n} other", "{n} others", len(people) - known)
            lists.append((*people[:known], more))
        whos = [*map(words.listed, lists), people[0]]
        texts = [*(t("{game}, with {names}", game=name, names=who) for who in whos), name]
    return next((text for text in texts if cell_len(text) <= cells), clip(texts[-1], cells))


def other_ways(app: SessionApp, view: LobbyView, offer: SeatOffer | None, cells: int) -> list[Row]:
    """Name the alternatives to the button."""
    words, t, rows = app.words, app.words.t, list[Row]()
    if view.joins:
        bots = f"  {app.keyboard.shown(keys.BOTS)}  "
        rows.append(row((bots, "gold", "bots"), (t("or alone, with bots"), "", "bots")))
    if offer is None:
        return rows
    text = t("or take {said}", said=offer_text(words, offer))
    take = f"  {app.keyboard.shown(keys.of(TakeSeat))}  "
    rows.append(row((take, "gold", "take"), (text, "", "take")))
    rows.append(row(("     " + stakes_text(words, offer), "dim", "take")))
    return [fit(line, cells) for line in rows]


def first_steps(app: SessionApp, cells: int) -> list[Row]:
    """Offer the tour and a lesson to a newcomer."""
    t, shown = app.words.t, app.keyboard.shown
    offered = (
        (shown(keys.TOUR), t("a short tour"), "tour"),
        (shown(keys.LESSON), t("learn a game"), "lesson"),
    )
    ways = [
        row((what, "gold", does)) if app.touch else row((key, "gold", does), (f" {what}", "", does))
        for key, what, does in (*offered, (t("Esc"), t("hide this"), "no_tour"))
    ]
    return indented(flow([row((t("First time here?"), "accent")), *ways], cells - 2, row("   ")), 2)
