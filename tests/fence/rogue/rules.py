"""The rules of Rogue."""

import time
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from arcade.engine import Chance, Game, GameAction, Meta, News, Offer, Option, Outcome, phrase

MOVES = 6
FAULTS = (
    *("none", "setup", "apply", "view", "legal", "news", "to_act", "outcome", "default"),
    *("exit", "loop", "stubborn", "sleep", "bot", "nonsense", "bot_loop", "draw", "draw_loop"),
    *("words", "strange_seat", "strange_end", "strange_news", "large_view", "large_news", "offers"),
)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    fault: str = "none"


class Go(GameAction, frozen=True, tag="go"):
    """Go on."""


class State(Struct, frozen=True):
    fault: str
    turn: int | None = 0
    moves: int = 0
    more: str = ""
    scores: tuple[int, ...] = (0, 0)
    winners: tuple[int, ...] = ()
    news: tuple[News, ...] = ()

    def has(self, *faults: str) -> bool:
        return self.moves > 0 and self.fault in faults


def fail(what: str) -> None:
    raise RuntimeError(f"{what} on purpose")


class Rogue(Game):
    """Two go in turn, until somebody has gone `MOVES` times."""

    meta = Meta("rogue", "Rogue", (2, 2), 2, 20, 1, "It misbehaves on request.")
    options = Options
    option_list = (Option("fault", "Fault", "What goes wrong.", values=FAULTS),)
    state = State
    action = Go

    def setup(self, options: Options, seats: int, chance: Chance) -> State:
        if options.fault == "setup":
            fail("setup")
        return State(options.fault)

    def to_act(self, state: State) -> tuple[int, ...]:
        if state.has("to_act"):
            fail("to_act")
        return (99,) if state.has("strange_seat") else super().to_act(state)

    def legal(self, state: State, seat: int) -> tuple[Offer, ...]:
        if state.has("legal"):
            fail("legal")
        many = 20_000 if state.has("offers") else 1
        return (Offer(Go()),) * many if seat == state.turn else ()

    def apply(self, state: State, seat: int, action: Go, chance: Chance) -> State:
        self.check(state, seat, action)
        if state.has("apply"):
            fail("apply")
        if state.has("exit"):
            raise SystemExit(3)
        while state.has("loop"):
            pass
        while state.has("stubborn"):
            try:
                time.sleep(0)
            except Exception:
                continue
        while state.has("sleep"):
            time.sleep(0.1)
        moves = state.moves + 1
        over = moves == MOVES
        return replace(
            state,
            moves=moves,
            turn=None if over else 1 - seat,
            winners=(seat,) if over else (),
            more="x" * 3_000_000 if state.fault == "large_view" else "",
            news=(phrase("{seat:seat} goes.", seat=seat),),
        )

    def default(self, state: State, seat: int) -> Go:
        if state.has("default"):
            fail("default")
        action: Go = super().default(state, seat)
        return action

    def view(self, state: State, seat: int | None) -> Any:
        if state.has("view"):
            fail("view")
        return super().view(state, seat)

    def news(self, state: State) -> Any:
        if state.has("news"):
            fail("news")
        if state.has("strange_news"):
            return (phrase("{nobody} goes."),)
        if state.has("large_news"):
            return state.news * 20_000
        return super().news(state)

    def outcome(self, state: State) -> Outcome | None:
        if state.has("outcome"):
            fail("outcome")
        if state.has("strange_end"):
            return Outcome((7,), (1, 2, 3))
        return super().outcome(state)


GAME = Rogue()
