"""Le 421 in words: its actions, what is typed for them, and the table read aloud."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from arcade.engine import N_, Final, News, Offer, Speech, Translator, TypedAction, counted, phrase
from arcade.games.le421.rules.actions import Action, Roll, Stop, may_stop
from arcade.games.le421.rules.hands import NENETTE, ORDERS, standing, worth
from arcade.games.le421.rules.state import Kind, View

VERBS = {
    "roll": ("throw", "reroll", "keep", "lancer", "relancer", "garder", "bon", "le"),
    "stop": ("stand", "stay", "pass", "arrêter", "s'arrêter", "rester", "passer"),
}


def label(words: Translator, action: Action, _: Sequence[str]) -> str:
    match action:
        case Roll(keep=kept, bon=True) if kept:
            dice = "-".join(map(str, kept))
            return words.t("le bon: keep {dice}, roll the rest", dice=dice)
        case Roll(keep=(), bon=True):
            return words.t("le bon: roll all three")
        case Roll(bon=True):
            return words.t("le bon: roll, and stand on it")
        case Roll(keep=kept) if kept:
            return words.t("keep {dice}, roll the rest", dice="-".join(map(str, kept)))
        case Roll(keep=()):
            return words.t("roll all three")
        case Stop():
            return words.t("stand")
        case _:
            return words.t("roll")


NUMBERED = ("roll", "stop", "keep", "roll bon")


def group(action: Action) -> str:
    """Return the choice an offer belongs to: the dice that are kept are added."""
    if isinstance(action, Stop):
        return "stop"
    if action.bon and action.keep is not None:
        return "roll bon"
    return "keep" if action.keep else "bon" if action.bon else "roll"


def choice(words: Translator, offers: Sequence[Offer], _: Sequence[str]) -> str:
    match group(offers[0].action):
        case "roll bon":
            return words.t("le bon: the next roll is your last – add the dice you keep, or none")
        case "keep" if len(offers) > 1:
            return words.t("keep dice, roll the rest – add those you keep: {dice}", dice="4 2")
        case _:
            return ""


_NONE = ("none", "aucun", "rien")
_ALL = ("all", "tout", "tous")
_THROWS = ("roll", "throw", "lancer")
_AGAIN = ("relancer", "reroll")
"""Verbs after which one says the dice to be thrown again, not those to keep."""


def _roll(typed: TypedAction) -> Mapping[str, object]:
    """Read "roll", "roll all", "reroll 5", "keep 4 2", "keep none", "bon", "le bon 4 2"."""
    typed_words = [word for word in typed.rest if word not in ("le", "bon", *_NONE)]
    faces = typed.faces(typed_words)
    if typed.verb in _AGAIN or (typed.verb in _THROWS and typed_words and typed_words[0] in _ALL):
        faces = _others(typed.view.dice, faces or typed.view.dice)
    opening = any(offer.action.keep is None for offer in typed.offers)
    called = "bon" in (typed.verb, *typed.rest)
    if not typed.verb:
        called = all(offer.action.bon for offer in typed.offers)
    keeping = not typed.verb and all(offer.action.keep for offer in typed.offers)
    asks_dice = typed.verb in ("keep", "garder") or keeping or (called and not opening)
    unsaid = not typed_words and not any(word in _NONE for word in typed.rest)
    if (asks_dice and unsaid) or (typed.verb == "le" and not called):
        raise ValueError(typed.rest)
    keep = {} if opening and not faces else {"keep": faces}
    return {**keep, "bon": True} if called else keep


def _others(dice: Sequence[int], faces: Sequence[int]) -> list[int]:
    """Return the dice without those; raises `ValueError` if they are not among them."""
    left = list(dice)
    for face in faces:
        left.remove(face)
    return left


FIELDS = {"roll": _roll}


def moment(view: View, seat: int, action: Action) -> News | None:
    """Tell a choice with the dice it was made for."""
    match action:
        case Stop() if view.hand is not None:
            return counted(
                "{seat:@ stood|You stood} on {hand:hand} with {n} roll left",
                "{seat:@ stood|You stood} on {hand:hand} with {n} rolls left",
                view.most - view.throws,
                seat=seat,
                hand=view.hand,
            )
        case Roll(keep=()) if view.dice:
            return phrase(
                "{seat:@ rolled|You rolled} all of {dice:dice} again", seat=seat, dice=view.dice
            )
        case Roll(keep=kept) if kept:
            return phrase(
                "{seat:@ kept|You kept} {kept:dice} from {dice:dice}",
                seat=seat,
                kept=kept,
                dice=view.dice,
            )
        case _:
            return None


BEST = 421

NAMES: Mapping[int, str] = {
    421: N_("the best hand there is"),
    111: N_("three aces"),
    611: N_("two aces and a six"),
    511: N_("two aces and a five"),
    411: N_("two aces and a four"),
    311: N_("two aces and a three"),
    211: N_("two aces and a two"),
    666: N_("three sixes"),
    555: N_("three fives"),
    444: N_("three fours"),
    333: N_("three threes"),
    222: N_("three twos"),
    654: N_("a run"),
    543: N_("a run"),
    432: N_("a run"),
    321: N_("a run"),
    221: N_("the nénette, the lowest of all"),
}
"""The hands that have a name."""

_DEAR = 4
"""A hand worth this many tokens or more is rolled again only after a question."""


def question(words: Translator, view: View, _: int, action: Action, __: Sequence[str]) -> str:
    rolls_again = isinstance(action, Roll) and bool(view.dice) and may_stop(view)
    if rolls_again and (view.worth or 0) >= _DEAR:
        return words.t("Roll {hand} again?", hand=view.hand)
    return ""


def scores(speech: Speech) -> list[str]:
    t, view = speech.words.t, speech.view
    sentences = [_phase(speech)]
    if view.options.mode == "manche":
        return sentences
    if view.phase != "belle":
        sentences.append(t("Tokens: {each}.", each=speech.each(view.tokens)))
    won = _halves(view)
    if any(won):
        sentences.append(t("Halves won: {each}.", each=speech.each(won)))
    if _belle_won(view):
        sentences.append(t("{name:@|You} won la belle.", name=speech.name(view.winners[0])))
    return sentences


def tally(speech: Speech) -> tuple[str, Sequence[int]]:
    """Return how many tokens each seat has, where they are played for."""
    view = speech.view
    counted = view.options.mode != "manche" and view.phase != "belle"
    return (speech.words.t("tokens"), view.tokens) if counted else ("", ())


def state(speech: Speech) -> list[str]:
    t, view = speech.words.t, speech.view
    sentences = scores(speech)
    if view.phase == "over":
        return sentences
    opens = view.limit is None and not view.dice  # then the rolls say who leads
    if view.turn != speech.seat or not (speech.brief or opens):
        leads = t("{name:@ leads|You lead} the round.", name=speech.name(view.leader))
        sentences.append(leads)
    heard = speech.brief and view.turn == speech.seat
    if not heard and any(hand is not None for hand in view.hands):
        every = [_hand_and_rolls(speech, seat) for seat in range(len(view.hands))]
        sentences.append(t("This round: {each}.", each=speech.each(every)))
    if view.turn is None:
        return sentences
    if view.turn == speech.seat:
        return [*sentences, *hand(speech)]
    name = speech.name(view.turn)
    if not view.dice:
        return [*sentences, t("{name:@ has|You have} not rolled yet.", name=name)]
    thrown = t(
        "{name:@ has|You have} {dice}, after roll {throws} of {most}.",
        name=name,
        dice=speech.dice(view.dice),
        throws=view.throws,
        most=view.most,
    )
    return [*sentences, thrown]


def _hand_and_rolls(speech: Speech, seat: int) -> str | None:
    """Name a hand, with the rolls it took where these decide between equal ones."""
    view = speech.view
    if view.hands[seat] is None:
        return None
    rolls = ""
    if view.options.ties == "fewer-throws":
        rolls = " " + speech.words.t("in {n}", n=view.made[seat])
    return f"{view.hands[seat]}{rolls}"


def hand(speech: Speech) -> list[str]:
    """Return the reader's roll, how good it is, and the rolls left."""
    t, view, seat = speech.words.t, speech.view, speech.seat
    if seat is None:
        return []
    if view.turn != seat:
        own = _hand_and_rolls(speech, seat)
        return [] if own is None else [t("Your hand: {hand}.", hand=own)]
    if not view.dice:
        return [_rolls(speech)]
    left = view.most - view.throws
    sentences = [] if speech.brief else [t("You have {dice}.", dice=speech.dice(view.dice))]
    if view.hand == BEST:
        sentences.append(t("421 in one!") if view.throws == 1 else t("421!"))
    elif view.hand == NENETTE:
        sentences.append(t("Nénette!"))
    else:
        sentences.append(", ".join(_placed(speech)) + ".")
    return [*sentences, speech.words.nt("{n} roll left.", "{n} rolls left.", left)]


