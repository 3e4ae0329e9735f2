"""The Golden 21 in words: its actions, what is typed for them, and the table read aloud."""

from collections.abc import Sequence
from typing import Any

from arcade.engine.offers import Offer
from arcade.engine.words import Speech, Translator, TypedAction
from arcade.games.golden21.rules.actions import Action, Announce, Give, Spend, Throw

VERBS = {
    "announce": ("annoncer",),
    "throw": ("roll", "lancer"),
    "spend": ("placer",),
    "give": ("donner",),
    "end": ("finir",),
}


def label(words: Translator, action: Action, names: Sequence[str]) -> str:
    t = words.t
    match action:
        case Announce(total=total, aim=int(aim)):
            name = names[aim] if 0 <= aim < len(names) else str(aim)
            return t("announce {total}, on {name}", total=total, name=name)
        case Announce(total=total):
            return t("announce {total}", total=total)
        case Give(to=seats):
            return t("give to {names}", names=", ".join(names[seat] for seat in seats))
        case Spend(to="debt", seat=seat, sign=sign):
            return t("bonus: {sign} to the debt of {name}", sign=sign, name=names[seat])
        case Spend(seat=seat, sign=sign):
            return t("bonus: {sign} to the account of {name}", sign=sign, name=names[seat])
        case Throw():
            return t("throw")
        case _:
            return t("end the turn")


def choice(words: Translator, offers: Sequence[Offer], names: Sequence[str]) -> str:
    (offer, *others) = offers
    if others or not isinstance(offer.action, Give):
        return ""
    return words.nt(
        "{said} – or add a name: {among}",
        "{said} – or add up to {n} names: {among}",
        offer.most,
        said=label(words, offer.action, names),
        among=", ".join(names[seat] for seat in offer.among if seat < len(names)),
    )


def _announce(typed: TypedAction) -> dict[str, Any]:
    total, *more = typed.rest
    aim = [word for word in more if word not in ("on", "at", "sur")]
    return {"total": int(total)} | ({"aim": typed.seat(aim[0])} if aim else {})


def _spend(typed: TypedAction) -> dict[str, Any]:
    package, sign, to, name = typed.rest
    accounts = ("account", "compte")
    return {
        "from": "account" if package in accounts else "bonus",
        "to": "account" if to in accounts else "debt",
        "seat": typed.seat(name),
        "sign": {"+": 1, "-": -1}.get(sign, 0),
    }


FIELDS = {
    "announce": _announce,
    "give": lambda typed: {"to": [typed.seat(name) for name in typed.rest]},
    "spend": _spend,
}


def state(speech: Speech) -> list[str]:
    t, view = speech.words.t, speech.view
    said = [
        t("Year {n} of {most}.", n=view.year, most=view.years)
        if view.years
        else t("Year {n}.", n=view.year),
        t("Debts: {each}.", each=speech.each(_debts(speech))),
        t("Accounts: {each}.", each=speech.each(view.accounts)),
    ]
    if any(view.kills):
        said.append(t("Kills: {each}.", each=speech.each(view.kills)))
    if view.teams:
        pairs = [
            speech.names(seat for seat, one in enumerate(view.teams) if one == team)
            for team in (0, 1)
        ]
        said.append(t("Teams: {one}; against {other}.", one=pairs[0], other=pairs[1]))
    crisis = speech.each(dice or None for dice in view.crisis)
    said.append(
        speech.words.nt("{n} golden die.", "{n} golden dice.", view.golden)
        if not crisis
        else t("{n} golden dice; crisis dice: {each}.", n=view.golden, each=crisis)
    )
    if view.thrower is not None and view.announced is not None and view.dice:
        said.append(
            t(
                "{name} announced {n} and threw {dice}, {sum} in all.",
                name=speech.name(view.thrower),
                n=view.announced,
                dice=speech.dice(view.dice),
                sum=sum(view.dice),
            )
        )
    return [*said, *_turn(speech)]


def _debts(speech: Speech) -> list[str]:
    t, view = speech.words.t, speech.view
    marks = {"in": "", "21": t("at 21"), "out": t("insolvent"), "dead": t("dead")}
    return [
        f"{debt} ({marks[status]})" if marks[status] else str(debt)
        for debt, status in zip(view.debts, view.status, strict=True)
    ]


def _turn(speech: Speech) -> list[str]:
    view, nt = speech.view, speech.words.nt
    if view.turn is None:
        return []
    name = speech.name(view.turn)
    if view.phase == "announce":
        return [
            nt(
                "{name} is to announce and throws {n} die.",
                "{name} is to announce and throws {n} dice.",
                view.throws,
                name=name,
            )
        ]
    said = []
    if view.bonus:
        said.append(
            nt(
                "{name} has a bonus of {n} point.",
                "{name} has a bonus of {n} points.",
                view.bonus,
                name=name,
            )
        )
    if view.gifts:
        said.append(
            nt(
                "{name} may give {n} crisis die.",
                "{name} may give {n} crisis dice.",
                view.gifts,
                name=name,
            )
        )
    return said
