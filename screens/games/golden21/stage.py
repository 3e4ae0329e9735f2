"""The current move: the chances while a total is chosen, the dice once they are thrown."""

from typing import TYPE_CHECKING

from arcade.engine.words import N_
from screens.games.golden21.chart import Plot, chart, fates_of, outlook
from screens.games.golden21.throw import last_dice, outcome, throw_line, to_throw
from screens.games.golden21.warning import preview
from screens.terminal.rows import EMPTY, Row, beside, fit, minus, row, row_width, wrap

if TYPE_CHECKING:
    from screens.games.golden21.view import Golden21View

_BURDEN = N_("It is one die more for them to throw: the more dice, the bigger the misses.")
_WIDE, _SIDE = 96, 36
"""Cells from which the last throw stands beside the chart, and what it takes there."""
_MOST_CHART, _UNDER_DICE = 14, 11
"""Rows of the chart alone, and under the dice: there as many while one announces as after."""
_PROMISE, _ROOMY = 2, 18
"""Rows a promise takes, and from how many on they are kept where nothing is promised."""


def stage(pane: "Golden21View", cells: int, rows: int) -> list[Row]:
    """Draw the current move in exactly `rows` rows: caption, chart or dice, possible actions."""
    said = below(pane, cells, 1 if rows < 10 else 3)
    if rows >= _ROOMY:  # the picture stays where it is when the turn goes on
        said += [EMPTY] * (_PROMISE - len(said))
    room = rows - 1 - len(said)
    announcing = pane.game.phase == "announce" and not pane.frame
    middle = (_announcing if announcing else _thrown)(pane, cells, room)
    spare = room - len(middle)
    above = [EMPTY] * (spare > 1)
    close = [EMPTY] * (spare > 0)
    rest = [EMPTY] * max(0, spare - len(above) - len(close))
    return [caption(pane, cells), *above, *middle, *close, *said, *rest][:rows]


def caption(pane: "Golden21View", cells: int) -> Row:
    """Describe the current move, or ask the open question over the whole width."""
    view, t, choice = pane.game, pane.words.t, pane.choice
    if choice.pending is not None:
        asked = choice.pending.question
        both = row((" ! " + t("{question} Enter yes, Esc no", question=asked), "bar-alert"))
        alone = row((f" ! {asked}", "bar-alert"))
        return fit(both if row_width(both) <= cells else alone, cells, "bar-alert")
    seat = view.thrower if pane.frame else view.turn
    if seat is None:
        return EMPTY
    if pane.mine and seat == view.turn and not pane.tumbling:
        said = {
            "announce": t("Announce the sum"),
            "bonus": t("Spend your bonus of {n}", n=view.bonus),
            "account": t("Spend your account of {n}", n=pane.own_account),
            "give": t("Give crisis dice: {n} left", n=view.gifts),
        }.get(choice.mode, t("e ends your turn"))
        tone = "gold"
    else:
        said, tone = _doing(pane, seat), "strong"
    line = row("  ", (said, tone))
    if view.phase == "announce" and not pane.frame:
        room = cells - row_width(line) - 2
        drawn = (_named_dice(pane), to_throw(view), _counts(pane))
        line += row("  ") + next((one for one in drawn if row_width(one) <= room), EMPTY)
    return fit(line, cells)


def _doing(pane: "Golden21View", seat: int) -> str:
    view, t = pane.game, pane.words.t
    name = pane.name_of(seat)
    if pane.frame:
        return t("{name} throws", name=name)
    if view.phase == "announce":
        return t("{name} is to announce", name=name)
    if view.bonus:
        return t("{name} has a bonus of {n} to spend", name=name, n=view.bonus)
    if view.gifts:
        return pane.words.nt(
            "{name} may give {n} crisis die",
            "{name} may give {n} crisis dice",
            view.gifts,
            name=name,
        )
    return t("{name} may spend the account", name=name)


def _named_dice(pane: "Golden21View") -> Row:
    """Draw the dice to be thrown with the names of their kinds."""
    view, t = pane.game, pane.words.t
    drawn = to_throw(view)
    golden, crisis = drawn[: view.golden], drawn[view.golden :]
    line = golden + row(" ", (t("golden"), "dim"))
    return line + row(" ") + crisis + row(" ", (t("crisis"), "dim")) if crisis else line


def _counts(pane: "Golden21View") -> Row:
    view, t = pane.game, pane.words.t
    crisis = view.throws - view.golden
    return row((t("{golden} golden, {crisis} crisis", golden=view.golden, crisis=crisis), "dim"))


