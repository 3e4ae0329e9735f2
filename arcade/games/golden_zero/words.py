"""Golden Zero in words: its actions, what is typed for them, and the table read aloud."""

from collections.abc import Sequence

from arcade.engine import N_, Final, News, Speech, Translator, phrase, signed
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
from arcade.games.golden_zero.rules.state import Kind, Shown
from arcade.games.golden_zero.rules.view import SeatView, View

VERBS = {
    "open": ("ouvrir",),
    "call": ("suivre",),
    "raise": ("relancer",),
    "fold": ("pass", "abandonner", "passer"),
    "stand": ("stop", "stay", "pass", "arrêter", "s'arrêter", "rester", "en"),
    "card": ("carte", "tirer"),
    "stay": ("stop", "stand", "pass", "arrêter", "s'arrêter", "rester"),
    "last-hand": ("last", "dernière"),
    "deal": ("distribuer", "donner"),
}


SELDOM = frozenset({"last-hand"})


def label(words: Translator, action: Action, _: Sequence[str]) -> str:
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
            return t("stand, no raise")


def moment(view: View, seat: int, action: Action) -> News | None:
    """Report a choice and its amount."""
    match action:
        case Open(amount=amount):
            return phrase("{seat:@ opened|You opened} for {n}", seat=seat, n=amount)
        case Raise(to=to):
            return phrase("{seat:@ raised|You raised} to {n}", seat=seat, n=to)
        case Call():
            owed = min(view.to_call, view.stacks[seat])
            return phrase("{seat:@ called|You called} {n}", seat=seat, n=owed)
        case Fold():
            return phrase("{seat:@ folded|You folded}", seat=seat)
        case Card():
            return phrase("{seat:@ took|You took} a card", seat=seat)
        case Stay():
            return phrase("{seat:@ took|You took} no more cards", seat=seat)
        case _:
            return None


def _burned(view: View) -> bool:
    """Return whether every reading of the reader's hand exceeds the target."""
    return isinstance(view, SeatView) and bool(view.closed) and view.value is None


def question(words: Translator, view: View, seat: int, action: Action, _: Sequence[str]) -> str:
    chips = view.stacks[seat]
    match action:
        case Fold() if not _burned(view):
            return words.t("Fold, and give this hand up?")
        case Call() if view.to_call >= chips:
            return words.nt("Call with your last chip?", "Call with all your {n} chips?", chips)
        case Open(amount=total) | Raise(to=total) if total == view.max_to:
            return words.nt(
                "All-in, with your last chip?", "All-in, with all your {n} chips?", chips
            )
        case LastHand():
            return words.t("Announce that the next hand is the last?")
        case _:
            return ""


def tally(speech: Speech) -> tuple[str, Sequence[int]]:
    return speech.words.t("chips"), speech.view.stacks


def state(speech: Speech) -> list[str]:
    t, view = speech.words.t, speech.view
    phases = {
        "levee": t("the Levée (first bets)"),
        "choix": t("the Choix (open cards)"),
        "reine": t("the Reine (last bets)"),
        "result": t("its result"),
        "over": t("the end"),
    }
    sentences = [t("Hand {n}: {phase}.", n=view.hand, phase=phases[view.phase]), *hand(speech)]
    if not hand(speech):
        cards = speech.list(view.target_cards)
        sentences.append(t("The target is {n}, from {cards}.", n=view.target, cards=cards))
    last = []
    if view.final is not None and view.phase != "over":
        last += [t("This is the last hand.")] if view.hand == view.final else []
        last += [t("The next hand is the last.")] if view.hand + 1 == view.final else []
    if speech.brief and speech.seat is not None:  # each deal, card and bid was told
        own_cards = _choosing(speech) if view.phase == "choix" else _bidding_on(speech)
        return [*own_cards, *last, *_money(speech, speech.seat)]
    return [*sentences, *last, *scores(speech), *_to_call(speech)]


def scores(speech: Speech) -> list[str]:
    return [*_pot(speech), *(_seat(speech, seat) for seat in range(len(speech.view.stacks)))]


def out(speech: Speech) -> str:
    view, seat = speech.view, speech.seat
    broke = view.out[seat] and not view.paid[seat]
    return speech.words.t("You have no chips left.") if broke else ""


def _pot(speech: Speech) -> list[str]:
    pot = sum(part.amount for part in speech.view.pots)
    if not pot:
        return []
    return [speech.words.nt("{n} chip in the pot.", "{n} chips in the pot.", pot)]


def _to_call(speech: Speech) -> list[str]:
    view = speech.view
    if view.turn is None or not view.to_call:
        return []
    return [
        speech.words.nt(
            "{name:@ has|You have} {n} chip to call.",
            "{name:@ has|You have} {n} chips to call.",
            view.to_call,
            name=speech.name(view.turn),
        )
    ]


