"""Le 421 in words: its actions, what is typed for them, and the table read aloud."""

from collections.abc import Sequence
from typing import Any

from arcade.engine.words import Speech, Translator, TypedAction
from arcade.games.le421.rules.actions import Action, Roll, Stop

VERBS = {
    "roll": ("throw", "keep", "lancer", "garder"),
    "stop": ("stand", "stay", "arrêter", "rester"),
}


def label(words: Translator, action: Action, names: Sequence[str]) -> str:  # noqa: ARG001
    match action:
        case Roll(keep=kept) if kept:
            return words.t("keep {dice}, throw the rest", dice="-".join(map(str, kept)))
        case Stop():
            return words.t("stop here")
        case _:
            return words.t("throw")


def _roll(typed: TypedAction) -> dict[str, Any]:
    faces = typed.faces(typed.rest)
    if typed.verb in ("keep", "garder") and not faces:
        raise ValueError(typed.rest)
    opening = any(offer.action.keep is None for offer in typed.offers)
    return {} if opening and not faces else {"keep": faces}


FIELDS = {"roll": _roll}


def state(speech: Speech) -> list[str]:
    t, view = speech.words.t, speech.view
    said = [_phase(speech)]
    if view.options.mode != "manche":
        if view.phase != "belle":
            said.append(t("Tokens: {each}.", each=speech.each(view.tokens)))
        won = list(view.manches_won)
        belle = view.phase == "over" and sum(won) % 2 == 1  # both halves are won by as many
        if belle:
            won[view.winners[0]] -= 1
        if any(won):
            said.append(t("Halves won: {each}.", each=speech.each(won)))
        if belle:
            said.append(t("{name} won la belle.", name=speech.name(view.winners[0])))
    if view.phase == "over":
        return said
    said.append(t("{name} leads the round.", name=speech.name(view.leader)))
    if any(hand is not None for hand in view.hands):
        said.append(t("Hands so far: {each}.", each=speech.each(view.hands)))
    if view.turn is None:
        return said
    name = speech.name(view.turn)
    if not view.dice:
        said.append(t("{name} has not thrown yet.", name=name))
    else:
        said.append(
            t(
                "Before {name} lie {dice}, after throw {throws} of {most}.",
                name=name,
                dice=speech.dice(view.dice),
                throws=view.throws,
                most=view.most,
            )
        )
        if view.phase not in ("manche", "belle"):
            said.append(
                speech.words.nt(
                    "That is worth {n} token.", "That is worth {n} tokens.", view.worth or 0
                )
            )
    return said


def _phase(speech: Speech) -> str:
    view = speech.view
    match view.phase:
        case "charge":
            return speech.words.nt(
                "The charge: {n} token is left in the pot.",
                "The charge: {n} tokens are left in the pot.",
                view.pot,
            )
        case "decharge":
            return speech.words.t("The décharge: be rid of your tokens.")
        case "manche":
            return speech.words.t("One round, without tokens.")
        case "belle":
            level = [seat for seat in range(len(view.tokens)) if seat not in view.out]
            return speech.words.t(
                "La belle: one round between {names}; its best hand wins the game.",
                names=speech.names(level),
            )
        case _:
            return ""
