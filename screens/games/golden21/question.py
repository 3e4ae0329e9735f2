"""The question to whoever spends points or gives dice: on whom, and what the choice would do."""

from arcade.games.golden21.rules.actions import Spend
from arcade.games.golden21.rules.debts import effect, package
from arcade.games.golden21.rules.state import View
from screens.games.golden21.choice import Choice
from screens.games.view import GameView
from screens.terminal.rows import Row, minus, row, wrap


def question(pane: GameView[View], choice: Choice, cells: int) -> list[Row]:
    """Ask for a trader, right above them all, or say what the choice under the cursor does."""
    if choice.mode == "give":
        line = _to_whom(pane, choice)
    elif (spend := choice.spend) is not None:
        line = row((preview(pane, spend), "gold"))
    else:
        line = row(_on_whom(pane))
    return list(wrap(line, cells))


def _to_whom(pane: GameView[View], choice: Choice) -> Row:
    words, t, seat = pane.words, pane.words.t, choice.seat
    if seat is None:
        return row(t("To whom? Tap a trader.") if pane.touch else t("To whom? A number, or ↑↓."))
    name = pane.name_of(seat)
    if pane.touch:
        return row((t("To {name}: ×{n}", name=name, n=choice.count), "gold"))
    text = words.nt(
        "Enter gives {n} crisis die to {name}.",
        "Enter gives {n} crisis dice to {name}.",
        choice.count,
        name=name,
    )
    if pane.game.gifts == 1:
        return row((text, "gold"))
    return row((text, "gold"), " " + t("←→ how many, a all."))


def _on_whom(pane: GameView[View]) -> str:
    t = pane.words.t
    if pane.touch:
        return t("On whom? Tap what to change: + or − of debt or account.")
    return t(
        "On whom? Number, + or − (debt), {add} or {take} (account).",
        add=pane.key_of("way_2"),
        take=pane.key_of("way_3"),
    )


def own_account(pane: GameView[View]) -> int:
    return 0 if pane.table.seat is None else pane.game.accounts[pane.table.seat]


def preview(pane: GameView[View], spend: Spend) -> str:
    """Describe a spending's effect on a debt or an account, and on its owner."""
    t, seat = pane.words.t, pane.table.seat
    if seat is None:
        return ""
    change, name = effect(pane.game, seat, spend), pane.name_of(spend.seat)
    data = {
        "name": name,
        "points": f"{'+' if spend.sign > 0 else '−'}{package(pane.game, seat, spend)}",
        "before": minus(change.before),
        "after": minus(change.after),
    }
    if spend.to == "debt":
        text = t("{points} on {name}'s debt: {before} ▸ {after}", **data)
    else:
        text = t("{points} on {name}'s account: {before} ▸ {after}", **data)
    became = {
        "kill": t("That kills {name}!", name=name),
        "21": t("{name} scores a 21!", name=name),
        "out": t("{name} is insolvent.", name=name),
        "partner": t("{name} is insolvent.", name=name),
    }.get(change.fate)
    return f"{text}. {became}" if became else text