def _placed(speech: Speech) -> list[str]:
    """Say a hand, its name and place; its worth, unless that is the least; the hands so far."""
    view, t = speech.view, speech.words.t
    parts = [str(view.hand)]
    if view.hand in NAMES:
        parts.append(t(NAMES[view.hand]))
    of = {"place": view.rank + 1, "most": len(ORDERS[view.options.order])}
    if not speech.brief:
        named = " ".join((parts[0], *(f"({name})" for name in parts[1:])))
        parts = [t("{hand} is number {place} of the {most} hands", hand=named, **of)]
    elif view.hand not in NAMES:
        parts.append(t("hand {place} of {most}", **of))
    if view.worth != 1 and view.phase not in ("manche", "belle"):
        parts.append(speech.words.nt("{n} token", "{n} tokens", view.worth))
    return [*parts, *_among(speech)]


def details(speech: Speech) -> list[str]:
    """Return the order of the hands, and the worth of each."""
    t, nt, view = speech.words.t, speech.words.nt, speech.view
    stock = None if view.turn is None else view.stock(view.turn)
    worths = [(worth(view.options, hand, stock), hand) for hand in ORDERS[view.options.order]]
    dear = [(n, hand) for n, hand in worths if n > 1]
    tokens = [
        nt(
            "{hands}: {n} token",
            "{hands}: {n} tokens",
            n,
            hands=speech.list([hand for _, hand in same]),
        )
        for n, same in groupby(dear, lambda pair: pair[0])
    ]
    return [
        t("The hands, best first: {hands}.", hands=t("; ").join(tokens)),
        t("All others are worth 1 token, the highest first; {last} is last.", last=NENETTE),
    ]


