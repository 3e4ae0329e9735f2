"""How a hand ended: who takes each pot and why, in sentences."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import structs

from arcade.games.golden_zero.rules.state import Award, Shown
from arcade.games.golden_zero.rules.view import View
from screens.games.golden_zero.bidding import answer
from screens.games.golden_zero.middle import contested, names, pot_name, short_name
from screens.terminal.rows import Row, flow, row, wrap

if TYPE_CHECKING:
    from screens.games.golden_zero.view import GoldenZeroView


def explained(pane: "GoldenZeroView", cells: int, height: int) -> list[Row]:
    """Explain who took each pot, in at most `height` rows; nothing before the result."""
    view = pane.game
    groups = [[award] for award in view.awards]
    done = _explain(pane, groups, cells)
    if len(done) > height:
        done = _explain(pane, _alike(view.awards), cells)
    if (own := pane.own) is not None and own.closed and own.value is None:
        said = pane.words.t("Your own hand was burned; nobody gets to see it.")
        done += wrap(row(("  ", ""), (said, "dim")), cells, 2)
    return done if len(done) <= height else [*done[: max(0, height - 1)], row(("  …", "dim"))]


def _alike(awards: Sequence[Award]) -> list[list[Award]]:
    """Group the pots with the same winner and reason."""
    groups: list[list[Award]] = []
    for award in awards:
        last = groups[-1][-1] if groups else None
        same = last is not None and (last.winners, last.reason) == (award.winners, award.reason)
        if same and len(award.winners) == 1:
            groups[-1].append(award)
        else:
            groups.append([award])
    return groups


def _explain(pane: "GoldenZeroView", groups: Sequence[Sequence[Award]], cells: int) -> list[Row]:
    done: list[Row] = []
    contests = [award.seats for award in pane.game.awards]
    number = 0
    for group in groups:
        heading: Row = ()
        for award in group if len(contests) > 1 else ():
            who = f" ({contested(pane, award.seats, contests)})" if len(group) == 1 else ""
            plus = " + " if heading else ""
            heading += row((plus, "dim"), *pot_name(pane, number, award.amount), (who, "dim"))
            number += 1
        whole = structs.replace(group[-1], amount=sum(award.amount for award in group))
        arrow = row((" → ", "dim")) if heading else ()
        line = row(("★ ", "gold")) + heading + arrow + row((_reason(pane, whole), "strong"))
        done += wrap(line, cells, 2)
    return done


def _reason(pane: "GoldenZeroView", award: Award) -> str:
    """Return who takes a pot and why."""
    t = pane.words.t
    if len(award.winners) != 1:
        return _shared(pane, award)
    seat = award.winners[0]
    name, amount = _name(pane, seat), award.amount
    hand = pane.game.shown[seat]
    if award.reason == "alone" or hand is None:
        return t("{name} takes {amount}: nobody else is left.", name=name, amount=amount)
    value, target = hand.value, pane.game.target
    match award.reason:
        case "only":
            return t(
                "{name} takes {amount} with {value}: all other hands are above {target}.",
                name=name,
                amount=amount,
                value=value,
                target=target,
            )
        case "exact":
            return t(
                "{name} takes {amount}: {value} is exactly the target.",
                name=name,
                amount=amount,
                value=value,
            )
        case "garde" | "lower-garde":
            return _by_garde(pane, award)
        case _:
            return _nearest(pane, award)


def _nearest(pane: "GoldenZeroView", award: Award) -> str:
    view, t = pane.game, pane.words.t
    seat = award.winners[0]
    others = [one for one in award.seats if one != seat and view.shown[one] is not None]
    second = max(others, key=lambda one: _hand(view, one).value, default=None)
    told = {
        "name": _name(pane, seat),
        "amount": award.amount,
        "value": _hand(view, seat).value,
        "target": view.target,
    }
    if second is None:
        return t("{name} takes {amount}: {value} is nearest to {target}.", **told)
    return t(
        "{name} takes {amount}: {value} is nearer to {target} than {other} ({second}).",
        **told,
        other=_hand(view, second).value,
        second=short_name(pane, second),
    )


def _by_garde(pane: "GoldenZeroView", award: Award) -> str:
    """Explain the Garde: among equals one beats none, and the lower one wins."""
    view, t = pane.game, pane.words.t
    seat = award.winners[0]
    hand = _hand(view, seat)
    others = [one for one in award.seats if one != seat and view.shown[one] is not None]
    equal = [one for one in others if _hand(view, one).value == hand.value]
    told = {
        "name": _name(pane, seat),
        "amount": award.amount,
        "value": hand.value,
        "garde": hand.garde,
        "others": names(pane, equal),
    }
    if award.reason == "garde":
        return t(
            "{name} takes {amount}: {value} like {others}, but with a closed card to spare"
            " (Garde {garde}).",
            **told,
        )
    gardes = [garde for one in equal if (garde := _hand(view, one).garde) is not None]
    return t(
        "{name} takes {amount}: {value} like {others}, and the lower Garde ({garde} against"
        " {higher}).",
        **told,
        higher=min(gardes),
    )


def _hand(view: View, seat: int) -> Shown:
    """Return a hand that is laid open, as a winner's is."""
    shown = view.shown[seat]
    assert shown is not None
    return shown


def _shared(pane: "GoldenZeroView", award: Award) -> str:
    t = pane.words.t
    if not award.winners:
        return t("All hands have burned: {amount} stay for the next hand.", amount=award.amount)
    who = names(pane, award.winners)
    if award.reason == "burned":
        return t("All hands have burned: {names} share {amount}.", names=who, amount=award.amount)
    return t("{names} have equal hands and share {amount}.", names=who, amount=award.amount)


def _name(pane: "GoldenZeroView", seat: int) -> str:
    return pane.name_of(seat) if seat == pane.table.seat else short_name(pane, seat)


def afterwards(pane: "GoldenZeroView", cells: int) -> list[Row]:
    """Return what comes next."""
    view, t = pane.game, pane.words.t
    if view.phase == "over":
        held = max(view.stacks)
        said = t("Game over: {names}, {n} chips.", names=names(pane, view.winners), n=held)
        return list(wrap(row((said, "gold")), cells))
    if not pane.mine:
        return [row((t("The next hand is about to be dealt."), "dim"))]
    parts = [answer(t("Enter"), t("deal the next hand"), "deal")]
    if pane.offered("last-hand"):
        parts.append(answer("L", t("make it the last"), "last"))
    return flow(parts, cells)
