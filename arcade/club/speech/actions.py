"""Actions in words: a numbered list of what may be done, and lines that people type.

A game's part `words` says how: `label`, `choice`, `group`, `VERBS` and `FIELDS`, none of which it
must have. What it leaves out is derived from the offers. A typed line becomes a plain action and
nothing more: whether it is allowed, the table decides.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache, partial
from types import ModuleType
from typing import get_args

from msgspec import Struct, ValidationError, convert, to_builtins
from msgspec.structs import replace

from arcade.club.i18n.words import Words
from arcade.club.views import TableView
from arcade.engine import registry
from arcade.engine.game import Game, GameAction
from arcade.engine.offers import Offer
from arcade.engine.words import TypedAction, folded


class Unclear(Exception):
    """A typed line that is no action; nothing was asked for.

    `choice` is the choice that was meant, where only its further words are missing or wrong.
    """

    def __init__(self, choice: str = "") -> None:
        super().__init__()
        self.choice = choice


class Choice(Struct, frozen=True):
    number: int
    text: str
    offers: tuple[Offer, ...]

    @property
    def span(self) -> tuple[int, int] | None:
        """The numbers that complete the choice, if only a number is left open."""
        first, *others = self.offers
        return None if others or first.most or not first.field else (first.low, first.high)


def label(words: Words, key: str, action: GameAction, names: Sequence[str]) -> str:
    """Return the name of an action; `names` are the players' by seat."""
    game = registry.find(key)
    return str(registry.function(game, "words", "label", _as_typed)(words, action, names))


def _as_typed(_: Words, action: GameAction, __: Sequence[str]) -> str:
    return " ".join([_do(action), *map(str, _values(action))])


def question(words: Words, table: TableView, action: Mapping[str, object]) -> str:
    """Return the question to ask before a costly action; "" for most actions."""
    if table.seat is None or not table.offers:
        return ""
    game = registry.find(table.game)
    try:
        meant = convert(action, game.action)
    except ValidationError:
        return ""  # the rules say what is wrong
    own: Callable[..., str] = registry.function(game, "words", "question", lambda *_: "")
    return own(words.to(table.you), table.view, table.seat, meant, _names(table))


def explained(words: Words, key: str, action: GameAction, why: str, names: Sequence[str]) -> str:
    return f"{label(words, key, action, names)}. {why}"


def choices(words: Words, table: TableView, numbers: dict[str, int] | None = None) -> list[Choice]:
    """List what may be done; offers that a game groups are one choice.

    `numbers` remembers, as long as a game lasts, which number each choice has.
    """
    game, words = registry.find(table.game), words.to(table.you)
    group_of: Callable[[GameAction], str] = registry.function(game, "words", "group", _do)
    groups: dict[str, list[Offer]] = {}
    seldom = _seldom(table.game)
    for offer in table.offers:
        if _do(offer.action) in seldom:
            continue
        groups.setdefault(group_of(offer.action), []).append(offer)
    names = _names(table)
    own: Callable[..., str] = registry.function(game, "words", "choice", lambda *_: "")
    unnumbered: list[tuple[str, str, tuple[Offer, ...]]] = []
    for group, listed in groups.items():
        offers = tuple(listed)
        together = own(words, offers, names)
        if together or len(offers) == 1:
            unnumbered.append(
                (group, together or _alone(words, table.game, offers[0], names), offers)
            )
        else:
            unnumbered += [
                (_key(offer), _alone(words, table.game, offer, names), (offer,)) for offer in offers
            ]
    unnumbered.sort(key=lambda entry: " " in entry[0])  # what is the same at every turn comes first
    known = {} if numbers is None else numbers
    known = known or _numbered_first(table.game, known)
    numbered = [
        Choice(known.setdefault(key, len(known) + 1), text, offers)
        for key, text, offers in unnumbered
    ]
    return sorted(numbered, key=lambda choice: choice.number)


def choices_of(words: Words, table: TableView, tag: str) -> list[str]:
    """Return what may be done now with an action of this tag."""
    return [choice.text for choice in choices(words, table) if _do(choice.offers[0].action) == tag]


