"""Trente in words: its actions, what is typed for them, and the table read aloud."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import to_builtins

from arcade.engine import N_, Final, News, Offer, Speech, Translator, TypedAction, phrase, signed
from arcade.games.trente.rules.actions import Action, Attack, Forgo, Keep, may_forgo
from arcade.games.trente.rules.options import HIGH, LOW, PRESETS, is_low
from arcade.games.trente.rules.state import Kind, View
from arcade.games.trente.rules.turn import find_targets

VERBS = {
    "roll": ("throw", "lancer"),
    "forgo": ("pass", "passer", "renoncer"),
    "keep": ("garder",),
    "attack": ("strike", "attaquer"),
}


def filled(values: Mapping[str, Any]) -> Mapping[str, object]:
    """Return the preset's values of the options that leave them to it."""
    rules: dict[str, object] = to_builtins(PRESETS[values["preset"]])
    return rules


def label(words: Translator, action: Action, names: Sequence[str]) -> str:
    match action:
        case Keep(dice=dice, first=int(first)) if len(set(dice)) > 1:
            return words.t("keep {dice}, the {n} first", dice="-".join(map(str, dice)), n=first)
        case Keep(dice=dice):
            return words.t("keep {dice}", dice="-".join(map(str, dice)))
        case Attack(target=int(seat)):
            return words.t("attack {name:@|you}", name=names[seat])
        case Attack():
            return words.t("attack")
        case Forgo():
            return words.t("forgo revenge")
        case _:
            return words.t("roll")


def choice(words: Translator, offers: Sequence[Offer], names: Sequence[str]) -> str:
    first, *others = (offer.action for offer in offers)
    if isinstance(first, Attack) and not others:
        return label(words, first, names)
    if not isinstance(first, Keep) or not others:
        return ""
    if any(offer.action.first is not None for offer in offers):
        return words.t("keep dice – add their faces, or all, and the first one: 6 5 first 6")
    return words.t("keep dice – add their faces, such as 6 5, or all")


def _keep(typed: TypedAction) -> Mapping[str, object]:
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
    kept = [offer for offer in typed.offers if sorted(offer.action.dice) == sorted(faces)]
    if first is None and len(kept) == 1:
        first = kept[0].action.first
    return {"dice": faces} | ({} if first is None else {"first": first})


FIELDS = {
    "keep": _keep,
    "attack": lambda typed: {"target": typed.seat(typed.rest[0])} if typed.rest else {},
}


def question(words: Translator, view: View, _: int, action: Action, __: Sequence[str]) -> str:
    if isinstance(action, Forgo):
        return words.t("Forgo your revenge?")
    best = gives_up(view, action) if isinstance(action, Keep) else None
    return "" if best is None else words.t("Roll a {die} again?", die=best)


def gives_up(view: View, keep: Keep) -> int | None:
    """Return the best face if one of it would be rolled again."""
    threshold = view.threshold
    if threshold is None:
        first = keep.first if keep.first is not None else keep.dice[0]
        threshold = LOW if is_low(first) else HIGH
    best = 1 if threshold == LOW else 6
    return best if view.dice.count(best) > keep.dice.count(best) else None


def scores(speech: Speech) -> list[str]:
    t, view = speech.words.t, speech.view
    sentences = [
        t("Manche {n} of {most}.", n=view.manche, most=view.rules.manches),
        t("Points: {each}.", each=speech.each(view.scores)),
    ]
    if view.dead:
        sentences.append(t("Out of the manche: {names}.", names=speech.names(view.dead)))
    if view.rules.manches > 1 and any(view.manches_won):
        sentences.append(t("Manches won: {each}.", each=speech.each(view.manches_won)))
    return sentences


def moment(view: View, seat: int, action: Action) -> News | None:
    """Tell a choice with the dice it was made for."""
    match action:
        case Keep(dice=kept) if len(kept) == len(view.dice):
            return phrase("{seat:@ kept|You kept} all of {dice:dice}", seat=seat, dice=view.dice)
        case Keep(dice=kept):
            text = (
                N_("{seat:@ kept|You kept} {kept:dice} from {dice:dice}")
                if view.avenging is None
                else N_("For revenge {seat:@ kept|you kept} {kept:dice} from {dice:dice}")
            )
            return phrase(text, seat=seat, kept=kept, dice=view.dice)
        case Attack(target=int(target)):
            return phrase("{seat:@ attacked|You attacked} {target:@|you}", seat=seat, target=target)
        case Forgo():
            return phrase("{seat:@ forwent|You forwent} revenge", seat=seat)
        case _:
            return None


def tally(speech: Speech) -> tuple[str, Sequence[int]]:
    return speech.words.t("points"), speech.view.scores


def state(speech: Speech) -> list[str]:
    view = speech.view
    sentences = scores(speech)
    if view.pot:
        sentences.append(
            speech.words.nt("{n} chip lies in the pot.", "{n} chips lie in the pot.", view.pot)
        )
    if view.turn is None:
        return sentences
    return [*sentences, *_turn(speech), *(hand(speech) if view.turn == speech.seat else ())]


def out(speech: Speech) -> str:
    view, seat = speech.view, speech.seat
    dead = seat in view.dead and view.turn != seat
    return speech.words.t("You are dead.") if dead else ""


def back(speech: Speech) -> str:
    view = speech.view
    again = view.manche < view.rules.manches
    return speech.words.t("You play again in the next manche (set).") if again else ""


