"""Le 421 in words: its actions, what is typed for them, and the table read aloud."""

from collections.abc import Sequence
from typing import Any

from arcade.engine import Final, Offer, Speech, Translator, TypedAction
from arcade.games.le421.rules.actions import Action, Roll, Stop
from arcade.games.le421.rules.state import View

VERBS = {
    "roll": ("throw", "keep", "lancer", "garder", "bon", "le"),
    "stop": ("stand", "stay", "pass", "arrêter", "s'arrêter", "rester", "passer"),
}


def label(words: Translator, action: Action, names: Sequence[str]) -> str:  # noqa: ARG001
    match action:
        case Roll(keep=kept, bon=True) if kept:
            dice = "-".join(map(str, kept))
            return words.t("le bon: keep {dice}, roll the rest", dice=dice)
        case Roll(keep=(), bon=True):
            return words.t("le bon: roll all three again")
        case Roll(bon=True):
            return words.t("le bon: roll, and stand on it")
        case Roll(keep=kept) if kept:
            return words.t("keep {dice}, roll the rest", dice="-".join(map(str, kept)))
        case Roll(keep=()):
            return words.t("roll all three again")
        case Stop():
            return words.t("stand")
        case _:
            return words.t("roll")


def group(action: Action) -> str:
    """Return the choice an offer belongs to: of rethrows called le bon, the dice are added."""
    if isinstance(action, Roll) and action.bon and action.keep is not None:
        return "roll bon"
    return "roll" if isinstance(action, Roll) else "stop"


def choice(words: Translator, offers: Sequence[Offer], names: Sequence[str]) -> str:  # noqa: ARG001
    if group(offers[0].action) != "roll bon":
        return ""
    return words.t("le bon: the next roll is your last – add the dice you keep, or none")


_NONE = ("none", "aucun", "rien")


def _roll(typed: TypedAction) -> dict[str, Any]:
    """Read "roll", "keep 4 2", "keep none", "bon", "le bon 4 2", "keep 4 2 bon"."""
    faces = typed.faces([word for word in typed.rest if word not in ("le", "bon", *_NONE)])
    opening = any(offer.action.keep is None for offer in typed.offers)
    called = "bon" in (typed.verb, *typed.rest)
    if not typed.verb:
        called = all(offer.action.bon for offer in typed.offers)
    asks_dice = typed.verb in ("keep", "garder") or (called and not opening)
    unsaid = not faces and not any(word in _NONE for word in typed.rest)
    if (asks_dice and unsaid) or (typed.verb == "le" and not called):
        raise ValueError(typed.rest)
    keep = {} if opening and not faces else {"keep": faces}
    return {**keep, "bon": True} if called else keep


FIELDS = {"roll": _roll}


def state(speech: Speech) -> list[str]:
    t, view = speech.words.t, speech.view
    said = [_phase(speech)]
    if view.options.mode != "manche":
        if view.phase != "belle":
            said.append(t("Tokens: {each}.", each=speech.each(view.tokens)))
        won = _halves(view)
        if any(won):
            said.append(t("Halves won: {each}.", each=speech.each(won)))
        if _belle_won(view):
            said.append(t("{name:@|You} won la belle.", name=speech.name(view.winners[0])))
    if view.phase == "over":
        return said
    said.append(t("{name:@ leads|You lead} the round.", name=speech.name(view.leader)))
    if any(hand is not None for hand in view.hands):
        said.append(t("Hands so far: {each}.", each=speech.each(view.hands)))
    if view.turn is None:
        return said
    name = speech.name(view.turn)
    if not view.dice:
        said.append(t("{name:@ has|You have} not rolled yet.", name=name))
    else:
        which = {"throws": view.throws, "most": view.most}
        dice = speech.dice(view.dice)
        said.append(
            t("That was roll {throws} of {most}.", **which)
            if speech.brief
            else t(
                "{name:@ has|You have} {dice}, after roll {throws} of {most}.",
                name=name,
                dice=dice,
                **which,
            )
        )
        if view.phase not in ("manche", "belle"):
            said.append(
                speech.words.nt(
                    "That is worth {n} token.", "That is worth {n} tokens.", view.worth or 0
                )
            )
    return said


def _belle_won(view: View) -> bool:
    return view.phase == "over" and view.last_round is not None and view.last_round.phase == "belle"


def _halves(view: View) -> list[int]:
    """Return how many halves each seat has won; la belle is none."""
    belle = _belle_won(view)
    return [won - (belle and seat in view.winners) for seat, won in enumerate(view.manches_won)]


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
            return speech.words.t("The décharge: get rid of your tokens.")
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


STORY = {
    "{seats:@ wins|You win} the charge with the fewest tokens: {fewest}.": "",
    "{seats:@ wins|You win} the décharge.": "",
    (
        "{seat:@ gets rid of the last token and wins|You get rid of your last token and win} "
        "the décharge."
    ): "",
    "{seat:@ has|You have} the best hand, {hand:hand}, and {seat:wins|win} la belle.": "",
    "{seat:@ holds every token and loses|You hold every token and lose} the décharge.": "",
    (
        "{giver:@ has|You have} the best hand, {best:hand}, and {giver:gives|give} {n} token to "
        "{seat:@|you} for the worst."
    ): "n",
    (
        "{best:hand} is the best hand; {seat:@ has the worst and takes|you have the worst and "
        "take} {n} token from the pot."
    ): "n",
}


def final(speech: Speech) -> Final:
    t, nt, view = speech.words.t, speech.words.nt, speech.view
    if view.options.mode == "manche":
        hands = tuple("" if hand is None else str(hand) for hand in view.last_round.hands)
        return Final(t("The best hand, {hand}", hand=hands[view.winners[0]]), hands)
    won, belle = _halves(view), _belle_won(view)
    why = t("Won {won} of {played} halves", won=max(won), played=2)
    if len(view.winners) > 1:
        why = t("One half each") if len(view.winners) == 2 else ""
    notes = (t("la belle") if belle and seat in view.winners else "" for seat in range(len(won)))
    return Final(
        t("Won la belle") if belle else why,
        tuple(nt("{n} half", "{n} halves", n) for n in won),
        notes=tuple(notes),
    )