def _money(speech: Speech, seat: int) -> list[str]:
    """Return, in few words, the chips a bid depends on."""
    t, view = speech.words.t, speech.view
    if view.phase not in ("levee", "reine"):
        return []
    parts = [t("pot {n}", n=sum(part.amount for part in view.pots))]
    if view.turn == seat and view.to_call:
        parts.append(t("{n} to call", n=view.to_call))
    if view.turn != seat or view.max_to is None:  # else all one may bid is said with the choices
        parts.append(t("{n} left", n=view.stacks[seat]))
    return [f"{', '.join(parts).capitalize()}."]


def _bidding_on(speech: Speech) -> list[str]:
    """Return the reader's cards in few words, for rounds of bidding."""
    view = speech.view
    if not view.closed or view.phase in ("result", "over"):
        return []
    return [_hand_text(speech, [])]


def _choosing(speech: Speech) -> list[str]:
    """Return the reader's cards in few words, for the Choix."""
    t, view = speech.words.t, speech.view
    if not view.closed:
        return []
    short = view.target - (view.value or 0)
    missing = [t("{short} short", short=short)] if short else []
    garde = t("no Garde") if view.garde is None else t("Garde {n}", n=view.garde)
    return [_hand_text(speech, [*missing, garde])]


def _hand_text(speech: Speech, more: Sequence[str]) -> str:
    """Return the reader's closed cards and the value of the hand, with `more`."""
    t, view = speech.words.t, speech.view
    closed = speech.list(view.closed)
    if view.value is None:
        return t("You hold {closed}: above {target}.", closed=closed, target=view.target)
    counted = t("{value} of {target}", value=view.value, target=view.target)
    return t("You hold {closed}: {counted}.", closed=closed, counted=", ".join([counted, *more]))


def hand(speech: Speech) -> list[str]:
    """Return the reader's cards, their value, the target, and the difference."""
    t, view = speech.words.t, speech.view
    closed = getattr(view, "closed", ())
    if speech.brief:
        return _choosing(speech) if view.phase == "choix" else []  # said when the bidding began
    if not closed or view.phase in ("result", "over"):
        return []
    sentences = [
        t(
            "You hold {closed}, and {open} open.",
            closed=speech.list(closed),
            open=speech.list(view.open[view.seat]),
        )
    ]
    if view.value is None:
        sentences.append(t("That is more than the target of {target}.", target=view.target))
        return sentences
    counted = {"value": view.value, "target": view.target}
    short = view.target - view.value
    with_garde = t("with the Garde (spare card) {garde}", garde=view.garde)
    how = t("without a Garde") if view.garde is None else with_garde
    if short:
        text = N_("That counts {value}, {how}: {short} short of the target of {target}.")
        sentences.append(t(text, how=how, short=short, **counted))
    else:
        text = N_("That counts {value}, {how}: exactly the target.")
        sentences.append(t(text, how=how, **counted))
    return sentences


def _seat(speech: Speech, seat: int) -> str:
    t, nt, view, name = speech.words.t, speech.words.nt, speech.view, speech.name(seat)
    if view.out[seat]:
        return t("{name:@ is|You are} out of the game.", name=name)
    parts = [nt("{name:@|You}: {n} chip", "{name:@|You}: {n} chips", view.stacks[seat], name=name)]
    if view.folded[seat] or view.burned[seat]:
        parts.append(t("folded") if view.folded[seat] else t("burned"))
        return ", ".join(parts) + "."
    if view.bets[seat]:
        parts.append(t("bet {n}", n=view.bets[seat]))
    if view.open[seat]:
        cards = speech.list(view.open[seat])
        parts.append(t("open cards {cards}", cards=cards))
    shown = view.shown[seat]
    if shown is not None:
        parts.append(_shown(speech, shown))
    return ", ".join(parts) + "."


def _shown(speech: Speech, shown: Shown) -> str:
    t, counted = speech.words.t, {"cards": speech.list(shown.closed), "n": shown.value}
    if shown.garde is None:
        return t("shows {cards} and counts {n}", **counted)
    return t(
        "shows {cards} and counts {n}, with the Garde (spare card) {garde}",
        **counted,
        garde=shown.garde,
    )


STORY = {Kind.WON: "amount"}


def turns(speech: Speech) -> Sequence[tuple[int, News]]:
    return losses.turns(speech.news, speech.view.stacks)


def score(words: Translator, n: int) -> str:
    return words.nt("{n} chip", "{n} chips", n)


def final(speech: Speech) -> Final:
    t, nt, view = speech.words.t, speech.words.nt, speech.view
    alone = sum(chips > 0 for chips in view.stacks) == 1
    most = nt("The most chips after {n} hand", "The most chips after {n} hands", view.hand)
    return Final(
        t("Nobody else has chips left") if alone else most,
        tuple(score(speech.words, chips) for chips in view.stacks),
        tuple(signed(chips - view.options.stack) for chips in view.stacks),
    )