def seldom(words: Words, table: TableView) -> list[str]:
    """Name the actions that are possible but not listed as choices: they are typed in words."""
    names = _names(table)
    return [label(words.to(table.you), table.game, offer.action, names) for offer in _aside(table)]


def _aside(table: TableView) -> list[Offer]:
    """Return the offers that are not listed as choices; most games have none, of many offers."""
    tags = _seldom(table.game)
    return [offer for offer in table.offers if _do(offer.action) in tags] if tags else []


def _seldom(key: str) -> Collection[str]:
    return getattr(_part(key), "SELDOM", ())


def _numbered_first(key: str, known: dict[str, int]) -> dict[str, int]:
    """Give the choices that a game names in advance, or else its actions, the first numbers."""
    first = getattr(_part(key), "NUMBERED", tuple(_kinds(key)))
    known.update({group: number for number, group in enumerate(first, 1)})
    return known


def _key(offer: Offer) -> str:
    """Return what makes a choice the same one at another turn: all but the field left open."""
    fields = to_builtins(offer.action).items()
    left = (str(value) for name, value in fields if name not in ("do", offer.field))
    return " ".join(
        [_do(offer.action), *(value for value in left if value not in ("None", "()", "False"))]
    )


def read(words: Words, line: str, choices: Sequence[Choice], table: TableView) -> dict[str, object]:
    """Turn a typed line into an action: a number, a choice or advice as written, or a verb.

    Raises `Unclear`.
    """
    line = _typed(line)
    verb, *rest = line.split() or [""]
    for choice in choices:
        if line == _typed(choice.text.partition(" – ")[0]):
            return _numbered(choice.number, (), choices, table)
    offered = [*(offer for choice in choices for offer in choice.offers), *_aside(table)]
    words, names, number = words.to(table.you), _names(table), _last_number(rest)
    for offer in offered:
        action = _ranged(offer, number)
        if line == _typed(label(words, table.game, action, names)):
            advised: dict[str, object] = to_builtins(action)
            return advised
    if verb.isdecimal():
        return _numbered(int(verb), rest, choices, table)
    meant = [do for do, typed in _verbs(table.game).items() if verb in typed]
    if not meant:
        raise Unclear
    tags = {_do(offer.action) for offer in offered}
    do = next((do for do in meant if do in tags), meant[0])
    offers = tuple(offer for offer in offered if _do(offer.action) == do)
    typed = TypedAction(verb, tuple(rest), names, offers, table.view, table.seat)
    try:
        return {"do": do, **_fields(registry.find(table.game), do, typed)}
    except Unclear as error:
        texts = [
            choice.text for choice in choices if any(offer in offers for offer in choice.offers)
        ]
        raise Unclear(texts[0] if len(texts) == 1 else "") from error


def _last_number(words: Sequence[str]) -> int | None:
    """Return the last number among the words, if it has at most nine digits."""
    numbers = [bare for word in words if (bare := word.strip("()")).isdecimal()]
    return int(numbers[-1]) if numbers and len(numbers[-1]) <= 9 else None


def _ranged(offer: Offer, number: int | None) -> GameAction:
    """Return an offer's action, with the number where one is left open."""
    action: GameAction = offer.action
    if offer.most or not offer.field or number is None:
        return action
    return replace(action, **{offer.field: min(max(number, offer.low), offer.high)})


def _typed(text: str) -> str:
    return " ".join(folded(text).replace("’", "'").replace(",", " ").split())


@cache
def verbs() -> tuple[str, ...]:
    by_tag = (_verbs(key).values() for key in registry.games())
    return tuple(dict.fromkeys(verb for tags in by_tag for typed in tags for verb in typed))


@cache
def tags(key: str) -> Mapping[str, str]:
    """Return the tags of a game's actions by what may be typed for them."""
    return {typed: tag for tag, words in _verbs(key).items() for typed in words}


@cache
def _verbs(key: str) -> Mapping[str, tuple[str, ...]]:
    """Return what may be typed for each action, by tag."""
    own: Mapping[str, tuple[str, ...]] = getattr(_part(key), "VERBS", {})
    return {tag: (tag, *map(folded, own.get(tag, ()))) for tag in _kinds(key)}