def _announcing(pane: "Golden21View", cells: int, rows: int) -> list[Row]:
    """Draw the chances of the totals, and the last throw above or beside them."""
    view, choice = pane.game, pane.choice
    mine = choice.mode == "announce"
    fates = fates_of(view, choice.total) if mine and choice.valid else ()
    plot = Plot(view.throws, choice.total if fates else None, None, fates, mine)
    if not outcome(pane):
        return chart(pane.words, plot, cells, min(rows, _MOST_CHART))
    balance = last_balance(pane, cells - 2) if rows >= 9 else []
    if cells >= _WIDE:
        left = chart(pane.words, plot, cells - _SIDE - 2, min(rows, _MOST_CHART))
        return [*balance, *beside(left, _aside(pane, len(left)), cells - _SIDE - 2, 2)]
    if rows - len(balance) >= 13:
        dice_rows = 5 if rows >= 16 else 3
        # In the order of `_thrown`: what stays where it was is not painted again.
        drawn = [*last_dice(pane, cells - 2, dice_rows), outcome(pane)]
        top = [row("  ") + line for line in drawn]
    else:
        top = [throw_line(pane, cells - 2, "  ")]
    top = [*balance, *(fit(line, cells) for line in top)]
    return [*top, *chart(pane.words, plot, cells, min(rows - len(top), _UNDER_DICE))]


def last_balance(pane: "Golden21View", cells: int) -> list[Row]:
    """Describe the balance of the last year until the first throw of the next."""
    view, t = pane.game, pane.words.t
    if view.year < 2 or any(len(column) > 1 for column in view.sheet[-1]):
        return []
    starts = [
        t("{name} starts at {start}", name=pane.name_of(seat), start=minus(column[0]))
        for seat, column in enumerate(view.sheet[-1])
        if column and column[0]
    ]
    who = "; ".join(starts) or t("everybody starts at 0")
    said = t("Year {n}: {who} (b: Bourse)", n=view.year - 1, who=who)
    return [fit(row("  ", (said, "gold")), cells)]


def _aside(pane: "Golden21View", rows: int) -> list[Row]:
    """Draw the last throw in a block beside the chart."""
    said = [(pane.words.t("The last throw"), "dim")]
    words = wrap(outcome(pane), _SIDE)
    return [row(*said), *last_dice(pane, _SIDE, rows - 3), *words][:rows]


def _thrown(pane: "Golden21View", cells: int, rows: int) -> list[Row]:
    """Draw the throw: its dice, and the announced against the thrown sum."""
    view = pane.game
    said = outcome(pane)
    if not said:
        return []
    plot = Plot(len(view.dice), view.announced, None if pane.tumbling else sum(view.dice))
    if cells >= _WIDE:
        drawn = last_dice(pane, cells - 62, 5)
        left = chart(pane.words, plot, 58, min(rows, 11))
        return beside(left, [EMPTY, *drawn, EMPTY, *wrap(said, cells - 62)], 58, 3)
    down = 5 if rows >= 12 else 3 if rows >= 4 else 1
    top = [row("  ") + line for line in (*last_dice(pane, cells - 2, down), said)]
    top = [fit(line, cells) for line in top]
    room = rows - len(top)
    return [*top, *(chart(pane.words, plot, cells, min(room, _UNDER_DICE)) if room >= 5 else [])]


# What can be done


def below(pane: "Golden21View", cells: int, most: int) -> list[Row]:
    """Describe the result of the choice under the cursor, and the keys."""
    lines = [part for line in _said(pane) for part in wrap(line, cells - 2)]
    return [fit(row("  ") + line, cells) for line in lines[:most]]


def _to_whom(pane: "Golden21View") -> Row:
    t, seat = pane.words.t, pane.choice.seat
    if seat is None:
        return row(t("To whom? A number and Enter, or ↑↓ and Enter."))
    return row((t("Enter gives a crisis die to {name}.", name=pane.name_of(seat)), "gold"))


def _said(pane: "Golden21View") -> list[Row]:
    t, choice = pane.words.t, pane.choice
    if not pane.mine or pane.tumbling:
        return []
    match choice.mode:
        case "announce":
            return _promise(pane)
        case "bonus" | "account":
            spend = choice.spend
            said = (
                (preview(pane, spend), "gold")
                if spend is not None
                else (t("On whom? A number, then + or − (debt), a or r (account)."), "")
            )
            return [row(said)]
        case "give":
            return [_to_whom(pane), row((t(_BURDEN), "dim"))]
        case _:
            return []


def _promise(pane: "Golden21View") -> list[Row]:
    """Describe the chosen total's chances, and its aim."""
    view, t, choice = pane.game, pane.words.t, pane.choice
    if not choice.valid:
        low, high = view.throws, 6 * view.throws
        said = t("from {low} to {high}", low=low, high=high)
        return [row((f" ‹ {choice.typed} › ", "cursor"), (f" {said}", "alert"))]
    fates = fates_of(view, choice.total)
    lines = outlook(pane.words, Plot(view.throws, choice.total, None, fates))
    if choice.aim is not None:
        name = pane.name_of(choice.aim)
        said = t("Aim at {name}: 1/6 hits, 1/6 costs you a die", name=name)
        lines.insert(1, row((f"◎ {said}", "accent")))
    return lines
