"""Golden Zero in words: its actions, what is typed for them, and the table read aloud."""

from collections.abc import Sequence

from arcade.engine import Final, News, Speech, Translator, signed
from arcade.games.golden_zero import losses
from arcade.games.golden_zero.rules.actions import (
    Action,
    Call,
    Card,
    Deal,
    Fold,
    LastHand,
    Open,
    Raise,
    Stay,
)

VERBS = {
    "open": ("ouvrir",),
    "call": ("suivre",),
    "raise": ("relancer",),
    "fold": ("pass", "abandonner", "passer"),
    "stand": ("stop", "stay", "pass", "arrêter", "s'arrêter", "rester"),
    "card": ("carte", "tirer"),
    "stay": ("stop", "stand", "pass", "arrêter", "s'arrêter", "rester"),
    "last-hand": ("last", "dernière"),
    "deal": ("distribuer", "donner"),
}


def label(words: Translator, action: Action, names: Sequence[str]) -> str:  # noqa: ARG001
    t = words.t
    match action:
        case Open(amount=amount):
            return t("open for {n}", n=amount)
        case Raise(to=to):
            return t("raise to {n}", n=to)
        case Call():
            return t("call")
        case Fold():
            return t("fold")
        case Card():
            return t("take a card")
        case Stay():
            return t("stand")
        case Deal():
            return t("deal the next hand")
        case LastHand():
            return t("make the next hand the last")
        case _:
            return t("stand")


def state(speech: Speech) -> list[str]:
    t, view = speech.words.t, speech.view
    phases = {
        "levee": t("the Levée (first bets)"),
        "choix": t("the Choix (open cards)"),
        "reine": t("the Reine (last bets)"),
        "result": t("its result"),
        "over": t("the end"),
    }
    said = [
        t("Hand {n}: {phase}.", n=view.hand, phase=phases[view.phase]),
        t("The target is {n}, from {cards}.", n=view.target, cards=speech.list(view.target_cards)),
        *_own(speech),
    ]
    if view.final is not None and view.phase != "over":
        said += [t("This is the last hand.")] if view.hand == view.final else []
        said += [t("The next hand is the last.")] if view.hand + 1 == view.final else []
    pot = sum(one.amount for one in view.pots)
    if pot:
        said.append(speech.words.nt("{n} chip in the pot.", "{n} chips in the pot.", pot))
    said += [_seat(speech, seat) for seat in range(len(view.stacks))]
    if view.turn is not None and view.to_call:
        said.append(
            speech.words.nt(
                "{name:@ has|You have} {n} chip to call.",
                "{name:@ has|You have} {n} chips to call.",
                view.to_call,
                name=speech.name(view.turn),
            )
        )
    return said


def _own(speech: Speech) -> list[str]:
    t, view = speech.words.t, speech.view
    closed = getattr(view, "closed", ())
    if not closed:
        return []
    said = [t("Your closed cards: {cards}.", cards=speech.list(closed))]
    if view.value is None:
        said.append(t("Your hand counts more than the target."))
    elif view.garde is None:
        said.append(t("Your hand counts {n}.", n=view.value))
    else:
        best = {"n": view.value, "garde": view.garde}
        said.append(t("Your hand counts {n}, with the Garde (spare card) {garde}.", **best))
    return said


def _seat(speech: Speech, seat: int) -> str:
    t, nt, view, name = speech.words.t, speech.words.nt, speech.view, speech.name(seat)
    if view.out[seat]:
        return t("{name:@ is|You are} out of the game.", name=name)
    said = [nt("{name:@|You}: {n} chip", "{name:@|You}: {n} chips", view.stacks[seat], name=name)]
    if view.folded[seat] or view.burned[seat]:
        said.append(t("folded") if view.folded[seat] else t("burned"))
        return ", ".join(said) + "."
    if view.bets[seat]:
        said.append(t("bet {n}", n=view.bets[seat]))
    if view.open[seat]:
        cards = speech.list(view.open[seat])
        said.append(t("open cards {cards}", cards=cards))
    shown = view.shown[seat]
    if shown is not None:
        cards = speech.list(shown.closed)
        said.append(t("shows {cards} and counts {n}", cards=cards, n=shown.value))
    return ", ".join(said) + "."


STORY = dict.fromkeys(
    (
        "{seat:@ wins|You win} {amount} with {value}: all other hands went over the target.",
        "{seat:@ wins|You win} {amount}: {value} is exactly the target.",
        "{seat:@ wins|You win} {amount}: tied at {value}, a Garde (spare card) beats none.",
        "{seat:@ wins|You win} {amount}: nobody else is left.",
        "{seat:@ wins|You win} {amount}: tied at {value}, the lower Garde ({garde}) decides.",
        "{seat:@ wins|You win} {amount}: {value} is closest to the target of {target}.",
    ),
    "amount",
)


def turns(speech: Speech) -> Sequence[tuple[int, News]]:
    return losses.turns(speech.news, speech.view.stacks)


def final(speech: Speech) -> Final:
    t, nt, view = speech.words.t, speech.words.nt, speech.view
    alone = sum(chips > 0 for chips in view.stacks) == 1
    most = nt("The most chips after {n} hand", "The most chips after {n} hands", view.hand)
    return Final(
        t("Nobody else has chips left") if alone else most,
        tuple(nt("{n} chip", "{n} chips", chips) for chips in view.stacks),
        tuple(signed(chips - view.options.stack) for chips in view.stacks),
    )
