"""What may be done now as a numbered list of words, and actions as somebody types them.

A typed line becomes a plain action and nothing more: whether it is allowed, the table says.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct, structs, to_builtins

from arcade.club.i18n.words import Words
from arcade.club.speech.action_labels import named
from arcade.engine.offers import Offer

MANY = 8
"""More ways to keep dice than this are told as one."""

VERBS: Mapping[str, tuple[str, ...]] = {
    "roll": ("roll", "throw"),
    "throw": ("roll", "throw"),
    "lancer": ("roll", "throw"),
    "keep": ("keep", "roll"),
    "garder": ("keep", "roll"),
    "stop": ("stop", "stand", "stay"),
    "stand": ("stand", "stop", "stay"),
    "stay": ("stay", "stand", "stop"),
    "arrêter": ("stop", "stay", "stand"),
    "rester": ("stop", "stay", "stand"),
    "attack": ("attack",),
    "strike": ("attack",),
    "attaquer": ("attack",),
    "announce": ("announce",),
    "annoncer": ("announce",),
    "spend": ("spend",),
    "placer": ("spend",),
    "give": ("give",),
    "donner": ("give",),
    "end": ("end",),
    "finir": ("end",),
    "open": ("open",),
    "ouvrir": ("open",),
    "raise": ("raise",),
    "relancer": ("raise",),
    "call": ("call",),
    "suivre": ("call",),
    "fold": ("fold",),
    "abandonner": ("fold",),
    "card": ("card",),
    "carte": ("card",),
    "deal": ("deal",),
    "distribuer": ("deal",),
    "last": ("last-hand",),
    "dernière": ("last-hand",),
    "lay": ("place",),
    "place": ("place",),
    "poser": ("place",),
    "swap": ("swap",),
    "exchange": ("swap",),
    "échanger": ("swap",),
    "pass": ("pass", "forgo"),
    "passer": ("pass", "fold", "forgo"),
    "forgo": ("forgo",),
    "renoncer": ("forgo",),
    "mulligan": ("mulligan",),
}
"""What each verb, English or French, may mean, the likeliest first."""

_STARS = ("*", "star", "étoile", "joker")


class Unclear(Exception):
    """A typed line that is no action; nothing was asked for.

    `choice` is the one that was meant, where nothing but its further words is missing or wrong.
    """

    def __init__(self, choice: str = "") -> None:
        super().__init__()
        self.choice = choice


class Choice(Struct, frozen=True):
    """One line of the list: in words, and the offers it stands for (several: one more word)."""

    said: str
    offers: tuple[Offer, ...]


def choices(words: Words, offers: Sequence[Offer], names: Sequence[str]) -> list[Choice]:
    """List what may be done; many tiles' squares or dice to keep are one choice each."""
    groups: dict[str, list[Offer]] = {}
    for offer in offers:
        groups.setdefault(_group(to_builtins(offer.action)), []).append(offer)
    done: list[Choice] = []
    for group in groups.values():
        do = _do(group[0])
        many = do in ("keep", "roll") and len(group) > MANY
        if many or (do == "place" and len(group) > 1):
            done.append(Choice(_together(words, group), tuple(group)))
        else:
            done += [Choice(_alone(words, offer, names), (offer,)) for offer in group]
    return done


def read(
    line: str, found: Sequence[Choice], names: Sequence[str], dice: Sequence[int] = ()
) -> dict[str, Any]:
    """Make a typed line an action, by number or by verb; raises `Unclear`.

    `dice` are those on the table, which "all" means.
    """
    verb, *rest = line.lower().split() or [""]
    if verb.isdecimal():
        return _numbered(int(verb), rest, found, names)
    if verb not in VERBS:
        raise Unclear
    offered = {_do(offer): offer for choice in found for offer in choice.offers}
    do = next((tag for tag in VERBS[verb] if tag in offered), VERBS[verb][0])
    try:
        if do in ("roll", "keep"):
            return _dice(do, verb, rest, found, dice)
        return {"do": do, **_FIELDS.get(do, _none)(rest, names)}
    except (ValueError, IndexError) as error:
        raise Unclear from error


def _do(offer: Offer) -> str:
    return str(to_builtins(offer.action)["do"])


def _group(plain: Mapping[str, Any]) -> str:
    return f"place {plain['tile']}" if plain["do"] == "place" else str(plain["do"])


def _together(words: Words, group: Sequence[Offer]) -> str:
    plain = to_builtins(group[0].action)
    if plain["do"] == "place":
        if isinstance(plain["tile"], int):
            squares = ", ".join(to_builtins(offer.action)["at"] for offer in group)
            return words.t("lay {n} – add the square: {squares}", n=plain["tile"], squares=squares)
        squares = ", ".join(_star_on(offer) for offer in group)
        return words.t("lay the star – write lay * SQUARE as NUMBER: {squares}", squares=squares)
    if any(getattr(offer.action, "first", None) is not None for offer in group):
        return words.t("keep dice – add their faces, or all, and the first one: 6 5 first 6")
    return words.t("keep dice – add their faces, such as 6 5, or all")


def _star_on(offer: Offer) -> str:
    """Say on which square and as what a star may be laid: "H8 1-6"."""
    plain = to_builtins(offer.action)
    span = f"{offer.low}-{offer.high}" if offer.high > offer.low else f"{plain['as']}"
    return f"{plain['at']} {span}"


