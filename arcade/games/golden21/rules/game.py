"""The Golden 21 as a `Game`: set-up, actions, the clock's move, the outcome."""

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from arcade.engine import N_, BadOptions, Chance, Game, Meta, News, Outcome, check_seats, counted
from arcade.games.golden21.rules import actions, turn
from arcade.games.golden21.rules.actions import Action, Announce, End, Give, Spend, Throw
from arcade.games.golden21.rules.debts import spend_points
from arcade.games.golden21.rules.options import OPTION_LIST, STYLES, Options
from arcade.games.golden21.rules.state import Kind, State, dice_of
from arcade.games.golden21.rules.throw import throw, throw_unannounced

META = Meta(
    key="golden21",
    name="The Golden 21",
    seats=(3, 10),
    best_seats=5,
    daily_seats=3,
    length=6000,
    version=3,
    blurb=N_("Announce your dice: a miss is debt, and 21 is the limit."),
    steps=(
        N_("Announce the sum of your dice, then roll: what you miss by is debt."),
        N_("Above 21 you are out for the year; an exact announcement earns a bonus."),
        N_("In the Original, the lowest debt after the last year wins."),
    ),
)

_BETTER: Mapping[str, Literal["more", "less", "none"]] = {
    "original": "less",
    "killer": "more",
    "survivor": "none",
}
"""Which scores are better, by variant."""


class Golden21(Game):
    meta = META
    options = Options
    option_list = OPTION_LIST
    styles = STYLES
    state = State
    action = Action
    legal = staticmethod(actions.offers)
    check = staticmethod(actions.check)

    def setup(self, options: Options, seats: int, chance: Chance) -> State:
        """Draw the order of play: a die per seat in seat order, ties again among themselves."""
        check_seats(META, seats)
        if options.teams and seats % 2:
            raise BadOptions(
                "teams needs an even number of seats: 4, 6, 8 or 10, not {seats}.", seats=seats
            )
        if options.expert and options.variant != "original":
            raise BadOptions("expert can be true only where variant is original.")
        if not options.specific_rules:
            _check_first_table(options)
        state = turn.begin(options, seats, chance)
        return turn.start_turn(state, state.trader)

    def apply(self, state: State, seat: int, action: Action, chance: Chance) -> State:
        """Do it; see `throw` for the order of the draws."""
        actions.check(state, seat, action)
        if type(action) is Announce:
            return turn.go_on(throw(state, seat, action, chance))
        state = replace(state, news=())
        if type(action) is Spend:
            return turn.go_on(spend_points(state, seat, action))
        if type(action) is Give:
            return turn.go_on(_give(state, seat, action))
        if type(action) is Throw:
            return turn.go_on(throw_unannounced(state, seat, chance))
        return turn.start_turn(
            state.tell("{seat:@ ends the|You end your} turn.", Kind.TURN_ENDED, seat=seat),
            turn.following(state),
        )

    def default(self, state: State, seat: int) -> Action:
        """Announce the mean; with forfeits a clock that runs out costs one, then the mean.

        A bonus goes to the seat's account, else off its debt, else off its account; gifts and the
        account are kept.
        """
        if state.phase == "announce":
            if state.options.forfeits and not state.forfeited:
                return Throw()
            return Announce(7 * dice_of(state, seat) // 2)
        if not state.bonus:
            return End()
        spends = actions.spendings(state, seat)
        wishes = (
            Spend("bonus", "account", seat, 1),
            Spend("bonus", "debt", seat, -1),
            Spend("bonus", "account", seat, -1),
        )
        return next(wish for wish in wishes if wish in spends)

    def holding(self, state: State, seat: int) -> News:
        n = state.debts[seat]
        return counted("The seat has a debt of {n} point.", "The seat has a debt of {n} points.", n)

    def out(self, state: State) -> tuple[int, ...]:
        """Return the seats that are insolvent until the year ends, or dead."""
        return tuple(seat for seat, status in enumerate(state.status) if status in ("out", "dead"))

    def round_ended(self, before: State, after: State) -> bool:
        """Return whether the year or the game is over."""
        return after.year > before.year or after.phase == "over"

    def outcome(self, state: State) -> Outcome | None:
        """Return the winners and the final debts (Killer: the kills).

        In Survivor debts do not show how long somebody survived: all losers are level.
        """
        if state.phase != "over":
            return None
        killer = state.options.variant == "killer"
        return Outcome(
            state.winners,
            state.kills if killer else state.balance,
            better=_BETTER[state.options.variant],
            sides=state.teams,
            stakes=state.stakes,
        )


def _check_first_table(options: Options) -> None:
    if options.variant != "original":
        raise BadOptions("specific_rules can be false only where variant is original.")
    if options.expert or options.collection:
        raise BadOptions("expert and collection can be true only where specific_rules is true.")


def _give(state: State, seat: int, action: Give) -> State:
    """Give crisis dice: the seat's own first, the rest from the stock (page, *Crisis dice*)."""
    crisis = list(state.crisis)
    crisis[seat] -= min(crisis[seat], len(action.to))
    for other in action.to:
        crisis[other] += 1
    given = tuple(
        counted(
            "{seat:@ gives|You give} {other:@|you} {n} crisis die.",
            "{seat:@ gives|You give} {other:@|you} {n} crisis dice.",
            action.to.count(other),
            Kind.GIVEN,
            seat=seat,
            other=other,
        )
        for other in sorted(set(action.to))
    )
    state = replace(state, crisis=tuple(crisis), gifts=state.gifts - len(action.to))
    return state.with_news(*given)


GAME = Golden21()
