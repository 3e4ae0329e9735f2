"""Trente in words: its actions, what is typed for them, and the table read aloud."""

from collections.abc import Sequence
from typing import Any

from arcade.engine.offers import Offer
from arcade.engine.words import Speech, Translator, TypedAction
from arcade.games.trente.rules.actions import Action, Attack, Forgo, Keep, may_forgo

MANY = 8
"""More ways to keep dice than this are listed as one choice."""

VERBS = {
    "roll": ("throw", "lancer"),
    "forgo": ("pass", "passer", "renoncer"),
    "keep": ("garder",),
    "attack": ("strike", "attaquer"),
}


def label(words: Translator, action: Action, names: Sequence[str]) -> str:
    match action:
        case Keep(dice=dice):
            return words.t("keep {dice}", dice="-".join(map(str, dice)))
        case Attack(target=int(seat)):
            return words.t("attack {name}", name=names[seat])
        case Attack():
            return words.t("attack")
        case Forgo():
            return words.t("forgo the vengeance")
        case _:
            return words.t("throw")


def choice(words: Translator, offers: Sequence[Offer], names: Sequence[str]) -> str:
    first, *others = (offer.action for offer in offers)
    if isinstance(first, Attack) and not others:
        return label(words, first, names)
    if not isinstance(first, Keep) or len(others) < MANY:
        return ""
    if any(offer.action.first is not None for offer in offers):
        return words.t("keep dice – add their faces, or all, and the first one: 6 5 first 6")
    return words.t("keep dice – add their faces, such as 6 5, or all")


def _keep(typed: TypedAction) -> dict[str, Any]:
    """Read faces; "first N" names the first die where that decides."""
    rest, first = list(typed.rest), None
    for mark in ("first", "premier"):
        if mark in rest:
            at = rest.index(mark)
            first = int(rest[at + 1])
            del rest[at : at + 2]
    faces = typed.faces(rest)
    if not faces:
        raise ValueError(typed.rest)
    kept = [one for one in typed.offers if sorted(one.action.dice) == sorted(faces)]
    if first is None and len(kept) == 1:
        first = kept[0].action.first
    return {"dice": faces} | ({} if first is None else {"first": first})


FIELDS = {
    "keep": _keep,
    "attack": lambda typed: {"target": typed.seat(typed.rest[0])} if typed.rest else {},
}


def state(speech: Speech) -> list[str]:
    t, view = speech.words.t, speech.view
    said = [
        t("Manche {n} of {most}.", n=view.manche, most=view.rules.manches),
        t("Points: {each}.", each=speech.each(view.scores)),
    ]
    if view.dead:
        said.append(t("Out of the manche: {names}.", names=speech.names(view.dead)))
    if view.rules.manches > 1 and any(view.manches_won):
        said.append(t("Manches won: {each}.", each=speech.each(view.manches_won)))
    if view.pot:
        said.append(
            speech.words.nt("{n} chip lies in the pot.", "{n} chips lie in the pot.", view.pot)
        )
    if view.turn is None:
        return said
    return [*said, *_turn(speech)]


def _turn(speech: Speech) -> list[str]:
    t, view = speech.words.t, speech.view
    name = speech.name(view.turn)
    if view.attack is not None:
        struck = {"name": name, "n": view.attack, "names": speech.names(view.targets)}
        return [t("{name} strikes at level {n}, at {names}.", **struck)]
    said = []
    if may_forgo(view):
        said.append(t("{name} may take vengeance, or forgo it.", name=name))
    elif view.avenging is not None:
        said.append(t("{name} takes revenge.", name=name))
    if view.threshold is None:
        said.append(t("The first die kept decides between 12 and 30."))
    elif view.threshold == 12:
        said.append(t("Six dice have to make 12 or less."))
    else:
        said.append(t("Six dice have to make 30 or more."))
    if view.kept:
        kept = {"name": name, "dice": speech.dice(view.kept), "sum": view.sum}
        said.append(t("{name} has kept {dice}, {sum} in all.", **kept))
    if view.dice:
        said.append(t("Thrown: {dice}.", dice=speech.dice(view.dice)))
    return said
