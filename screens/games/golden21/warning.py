"""The result of a spending as a sentence, and the question to ask before a harmful one."""

from typing import TYPE_CHECKING

from arcade.games.golden21.rules.actions import Spend
from arcade.games.golden21.rules.debts import effect, package
from screens.terminal.rows import minus

if TYPE_CHECKING:
    from screens.games.golden21.view import Golden21View


def preview(pane: "Golden21View", spend: Spend) -> str:
    """Describe a spending's effect on a debt or an account, and on its owner."""
    t, seat = pane.words.t, pane.table.seat
    if seat is None:
        return ""
    found, name = effect(pane.game, seat, spend), pane.name_of(spend.seat)
    data = {
        "name": name,
        "points": f"{'+' if spend.sign > 0 else '−'}{package(pane.game, seat, spend)}",
        "before": minus(found.before),
        "after": minus(found.after),
    }
    if spend.to == "debt":
        said = t("{points} on {name}'s debt: {before} ▸ {after}", **data)
    else:
        said = t("{points} on {name}'s account: {before} ▸ {after}", **data)
    became = {
        "kill": t("That kills {name}!", name=name),
        "21": t("{name} scores a 21!", name=name),
        "out": t("{name} is insolvent.", name=name),
        "partner": t("{name} is insolvent.", name=name),
    }.get(found.fate)
    return f"{said}. {became}" if became else said


def warning(pane: "Golden21View", spend: Spend) -> str:
    """Return the question before a spending that harms the spender; "" for none."""
    t, seat = pane.words.t, pane.table.seat
    if seat is None:
        return ""
    own, name = spend.seat == seat, pane.name_of(spend.seat)
    found = effect(pane.game, seat, spend)
    if found.fate == "out" and own:
        return t("That makes you insolvent for the year. Really?")
    if found.fate == "21" and not own:
        return t("That makes {name} a present of a 21. Really?", name=name)
    if found.fate == "partner":
        return t("That puts your partner {name} out. Really?", name=name)
    if own and spend.to == "account" and spend.sign < 0:
        return t("That throws points of yours away. Really?")
    return ""
