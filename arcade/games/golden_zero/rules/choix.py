"""The Choix: each seat takes open cards, one at a time, until it stays or burns (page § 5)."""

from msgspec import structs

from arcade.engine import Chance, News, clockwise, phrase, put
from arcade.games.golden_zero.rules.betting import clear
from arcade.games.golden_zero.rules.dealing import burn, has_cards, take
from arcade.games.golden_zero.rules.state import Kind, State, alive, collect, in_pots


def start(state: State, chance: Chance) -> State:
    """Begin the Choix: burn one card, unless one is burned before every card."""
    living = alive(state)
    first = next(seat for seat in clockwise(state.seats, state.button) if seat in living)
    begun = phrase(
        "Choix (open cards), {pot} in the pot: {seat:@ chooses|you choose} first.",
        Kind.CHOIX,
        pot=in_pots(state),
        seat=first,
    )
    state = clear(state, phase="choix", turn=first, news=(*state.news, begun))
    return state if state.options.burn_each or not has_cards(state) else burn(state, chance)


def card(state: State, seat: int, chance: Chance) -> State:
    if state.options.burn_each:
        state = burn(state, chance)
    drawn, state = take(state, chance)
    cards = (*state.open[seat], drawn)
    opened, total = put(state.open, seat, cards), sum(cards)
    if total <= state.target:
        taken = phrase(
            "{seat:@ takes|You take} {card}: {total} in open cards.",
            Kind.CARD_TAKEN,
            seat=seat,
            card=drawn,
            total=total,
        )
        return structs.replace(state, open=opened, news=(*state.news, taken))
    burned = put(state.burned, seat, True)
    state = collect(structs.replace(state, open=opened), seat, burned=burned)
    burning = phrase(
        "{seat:@ takes|You take} {card}: {total} in open cards, above {target}. "
        "{seat:The|Your} hand burns.",
        Kind.BURNED,
        seat=seat,
        card=drawn,
        total=total,
        target=state.target,
    )
    return _pass_on(state, seat, burning)


def stay(state: State, seat: int) -> State:
    account = phrase(
        "{seat:@ stands|You stand} on {total} in open cards.",
        Kind.STOOD,
        seat=seat,
        total=sum(state.open[seat]),
    )
    return _pass_on(state, seat, account)


def _pass_on(state: State, seat: int, account: News) -> State:
    """Move on to the next seat; `turn` is None after the last one, the button at the latest."""
    order = clockwise(state.seats, state.button)
    later = order[order.index(seat) + 1 :]
    living = alive(state)
    following = next((other for other in later if other in living), None)
    return structs.replace(state, turn=following, news=(*state.news, account))