def hand(speech: Speech) -> list[str]:
    """Return the reader's dice, kept and rolled, and the points missing."""
    t, view, seat = speech.words.t, speech.view, speech.seat
    if seat is None or view.turn != seat or view.attack is not None:
        return []
    sentences = []
    if not speech.brief and view.kept:
        kept = {"dice": speech.dice(view.kept), "sum": view.sum}
        sentences.append(t("You have kept {dice}, {sum} in all.", **kept))
    if not speech.brief and view.dice:
        sentences.append(t("Rolled: {dice}.", dice=speech.dice(view.dice)))
    if view.need is None or not (view.kept or view.dice):
        return sentences
    left = 6 - len(view.kept)
    if view.threshold == LOW:
        reach = speech.words.nt(
            "Room for {need} with {n} die, which makes {low} to {high}.",
            "Room for {need} with {n} dice, which make {low} to {high}.",
            left,
            need=view.need,
            low=left,
            high=6 * left,
        )
    else:
        reach = speech.words.nt(
            "{need} missing with {n} die, which makes {low} to {high}.",
            "{need} missing with {n} dice, which make {low} to {high}.",
            left,
            need=view.need,
            low=left,
            high=6 * left,
        )
    return [*sentences, reach]


def _turn(speech: Speech) -> list[str]:
    t, view = speech.words.t, speech.view
    name = speech.name(view.turn)
    if view.attack is not None:
        struck = {"name": name, "n": view.attack, "names": speech.names(view.targets)}
        return [t("{name:@ strikes|You strike} {names} at level {n}.", **struck)]
    sentences = []
    if may_forgo(view):
        sentences.append(t("{name:@|You} may take revenge, or forgo it.", name=name))
    elif view.avenging is not None:
        sentences.append(t("{name:@ takes|You take} revenge.", name=name))
    if view.threshold is None:
        sentences.append(t("The first die kept decides between 12 and 30."))
    elif view.threshold == 12:
        sentences.append(t("Six dice have to make 12 or less."))
    else:
        sentences.append(t("Six dice have to make 30 or more."))
    if speech.brief or view.turn == speech.seat:
        return sentences
    if view.kept:
        kept = {"name": name, "dice": speech.dice(view.kept), "sum": view.sum}
        sentences.append(t("{name:@ has|You have} kept {dice}, {sum} in all.", **kept))
    if view.dice:
        sentences.append(t("Rolled: {dice}.", dice=speech.dice(view.dice)))
    return sentences


def aims(view: View) -> dict[tuple[int, ...], list[int]]:
    """Return the levels of an attack in the current turn by the seats they may strike."""
    levels: dict[tuple[int, ...], list[int]] = {}
    if view.turn is not None and view.avenging is None:
        for level in range(1, 7):
            levels.setdefault(find_targets(view, view.turn, level)[0], []).append(level)
    return levels


def details(speech: Speech) -> list[str]:
    """Return the targets of an attack in this turn."""
    view = speech.view
    return [
        speech.words.t(
            "{name:An attack by @|Your attack} strikes {names} at level {levels}.",
            name=speech.name(view.turn),
            names=speech.names(targets),
            levels=speech.list(levels),
        )
        for targets, levels in aims(view).items()
    ]


_MANCHE_ALONE = N_("{seats:@ wins|You win} set {manche} (manche) with a score of {score}.")
_MANCHE_SHARED = N_(
    "{seats:@ share|You and @ share} set {manche} (manche) with a score of {score}."
)

STORY = {Kind.DIED: "", Kind.MANCHE_WON: "", Kind.HIT: "n"}


def retell(news: Sequence[News], at: int) -> News | None:
    """Report a death by its cause, which is the news before it, and a manche in plain words."""
    item = news[at]
    if item.kind == Kind.MANCHE_WON:
        seats = item.data["seats"]
        alone = isinstance(seats, tuple) and len(seats) == 1
        return phrase(_MANCHE_ALONE if alone else _MANCHE_SHARED, **item.data)
    cause = news[at - 1] if at else item
    if item.kind != Kind.DIED or cause.kind not in (Kind.KILLED, Kind.MISSED):
        return item
    if cause.kind == Kind.KILLED:
        return cause
    return phrase(
        "{seat:@ misses|You miss} {threshold} by {n}: {score}, dead.",
        **{name: cause.data[name] for name in ("seat", "threshold", "n", "score")},
    )


def headlines(news: Sequence[News], names: Sequence[str]) -> list[News]:
    """Return news for the lobby: who killed whom; a death by a miss is no kill."""
    return [
        phrase(
            "† {who} kills {whom} at Trente.",
            who=names[item.number("seat")],
            whom=names[item.number("target")],
            seat=item.number("target"),
        )
        for item in news
        if item.kind == Kind.KILLED
    ]


def score(words: Translator, n: int) -> str:
    return words.nt("{made} point", "{made} points", abs(n), made=n)


def final(speech: Speech) -> Final:
    t, nt, view = speech.words.t, speech.words.nt, speech.view
    won = max(view.manches_won)
    if len(view.dead) == len(view.scores) - 1 and view.rules.manches == 1:
        why = t("Nobody else is alive")
    elif view.rules.manches == 1:
        why = t("The most points win")
    elif view.manches_won.count(won) > 1:
        why = t("Level on manches, and the most points")
    else:
        why = nt("Won {n} manche of {most}", "Won {n} manches of {most}", won, most=view.manche)
    return Final(
        why,
        tuple(score(speech.words, total) for total in view.totals),
        tuple(
            nt("{change} chip", "{change} chips", abs(chips), change=signed(chips))
            for chips in view.purse
        ),
        tuple(t("dead") if seat in view.dead else "" for seat in range(len(view.scores))),
    )