def _alone(words: Words, offer: Offer, names: Sequence[str]) -> str:
    said = named(words, offer.action, names)
    if offer.most:
        among = ", ".join(names[seat] for seat in offer.among if seat < len(names))
        return words.nt(
            "{said} – or add a name: {among}",
            "{said} – or add up to {n} names: {among}",
            offer.most,
            said=said,
            among=among,
        )
    if offer.field:
        span = {"low": offer.low, "high": offer.high}
        return words.t("{said} – or add a number from {low} to {high}", said=said, **span)
    return said


def _numbered(
    number: int, rest: Sequence[str], found: Sequence[Choice], names: Sequence[str]
) -> dict[str, Any]:
    if not 1 <= number <= len(found):
        raise Unclear
    choice = found[number - 1]
    first, *others = choice.offers
    plain: dict[str, Any] = to_builtins(first.action)
    try:
        if others:
            return _one_of(choice.offers, plain, rest)
        if rest and first.most:
            value: Any = [_seat(name, names) for name in rest]
        elif rest and first.field:
            value = int(rest[0])
        else:
            return plain
    except (ValueError, IndexError, Unclear) as error:
        raise Unclear(choice.said) from error
    varied: dict[str, Any] = to_builtins(structs.replace(first.action, **{first.field: value}))
    return varied


def _one_of(
    offers: Sequence[Offer], plain: Mapping[str, Any], rest: Sequence[str]
) -> dict[str, Any]:
    if plain["do"] == "place":
        return {"do": "place", **_place([str(plain["tile"]), *rest], ())}
    dice = [dict(to_builtins(offer.action)) for offer in offers]
    longest = max(dice, key=lambda one: len(one.get("dice") or one.get("keep") or ()))
    on_table = longest.get("dice") or longest.get("keep") or ()
    return _dice(str(plain["do"]), "keep", rest, [Choice("", tuple(offers))], on_table)


def _dice(
    do: str, verb: str, rest: Sequence[str], found: Sequence[Choice], dice: Sequence[int]
) -> dict[str, Any]:
    """Read faces, apart or in one word; "first N" names the first die where that decides."""
    offers = [to_builtins(offer.action) for choice in found for offer in choice.offers]
    words, first = list(rest), None
    for mark in ("first", "premier"):
        if mark in words:
            at = words.index(mark)
            first = int(words[at + 1])
            del words[at : at + 2]
    every = words in (["all"], ["tout"], ["tous"])
    faces = list(dice) if every else [int(digit) for word in words for digit in word]
    if verb in ("keep", "garder") and not faces:
        raise Unclear
    if do == "keep":
        kept = [one for one in offers if one["do"] == do and sorted(one["dice"]) == sorted(faces)]
        if first is None and len(kept) == 1:
            first = kept[0].get("first")
        return {"do": do, "dice": faces} | ({} if first is None else {"first": first})
    opening = any(one["do"] == "roll" and one.get("keep") is None for one in offers)
    return {"do": do} if opening and not faces else {"do": do, "keep": faces}


def _seat(word: str, names: Sequence[str]) -> int:
    """Find a seat by a name, or by its number from 1; raises `ValueError`."""
    lowered = [name.lower() for name in names]
    if word in lowered:
        return lowered.index(word)
    number = int(word)
    if not 1 <= number <= len(names):
        raise ValueError(word)
    return number - 1


def _none(rest: Sequence[str], names: Sequence[str]) -> dict[str, Any]:  # noqa: ARG001
    return {}


def _announce(rest: Sequence[str], names: Sequence[str]) -> dict[str, Any]:
    aim = [word for word in rest[1:] if word not in ("on", "at", "sur")]
    return {"total": int(rest[0])} | ({"aim": _seat(aim[0], names)} if aim else {})


def _spend(rest: Sequence[str], names: Sequence[str]) -> dict[str, Any]:
    package, sign, to, name = rest
    accounts = ("account", "compte")
    return {
        "from": "account" if package in accounts else "bonus",
        "to": "account" if to in accounts else "debt",
        "seat": _seat(name, names),
        "sign": {"+": 1, "-": -1}.get(sign, 0),
    }


def _place(rest: Sequence[str], names: Sequence[str]) -> dict[str, Any]:  # noqa: ARG001
    tile, at, *more = rest
    star = tile in _STARS
    value = [int(word) for word in more if word not in ("as", "comme")]
    done: dict[str, Any] = {"tile": "*" if star else int(tile), "at": at.upper()}
    return done | ({"as": value[0]} if value else {})


def _swap(rest: Sequence[str], names: Sequence[str]) -> dict[str, Any]:  # noqa: ARG001
    return {"tile": "*" if rest[0] in _STARS else int(rest[0])}


_FIELDS: Mapping[str, Callable[[Sequence[str], Sequence[str]], dict[str, Any]]] = {
    "announce": _announce,
    "attack": lambda rest, names: {"target": _seat(rest[0], names)} if rest else {},
    "give": lambda rest, names: {"to": [_seat(name, names) for name in rest]},
    "open": lambda rest, _: {"amount": int(rest[0])},
    "place": _place,
    "raise": lambda rest, _: {"to": int(rest[0])},
    "spend": _spend,
    "swap": _swap,
}
"""What the words behind a verb are, by the action's tag."""
