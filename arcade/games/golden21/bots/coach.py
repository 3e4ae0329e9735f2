"""The expert's choices, explained by odds."""

from collections.abc import Mapping, Sequence

from arcade.engine import N_, Advice, Chance, Coach, News, Offer, counted, percent, phrase
from arcade.games.golden21.bots.odds import announcement, misses_by
from arcade.games.golden21.bots.position import Position
from arcade.games.golden21.bots.weighing import FACES, Choice, mirrored, weigh
from arcade.games.golden21.rules.actions import Action, Announce, Give, Spend, Throw
from arcade.games.golden21.rules.debts import Effect, effect
from arcade.games.golden21.rules.state import LIMIT, View, dice_of

TOTALS = 4
"""How many of the best totals are named, besides the mean and the ends."""
NEAR = 2
"""Missing by at most so much is a good throw, when gifts are weighed."""


class Weigher:
    """Weighs choices as the expert does: by their effect on winning, with the variant's worths."""

    unit = N_("points")

    def advise(self, view: View, offers: Sequence[Offer], chance: Chance) -> tuple[Advice, ...]:
        position = Position(view)
        choices = sorted(weigh(position, offers), key=lambda choice: -choice.worth)
        totals = [
            choice
            for choice in choices
            if isinstance(choice.action, Announce) and choice.action.aim is None
        ]
        named = [choice for choice in choices if choice not in totals]
        named += _named(totals, view.throws)
        named.sort(key=lambda choice: -choice.worth)
        return tuple(
            Advice(choice.action, choice.worth, _why(position, choice.action)) for choice in named
        )


def _named(totals: Sequence[Choice], dice: int) -> list[Choice]:
    """Choose the totals to name, given the best first: the best few, the mean, the ends."""
    if not totals:
        return []
    upwards = sorted(totals, key=_total)
    named = list(totals[:TOTALS])
    named += [choice for choice in (upwards[0], upwards[-1]) if choice not in named]
    return [*named, mirrored(upwards[-1], dice)]


def _total(choice: Choice) -> int:
    return choice.action.total if isinstance(choice.action, Announce) else 0


def _why(position: Position, action: Action) -> News:
    match action:
        case Announce():
            return _announced(position, action)
        case Throw():
            return _forfeited(position)
        case Spend():
            return _spent(position, action)
        case Give():
            return _given(position, action)
        case _:
            return _ended(position)


_ANNOUNCED: Mapping[str, tuple[str, str]] = {
    "kills": (
        N_("{exact}% of rolls are exact: a bonus of {bonus} that kills {seat:@|you}."),
        N_(
            "{exact}% of rolls are exact: a bonus of {bonus} that kills {seat:@|you}; {perfect}% "
            "to reach 21, {above}% to go above."
        ),
    ),
    "earns": (
        N_("{exact}% of rolls are exact: bonus {bonus}."),
        N_(
            "{exact}% of rolls are exact: bonus {bonus}; {perfect}% to reach 21, {above}% to go "
            "above."
        ),
    ),
    "has no bonus": (
        N_("{exact}% of rolls are exact."),
        N_("{exact}% of rolls are exact; {perfect}% to reach 21, {above}% to go above."),
    ),
    "earns no bonus": (
        N_("{exact}% of rolls are exact, no bonus."),
        N_("{exact}% of rolls are exact, no bonus; {perfect}% to reach 21, {above}% to go above."),
    ),
}
"""What an exact throw brings: the sentences without and with the danger of one's own debt."""


