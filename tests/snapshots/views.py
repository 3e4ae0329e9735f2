"""What the snapshots' lobbies and tables show: those of an evening, and some with hostile names."""

from collections import deque
from collections.abc import Iterator, Sequence

from msgspec import structs

from arcade.club.table_view import room_view
from arcade.club.views import (
    FairView,
    LobbyView,
    LogLine,
    RatingChange,
    Sealing,
    SeatLine,
    TableRow,
    TableView,
)
from arcade.engine.fair import Contribution
from arcade.engine.news import phrase
from tests.laws.tables import Table, trace
from tests.registered import registered
from tests.screens.spot import picture_of
from tests.snapshots.played import PEOPLE, played, table_of

NAMES = (
    *("Éloïse", "日本語の長い名前", "[b]Max[/b]", "Bertrand-le-Grand", "{name}"),
    *("WWWWWWWWWWWWWWWW", "Zoë", "Eve", "Ib", "Luc"),
)
SMALL_TALK = ("Bonne chance !", "Toi aussi, tu vas en avoir besoin.")
SAID = ("[@click=app.quit]press[/]", "日本語 ★ {0} %s", "a word " * 30)
TOLD = {"421": 17, "trente": 31, "golden21": 60, "golden-zero": 21, "vingt-et-un": 34}
"""After how many actions a game's table tells most, to who sits first."""


def talk(names: Sequence[str], lines: Sequence[str]) -> tuple[LogLine, ...]:
    """Return what some people said, each once."""
    return tuple(
        LogLine(number, 0, "chat", who=names[number], text=text)
        for number, text in enumerate(lines, 1)
    )


def lobby(names: Sequence[str], lines: Sequence[str]) -> LobbyView:
    """Return a lobby with four tables, and ten people in it."""
    all_here = tuple(names)
    rows = (
        TableRow("KAFEL", "421", "Le 421", "playing", 3, 2, 1, 0, 0, all_here[:2], True, turn=True),
        TableRow("TOROM", "trente", "Trente", "waiting", 8, 1, 0, 7, 0, all_here[1:2], False),
        TableRow(
            "ZUFAJ", "golden21", "The Golden 21", "playing", 10, 10, 0, 0, 12, all_here, False
        ),
        TableRow(
            "BIDUL",
            "golden-zero",
            "Golden Zero",
            "over",
            6,
            1,
            5,
            5,
            0,
            all_here[5:6],
            False,
            days=3,
        ),
    )
    return LobbyView(rows, all_here, talk(names, lines))


EMPTY_LOBBY = LobbyView((), ("Éloïse",))
FULL_LOBBY = lobby(NAMES, SAID)
FRIENDS = lobby(
    PEOPLE,
    ("Qui veut un 421 ?", "in a minute!", "Bonsoir tout le monde"),
)

FAIR = FairView(
    Sealing(2, "c0ffee" * 10 + "c0de", (Contribution("words", SAID[1]), Contribution("bot"))),
    Sealing(1, "f00d" * 16, (Contribution("none"), Contribution("bot")), "0badcafe" * 8),
)


def crowded() -> LobbyView:
    """Return a lobby of a full evening: twelve tables of all games, some with people who wait."""
    names = (*PEOPLE, "Kim", "Léa")
    codes = [
        "KAFEL",
        "TOROM",
        "ZUFAJ",
        "LAJAL",
        "SAGEL",
        "JELEL",
        "BIDUL",
        "FOGAN",
        "RIVOK",
        "MUPAT",
        "NIBES",
        "DULOR",
    ]
    games = list(registered().items())
    rows = tuple(
        TableRow(
            code,
            (game := games[number % len(games)])[0],
            game[1].meta.name,
            "waiting" if number % 4 == 1 else "playing",
            game[1].meta.best_seats,
            1 + number % 2,
            number % 2,
            game[1].meta.best_seats - 1 - number % 2,
            0,
            names[number : number + 1 + number % 2],
            False,
        )
        for number, code in enumerate(codes)
    )
    return LobbyView(rows, names, talk(names, ("Who plays?", "Me!", "Bonsoir tout le monde")))


def lines(names: Sequence[str]) -> tuple[LogLine, ...]:
    """Return a log: who has sat down, and talk as hostile as can be."""
    table_lines = tuple(
        LogLine(number, 0, "table", phrase("{who:@ sits|You sit} down.", who=names[number - 1]))
        for number in (1, 2)
    )
    return (
        *table_lines,
        *(structs.replace(line, number=line.number + 2) for line in FULL_LOBBY.lines),
    )


