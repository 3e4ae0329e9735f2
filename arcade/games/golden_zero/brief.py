"""Golden Zero told in brief: a round of bids, the cards taken, and each pot in a line."""

from collections.abc import Iterator, Sequence
from itertools import chain

from arcade.engine import Line, News, cut, phrase
from arcade.games.golden_zero.rules.state import Kind

BY_MOVE = True
"""While a person thinks, plain mode reports the bids and cards so far."""

_BEGINS = frozenset({Kind.HAND_BEGINS, Kind.CHOIX, Kind.REINE})
_ENDS = frozenset({Kind.LEVEE, Kind.WON})
"""News that end a line; a round of bids is one, and so is the Choix up to the reader's turn."""
_OMITTED = frozenset({Kind.BUTTON, Kind.NOTHING_SHOWN, Kind.STOOD_PAT, Kind.LEVEE})
"""`LEVEE` because it follows every deal."""


def lines(news: Sequence[News], whole: bool) -> tuple[list[Line], int]:
    return cut(news, whole, _BEGINS, ends=lambda item: item.kind in _ENDS)


def shorten(line: Line, own: int | None) -> Line:
    calls: list[int] = []
    news: list[News] = []
    for item in _together(line, own):
        if item.kind in (Kind.CALLED, Kind.STOOD) and item.data["seat"] == own:
            continue  # just as the player has asked
        if item.kind == Kind.CALLED:
            calls.append(item.number("seat"))
            continue
        news += [*_called(calls), _shorter(item)]
        calls.clear()
    return (*news, *_called(calls))


def _called(seats: Sequence[int]) -> Line:
    """Report in one sentence the seats that called one after the other."""
    if len(seats) == 1:
        return (phrase("{seat:@ calls|You call}.", seat=seats[0]),)
    return (phrase("{seats:@ call|You and @ call}.", seats=tuple(seats)),) if seats else ()


def _together(line: Line, own: int | None) -> Iterator[News]:
    """Report in one sentence the cards a seat takes in the Choix."""
    taken: dict[int, list[News]] = {}
    for item in line:
        match item.kind:
            case Kind.CARD_TAKEN:
                taken.setdefault(item.number("seat"), []).append(item)
            case Kind.STOOD if (seat := item.number("seat")) in taken:
                yield phrase(
                    "{seat:@ takes|You take} {cards:cards} and {seat:stands|stand} on {total}.",
                    seat=seat,
                    cards=_cards(taken.pop(seat)),
                    total=item.data["total"],
                )
            case Kind.BURNED:
                seat = item.number("seat")
                yield phrase(
                    "{seat:@ takes|You take} {cards:cards} and {seat:burns|burn}: {total} is above "
                    "{target}.",
                    seat=seat,
                    cards=_cards([*taken.pop(seat, ()), item]),
                    total=item.data["total"],
                    target=item.data["target"],
                )
            case kind if kind not in _OMITTED:
                yield item
    for item in chain.from_iterable(taken.values()):
        mine = item.data["seat"] == own  # the state has the total
        yield phrase("You take {card}.", card=item.data["card"]) if mine else item


def _cards(taken: Sequence[News]) -> tuple[int, ...]:
    return tuple(item.number("card") for item in taken)


def _shorter(item: News) -> News:
    data = item.data
    match item.kind:
        case Kind.HAND_BEGINS:
            return phrase("Hand {hand}.", hand=data["hand"])
        case Kind.RAISED:
            return phrase("{seat:@ raises|You raise} to {to}.", seat=data["seat"], to=data["to"])
        case Kind.CARD_SHOWN:
            return phrase("{seat:@|You}: {card}.", seat=data["seat"], card=data["card"])
        case Kind.GARDE_SHOWN:
            return phrase("{seat:@|You}: Garde {garde}.", seat=data["seat"], garde=data["garde"])
        case Kind.TARGET:
            return phrase("Target {target}.", target=data["target"])
        case Kind.CHOIX:
            return phrase("Choix.")
        case Kind.REINE:
            return phrase("Reine.")
        case Kind.STOOD:
            total = data["total"]
            return phrase("{seat:@ stands|You stand} on {total}.", seat=data["seat"], total=total)
        case Kind.HAND_SHOWN:
            shown = {name: data[name] for name in ("seat", "closed", "value")}
            return phrase("{seat:@ shows|You show} {closed:cards}: {value}.", **shown)
        case _:
            return item
