"""The end of the game: everybody's final result, who wins, and why."""

from typing import TYPE_CHECKING

from screens.games.golden21.throw import throw_line
from screens.terminal.rows import Loose, Row, fit, minus, pad, row, wrap

if TYPE_CHECKING:
    from screens.games.golden21.view import Golden21View


def ending(pane: "Golden21View", width: int) -> list[Row]:
    """Draw who wins and why, and the results, a row for each trader, the best first."""
    why = [fit(row("  ") + line, width) for line in wrap(_why(pane), width - 4)]
    lines = [_heading(pane, width), *(_seat(pane, seat, width) for seat in _ranking(pane))]
    last = throw_line(pane, width - 2, "  ")
    return [_title(pane, width), *why, *_formula(pane, width), last, *lines]


def _title(pane: "Golden21View", width: int) -> Row:
    view = pane.game
    names = ", ".join(pane.name_of(seat) for seat in view.winners)
    said = pane.words.nt("★ {names} wins", "★ {names} win", len(view.winners), names=names)
    return fit(row((f"  {said}", "bar-gold")), width, "bar-gold")


def _why(pane: "Golden21View") -> Row:
    view, t = pane.game, pane.words.t
    if view.options.variant == "killer":
        said = t("First to {n} kills.", n=view.options.kills_to_win)
    elif view.options.variant == "survivor":
        said = t("The last never to be killed.")
    elif view.teams:
        said = t("The team with the lowest final debt together.")
    else:
        said = pane.words.nt(
            "The lowest final debt after {n} year.",
            "The lowest final debt after {n} years.",
            view.years,
        )
    return row((said, "strong"))


def _formula(pane: "Golden21View", width: int) -> list[Row]:
    """Return the formula of the final debts in Original."""
    view, t = pane.game, pane.words.t
    if view.options.variant != "original":
        return []
    if view.options.expert:
        said = t("balance − {traders} × K − the years of the 21s", traders=len(view.order))
    else:
        said = t("balance − {traders} × K − {n} × 21s", traders=len(view.order), n=view.years)
    return [fit(row("  ", (said, "dim")), width)]


def _ranking(pane: "Golden21View") -> list[int]:
    view = pane.game
    if view.options.variant == "original":
        values = view.balance
    else:
        values = tuple(-kills for kills in view.kills)
    return sorted(view.order, key=lambda seat: (seat not in view.winners, values[seat]))


def _columns(pane: "Golden21View") -> list[str]:
    t = pane.words.t
    if pane.game.options.variant != "original":
        return [t("debt"), t("kills"), "21"]
    return [t("balance"), t("kills"), "21", t("final")]


def _heading(pane: "Golden21View", width: int) -> Row:
    name = _name_cells(width)
    return fit(
        row((" " * name + "".join(pad(one, 9, "right") for one in _columns(pane)), "dim")), width
    )


def _name_cells(width: int) -> int:
    return min(30, width - 4 * 9 - 1)


def _seat(pane: "Golden21View", seat: int, width: int) -> Row:
    """Draw one trader's result: last balance − kills × traders − 21s."""
    view = pane.game
    won = seat in view.winners
    name = pane.seat_row(seat, _name_cells(width) - 2)
    pieces: list[Loose] = [("★ " if won else "  ", "gold")]
    if view.options.variant == "original":
        killed = view.kills[seat] * len(view.order)
        honours = view.debts[seat] - killed - view.balance[seat]
        values = [minus(view.debts[seat]), _less(killed), _less(honours)]
    else:
        values = [minus(view.debts[seat]), str(view.kills[seat]), str(view.twentyones[seat])]
    pieces += [(pad(value, 9, "right"), "") for value in values]
    if view.options.variant == "original":
        final = pad("= " + minus(view.balance[seat]), 9, "right")
        pieces.append((final, "gold" if won else "strong"))
    return fit((*row(pieces[0]), *name, *row(*pieces[1:])), width)


def _less(points: int) -> str:
    return f"−{points}" if points else "·"