_SINCE = 5
"""Lines of the log after the talk in the middle of a game."""
_ROUNDS = 12
"""Actions for each seat of a full table."""


def tables(key: str) -> Iterator[tuple[str, TableView]]:
    """Yield the states of a game: waiting, first, middle, hostile, another's, watched."""
    game = registered()[key]
    low = game.meta.best_seats
    random = trace(Table(key, low))
    mine = [state for state in random.states if 0 in game.to_act(state)]
    others = [
        state for state in random.states if game.to_act(state) and 0 not in game.to_act(state)
    ]
    first = picture_of(game, mine[0], 0, PEOPLE[:low])
    free = tuple(
        SeatLine(number, name, "person" if name else "open", yours=not number)
        for number, name in enumerate([*PEOPLE[:2], *[""] * (low - 2)])
    )
    yield (
        "waiting",
        structs.replace(
            first,
            phase="waiting",
            view=None,
            seats=free,
            offers=(),
            to_act=(),
            lines=lines(PEOPLE)[:2],
        ),
    )
    yield "first", first
    yield "middle", half_way(key)
    yield (
        "hostile",
        structs.replace(
            picture_of(game, mine[len(mine) // 2], 0, NAMES[:low], people=2),
            lines=lines(NAMES),
            fair=FAIR,
        ),
    )
    yield "crowded", crowd(key)
    yield "watched", picture_of(game, others[len(others) // 2], None, PEOPLE[:low])


def play_ahead() -> None:
    """Play the games that the scenes show, for all processes that are forked of this one."""
    for key in TOLD:
        deque(tables(key), 0)
        result_of(key)
        under_way(key)


def half_way(key: str) -> TableView:
    """Return a game of two people and bots at one's own turn in its middle, and some talk."""
    replay = played(key, PEOPLE[: registered()[key].meta.best_seats])
    own = [number for number, step in enumerate(replay.steps) if 0 in step.room.to_act()]
    table = table_of(replay, own[len(own) // 2])
    chat = [LogLine(0, 0, "chat", who=PEOPLE[at], text=text) for at, text in enumerate(SMALL_TALK)]
    log_lines = [*table.lines[:-_SINCE], *chat, *table.lines[-_SINCE:]]
    return structs.replace(
        table,
        lines=tuple(
            structs.replace(line, number=number) for number, line in enumerate(log_lines, 1)
        ),
        seats=_with_bots(table, 2),
        fair=FAIR,
    )


def _with_bots(table: TableView, people: int) -> tuple[SeatLine, ...]:
    """Return the seats of a table where people sit on the first ones, and bots on the others."""
    return tuple(
        structs.replace(seat, kind="person" if seat.number < people else "bot")
        for seat in table.seats
    )


def crowd(key: str) -> TableView:
    """Return a full table, with what has happened there: three people, bots on the other seats."""
    high = registered()[key].meta.seats[1]
    replay = played(key, NAMES[:high], most=_ROUNDS * high)
    turns = [step.room.to_act() for step in replay.steps]
    table = table_of(replay, max(number for number, seats in enumerate(turns) if 0 in seats))
    return structs.replace(table, seats=_with_bots(table, 3))


def under_way(key: str) -> dict[str, TableView]:
    """Return a game of bots: the first turn of who sits first, and another's, as it is watched."""
    game = registered()[key]
    replay = played(key, PEOPLE[: game.meta.best_seats], most=TOLD[key])
    turns = [step.room.to_act() for step in replay.steps]
    own = next(number for number, seats in enumerate(turns) if 0 in seats)
    others = max(number for number, seats in enumerate(turns) if seats and 0 not in seats)
    watched = room_view(replay.steps[others].room, None)
    lines = replay.view(others, 0).lines
    return {"first": table_of(replay, own), "watched": structs.replace(watched, lines=lines)}


def watched_to_the_end(key: str) -> TableView:
    """Return the end of a game of people as somebody sees it who has watched it."""
    replay = played(key)
    last = len(replay.steps) - 1
    return structs.replace(
        room_view(replay.steps[last].room, None), lines=replay.view(last, 0).lines
    )


def result_of(key: str) -> TableView:
    """Return the end of a game of people, with what it did to their ratings, and talk after it."""
    replay = played(key)
    table = replay.view(len(replay.steps) - 1, 0)
    assert table.outcome is not None
    changes = tuple(
        RatingChange(seat, PEOPLE[seat], 1000, 1009 if seat in table.outcome.winners else 994)
        for seat in range(3)
    )
    talk = LogLine(900, 0, "chat", who="Ben", text="Bien joué !")
    return structs.replace(table, changes=changes, lines=(*table.lines, talk), games_played=7)