def _announced(position: Position, action: Announce) -> News:
    """Return the odds of the sum, 21 and ruin, the bonus, and the victims of a hit."""
    view, debt = position.view, position.debt
    announced = announcement(view.throws, action.total)
    chances = (announced.hit, *announced.misses)
    exact, bonus = percent(announced.hit), position.earned(announced)
    if action.aim is not None:
        return phrase(
            "One aim in six puts the difference on {seat:seat}, one in six costs you a die; "
            "{exact}% of rolls are exact, for a bonus of {bonus}.",
            seat=action.aim,
            exact=exact,
            bonus=bonus,
        )
    odds = {"exact": exact}
    danger = {
        "perfect": percent(sum(chances[LIMIT - debt : LIMIT - debt + 1])),
        "above": percent(sum(chances[LIMIT - debt + 1 :])),
    }
    risky = any(danger.values())
    odds |= danger if risky else {}
    prey = [seat for seat in position.rivals if bonus and view.debts[seat] + bonus > LIMIT]
    if prey:
        brings, odds = "kills", {**odds, "bonus": bonus, "seat": max(prey, key=position.spoils)}
    elif bonus:
        brings, odds = "earns", {**odds, "bonus": bonus}
    else:
        brings = "earns no bonus" if view.options.specific_rules else "has no bonus"
    return phrase(_ANNOUNCED[brings][risky], **odds)


def _forfeited(position: Position) -> News:
    debts = [position.debt + face for face in FACES]
    return phrase(
        "Without announcing, a die goes on your debt first: {perfect}% to reach 21, "
        "{above}% to go above.",
        perfect=percent(debts.count(LIMIT) / 6),
        above=percent(sum(debt > LIMIT for debt in debts) / 6),
    )


def _spent(position: Position, spend: Spend) -> News:
    change = effect(position.view, position.me, spend)
    if spend.seat != position.me:
        return _on_other(spend, change)
    if spend.to == "account":
        return _kept(position, change)
    if change.fate == "21":
        return phrase("Your debt stands at exactly 21: a 21 for you.")
    if change.fate:
        return phrase("Your debt goes to {after}: insolvent for the year.", after=change.after)
    return phrase(
        "Your debt goes from {before} to {after}.", before=change.before, after=change.after
    )


def _on_other(spend: Spend, change: Effect) -> News:
    data = {"seat": spend.seat, "before": change.before, "after": change.after}
    if spend.to == "account":
        return phrase("{seat:@'s|Your} account goes from {before} to {after}.", **data)
    if change.fate == "kill":
        return phrase("{seat:@'s|Your} debt goes from {before} to {after}: a kill.", **data)
    if change.fate == "partner":
        return phrase("Your partner {seat:seat} is put out, and that is no kill.", seat=spend.seat)
    if change.fate == "21":
        return phrase("That gives {seat:@|you} a 21.", seat=spend.seat)
    return phrase("{seat:@'s|Your} debt goes from {before} to {after}.", **data)


def _kept(position: Position, change: Effect) -> News:
    if change.after <= change.before:
        return phrase(
            "Your account goes from {before} to {after}.", before=change.before, after=change.after
        )
    return _ready(position, change.after)


def _ready(position: Position, points: int) -> News:
    """Return from which debt an account kills, and how likely such a debt comes."""
    return phrase(
        "With {points} on your account a debt of {debt} or more is a kill: {chance}% that one "
        "comes.",
        points=points,
        debt=LIMIT + 1 - points,
        chance=percent(position.reach(points)),
    )


def _given(position: Position, give: Give) -> News:
    seat = give.to[0]
    dice = dice_of(position.view, seat)
    return counted(
        "{seat:@ then rolls|You then roll} {n} die, and {seat:misses|miss} by two or less in "
        "{near}% of rolls, not {now}%.",
        "{seat:@ then rolls|You then roll} {n} dice, and {seat:misses|miss} by two or less in "
        "{near}% of rolls, not {now}%.",
        dice + len(give.to),
        seat=seat,
        near=percent(misses_by(dice + len(give.to), NEAR)),
        now=percent(misses_by(dice, NEAR)),
    )


def _ended(position: Position) -> News:
    if position.account and position.rivals:
        return _ready(position, position.account)
    if position.view.gifts:
        return phrase("More dice make more bonus: they may be a danger in other hands.")
    return phrase("There is nothing better to do.")


COACH: Coach = Weigher()