def _rolls(speech: Speech) -> str:
    view, nt = speech.view, speech.words.nt
    if view.limit is None and speech.brief:
        return nt("You lead: {n} roll.", "You lead: up to {n} rolls.", view.most)
    if view.limit is None:
        return nt("You lead, with one roll.", "You lead, with up to {n} rolls.", view.most)
    if view.options.throws == "le-bon" and view.most > 1:
        return speech.words.t("You have {n} rolls, fewer only with le bon.", n=view.most)
    if view.options.throws != "at-most" and speech.brief:
        return nt("{n} roll.", "{n} rolls.", view.most)
    if view.options.throws != "at-most":
        return nt("You have exactly {n} roll.", "You have exactly {n} rolls.", view.most)
    return nt("You have {n} roll.", "You have up to {n} rolls.", view.most)


def _among(speech: Speech) -> list[str]:
    """Compare the reader's roll with the hands so far."""
    view, t = speech.view, speech.words.t
    others = list(view.standings.values())
    if not others:
        return []
    own = standing(view.options, view.hand, view.throws)
    if own < min(others):
        return [t("the best so far")]
    if own > max(others):
        return [t("the worst so far")]
    return [t("a tie")] if own in (min(others), max(others)) else []


def _belle_won(view: View) -> bool:
    return view.phase == "over" and view.last_round is not None and view.last_round.phase == "belle"


def _halves(view: View) -> list[int]:
    """Return how many halves each seat has won; la belle is none."""
    belle = _belle_won(view)
    return [won - (belle and seat in view.winners) for seat, won in enumerate(view.manches_won)]


def _phase(speech: Speech) -> str:
    view = speech.view
    match view.phase:
        case "charge" if speech.brief:
            return speech.words.t("Pot {n}.", n=view.pot)
        case "charge":
            return speech.words.nt(
                "The charge: {n} token is left in the pot.",
                "The charge: {n} tokens are left in the pot.",
                view.pot,
            )
        case "decharge" if speech.brief:
            return ""
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
    Kind.CHARGE_WON: "",
    Kind.DECHARGE_WON: "",
    Kind.BELLE_WON: "",
    Kind.EVERY_TOKEN: "",
    Kind.GIVEN: "n",
    Kind.TAKEN: "n",
}


def score(words: Translator, n: int) -> str:
    return words.nt("{n} half", "{n} halves", n)


def final(speech: Speech) -> Final:
    t, nt, view = speech.words.t, speech.words.nt, speech.view
    if view.options.mode == "manche":
        hands = tuple("" if hand is None else str(hand) for hand in view.last_round.hands)
        return Final(t("The best hand, {hand}", hand=hands[view.winners[0]]), hands)
    won, belle = _halves(view), _belle_won(view)
    why = t("Won {won} of {played} halves", won=max(won), played=2)
    if len(view.winners) > 1:
        why = t("One half each") if len(view.winners) == 2 else ""
    points = (
        nt("{n} half + la belle", "{n} halves + la belle", n)
        if belle and seat in view.winners
        else score(speech.words, n)
        for seat, n in enumerate(won)
    )
    return Final(t("La belle, one last round, decided the game") if belle else why, tuple(points))
