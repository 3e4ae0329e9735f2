"""Golden Zero told in brief: a round of bids, the cards taken, and each pot in a line."""

from collections.abc import Iterator, Sequence
from itertools import chain

from arcade.engine import Line, News, cut, phrase

_DEAL = "Hand {hand}: {button:@ has|you have} the button, the Droit (ante) is {droit}."
_LEVEE = "Levée (first bets): {seat:@|you} must open for at least {low}."
_CHOIX = "Choix (open cards), {pot} in the pot: {seat:@ chooses|you choose} first."
_REINE = (
    "Reine (last bets), {pot} in the pot: {seat:@ opens|you open} for at least {low} or "
    "{seat:folds|fold}."
)
_BEGINS = frozenset({_DEAL, _CHOIX, _REINE})
_RAISES = "{seat:@ raises|You raise} to {to} (+{by}), raise {n} of {most}."
_SHOWS = "{seat:@ shows|You show} {card}."
_TAKES = "{seat:@ takes|You take} {card}: {total} in open cards."
_BURNS = (
    "{seat:@ takes|You take} {card}: {total} in open cards, above {target}. {seat:The|Your} hand "
    "burns."
)
_TURNS_UP = "{seat:@ turns|You turn} up the Garde (spare card): {garde}."
_STAYS = "{seat:@ stands|You stand} on {total} in open cards."
_TARGET = "The target is {target}: {cards:cards}."
_CALLS = "{seat:@ calls|You call} {amount}."
_ENDS = frozenset(
    {
        _LEVEE,
        "{seat:@ wins|You win} {amount} with {value}: all other hands went over the target.",
        "{seat:@ wins|You win} {amount}: {value} is exactly the target.",
        "{seat:@ wins|You win} {amount}: tied at {value}, a Garde (spare card) beats none.",
        "{seat:@ wins|You win} {amount}: tied at {value}, the lower Garde ({garde}) decides.",
        "{seat:@ wins|You win} {amount}: {value} is closest to the target of {target}.",
        "{seat:@ wins|You win} {amount}: nobody else is left.",
    }
)
"""What ends a line; a round of bids is one, and so is the Choix, up to one's own turn."""

BY_MOVE = True
"""While a person thinks, the bids and cards so far are told."""

_LAYS_DOWN = frozenset(
    {
        (
            "{seat:@ shows|You show} {closed:cards}: {total} open + {first} = {value}; "
            "the Garde (spare card) stays in hand."
        ),
        (
            "{seat:@ shows|You show} {closed:cards}: {total} open + {first} + {second} = {value}, "
            "without a Garde (spare card)."
        ),
    }
)
_KNOWN = frozenset(
    {
        "{seat:@ draws|You draw} {card} for the button.",
        "{seat:@ has|You have} the button.",
        "{seat:@ shows|You show} nothing.",
        "{seat:@ stands|You stand}.",
        _LEVEE,  # which follows every deal
    }
)


def lines(news: Sequence[News], whole: bool) -> tuple[list[Line], int]:
    return cut(news, whole, _BEGINS, ends=lambda item: item.text in _ENDS)


def shorten(line: Line, own: int | None) -> Line:
    calls: list[int] = []
    news: list[News] = []
    for item in _together(line, own):
        if item.text in (_CALLS, _STAYS) and item.data["seat"] == own:
            continue  # just as the player has asked
        if item.text == _CALLS:
            calls.append(int(str(item.data["seat"])))
            continue
        news += [*_called(calls), _shorter(item)]
        calls.clear()
    return (*news, *_called(calls))


def _called(seats: Sequence[int]) -> Line:
    """Say together who called one after the other."""
    if len(seats) == 1:
        return (phrase("{seat:@ calls|You call}.", seat=seats[0]),)
    return (phrase("{seats:@ call|You and @ call}.", seats=tuple(seats)),) if seats else ()


def _together(line: Line, own: int | None) -> Iterator[News]:
    """Say in one sentence what a seat takes in the Choix."""
    taken: dict[int, list[News]] = {}
    for item in line:
        seat = int(str(item.data.get("seat", -1)))
        if item.text == _TAKES:
            taken.setdefault(seat, []).append(item)
        elif item.text == _STAYS and seat in taken:
            yield phrase(
                "{seat:@ takes|You take} {cards:cards} and {seat:stands|stand} on {total}.",
                seat=seat,
                cards=_cards(taken.pop(seat)),
                total=item.data["total"],
            )
        elif item.text == _BURNS:
            yield phrase(
                "{seat:@ takes|You take} {cards:cards} and {seat:burns|burn}: {total} is above "
                "{target}.",
                seat=seat,
                cards=_cards([*taken.pop(seat, ()), item]),
                total=item.data["total"],
                target=item.data["target"],
            )
        elif item.text not in _KNOWN:
            yield item
    for item in chain.from_iterable(taken.values()):
        mine = item.data["seat"] == own  # whose total is said with the state
        yield phrase("You take {card}.", card=item.data["card"]) if mine else item


def _cards(taken: Sequence[News]) -> tuple[int, ...]:
    return tuple(int(str(item.data["card"])) for item in taken)


def _shorter(item: News) -> News:
    data = item.data
    if item.text == _DEAL:
        return phrase("Hand {hand}.", hand=data["hand"])
    if item.text == _RAISES:
        return phrase("{seat:@ raises|You raise} to {to}.", seat=data["seat"], to=data["to"])
    if item.text == _SHOWS:
        return phrase("{seat:@|You}: {card}.", seat=data["seat"], card=data["card"])
    if item.text == _TURNS_UP:
        return phrase("{seat:@|You}: Garde {garde}.", seat=data["seat"], garde=data["garde"])
    if item.text == _TARGET:
        return phrase("Target {target}.", target=data["target"])
    if item.text == _CHOIX:
        return phrase("Choix.")
    if item.text == _REINE:
        return phrase("Reine.")
    if item.text == _STAYS:
        total = data["total"]
        return phrase("{seat:@ stands|You stand} on {total}.", seat=data["seat"], total=total)
    if item.text in _LAYS_DOWN:
        shown = {name: data[name] for name in ("seat", "closed", "value")}
        return phrase("{seat:@ shows|You show} {closed:cards}: {value}.", **shown)
    return item
