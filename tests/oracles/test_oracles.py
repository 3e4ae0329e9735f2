"""Random games, compared after each action with second models, which also find mistakes."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from arcade.engine import options
from arcade.engine.chance import Recorder, Stream
from arcade.engine.codec import plain
from arcade.engine.errors import IllegalAction
from arcade.engine.game import Game
from arcade.engine.offers import Offer, choose
from tests.oracles.first_table import FirstTable
from tests.oracles.golden_zero import GoldenZero
from tests.oracles.le421 import Le421
from tests.oracles.script import Model
from tests.oracles.trente import Trente
from tests.oracles.vingt_et_un import VingtEtUn
from tests.registered import registered

MODELS: dict[str, type[Model]] = {
    "421": Le421,
    "trente": Trente,
    "golden21": FirstTable,
    "golden-zero": GoldenZero,
    "vingt-et-un": VingtEtUn,
}


def flat(action: Any) -> tuple[Any, ...]:
    """Return an action as the models write it: what it does and its fields, dice sorted."""
    do, *fields = msgspec.to_builtins(action).items()
    values = (tuple(sorted(v)) if isinstance(v, list | tuple) else v for _, v in fields)
    return (do[1], *values)


def offered(offers: tuple[Offer, ...]) -> set[tuple[Any, ...]]:
    actions = set()
    for offer in offers:
        do, *values = flat(offer.action)
        if offer.field == "as_":
            actions |= {(do, *values[:-1], value) for value in range(offer.low, offer.high + 1)}
        elif offer.field and offer.field != "target":
            actions.add((do, offer.field, offer.low, offer.high))
        else:
            actions.add(flat(offer.action))
            if offer.field:
                actions.add((do, offer.low))
    return actions


def differences(game: Game, state: Any, model: Model) -> Iterator[str]:
    seen = msgspec.json.decode(msgspec.json.encode(plain(game.view(state, None))))
    for name, value in msgspec.json.decode(msgspec.json.encode(model.facts())).items():
        if name == "lines":
            seen[name] = sorted(sorted(line) for line in seen[name])
            value = sorted(value)
        if seen[name] != value:
            yield f"{name}: rules {seen[name]}, model {value}"
    for seat in range(model.seats):
        rules, own = offered(game.legal(state, seat)), model.may(seat)
        if rules != own:
            yield f"offers of {seat}: only rules {rules - own}, only model {own - rules}"


def first_difference(key: str, chosen: dict[str, Any], seats: int, seed: int, most: int) -> str:
    """Play a random game; return where rules and model part, "" where they never do."""
    game, picks = registered()[key], Stream(seed.to_bytes(8, "big"), "picks")
    source = Stream(seed.to_bytes(8, "big"), "draws")
    chance = Recorder(source)
    state = game.setup(options.read(game, chosen), seats, chance)
    model = MODELS[key](seats, chosen)
    model.begin(chance.draws)
    for step in range(most):
        diffs = list(differences(game, state, model))
        if diffs:
            return f"{key} {chosen} seed {seed} step {step}: " + "; ".join(diffs)
        waiting = game.to_act(state)
        if not waiting:
            return ""
        seat = waiting[picks.pick(len(waiting))]
        offers = _high(game.legal(state, seat))
        action = choose(offers[picks.pick(len(offers))], picks.pick)
        chance = Recorder(source)
        try:
            state = game.apply(state, seat, action, chance)
        except IllegalAction as error:
            return f"{key} seed {seed} step {step}: offered and refused: {error}"
        try:
            model.act(seat, msgspec.to_builtins(action), chance.draws)
        except IndexError:
            return f"{key} {chosen} seed {seed} step {step}: no draw left"
        if model.draws:
            return f"{key} {chosen} seed {seed} step {step}: draws left {len(model.draws)}"
    return ""


def _high(offers: tuple[Offer, ...]) -> tuple[Offer, ...]:
    """Keep fives and sixes of Trente where there are any: else hardly a turn attacks."""
    high = tuple(offer for offer in offers if {*getattr(offer.action, "dice", (0,))} <= {5, 6})
    return high or offers


FIRST = {"specific_rules": False}

TABLES: dict[str, list[tuple[dict[str, Any], int]]] = {
    "421": [
        ({}, 3),
        ({"throws": "le-bon", "ties": "fewer-throws", "rampo": "one"}, 3),
        ({"throws": "le-bon", "worth_421": "all-but-one", "order": "aces-first"}, 2),
        ({"throws": "at-most", "ties": "fewer-throws", "nenette": "plus2", "pot": 11}, 5),
        ({"throws": "le-bon", "mode": "manche", "ties": "fewer-throws"}, 8),
        ({"dry_charge": True, "decharge_stock": "equal", "end": "last-loaded", "pot": 41}, 4),
        ({"order": "aces-first", "nenette": "min2", "worth_421": 8, "decider": "share"}, 6),
    ],
    "trente": [
        ({}, 4),
        ({"preset": "trente-douze"}, 3),
        ({"preset": "trente-douze", "manches": 2}, 5),
        ({"target": "by-manche", "manches": 1}, 2),
        ({"target": "next", "manches": 4, "ante": 7}, 8),
        ({"target": "choice", "threshold": "by-first-die"}, 6),
    ],
    "golden21": [
        ({**FIRST, "years": 2}, 3),
        ({**FIRST, "years": 2, "free_throw": True, "exposed_21": True}, 5),
        ({**FIRST, "years": 2, "slippery": True, "forfeits": True, "teams": True}, 4),
        ({**FIRST, "years": 1, "slippery": True, "forfeits": True, "free_throw": True}, 10),
    ],
    "golden-zero": [
        ({"hands": 6}, 2),
        ({"stack": 60, "hands": 12}, 3),
        ({"stack": 40, "hands": 12, "all_burned": "carry"}, 4),
        ({"stack": 90, "hands": 8, "reprise": False, "burn_each": True}, 6),
        ({"stack": 60, "max_raises": 0, "hands": 8}, 5),
        ({"stack": 200, "max_raises": 5, "hands": 6}, 4),
    ],
    "vingt-et-un": [({}, 2), ({}, 3), ({"teams": True}, 4)],
}
GAMES = {"421": 2, "trente": 2, "golden21": 2, "golden-zero": 10, "vingt-et-un": 1}
"""Random games at each table."""

MOST = {"421": 300, "trente": 250, "golden21": 300, "golden-zero": 400, "vingt-et-un": 70}
"""Actions of a game that are compared."""


@pytest.mark.parametrize(
    ("key", "chosen", "seats"),
    [(key, chosen, seats) for key, tables in TABLES.items() for chosen, seats in tables],
)
def test_the_rules_do_what_the_page_says(key: str, chosen: dict[str, Any], seats: int) -> None:
    for seed in range(GAMES[key]):
        assert first_difference(key, chosen, seats, seed, MOST[key]) == ""


def wrong(name: str, change: Callable[..., Any]) -> Callable[..., Any]:
    """Make a mistake: `change` gets the right method, the model, and its arguments."""

    def make(right: Callable[..., Any]) -> Callable[..., Any]:
        return lambda model, *args: change(right, model, *args)

    make.__name__ = name
    return make


def _turned_up(right: Callable[..., Any], model: Any) -> None:
    right(model)
    for seat, laid in model.shown.items():
        spare = [card for card in model.closed[seat] if [card] != laid["closed"]]
        laid["garde"] = spare[0] if spare and len(laid["closed"]) == 1 else laid["garde"]


def _kept_shut(right: Callable[..., Any], model: Any) -> None:
    right(model)
    for laid in model.shown.values():
        laid["garde"] = None


def _last_is_numbered(right: Callable[..., Any], model: Any, *args: int) -> Any:
    model.rules["manches"] += 1
    answer = right(model, *args)
    model.rules["manches"] -= 1
    return answer


def _from_round_three(right: Callable[..., Any], model: Any, *args: Any) -> None:
    model.round += model.round == 3
    right(model, *args)
    model.round -= model.round == 4 and len(model.board) <= 3 * model.seats


def _plain_squares_count_ten(right: Callable[..., Any], model: Any, *args: Any) -> None:
    before = sum(model.score)
    right(model, *args)
    seat = args[0]
    model.score[seat] += 5 * (sum(model.score) - before == 5)


def _straight(right: Callable[..., Any], model: Any, at: Any) -> Any:
    return [
        line
        for line in right(model, at)
        if len({x for x, _ in line}) != len(line) or len({y for _, y in line}) != len(line)
    ]


def _all_of_it(right: Callable[..., Any], model: Any, hand: str, stock: int) -> Any:
    return right(model, hand, stock + 1)


def _runs_among_the_rest(right: Callable[..., Any], model: Any) -> list[str]:
    order = right(model)
    return [*order[:12], *sorted(order[12:-1], reverse=True), order[-1]]


MISTAKES = [
    ("421", "worth", wrong("all of the stock but none", _all_of_it)),
    ("421", "calls", wrong("no bon", lambda _, m: False)),
    ("421", "standing", wrong("throws always count", lambda r, m, s: (r(m, s)[0], m.took[s]))),
    ("421", "standing", wrong("throws never count", lambda r, m, s: (r(m, s)[0], 0))),
    ("421", "order", wrong("runs among the rest", _runs_among_the_rest)),
    (
        "421",
        "last_left",
        wrong("no rampo for the best", lambda r, m, s, e: r(m, s, e) if e is max else s[0]),
    ),
    ("trente", "aim", wrong("parity the other way", lambda r, m, s, n: r(m, s, n + 1))),
    ("trente", "aim", wrong("the last manche by its number", _last_is_numbered)),
    ("trente", "order_after", wrong("the wrong way round", lambda r, m, s: r(m, s)[::-1])),
    ("trente", "lose", wrong("dead at zero", lambda r, m, s, n: r(m, s, n + (m.score[s] == n)))),
    ("golden21", "balance", wrong("nobody starts ahead", lambda _, m: [0] * m.seats)),
    ("golden21", "owe", wrong("out at 21", lambda r, m, s, n: r(m, s, n + (m.debt[s] + n == 21)))),
    ("golden-zero", "result", wrong("every Garde turned up", _turned_up)),
    ("golden-zero", "result", wrong("no Garde turned up", _kept_shut)),
    ("golden-zero", "give_back", wrong("nothing goes back", lambda _, m: None)),
    ("golden-zero", "chips", wrong("one pot", lambda r, m: [(sum(m.paid.values()), r(m)[0][1])])),
    ("golden-zero", "next_card", wrong("the last card", lambda _, m: m.deck.pop())),
    ("vingt-et-un", "lay", wrong("scoring from round three", _from_round_three)),
    ("vingt-et-un", "lay", wrong("plain squares count ten", _plain_squares_count_ten)),
    ("vingt-et-un", "up", wrong("turned tiles count on", lambda _, m, at: at in m.board)),
    ("vingt-et-un", "lines_through", wrong("no diagonal lines", _straight)),
]


@pytest.mark.parametrize(
    ("key", "method", "mistake"), MISTAKES, ids=[mistake[2].__name__ for mistake in MISTAKES]
)
def test_a_mistake_in_the_model_is_found(
    key: str, method: str, mistake: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MODELS[key], method, mistake(getattr(MODELS[key], method)))
    tries = (
        first_difference(key, chosen, seats, seed, MOST[key])
        for seed in range(4 * GAMES[key])
        for chosen, seats in TABLES[key]
    )
    assert any(tries)