@cache
def _kinds(key: str) -> Mapping[str, type[GameAction]]:
    union = registry.find(key).action
    kinds = get_args(union) or (union,)
    return {str(kind.__struct_config__.tag): kind for kind in kinds}


def _part(key: str) -> ModuleType | None:
    return registry.part(registry.find(key), "words")


def _names(table: TableView) -> tuple[str, ...]:
    return tuple(seat.name for seat in table.seats)


def _do(action: GameAction) -> str:
    return str(type(action).__struct_config__.tag)


def _values(action: GameAction) -> list[object]:
    """Return an action's fields in order, lists entry by entry, as they are typed."""
    values: list[object] = []
    for name, value in to_builtins(action).items():
        if name != "do" and value is not None:
            values += value if isinstance(value, list | tuple) else [value]
    return values


def _alone(words: Words, key: str, offer: Offer, names: Sequence[str]) -> str:
    text = label(words, key, offer.action, names)
    if offer.most:
        return words.nt(
            "{said} – or add a number: {among}",
            "{said} – or add up to {n} numbers: {among}",
            offer.most,
            said=text,
            among=", ".join(map(str, offer.among)),
        )
    if offer.field:
        span = {"low": offer.low, "high": offer.high}
        return words.t("{said} – or add a number from {low} to {high}", said=text, **span)
    return text


def _numbered(
    number: int, rest: Sequence[str], choices: Sequence[Choice], table: TableView
) -> dict[str, object]:
    choice = next((choice for choice in choices if choice.number == number), None)
    if choice is None:
        raise Unclear
    first, *others = choice.offers
    plain: dict[str, object] = to_builtins(first.action)
    if not others and not rest:
        return plain
    if not others and not first.field:
        raise Unclear(choice.text)
    game, do = registry.find(table.game), _do(first.action)
    typed = TypedAction("", tuple(rest), _names(table), choice.offers, table.view, table.seat)
    try:
        if others or (first.most and do in _own_fields(game)):
            return {"do": do, **_fields(game, do, typed)}
        values = tuple(_value(word, typed) for word in rest)
        value = values if first.most else int(rest[0])
    except (ValueError, Unclear) as error:
        raise Unclear(choice.text) from error
    varied: dict[str, object] = to_builtins(replace(first.action, **{first.field: value}))
    return varied


def _own_fields(game: Game) -> Mapping[str, Callable[[TypedAction], dict[str, object]]]:
    return getattr(registry.part(game, "words"), "FIELDS", {})


def _fields(game: Game, do: str, typed: TypedAction) -> dict[str, object]:
    """Read the words after a verb by the game's rule, or else as the action's fields in order."""
    own, says = _own_fields(game).get(do), (ValueError, IndexError, Unclear)
    in_order = partial(_in_order, game, do)
    read = registry.fail_safe(game, "words.FIELDS", own, in_order, says) if own else in_order
    try:
        return read(typed)
    except (ValueError, IndexError) as error:
        raise Unclear from error


def _in_order(game: Game, do: str, typed: TypedAction) -> dict[str, object]:
    kind = _kinds(game.meta.key)[do]
    names = kind.__struct_encode_fields__
    if not names:
        if any(word.isdecimal() for word in typed.rest):
            raise ValueError(typed.rest)
        return {}
    if not typed.rest and len(typed.offers) == 1 and not typed.offers[0].field:
        plain: dict[str, object] = to_builtins(typed.offers[0].action)
        return plain
    values = [_value(word, typed) for word in typed.rest]
    last = len(names) - 1
    if any(
        isinstance(to_builtins(offer.action)[names[last]], list | tuple) for offer in typed.offers
    ):
        values = [*values[:last], values[last:]]
    if len(values) > len(names):
        raise ValueError(typed.rest)
    fields = dict(zip(names, values, strict=False))
    convert({"do": do, **fields}, game.action)  # a `ValidationError` is a `ValueError`
    return fields


def _value(word: str, typed: TypedAction) -> object:
    """Read a word as a value of an offer, a number, or a player's seat, in that order."""
    known = {folded(str(value)): value for offer in typed.offers for value in _values(offer.action)}
    if word in known:
        return known[word]
    if word.lstrip("-").isdecimal():
        return int(word)
    names = [folded(name) for name in typed.names]
    return names.index(word) if word in names else word
